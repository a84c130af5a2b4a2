"""What waits to be sent: one lane a chat, in each lane the latest state of each thing, hands before public posts.

Invariants: in one lane one post is under way at a time, so what a chat sees never goes backwards; a post put in
while another with its key waits takes that one's place (`Post.instead_of` keeps what must not be lost); a lane that
must wait never holds up another.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

import structlog

from bot.frontends.telegram.outgoing.pace import Pace, chat_lane
from bot.session.port.protocols import Clock
from bot.session.port.workers import Allowance

__all__ = ["Later", "Outbox", "Post"]

_log = structlog.get_logger(__name__)

MOST_ATTEMPTS: Final = 10
MOST_WAITING: Final = 40
"""Posts in one lane. Further ones push out the oldest sentences, which nobody would read any more; never a table or hand."""
FOLLOW_SECONDS: Final = 1.0
"""Seconds that the public post of a table waits at most for the hands that were sent just before it."""
_LONGEST_BACKOFF: Final = 30.0


class Later(Exception):
    """Not now. ``seconds`` to wait (``None``: longer with each attempt); ``lane``: the whole chat has to wait."""

    def __init__(self, seconds: float | None = None, *, lane: bool = False) -> None:
        super().__init__()
        self.seconds = seconds
        self.lane = lane


class Post(Protocol):
    """Something to be sent to one chat."""

    @property
    def lane(self) -> int:
        """The chat's id."""
        ...

    @property
    def key(self) -> Hashable:
        """What it shows: of two posts in one lane with the same key only the later one is sent."""
        ...

    @property
    def handicap(self) -> float:
        """Seconds by which it is put back in the queue, as if it had been put in so much later; negative: put forward."""
        ...

    @property
    def counts(self) -> bool:
        """Whether the platform counts it among the chat's messages: posts and edits, not removals."""
        ...

    @property
    def lasting(self) -> bool:
        """Whether it must arrive, as the state of a table or a hand must: it is never pushed out of a full lane."""
        ...

    @property
    def leads(self) -> Hashable | None:
        """The target whose posts wait while this one is under way: a hand names its table. ``None``: nothing waits for it."""
        ...

    @property
    def follows(self) -> Hashable | None:
        """The target for whose leading posts it waits, ``FOLLOW_SECONDS`` at most; ``None``: it waits for nothing.

        So everybody has read their new hand when the group sees who is to play.
        """
        ...

    @property
    def urgent(self) -> bool:
        """Whether it is sent at once, though an earlier attempt with the same key has failed and waits to be repeated."""
        ...

    def instead_of(self, earlier: Post) -> Post:
        """Return the post that stands for both, this one being the newer."""
        ...

    async def send(self) -> None:
        """Send it, or raise ``Later``. Any other exception drops the post."""
        ...


@dataclass(slots=True)
class _Entry:
    post: Post
    order: float
    ready_at: float = 0.0
    attempts: int = 0
    key: Hashable = None
    """The post's when it was placed: a group that moves meanwhile gives its posts other keys."""


@dataclass(slots=True)
class _Lane:
    chat: int
    waiting: dict[Hashable, _Entry] = field(default_factory=dict)
    blocked_until: float = 0.0
    busy: bool = False


