"""Cards as packed counts by rank: four bits a rank, the lowest rank in the lowest bits, so ``7 7 X`` is ``2 << 16 | 1 << 56``.
For games in which suits mean nothing, or little. A *mask* of ranks is a sum of some of ``UNITS``."""

from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

from games.base.cards import Card, Cards, Rank, rank_of

__all__ = ["ONES", "UNITS", "Memo", "as_ranks", "multiples", "pack", "size_of", "take"]

UNITS: Final = tuple(1 << 4 * rank for rank in range(15))  # One card of each rank
ONES: Final = sum(UNITS)  # The mask of all ranks
_EVEN: Final = sum(15 << 8 * pair for pair in range(8))
_UNIT_OF_CARD: Final = tuple(UNITS[rank_of(Card(card))] for card in range(54))

T = TypeVar("T")


def pack(cards: Iterable[Card]) -> int:
    """The counts of some cards."""
    return sum([_UNIT_OF_CARD[card] for card in cards])


def size_of(counts: int) -> int:
    """How many cards there are."""
    return ((counts & _EVEN) + (counts >> 4 & _EVEN)) % 255  # adds up the bytes: 256 is 1 modulo 255


def as_ranks(counts: int) -> list[Rank]:
    """The ranks in ascending order, each as often as it occurs."""
    return [Rank(rank) for rank in range(15) for _ in range(counts >> 4 * rank & 15)]


def take(hand: Iterable[Card], counts: int) -> Cards:
    """The cards of a hand with these counts, first suits ``s h d c`` first; the hand must hold them."""
    taken: list[Card] = []
    for card in sorted(hand):
        unit = _UNIT_OF_CARD[card]
        if counts & 15 * unit:
            counts -= unit
            taken.append(card)
            if not counts:
                break
    if counts:
        raise ValueError("the hand does not hold the play")
    return tuple(taken)


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
    """By mask, so many cards of each rank in the mask, low ranks first."""
    each = [(unit, times * unit) for unit in UNITS]
    return Memo(lambda mask: tuple([multiple for unit, multiple in each if mask & unit]))
