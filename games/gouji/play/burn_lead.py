"""The burner's next lead in its run (GJ-31)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.base.actions import Action, Pass, Play
from games.base.errors import IllegalAction, Refusal
from games.gouji.events import No
from games.gouji.sets import check_set, leads
from games.gouji.state import Burn, Round

__all__ = ["BurnLead", "check_run", "legal_runs"]


@dataclass(frozen=True, slots=True)
class BurnLead:
    """``mode`` ``burn_lead``: ``turn``, the burner, leads any set with a joker, and must."""

    round: Round
    turn: int
    burn: Burn


def check_run(state: BurnLead, action: Action) -> None:
    """Refuse a lead without a joker."""
    match action:
        case Play(cards, reading):
            made = check_set(cards, reading, state.round.hands[state.turn])
            if not made.jokers:
                raise IllegalAction(No.RUN_NEEDS_JOKER, "GJ-31")
        case Pass():
            raise IllegalAction(Refusal.MUST_LEAD, "GJ-31")
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-31", phase="burn_lead")


def legal_runs(state: BurnLead) -> Iterator[Action]:
    """List every set of the hand that holds a joker."""
    yield from (Play(cards) for made, cards in leads(state.round.hands[state.turn]) if made.jokers)
