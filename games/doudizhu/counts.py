"""How many cards of each rank, packed into one integer: the form in which combinations, tables and AI players handle cards.

Four bits a rank, the lowest rank in the lowest bits, so ``7 7 X`` is ``2 << 16 | 1 << 56``. Counts run 0…4; the
fourth bit of each field stays free and catches borrows, so that one subtraction tells whether a hand holds a play.
Adding a play to a hand is ``+``, taking it away ``-``. Suits mean nothing in this game (DZ-2), so all that depends on
combinations is settled on counts, and cards come back in only at the door (``take``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NewType

from games.base.cards import RANKS, Card, Cards, Rank, rank_of

__all__ = [
    "GUARD",
    "ONES",
    "ROCKET",
    "RUN_RANKS",
    "UNITS",
    "Counts",
    "as_ranks",
    "holds",
    "pack",
    "size_of",
    "take",
]

Counts = NewType("Counts", int)
"""Counts by rank, 0…4 each, four bits a rank."""

UNITS: Final = tuple(1 << 4 * rank for rank in range(15))
"""One card of each rank. A plain bit mask of ranks is a sum of some of these."""
ONES: Final = sum(UNITS)
"""One of every rank."""
GUARD: Final = ONES << 3
"""The borrow bit of every rank."""
RUN_RANKS: Final = sum(UNITS[:12])
"""One of every rank that may stand in a run, 3 to A (DZ-11)."""
ROCKET: Final = Counts(UNITS[13] + UNITS[14])

_EVEN: Final = sum(15 << 8 * pair for pair in range(8))
_UNIT_OF_CARD: Final = tuple(UNITS[rank_of(Card(card))] for card in range(54))


def pack(cards: Iterable[Card]) -> Counts:
    """Return the counts of some cards (at most four of a rank)."""
    return Counts(sum([_UNIT_OF_CARD[card] for card in cards]))


def holds(hand: int, play: int) -> bool:
    """Return whether every card of the play is in the hand."""
    return ((hand | GUARD) - play) & GUARD == GUARD


def size_of(counts: int) -> int:
    """Return the number of cards."""
    return ((counts & _EVEN) + (counts >> 4 & _EVEN)) % 255  # adds up the bytes: 256 is 1 modulo 255


def take(hand: Iterable[Card], play: int) -> Cards:
    """Return the cards of a hand that make up a play, first suits ``s h d c`` first; the hand must hold it."""
    taken: list[Card] = []
    for card in sorted(hand):
        unit = _UNIT_OF_CARD[card]
        if play & 7 * unit:
            play -= unit
            taken.append(card)
            if not play:
                break
    if play:
        raise ValueError("the hand does not hold the play")
    return tuple(taken)


def as_ranks(counts: int) -> list[Rank]:
    """Return the ranks in ascending order, each as often as it occurs."""
    return [Rank(rank) for rank in range(15) for _ in range(counts >> 4 * rank & 7)]


def as_text(counts: int) -> str:
    """Return the ranks as text without suits: ``77X``."""
    return "".join(RANKS[rank] for rank in as_ranks(counts))
