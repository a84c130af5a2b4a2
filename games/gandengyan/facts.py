"""What may be known of a round of Gan Deng Yan (GY-70 to GY-73): by everybody, and by a seat alone, which card it drew."""

from dataclasses import dataclass
from typing import Final, assert_never

from games.base.cards import BIG_JOKER, SMALL_JOKER, Card, Cards
from games.base.facts import named
from games.contract import CommonFacts, GameView, Pile, SeatView, Standing
from games.contract import OwnFacts as NoFacts
from games.gandengyan.state import Over, Playing, StandingPlay, State
from games.kit.door import Common

__all__ = [
    "WILD", "GanDengYanView", "OwnFacts", "PublicFacts", "StandingFact", "own_facts", "piles", "public_facts", "seat_view",
    "standing",
]  # fmt: skip

WILD: Final = (SMALL_JOKER, BIG_JOKER)


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
    """The keys of ``expect`` (section 10 of the sheet). ``banker``: of this round (GY-4). ``multiplier``: common to all
    (GY-51). ``stock``: how many cards are left to draw. ``plays``: by seat (GY-52). ``void``: nobody could play on, the
    round does not count (GY-37). ``deals``: counted rounds of the match."""

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


GanDengYanView = GameView[PublicFacts, OwnFacts]  # A view of this game


def public_facts(state: State, common: Common) -> PublicFacts:
    setting, stock = state.setting, len(state.stock)
    match state:
        case Playing():
            return PublicFacts(
                **common, scores=setting.before.scores, standing=_standing(state.standing), banker=setting.banker,
                multiplier=state.multiplier, stock=stock, plays=state.plays, deals=setting.before.deals,
            )  # fmt: skip
        case Over():
            after = state.after
            return PublicFacts(
                **common, finished=() if state.out is None else (state.out,), points=state.points, scores=after.scores,
                winner=after.winner(setting.rules), banker=setting.banker, multiplier=state.multiplier, stock=stock,
                plays=state.plays, void=state.out is None, deals=after.deals,
            )  # fmt: skip
        case _:
            assert_never(state)


def own_facts(state: State, seat: int | None) -> OwnFacts:
    return OwnFacts() if seat is None or isinstance(state, Over) else OwnFacts(drew=state.drawn[seat])


def _standing(play: StandingPlay | None) -> StandingFact | None:
    if play is None:
        return None
    return StandingFact(play.seat, play.cards, play.reading.kind.value, play.rank, play.meaning)


def standing(state: State) -> Standing | None:
    """The play to beat, with what it is taken as where jokers stand for other cards."""
    if isinstance(state, Over) or (play := state.standing) is None:
        return None
    reading = play.meaning if set(play.cards) & set(WILD) else None
    return Standing(play.seat, play.cards, play.reading.kind.value, play.rank, reading)


def piles(state: State) -> tuple[Pile, ...]:
    return (Pile("stock", len(state.stock), None),)


def seat_view(state: State, seat: int) -> SeatView:
    """What everybody may know of a seat. That a leader is stuck is not told before it passes (GY-36, GY-73)."""
    role = "banker" if seat == state.setting.banker else None
    count = len(state.hands[seat])
    marks = () if state.plays[seat] else ("unplayed",)
    if isinstance(state, Playing):
        return SeatView(seat, count, state.setting.before.scores[seat], role=role, marks=marks)
    shown = () if state.out is None else state.hands[seat]  # GY-72
    place = 1 if seat == state.out else None
    return SeatView(seat, count, state.after.scores[seat], place=place, role=role, marks=marks, shown=shown)
