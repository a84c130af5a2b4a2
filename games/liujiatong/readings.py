"""What given cards can be taken as, and as what they are taken (LJ-15 to LJ-18).

Ranks are counted in one packed integer, six bits a rank: five for the number, one that stays free, so that a single
subtraction compares all thirteen numbers at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.base.actions import Pattern
from games.base.cards import Cards, Rank, rank_counts
from games.base.notation import patterns_text
from games.liujiatong.kinds import (
    BIG,
    CHAINS,
    NATURAL,
    SMALL,
    WILD_ORDER,
    Kind,
    Reading,
    beats,
    ranks_of,
    tops,
)  # fmt: skip

__all__ = [
    "BITS", "UNIT", "Makeup", "Shape", "counted", "in_force", "kinds_of_size", "makeup_of", "meaning", "named", "readings",
    "shapes",
]  # fmt: skip

BITS: Final = 6
"""Bits for each rank in a packed count."""
UNIT: Final = tuple(1 << BITS * rank for rank in range(NATURAL))
"""One card of each natural rank."""
_FREE: Final = sum(one << BITS - 1 for one in UNIT)
_GROUPS: Final = {1: Kind.SINGLE, 2: Kind.PAIR, 3: Kind.TRIPLE}


@dataclass(frozen=True, slots=True)
class Makeup:
    """Cards by rank: natural ones packed and as (rank, number) ascending, and how many jokers of each sort."""

    natural: int
    ranks: tuple[tuple[Rank, int], ...]
    small: int
    big: int

    @property
    def jokers(self) -> int:
        """All jokers together."""
        return self.small + self.big

    @property
    def size(self) -> int:
        """All cards."""
        return sum(count for _, count in self.ranks) + self.jokers


@dataclass(frozen=True, slots=True)
class Shape:
    """A reading that wild cards can be part of, and the natural cards that it is made of: packed and by rank."""

    reading: Reading
    need: int
    ranks: tuple[tuple[Rank, int], ...]


def counted(counts: Sequence[int]) -> Makeup:
    """Return the makeup of so many cards of each of the 15 ranks."""
    held = tuple((Rank(rank), counts[rank]) for rank in range(NATURAL) if counts[rank])
    return Makeup(sum(UNIT[rank] * count for rank, count in held), held, counts[SMALL], counts[BIG])


def makeup_of(cards: Cards) -> Makeup:
    """Return the makeup of some cards."""
    return counted(rank_counts(cards))


def _shape(reading: Reading) -> Shape:
    counts = [0] * NATURAL
    for rank in ranks_of(reading):
        counts[rank] += 1
    made = counted([*counts, 0, 0])
    return Shape(reading, made.natural, made.ranks)


@lru_cache(maxsize=256)
def shapes(kind: Kind, size: int) -> tuple[Shape, ...]:
    """Return all readings of a kind of ``WILD_ORDER`` with so many cards, as shapes, the one that counts first in
    front (LJ-18)."""
    found: Iterator[Reading]
    match kind:
        case Kind.TRIPLE_PAIR:
            order = [Rank(rank) for rank in range(NATURAL - 1, -1, -1)]
            found = (Reading(kind, rank, 5, pair) for rank in order for pair in order if pair != rank and size == 5)
        case Kind.FLIGHT:
            every = tops(size // 5) if size % 5 == 0 and size >= 10 else ()
            found = (Reading(kind, top, size, pairs) for top in every for pairs in every)
        case _:
            length, over = divmod(size, CHAINS[kind])
            fits = not over and (length == 5 if kind is Kind.STRAIGHT else length >= 2)
            found = (Reading(kind, top, size) for top in (tops(length) if fits else ()))
    return tuple(map(_shape, found))


@lru_cache(maxsize=256)
def kinds_of_size(size: int) -> tuple[Kind, ...]:
    """Return the kinds of ``WILD_ORDER`` that so many cards can be."""
    return tuple(kind for kind in WILD_ORDER if shapes(kind, size))


def readings(made: Makeup) -> Iterator[Reading]:
    """Yield every reading of some cards, the default of a lead first (LJ-18)."""
    size, jokers = made.size, made.jokers
    if not made.ranks:
        yield from _jokers_alone(made)
    elif len(made.ranks) == 1:
        yield Reading(_GROUPS.get(size, Kind.BOMB), made.ranks[0][0], size)
    else:
        for kind in kinds_of_size(size):
            yield from _of_kind(kind, size, made.natural, jokers)


def _jokers_alone(made: Makeup) -> Iterator[Reading]:
    """Yield the readings of jokers without a natural card: they are what they are (LJ-16)."""
    small, big = made.small, made.big
    if not small or not big:
        rank, size = (SMALL, small) if small else (BIG, big)
        if 1 <= size <= 4:
            yield Reading(_GROUPS.get(size, Kind.JOKER_BOMB), rank, size)
    elif {small, big} == {2, 3}:
        triple, pair = (SMALL, BIG) if small == 3 else (BIG, SMALL)
        yield Reading(Kind.TRIPLE_PAIR, triple, 5, pair)


def _of_kind(kind: Kind, size: int, natural: int, jokers: int) -> Iterator[Reading]:
    """Yield the readings of one kind, highest first; natural cards of at least two ranks."""
    for shape in shapes(kind, size):
        # The free bit of a rank survives the subtraction if the shape has room for all of the cards of that rank; what it
        # still lacks the jokers fill, as sizes are equal.
        if (shape.need + _FREE - natural) & _FREE == _FREE:
            yield shape.reading
            if not jokers:
                return  # 13 pairs in a row are topped by the ace (LJ-18); nothing else has a choice


def meaning(reading: Reading) -> str:
    """Return the text after ``as`` that has cards taken in this reading."""
    return patterns_text(Pattern(rank) for rank in ranks_of(reading))


def named(made: Makeup, patterns: Sequence[Pattern]) -> Reading | None:
    """Return the reading that a complete combination after ``as`` names, ``None`` if these cards cannot be it
    (LJ-18)."""
    replaced = all(pattern.rank < NATURAL for pattern in patterns)
    if len(patterns) != made.size or (made.ranks and not replaced):
        return None
    counts = [0] * 15
    for pattern in patterns:
        counts[pattern.rank] += 1
    wanted = next(readings(counted(counts)), None)
    return wanted if wanted is not None and wanted in readings(made) else None


def in_force(made: Makeup, standing: Reading | None) -> Reading | None:
    """Return the reading in which cards without ``as`` are played on ``standing`` (``None``: as a lead); ``None`` if
    they may not be."""
    return next((one for one in readings(made) if standing is None or beats(one, standing)), None)
