"""What waits to be sent, and when it may leave: one lane a chat, in each lane the latest state of each thing, hands
before public messages; the platform's rates as data.

Invariants: in one lane one thing is under way at a time, so what a chat sees never goes backwards; what is put in while
another with its key waits takes that one's place (``Sending.instead_of`` keeps what must not be lost); a lane that must
wait never holds up another; in a lane that is held (its person is being answered at this moment) nothing starts."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final, Protocol

import structlog
from structlog.contextvars import bind_contextvars, get_contextvars

from bot.session.port.protocols import Allowance, Clock

__all__ = [
    "ANY", "ASIDE", "CREATE", "EDIT", "FREE", "Calls", "Lane", "Later", "Limits", "Outbox", "Pace", "Rate", "Sending",
]  # fmt: skip

CREATE: Final = "create"
EDIT: Final = "edit"
FREE: Final = "free"
ASIDE: Final = "aside"
"""Kinds of calls; no chat counts a free one (a removal). What is shown aside, to one member of a group alone, has the pace of a
chat for itself."""
_SPARE: Final = "spare"  # Calls that leave where there is room to spare: they take room from no other
ANY: Final = ""  # All kinds of calls, where a platform takes none of them for a while
_IDLE_LANES: Final = 5_000
_SPAN: Final = 30.0  # Seconds over which it is counted how much of what all chats may have is used

Lane = int | str  # A chat, by the platform's own name for it


@dataclass(frozen=True, slots=True)
class Rate:
    """At most ``most`` calls in any ``seconds``."""

    most: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What one platform takes, a little less than it publishes: messages that leave evenly do not arrive evenly.

    ``apart``: posts and edits are counted each by themselves. ``free_counts``: free calls count among those of all chats.
    ``group``: holds besides in the chats that ``is_group`` names; after ``group_easy`` messages in that time each further one
    comes ``group_gap`` seconds after the last. ``at_once``: so many calls are under way together; with more they would
    wait for each other on the wire, where their time limits run. ``follow_seconds``: so long the public message of a table waits
    at most for the hands that were sent just before it, where messages do not all arrive in the order in which they leave.
    """

    platform: str
    everywhere: Rate
    chat: Rate
    apart: bool = False
    free_counts: bool = False
    group: Rate | None = None
    is_group: Callable[[Lane], bool] = lambda lane: False
    group_easy: int = 0
    group_gap: float = 0.0
    at_once: int = 32
    follow_seconds: float = 0.0

    def name(self, lane: Lane | None = None, kind: str = ANY) -> str:
        """The name under which all workers count the calls of a kind to a chat (``None``: to all chats)."""
        if lane is None:
            return self.platform
        bucket = _bucket(self, kind)
        return f"{self.platform}:{lane}" if bucket == ANY else f"{self.platform}:{lane}:{bucket}"


def _bucket(limits: Limits, kind: str) -> str:
    """With which other calls to a chat those of a kind are counted."""
    return kind if limits.apart or kind in (ASIDE, _SPARE) else ANY


class Calls(Counter[tuple[str, str]]):
    """How many calls were made, by method and by the status of their answers: "0" where there was none."""

    def refused(self, method: str, status: int, answer: bytes) -> None:
        """Take note of what a platform says to a call that it refuses."""


