"""The lone revolter's try at opening the point (GJ-16)."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.base.actions import Action, Pass, Play
from games.base.errors import IllegalAction, Refusal
from games.gouji.sets import answers, check_beats, check_set
from games.gouji.state import Round, StandingSet

__all__ = ["Trying", "check_try", "legal_tries"]


@dataclass(frozen=True, slots=True)
class Trying:
    """``mode`` ``revolt_try``: ``turn``, the revolter's opposite, beats the set that was laid, or passes."""

    round: Round
    standing: StandingSet
    turn: int


def check_try(state: Trying, seat: int, action: Action) -> None:
    """Refuse what is neither a gouji-level set that beats the revolter's nor a pass."""
    match action:
        case Play(cards, reading):
            made = check_set(cards, reading, state.round.hands[state.turn])
            check_beats(made, state.standing, state.round.rules.sets, gouji=True)
        case Pass():
            pass
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-16", phase="play")


def legal_tries(state: Trying, seat: int) -> Iterator[Action]:
    """List every gouji-level set that beats the revolter's, and a pass."""
    rules, hand = state.round.rules.sets, state.round.hands[state.turn]
    yield from (Play(cards) for _, cards in answers(hand, state.standing.made, rules, gouji=True))
    yield Pass()
