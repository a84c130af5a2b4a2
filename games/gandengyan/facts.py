"""What is known of a round of Gan Deng Yan besides the hands (GY-70 to GY-73): what everybody may know, and which card a seat
drew, which it alone knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from games.base.cards import Card, Cards
from games.base.facts import named
from games.contract import CommonFacts, GameView
from games.contract import OwnFacts as NoFacts
from games.gandengyan.state import Over, Playing, StandingPlay, State

__all__ = ["GanDengYanView", "OwnFacts", "PublicFacts", "StandingFact", "own_facts", "public_facts"]


@dataclass(frozen=True, slots=True)
class StandingFact:
    """The play to beat. ``rank``: the one that is compared, as text; ``meaning``: the ranks that the cards stand for, ascending,
    ``as`` in the notation."""

    seat: int
    cards: Cards
    kind: str
    rank: str
    meaning: str = named("as")


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(CommonFacts):
    """The keys of ``expect`` (section 10 of the sheet).

    ``banker``: of this round (GY-4). ``multiplier``: common to all (GY-51). ``stock``: how many cards are left to draw.
    ``plays``: by seat (GY-52). ``void``: nobody could play on, the round does not count (GY-37). ``deals``: counted
    rounds of the match.
    """

    standing: StandingFact | None = None
    banker: int
    multiplier: int
    stock: int
    plays: tuple[int, ...]
    void: bool = False
    deals: int

    @property
    def round_number(self) -> int:
        """Which round of the match this is: a void one is repeated (GY-37)."""
        return self.deals if self.points is not None and not self.void else self.deals + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFacts(NoFacts):
    """What a seat alone knows. ``drew``: the card that it drew before this trick, until it plays (GY-71)."""

    drew: Card | None = None


GanDengYanView = GameView[PublicFacts, OwnFacts]
"""A view of this game."""


def public_facts(state: State, phase: str, to_act: tuple[int, ...]) -> PublicFacts:
    """Return what everybody may know, field by field."""
    setting, counts, stock = state.setting, tuple(len(hand) for hand in state.hands), len(state.stock)
    match state:
        case Playing():
            return PublicFacts(
                phase=phase,
                to_act=to_act,
                counts=counts,
                scores=setting.before.scores,
                standing=_standing(state.standing),
                banker=setting.banker,
                multiplier=state.multiplier,
                stock=stock,
                plays=state.plays,
                deals=setting.before.deals,
            )
        case Over():
            return PublicFacts(
                phase=phase,
                to_act=to_act,
                counts=counts,
                finished=() if state.out is None else (state.out,),
                points=state.points,
                scores=state.after.scores,
                winner=state.after.winner(setting.rules),
                banker=setting.banker,
                multiplier=state.multiplier,
                stock=stock,
                plays=state.plays,
                void=state.out is None,
                deals=state.after.deals,
            )
        case _:
            assert_never(state)


def own_facts(state: State, seat: int) -> OwnFacts:
    """Return what a seat knows besides its hand and the public facts."""
    match state:
        case Playing():
            return OwnFacts(drew=state.drawn[seat])
        case Over():
            return OwnFacts()
        case _:
            assert_never(state)


def _standing(play: StandingPlay | None) -> StandingFact | None:
    return (
        None if play is None else StandingFact(play.seat, play.cards, play.reading.kind.value, play.rank, play.meaning)
    )