class Pace:
    """Tells when the next call may leave. ``factor`` multiplies all rates (``OUTBOX_PACE``; 1.0: the platform's own)."""

    def __init__(self, limits: Limits, factor: float = 1.0) -> None:
        if factor <= 0:
            raise ValueError("the pace must be positive")
        self.limits = limits
        self.uncounted: frozenset[str] = frozenset() if limits.free_counts else frozenset({FREE})
        """Kinds that do not count among the calls to all chats."""
        self._factor = factor
        self._all: deque[float] = deque(maxlen=limits.everywhere.most)
        self.counted = 0
        """How many calls have left that count among those to all chats."""
        self.denied = 0
        """How many could not leave, as other workers had used up what they may send together."""
        self._span, self._share = (0.0, 0), 0.0
        self._sent: dict[tuple[Lane, str], tuple[deque[float], Rate | None]] = {}
        """When the last calls to a chat left, with the rate of a group where it is one."""
        self._closed: dict[tuple[Lane | None, str], float] = {}
        self.is_open = True
        """The platform has refused nothing yet, so nothing is closed anywhere."""

    def any_at(self, now: float) -> float:
        """The earliest time at which a counted call to whatever chat may leave."""
        earliest = max(now, self._closed.get((None, ANY), now))
        full = len(self._all) >= self.limits.everywhere.most
        return max(earliest, self._after(self._all, self.limits.everywhere)) if full else earliest

    def at(self, lane: Lane, kind: str, now: float) -> float:
        """The earliest time at which a call of this kind may leave for this chat, as far as the chat is concerned."""
        limits, earliest = self.limits, max(now, self._until(lane, kind)) if self._closed else now
        known = None if kind == FREE else self._sent.get((lane, _bucket(limits, kind)))
        if known is None:
            return earliest
        sent, group = known
        if group is not None:
            easy = limits.group_easy
            earliest = max(earliest, self._after(sent, group))
            if len(sent) >= easy and sent[-easy] + group.seconds / self._factor > now:
                earliest = max(earliest, sent[-1] + limits.group_gap / self._factor)
        return max(earliest, self._after(sent, limits.chat))

    def spare_at(self, lane: Lane, kind: str, now: float) -> float:
        """When a call may leave for this chat that is to hold up no other: half of each rate stays free."""
        limits, at = self.limits, self.at(lane, kind, now)
        for times, rate in (
            (self._all, limits.everywhere),
            *(
                (known[0], limits.chat)
                for of in (kind, _SPARE)
                if (known := self._sent.get((lane, _bucket(limits, of))))
            ),
        ):
            at = max(at, self._after(times, Rate(rate.most, 2 * rate.seconds)))
        return at

    def share(self, now: float) -> float:
        """How much of what all chats together may have was used of late."""
        since, counted = self._span
        if (passed := now - since) >= _SPAN:
            wanted, most = self.counted + self.denied, self.limits.everywhere.most / self.limits.everywhere.seconds
            self._span, self._share = (now, wanted), (wanted - counted) / (most * self._factor * passed)
        return self._share

    def leaves(self, lane: Lane, kind: str, now: float) -> None:
        """Count a call that leaves now."""
        limits = self.limits
        if kind not in self.uncounted:
            self._all.append(now)
            self.counted += 1
            self.share(now)
        if kind == FREE:
            return
        key = lane, _bucket(limits, kind)
        if key not in self._sent:
            group = limits.group if limits.is_group(lane) and kind not in (ASIDE, _SPARE) else None
            self._sent[key] = deque(maxlen=(group or limits.chat).most), group
        self._sent[key][0].append(now)
        if len(self._sent) > _IDLE_LANES:
            idle = (limits.group or limits.chat).seconds
            self._sent = {key: known for key, known in self._sent.items() if known[0][-1] + idle > now}

    def later(self, now: float, seconds: float) -> float:
        """The moment so many of the platform's own seconds from now."""
        return now + seconds / self._factor

    def arrived(self, lane: Lane, kind: str, now: float) -> None:
        """Count the chat's last call from now: the platform counts from when it had it, and a slow one may come close to the
        next."""
        known = None if kind == FREE else self._sent.get((lane, _bucket(self.limits, kind)))
        if known is not None:
            known[0][-1] = now

    def close(self, lane: Lane | None, kind: str, until: float, now: float) -> None:
        """Let no call of this kind leave for this chat (``None``: for any chat, of whatever kind) before then: the platform has
        said so."""
        self._closed = {key: end for key, end in self._closed.items() if end > now}
        self._closed[lane, ANY if lane is None else kind] = until
        self.is_open = False

    def closed(self, lane: Lane, kind: str, now: float) -> bool:
        """Whether the platform takes no call of this kind in this chat."""
        return self._until(lane, kind) > now

    def lanes(self, lane: Lane, kind: str) -> list[tuple[str, int, float]]:
        """The limits that hold for a call, whichever worker makes it; see ``Allowance``."""
        limits, found = self.limits, list[tuple[str, Rate]]()
        name = limits.name(lane, kind)
        if kind not in self.uncounted:
            found.append((limits.name(), limits.everywhere))
        if kind != FREE:
            found.append((name, limits.chat))
            if limits.group is not None and limits.is_group(lane) and kind not in (ASIDE, _SPARE):
                found.append((f"{name}:minute", limits.group))
        return [(each, rate.most, rate.seconds / self._factor) for each, rate in found]

    # -- inside
    def _until(self, lane: Lane, kind: str) -> float:
        return max(self._closed.get(key, 0.0) for key in ((None, ANY), (lane, ANY), (lane, kind)))

    def _after(self, times: deque[float], rate: Rate) -> float:
        """When so many seconds have gone since the last calls that fill a rate."""
        return times[-rate.most] + rate.seconds / self._factor if len(times) >= rate.most else 0.0


