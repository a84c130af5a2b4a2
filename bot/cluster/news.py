"""News: a line to all other workers. Each has a number, so that a reader who missed one knows it.

What is published while Redis is away goes out when it is back. After a gap, whatever a reader keeps at hand from
earlier news may be old; it is told so."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog

from bot.cluster.link import RedisAway, RedisLink, Script
from bot.cluster.membership import Membership

__all__ = ["Broadcast", "Reader"]

log = structlog.get_logger("cluster")


Reader = Callable[[str, bytes], None]
"""What is told of a kind of news: the name of the worker that published it, and the payload."""


MOST_KEPT: Final = 10_000  # Lines in Redis; who is further behind has a gap

MOST_WAITING: Final = 5_000
"""Lines that wait for Redis to come back; if there are more, all others are told that they have a gap."""

_KEPT_MS: Final = 3_600_000

_AT_ONCE: Final = 200

_GAP: Final = "gap"


_PUBLISH = Script("""
for i = 5, #ARGV, 2 do
  local number = redis.call('INCR', KEYS[2])
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'number', number,
    'from', ARGV[3], 'incarnation', ARGV[4], 'kind', ARGV[i], 'is', ARGV[i + 1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
""")

_LAST = Script("""
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
return {last[1] and last[1][1] or '0-0', tonumber(redis.call('GET', KEYS[2]) or '0')}
""")


class Broadcast:
    """What this worker publishes, and whom it tells what the others publish. ``Courier`` reads the stream."""

    def __init__(self, link: RedisLink, membership: Membership) -> None:
        self.stream = link.key("news")
        self.cursor = "0-0"
        self._count_key = link.key("news", "count")
        self._link = link
        self._membership = membership
        self._number = 0
        self._readers: dict[str, Reader] = {}
        self._on_gap: list[Callable[[], None]] = []
        self._outgoing: deque[tuple[str, bytes]] = deque()
        self._wake = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None
        membership.on_outage(self._note_gap)

    def publish(self, kind: str, payload: bytes = b"") -> None:
        """Tell all other workers, in the order of these calls; at once if Redis is there."""
        if len(self._outgoing) >= MOST_WAITING:
            self._outgoing.clear()
            kind, payload = _GAP, b""
        self._outgoing.append((kind, payload))
        self._wake.set()

    def subscribe(self, kind: str, reader: Reader) -> None:
        """Have something told of each line of a kind that another worker publishes."""
        self._readers[kind] = reader

    def on_gap(self, callback: Callable[[], None]) -> None:
        """Have something called when lines may have been missed."""
        self._on_gap.append(callback)

    async def open(self) -> None:
        """Begin after the last line there is."""
        cursor, self._number = await self._link.script(_LAST, [self.stream, self._count_key])
        self.cursor = cursor.decode()
        self._sender = asyncio.create_task(self._send(), name="cluster-news")

    async def close(self) -> None:
        """Send what waits, if that goes at once, and stop."""
        sender, self._sender = self._sender, None
        if sender is not None:
            sender.cancel()
            with suppress(asyncio.CancelledError):
                await sender
        with suppress(RedisAway):
            while self._outgoing:
                await self._send_some()

    def take(self, entries: list[tuple[bytes, list[bytes]]]) -> None:
        """Pass on what was read from the stream."""
        for entry, words in entries:
            self.cursor = entry.decode()
            fields = dict(zip(words[::2], words[1::2], strict=True))
            number, expected = int(fields[b"number"]), self._number + 1
            self._number = number
            if number != expected:
                self._note_gap()
            if fields[b"incarnation"].decode() != self._membership.incarnation:
                self._pass_on(fields[b"kind"].decode(), fields[b"from"].decode(), fields[b"is"])

    def _pass_on(self, kind: str, publisher: str, payload: bytes) -> None:
        if kind == _GAP:
            self._note_gap()
        elif (reader := self._readers.get(kind)) is not None:
            try:
                reader(publisher, payload)
            except Exception:
                log.exception("cluster.callback_failed", kind=kind)

    def _note_gap(self) -> None:
        for callback in self._on_gap:
            try:
                callback()
            except Exception:
                log.exception("cluster.callback_failed", kind=_GAP)

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outgoing:
                await self._link.ready.wait()
                try:
                    await self._send_some()
                except RedisAway:
                    continue
                except Exception:  # lines that Redis will not have
                    log.exception("cluster.publish_failed", lines=len(self._outgoing))
                    self._outgoing.clear()

    async def _send_some(self) -> None:
        """Send the oldest lines in one step. A line that may have arrived is sent again: news twice do no harm."""
        lines = [self._outgoing[index] for index in range(min(_AT_ONCE, len(self._outgoing)))]
        words = [word for line in lines for word in line]
        sender = (self._membership.name, self._membership.incarnation)
        await self._link.script(_PUBLISH, [self.stream, self._count_key], MOST_KEPT, _KEPT_MS, *sender, *words)
        for line in lines:
            if self._outgoing and self._outgoing[0] is line:
                self._outgoing.popleft()
