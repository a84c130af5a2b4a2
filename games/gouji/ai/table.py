"""The table as an AI player sees it: its view, made ready for questions."""

from __future__ import annotations

from dataclasses import dataclass

from games.base.cards import Cards, rank_counts, rank_of
from games.gouji.ai.hand import Holding, holding
from games.gouji.ai.odds import Odds
from games.gouji.facts import GouJiView
from games.gouji.kinds import FOUR, Kind, Makeup, SetRules, is_gouji, makeup_of
from games.gouji.options import HouseRules, house_rules
from games.gouji.state import SEATS, opposite, team_of
from games.kit.memory import laid_cards

__all__ = ["Table"]

_PACK = (*(16,) * 13, 4, 4)
"""Cards of each rank in the pack."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a seat takes into account.

    ``counts`` are cards in hand, 0 for a seat that takes no part; ``foes`` and ``friends`` take part, this seat is in
    neither; ``opposite_active``: the opposite takes part; ``entangled``: four-house entanglement.
    """

    view: GouJiView
    seat: int
    hand: Cards
    held: Holding
    house: HouseRules
    standing: Makeup | None
    owner: int | None
    kind: str
    counts: tuple[int, ...]
    barred: frozenset[int]
    odds: Odds
    foes: tuple[int, ...]
    friends: tuple[int, ...]
    opposite_active: bool
    entangled: bool

    @staticmethod
    def of(view: GouJiView) -> Table:
        """Read a view."""
        assert view.viewer is not None
        assert view.hand is not None
        me, standing = view.viewer, view.standing
        gone = {"dead", "revolted"}
        seen = rank_counts(laid_cards(view.acts))
        own = rank_counts(view.hand)
        counts = tuple(0 if gone & set(entry.marks) else entry.count for entry in view.seats)
        house = house_rules(view.options)
        unseen = [max(0, all_ - out - mine) for all_, out, mine in zip(_PACK, seen, own, strict=True)]
        return Table(
            view=view,
            seat=me,
            hand=view.hand,
            held=holding(view.hand),
            house=house,
            standing=None if standing is None else makeup_of(standing.cards),
            owner=None if standing is None else standing.seat,
            kind="" if standing is None else standing.kind,
            counts=counts,
            barred=frozenset(entry.seat for entry in view.seats if "barred" in entry.marks),
            odds=Odds(unseen, counts, house.sets),
            foes=tuple(seat for seat in range(SEATS) if counts[seat] and team_of(seat) != team_of(me)),
            friends=tuple(
                seat for seat in range(SEATS) if counts[seat] and team_of(seat) == team_of(me) and seat != me
            ),
            opposite_active=counts[opposite(me)] > 0,
            entangled=view.public.entangled,
        )

    @property
    def rules(self) -> SetRules:
        """What kinds and comparison depend on."""
        return self.house.sets

    def friend(self, seat: int | None) -> bool:
        """Say whether a seat is of the same team."""
        return seat is not None and team_of(seat) == team_of(self.seat)

    @property
    def others(self) -> tuple[int, ...]:
        """Everybody else who takes part."""
        return (*self.foes, *self.friends)

    def still_to_act(self) -> tuple[int, ...]:
        """List who may still act in the sequence: active, not barred, neither this seat nor the owner."""
        return tuple(
            seat
            for seat in range(SEATS)
            if self.counts[seat] and seat not in self.barred and seat not in (self.seat, self.owner)
        )

    def against(self, made: Makeup) -> tuple[int, ...]:
        """List who might yet beat a set of this seat: only opponents if it begins a duel, the barred only if they are
        its opposite."""
        duel = is_gouji(made, self.rules) and not self.entangled and self.opposite_active
        if duel:
            return tuple(seat for seat in self.foes if seat not in self.barred or seat == opposite(self.seat))
        return tuple(seat for seat in self.others if seat not in self.barred)

    @property
    def opened(self) -> tuple[int, ...]:
        """The openers."""
        return self.view.public.opened

    @property
    def burn_too_early(self) -> bool:
        """Whether this hand may not burn before somebody has opened."""
        early = self.house.burn_when == "after_open" and not self.opened
        return early and any(rank_of(card) == FOUR for card in self.hand)

    def may_open(self, seat: int | None) -> bool:
        """Say whether a seat has neither opened the point nor lost the right to."""
        return seat not in self.opened and seat not in self.view.public.forfeited

    @property
    def would_be_opened(self) -> bool:
        """Whether a pass in this duel lets the owner open the point."""
        return self.kind == Kind.OPEN and self.may_open(self.owner)
