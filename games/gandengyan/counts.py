"""How many cards of each rank, packed into one integer: the form in which readings, lists of plays and AI players handle cards.

Four bits a rank, the lowest rank of the kit in the lowest bits; with two packs counts run up to 8.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.base.cards import Card, Cards, rank_of

__all__ = [
    "JOKERS",
    "UNITS",
    "as_ranks",
    "held_of",
    "joker_count",
    "naturals",
    "pack",
    "size_of",
    "take",
    "take_any_jokers",
    "with_small_jokers",
]

UNITS: Final = tuple(1 << 4 * rank for rank in range(15))
"""One card of each rank."""
JOKERS: Final = (13, 14)
_HALF: Final = 0x0F0F0F0F0F0F0F0F
_SUITED: Final = UNITS[13] - 1
_UNIT_OF_CARD: Final = tuple(UNITS[rank_of(Card(card))] for card in range(54))


def pack(cards: Iterable[Card]) -> int:
    """Return cards as packed counts."""
    return sum(map(_UNIT_OF_CARD.__getitem__, cards))


def held_of(counts: int, rank: int) -> int:
    """Return the number of cards of a rank (0…14)."""
    return counts >> 4 * rank & 15


def joker_count(counts: int) -> int:
    """Return the number of jokers, small and big together."""
    return (counts >> 52 & 15) + (counts >> 56)


def naturals(counts: int) -> list[tuple[int, int]]:
    """Return the ranks 0…12 that are there, ascending, each with its number of cards."""
    found = []
    rank, left = 0, counts & _SUITED
    while left:
        if left & 15:
            found.append((rank, left & 15))
        rank, left = rank + 1, left >> 4
    return found


def size_of(counts: int) -> int:
    """Return the number of cards."""
    # Pairs of counts are added into bytes; a number is congruent to the sum of its bytes modulo 255.
    return ((counts & _HALF) + (counts >> 4 & _HALF)) % 255


def as_ranks(counts: int) -> list[int]:
    """Return the ranks (0…14) ascending, each as often as it is there."""
    return [rank for rank in range(15) for _ in range(held_of(counts, rank))]


def take(hand: Cards, counts: int) -> Cards:
    """Return cards of a sorted hand with these counts, of each rank the first; the hand must have them."""
    taken = []
    for card in hand:
        unit = _UNIT_OF_CARD[card]
        if counts & 15 * unit:
            counts -= unit
            taken.append(card)
    assert not counts, "the hand has these cards"
    return tuple(taken)


def with_small_jokers(counts: int) -> int:
    """Return the same counts with small jokers for big ones: they are of equal worth (GY-5)."""
    big = counts >> 56
    return counts - (big << 56) + (big << 52)


def take_any_jokers(hand: Cards, counts: int) -> Cards:
    """Return cards of a sorted hand with these counts, whose small jokers stand for either joker; small ones are
    taken first."""
    big = max(0, joker_count(counts) - held_of(pack(hand), 13))
    return take(hand, counts + big * (UNITS[14] - UNITS[13]))
