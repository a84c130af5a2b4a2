"""How long each awaited person still has, and how long a vote is open.

Every awaited seat has a clock of its own. It runs from the moment in which the question became theirs and stands still
while the table is held (not shown yet after a restart) or while the process is not getting on. Times are seconds of
``Uptime``, never those of the wall clock, which may jump."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.session.people.quiet import QuietHours
from bot.session.port.protocols import Clock
from bot.session.port.updates import SLOW, ClocksShown
from bot.session.state.book import Book

__all__ = [
    "DEAL_SECONDS", "HEARTBEAT", "LOBBY", "LOBBY_SECONDS", "VOTE", "VOTE_SECONDS", "Clocks", "Due", "Running",
    "Uptime", "Wall",
]  # fmt: skip

HEARTBEAT = 5.0  # Seconds between two writings of the remaining times

STALL = 10.0  # If the process did not get round to its clocks for longer than this, the pause is nobody's time

_LAST: Final = 600.0
"""At a slow table the last reminder comes with an eighth of the time left, at least with so many seconds."""

JUMP: Final = 60.0  # If the wall clock goes so many seconds more or less than time does, it has been set

DOUBT: Final = 600.0  # So many seconds after that it is not trusted

VOTE_SECONDS: Final = 60.0  # So long a vote is open

VOTE: Final = -1  # In place of a seat: the clock of the table's vote

LOBBY: Final = -2  # In place of a seat: the time before the first deal

LOBBY_SECONDS: Final = 600.0  # So long people may come at first

DEAL_SECONDS: Final = 10.0  # So long after its last seat was taken a table is dealt by itself


class Uptime:
    """Seconds in which the process has been getting on. What nobody lived through is left out: a machine that was
    suspended, a process that was stopped. The wall clock has no say."""

    def __init__(self) -> None:
        self._sum = 0.0
        self._looked: float | None = None

    def look(self, now: float) -> float:
        """The regular look at the time; ``now`` in monotonic seconds."""
        self._sum = self.at(now)
        self._looked = now
        return self._sum

    def at(self, now: float) -> float:
        passed = 0.0 if self._looked is None else now - self._looked
        return self._sum + (passed if 0 <= passed <= STALL else 0.0)


class Wall:
    """The time of day, which somebody may set and which stands still in a machine that sleeps. After it has gone
    otherwise than time itself nobody knows yet which of both was wrong. For a while it is ``doubted``: what goes by the
    hour waits, and two times of day are possible."""

    def __init__(self) -> None:
        self._shown: tuple[float, float] | None = None
        self._shift = 0.0
        self._until = 0.0

    def look(self, wall: float, now: float, uptime: float) -> None:
        if self._shown is not None:
            moved = wall - self._shown[0] - (now - self._shown[1])
            if abs(moved) > JUMP:
                self._shift = self._shift + moved if uptime < self._until else moved
                self._until = uptime + DOUBT
        self._shown = wall, now

    def doubted(self, uptime: float) -> bool:
        """Whether it has been set not long ago."""
        return uptime < self._until

    def times(self, wall: float, uptime: float) -> tuple[float, ...]:
        """What the time may be, while the wall clock says ``wall``."""
        return (wall, wall - self._shift) if self.doubted(uptime) else (wall,)


@dataclass(slots=True)
class Running:
    """One clock. ``left`` seconds were left at ``since``; ``since`` ``None``: it stands still."""

    question: str
    total: float
    left: float
    since: float | None
    reminders: tuple[float, ...] = ()  # So many seconds before the end a reminder is due each time, the next one first
    unseen: bool = True  # Nobody has been shown the question yet
    called: bool = False  # Its end has been announced to the table's mailbox

    def remaining(self, now: float) -> float:
        """Return seconds left, not below 0."""
        return self.left if self.since is None else max(0.0, self.left - (now - self.since))

    def seen(self, now: float) -> None:
        """Note that the question is before the person's eyes. A reminder comes when half of the time that is left then is over;
        whoever sees it with less than half of the whole time left has been reminded by that. Where there are hours, one
        comes before the end as well."""
        left, self.unseen = self.remaining(now), False
        half = (left / 2,) if left > self.total / 2 else ()
        last = (max(_LAST, self.total / 8),) if self.total >= SLOW else ()
        self.reminders = tuple(at for at in (*half, *last) if at < left)


@dataclass(frozen=True, slots=True)
class Due:
    """Something is to be done: ``remind``, or act in the person's place as their time is ``over``."""

    table: int
    seat: int
    question: str
    what: str


