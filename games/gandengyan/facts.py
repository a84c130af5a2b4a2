"""What may be known of a round of Gan Deng Yan (GY-70 to GY-73): by everybody, and by a seat alone, which card it drew."""

from dataclasses import replace

from games.base.cards import Card, ranks_text
from games.contract import CommonFacts, GameView, Pile
from games.contract import OwnFacts as NoFacts
from games.gandengyan.state import Over, Playing, State
from games.kit.door import Common, OfSeat

__all__ = ["GanDengYanView", "OwnFacts", "PublicFacts", "of_seat", "own_facts", "piles", "public_facts"]


class PublicFacts(CommonFacts):
    """The keys of ``expect`` (section 10 of the sheet). ``banker``: of this round (GY-4). ``multiplier``: common to all
    (GY-51). ``stock``: how many cards are left to draw. ``plays``: by seat (GY-52). ``void``: nobody could play on, the
    round does not count (GY-37). ``deals``: counted rounds of the match."""

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


class OwnFacts(NoFacts):
    """What a seat alone knows. ``drew``: the card that it drew before this trick, until it plays (GY-71)."""

    drew: Card | None = None


GanDengYanView = GameView[PublicFacts, OwnFacts]  # A view of this game


def public_facts(state: State, common: Common) -> PublicFacts:
    last, before = (state.last, state.after) if isinstance(state, Over) else (state, state.setting.before)
    if (play := common["standing"]) is not None:  # ``as`` is always told, also where no joker stands for anything
        common["standing"] = replace(play, reading=play.reading or ranks_text(play.cards))
    return PublicFacts(
        **common, banker=last.setting.banker, multiplier=last.multiplier, stock=len(last.stock), plays=last.plays,
        void=isinstance(state, Over) and state.void, deals=before.deals,
    )  # fmt: skip


def own_facts(state: State, seat: int | None) -> OwnFacts:
    return OwnFacts(drew=state.drawn[seat]) if isinstance(state, Playing) and seat is not None else OwnFacts()


def piles(state: State) -> tuple[Pile, ...]:
    last = state.last if isinstance(state, Over) else state
    return (Pile("stock", len(last.stock), None),)


def of_seat(state: State, seat: int) -> OfSeat:
    """The banker, and who has not played. That a leader is stuck is not told before it passes (GY-36, GY-73)."""
    last = state.last if isinstance(state, Over) else state
    role = "banker" if seat == last.setting.banker else None
    return {"role": role, "marks": () if last.plays[seat] else ("unplayed",)}
