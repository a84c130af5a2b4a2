"""What waits to be sent, as keys of *what has changed*, not as messages: when a call may be made, the newest state goes out.

Invariants: within a lane (a channel or a person's private chat) one call is under way at a time; a thing marked while
it waits stays one entry; a lane that has to wait or fails never holds up another; a lane that is held (its person is
being answered at this moment) waits until it is let go.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

import structlog

from bot.frontends.discord.outgoing.pace import Pace, Places
from bot.session.port.protocols import Clock

__all__ = ["HAND", "LOW", "PUBLIC", "Later", "Outbox"]

_log = structlog.get_logger(__name__)

HAND: Final = 0
PUBLIC: Final = 1
LOW: Final = 2
"""Urgencies; the smaller goes first: a hand before the table that waits for it, removals when nothing else is due."""

_LONGEST: Final = 60.0
"""Seconds between two attempts at most."""
_MOST_ATTEMPTS: Final = 8

Send = Callable[[Hashable], Awaitable[None]]
Kind = Callable[[Hashable], str]


class Later(Exception):
    """Not now: try this again after ``seconds`` (``None``: longer with each attempt).

    ``kind``: Discord takes no call of that kind in this place for so long; ``everywhere``: no call at all. The entry is
    then looked at again at once: a table that may not be edited for a minute may perhaps be posted anew.
    """

    def __init__(self, seconds: float | None = None, *, kind: str = "", everywhere: bool = False) -> None:
        super().__init__("later")
        self.seconds = seconds
        self.kind = kind
        self.everywhere = everywhere


@dataclass(slots=True)
class _Entry:
    key: Hashable
    urgency: int
    number: int
    attempts: int = 0
    not_before: float = 0.0


@dataclass(slots=True)
class _Lane:
    name: str
    waiting: dict[Hashable, _Entry] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    holds: int = 0
    free: asyncio.Event = field(default_factory=asyncio.Event)
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Outbox:
    """Calls ``send(key)`` for every marked key, as the pace permits; ``kind(key)`` says what sort of call it will be."""

    def __init__(self, pace: Pace, clock: Clock, send: Send, kind: Kind, *, opened: bool = True) -> None:
        self._pace = pace
        self._places = Places()
        self._clock = clock
        self._send = send
        self._kind = kind
        self._lanes: dict[str, _Lane] = {}
        self._numbers = itertools.count()
        self._closed = False
        self._opened = asyncio.Event()
        if opened:
            self._opened.set()
        self._idle = asyncio.Event()
        self._idle.set()

    def open(self) -> None:
        """Start sending; until now everything has waited."""
        self._opened.set()

    def shut(self) -> None:
        """Hold everything back until ``open``: the connection is lost."""
        self._opened.clear()

    @property
    def waiting(self) -> int:
        """How many things have not gone out yet."""
        return sum(len(lane.waiting) for lane in self._lanes.values())

    def mark(self, lane_name: str, key: Hashable, urgency: int = PUBLIC) -> None:
        """Mark ``key`` as having something new to show; returns at once."""
        if self._closed:
            return
        lane = self._lane(lane_name)
        entry = lane.waiting.get(key)
        if entry is None:
            lane.waiting[key] = _Entry(key, urgency, next(self._numbers))
        else:
            entry.urgency = min(entry.urgency, urgency)
            entry.attempts = 0
            entry.not_before = 0.0
        lane.changed.set()
        self._idle.clear()
        if lane.task is None:
            lane.task = asyncio.create_task(self._work(lane), name=f"discord outbox {lane_name}")

    def forget(self, lane_name: str, key: Hashable) -> None:
        """Drop what waits to be sent for ``key``."""
        lane = self._lanes.get(lane_name)
        if lane is not None:
            lane.waiting.pop(key, None)
            lane.changed.set()

    @asynccontextmanager
    async def held(self, lane_name: str) -> AsyncIterator[None]:
        """Let nothing start in that lane inside the ``async with``; what is under way goes on.

        While a person is being answered, the answer shows their newest panel: sent as well, it would come twice.
        """
        lane = self._lane(lane_name)
        lane.holds += 1
        lane.free.clear()
        try:
            yield
        finally:
            lane.holds -= 1
            if not lane.holds:
                lane.free.set()
                self._tidy(lane)

    async def drained(self) -> None:
        """Wait until nothing waits and nothing is under way."""
        await self._idle.wait()

    async def close(self) -> None:
        """Stop sending; what waits is dropped (the tables are shown again at the next start)."""
        self._closed = True
        tasks = [lane.task for lane in self._lanes.values() if lane.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- inside

    def _lane(self, name: str) -> _Lane:
        lane = self._lanes.get(name)
        if lane is None:
            lane = self._lanes[name] = _Lane(name)
            lane.free.set()
        return lane

    def _tidy(self, lane: _Lane) -> None:
        """Forget a lane without work; tell who waits for all of them."""
        if lane.task is None and not lane.waiting and not lane.holds:
            self._lanes.pop(lane.name, None)
        if all(one.task is None for one in self._lanes.values()):
            self._idle.set()

    async def _work(self, lane: _Lane) -> None:
        """Send all that waits in a lane, the most urgent first; the lane's one task."""
        try:
            while lane.waiting:
                await self._opened.wait()
                await lane.free.wait()
                lane.changed.clear()
                entry = min(lane.waiting.values(), key=self._order, default=None)
                if entry is None:
                    break
                wait = entry.not_before - self._clock.monotonic()
                if wait > 0:
                    await self._pause(lane, wait)
                    continue
                kind = self._kind(entry.key)
                closed = self._pace.closed(lane.name, kind)
                if closed > 0:  # for long: whatever else waits here goes first
                    entry.not_before = self._clock.monotonic() + closed
                    continue
                await self._pace.take(lane.name, kind, entry.urgency)
                await self._take_place(lane, entry.urgency)
                try:
                    if lane.waiting.pop(entry.key, None) is not None:
                        await self._attempt(lane, entry)
                finally:
                    self._places.give_back()
        finally:
            lane.task = None
            self._tidy(lane)

    async def _take_place(self, lane: _Lane, urgency: int) -> None:
        """Wait for a place among the calls under way, at a moment at which the lane is not held."""
        await lane.free.wait()
        await self._places.take(urgency)
        while not lane.free.is_set():
            self._places.give_back()
            await lane.free.wait()
            await self._places.take(urgency)

    def _order(self, entry: _Entry) -> tuple[bool, int, float, int]:
        late = entry.not_before > self._clock.monotonic()
        return late, 0 if late else entry.urgency, entry.not_before, entry.number

    async def _pause(self, lane: _Lane, seconds: float) -> None:
        """Wait so many seconds, or until something else is marked in this lane."""
        sleeping = asyncio.ensure_future(self._clock.sleep(seconds))
        changing = asyncio.ensure_future(lane.changed.wait())
        try:
            await asyncio.wait({sleeping, changing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sleeping, changing):
                task.cancel()
            await asyncio.gather(sleeping, changing, return_exceptions=True)

    async def _attempt(self, lane: _Lane, entry: _Entry) -> None:
        try:
            await self._send(entry.key)
        except Later as later:
            if later.kind and later.seconds is not None:
                await self._pace.close("" if later.everywhere else lane.name, later.kind, later.seconds)
                lane.waiting.setdefault(entry.key, entry)
                return
            entry.attempts += 1
            if entry.attempts >= _MOST_ATTEMPTS:
                _log.warning("discord_gave_up", lane=lane.name, attempts=entry.attempts)
                return
            seconds = min(2.0**entry.attempts, _LONGEST) if later.seconds is None else later.seconds
            newer = lane.waiting.get(entry.key)
            if newer is None:
                entry.not_before = self._clock.monotonic() + seconds
                lane.waiting[entry.key] = entry
            else:
                newer.attempts, newer.not_before = entry.attempts, self._clock.monotonic() + seconds
        except Exception as error:
            # The text of an exception may quote what was to be sent; its type is enough.
            _log.error("discord_send_failed", lane=lane.name, error=type(error).__name__)
