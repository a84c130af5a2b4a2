"""Which cards are a combination, what beats what, and all plays of a hand (PK-10 to PK-13, PK-21), on counts by rank."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from games.base.cards import Cards, rank_counts, rank_of
from games.base.words import COMMON_KINDS

__all__ = ["NAMES", "Counts", "Kind", "Reading", "beats", "counts_of", "plays", "readings", "take"]

Counts = tuple[int, ...]  # How many cards of each rank, 3 to 2
_RANKS: Final = 13
_ACE: Final = 11
_FEWEST_SINGLES: Final = 5


class Kind(StrEnum):
    """The combinations."""

    SINGLE = "single"
    PAIR = "pair"
    TRIO = "trio"
    TRIO_ONE = "trio_one"
    TRIO_TWO = "trio_two"
    STRAIGHT = "straight"
    PAIR_CHAIN = "pair_chain"
    AIRPLANE = "airplane"
    AIRPLANE_ONE = "airplane_one"
    AIRPLANE_TWO = "airplane_two"
    FOUR_THREE = "four_three"
    BOMB = "bomb"


_OWN: Final = {
    Kind.TRIO_ONE: ("三带一", "trio with one"),
    Kind.TRIO_TWO: ("三带二", "trio with two"),
    Kind.AIRPLANE: ("飞机", "airplane"),
    Kind.AIRPLANE_ONE: ("飞机带小翼", "airplane with wings"),
    Kind.AIRPLANE_TWO: ("飞机带大翼", "airplane with big wings"),
    Kind.FOUR_THREE: ("四带三", "four with three"),
}
NAMES: Final = MappingProxyType(
    {kind.value: _OWN.get(kind) or COMMON_KINDS[kind] for kind in Kind}
)  # As people say them


@dataclass(frozen=True, slots=True)
class Reading:
    """What cards are: their kind, the highest rank that is compared, and how many cards there are."""

    kind: Kind
    top: int
    size: int


@dataclass(frozen=True, slots=True)
class _Shape:
    """``unit`` cards of each of ``low`` or more neighbouring ranks (of one rank if ``low`` is 1), ``carried`` for each."""

    unit: int
    low: int
    carried: int


_SHAPES: Final = {
    Kind.SINGLE: _Shape(1, 1, 0),
    Kind.PAIR: _Shape(2, 1, 0),
    Kind.AIRPLANE: _Shape(3, 2, 0),
    Kind.AIRPLANE_ONE: _Shape(3, 2, 1),
    Kind.AIRPLANE_TWO: _Shape(3, 2, 2),
    Kind.TRIO: _Shape(3, 1, 0),
    Kind.TRIO_ONE: _Shape(3, 1, 1),
    Kind.TRIO_TWO: _Shape(3, 1, 2),
    Kind.STRAIGHT: _Shape(1, _FEWEST_SINGLES, 0),
    Kind.PAIR_CHAIN: _Shape(2, 2, 0),
    Kind.FOUR_THREE: _Shape(4, 1, 3),
    Kind.BOMB: _Shape(4, 1, 0),
}


def counts_of(cards: Cards) -> Counts:
    """The cards by rank."""
    return tuple(rank_counts(cards)[:_RANKS])


def readings(cards: Cards) -> tuple[Reading, ...]:
    """What cards can be, the usual reading first; at most one of a kind, that with the highest top."""
    return _readings(counts_of(cards))


def _readings(counts: Counts) -> tuple[Reading, ...]:
    size = sum(counts)
    if max(counts) == size == 4:
        return (Reading(Kind.BOMB, counts.index(4), 4),)
    found = (_reading(kind, shape, counts, size) for kind, shape in _SHAPES.items())
    return tuple(reading for reading in found if reading is not None)


def _reading(kind: Kind, shape: _Shape, counts: Counts, size: int) -> Reading | None:
    length, rest = divmod(size, shape.unit + shape.carried)
    if rest or length < shape.low or (shape.low == 1 and length > 1):
        return None
    for top in range(_highest(shape), length - 2, -1):
        if all(count >= shape.unit for count in counts[top - length + 1 : top + 1]):
            return Reading(kind, top, size)
    return None


def _highest(shape: _Shape) -> int:
    """The highest rank of the body: no run holds a 2."""
    return _RANKS - 1 if shape.low == 1 else _ACE


def beats(reading: Reading, standing: Reading) -> bool:
    """Whether one play may be laid on another (PK-21)."""
    if reading.kind is Kind.BOMB and standing.kind is not Kind.BOMB:
        return True
    return reading.kind is standing.kind and reading.size == standing.size and reading.top > standing.top


def plays(hand: Cards, standing: Reading | None = None) -> Iterator[tuple[Counts, Reading]]:
    """Every play of a hand by rank once, with the reading in which it may be laid; small kinds and low ranks first."""
    held, seen = counts_of(hand), set[Counts]()
    for kind, shape in _SHAPES.items():
        if standing is not None and kind not in (standing.kind, Kind.BOMB):
            continue
        for body, length in _bodies(shape, held):
            left = tuple(have - used for have, used in zip(held, body, strict=True))
            for carried in _carried(left, shape.carried * length):
                play = tuple(used + more for used, more in zip(body, carried, strict=True))
                if play in seen:
                    continue
                seen.add(play)
                allowed = [one for one in _readings(play) if standing is None or beats(one, standing)]
                if allowed:
                    yield play, allowed[0]


def _bodies(shape: _Shape, held: Counts) -> Iterator[tuple[Counts, int]]:
    """The parts that are compared, with their lengths."""
    longest = _ACE + 1 if shape.low > 1 else 1
    for length in range(shape.low, longest + 1):
        for top in range(length - 1, _highest(shape) + 1):
            ranks = range(top - length + 1, top + 1)
            if all(held[rank] >= shape.unit for rank in ranks):
                yield tuple(shape.unit if rank in ranks else 0 for rank in range(_RANKS)), length


def _carried(left: Counts, number: int, rank: int = 0) -> Iterator[Counts]:
    """Every choice of so many cards by rank, low ranks first."""
    if number == 0:
        yield (0,) * (len(left) - rank)
    elif rank < len(left):
        for count in range(min(number, left[rank]), -1, -1):
            for others in _carried(left, number - count, rank + 1):
                yield (count, *others)


def take(hand: Cards, counts: Counts) -> Cards:
    """These cards out of a sorted hand, of each rank the first."""
    left, taken = list(counts), []
    for card in hand:
        if left[rank_of(card)]:
            left[rank_of(card)] -= 1
            taken.append(card)
    return tuple(taken)
