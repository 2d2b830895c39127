// A licensed program in C++. It needs OpenSSL 3, libcurl, nlohmann/json and a POSIX system:
//   g++ -std=c++20 -O2 licence.cpp -lcrypto -lcurl -o licence
//   ./licence vectors licence-vectors.json           checks licence.hpp against the vectors
//   ./licence run SERVER ISSUER FOLDER [--sandbox]   signs in by a typed code, and renews
// FOLDER holds keys.json, a copy of /licence/keys. In the program that you sell, server, issuer and keys are constants: SERVER is the
// address of the shop, ISSUER the name in its licences, which stays if the shop moves. This sample accepts these keys and learns no others.
#include "licence.hpp"
#include <curl/curl.h>
#include <sys/file.h>
#include <unistd.h>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>
#include <vector>

using Form = std::vector<std::pair<string, string>>;
/// `request` is the `jti` of the proof. `body` is null if the response is not a JSON object, for example the page of a proxy.
struct Answer { long status = 0; json body; string request; };

string readFile(const string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// For libcurl: appends a part of the response, and ends one that is too long.
size_t appendTo(char *data, size_t, size_t size, void *text) {
  string &all = *(string *)text;
  if (all.size() + size > 262'144) return 0;
  all.append(data, size);
  return size;
}

/// For libcurl: keeps the nonce of the server, which the next proof contains.
size_t keepNonce(char *data, size_t, size_t size, void *nonce) {
  string line(data, size), name = line.substr(0, line.find(':'));
  std::transform(name.begin(), name.end(), name.begin(), ::tolower);
  size_t start = line.find_first_not_of(' ', name.size() + 1), end = line.find_last_not_of("\r\n ");
  if (name == "dpop-nonce" && start != string::npos) *(string *)nonce = line.substr(start, end - start + 1);
  return size;
}

/// Posts a form with a proof of the device's key (RFC 9449). libcurl takes the proxy from the environment and follows no redirect.
Answer postOnce(const Device &device, string &nonce, const string &url, const Form &form) {
  Answer answer{0, nullptr, randomText()};
  json header = {{"alg", "ES256"}, {"typ", "dpop+jwt"}, {"jwk", device.jwk}};
  json claims = {{"jti", answer.request}, {"htm", "POST"}, {"htu", url}, {"iat", time(nullptr)}};
  if (!nonce.empty()) claims["nonce"] = nonce;
  string input = encode(header.dump()) + "." + encode(claims.dump());
  CURL *curl = curl_easy_init();
  string body, received;
  for (auto &[name, value] : form) {
    char *escaped = curl_easy_escape(curl, value.c_str(), (int)value.size());
    body += (body.empty() ? "" : "&") + name + "=" + escaped;
    curl_free(escaped);
  }
  curl_slist *headers = curl_slist_append(nullptr, ("DPoP: " + input + "." + encode(device.sign(input))).c_str());
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.c_str());
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 10L);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &received);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, appendTo);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &nonce);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, keepNonce);
  if (curl_easy_perform(curl) == CURLE_OK) {
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer.status);
    answer.body = json::parse(received, nullptr, false);
  }
  if (!answer.body.is_object()) answer.body = nullptr;
  curl_slist_free_all(headers);
  curl_easy_cleanup(curl);
  return answer;
}

string textIn(const json &body, const char *name) {
  json value = body.is_object() ? body.value(name, json()) : json();
  return value.is_string() ? value.get<string>() : "";
}

Answer post(const Device &device, string &nonce, const string &url, const Form &form) {
  Answer answer = postOnce(device, nonce, url, form);
  return textIn(answer.body, "error") == "use_dpop_nonce" ? postOnce(device, nonce, url, form) : answer;
}

/// What the program stores between its runs: lease, refusal, refresh token, and the times `floor` and `mark`.
struct Program {
  string server, folder, nonce;
  Trust trust;
  Device device;
  json memory;

