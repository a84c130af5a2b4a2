"""The tricks of a round as people look them up: who laid what, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.present.games import presentation_of
from bot.present.words.events import deed
from bot.present.words.text import name_of
from bot.session.port.updates import Player
from games.contract import Act, View
from games.kit.history import LAID

__all__ = ["FinalPlay", "Trick", "final_plays", "last_finished", "told", "told_by_name", "tricks_of"]

Trick = tuple[int, tuple[Act, ...]]
"""The number of a trick, from 0 (-1: before the play), and its deeds in order."""
_MOST: Final = 4
"""The most plays of a trick that one line tells, the latest."""
_LAST: Final = 6
"""So many plays are told at the end of a round; of more the latest."""


class FinalPlay(NamedTuple):
    """What was laid at the end of a round; ``won``: the last trick; ``alone``: after it, by the rules themselves, as the rest of
    a hand."""

    act: Act
    won: bool
    alone: bool


def tricks_of(view: View) -> tuple[Trick, ...]:
    """The tricks of a round, the one in play included, oldest first: what was laid, as who is not named has passed.
    Before the play all is told but that somebody declines.
    """
    found: dict[int, list[Act]] = {}
    for act in view.acts:
        if act.cards if act.trick >= 0 else act.cards or act.verb != "decline":
            found.setdefault(act.trick, []).append(act)
    return tuple((number, tuple(acts)) for number, acts in sorted(found.items()))


def in_play(view: View, trick: Trick) -> bool:
    """Whether a trick is not over yet."""
    if view.phase == "over" or view.standing is None or trick[0] < 0:
        return False
    return all(act.trick <= trick[0] for act in view.acts)


def winner(view: View, trick: Trick) -> Act | None:
    """The play that won a trick; ``None`` while it is on."""
    if trick[0] < 0 or in_play(view, trick):
        return None
    return presentation_of(view.game).winning(trick[1])


def last_finished(view: View) -> Trick | None:
    """The latest trick that is over and no longer lies on the table."""
    over = [trick for trick in tricks_of(view) if trick[0] >= 0 and winner(view, trick) is not None]
    return over[-1] if over else None


def final_plays(view: View) -> tuple[FinalPlay, ...]:
    """What was laid in the last trick of a round that is over, in order, and what the rules laid by themselves after
    it: nobody has seen the one before the other was there."""
    laid = [(number, [act for act in acts if act.verb in LAID]) for number, acts in tricks_of(view) if number >= 0]
    tricks = [acts for _, acts in laid if acts]
    last = len(tricks) - 1
    while last > 0 and len(tricks[last]) == 1 and tricks[last][0].auto:
        last -= 1
    winning = presentation_of(view.game).winning
    plays = [
        FinalPlay(act, won=not number and act is winning(acts), alone=number > 0)
        for number, acts in enumerate(tricks[max(last, 0) :])
        for act in acts
    ]
    return tuple(plays[-_LAST:])


def told(view: View, trick: Trick, players: Sequence[Player], language: str) -> str:
    """Say a trick in one line: ``player 3 pair 5 → player 1 pair 9``; the last plays of a long one."""
    said = [text for text, _ in told_by_name(view, trick, players, language)]
    return ("⋯ → " if len(said) > _MOST else "") + " → ".join(said[-_MOST:])


def told_by_name(view: View, trick: Trick, players: Sequence[Player], language: str) -> list[tuple[str, bool]]:
    """Say each deed of a trick with the name of who did it, and whether it won the trick."""
    won = winner(view, trick)
    return [
        (f"{name_of(players, act.seat, language)} {deed(view.game, act, language)}", act is won) for act in trick[1]
    ]
