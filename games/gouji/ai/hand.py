"""What a hand is worth to an AI player: how many leads it still needs, and what a play takes out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.base.cards import Cards, rank_counts
from games.gouji.kinds import DEUCE, FOUR, THREE, Makeup, SetRules, is_gouji, needed_for_gouji

__all__ = ["Holding", "gouji_by_number", "holding", "left_after", "losers", "price"]

_WILD_PRICE: Final = (1.1, 2.6, 4.2)
"""What a 2, a small and a big joker are worth in leads' worth of burden."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand by numbers: natural cards by rank (index 0 are the 3s), 2s, small and big jokers."""

    natural: tuple[int, ...]
    twos: int
    small: int
    big: int

    @property
    def count(self) -> int:
        """All cards."""
        return sum(self.natural) + self.twos + self.small + self.big

    @property
    def jokers(self) -> int:
        """Jokers of both sizes."""
        return self.small + self.big

    @property
    def groups(self) -> list[tuple[int, int]]:
        """(rank, cards) of the natural ranks that are no 3s."""
        return [(rank, cards) for rank, cards in enumerate(self.natural) if cards and rank != THREE]


def holding(hand: Cards) -> Holding:
    """Count a hand."""
    counts = rank_counts(hand)
    return Holding(tuple(counts[:DEUCE]), counts[12], counts[13], counts[14])


def left_after(held: Holding, made: Makeup) -> Holding:
    """Count what is left when a set has been laid."""
    natural = list(held.natural)
    if made.base < DEUCE:
        natural[made.base] -= made.natural
    return Holding(tuple(natural), held.twos - made.twos, held.small - made.small, held.big - made.big)


@lru_cache(maxsize=4096)
def burden(rank: int, cards: int, rules: SetRules) -> float:
    """Estimate what it costs to get rid of a group: less the higher and the larger it is, nothing if only one may answer it."""
    if not cards:
        return 0.0
    if is_gouji(Makeup(rank, cards), rules):
        return 0.0
    height = rank / 11
    return max(0.35, 1.8 - 1.2 * height - 0.25 * (cards - 1))


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
