"""The tricks of a round as people look them up: who laid what, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.present.games import presentation_of
from bot.present.words.events import deed
from bot.present.words.text import name_of, seat_no
from bot.session.port.updates import Player
from games.contract import Act, View

__all__ = ["Trick", "last_finished", "told_by_name", "told_by_seat", "tricks_of"]

Trick = tuple[int, tuple[Act, ...]]
"""The number of a trick, from 0 (-1: before the play), and its deeds in order."""
_MOST: Final = 4
"""The most plays of a trick that one line tells, the latest."""


def tricks_of(view: View) -> tuple[Trick, ...]:
    """Return the tricks of a round, the one in play included, oldest first: what was laid, as who is not named has passed.
    Before the play all is told but that somebody declines.
    """
    found: dict[int, list[Act]] = {}
    for act in view.acts:
        if act.cards if act.trick >= 0 else act.cards or act.verb != "decline":
            found.setdefault(act.trick, []).append(act)
    return tuple((number, tuple(acts)) for number, acts in sorted(found.items()))


def in_play(view: View, trick: Trick) -> bool:
    """Tell whether a trick is not over yet."""
    if view.phase == "over" or view.standing is None or trick[0] < 0:
        return False
    return all(act.trick <= trick[0] for act in view.acts)


def winner(view: View, trick: Trick) -> Act | None:
    """Return the play that won a trick; ``None`` while it is on."""
    if trick[0] < 0 or in_play(view, trick):
        return None
    return presentation_of(view.game).winning(trick[1])


def last_finished(view: View) -> Trick | None:
    """Return the latest trick that is over and no longer lies on the table."""
    over = [trick for trick in tricks_of(view) if trick[0] >= 0 and winner(view, trick) is not None]
    return over[-1] if over else None


def told_by_seat(view: View, trick: Trick, language: str) -> str:
    """Say a trick in one line, by the numbers of seats: ``3 pair 5 → 1 pair 9``; the last plays of a long one."""
    said = [f"{seat_no(act.seat)}. {deed(view.game, act, language)}" for act in trick[1][-_MOST:]]
    return ("⋯ → " if len(trick[1]) > _MOST else "") + " → ".join(said)


def told_by_name(view: View, trick: Trick, players: Sequence[Player], language: str) -> list[tuple[str, bool]]:
    """Say each deed of a trick with the name of who did it, and whether it won the trick."""
    won = winner(view, trick)
    return [
        (f"{name_of(players, act.seat, language)} {deed(view.game, act, language)}", act is won) for act in trick[1]
    ]