_log = structlog.get_logger(__name__)

MOST_ATTEMPTS: Final = 10
MOST_WAITING: Final = 40
"""Things in one lane. Further ones push out the oldest sentences, which nobody would read any more; never a table or hand."""
_LONGEST_PAUSE: Final = 60.0
_ORDER: Final = attrgetter("order")


class Later(Exception):
    """Not now: it certainly did not happen (or, ``doubtful``, nobody knows), and may be tried again. ``seconds`` to
    wait (``None``: longer with each attempt). ``kind``: the platform takes no call of that kind in this chat for so
    long (``ANY``: none at all), ``everywhere``: none in any chat. The thing is then looked at again at once: a table
    that may not be edited for an hour may perhaps be posted anew."""

    def __init__(
        self, seconds: float | None = None, *, kind: str | None = None, everywhere: bool = False, doubtful: bool = False
    ) -> None:
        super().__init__("later")
        self.seconds, self.kind, self.everywhere, self.doubtful = seconds, kind, everywhere, doubtful


class Sending(Protocol):
    """Something to be sent to one chat: a message, an edit, a removal."""

    @property
    def lane(self) -> Lane: ...

    @property
    def key(self) -> Hashable:
        """What it shows: of two with the same key in one lane only the later one is sent."""

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
        """The thing for whose leaders it waits, ``Limits.follow_seconds`` at most; ``None``: it waits for nothing. So
        everybody has read their new hand when the group sees who is to play."""
        return None

    @property
    def urgent(self) -> bool:
        """Whether it is sent at once, though it is in doubt whether an earlier one with the same key has arrived."""
        return False

    @property
    def lull(self) -> float:
        """Seconds, at the platform's own pace, that it waits for a later one to take its place. Then it leaves where there is
        room to spare: it is the first to wait under load, and no other waits for it. 0.0: nothing of that."""
        return 0.0

    @property
    def soon(self) -> float:
        """Seconds in which a later one is expected: what may wait (``lull``) waits for it, three times as long at most."""
        return 0.0

    def instead_of(self, earlier: Any) -> Sending:
        """What stands for both, this being newer than ``earlier``, which waited under the same key."""
        return self

    async def send(self) -> None:
        """Send it, or raise ``Later``. Any other exception drops it."""


@dataclass(slots=True)
class _Lane:
    chat: Lane
    waiting: dict[Hashable, _Entry] = field(default_factory=dict)
    blocked_until: float = 0.0  # Other workers have used up what this chat gets
    busy: bool = False
    holds: int = 0


@dataclass(slots=True)
class _Entry:
    sending: Sending
    lane: _Lane
    key: Hashable  # What it had when it was placed: a group that moves meanwhile gives its messages other keys
    order: float
    kind: str = CREATE  # What it had when it was looked at
    counts: bool = True  # Whether that kind counts among the calls to all chats
    fresh: bool = False  # It was looked at just now
    stale: bool = False  # Something has come to an end in its lane since it was looked at
    spare: bool = False  # It may leave where there is room to spare alone
    ready_at: float = 0.0
    latest: float = 0.0
    attempts: int = 0
    in_doubt: bool = False
    trace: str | None = None  # What log lines name it by


