"""How long each awaited person still has.

Every awaited seat has a clock of its own. It runs from the moment in which the question became theirs and stands still
while the table is held (not shown yet after a restart) or while the process is not getting on. Times are monotonic
seconds of the session's clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["HEARTBEAT", "Clocks", "Due", "Running"]

HEARTBEAT = 5.0
"""Seconds between two writings of the remaining times."""
STALL = 10.0
"""If the process did not get round to its clocks for longer than this, the pause is nobody's time."""


@dataclass(slots=True)
class Running:
    """One seat's clock. ``left`` seconds were left at ``since``; ``since`` ``None``: it stands still."""

    question: str
    total: float
    left: float
    since: float | None
    reminded: bool = False
    called: bool = False
    """Its end has been announced to the table's mailbox."""

    def remaining(self, now: float) -> float:
        """Seconds left, not below 0."""
        return self.left if self.since is None else max(0.0, self.left - (now - self.since))


@dataclass(frozen=True, slots=True)
class Due:
    """Something is to be done: ``half`` (remind) or ``over`` (act in the person's place)."""

    table: int
    seat: int
    question: str
    what: str


class Clocks:
    """All running clocks of all tables."""

    def __init__(self) -> None:
        self._seats: dict[tuple[int, int], Running] = {}
        self._ticked: float | None = None

    def of(self, table: int, seat: int) -> Running | None:
        """A seat's clock, ``None`` if none runs."""
        return self._seats.get((table, seat))

    def arm(self, table: int, seat: int, clock: Running) -> None:
        """Start (or replace) a clock."""
        self._seats[table, seat] = clock

    def disarm(self, table: int, seat: int) -> None:
        """This seat is not waited for any more."""
        self._seats.pop((table, seat), None)

    def hold(self, table: int, seats: int, now: float) -> None:
        """Stop the clocks of a table where they are."""
        for seat in range(seats):
            clock = self._seats.get((table, seat))
            if clock is not None:
                clock.left, clock.since = clock.remaining(now), None

    def release(self, table: int, seats: int, now: float) -> None:
        """Let the clocks of a table run (again)."""
        for seat in range(seats):
            clock = self._seats.get((table, seat))
            if clock is not None and clock.since is None:
                clock.since = now

    def tick(self, now: float) -> Iterator[Due]:
        """What has come due. A stall since the last tick is given back to everybody."""
        passed = 0.0 if self._ticked is None else now - self._ticked
        lost = passed if passed > STALL else 0.0
        self._ticked = now
        for (table, seat), clock in list(self._seats.items()):
            if clock.since is None:
                continue
            if lost and clock.since <= now - lost:
                clock.since += lost
            left = clock.remaining(now)
            if left <= 0 and not clock.called:
                clock.called = True
                yield Due(table, seat, clock.question, "over")
            elif left <= clock.total / 2 and not clock.reminded:
                clock.reminded = True
                yield Due(table, seat, clock.question, "half")

    def beat(self, now: float) -> list[tuple[int, int, float]]:
        """(table, seat, seconds left) of every clock that runs."""
        return [(*key, clock.remaining(now)) for key, clock in self._seats.items() if clock.since is not None]
