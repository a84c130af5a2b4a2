"""Strangers: the names and addresses under which they come, who a visitor of the page is, and how much one may ask for.

A visitor, who proved no account of a chat, is the holder of an unguessable token, kept in a cookie that no script can
read. The token is the whole proof. What the rest of the program learns is a one-way digest of it, so that no record,
log or page can give anybody else's seat away."""

import ipaddress
import re
import secrets
import socket
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from hashlib import scrypt, sha256
from typing import Final
from urllib.parse import urlsplit

from aiohttp import hdrs, web

from bot.session.port.commands import ChatRef, UserRef

__all__ = [
    "COOKIE", "PAGE_COOKIE", "PLATFORM", "Addresses", "Attempts", "Bucket", "Buckets", "code_of", "content_policy",
    "is_table_key", "is_token", "key_at", "new_token", "number_of", "read_code", "sealed", "secure_headers",
    "table_chat", "user_of",
]  # fmt: skip

PLATFORM = "web"
COOKIE = "paiju_seat"
PAGE_COOKIE = "paiju_page"  # The token of a session: this browser speaks for an account of a chat
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_TABLE_KEY = re.compile(r"(?!table-)[A-Za-z0-9_-]{8,64}|table-[1-9][0-9]{0,8}")
_CHAT_TABLE = "table-"


def new_token() -> str:
    """A fresh token of 256 bits."""
    return secrets.token_urlsafe(32)


def is_token(text: str | None) -> bool:
    return text is not None and _TOKEN.fullmatch(text) is not None


def is_table_key(text: object) -> bool:
    return isinstance(text, str) and _TABLE_KEY.fullmatch(text) is not None


def key_at(chat: ChatRef | None, table: int) -> str:
    """The key of a table in one of its places: a room of the page, or for any other its number, which opens nothing to
    strangers."""
    return chat.external if chat is not None and chat.platform == PLATFORM else f"{_CHAT_TABLE}{table}"


def number_of(table_key: str | None) -> int | None:
    """The number of a table of a chat; ``None`` for a room of the page."""
    if table_key is None or not table_key.startswith(_CHAT_TABLE):
        return None
    return int(table_key.removeprefix(_CHAT_TABLE))


def user_of(token: str) -> UserRef:
    return UserRef(PLATFORM, "w" + sha256(b"seat:" + token.encode()).hexdigest()[:30])


_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Without letters that are read as digits (Crockford)
_READ_AS: Final = str.maketrans("OIL", "011", "- \t")
_CODE: Final = re.compile(f"[{_SIGNS}]{{12}}")


def code_of(token: str) -> str:
    """The code by which a person may bring their token to another browser: 60 bits that follow from it."""
    number = int.from_bytes(sha256(b"seat code:" + token.encode()).digest())
    signs = "".join(_SIGNS[number >> 5 * at & 31] for at in range(12))
    return f"{signs[:4]}-{signs[4:8]}-{signs[8:]}"


def read_code(text: str) -> str | None:
    """A code as somebody typed it, without its dashes; ``None`` if it is none."""
    code = text.upper().translate(_READ_AS)
    return code if _CODE.fullmatch(code) else None


def sealed(code: str, text: bytes) -> tuple[str, bytes]:
    """What a code is known by, and a token sealed with it, or a sealed one opened. Slow on purpose: whoever has read the
    store does not try all codes."""
    made = scrypt(code.encode(), salt=b"paiju seat", n=2**14, r=8, p=1, dklen=32 + len(text))
    return made[:32].hex(), bytes(one ^ other for one, other in zip(made[32:], text, strict=True))