class Clocks:
    """All running clocks of all tables, the time that they go by, and the time of day."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._watch = Uptime()
        self._wall = Wall()
        self._tables: dict[int, dict[int, Running]] = {}

    def look(self) -> float:
        """Take the regular look at both times; returns the uptime."""
        now = self._clock.monotonic()
        uptime = self._watch.look(now)
        self._wall.look(self._clock.now(), now, uptime)
        return uptime

    def uptime(self) -> float:
        """Seconds in which the process has been getting on."""
        return self._watch.at(self._clock.monotonic())

    # -- by the time of day

    def day_is_doubted(self) -> bool:
        """Whether the time of day has been set not long ago."""
        return self._wall.doubted(self.uptime())

    def may_be_in(self, hours: QuietHours) -> bool:
        """Whether the time of day may be one of these hours."""
        return any(hours.holds(at) for at in self._wall.times(self._clock.now(), self.uptime()))

    # -- what is left of a table's time

    def shown(self, book: Book) -> ClocksShown:
        now, wall = self.uptime(), self._clock.now()
        each = 60 if book.slow else 1  # what is told of hours does not change with every tick
        left, due, clocks = dict[int, int](), dict[int, int](), self._tables.get(book.id, {})
        for seat in [entry.seat for entry in book.awaited] or book.missing:
            if (clock := clocks.get(seat)) is not None:
                remaining = clock.remaining(now)
                left[seat] = round(remaining)
                if clock.since is not None:
                    due[seat] = round((wall + remaining) / each) * each
        return ClocksShown(left, due)

    def seconds_left(self, book: Book) -> Mapping[int, int]:
        """Whole seconds left by seat, for those whose clock is on."""
        return self.shown(book).seconds_left

    def lobby_ends(self, table: int) -> int:
        running = self.of(table, LOBBY)
        return 0 if running is None else round(self._clock.now() + running.remaining(self.uptime()))

    def vote_seconds(self, table: int) -> int:
        """Whole seconds for which the table's vote is open, or would be if it began now."""
        vote = self.of(table, VOTE)
        return round(VOTE_SECONDS if vote is None else vote.remaining(self.uptime()))

    # -- one clock

    def of(self, table: int, seat: int) -> Running | None:
        return self._tables.get(table, {}).get(seat)

    def arm(self, table: int, seat: int, clock: Running) -> None:
        self._tables.setdefault(table, {})[seat] = clock

    def disarm(self, table: int, seat: int) -> None:
        """Stop the clock of a seat that is not waited for any more."""
        clocks = self._tables.get(table, {})
        clocks.pop(seat, None)
        if not clocks:
            self._tables.pop(table, None)

    def drop(self, table: int) -> None:
        for seat in list(self._tables.get(table, ())):
            self.disarm(table, seat)

    def seen(self, table: int, seat: int, now: float) -> None:
        """Note that the person has been shown what their seat is asked."""
        clock = self.of(table, seat)
        if clock is not None and clock.unseen:
            clock.seen(now)

    def hold(self, table: int, now: float) -> None:
        for clock in self._tables.get(table, {}).values():
            clock.left, clock.since = clock.remaining(now), None

    def release(self, table: int, now: float) -> None:
        for clock in self._tables.get(table, {}).values():
            if clock.since is None:
                clock.since = now

    def tick(self, now: float) -> Iterator[Due]:
        for table, clocks in list(self._tables.items()):
            for seat, clock in list(clocks.items()):
                if clock.since is None:
                    continue
                left = clock.remaining(now)
                if left <= 0 and not clock.called:
                    clock.called = True
                    yield Due(table, seat, clock.question, "over")
                elif clock.reminders and left <= clock.reminders[0]:
                    clock.reminders = tuple(at for at in clock.reminders if at < left)
                    yield Due(table, seat, clock.question, "remind")

    def call_again(self, due: Due) -> None:
        """Announce once more with the next tick what was due and could not be done."""
        clock = self.of(due.table, due.seat)
        if clock is not None and clock.question == due.question:
            clock.called = False

    def remaining(self, now: float) -> dict[int, dict[int, float]]:
        """The seconds left of every person's clock that runs, by table and seat."""
        left = {
            table: {
                seat: clock.remaining(now) for seat, clock in clocks.items() if clock.since is not None and seat >= 0
            }
            for table, clocks in self._tables.items()
        }
        return {table: seats for table, seats in left.items() if seats}
