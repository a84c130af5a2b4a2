"""How fast Discord may be written to: per channel and kind of call, and in all."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import deque
from typing import Final

from bot.session.port.protocols import Clock
from bot.session.port.workers import Allowance

__all__ = ["CREATE", "EDIT", "FREE", "Pace", "Places"]

CREATE: Final = "create"
EDIT: Final = "edit"
FREE: Final = "free"
"""Calls that no channel limit counts (deletions, edits through an interaction's token)."""

_WINDOW: Final = 5.0
"""Seconds in which Discord counts the calls of one kind in one channel."""
_PER_WINDOW: Final = 4
"""One fewer than the five that Discord takes: after the fifth the client library would sleep inside the call."""
_PER_SECOND: Final = 40
"""Calls in all; Discord takes fifty. The rest is for answers to interactions, which do not pass through here."""


_AT_ONCE: Final = 32
"""Calls under way together: with more they would wait for each other on the wire, where their time limits run."""


_ALL: Final = "discord"


def _lane_name(lane: str, kind: str) -> str:
    return f"{_ALL}:{lane}:{kind}"


class _Window:
    """At most ``limit`` permits in any ``seconds``."""

    def __init__(self, limit: int, seconds: float) -> None:
        self._limit = limit
        self._seconds = seconds
        self._times: deque[float] = deque()

    def wait(self, now: float) -> float:
        """Return seconds until the next permit; 0 if there is one now."""
        while self._times and self._times[0] <= now - self._seconds:
            self._times.popleft()
        return 0.0 if len(self._times) < self._limit else self._times[0] + self._seconds - now

    def take(self, now: float) -> None:
        self._times.append(now)

    def is_idle(self, now: float) -> bool:
        return not self._times or self._times[-1] <= now - self._seconds


class Places:
    """So many calls at once; of those that wait the most urgent goes first."""

    def __init__(self, most: int = _AT_ONCE) -> None:
        self._free = most
        self._queue: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    async def take(self, urgency: int) -> None:
        """Wait for a place. Give it back when the call is over."""
        if self._free:
            self._free -= 1
            return
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (urgency, next(self._numbers), granted))
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """Hand a place to who waits for one."""
        while self._queue:
            granted = heapq.heappop(self._queue)[2]
            if not granted.done():
                granted.set_result(None)
                return
        self._free += 1


class Pace:
    """Gives permits for calls. ``factor`` multiplies all limits (``OUTBOX_PACE``). ``allowance``: what all workers may send
    together; ``None`` where there are no others.
    """

    def __init__(self, clock: Clock, factor: float = 1.0, allowance: Allowance | None = None) -> None:
        self._clock, self._allowance = clock, allowance
        self._per_window = max(1, int(_PER_WINDOW * factor))
        self._windows: dict[tuple[str, str], _Window] = {}
        self._per_second = max(1, int(_PER_SECOND * factor))
        self._all = _Window(self._per_second, 1.0)
        self._closed: dict[tuple[str, str], float] = {}
        self._queue: list[tuple[int, int, asyncio.Event]] = []
        self._numbers = itertools.count()

    async def close(self, lane: str, kind: str, seconds: float) -> None:
        """Take no call of this kind in this lane (``""``: no call at all) for so many seconds: Discord has said so."""
        if self._allowance is not None:
            await self._allowance.close(_lane_name(lane, kind) if lane else _ALL, seconds)
        now = self._clock.monotonic()
        self._closed = {key: until for key, until in self._closed.items() if until > now}
        self._closed[(lane, kind if lane else "")] = now + seconds

    def closed(self, lane: str, kind: str) -> float:
        """Return seconds for which calls of this kind are not taken in this lane; 0 if they are."""
        until = max(self._closed.get((lane, kind), 0.0), self._closed.get(("", ""), 0.0))
        return max(0.0, until - self._clock.monotonic())

    async def take(self, lane: str, kind: str, urgency: int) -> None:
        """Wait for a permit to make a call of ``kind`` in ``lane``; smaller ``urgency`` goes first."""
        await self._take_lane(lane, kind)
        ticket = (urgency, next(self._numbers), asyncio.Event())
        heapq.heappush(self._queue, ticket)
        self._queue[0][2].set()
        try:
            while True:
                await ticket[2].wait()
                if self._queue[0] is not ticket:  # a more urgent one has come
                    ticket[2].clear()
                    continue
                wait = self._all.wait(self._clock.monotonic())
                if wait <= 0:
                    break
                await self._clock.sleep(max(wait, 0.005))
            self._all.take(self._clock.monotonic())
        finally:
            if self._queue[0] is ticket:
                heapq.heappop(self._queue)
            else:
                self._queue.remove(ticket)
                heapq.heapify(self._queue)
            if self._queue:
                self._queue[0][2].set()
        await self._take_of_all(lane, kind)

    async def _take_of_all(self, lane: str, kind: str) -> None:
        """Wait until the other workers leave room for this call."""
        if self._allowance is None:
            return
        lanes: list[tuple[str, int, float]] = [(_ALL, self._per_second, 1.0)]
        if kind != FREE:
            lanes.append((_lane_name(lane, kind), self._per_window, _WINDOW))
        while (wait := await self._allowance.take(lanes)) > 0:
            await self._clock.sleep(wait)

    async def _take_lane(self, lane: str, kind: str) -> None:
        if kind == FREE:
            return
        key = (lane, kind)
        while True:
            window = self._windows.setdefault(key, _Window(self._per_window, _WINDOW))
            wait = window.wait(self._clock.monotonic())
            if wait <= 0:
                break
            await self._clock.sleep(wait)
        window.take(self._clock.monotonic())
        self._forget_idle()

    def _forget_idle(self) -> None:
        if len(self._windows) > 1000:
            now = self._clock.monotonic()
            self._windows = {key: one for key, one in self._windows.items() if not one.is_idle(now)}
