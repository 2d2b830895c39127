"""A licensed program in Python: python program.py SERVER ISSUER FOLDER [--sandbox] signs in by a typed code, and renews.

Needs PyJWT and cryptography, and licence.py beside it. FOLDER holds keys.json, a copy of /licence/keys. In the program that you sell, server,
issuer and keys are constants: SERVER is the address of the shop, ISSUER the name in its licences, which stays if the shop moves. This sample
accepts these keys and learns no others.
"""

import base64
import fcntl
import hashlib
import http.client
import json
import os
import platform
import secrets
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

import licence

PRODUCT = "analytics"
DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def digest(text):
    return encode(hashlib.sha256(text.encode()).digest())


def write(path, data):
    """Writes a file that only this user can read. A program that is killed leaves the old file or the new one."""
    made = path + ".new"
    with open(os.open(made, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        file.write(data)
    os.replace(made, path)


class Device:
    """The key of this installation, in a file that only this user can read; prefer the system's key store."""

    def __init__(self, path):
        if not os.path.exists(path):
            pem = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            write(path, ec.generate_private_key(ec.SECP256R1()).private_bytes(*pem))
        with open(path, "rb") as file:
            self.key = serialization.load_pem_private_key(file.read(), None)
        point = self.key.public_key().public_numbers()
        x, y = (encode(number.to_bytes(32, "big")) for number in (point.x, point.y))
        # The members in this order and without spaces, as RFC 7638 requires for the thumbprint.
        self.jwk = {"crv": "P-256", "kty": "EC", "x": x, "y": y}
        self.jkt = digest(json.dumps(self.jwk, separators=(",", ":")))
        # Proves that the private part belongs to the public one.
        challenge = secrets.token_bytes(32)
        signature = self.key.sign(challenge, ec.ECDSA(hashes.SHA256()))
        self.key.public_key().verify(signature, challenge, ec.ECDSA(hashes.SHA256()))

    def proof(self, claims):
        """A DPoP proof (RFC 9449). A JWS has r and s of 32 bytes each, cryptography gives them in DER."""
        header = {"alg": "ES256", "typ": "dpop+jwt", "jwk": self.jwk}
        text = ".".join(encode(json.dumps(part).encode()) for part in (header, claims))
        pair = decode_dss_signature(self.key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return text + "." + encode(b"".join(number.to_bytes(32, "big") for number in pair))


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The server never redirects, so a redirect comes from a proxy."""

    def redirect_request(self, *_):
        return None


class Program:
    """Lease, refusal, refresh token and the times `floor` and `mark` are in licence.json."""

    def __init__(self, server, issuer, folder, sandbox):
        self.server, self.folder, self.nonce = server, folder, None
        with open(os.path.join(folder, "keys.json"), encoding="utf-8") as file:
            keys = json.load(file)["keys"]
        self.trust = {"issuer": issuer, "product": PRODUCT, "keys": keys, "sandbox": sandbox}
        self.device = Device(self.path("key.pem"))
        # Uses the proxy of the system or of the environment.
        self.web = urllib.request.build_opener(NoRedirect)
        try:
            with open(self.path("licence.json"), encoding="utf-8") as file:
                self.memory = json.load(file)
        except (FileNotFoundError, ValueError):
            self.memory = {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def save(self, **changes):
        self.memory.update(changes)
        write(self.path("licence.json"), json.dumps(self.memory).encode())

    def time(self, name):
        return self.memory.get(name, 0)

    def lease(self):
        try:
            return licence.read_lease(self.memory.get("lease") or "", self.device.jkt, **self.trust)
        except licence.Refused:
            return None

    def state(self):
        """Reads the disk and the clock. Never uses the network."""
        if self.memory.get("refusal"):
            return "refused: " + self.memory["refusal"]
        lease, now = self.lease(), int(time.time())
        if lease is None:
            return "none"
        state = licence.state_at(lease, self.time("floor"), self.time("mark"), now)
        self.save(mark=max(self.time("mark"), min(now, lease["exp"])))
        return state

    def post_once(self, url, form):
        """Returns the status, the body as a dictionary, and the `jti` of the proof that the response answers."""
        request = secrets.token_urlsafe(32)
        claims = {"jti": request, "htm": "POST", "htu": url, "iat": int(time.time())}
        if self.nonce:
            claims["nonce"] = self.nonce
        data = urllib.parse.urlencode(form).encode()
        sent = urllib.request.Request(url, data, {"DPoP": self.device.proof(claims)})
        try:
            try:
                response = self.web.open(sent, timeout=10)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                self.nonce = response.headers.get("DPoP-Nonce", self.nonce)
                body = json.loads(response.read(262_144))
            return response.status, body if isinstance(body, dict) else {}, request
        except (OSError, ValueError, RecursionError, http.client.HTTPException):
            # No connection, or something between program and server that answers with a page of its own.
            return 0, {}, request

    def post(self, url, **form):
        answer = self.post_once(url, form)
        return self.post_once(url, form) if answer[1].get("error") == "use_dpop_nonce" else answer

    def receive(self, body, request):
        """Stores only those parts of a response that are signed for this program. Returns whether there are any."""
        now, floor = int(time.time()), self.time("floor")
        token, refresh = body.get("licence"), body.get("refresh_token")
        try:
            if isinstance(token, str) and isinstance(refresh, str):
                lease, earlier = licence.read_lease(token, self.device.jkt, **self.trust), self.lease()
                # An older lease may be a response that a proxy replays. The clocks of two servers may differ a little.
                if lease["iat"] < floor - 300:
                    return False
                # Only the newest lease proves the time; two renewals within one second have the same `iat`.
                is_newest = lease["iat"] > floor or lease.get("seq", 0) > (earlier or {}).get("seq", 0)
                mark = min(now, lease["exp"])
                times = {"floor": max(floor, lease["iat"]), "mark": mark if is_newest else max(self.time("mark"), mark)}
                self.save(lease=token, refresh=refresh, refusal=None, **times)
                return True
            if isinstance(body.get("licence_refusal"), str):
                refusal = licence.read_refusal(body["licence_refusal"], self.device.jkt, request, **self.trust)
                reason = refusal["reason"]
                # These three need a new sign-in. After a payment or an approval the token gives a lease again.
                if reason in ("copied", "signed_out", "unknown_device"):
                    self.memory["refresh"] = None
                self.save(refusal=reason, floor=max(floor, refusal["iat"]), mark=now)
                # Another disk has the same key: the program makes a new one.
                if reason == "copied":
                    os.remove(self.path("key.pem"))
                    self.device = Device(self.path("key.pem"))
                return True
        except licence.Refused:
            pass
        return False

    def renew(self):
        """Requests the next lease. At each start, and daily in a program that runs on: a refusal must not come late."""
        lease, refresh = self.lease(), self.memory.get("refresh")
        if refresh:
            form = {"grant_type": "refresh_token", "client_id": PRODUCT, "refresh_token": refresh}
            # After a move of the shop, the newer address is that of the lease or that of a newer version of the program.
            for server in dict.fromkeys([(lease or {}).get("base", self.server), self.server]):
                _, body, request = self.post(server + "/licence/token", **form)
                if self.receive(body, request):
                    break

    def sign_in(self):
        """Signs in by a code that the user types in a browser (RFC 8628), with PKCE. Returns the error; None if it succeeds."""
        verifier = secrets.token_urlsafe(32)
        status, asked, _ = self.post(
            self.server + "/licence/device_authorization",
            client_id=PRODUCT,
            scope="licence",
            code_challenge=digest(verifier),
            code_challenge_method="S256",
            device_name=platform.node(),
            device_system=f"{platform.system()} {platform.release()}",
            device_version="1.0.0",
        )
        if status != 200 or "device_code" not in asked:
            return f"no code: {asked.get('error', 'no response')}"
        print(f"Open {asked['verification_uri']} and type {asked['user_code']}", flush=True)
        interval, end = asked.get("interval", 5), time.monotonic() + asked.get("expires_in", 600)
        form = {"grant_type": DEVICE_CODE, "client_id": PRODUCT, "device_code": asked["device_code"], "code_verifier": verifier}
        while True:
            time.sleep(interval)
            status, body, request = self.post(self.server + "/licence/token", **form)
            error = body.get("error")
            if status == 200:
                self.receive(body, request)
                return None
            if status == 0 or status >= 500 or error in ("slow_down", "temporarily_unavailable"):
                # A lost response, or a busy server: ask again, less often (RFC 8628 section 3.5).
                if time.monotonic() >= end:
                    return "the code has expired, and the server does not respond"
                interval += 5
            elif error != "authorization_pending":
                return error or "no response"


def run(server, issuer, folder, sandbox):
    # One process at a time renews. On Windows use msvcrt.locking.
    with open(os.path.join(folder, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        program = Program(server, issuer, folder, sandbox)
        program.renew()
        error = None if program.memory.get("refresh") else program.sign_in()
        if error:
            sys.exit(f"The sign-in failed: {error}")
        state, lease = program.state(), program.lease()
        if state not in ("licensed", "renew-soon"):
            sys.exit(f"Not licensed: {state}")
        print(f"Licensed to {lease.get('to', 'you')}, {lease['lic']['plan']} ({state})")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("program.py SERVER ISSUER FOLDER [--sandbox]")
    run(*sys.argv[1:4], "--sandbox" in sys.argv[4:])
