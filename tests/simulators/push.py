"""A push service, and the browsers that hear by it: what arrives is checked against RFC 8030, 8188, 8291 and 8292, and decrypted
with nothing but the primitives of ``cryptography``."""

import asyncio
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import deque
from dataclasses import dataclass, field
from time import time
from typing import Any, Self

from aiohttp import web
from aiohttp.test_utils import TestServer
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

__all__ = ["Browser", "PushService"]

CURVE = ec.SECP256R1()


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass
class Browser:
    """A subscription: ``key`` is the server's that may ring; ``answers`` what the service says to the next attempts."""

    endpoint: str
    key: str
    answers: deque[tuple[int, dict[str, str]]] = field(default_factory=deque)
    own: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = b"sixteen bytes !!"

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": _text(_point(self.own.public_key())), "auth": _text(self.auth)}

    def read(self, body: bytes) -> dict[str, Any]:
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size, "one record"
        shared = self.own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\0" + _point(self.own.public_key()) + sender
        material = _derived(self.auth, shared, info, 32)
        key = _derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, material, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain[-1] == 2, "the last record"
        found: dict[str, Any] = json.loads(plain[:-1])
        return found


class PushService:
    """The service, on a port of its own."""

    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {}
        self.told: list[tuple[Browser, dict[str, Any], dict[str, str]]] = []
        self.attempts = 0
        self._arrived = asyncio.Condition()
        app = web.Application()
        app.router.add_post("/push/{name}", self._take)
        self._server = TestServer(app)

    async def __aenter__(self) -> Self:
        await self._server.start_server()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._server.close()

    def subscribe(self, name: str, key: str) -> Browser:
        """A browser asks the service for an address."""
        self.browsers[name] = Browser(str(self._server.make_url(f"/push/{name}")), key)
        return self.browsers[name]

    async def wait(self, attempts: int) -> None:
        """Wait until somebody has tried so often."""
        async with self._arrived:
            await self._arrived.wait_for(lambda: self.attempts >= attempts)

    async def _take(self, request: web.Request) -> web.Response:
        browser, body = self.browsers[request.match_info["name"]], await request.read()
        self._check(request, browser, body)
        status, headers = browser.answers.popleft() if browser.answers else (201, {})
        if status == 201:
            self.told.append((browser, browser.read(body), dict(request.headers)))
        async with self._arrived:
            self.attempts += 1
            self._arrived.notify_all()
        return web.Response(status=status, headers=headers)

    def _check(self, request: web.Request, browser: Browser, body: bytes) -> None:
        assert request.headers["Content-Encoding"] == "aes128gcm"
        assert request.headers["Urgency"] in {"very-low", "low", "normal", "high"}
        assert len(_bytes(request.headers["Topic"])) <= 24
        assert int(request.headers["TTL"]) >= 0
        assert len(body) <= 4096
        scheme, _, said = request.headers["Authorization"].partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in said.split(","))
        assert parts["k"] == browser.key, "the key for which the browser subscribed"
        signed, _, signature = parts["t"].rpartition(".")
        r, s = (int.from_bytes(_bytes(signature)[at : at + 32]) for at in (0, 32))
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _bytes(parts["k"]))
        public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
        head, claims = (json.loads(_bytes(part)) for part in signed.split("."))
        assert head["alg"] == "ES256"
        assert claims["aud"] == str(self._server.make_url("/")).rstrip("/")
        assert time() < claims["exp"] <= time() + 86_400
        assert claims["sub"].startswith(("https://", "mailto:"))
