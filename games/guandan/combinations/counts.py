"""How many cards of each rank, packed into one integer: the form in which readings, tables and the fast round
handle cards.

Four bits a rank, the lowest rank of the kit in the lowest bits; counts run 0…8, in a play up to ten cards of which at
most eight are of one rank. A *mask* has one bit for each rank, at the place of that rank's count, so that a bit is also
one card of its rank and ``3 * bit`` a triple. Wild cards are counted apart from all others; where a play is told by its
ranks alone they stand under the level's rank (``8 8 2`` at level 2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Generic, TypeVar

from games.base.cards import Card, Rank, rank_of

__all__ = [
    "BITS", "JOKERS", "JOKER_BOMB", "ONES", "PAIRS", "SUITED", "TRIPLES", "UNITS", "Memo", "at_least", "multiples", "pack",
    "rank_items", "ranks_in",
]  # fmt: skip

UNITS: Final = tuple(1 << 4 * rank for rank in range(15))
"""One card of each rank."""
ONES: Final = sum(UNITS)
"""The mask of all ranks."""
SUITED: Final = sum(UNITS[:13])
"""The mask of the ranks that have suits."""
JOKERS: Final = UNITS[13] + UNITS[14]
JOKER_BOMB: Final = 2 * JOKERS

_UNIT_OF_CARD: Final = tuple(UNITS[rank_of(Card(card))] for card in range(54))

T = TypeVar("T")


class Memo(dict[int, T], Generic[T]):
    """A function of an integer that remembers its values: indexing calls it the first time. Starts afresh when very large."""

    __slots__ = ("_make", "_most")

    def __init__(self, make: Callable[[int], T], most: int = 20_000) -> None:
        super().__init__()
        self._make, self._most = make, most

    def __missing__(self, key: int) -> T:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value


def multiples(times: int) -> Memo[tuple[int, ...]]:
    """Return, by mask, so many cards of each rank in the mask, low ranks first."""
    each = [(unit, times * unit) for unit in UNITS]
    return Memo(lambda mask: tuple([multiple for unit, multiple in each if mask & unit]))


BITS: Final = multiples(1)
PAIRS: Final = multiples(2)
TRIPLES: Final = multiples(3)


def pack(cards: Iterable[Card]) -> int:
    """Return the counts of some cards, wild ones like any other."""
    return sum([_UNIT_OF_CARD[card] for card in cards])


def at_least(counts: int) -> tuple[int, ...]:
    """Return the masks of the ranks with at least 0, 1, 2 … 8 cards."""
    # The bits of a count, each as a mask: eight has the fourth bit alone, so it counts for every lower number, too.
    one, two, four, eight = counts & ONES, counts >> 1 & ONES, counts >> 2 & ONES, counts >> 3 & ONES
    from_four = four | eight
    if not from_four:
        return ONES, one | two, two, one & two, 0, 0, 0, 0, 0
    return (
        ONES,
        one | two | from_four,
        two | from_four,
        one & two | from_four,
        from_four,
        four & (one | two) | eight,
        four & two | eight,
        four & two & one | eight,
        eight,
    )


def _items(counts: int) -> tuple[tuple[Rank, int], ...]:
    return tuple((Rank(rank), n) for rank in range(15) if (n := counts >> 4 * rank & 15))


rank_items: Final = Memo(_items)
"""By counts: each rank that occurs, ascending, with how often it does."""


def ranks_in(counts: int) -> Iterator[Rank]:
    """Yield the ranks in ascending order, each as often as it occurs."""
    for rank, n in rank_items[counts]:
        for _ in range(n):
            yield rank
