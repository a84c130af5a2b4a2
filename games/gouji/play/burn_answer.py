"""The answer of the burner's opposite to a set of the burn (GJ-30)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.base.actions import Action, Pass, Play
from games.base.errors import IllegalAction, Refusal
from games.gouji.sets import answers, check_beats, check_set
from games.gouji.state import Burn, Round, Trick

__all__ = ["BurnAnswer", "check_answer", "legal_answers"]


@dataclass(frozen=True, slots=True)
class BurnAnswer:
    """``mode`` ``burn_answer``: ``turn``, the burner's opposite, stops the burn with a set that beats, or passes.

    What beats a set with a joker has a joker itself, or is gouji-level in a burn anyway (GJ-29).
    """

    round: Round
    trick: Trick
    turn: int
    burn: Burn


def check_answer(state: BurnAnswer, action: Action) -> None:
    """Refuse what is neither a set that beats the burner's nor a pass."""
    match action:
        case Play(cards, reading):
            made = check_set(cards, reading, state.round.hands[state.turn])
            check_beats(made, state.trick.standing, state.round.rules.sets)
        case Pass():
            pass
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-30", phase="burn_answer")


def legal_answers(state: BurnAnswer) -> Iterator[Action]:
    """List every set that beats the burner's, and a pass."""
    rules, hand = state.round.rules.sets, state.round.hands[state.turn]
    yield from (Play(cards) for _, cards in answers(hand, state.trick.standing.made, rules))
    yield Pass()
