"""Commands for games over days: where it is my turn, holidays."""

from __future__ import annotations

from dataclasses import dataclass

from bot.session.port.commands.record import Command, Typed, command

__all__ = ["GoAway", "Turns"]


@command("Y", Typed("turns", ("轮到我", "待办"), menu=148), private=True, personal=True, sheet=True)
@dataclass(frozen=True, slots=True)
class Turns(Command):
    """At which tables it is my turn, in all places."""


@command("Z", private=True, personal=True)
@dataclass(frozen=True, slots=True)
class GoAway(Command):
    """An AI player acts for me at all tables until a day, as it was written; it is typed as /away with a day."""

    until: str = ""
    zone: str = ""
