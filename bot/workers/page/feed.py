"""What our page tells the page of one other worker: in order, the latest of each thing, one message at a time."""

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Final, Protocol

from bot.cluster.courier import CallFailed, Handler, NoAnswer, Overloaded
from bot.cluster.packing import pack
from bot.session.port.protocols import Clock

__all__ = ["KNOWN", "UNKNOWN", "Feed", "Post"]

KNOWN, UNKNOWN = b"known", b"unknown"
"""Answers to a message: taken; or not, because what came before it is not known there."""
_AT_ONCE: Final = 200  # Things in one message
_MOST: Final = 2000  # Things that wait at most; if there are more, all of them are to be looked up instead
_SECONDS: Final = 5.0
_PAUSE: Final = 0.5
_TRIES: Final = 120
"""After so many messages in a row that nobody took, a worker that is not known to live is taken for gone."""


class Post(Protocol):
    """What brings a message to a worker, and its answer back."""

    async def call(self, worker: str, kind: str, payload: bytes, seconds: float, /) -> bytes:
        """Ask a worker; ``NoAnswer``, ``Overloaded`` or ``CallFailed`` without an answer."""

    def serve(self, kind: str, handler: Handler, /) -> None:
        """Answer what others ask of this kind."""


class Feed:
    """What is to be told to one worker. A message is (our incarnation, its number, the count of the last thing in it,
    whether things before it may have been lost, the packed things). Where something may have been lost, ``whole`` comes
    first and the receiver looks up the rest."""

    def __init__(
        self,
        worker: str,
        kind: str,
        incarnation: str,
        post: Post,
        clock: Clock,
        whole: Callable[[], bytes],
        is_member: Callable[[], bool],
    ) -> None:
        self.count = 0
        """How many things have been put in."""
        self._worker, self._kind, self._incarnation = worker, kind, incarnation
        self._post, self._clock, self._whole, self._is_member = post, clock, whole, is_member
        self._waiting: dict[object, tuple[int, bytes]] = {}
        self._number = 0
        self._broken = True
        self._wake = asyncio.Event()
        self._wake.set()
        self._empty = asyncio.Event()

    def put(self, thing: bytes, key: object = None) -> None:
        """Tell this as soon as possible; it takes the place of what waits under the same key."""
        self.count += 1
        if key is not None:
            self._waiting.pop(key, None)
        self._waiting[self.count if key is None else key] = (self.count, thing)
        if len(self._waiting) > _MOST:
            self._waiting.clear()
            self._broken = True
        self._empty.clear()
        self._wake.set()

    async def emptied(self) -> None:
        """Wait until everything has been told."""
        await self._empty.wait()

    async def run(self) -> None:
        """Tell what is put in, as long as the worker is one of us; another one until it has taken nothing for a long time."""
        failed = 0
        while failed < _TRIES or self._is_member():
            await self._wake.wait()
            self._wake.clear()
            if not self._waiting and not self._broken:
                self._empty.set()
                continue
            if await self._send():
                failed = 0
            else:
                failed += 1
                await self._clock.sleep(_PAUSE)
            self._wake.set()

    async def _send(self) -> bool:
        """Send one message; whether it was taken."""
        things = dict(islice(self._waiting.items(), _AT_ONCE))
        for key in things:
            del self._waiting[key]
        last = max((count for count, _ in things.values()), default=0) if self._waiting else self.count
        broken, self._broken = self._broken, False
        self._number += 1
        packed = [*([self._whole()] if broken else []), *(thing for _, thing in things.values())]
        payload = pack((self._incarnation, self._number, last, broken, packed))
        try:
            if await self._post.call(self._worker, self._kind, payload, _SECONDS) == KNOWN:
                return True
        except (NoAnswer, Overloaded, CallFailed):
            pass
        later = {key: thing for key, thing in things.items() if key not in self._waiting}
        self._waiting = {**later, **self._waiting}
        self._broken = True
        return False
