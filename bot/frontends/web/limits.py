"""Limits for strangers: protecting headers, and how much one browser or household may ask for."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable

from aiohttp import web

__all__ = ["Attempts", "Bucket", "Buckets", "content_policy", "secure_headers"]


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


_HEADERS = {
    "Content-Security-Policy": content_policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


async def secure_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Put the protecting headers on every answer; nothing is cached unless the answer says so."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
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
