"""What is known of a round of Dou Dizhu besides the hands (DZ-70): everything is public, and no seat has secrets of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from games.base.cards import Cards
from games.contract import CommonFacts, GameView, OwnFacts
from games.doudizhu.state import SEATS, Bidding, Over, Playing, StandingPlay, State

__all__ = ["DouDizhuView", "PublicFacts", "StandingFact", "public_facts"]


@dataclass(frozen=True, slots=True)
class StandingFact:
    """The play to beat."""

    seat: int
    cards: Cards
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(CommonFacts):
    """The keys of ``expect``.

    ``bid``: the highest so far, 0 if none. ``bombs``: played by all, rockets included (DZ-51). ``spring``: ``landlord`` or
    ``peasants`` where that side did not let the other play (DZ-52). ``redeal``: nobody bid, the round is void.
    ``deals``: finished rounds of the match. ``plays``: by seat. ``kitty``: the three cards, once they were shown.
    """

    standing: StandingFact | None = None
    landlord: int | None = None
    bid: int
    bombs: int = 0
    multiplier: int = 1
    spring: str | None = None
    redeal: bool = False
    deals: int
    plays: tuple[int, ...] = (0,) * SEATS
    kitty: Cards | None = None

    @property
    def round_number(self) -> int:
        """Which round of the match this is: void deals are repeated (DZ-56)."""
        return self.deals if self.points is not None and not self.redeal else self.deals + 1


DouDizhuView = GameView[PublicFacts, OwnFacts]
"""A view of this game."""


def public_facts(state: State, phase: str, to_act: tuple[int, ...]) -> PublicFacts:
    """Return what everybody may know, field by field."""
    before, counts = state.setting.before, tuple(len(hand) for hand in state.hands)
    match state:
        case Bidding():
            return PublicFacts(
                phase=phase, to_act=to_act, counts=counts, scores=before.scores, bid=state.bid, deals=before.deals
            )
        case Playing():
            return PublicFacts(
                phase=phase,
                to_act=to_act,
                counts=counts,
                scores=before.scores,
                standing=_standing(state.standing),
                landlord=state.landlord,
                bid=state.bid,
                bombs=state.all_bombs,
                multiplier=2**state.all_bombs,
                deals=before.deals,
                plays=state.plays,
                kitty=state.kitty,
            )
        case Over():
            return PublicFacts(
                phase=phase,
                to_act=to_act,
                counts=counts,
                finished=() if state.out is None else (state.out,),
                points=state.points,
                scores=state.after.scores,
                winner=state.after.winner(state.setting.rules),
                landlord=state.landlord,
                bid=state.bid,
                bombs=state.all_bombs,
                multiplier=state.multiplier,
                spring=state.spring,
                redeal=state.void,
                deals=state.after.deals,
                plays=state.plays,
                kitty=None if state.void else state.kitty,
            )
        case _:
            assert_never(state)


def _standing(shown: StandingPlay | None) -> StandingFact | None:
    return None if shown is None else StandingFact(shown.seat, shown.cards, shown.reading.kind.value)
