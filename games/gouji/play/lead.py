"""Leading a sequence (GJ-5, GJ-18, GJ-26)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.base.actions import Action, Pass, Play
from games.base.cards import rank_of
from games.base.errors import IllegalAction, Refusal
from games.gouji.events import No
from games.gouji.kinds import FOUR, Makeup
from games.gouji.sets import check_set, leads
from games.gouji.state import Round

__all__ = ["Leading", "check_lead", "keeps_opening", "legal_leads"]


@dataclass(frozen=True, slots=True)
class Leading:
    """``mode`` ``lead``: this seat opens a new sequence and must play."""

    round: Round
    turn: int


def keeps_opening(state: Leading, made: Makeup) -> bool:
    """Say whether this lead is all the leader's 4s with nothing hung on them, as an opener owes it (GJ-26)."""
    return made == Makeup(FOUR, state.round.holds(state.turn, FOUR))


def check_lead(state: Leading, action: Action) -> None:
    """Refuse what may not be led."""
    match action:
        case Play(cards, reading):
            made = check_set(cards, reading, state.round.hands[state.turn])
            forced = state.round.must_fours == state.turn and state.round.rules.open_fours == "force"
            if forced and not keeps_opening(state, made):
                raise IllegalAction(No.FOURS_FIRST, "GJ-26", count=state.round.holds(state.turn, FOUR))
        case Pass():
            raise IllegalAction(Refusal.MUST_LEAD, "GJ-18")
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-18", phase="play")


def legal_leads(state: Leading) -> Iterator[Action]:
    """List every set that may be led."""
    hand = state.round.hands[state.turn]
    if state.round.must_fours == state.turn and state.round.rules.open_fours == "force":
        yield Play(tuple(card for card in hand if rank_of(card) == FOUR))
        return
    yield from (Play(cards) for _, cards in leads(hand))
