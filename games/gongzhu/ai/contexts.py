"""What the chance of a card depends on: where the factors of each stand in ``odds.net``, and what a position is counted as.

All on bit masks (places as in ``fast_round``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.gongzhu.fast_round import BIT, GOAT_BIT, PIG_BIT, SUIT_MASKS, TRANSFORMER_BIT, score

__all__ = ["AT", "FEW", "FOLLOW_BASE", "LEAD_BASE", "PHASES", "SIZE", "TELLING", "UP_TO_FIVE", "pot_of", "standings"]

_HEARTS: Final = SUIT_MASKS[1]
TELLING: Final = _HEARTS | PIG_BIT | GOAT_BIT
"""Cards of which it counts who has taken them."""
PHASES: Final = (4, 4, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0)
"""By cards in hand: how far the round has gone."""
FEW: Final = (0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4)
"""By cards of a suit in the other hands: how many these are, roughly."""
UP_TO_FIVE: Final = (0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5)
"""By cards of a suit in hand."""

_CONTEXTS: Final = {
    "pig": 3 * 6 * 52,
    "goat": 3 * 6 * 52,
    "transformer": 3 * 5 * 52,
    "phase": 3 * 5 * 52,
    "mine": 3 * 6 * 52,
    "hearts": 3 * 6 * 52,
    "suit": 3 * 30 * 52,
    "table": 3 * 20 * 52,
    "void": 3 * 12 * 52,
    "rule": 6,
    "ace": 3 * 2 * 52,
    "card": 3 * 52,
    "lead": 11 * 7 * 7 * 3,
    "follow": 11 * 3 * 5 * 48,
}
"""The groups of factors, in the order of the file, and how many each has."""
SIZE: Final = sum(_CONTEXTS.values())
AT: Final = {name: sum(list(_CONTEXTS.values())[:at]) for at, name in enumerate(_CONTEXTS)}
"""By group: where it begins."""


def _sort(place: int) -> int:
    """Return which of eleven sorts of cards this one is: pig, goat, transformer, high ones and low ones of each suit."""
    suit, rank = divmod(place, 13)
    if (bit := BIT[place]) & (PIG_BIT | GOAT_BIT | TRANSFORMER_BIT):
        return 4 if bit == PIG_BIT else 5 if bit == GOAT_BIT else 6
    return (8, 7, 9, 10)[suit] if rank >= (11, 9, 10, 9)[suit] else suit


_SORTS: Final = tuple(_sort(place) for place in range(52))
"""By place: the sort of card."""
LEAD_BASE: Final = tuple(AT["lead"] + sort * 147 for sort in _SORTS)
FOLLOW_BASE: Final = tuple(AT["follow"] + sort * 720 for sort in _SORTS)
"""By place: where its factors begin."""


def pot_of(pot: int) -> int:
    """Return how good or bad it is what lies on the table, from 0 to 4."""
    if pot < 0:
        return 2 if pot > -30 else 1 if pot > -100 else 0
    return 4 if pot else 3


def standings(taken: Sequence[int]) -> list[int]:
    """Return, by seat, what it has taken and who has taken hearts, as one number below 36."""
    having = [seat for seat in range(4) if taken[seat] & _HEARTS]
    many = taken[having[0]] & _HEARTS if len(having) == 1 else 0
    more = many.bit_count() >= 5
    found: list[int] = []
    for seat in range(4):
        if not having:
            hearts = 0
        elif not many:
            hearts = 1
        elif having[0] == seat:
            hearts = 3 if more else 2
        else:
            hearts = 5 if more else 4
        found.append(_mine(taken[seat] & TELLING) * 6 + hearts)
    return found


@cache
def _mine(cards: int) -> int:
    """Return how well a seat stands with what it has taken of the hearts, the pig and the goat."""
    if cards & PIG_BIT:
        return 4 if cards & GOAT_BIT else 5
    if cards & GOAT_BIT:
        return 3
    points = score(cards, 0)
    return 2 if points <= -50 else 1 if points < 0 else 0