def table_chat(token: str, update: str) -> ChatRef:
    """The chat of the table that a request opens. Its key is as unguessable as the token, and the same when the request
    comes again."""
    return ChatRef(PLATFORM, sha256(f"room:{token}:{update}".encode()).hexdigest()[:24])


Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that one household shares: it may choose the rest anew for each request."""


_ELSEWHERE: Final = "192.0.2.1"  # An address that stands for any other machine (kept for documentation, RFC 5737)


class Addresses:
    """The names under which this server is known, and the address from which a request really comes.

    A page of somebody else may give its own name our address (*DNS rebinding*); the browser then takes both for one place.
    What such a request cannot hide is the name it asks for. Behind a proxy, all come from the proxy's address; only a proxy
    that is known is believed when it says for whom it asks. ``host`` is what the server listens on, ``public_url`` the
    address under which people reach it (or empty), ``proxies`` the addresses and networks of proxies besides this machine."""

    def __init__(self, host: str = "127.0.0.1", public_url: str = "", proxies: Iterable[str] = ()) -> None:
        self._public_url, self._host = public_url.rstrip("/"), host
        self._public = _place(public_url)
        self._names = {"localhost", socket.gethostname().lower(), host.lower(), _name(self._public)}
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]

    def shared(self, port: int) -> str:
        """The address to send to friends: the public one, else one of this machine that others can reach where the
        server listens beyond it; empty where the page works on this machine only."""
        if self._public_url:
            return self._public_url
        listens = _address(self._host)
        if self._host == "localhost" or (listens is not None and listens.is_loopback):
            return ""
        if listens is not None and not listens.is_unspecified:
            return _http(str(listens), port)
        if listens is None and self._host:
            return _http(self._host, port)
        own = _own_address()
        return _http(own, port) if own else ""

    def knows(self, request: web.Request) -> bool:
        """Whether a request asks for this server by a name of its own: one that was set, a loopback address, or the
        very address of this machine that it came to."""
        name = _name(request.host.lower())
        if name in self._names:
            return bool(name)
        asked = _address(name)
        return asked is not None and (asked.is_loopback or asked == self._met_at(request))

    @staticmethod
    def _met_at(request: web.Request) -> Address | None:
        """The address of this machine to which the connection was made."""
        transport = request.transport
        met = transport.get_extra_info("sockname") if transport is not None else None
        return _address(str(met[0])) if isinstance(met, tuple) else None

    def is_ours(self, request: web.Request) -> bool:
        """Whether the page that asks came from this very server: a browser's ``Origin`` must name our ``Host``, or the
        address under which people reach us where a proxy has put another ``Host`` in its place."""
        asks = _place(request.headers.get("Origin", ""))
        return bool(asks) and asks in {request.host.lower(), self._public}

    def is_secure(self, request: web.Request) -> bool:
        """Whether a browser has asked by https, as far as it can be known behind a proxy."""
        if request.secure or request.headers.get("X-Forwarded-Proto") == "https":
            return True
        public = self._public_url.startswith("https:") and bool(self._public)
        return public and self._public in {request.host.lower(), _place(request.headers.get("Origin", ""))}

    def address_of(self, request: web.Request) -> str:
        """Where a request comes from: the household that it belongs to, for all that is counted by address."""
        peer = _address(request.remote or "")
        hops = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
        while peer is not None and self._believes(peer) and hops:
            before = _address(hops.pop().strip())
            if before is None:
                break
            peer = before
        if isinstance(peer, ipaddress.IPv6Address):
            return str(ipaddress.ip_network((peer, _HOUSEHOLD), strict=False))
        return str(peer)

    def _believes(self, peer: Address) -> bool:
        return peer.is_loopback or any(peer in proxies for proxies in self._proxies)


def _place(url: str) -> str:
    """Name and port of an address, in small letters; empty if it is none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return parts.netloc.lower() if parts.scheme in {"http", "https"} else ""


def _http(host: str, port: int) -> str:
    """The address of a page served here without a proxy."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address() -> str:
    """This machine's address in its network, empty without one. No packet leaves: a datagram socket is only told where
    it would send."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ELSEWHERE, 9))
            found = ipaddress.ip_address(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.is_loopback or found.is_unspecified else str(found)


def _name(place: str) -> str:
    """The name without the port."""
    try:
        return urlsplit(f"//{place}").hostname or ""
    except ValueError:
        return ""


def _address(text: str) -> Address | None:
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def content_policy(*, scripts: tuple[str, ...] = (), frames: tuple[str, ...] = ("'none'",)) -> str:
    """What the page may load besides its own files, and who may put it into a frame."""
    return "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src 'self'", *scripts)),
            "style-src 'self'",
            "img-src 'self' data:",  # charts come with the answer that they belong to
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            " ".join(("frame-ancestors", *frames)),
        )
    )


_ALWAYS_SECURE = "max-age=31536000"
_HEADERS = {
    "Content-Security-Policy": content_policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


async def secure_headers(addresses: Addresses, request: web.Request, response: web.StreamResponse) -> None:
    """Put the protecting headers on every answer, and take away who answers; nothing is cached unless the answer says so."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.popall(hdrs.SERVER, None)
    if addresses.is_secure(request):  # once reached by https, never again without
        response.headers["Strict-Transport-Security"] = _ALWAYS_SECURE
    response.headers.setdefault("Cache-Control", "no-cache" if request.path.startswith("/static/") else "no-store")


class Bucket:
    """A token bucket: ``burst`` at once, and ``per_second`` in the long run. ``now``: a clock in seconds."""

    def __init__(self, burst: float, per_second: float, now: Callable[[], float]) -> None:
        self._burst, self._rate, self._now = burst, per_second, now
        self._left, self._at = burst, now()

    def take(self) -> bool:
        """Whether one more is allowed now; a yes counts."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address; the least recently used are forgotten."""

    def __init__(self, burst: float, per_second: float, now: Callable[[], float], most: int = 2000) -> None:
        self._burst, self._rate, self._now, self._most = burst, per_second, now, most
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether this address may have one more now; a yes counts."""
        bucket = self._known.get(address) or Bucket(self._burst, self._rate, self._now)
        self._known[address] = bucket
        self._known.move_to_end(address)
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return bucket.take()


class Attempts:
    """Counts what failed, by address: so ``most`` within so many seconds, and nothing more is looked at for a while."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float], addresses: int = 2000) -> None:
        self._most, self._seconds, self._now, self._addresses = most, seconds, now, addresses
        self._failed: OrderedDict[str, deque[float]] = OrderedDict()

    def begin(self, address: str) -> bool:
        """Whether one more is looked at; it counts as failed until it is forgiven."""
        now, failed = self._now(), self._failed.setdefault(address, deque())
        self._failed.move_to_end(address)
        while failed and now - failed[0] >= self._seconds:
            failed.popleft()
        if len(failed) >= self._most:
            return False
        failed.append(now)
        if len(self._failed) > self._addresses:
            self._failed.popitem(last=False)
        return True

    def forgive(self, address: str) -> None:
        """Take the latest back: it was right."""
        failed = self._failed.get(address)
        if failed:
            failed.pop()
