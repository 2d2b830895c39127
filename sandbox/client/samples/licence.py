"""What a program in Python makes of a licence: python licence.py licence-vectors.json checks it against the vectors.

Needs PyJWT and cryptography. The rules are those of docs/how-to/connect-your-program.md.
"""

import json
import re
import sys

import jwt

DAY = 86_400
ALGORITHMS = {("EC", "P-256"): "ES256", ("OKP", "Ed25519"): "EdDSA"}
NAMES = {"ES256": "ES256", "EdDSA": "Ed25519"}


class Refused(Exception):
    """Why a text is no statement for this program."""


def read_statement(token, typ, issuer, product, keys, sandbox=False):
    """Verifies a statement and returns its claims. A name in its header chooses a key and nothing else."""
    if len(token) > 8192:
        raise Refused("too-long")
    if not re.fullmatch(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+", token):
        raise Refused("malformed")
    try:
        header = json.loads(jwt.utils.base64url_decode(token.split(".")[0]))
    except (ValueError, RecursionError):
        raise Refused("malformed") from None
    if not isinstance(header, dict):
        raise Refused("malformed")
    if "crit" in header:
        raise Refused("crit")
    if header.get("typ") != typ:
        raise Refused("typ")
    key = next((key for key in keys if key["kid"] == header.get("kid")), None)
    algorithm = key and ALGORITHMS.get((key["kty"], key["crv"]))
    if not algorithm:
        raise Refused("unknown-key")
    if header.get("alg") != NAMES[algorithm]:
        raise Refused("algorithm")
    if key.get("sandbox") and not sandbox:
        raise Refused("sandbox")
    signed, signature = token.rsplit(".", 1)
    verifier = jwt.algorithms.get_default_algorithms()[algorithm]
    public = verifier.from_jwk({name: key[name] for name in ("kty", "crv", "x", "y") if name in key})
    try:
        if not verifier.verify(signed.encode(), public, jwt.utils.base64url_decode(signature)):
            raise Refused("signature")
    except ValueError:
        raise Refused("signature") from None
    try:
        claims = json.loads(jwt.utils.base64url_decode(signed.split(".")[1]))
    except (ValueError, RecursionError):
        raise Refused("malformed") from None
    if not isinstance(claims, dict):
        raise Refused("malformed")
    if type(claims.get("v")) is not int or claims["v"] != 1:
        raise Refused("version")
    if claims.get("iss") != issuer:
        raise Refused("issuer")
    if claims.get("aud") != product:
        raise Refused("product")
    if claims.get("sandbox") is True and not sandbox:
        raise Refused("sandbox")
    return claims


def read_lease(token, jkt, **trust):
    claims = read_statement(token, "licence+jwt", **trust)
    if any(type(claims.get(name)) is not int for name in ("iat", "nbf", "renew", "exp")):
        raise Refused("malformed")
    cnf = claims.get("cnf")
    if not isinstance(cnf, dict) or cnf.get("jkt") != jkt:
        raise Refused("device")
    return claims


def read_refusal(token, jkt, request, **trust):
    claims = read_statement(token, "licence-refusal+jwt", **trust)
    if type(claims.get("iat")) is not int or not isinstance(claims.get("reason"), str):
        raise Refused("malformed")
    if claims.get("jkt") != jkt:
        raise Refused("device")
    if claims.get("req") != request:
        raise Refused("request")
    return claims


def state_at(lease, floor, mark, system):
    """The state at a time of the system, in seconds since 1970."""
    time = max(system, floor)
    if system < mark - DAY or time < lease["nbf"]:
        return "clock"
    if time >= lease["exp"]:
        return "expired"
    return "renew-soon" if lease["exp"] - time <= 3 * DAY else "licensed"


def check(file):
    """Prints each vector that comes out otherwise, and returns how many."""
    with open(file, encoding="utf-8") as opened:
        data = json.load(opened)
    wrong = 0
    for vector in data["vectors"]:
        trust = {
            "issuer": data["issuer"],
            "product": data["product"],
            "keys": [data["keys"][name] for name in vector["keys"]],
            "sandbox": vector.get("sandbox", False),
        }
        try:
            if "request" in vector:
                read_refusal(vector["token"], data["jkt"], vector["request"], **trust)
                seen = {"state": "refused"}
            else:
                lease = read_lease(vector["token"], data["jkt"], **trust)
                seen = {"state": state_at(lease, vector.get("floor", 0), vector.get("mark", 0), vector["now"])}
        except Refused as refused:
            seen = {"why": str(refused)}
        if seen != vector["expected"]:
            wrong += 1
            print(f"{vector['name']}: expected {vector['expected']}, saw {seen}")
    print(f"{len(data['vectors']) - wrong} of {len(data['vectors'])} vectors")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if check(sys.argv[1]) else 0)
