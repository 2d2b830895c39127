// How a program in C++ verifies a licence. It needs OpenSSL 3 and nlohmann/json; licence.cpp uses it.
// The rules are those of docs/how-to/connect-your-program.md.
#pragma once
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

using nlohmann::json;
using std::string;
template <auto Free> struct Freeing { template <class T> void operator()(T *one) const { Free(one); } };
using Key = std::shared_ptr<EVP_PKEY>;
using Context = std::unique_ptr<EVP_MD_CTX, Freeing<EVP_MD_CTX_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, Freeing<ECDSA_SIG_free>>;
constexpr long day = 86'400;

struct Refused { string why; };
struct Trust { string issuer, product; json keys; bool sandbox; };
struct Times { long floor = 0, mark = 0; };

inline const string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

inline string encode(const string &bytes) {
  string text;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    unsigned block = 0;
    for (size_t next = at; next < at + 3; next++) block = block << 8 | (next < bytes.size() ? (unsigned char)bytes[next] : 0);
    for (size_t part = 0; part <= std::min<size_t>(3, bytes.size() - at); part++) text += alphabet[block >> (18 - 6 * part) & 63];
  }
  return text;
}

inline string decode(const string &text) {
  string bytes;
  unsigned block = 0, bits = 0;
  for (char letter : text) {
    size_t value = alphabet.find(letter);
    if (value == string::npos) throw Refused{"malformed"};
    block = block << 6 | (unsigned)value;
    if ((bits += 6) >= 8) bytes += (char)(block >> (bits -= 8) & 255);
  }
  return bytes;
}

inline json objectOf(const string &text) {
  json value = json::parse(text, nullptr, false);
  if (!value.is_object()) throw Refused{"malformed"};
  return value;
}

inline string digest(const string &text) {
  unsigned char out[32];
  EVP_Digest(text.data(), text.size(), out, nullptr, EVP_sha256(), nullptr);
  return string((char *)out, 32);
}

inline string randomText() {
  unsigned char bytes[32];
  if (RAND_bytes(bytes, 32) != 1) throw std::runtime_error("no random bytes");
  return encode(string((char *)bytes, 32));
}

inline Key publicKey(const json &jwk) {
  string x = decode(jwk["x"]);
  if (jwk["kty"] == "OKP")
    return Key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, (unsigned char *)x.data(), x.size()), EVP_PKEY_free);
  string point = "\4" + x + decode(jwk["y"]), group = "prime256v1";
  OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group.data(), 0),
                         OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()), OSSL_PARAM_construct_end()};
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr);
  EVP_PKEY *key = nullptr;
  if (EVP_PKEY_fromdata_init(context) == 1) EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, params);
  EVP_PKEY_CTX_free(context);
  return Key(key, EVP_PKEY_free);
}

/// A JWS has r and s of 32 bytes each, OpenSSL wants them in DER.
inline bool isSigned(const Key &key, bool isEdwards, const string &text, string signature) {
  if (!key || signature.size() != 64) return false;
  if (!isEdwards) {
    auto *raw = (const unsigned char *)signature.data();
    Signature pair(ECDSA_SIG_new());
    ECDSA_SIG_set0(pair.get(), BN_bin2bn(raw, 32, nullptr), BN_bin2bn(raw + 32, 32, nullptr));
    unsigned char *der = nullptr;
    int size = i2d_ECDSA_SIG(pair.get(), &der);
    signature.assign((char *)der, size);
    OPENSSL_free(der);
  }
  Context context(EVP_MD_CTX_new());
  return EVP_DigestVerifyInit(context.get(), nullptr, isEdwards ? nullptr : EVP_sha256(), nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(), (unsigned char *)signature.data(), signature.size(), (unsigned char *)text.data(), text.size()) == 1;
}

