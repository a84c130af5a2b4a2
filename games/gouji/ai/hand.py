"""What a hand consists of and what its parts are worth; ways out that nobody can stop."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.base.cards import Cards, rank_counts
from games.gouji.kinds import DEUCE, FOUR, JOKERS_ONLY, THREE, Makeup, SetRules, is_gouji, needed_for_gouji

__all__ = ["Holding", "burden", "certain_exit", "gouji_by_number", "holding", "left_after", "losers", "price"]

_WILD_PRICE: Final = (1.1, 2.6, 4.2)  # What a 2, a small and a big joker are worth in leads' worth of burden


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand by numbers: natural cards by rank (index 0 are the 3s), 2s, small and big jokers."""

    natural: tuple[int, ...]
    twos: int
    small: int
    big: int

    @property
    def count(self) -> int:
        return sum(self.natural) + self.twos + self.small + self.big

    @property
    def jokers(self) -> int:
        return self.small + self.big

    @property
    def groups(self) -> list[tuple[int, int]]:
        """(rank, cards) of the natural ranks that are no 3s."""
        return [(rank, cards) for rank, cards in enumerate(self.natural) if cards and rank != THREE]


def holding(hand: Cards) -> Holding:
    counts = rank_counts(hand)
    return Holding(tuple(counts[:DEUCE]), counts[12], counts[13], counts[14])


def left_after(held: Holding, made: Makeup) -> Holding:
    natural = list(held.natural)
    if made.base < DEUCE:
        natural[made.base] -= made.natural
    return Holding(tuple(natural), held.twos - made.twos, held.small - made.small, held.big - made.big)


@lru_cache(maxsize=4096)
def burden(rank: int, cards: int, rules: SetRules) -> float:
    """Estimate what it costs to get rid of a group: less the higher and the larger it is, nothing if only one may answer it."""
    if not cards or is_gouji(Makeup(rank, cards), rules):
        return 0.0
    return max(0.35, 1.8 - 1.2 * (rank / 11) - 0.25 * (cards - 1))


def price(held: Holding, made: Makeup, rules: SetRules) -> float:
    """Estimate what a play costs in wild cards and in a torn group, less the burden that it takes away."""
    value = _WILD_PRICE[0] * made.twos + _WILD_PRICE[1] * made.small + _WILD_PRICE[2] * made.big
    if FOUR <= made.base < DEUCE:
        had = held.natural[made.base]
        value += 1.5 * (burden(made.base, had - made.natural, rules) - burden(made.base, had, rules))
    return value


def losers(held: Holding, made: Makeup, rules: SetRules) -> int:
    """Count the groups that are no gouji sets once a set is laid: they have to be led or laid on something too."""
    return sum(
        not is_gouji(Makeup(rank, cards), rules)
        for rank, had in held.groups
        if (cards := had - made.natural * (rank == made.base)) > 0
    )


def gouji_by_number(groups: Sequence[tuple[int, int]]) -> int:
    """Count the groups that are open sets by themselves."""
    return sum((needed := needed_for_gouji(rank)) is not None and cards >= needed for rank, cards in groups)


_MOST_GROUPS = 6
_MOST_HUNG = 2
_MOST_TRIED = 400


def certain_exit(held: Holding, sure: Callable[[Makeup], bool]) -> Makeup | None:
    """Find the first lead of a run that nobody can stop, ``None`` if there is none. Every set has to win the sequence
    for certain (``sure``) but the last one, unless 3s are left behind it: these go only if it wins too."""
    groups = held.groups
    if len(groups) > _MOST_GROUPS or not held.count:
        return None
    if len(groups) <= 1:
        whole = _everything(held)
        if whole is not None and (not held.natural[THREE] or sure(whole)):
            return whole
        if not groups:
            return None
    search = _Search(sure, bool(held.natural[THREE]))
    for last in sorted(groups, key=lambda group: (group[1], group[0])):
        others = [group for group in groups if group != last]
        found = search.run(held, others)
        if found is not None:
            return found
    return None


def _everything(held: Holding) -> Makeup | None:
    """Make one set of all that is no 3; ``None`` for several ranks or nothing."""
    groups = held.groups
    wild = held.twos + held.jokers
    if len(groups) > 1 or not (groups or wild):
        return None
    if groups:
        rank, cards = groups[0]
        return Makeup(rank, cards + wild, held.twos, held.small, held.big)
    return Makeup(DEUCE if held.twos else JOKERS_ONLY, wild, held.twos, held.small, held.big)


class _Search:
    """Hands the wild cards out among the groups, as few as make each of them sure; gives up after a while."""

    def __init__(self, sure: Callable[[Makeup], bool], threes: bool) -> None:
        self._sure = sure
        self._threes = threes
        self._left = _MOST_TRIED

    def run(self, held: Holding, others: list[tuple[int, int]]) -> Makeup | None:
        """Find the first of the sure sets for these groups, if the last set may then follow."""
        if not others:
            last = _everything(held)
            return last if last is not None and (not self._threes or self._sure(last)) else None
        for made in self._made_sure(held, others[0]):
            if self.run(left_after(held, made), others[1:]) is not None:
                return made
        return None

    def _made_sure(self, held: Holding, group: tuple[int, int]) -> Iterator[Makeup]:
        rank, cards = group
        enough: list[tuple[int, int, int]] = []
        for big in range(min(held.big, 1) + 1):
            for small in range(min(held.small, _MOST_HUNG) + 1):
                for twos in range(min(held.twos, _MOST_HUNG) + 1):
                    if any(t <= twos and s <= small and b <= big for t, s, b in enough):
                        continue
                    self._left -= 1
                    if self._left < 0:
                        return
                    made = Makeup(rank, cards + twos + small + big, twos, small, big)
                    if self._sure(made):
                        enough.append((twos, small, big))
                        yield made
