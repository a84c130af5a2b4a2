"""The duel: a gouji-level set is answered by the owner's opposite alone (GJ-23 to GJ-25)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.base.actions import Action, Do, Pass, Play
from games.base.errors import IllegalAction, Refusal
from games.gouji.events import No
from games.gouji.kinds import FOUR, Kind, is_gouji
from games.gouji.sets import answers, check_beats, check_set
from games.gouji.state import Round, StandingSet, Trick, opposite

__all__ = ["Dueling", "check_duel", "is_duel", "legal_duels", "opens"]


@dataclass(frozen=True, slots=True)
class Dueling:
    """``mode`` ``duel``: ``turn``, the opposite of the standing set's owner, answers it or passes."""

    round: Round
    trick: Trick
    turn: int


def is_duel(round_: Round, standing: StandingSet) -> bool:
    """Say whether only the owner's opposite may answer this set (GJ-23, GJ-24, GJ-27)."""
    if round_.entangled or not round_.active(opposite(standing.seat)):
        return False
    return is_gouji(standing.made, round_.rules.sets)


def opens(round_: Round, standing: StandingSet) -> bool:
    """Say whether the owner opens the point if its opposite passes now (GJ-25)."""
    owner = standing.seat
    if standing.kind is not Kind.OPEN or owner in round_.opened or owner in round_.forfeited:
        return False
    return round_.rules.natural_open or round_.holds(owner, FOUR) > 0


def check_duel(state: Dueling, action: Action) -> None:
    """Refuse what is neither a gouji-level set that beats the standing one nor a pass."""
    match action:
        case Play(cards, reading):
            made = check_set(cards, reading, state.round.hands[state.turn])
            check_beats(made, state.trick.standing, state.round.rules.sets, gouji=True)
        case Pass():
            pass
        case Do("yield", ()):
            raise IllegalAction(No.YIELD_GOUJI, "GJ-22")
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-23", phase="play")


def legal_duels(state: Dueling) -> Iterator[Action]:
    """List every gouji-level set that beats the standing one, and a pass."""
    rules, hand = state.round.rules.sets, state.round.hands[state.turn]
    yield from (Play(cards) for _, cards in answers(hand, state.trick.standing.made, rules, gouji=True))
    yield Pass()
