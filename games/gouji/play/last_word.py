"""The yielder's last word before a sequence ends (GJ-22)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.base.actions import Action, Do, Pass, Play
from games.base.errors import IllegalAction, Refusal
from games.gouji.events import No
from games.gouji.sets import answers, check_beats, check_set
from games.gouji.state import Round, Trick

__all__ = ["LastChance", "check_last_word", "legal_last_words"]


@dataclass(frozen=True, slots=True)
class LastChance:
    """``mode`` ``last_chance``: nobody has beaten the set to which ``turn`` yielded."""

    round: Round
    trick: Trick
    turn: int


def check_last_word(state: LastChance, action: Action) -> None:
    """Refuse what is neither a set that beats the standing one nor a pass."""
    match action:
        case Play(cards, reading):
            made = check_set(cards, reading, state.round.hands[state.turn])
            check_beats(made, state.trick.standing, state.round.rules.sets)
        case Pass():
            pass
        case Do("yield", ()):
            raise IllegalAction(No.YIELD_ONCE, "GJ-22")
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-22", phase="play")


def legal_last_words(state: LastChance) -> Iterator[Action]:
    """List every set that beats the standing one, and a pass."""
    rules, hand = state.round.rules.sets, state.round.hands[state.turn]
    yield from (Play(cards) for _, cards in answers(hand, state.trick.standing.made, rules))
    yield Pass()