/// Verifies a statement and returns its claims. A name in its header chooses a key and nothing else.
inline json readStatement(const string &token, const string &typ, const Trust &trust) {
  if (token.size() > 8192) throw Refused{"too-long"};
  size_t first = token.find('.'), last = token.rfind('.');
  bool isThree = first != string::npos && first > 0 && last > first + 1 && last + 1 < token.size() && std::count(token.begin(), token.end(), '.') == 2;
  if (!isThree || token.find_first_not_of(alphabet + ".") != string::npos) throw Refused{"malformed"};
  json header = objectOf(decode(token.substr(0, first)));
  if (header.contains("crit")) throw Refused{"crit"};
  if (header.value("typ", json()) != typ) throw Refused{"typ"};
  auto key = std::find_if(trust.keys.begin(), trust.keys.end(), [&](const json &one) { return one["kid"] == header.value("kid", json()); });
  if (key == trust.keys.end()) throw Refused{"unknown-key"};
  bool isEdwards = (*key)["kty"] == "OKP";
  if (header.value("alg", json()) != (isEdwards ? "Ed25519" : "ES256")) throw Refused{"algorithm"};
  if (key->value("sandbox", false) && !trust.sandbox) throw Refused{"sandbox"};
  if (!isSigned(publicKey(*key), isEdwards, token.substr(0, last), decode(token.substr(last + 1)))) throw Refused{"signature"};
  json claims = objectOf(decode(token.substr(first + 1, last - first - 1)));
  if (claims.value("v", json()) != 1) throw Refused{"version"};
  if (claims.value("iss", json()) != trust.issuer) throw Refused{"issuer"};
  if (claims.value("aud", json()) != trust.product) throw Refused{"product"};
  if (claims.value("sandbox", json()) == true && !trust.sandbox) throw Refused{"sandbox"};
  return claims;
}

inline json readLease(const string &token, const Trust &trust, const string &jkt) {
  json claims = readStatement(token, "licence+jwt", trust);
  for (auto name : {"iat", "nbf", "renew", "exp"})
    if (!claims.value(name, json()).is_number_integer()) throw Refused{"malformed"};
  json cnf = claims.value("cnf", json());
  if (!cnf.is_object() || cnf.value("jkt", json()) != jkt) throw Refused{"device"};
  return claims;
}

inline json readRefusal(const string &token, const Trust &trust, const string &jkt, const string &request) {
  json claims = readStatement(token, "licence-refusal+jwt", trust);
  if (!claims.value("iat", json()).is_number_integer() || !claims.value("reason", json()).is_string()) throw Refused{"malformed"};
  if (claims.value("jkt", json()) != jkt) throw Refused{"device"};
  if (claims.value("req", json()) != request) throw Refused{"request"};
  return claims;
}

/// The state at a time of the system, in seconds since 1970.
inline string stateAt(const json &lease, Times times, long system) {
  long time = std::max(system, times.floor), exp = lease["exp"];
  if (system < times.mark - day || time < lease["nbf"]) return "clock";
  if (time >= exp) return "expired";
  return exp - time <= 3 * day ? "renew-soon" : "licensed";
}

/// The key of this installation. OpenSSL stores it in a file that only this user can read; prefer the system's key store.
struct Device {
  Key key;
  json jwk;
  string jkt;
  explicit Device(const string &path) {
    if (FILE *file = fopen(path.c_str(), "r")) {
      key = Key(PEM_read_PrivateKey(file, nullptr, nullptr, nullptr), EVP_PKEY_free);
      fclose(file);
    }
    if (!key) {
      key = Key(EVP_EC_gen("P-256"), EVP_PKEY_free);
      FILE *file = fdopen(open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), "w");
      PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
      fclose(file);
    }
    unsigned char point[65];
    size_t size = 0;
    EVP_PKEY_get_octet_string_param(key.get(), OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point, &size);
    jwk = {{"crv", "P-256"}, {"kty", "EC"}, {"x", encode(string((char *)point + 1, 32))}, {"y", encode(string((char *)point + 33, 32))}};
    jkt = encode(digest(jwk.dump()));  // nlohmann/json sorts members, as RFC 7638 requires
    string challenge = randomText();
    if (!isSigned(publicKey(jwk), false, challenge, sign(challenge))) throw std::runtime_error("the key of this computer cannot sign");
  }
  string sign(const string &text) const {
    Context context(EVP_MD_CTX_new());
    unsigned char der[80], raw[64];
    size_t size = sizeof der;
    EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get());
    EVP_DigestSign(context.get(), der, &size, (unsigned char *)text.data(), text.size());
    const unsigned char *from = der;
    Signature pair(d2i_ECDSA_SIG(nullptr, &from, (long)size));
    if (!pair) throw std::runtime_error("the key of this computer cannot sign");
    BN_bn2binpad(ECDSA_SIG_get0_r(pair.get()), raw, 32);
    BN_bn2binpad(ECDSA_SIG_get0_s(pair.get()), raw + 32, 32);
    return string((char *)raw, 64);
  }
};
