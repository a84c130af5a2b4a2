"""What a change may use of the session besides its draft: people, chance and time. No table can be reached from here."""

from __future__ import annotations

from typing import Protocol

from bot.session.port.metrics import Meter
from bot.session.port.protocols import Clock
from bot.session.state.dice import DiceFactory
from bot.session.tables.clocks import Clocks
from bot.session.tables.people import People
from bot.session.tables.reach import Reach

__all__ = ["Surroundings", "TableSettings"]


class TableSettings(Protocol):
    """The settings that a table follows."""

    @property
    def seed(self) -> int | None:
        """Makes deals reproducible."""
        ...


class Surroundings(Protocol):
    """``Session``, as the handler of a command sees it."""

    @property
    def people(self) -> People:
        """Who people are."""
        ...

    @property
    def reach(self) -> Reach:
        """Who can be shown a hand."""
        ...

    @property
    def clock(self) -> Clock:
        """The clock on the wall."""
        ...

    @property
    def clocks(self) -> Clocks:
        """The time that players have left."""
        ...

    @property
    def dice(self) -> DiceFactory | None:
        """Reproducible dice, if there are any."""
        ...

    @property
    def meter(self) -> Meter:
        """Counts for the host."""
        ...

    @property
    def settings(self) -> TableSettings:
        """How the host has set up the session."""
        ...

    def uptime(self) -> float:
        """Seconds in which the process has been getting on."""
        ...

    def vote_seconds(self, table: int) -> int:
        """Whole seconds for which the table's vote is open, or would be if it began now."""
        ...
