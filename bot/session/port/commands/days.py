"""Commands for games over days: where it is my turn."""

from __future__ import annotations

from dataclasses import dataclass

from bot.session.port.commands.record import Command, Typed, command

__all__ = ["Turns"]


@command("Y", Typed("turns", ("轮到我", "待办"), menu=145), private=True, personal=True, sheet=True)
@dataclass(frozen=True, slots=True)
class Turns(Command):
    """At which tables it is my turn, in all places."""
