"""What a seat knows of the table, and the odds that others beat a set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from games.base.cards import Cards, rank_counts, rank_of
from games.gouji.ai.hand import Holding, holding
from games.gouji.facts import GouJiView
from games.gouji.kinds import DEUCE, FOUR, JOKERS_ONLY, Kind, Makeup, SetRules, beats, is_gouji, makeup_of, unbeatable
from games.gouji.options import HouseRules, house_rules
from games.gouji.state import SEATS, opposite, team_of
from games.kit.memory import laid_cards

__all__ = ["Odds", "Table"]


class Odds:
    """Chances for one decision. ``unseen`` counts cards by rank (15 of them), ``counts`` are hands by seat."""

    def __init__(self, unseen: Sequence[int], counts: Sequence[int], rules: SetRules) -> None:
        self.unseen = unseen
        self._counts = counts
        self._rules = rules
        self._all = max(1, sum(unseen))
        self._certain: dict[tuple[Makeup, int], bool] = {}
        self._higher: dict[tuple[int, int], list[float]] = {}

    def sure(self, made: Makeup, seats: Iterable[int]) -> bool:
        """Whether none of these seats can hold a set that beats this one."""
        if unbeatable(made, self._rules):
            return True
        most = max((self._counts[seat] for seat in seats), default=0)
        key = made, most
        if key not in self._certain:
            self._certain[key] = not self._somebody_beats(made, most)
        return self._certain[key]

    def _somebody_beats(self, made: Makeup, most: int) -> bool:
        rules, unseen = self._rules, self.unseen
        if rules.two_big_kill_one != "off" and made.size <= 2 <= min(most, unseen[14]):
            return True
        size = made.size
        if size > most:
            return False
        for big in range(min(size, unseen[14]) + 1):
            for small in range(min(size - big, unseen[13]) + 1):
                rest = size - big - small
                if not rest:
                    if beats(Makeup(JOKERS_ONLY, size, 0, small, big), made, rules):
                        return True
                    continue
                for base in range(DEUCE - 1, FOUR - 1, -1):
                    natural = min(rest, unseen[base])
                    if natural and rest - natural <= unseen[DEUCE]:
                        new = Makeup(base, size, rest - natural, small, big)
                        if beats(new, made, rules):
                            return True
                if rest <= unseen[DEUCE] and beats(Makeup(DEUCE, size, rest, small, big), made, rules):
                    return True
        return False

    def beaten(self, made: Makeup, seat: int, eager: float) -> float:
        """Estimate how likely a seat beats the set: what it may hold, and how eager it is to spend jokers on that (0 to 1)."""
        count = self._counts[seat]
        if count < made.size:
            return 0.0
        share = min(1.0, count / self._all)
        with_joker = eager * self._topped(made, share)
        if made.jokers:
            return with_joker
        return 1.0 - (1.0 - 0.8 * self._rank_above(made, seat, share)) * (1.0 - with_joker)

    def _topped(self, made: Makeup, share: float) -> float:
        big, small = self.unseen[14], self.unseen[13]
        if made.big:
            needed = 2 * made.big + made.small
            return _at_least(big, needed, share) if self._rules.two_big_kill_one == "on" else 0.0
        if made.small:
            any_base = made.base >= JOKERS_ONLY or (self._rules.free_base and not self._rules.each_card)
            return _at_least(big, made.small, share) * (1.0 if any_base else 0.7)
        height = 1.0 if not self._rules.each_card else max(0.1, 1.0 - made.base / 12)
        return _at_least(big + small, 1, share) * height

    def _rank_above(self, made: Makeup, seat: int, share: float) -> float:
        """Estimate the chance of enough cards of one higher rank, perhaps with a 2 or two."""
        key = seat, made.size
        if key not in self._higher:
            above = [0.0] * 14
            none = 1.0
            for rank in range(DEUCE, FOUR - 1, -1):
                above[rank] = 1.0 - none
                cards = self.unseen[rank]
                if rank < DEUCE and made.size > 1:
                    cards += self.unseen[DEUCE] // 4
                none *= 1.0 - _at_least(cards, made.size, share)
            self._higher[key] = above
        return self._higher[key][min(made.base, 13)]


@lru_cache(maxsize=8192)
def _tail(cards: int, needed: int, hundredths: int) -> float:
    share = hundredths / 100
    below = sum(comb(cards, k) * share**k * (1 - share) ** (cards - k) for k in range(needed))
    return max(0.0, 1.0 - below)


def _at_least(cards: int, needed: int, share: float) -> float:
    """Estimate the chance that a hand with this share of the unseen cards has at least ``needed`` of these ``cards``."""
    return 0.0 if cards < needed else _tail(cards, needed, round(100 * share))


_PACK = (*(16,) * 13, 4, 4)  # Cards of each rank in the pack


@dataclass(frozen=True, slots=True)
class Table:
    """What a seat takes into account. ``counts`` are cards in hand, 0 for a seat that takes no part; ``foes`` and
    ``friends`` take part, this seat is in neither; ``opposite_active``: the opposite takes part; ``entangled``:
    four-house entanglement."""

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
        return self.house.sets

    def friend(self, seat: int | None) -> bool:
        return seat is not None and team_of(seat) == team_of(self.seat)

    @property
    def others(self) -> tuple[int, ...]:
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
    def burn_too_early(self) -> bool:
        """Whether this hand may not burn before somebody has opened."""
        early = self.house.burn_when == "after_open" and not self.view.public.opened
        return early and any(rank_of(card) == FOUR for card in self.hand)

    @property
    def may_yield(self) -> bool:
        """Whether this seat is asked to yield to its opposite."""
        return any(entry.seat == self.seat and entry.why == "yield" for entry in self.view.awaited)

    def may_open(self, seat: int | None) -> bool:
        """Whether a seat has neither opened the point nor lost the right to."""
        return seat not in (*self.view.public.opened, *self.view.public.forfeited)

    @property
    def would_be_opened(self) -> bool:
        """Whether a pass in this duel lets the owner open the point."""
        return self.kind == Kind.OPEN and self.may_open(self.owner)