  Program(const string &server, const string &issuer, const string &folder, bool sandbox)
      : server(server), folder(folder), trust{issuer, "analytics", json::parse(readFile(folder + "/keys.json"))["keys"], sandbox},
        device(folder + "/key.pem"), memory(json::parse(readFile(folder + "/licence.json"), nullptr, false)) {
    if (!memory.is_object()) memory = json::object();
  }

  Times times() const { return {memory.value("floor", 0L), memory.value("mark", 0L)}; }

  /// Replaces the file atomically: a program that is killed leaves the old text or the new one.
  void save() const {
    string path = folder + "/licence.json";
    std::ofstream(path + ".new") << memory.dump();
    std::filesystem::permissions(path + ".new", std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    std::filesystem::rename(path + ".new", path);
  }

  json lease() const {
    try {
      return readLease(textIn(memory, "lease"), trust, device.jkt);
    } catch (const Refused &) {
      return nullptr;
    }
  }

  string state() {
    if (textIn(memory, "refusal") != "") return "refused: " + textIn(memory, "refusal");
    json found = lease();
    if (found.is_null()) return "none";
    string state = stateAt(found, times(), time(nullptr));
    memory["mark"] = std::max<long>(times().mark, std::min<long>(time(nullptr), found["exp"]));
    save();
    return state;
  }

  /// Stores only those parts of a response that are signed for this program. Returns whether there are any.
  bool receive(const Answer &answer) {
    long now = time(nullptr), floor = times().floor;
    try {
      string token = textIn(answer.body, "licence"), refresh = textIn(answer.body, "refresh_token");
      if (token != "") {
        json found = readLease(token, trust, device.jkt), earlier = lease();
        // An older lease may be a response that a proxy replays. The clocks of two servers may differ a little.
        if (refresh == "" || found["iat"] < floor - 300) return false;
        // Only the newest lease proves the time; two renewals within one second have the same `iat`.
        bool isNewest = found["iat"] > floor || earlier.is_null() || found.value("seq", 0L) > earlier.value("seq", 0L);
        long mark = std::min<long>(now, found["exp"]);
        memory = {{"lease", token}, {"refresh", refresh}, {"floor", std::max<long>(floor, found["iat"])}, {"mark", isNewest ? mark : std::max(times().mark, mark)}};
      } else {
        json refusal = readRefusal(textIn(answer.body, "licence_refusal"), trust, device.jkt, answer.request);
        memory["refusal"] = refusal["reason"];
        memory["floor"] = std::max<long>(floor, refusal["iat"]);
        memory["mark"] = now;
        // These three need a new sign-in. After a payment or an approval the token gives a lease again.
        for (auto reason : {"copied", "signed_out", "unknown_device"})
          if (refusal["reason"] == reason) memory.erase("refresh");
        // Another disk has the same key: the program makes a new one.
        if (refusal["reason"] == "copied") {
          std::filesystem::remove(folder + "/key.pem");
          device = Device(folder + "/key.pem");
        }
      }
      save();
      return true;
    } catch (const Refused &) {
      return false;
    }
  }

  void renew() {
    json found = lease();
    string refresh = textIn(memory, "refresh");
    if (refresh == "") return;
    Form form = {{"grant_type", "refresh_token"}, {"client_id", trust.product}, {"refresh_token", refresh}};
    // After a move of the shop, the newer address is that of the lease or that of a newer version of the program.
    string base = textIn(found, "base");
    if (base != "" && base != server && receive(post(device, nonce, base + "/licence/token", form))) return;
    receive(post(device, nonce, server + "/licence/token", form));
  }

  /// Signs in by a code that the user types in a browser (RFC 8628), with PKCE. Returns the error; empty if it succeeds.
  string signIn() {
    char name[65] = "";
    gethostname(name, 64);
    string verifier = randomText();
    Answer asked = post(device, nonce, server + "/licence/device_authorization",
                        {{"client_id", trust.product}, {"scope", "licence"}, {"code_challenge", encode(digest(verifier))}, {"code_challenge_method", "S256"},
                         {"device_name", name}, {"device_system", "Linux"}, {"device_version", "1.0.0"}});
    if (asked.status != 200 || asked.body.is_null()) return textIn(asked.body, "error") + " at the request for a code";
    std::cout << "Open " << textIn(asked.body, "verification_uri") << " and type " << textIn(asked.body, "user_code") << std::endl;
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(asked.body.value("expires_in", 600));
    for (int interval = asked.body.value("interval", 5);;) {
      std::this_thread::sleep_for(std::chrono::seconds(interval));
      Answer answer = post(device, nonce, server + "/licence/token", {{"grant_type", "urn:ietf:params:oauth:grant-type:device_code"},
                           {"client_id", trust.product}, {"device_code", textIn(asked.body, "device_code")}, {"code_verifier", verifier}});
      string error = textIn(answer.body, "error");
      if (error == "authorization_pending") continue;
      if (answer.body.is_null() || answer.status >= 500 || error == "slow_down" || error == "temporarily_unavailable") {
        // A lost response, or a busy server: ask again, less often (RFC 8628 section 3.5).
        if (std::chrono::steady_clock::now() >= end) return "the code has expired, and the server does not respond";
        interval += 5;
      } else if (answer.status == 200) return receive(answer), "";
      else return error == "" ? "no response" : error;
    }
  }
};

int run(const string &server, const string &issuer, const string &folder, bool sandbox) {
  // One process at a time renews.
  int lock = open((folder + "/lock").c_str(), O_CREAT | O_RDWR, 0600);
  if (lock < 0 || flock(lock, LOCK_EX) != 0) return std::cerr << "cannot lock " << folder << std::endl, 1;
  Program program(server, issuer, folder, sandbox);
  program.renew();
  if (textIn(program.memory, "refresh") == "")
    if (string error = program.signIn(); error != "") return std::cerr << "The sign-in failed: " << error << std::endl, 1;
  string state = program.state();
  if (state != "licensed" && state != "renew-soon") return std::cout << "Not licensed: " << state << std::endl, 1;
  json lease = program.lease();
  std::cout << "Licensed to " << lease.value("to", "you") << ", " << lease["lic"].value("plan", "") << " (" << state << ")" << std::endl;
  return 0;
}

/// Prints each vector that comes out otherwise, and returns how many.
int check(const string &path) {
  json data = json::parse(readFile(path));
  int wrong = 0;
  for (const json &vector : data["vectors"]) {
    Trust trust{data["issuer"], data["product"], json::array(), vector.value("sandbox", false)};
    for (const string name : vector["keys"]) trust.keys.push_back(data["keys"][name]);
    json seen;
    try {
      if (vector.contains("request")) readRefusal(vector["token"], trust, data["jkt"], vector["request"]), seen["state"] = "refused";
      else seen["state"] = stateAt(readLease(vector["token"], trust, data["jkt"]), {vector.value("floor", 0L), vector.value("mark", 0L)}, vector["now"]);
    } catch (const Refused &refused) {
      seen["why"] = refused.why;
    }
    if (seen == vector["expected"]) continue;
    wrong++;
    std::cout << vector["name"] << ": expected " << vector["expected"] << ", saw " << seen << std::endl;
  }
  std::cout << data["vectors"].size() - wrong << " of " << data["vectors"].size() << " vectors" << std::endl;
  return wrong > 0;
}

int main(int count, char **words) {
  std::vector<string> args(words + 1, words + count);
  if (args.size() == 2 && args[0] == "vectors") return check(args[1]);
  if (args.size() >= 4 && args[0] == "run") return run(args[1], args[2], args[3], args.size() > 4 && args[4] == "--sandbox");
  return std::cerr << "licence vectors FILE | licence run SERVER ISSUER FOLDER [--sandbox]" << std::endl, 2;
}
