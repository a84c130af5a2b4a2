"""What may be known of a round of Dou Dizhu (DZ-70 to DZ-73): but for the hands everything is public."""

from dataclasses import dataclass
from typing import assert_never

from games.base.cards import Cards
from games.contract import CommonFacts, GameView, OwnFacts, Pile, SeatView, Standing
from games.doudizhu.state import SEATS, Bidding, Over, Playing, State
from games.kit.door import Common

__all__ = ["DouDizhuView", "PublicFacts", "StandingFact", "piles", "public_facts", "seat_view", "standing"]


@dataclass(frozen=True, slots=True)
class StandingFact:
    """The play to beat."""

    seat: int
    cards: Cards
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(CommonFacts):
    """The keys of ``expect``. ``bid``: the highest so far, 0 if none. ``bombs``: played by all, rockets included
    (DZ-51). ``spring``: ``landlord`` or ``peasants`` where that side did not let the other play (DZ-52). ``redeal``:
    nobody bid, the round is void. ``deals``: finished rounds of the match. ``plays``: by seat. ``kitty``: the three
    cards, once they were shown."""

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


DouDizhuView = GameView[PublicFacts, OwnFacts]  # A view of this game


def public_facts(state: State, common: Common) -> PublicFacts:
    before = state.setting.before
    match state:
        case Bidding():
            return PublicFacts(**common, scores=before.scores, bid=state.bid, deals=before.deals)
        case Playing():
            play, bombs = state.standing, state.all_bombs
            standing = None if play is None else StandingFact(play.seat, play.cards, play.reading.kind.value)
            return PublicFacts(
                **common, scores=before.scores, standing=standing, landlord=state.landlord, bid=state.bid, bombs=bombs,
                multiplier=2**bombs, deals=before.deals, plays=state.plays, kitty=state.kitty,
            )  # fmt: skip
        case Over():
            after = state.after
            return PublicFacts(
                **common, finished=() if state.out is None else (state.out,), points=state.points, scores=after.scores,
                winner=after.winner(state.setting.rules), landlord=state.landlord, bid=state.bid, bombs=state.all_bombs,
                multiplier=state.multiplier, spring=state.spring, redeal=state.void, deals=after.deals, plays=state.plays,
                kitty=None if state.void else state.kitty,
            )  # fmt: skip
        case _:
            assert_never(state)


def standing(state: State) -> Standing | None:
    if not isinstance(state, Playing) or (play := state.standing) is None:
        return None
    return Standing(play.seat, play.cards, play.reading.kind.value, play.rank)


def piles(state: State) -> tuple[Pile, ...]:
    """The kitty, as long as nobody has taken it."""
    hidden = isinstance(state, Bidding) or (isinstance(state, Over) and state.void)
    return (Pile("kitty", len(state.kitty or ()), None),) if hidden else ()


def seat_view(state: State, seat: int) -> SeatView:
    """What everybody may know of a seat; of the landlord also the cards of the kitty that it has not played (DZ-71)."""
    count, hand, before = len(state.hands[seat]), state.hands[seat], state.setting.before
    if isinstance(state, Bidding):
        return SeatView(seat, count, before.scores[seat])
    role = None if state.landlord is None else "landlord" if seat == state.landlord else "peasant"
    match state:
        case Playing():
            shown = tuple(card for card in state.kitty or () if card in hand) if role == "landlord" else ()
            return SeatView(seat, count, before.scores[seat], role=role, shown=shown)
        case Over():
            shown = () if role is None else hand  # DZ-72
            place = 1 if seat == state.out else None
            return SeatView(seat, count, state.after.scores[seat], place=place, role=role, shown=shown)
        case _:
            assert_never(state)
