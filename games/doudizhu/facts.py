"""What may be known of a round of Dou Dizhu (DZ-70 to DZ-73): but for the hands everything is public."""

from games.base.cards import Cards
from games.contract import CommonFacts, GameView, OwnFacts, Pile
from games.doudizhu.state import NONE, Bidding, Over, State
from games.kit.door import Common, OfSeat

__all__ = ["DouDizhuView", "PublicFacts", "of_seat", "piles", "public_facts"]


class PublicFacts(CommonFacts):
    """The keys of ``expect``. ``bid``: the highest so far, 0 if none. ``bombs``: played by all, rockets included
    (DZ-51). ``spring``: ``landlord`` or ``peasants`` where that side did not let the other play (DZ-52). ``redeal``:
    nobody bid, the round is void. ``deals``: finished rounds of the match. ``plays``: by seat. ``kitty``: the three
    cards, once they were shown."""

    landlord: int | None = None
    bid: int
    bombs: int = 0
    multiplier: int = 1
    spring: str | None = None
    redeal: bool = False
    deals: int
    plays: tuple[int, ...] = NONE
    kitty: Cards | None = None

    @property
    def round_number(self) -> int:
        """Which round of the match this is: void deals are repeated (DZ-56)."""
        return self.deals if self.points is not None and not self.redeal else self.deals + 1


DouDizhuView = GameView[PublicFacts, OwnFacts]  # A view of this game


def public_facts(state: State, common: Common) -> PublicFacts:
    over = state if isinstance(state, Over) else None
    last = state.last if isinstance(state, Over) else state
    deals = (last.setting.before if over is None else over.after).deals
    if isinstance(last, Bidding):
        return PublicFacts(**common, bid=last.bid, deals=deals, redeal=over is not None)
    return PublicFacts(
        **common, landlord=last.landlord, bid=last.bid, bombs=last.all_bombs, deals=deals, plays=last.plays,
        multiplier=2**last.all_bombs if over is None else over.multiplier, spring=None if over is None else over.spring,
        kitty=last.kitty,
    )  # fmt: skip


def piles(state: State) -> tuple[Pile, ...]:
    """The kitty, as long as nobody has taken it."""
    last = state.last if isinstance(state, Over) else state
    return (Pile("kitty", len(last.kitty), None),) if isinstance(last, Bidding) else ()


def of_seat(state: State, seat: int) -> OfSeat:
    """The role; of the landlord, in the play, also the cards of the kitty that it has not played (DZ-71)."""
    last = state.last if isinstance(state, Over) else state
    if isinstance(last, Bidding):
        return {}
    if seat != last.landlord:
        return {"role": "peasant"}
    if isinstance(state, Over):
        return {"role": "landlord"}
    return {"role": "landlord", "shown": tuple(card for card in last.kitty or () if card in last.hands[seat])}
