"""What waits to be sent: one lane a chat, in each lane the latest state of each thing, hands before public messages.

Invariants: in one lane one thing is under way at a time, so what a chat sees never goes backwards; what is put in while
another with its key waits takes that one's place (``Sending.instead_of`` keeps what must not be lost); a lane that must
wait never holds up another; in a lane that is held (its person is being answered at this moment) nothing starts.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import structlog

from bot.delivery.pace import ANY, CREATE, Lane, Pace
from bot.session.port.protocols import Clock
from bot.session.port.workers import Allowance

__all__ = ["Later", "Outbox", "Sending"]

_log = structlog.get_logger(__name__)

MOST_ATTEMPTS: Final = 10
MOST_WAITING: Final = 40
"""Things in one lane. Further ones push out the oldest sentences, which nobody would read any more; never a table or hand."""
_LONGEST_PAUSE: Final = 60.0


class Later(Exception):
    """Not now: it certainly did not happen (or, ``doubtful``, nobody knows), and may be tried again.

    ``seconds`` to wait (``None``: longer with each attempt). ``kind``: the platform takes no call of that kind in this chat
    for so long (``ANY``: none at all), ``everywhere``: none in any chat. The thing is then looked at again at once: a table
    that may not be edited for an hour may perhaps be posted anew.
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        kind: str | None = None,
        everywhere: bool = False,
        doubtful: bool = False,
    ) -> None:
        super().__init__("later")
        self.seconds, self.kind, self.everywhere, self.doubtful = seconds, kind, everywhere, doubtful


class Sending(Protocol):
    """Something to be sent to one chat: a message, an edit, a removal."""

    @property
    def lane(self) -> Lane:
        """The chat."""
        ...

    @property
    def key(self) -> Hashable:
        """What it shows: of two with the same key in one lane only the later one is sent."""
        ...

    @property
    def kind(self) -> str:
        """Which limit the call counts against, as far as can be known before."""
        return CREATE

    @property
    def handicap(self) -> float:
        """Seconds by which it is put back in the queue, as if it had been put in so much later; negative: put forward."""
        return 0.0

    @property
    def lasting(self) -> bool:
        """Whether it must arrive, as the state of a table or a hand must: it is never pushed out of a full lane."""
        return True

    @property
    def leads(self) -> Hashable | None:
        """The thing that waits while this one is under way: a hand names its table. ``None``: nothing waits for it."""
        return None

    @property
    def follows(self) -> Hashable | None:
        """The thing for whose leaders it waits, ``Limits.follow_seconds`` at most; ``None``: it waits for nothing.

        So everybody has read their new hand when the group sees who is to play.
        """
        return None

    @property
    def urgent(self) -> bool:
        """Whether it is sent at once, though it is in doubt whether an earlier one with the same key has arrived."""
        return False

    def instead_of(self, earlier: Any) -> Sending:
        """Return what stands for both, this being newer than ``earlier``, which waited under the same key."""
        return self

    async def send(self) -> None:
        """Send it, or raise ``Later``. Any other exception drops it."""
        ...


@dataclass(slots=True)
class _Entry:
    sending: Sending
    order: float
    ready_at: float = 0.0
    attempts: int = 0
    in_doubt: bool = False
    key: Hashable = None
    """What it had when it was placed: a group that moves meanwhile gives its messages other keys."""
    counts: bool = True


@dataclass(slots=True)
class _Lane:
    chat: Lane
    waiting: dict[Hashable, _Entry] = field(default_factory=dict)
    blocked_until: float = 0.0
    """Other workers have used up what this chat gets."""
    busy: bool = False
    holds: int = 0