class Outbox:
    """Sends what is put in as the pace permits. ``run`` is its one task; what it starts it also ends. Nothing leaves
    before ``open``. ``allowance``: what all workers may send together; ``None`` where there are no others."""

    def __init__(self, pace: Pace, clock: Clock, allowance: Allowance | None = None) -> None:
        self._pace, self._clock, self._allowance = pace, clock, allowance
        self._platform = pace.limits.platform
        self._lanes: dict[Lane, _Lane] = {}
        self._opened = asyncio.Event()
        self._wake = asyncio.Event()
        self._under_way: set[asyncio.Task[None]] = set()
        self._busy = 0
        """How many lanes have something under way."""
        self.waiting = 0
        """How many things have not left yet."""
        self._uncounted = 0
        """Those of them that no rate holds back."""
        self._leading: dict[Lane, tuple[Hashable, float]] = {}
        """By chat: the thing that one under way leads, and when that left."""
        self._idle = asyncio.Event()
        self._idle.set()
        self._flushing = False
        """Nothing waits for a later one any more."""
        self.sent = 0
        self.replaced = 0

    def open(self) -> None:
        """Let things leave from now on."""
        self._opened.set()

    def shut(self) -> None:
        """Hold everything back until ``open``: the connection is lost."""
        self._opened.clear()

    def put(self, sending: Sending) -> None:
        """Queue something; returns at once. It takes the place of what waits with its key."""
        now, key, lull = self._clock.monotonic(), sending.key, 0.0 if self._flushing else sending.lull
        order, ready_at = now + sending.handicap, self._pace.later(now, lull) if lull else 0.0
        lane = self._lane(sending.lane)
        older = lane.waiting.get(key)
        if older is None:
            self._place(_Entry(sending, lane, key, order, ready_at=ready_at, latest=self._pace.later(now, 3 * lull)))
            if len(lane.waiting) > MOST_WAITING:
                self._make_room(lane)
        else:
            if sending.urgent or not older.in_doubt:
                older.ready_at, older.attempts = min(older.ready_at, ready_at), 0
                if lull and sending.soon:
                    older.ready_at = min(max(older.ready_at, self._pace.later(now, sending.soon)), older.latest)
            self._replace(older, sending.instead_of(older.sending), order)
        self._idle.clear()
        self._wake.set()

    def closed(self, chat: Lane, kind: str) -> bool:
        """Whether the platform takes no call of this kind in this chat for a while."""
        return not self._pace.is_open and self._pace.closed(chat, kind, self._clock.monotonic())

    def may_post(self, chat: Lane, *, wanted: bool) -> bool:
        """Whether a message is to be posted anew, as far as that is ``wanted`` or an edit is not taken. Where nothing may be
        posted for long an edit far above is better than nothing."""
        if self._pace.is_open:
            return wanted
        return self.closed(chat, EDIT) or (wanted and not self.closed(chat, CREATE))

    def count(self, chat: Lane, kind: str) -> None:
        """Count a call that is made together with one that has just left."""
        self._pace.leaves(chat, kind, self._clock.monotonic())

    @asynccontextmanager
    async def held(self, chat: Lane) -> AsyncIterator[None]:
        """Let nothing start in that lane inside the ``async with``; what is under way goes on. While a person is being
        answered, the answer shows their newest panel: sent as well, it would come twice."""
        lane = self._lane(chat)
        lane.holds += 1
        try:
            yield
        finally:
            lane.holds -= 1
            self._settle(lane)
            self._wake.set()

    def find(self, chat: Lane, key: Hashable) -> Sending | None:
        """What waits in a lane under this key."""
        lane = self._lanes.get(chat)
        entry = None if lane is None else lane.waiting.get(key)
        return None if entry is None else entry.sending

    def drop_lane(self, chat: Lane) -> None:
        """Forget what waits for a chat that cannot be written to."""
        if chat in self._lanes:
            self._drop(self._lanes[chat], lambda _: True)

    def drop(self, unwanted: Callable[[Hashable], bool]) -> None:
        """Forget what waits under such keys."""
        for lane in list(self._lanes.values()):
            self._drop(lane, unwanted)

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
        """Wait until nothing waits and nothing is under way. What waits for a later one to take its place goes at once."""
        for lane in self._lanes.values():
            for entry in lane.waiting.values():
                entry.ready_at, entry.stale = 0.0 if entry.spare and not entry.attempts else entry.ready_at, True
        self._flushing = True
        self._wake.set()
        try:
            await self._idle.wait()
        finally:
            self._flushing = False

    @property
    def counted(self) -> int:
        """How many calls have left that the platform counts for the whole bot."""
        return self._pace.counted

    @property
    def share(self) -> float:
        """How much of what the platform lets this bot send was used of late."""
        return self._pace.share(self._clock.monotonic())

    @property
    def oldest(self) -> float:
        """Seconds since what has waited longest was put in."""
        now = self._clock.monotonic()
        waiting = (entry for lane in self._lanes.values() for entry in lane.waiting.values())
        return max((now - entry.order + entry.sending.handicap for entry in waiting), default=0.0)

    # -- what waits
    def _lane(self, chat: Lane) -> _Lane:
        lane = self._lanes.get(chat)
        if lane is None:
            lane = self._lanes[chat] = _Lane(chat)
        return lane

    def _place(self, entry: _Entry) -> None:
        entry.lane.waiting[entry.key] = entry
        entry.trace = entry.trace or get_contextvars().get("trace")
        self.waiting += 1
        self._uncounted += not entry.counts
        self._look(entry)

    def _take(self, entry: _Entry) -> None:
        del entry.lane.waiting[entry.key]
        self.waiting -= 1
        self._uncounted -= not entry.counts

    def _look(self, entry: _Entry) -> None:
        """See which limit holds for a waiting thing: that is asked only when something may have changed it."""
        counted = entry.counts
        entry.kind, entry.fresh, entry.stale = entry.sending.kind, True, False
        entry.spare = entry.sending.lull > 0 and not self._flushing
        entry.counts = entry.kind not in self._pace.uncounted
        self._uncounted += counted - entry.counts

    def _replace(self, entry: _Entry, sending: Sending, order: float) -> None:
        """Let an entry send another thing than it has, at the earlier of their places."""
        self.replaced += 1
        entry.sending, entry.order = sending, min(entry.order, order)
        entry.trace = get_contextvars().get("trace") or entry.trace
        self._look(entry)

    def _put_back(self, entry: _Entry) -> None:
        """Put an entry back that could not be sent; what has come in meanwhile is newer."""
        entry.lane, entry.key = self._lane(entry.sending.lane), entry.sending.key
        newer = entry.lane.waiting.get(entry.key)
        if newer is None:
            self._place(entry)
            return
        newer.attempts, newer.in_doubt = entry.attempts, entry.in_doubt
        if not newer.sending.urgent:
            newer.ready_at = entry.ready_at
        self._replace(newer, newer.sending.instead_of(entry.sending), entry.order)

    def _make_room(self, lane: _Lane) -> None:
        passing = [entry for entry in lane.waiting.values() if not entry.sending.lasting]
        if passing:
            self._take(min(passing, key=_ORDER))
            _log.warning(f"{self._platform}.outbox.full", chat=lane.chat)

    def _drop(self, lane: _Lane, unwanted: Callable[[Hashable], bool]) -> None:
        found = [entry for key, entry in lane.waiting.items() if unwanted(key)]
        for entry in found:
            self._take(entry)
        if found:
            self._settle(lane)

    def _settle(self, lane: _Lane) -> None:
        """Something has come to an end in a lane: what waits there is to be looked at again."""
        for entry in lane.waiting.values():
            entry.stale = True
        at_rest = not (lane.waiting or lane.busy or lane.holds)
        if at_rest and (not lane.blocked_until or lane.blocked_until <= self._clock.monotonic()):
            self._lanes.pop(lane.chat, None)
        if not self.waiting and not self._busy:
            self._idle.set()

    # -- what leaves
    def _start_ready(self) -> float:
        """Start everything that may leave now; return the seconds until something else may (infinite: nothing waits)."""
        now, pace = self._clock.monotonic(), self._pace
        led = self._led(now)
        ready, wake_at = self._ready(now, led)
        for entry in ready:
            if entry.lane.busy:
                continue  # another has just left there; this is asked again when it has arrived
            if self._busy >= pace.limits.at_once:
                break  # asked again when one of them has arrived
            at = led.get(entry.sending.follows, now) if led else now
            if entry.counts:
                at = max(at, pace.any_at(now))
            if at > now:
                wake_at = min(wake_at, at)
                continue
            leads = entry.sending.leads
            if leads is not None:
                self._leading[entry.lane.chat] = (leads, now)
                led[leads] = now + pace.limits.follow_seconds
            self._start(entry, now)
        return wake_at - now

    def _start(self, entry: _Entry, now: float) -> None:
        chat = entry.lane.chat
        group = self._pace.limits.is_group(chat) and entry.kind != ASIDE
        kind = _SPARE if entry.spare and entry.kind != FREE and not group else entry.kind
        entry.lane.busy = True
        self._busy += 1
        self._pace.leaves(chat, kind, now)
        task = asyncio.create_task(self._send(entry.lane, entry, kind), name=f"{self._platform} outbox {chat}")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def _ready(self, now: float, led: Mapping[Hashable, float]) -> tuple[list[_Entry], float]:
        """What nothing holds back but each other, in its order; and when something else may leave."""
        any_at = self._pace.any_at(now)
        if any_at > now and not self._uncounted:
            return [], any_at  # under load this is asked at every turn: do not go through all lanes
        ready: list[_Entry] = []
        wake_at = math.inf
        for lane in self._lanes.values():
            if lane.busy or lane.holds:
                continue
            for entry in lane.waiting.values():
                at = led.get(entry.sending.follows, now) if led else now
                if at <= now:
                    at = self._at(entry, now, any_at)
                if at > now:
                    wake_at = min(wake_at, at)
                else:
                    ready.append(entry)
        ready.sort(key=_ORDER)
        return ready, wake_at

    def _at(self, entry: _Entry, now: float, any_at: float) -> float:
        """When an entry may leave as far as its chat, its own failures and the calls to all chats are concerned."""
        if entry.stale:
            self._look(entry)
        while True:
            free_at = self._pace.spare_at if entry.spare else self._pace.at
            at = max(entry.lane.blocked_until, entry.ready_at, free_at(entry.lane.chat, entry.kind, now))
            at = max(at, any_at) if entry.counts else at
            if at > now or entry.fresh:
                entry.fresh = False
                return at
            self._look(entry)  # it has waited

    def _led(self, now: float) -> dict[Hashable, float]:
        """Return until when things wait for those under way that lead them."""
        led: dict[Hashable, float] = {}
        for target, at in self._leading.values():
            led[target] = max(led.get(target, now), at + self._pace.limits.follow_seconds)
        return led

    async def _send(self, lane: _Lane, entry: _Entry, kind: str) -> None:
        bind_contextvars(trace=entry.trace)
        began = time.perf_counter()
        try:
            granted = self._allowance is None or await self._is_granted(entry, kind, self._allowance)
            if granted and not lane.holds and lane.waiting.get(entry.key) is entry:
                self._take(entry)
                await entry.sending.send()
                self.sent += 1
                passed = time.perf_counter() - began
                _log.debug(
                    f"{self._platform}.sent", chat=lane.chat, sending=type(entry.sending).__name__, seconds=passed
                )
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

    async def _is_granted(self, entry: _Entry, kind: str, allowance: Allowance) -> bool:
        """Whether a call may be made as far as the other workers are concerned; if not, its lane waits for its turn."""
        lane, asked = entry.lane, self._pace.lanes(entry.lane.chat, kind)
        wait = await allowance.take(asked) if asked else 0.0
        self._pace.denied += wait > 0
        if wait > 0 and kind == _SPARE:
            entry.ready_at = self._clock.monotonic() + wait
        elif wait > 0:
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
        alarm = asyncio.create_task(self._alarm(seconds))
        try:
            await self._wake.wait()
        finally:
            alarm.cancel()
            # What would hide its cancellation would hide our own as well, and nothing ended us then.
            await asyncio.gather(alarm, return_exceptions=True)

    async def _alarm(self, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self._wake.set()
