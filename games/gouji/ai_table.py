"""The table as an AI player sees it: its view, made ready for questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.contract import View
from games.gouji.ai_hand import Holding, holding
from games.gouji.kinds import FOUR, Kind, Makeup, SetRules, makeup_of
from games.gouji.options import HouseRules, house_rules
from games.gouji.state import SEATS, opposite, team_of
from games.kit.cards import BIG_JOKER, Cards, rank_of

__all__ = ["Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """What a seat takes into account. ``counts`` are cards in hand, 0 for a seat that takes no part."""

    view: View
    seat: int
    hand: Cards
    held: Holding
    house: HouseRules
    standing: Makeup | None
    owner: int | None
    kind: str
    counts: tuple[int, ...]
    barred: frozenset[int]
    big_jokers_out: int

    @staticmethod
    def of(view: View) -> Table:
        """Read a view."""
        assert view.viewer is not None
        assert view.hand is not None
        gone = {"dead", "revolted"}
        standing = view.standing
        seen = sum(card == BIG_JOKER for act in view.acts if act.verb in ("play", "burn") for card in act.cards)
        return Table(
            view=view,
            seat=view.viewer,
            hand=view.hand,
            held=holding(view.hand),
            house=house_rules(view.options),
            standing=None if standing is None else makeup_of(standing.cards),
            owner=None if standing is None else standing.seat,
            kind="" if standing is None else standing.kind,
            counts=tuple(0 if gone & set(entry.marks) else entry.count for entry in view.seats),
            barred=frozenset(entry.seat for entry in view.seats if "barred" in entry.marks),
            big_jokers_out=4 - seen - sum(card == BIG_JOKER for card in view.hand),
        )

    @property
    def rules(self) -> SetRules:
        """What kinds and comparison depend on."""
        return self.house.sets

    def friend(self, seat: int | None) -> bool:
        """Whether a seat is of the same team."""
        return seat is not None and team_of(seat) == team_of(self.seat)

    @property
    def opposite_active(self) -> bool:
        """Whether the opposite takes part."""
        return self.counts[opposite(self.seat)] > 0

    @property
    def foes(self) -> tuple[int, ...]:
        """Opponents that take part."""
        return tuple(seat for seat in range(SEATS) if not self.friend(seat) and self.counts[seat])

    @property
    def friends(self) -> tuple[int, ...]:
        """Teammates that take part."""
        return tuple(seat for seat in range(SEATS) if self.friend(seat) and self.counts[seat] and seat != self.seat)

    def still_to_act(self) -> tuple[int, ...]:
        """Who may still act in the sequence: active, not barred, neither this seat nor the owner."""
        return tuple(
            seat
            for seat in range(SEATS)
            if self.counts[seat] and seat not in self.barred and seat not in (self.seat, self.owner)
        )

    @property
    def entangled(self) -> bool:
        """Four-house entanglement."""
        return bool(self.view.facts["entangled"])

    @property
    def opened(self) -> Sequence[int]:
        """The openers."""
        value = self.view.facts["opened"]
        assert isinstance(value, list | tuple)
        return [seat for seat in value if isinstance(seat, int)]

    @property
    def burn_too_early(self) -> bool:
        """Whether this hand may not burn before somebody has opened."""
        early = self.house.burn_when == "after_open" and not self.opened
        return early and any(rank_of(card) == FOUR for card in self.hand)

    @property
    def would_be_opened(self) -> bool:
        """Whether a pass in this duel lets the owner open the point."""
        facts = self.view.facts
        done = [*self.opened, *(facts["forfeited"] if isinstance(facts["forfeited"], list | tuple) else ())]
        return self.kind == Kind.OPEN and self.owner not in done
