"""Addresses: the names under which this server is known, and the address from which a request really comes.

A page of somebody else may give its own name our address (*DNS rebinding*); the browser then takes both for one place.
What such a request cannot hide is the name it asks for. Behind a proxy, all come from the proxy's address; only a proxy
that is known is believed when it says for whom it asks.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

__all__ = ["Addresses"]

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that one household shares: it may choose the rest anew for each request."""


_ELSEWHERE: Final = "192.0.2.1"
"""An address that stands for any other machine (kept for documentation, RFC 5737)."""


class Addresses:
    """``host`` is what the server listens on, ``public_url`` the address under which people reach it (or empty),
    ``proxies`` the addresses and networks of proxies besides this machine."""

    def __init__(self, host: str = "127.0.0.1", public_url: str = "", proxies: Iterable[str] = ()) -> None:
        self._public_url, self._host = public_url.rstrip("/"), host
        self._public = _place(public_url)
        self._names = {"localhost", socket.gethostname().lower(), host.lower(), _name(self._public)}
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]

    def shared(self, port: int) -> str:
        """The address to send to friends: the public one, else one of this machine that others can reach where
        the server listens beyond it; empty where the page works on this machine only.
        """
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
        """Whether a request asks for this server by a name of its own: one that was set, a loopback address, or
        the very address of this machine that it came to.
        """
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
        """Whether the page that asks came from this very server: a browser's ``Origin`` must name our ``Host``, or
        the address under which people reach us where a proxy has put another ``Host`` in its place.
        """
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
    """This machine's address in its network, empty without one. No packet leaves: a datagram socket is only told
    where it would send.
    """
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