class Outbox:
    """Sends posts as the pace permits. ``run`` is its one task; what it starts it also ends.

    ``allowance``: what all workers may send together; ``None`` where there are no others.
    """

    def __init__(self, pace: Pace, clock: Clock, allowance: Allowance | None = None) -> None:
        self._allowance = allowance
        self._pace = pace
        self._clock = clock
        self._lanes: dict[int, _Lane] = {}
        self._wake = asyncio.Event()
        self._under_way: set[asyncio.Task[None]] = set()
        self._uncounted = 0
        """Waiting posts that no rate holds back."""
        self._leading: dict[int, tuple[Hashable, float]] = {}
        """By chat: the target that a post under way leads, and when that post left."""
        self._idle = asyncio.Event()
        self._idle.set()
        self.sent = 0
        self.replaced = 0

    @property
    def waiting(self) -> int:
        """How many posts have not left yet."""
        return sum(len(lane.waiting) for lane in self._lanes.values())

    def put(self, post: Post) -> None:
        """Queue a post; returns at once."""
        self._insert(_Entry(post, self._clock.monotonic() + post.handicap))
        self._idle.clear()
        self._wake.set()

    def drop_lane(self, chat: int) -> None:
        """Forget what waits for a chat that cannot be written to."""
        lane = self._lanes.get(chat)
        if lane is not None:
            for key in list(lane.waiting):
                self._take(lane, key)
            self._settle(lane)

    def drop(self, unwanted: Callable[[Hashable], bool]) -> None:
        """Forget what waits under such keys."""
        for lane in list(self._lanes.values()):
            found = [key for key in lane.waiting if unwanted(key)]
            for key in found:
                self._take(lane, key)
            if found:
                self._settle(lane)

    async def run(self) -> None:
        """Send until cancelled."""
        try:
            while True:
                self._wake.clear()
                wait = self._start_ready()
                await self._pause(wait)
        finally:
            for task in self._under_way:
                task.cancel()
            await asyncio.gather(*self._under_way, return_exceptions=True)

    async def drained(self) -> None:
        """Wait until nothing waits and nothing is under way."""
        await self._idle.wait()

    # --- inside

    def _place(self, lane: _Lane, entry: _Entry) -> None:
        entry.key = entry.post.key
        lane.waiting[entry.key] = entry
        self._uncounted += not entry.post.counts

    def _take(self, lane: _Lane, key: Hashable) -> None:
        self._uncounted -= not lane.waiting.pop(key).post.counts

    def _replace(self, entry: _Entry, post: Post) -> None:
        """Let an entry send another post than it has."""
        self._uncounted += entry.post.counts - post.counts
        entry.post = post

    def _insert(self, entry: _Entry) -> None:
        """Put a new entry in, in the place of an older one with its key."""
        lane = self._lanes.setdefault(entry.post.lane, _Lane(entry.post.lane))
        older = lane.waiting.get(entry.post.key)
        if older is None:
            self._place(lane, entry)
            self._make_room(lane)
            return
        self.replaced += 1
        self._replace(older, entry.post.instead_of(older.post))
        older.order = min(older.order, entry.order)
        if entry.post.urgent:
            older.ready_at = 0.0

    def _put_back(self, entry: _Entry) -> None:
        """Put an entry back that could not be sent; what has come in meanwhile is newer."""
        lane = self._lanes.setdefault(entry.post.lane, _Lane(entry.post.lane))
        newer = lane.waiting.get(entry.post.key)
        if newer is None:
            self._place(lane, entry)
            return
        self.replaced += 1
        if not newer.post.urgent:
            newer.ready_at = entry.ready_at
        self._replace(newer, newer.post.instead_of(entry.post))
        newer.order = min(newer.order, entry.order)

    def _make_room(self, lane: _Lane) -> None:
        if len(lane.waiting) <= MOST_WAITING:
            return
        passing = [(entry.order, key) for key, entry in lane.waiting.items() if not entry.post.lasting]
        if passing:
            self._take(lane, min(passing, key=lambda pair: pair[0])[1])
            _log.warning("telegram.outbox.full", chat=lane.chat)

    def _start_ready(self) -> float:
        """Start everything that may leave now; return the seconds until something else may (infinite: nothing waits)."""
        now = self._clock.monotonic()
        led = self._led(now)
        ready, wake_at = self._ready(now, led)
        for lane, entry in ready:
            if lane.busy:
                continue  # another has just left there; this is asked again when it has arrived
            at = now if entry.post.follows is None else led.get(entry.post.follows, now)
            if entry.post.counts:
                at = max(at, self._pace.any_at(now))
            if at > now:
                wake_at = min(wake_at, at)
                continue
            self._start(lane, entry, now)
            if entry.post.leads is not None:
                led[entry.post.leads] = now + FOLLOW_SECONDS
        return wake_at - now

    def _start(self, lane: _Lane, entry: _Entry, now: float) -> None:
        self._take(lane, entry.key)
        lane.busy = True
        if entry.post.leads is not None:
            self._leading[lane.chat] = (entry.post.leads, now)
        if entry.post.counts:
            self._pace.leaves(lane.chat, now)
        task = asyncio.create_task(self._send(lane, entry), name=f"telegram outbox {lane.chat}")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def _ready(self, now: float, led: Mapping[Hashable, float]) -> tuple[list[tuple[_Lane, _Entry]], float]:
        """Return the posts that nothing holds back but each other, in their order, and when one of the others may leave."""
        any_at = self._pace.any_at(now)
        if any_at > now and not self._uncounted:
            return [], any_at  # under load this is asked at every turn: do not go through all lanes
        ready: list[tuple[_Lane, _Entry]] = []
        wake_at = math.inf
        for lane in self._lanes.values():
            if lane.busy or not lane.waiting:
                continue
            chat_at = self._pace.chat_at(lane.chat, now)
            for entry in lane.waiting.values():
                at = max(lane.blocked_until, entry.ready_at, now)
                if led and entry.post.follows is not None:
                    at = max(at, led.get(entry.post.follows, now))
                if entry.post.counts:
                    at = max(at, chat_at, any_at)
                if at > now:
                    wake_at = min(wake_at, at)
                else:
                    ready.append((lane, entry))
        ready.sort(key=lambda found: found[1].order)
        return ready, wake_at

    def _led(self, now: float) -> dict[Hashable, float]:
        """Return until when posts wait for those under way that lead their target, by target."""
        led: dict[Hashable, float] = {}
        for target, at in self._leading.values():
            led[target] = max(led.get(target, now), at + FOLLOW_SECONDS)
        return led

    async def _send(self, lane: _Lane, entry: _Entry) -> None:
        try:
            if await self._is_granted(lane, entry):
                await entry.post.send()
                self.sent += 1
        except Later as later:
            self._postpone(lane, entry, later)
            if self._allowance is not None and later.lane and later.seconds is not None:
                await self._allowance.close(chat_lane(lane.chat), later.seconds)
        except Exception as error:
            # A post that breaks must not end the outbox. Types alone are logged: a text or a key might quote a hand.
            post, kind = type(entry.post).__name__, type(error).__name__
            _log.error("telegram.outbox.failed", chat=lane.chat, post=post, error=kind)
        finally:
            if entry.post.counts:
                # The platform counts from when it has the message, and a slow call may arrive close to the next one.
                self._pace.arrived(lane.chat, self._clock.monotonic())
            lane.busy = False
            self._leading.pop(lane.chat, None)
            self._settle(lane)
            self._wake.set()

    async def _is_granted(self, lane: _Lane, entry: _Entry) -> bool:
        """Tell whether a post may leave as far as the other workers are concerned; if not, it waits here for its turn."""
        if self._allowance is None or not entry.post.counts:
            return True
        wait = await self._allowance.take(self._pace.lanes(lane.chat))
        if wait > 0:
            lane.blocked_until = max(lane.blocked_until, self._clock.monotonic() + wait)
            self._put_back(entry)
        return wait <= 0

    def _postpone(self, lane: _Lane, entry: _Entry, later: Later) -> None:
        entry.attempts += 1
        if later.lane and later.seconds is not None:
            lane.blocked_until = max(lane.blocked_until, self._clock.monotonic() + later.seconds)
            self._put_back(entry)
            return
        if entry.attempts >= MOST_ATTEMPTS:
            _log.warning("telegram.outbox.given_up", chat=lane.chat, post=type(entry.post).__name__)
            return
        seconds = min(_LONGEST_BACKOFF, 2.0 ** (entry.attempts - 1)) if later.seconds is None else later.seconds
        entry.ready_at = self._clock.monotonic() + seconds
        self._put_back(entry)

    def _settle(self, lane: _Lane) -> None:
        if not lane.waiting and not lane.busy and lane.blocked_until <= self._clock.monotonic():
            self._lanes.pop(lane.chat, None)
        if not any(each.waiting or each.busy for each in self._lanes.values()):
            self._idle.set()

    async def _pause(self, seconds: float) -> None:
        """Wait so many seconds, or until a post has been put in."""
        if math.isinf(seconds) or self._wake.is_set():
            await self._wake.wait()
            return
        waits = [asyncio.create_task(self._woken()), asyncio.create_task(self._clock.sleep(seconds))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def _woken(self) -> None:
        await self._wake.wait()