class Outbox:
    """Sends what is put in as the pace permits. ``run`` is its one task; what it starts it also ends. Nothing leaves before
    ``open``.

    ``allowance``: what all workers may send together; ``None`` where there are no others.
    """

    def __init__(self, pace: Pace, clock: Clock, allowance: Allowance | None = None) -> None:
        self._pace, self._clock, self._allowance = pace, clock, allowance
        self._platform = pace.limits.platform
        self._lanes: dict[Lane, _Lane] = {}
        self._opened = asyncio.Event()
        self._wake = asyncio.Event()
        self._under_way: set[asyncio.Task[None]] = set()
        self._busy = 0
        """How many lanes have something under way."""
        self._uncounted = 0
        """Waiting things that no rate holds back."""
        self._leading: dict[Lane, tuple[Hashable, float]] = {}
        """By chat: the thing that one under way leads, and when that left."""
        self._idle = asyncio.Event()
        self._idle.set()
        self.sent = 0
        self.replaced = 0

    @property
    def waiting(self) -> int:
        """How many things have not left yet."""
        return sum(len(lane.waiting) for lane in self._lanes.values())

    def open(self) -> None:
        """Let things leave from now on."""
        self._opened.set()

    def shut(self) -> None:
        """Hold everything back until ``open``: the connection is lost."""
        self._opened.clear()

    def put(self, sending: Sending) -> None:
        """Queue something; returns at once."""
        self._insert(_Entry(sending, self._clock.monotonic() + sending.handicap))
        self._idle.clear()
        self._wake.set()

    def closed(self, chat: Lane, kind: str) -> bool:
        """Tell whether the platform takes no call of this kind in this chat for a while."""
        return self._pace.closed(chat, kind, self._clock.monotonic())

    @asynccontextmanager
    async def held(self, chat: Lane) -> AsyncIterator[None]:
        """Let nothing start in that lane inside the ``async with``; what is under way goes on.

        While a person is being answered, the answer shows their newest panel: sent as well, it would come twice.
        """
        lane = self._lanes.setdefault(chat, _Lane(chat))
        lane.holds += 1
        try:
            yield
        finally:
            lane.holds -= 1
            self._settle(lane)
            self._wake.set()

    def find(self, chat: Lane, key: Hashable) -> Sending | None:
        """Return what waits in a lane under this key."""
        lane = self._lanes.get(chat)
        entry = None if lane is None else lane.waiting.get(key)
        return None if entry is None else entry.sending

    def drop_lane(self, chat: Lane) -> None:
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
                await self._opened.wait()
                self._wake.clear()
                await self._pause(self._start_ready())
        finally:
            for task in self._under_way:
                task.cancel()
            await asyncio.gather(*self._under_way, return_exceptions=True)

    async def drained(self) -> None:
        """Wait until nothing waits and nothing is under way."""
        await self._idle.wait()

    # -- what waits

    def _place(self, lane: _Lane, entry: _Entry) -> None:
        entry.key, entry.counts = entry.sending.key, self._pace.counts(entry.sending.kind)
        lane.waiting[entry.key] = entry
        self._uncounted += not entry.counts

    def _take(self, lane: _Lane, key: Hashable) -> None:
        self._uncounted -= not lane.waiting.pop(key).counts

    def _replace(self, entry: _Entry, sending: Sending) -> None:
        """Let an entry send another thing than it has, at its place among those of its order."""
        self._uncounted -= not entry.counts
        entry.sending, entry.counts = sending, self._pace.counts(sending.kind)
        self._uncounted += not entry.counts

    def _insert(self, entry: _Entry) -> None:
        """Put a new entry in, in the place of an older one with its key."""
        lane = self._lanes.setdefault(entry.sending.lane, _Lane(entry.sending.lane))
        older = lane.waiting.get(entry.sending.key)
        if older is None:
            self._place(lane, entry)
            self._make_room(lane)
            return
        self.replaced += 1
        if entry.sending.urgent or not older.in_doubt:
            older.ready_at, older.attempts = 0.0, 0
        self._replace(older, entry.sending.instead_of(older.sending))
        older.order = min(older.order, entry.order)

    def _put_back(self, entry: _Entry) -> None:
        """Put an entry back that could not be sent; what has come in meanwhile is newer."""
        lane = self._lanes.setdefault(entry.sending.lane, _Lane(entry.sending.lane))
        newer = lane.waiting.get(entry.sending.key)
        if newer is None:
            self._place(lane, entry)
            return
        self.replaced += 1
        newer.attempts, newer.in_doubt = entry.attempts, entry.in_doubt
        if not newer.sending.urgent:
            newer.ready_at = entry.ready_at
        self._replace(newer, newer.sending.instead_of(entry.sending))
        newer.order = min(newer.order, entry.order)

    def _make_room(self, lane: _Lane) -> None:
        if len(lane.waiting) <= MOST_WAITING:
            return
        passing = [(entry.order, key) for key, entry in lane.waiting.items() if not entry.sending.lasting]
        if passing:
            self._take(lane, min(passing, key=lambda pair: pair[0])[1])
            _log.warning(f"{self._platform}.outbox.full", chat=lane.chat)

    def _settle(self, lane: _Lane) -> None:
        at_rest = not (lane.waiting or lane.busy or lane.holds)
        if at_rest and lane.blocked_until <= self._clock.monotonic():
            self._lanes.pop(lane.chat, None)
        if not any(each.waiting or each.busy for each in self._lanes.values()):
            self._idle.set()

    # -- what leaves

    def _start_ready(self) -> float:
        """Start everything that may leave now; return the seconds until something else may (infinite: nothing waits)."""
        now = self._clock.monotonic()
        led = self._led(now)
        ready, wake_at = self._ready(now, led)
        for lane, entry, kind in ready:
            if lane.busy:
                continue  # another has just left there; this is asked again when it has arrived
            if self._busy >= self._pace.limits.at_once:
                break  # asked again when one of them has arrived
            at = now if entry.sending.follows is None else led.get(entry.sending.follows, now)
            if self._pace.counts(kind):
                at = max(at, self._pace.any_at(now))
            if at > now:
                wake_at = min(wake_at, at)
                continue
            self._start(lane, entry, kind, now)
            if entry.sending.leads is not None:
                led[entry.sending.leads] = now + self._pace.limits.follow_seconds
        return wake_at - now

    def _start(self, lane: _Lane, entry: _Entry, kind: str, now: float) -> None:
        lane.busy = True
        self._busy += 1
        if entry.sending.leads is not None:
            self._leading[lane.chat] = (entry.sending.leads, now)
        self._pace.leaves(lane.chat, kind, now)
        task = asyncio.create_task(self._send(lane, entry, kind), name=f"{self._platform} outbox {lane.chat}")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def _ready(self, now: float, led: Mapping[Hashable, float]) -> tuple[list[tuple[_Lane, _Entry, str]], float]:
        """Return what nothing holds back but each other, in its order, each with its kind; and when something else may leave."""
        any_at = self._pace.any_at(now)
        if any_at > now and not self._uncounted:
            return [], any_at  # under load this is asked at every turn: do not go through all lanes
        ready: list[tuple[_Lane, _Entry, str]] = []
        wake_at = math.inf
        for lane in self._lanes.values():
            if lane.busy or lane.holds or not lane.waiting:
                continue
            for entry in lane.waiting.values():
                kind = entry.sending.kind
                at = max(lane.blocked_until, entry.ready_at, self._pace.at(lane.chat, kind, now))
                if led and entry.sending.follows is not None:
                    at = max(at, led.get(entry.sending.follows, now))
                if self._pace.counts(kind):
                    at = max(at, any_at)
                if at > now:
                    wake_at = min(wake_at, at)
                else:
                    ready.append((lane, entry, kind))
        ready.sort(key=lambda found: found[1].order)
        return ready, wake_at

    def _led(self, now: float) -> dict[Hashable, float]:
        """Return until when things wait for those under way that lead them."""
        led: dict[Hashable, float] = {}
        for target, at in self._leading.values():
            led[target] = max(led.get(target, now), at + self._pace.limits.follow_seconds)
        return led

    async def _send(self, lane: _Lane, entry: _Entry, kind: str) -> None:
        try:
            if await self._is_granted(lane, kind) and not lane.holds and lane.waiting.get(entry.key) is entry:
                self._take(lane, entry.key)
                await entry.sending.send()
                self.sent += 1
        except Later as later:
            await self._postpone(lane, entry, later)
        except Exception as error:
            # What breaks must not end the outbox. Types alone are logged: a text or a key might quote a hand.
            sending, broken = type(entry.sending).__name__, type(error).__name__
            _log.error(f"{self._platform}.outbox.failed", chat=lane.chat, sending=sending, error=broken)
        finally:
            self._pace.arrived(lane.chat, kind, self._clock.monotonic())
            lane.busy = False
            self._busy -= 1
            self._leading.pop(lane.chat, None)
            self._settle(lane)
            self._wake.set()

    async def _is_granted(self, lane: _Lane, kind: str) -> bool:
        """Tell whether a call may be made as far as the other workers are concerned; if not, its lane waits for its turn."""
        if self._allowance is None or not (asked := self._pace.lanes(lane.chat, kind)):
            return True
        wait = await self._allowance.take(asked)
        if wait > 0:
            lane.blocked_until = max(lane.blocked_until, self._clock.monotonic() + wait)
        return wait <= 0

    async def _postpone(self, lane: _Lane, entry: _Entry, later: Later) -> None:
        entry.attempts += 1
        now, entry.in_doubt = self._clock.monotonic(), later.doubtful
        if later.kind is not None and later.seconds is not None:
            chat = None if later.everywhere else lane.chat
            self._pace.close(chat, later.kind, now + later.seconds, now)
            self._put_back(entry)
            if self._allowance is not None and (later.everywhere or later.kind == ANY or self._pace.limits.apart):
                await self._allowance.close(self._pace.limits.name(chat, later.kind), later.seconds)
            return
        if entry.attempts >= MOST_ATTEMPTS:
            _log.warning(f"{self._platform}.outbox.given_up", chat=lane.chat, sending=type(entry.sending).__name__)
            return
        usual = min(_LONGEST_PAUSE, 2.0 ** (entry.attempts - 1))
        entry.ready_at = now + (usual if later.seconds is None else later.seconds)
        self._put_back(entry)

    async def _pause(self, seconds: float) -> None:
        """Wait so many seconds, or until something has been put in."""
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
