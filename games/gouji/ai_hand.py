"""What a hand is worth to an AI player: how many leads it still needs, and what a play takes out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.gouji.kinds import DEUCE, THREE, Makeup, SetRules, is_gouji, needed_for_gouji, unbeatable
from games.kit.cards import Cards, rank_counts

__all__ = ["Holding", "gouji_by_number", "holding", "left_after", "losers", "sure", "worth"]

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
    """A hand by numbers."""
    counts = rank_counts(hand)
    return Holding(tuple(counts[:DEUCE]), counts[12], counts[13], counts[14])


def left_after(held: Holding, made: Makeup) -> Holding:
    """What is left when a set has been laid."""
    natural = list(held.natural)
    if made.base < DEUCE:
        natural[made.base] -= made.natural
    return Holding(tuple(natural), held.twos - made.twos, held.small - made.small, held.big - made.big)


def burden(rank: int, cards: int, rules: SetRules) -> float:
    """What it costs to get rid of a group: less the higher and the larger it is, little if only one may answer it."""
    if is_gouji(Makeup(rank, cards), rules):
        return 0.25
    height = rank / 11
    return max(0.35, 1.6 - 0.9 * height - 0.18 * (cards - 1))


def worth(held: Holding, rules: SetRules) -> float:
    """How good a hand is: its wild cards less what its groups cost. Higher is better; an empty hand is best of all."""
    value = _WILD_PRICE[0] * held.twos + _WILD_PRICE[1] * held.small + _WILD_PRICE[2] * held.big
    cost = sum(burden(rank, cards, rules) for rank, cards in held.groups)
    if held.natural[THREE]:
        cost += 0.6
    return value - 1.5 * cost


def losers(held: Holding, rules: SetRules) -> int:
    """Groups that are no gouji sets, which have to be led or laid on something before the hand is out."""
    return sum(not is_gouji(Makeup(rank, cards), rules) for rank, cards in held.groups)


def sure(made: Makeup, rules: SetRules) -> bool:
    """Whether nobody can beat the set, whatever they hold."""
    return unbeatable(made, rules)


def gouji_by_number(groups: Sequence[tuple[int, int]]) -> int:
    """Groups that are open sets by themselves."""
    return sum((needed := needed_for_gouji(rank)) is not None and cards >= needed for rank, cards in groups)
