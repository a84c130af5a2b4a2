"""How likely others beat a play: every card that a seat has neither in hand nor seen on the table may lie in any other hand,
in proportion to its size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, exp

from games.base.cards import Rank
from games.liujiatong.kinds import BIG, BOMBS, CHAINS, NATURAL, SMALL, Kind, Reading, beats, place_of, run_ranks, tops

__all__ = ["Odds"]

_READY = 0.8
"""How often somebody who can beat a play with its like does so."""


@lru_cache(maxsize=1 << 14)
def _at_least(least: int, cards: int, percent: int) -> float:
    """Return the chance that a hand with this share of the unseen cards holds at least so many of these."""
    if least <= 0:
        return 1.0
    if least > cards:
        return 0.0
    share = percent / 100
    return 1.0 - sum(comb(cards, n) * share**n * (1 - share) ** (cards - n) for n in range(least))


class Odds:
    """Chances for one decision. ``unseen`` counts cards by rank (15 of them), ``counts`` are hands by seat."""

    def __init__(self, unseen: Sequence[int], counts: Sequence[int]) -> None:
        self.unseen = unseen
        self._counts = counts
        self._all = max(1, sum(unseen))
        self._jokers = unseen[SMALL] + unseen[BIG]
        self._known: dict[tuple[Reading, int, bool], float] = {}

    def holds(self, reading: Reading, seats: Sequence[int], bombing: float) -> float:
        """Return the chance that none of these seats beats a play, if they use ``bombing`` of their bombs for it."""
        expected = 0.0
        for seat in seats:
            expected += self._expected(reading, seat, bombs=False) * _READY
            expected += self._expected(reading, seat, bombs=True) * (1.0 if reading.kind in BOMBS else bombing)
        # Beating plays are rare and nearly independent, so their number is taken as Poisson distributed: none with exp(-mean).
        return exp(-expected)

    def _expected(self, reading: Reading, seat: int, *, bombs: bool) -> float:
        """Return how many beating plays a seat can be expected to hold, bombs or plays of the same kind."""
        if not self._counts[seat] or (not bombs and reading.kind in BOMBS):
            return 0.0
        key = reading, self._counts[seat], bombs
        if key not in self._known:
            percent = min(100, round(100 * self._counts[seat] / self._all))
            most = self._counts[seat]
            self._known[key] = self._bombs(reading, percent, most) if bombs else self._alike(reading, percent, most)
        return self._known[key]

    def _group(self, rank: int, size: int, percent: int) -> float:
        """Return the chance that a hand can lay so many cards of a natural rank, one of them a joker perhaps."""
        natural = _at_least(size, self.unseen[rank], percent)
        if size < 2:
            return natural
        with_joker = _at_least(size - 1, self.unseen[rank], percent) - natural
        return natural + with_joker * _at_least(1, self._jokers, percent) * 0.7  # jokers are kept for more than this

    def _bombs(self, reading: Reading, percent: int, most: int) -> float:
        expected = 0.0
        least = reading.size if reading.kind is Kind.BOMB else 9 if reading.kind is Kind.JOKER_BOMB else 4
        for rank in range(NATURAL):
            size = least
            if reading.kind is Kind.BOMB and rank <= reading.rank:
                size += 1
            if size <= most:
                expected += self._group(rank, size, percent)
        for joker in (SMALL, BIG):
            if most >= 4 and self.unseen[joker] == 4 and beats(Reading(Kind.JOKER_BOMB, joker, 4), reading):
                expected += _at_least(4, 4, percent)
        return expected

    def _alike(self, reading: Reading, percent: int, most: int) -> float:
        kind, size = reading.kind, reading.size
        if size > most:
            return 0.0
        match kind:
            case Kind.SINGLE | Kind.PAIR | Kind.TRIPLE:
                higher = sum(self._group(rank, size, percent) for rank in range(reading.rank + 1, NATURAL))
                jokers = (rank for rank in (SMALL, BIG) if rank > reading.rank)
                return higher + sum(_at_least(size, self.unseen[rank], percent) for rank in jokers)
            case Kind.TRIPLE_PAIR:
                return 0.8 * sum(self._group(rank, 3, percent) for rank in range(reading.rank + 1, NATURAL))
            case Kind.FLIGHT:
                length = size // 5
                pairs = min(1.0, sum(self._run(top, length, 2, percent) for top in tops(length)))
                return pairs * self._runs_above(reading.rank, length, 3, percent)
            case _:
                return self._runs_above(reading.rank, size // CHAINS[kind], CHAINS[kind], percent)

    def _runs_above(self, rank: Rank, length: int, each: int, percent: int) -> float:
        place = place_of(rank)
        return sum(self._run(top, length, each, percent) for top in tops(length) if place_of(top) > place)

    def _run(self, top: Rank, length: int, each: int, percent: int) -> float:
        chance = 1.0
        for rank in run_ranks(top, length):
            chance *= self._group(rank, each, percent)
        return chance
