"""What has been played in a round, to be looked up while it goes on."""

from __future__ import annotations

from dataclasses import dataclass

from bot.session.port.commands.record import TABLE, Command, Typed, command

__all__ = ["PlayedCards", "TurnPlayed"]


@command(
    "M",
    Typed("played", ("出过的牌", "记牌", "记牌器"), menu=115, arguments=(TABLE,)),
    private=True,
    seated=False,
    anywhere=True,
    sheet=True,
)
@dataclass(frozen=True, slots=True)
class PlayedCards(Command):
    """Show the tricks of the round, the newest first, and what is still out."""

    table: int | None = None


@command("Q", private=True, seated=False, sheet=True, paged=True)
@dataclass(frozen=True, slots=True)
class TurnPlayed(Command):
    """Turn to the tricks of ``round`` (``17-3``) from the one numbered ``upto`` (from 0) back; ``None``: to the newest.

    If that round is not on the table any more, the newest tricks of the one that is are shown. ``by`` tells buttons of one
    message apart. ``picture``: what is still out is drawn as well.
    """

    table: int
    round: str = ""
    upto: int | None = None
    by: str = ""
    picture: bool = False
