"""What the others may hold: every card that a seat has neither in hand nor seen on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb

from games.gouji.kinds import DEUCE, FOUR, JOKERS_ONLY, Makeup, SetRules, beats, unbeatable

__all__ = ["Odds"]


class Odds:
    """Chances for one decision. ``unseen`` counts cards by rank (15 of them), ``counts`` are hands by seat."""

    def __init__(self, unseen: Sequence[int], counts: Sequence[int], rules: SetRules) -> None:
        self._unseen = unseen
        self._counts = counts
        self._rules = rules
        self._all = max(1, sum(unseen))
        self._certain: dict[tuple[Makeup, int], bool] = {}
        self._higher: dict[tuple[int, int], list[float]] = {}

    @property
    def big_jokers(self) -> int:
        """Big jokers that others may hold."""
        return self._unseen[14]

    def sure(self, made: Makeup, seats: Iterable[int]) -> bool:
        """Say whether none of these seats can hold a set that beats this one."""
        if unbeatable(made, self._rules):
            return True
        most = max((self._counts[seat] for seat in seats), default=0)
        key = made, most
        if key not in self._certain:
            self._certain[key] = not self._somebody_beats(made, most)
        return self._certain[key]

    def _somebody_beats(self, made: Makeup, most: int) -> bool:
        rules, unseen = self._rules, self._unseen
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
        """Estimate the chance of jokers enough to beat the set."""
        big, small = self._unseen[14], self._unseen[13]
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
                cards = self._unseen[rank]
                if rank < DEUCE and made.size > 1:
                    cards += self._unseen[DEUCE] // 4
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
