"""What given cards can be taken as (LJ-15 to LJ-18), found shape by shape.

Ranks are counted in one packed integer, six bits a rank: five for the number, one that stays free, so that a single
subtraction compares all thirteen numbers at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.base.actions import Pattern
from games.base.cards import Card, Cards, Rank, rank_counts, rank_of
from games.base.notation import patterns_text
from games.liujiatong import kinds  # fmt: skip

__all__ = [
    "BITS", "UNIT", "Makeup", "Move", "Shape", "by_rank", "cards_of", "counted",
    "first_cards", "in_force", "kinds_of_size", "makeup_of", "meaning", "named", "readings", "shapes",
]  # fmt: skip

BITS: Final = 6  # Bits for each rank in a packed count
UNIT: Final = tuple(1 << BITS * rank for rank in range(kinds.NATURAL))  # One card of each natural rank
_FREE: Final = sum(one << BITS - 1 for one in UNIT)
_GROUPS: Final = {1: kinds.Kind.SINGLE, 2: kinds.Kind.PAIR, 3: kinds.Kind.TRIPLE}


@dataclass(frozen=True, slots=True)
class Makeup:
    """Cards by rank: natural ones packed and as (rank, number) ascending, and how many jokers of each sort."""

    natural: int
    ranks: tuple[tuple[Rank, int], ...]
    small: int
    big: int

    @property
    def jokers(self) -> int:
        return self.small + self.big

    @property
    def size(self) -> int:
        return sum(count for _, count in self.ranks) + self.jokers


@dataclass(frozen=True, slots=True)
class Shape:
    """A reading that wild cards can be part of, and the natural cards that it is made of: packed and by rank."""

    reading: kinds.Reading
    need: int
    ranks: tuple[tuple[Rank, int], ...]


def counted(counts: Sequence[int]) -> Makeup:
    held = tuple((Rank(rank), counts[rank]) for rank in range(kinds.NATURAL) if counts[rank])
    return Makeup(sum(UNIT[rank] * count for rank, count in held), held, counts[kinds.SMALL], counts[kinds.BIG])


def makeup_of(cards: Cards) -> Makeup:
    return counted(rank_counts(cards))


def _shape(reading: kinds.Reading) -> Shape:
    counts = [0] * kinds.NATURAL
    for rank in kinds.ranks_of(reading):
        counts[rank] += 1
    made = counted([*counts, 0, 0])
    return Shape(reading, made.natural, made.ranks)


@lru_cache(maxsize=256)
def shapes(kind: kinds.Kind, size: int) -> tuple[Shape, ...]:
    """All readings of a kind of ``WILD_ORDER`` with so many cards, as shapes, the one that counts first in
    front (LJ-18)."""
    found: Iterator[kinds.Reading]
    match kind:
        case kinds.Kind.TRIPLE_PAIR:
            order = [Rank(rank) for rank in range(kinds.NATURAL - 1, -1, -1)]
            found = (
                kinds.Reading(kind, rank, 5, pair) for rank in order for pair in order if pair != rank and size == 5
            )
        case kinds.Kind.FLIGHT:
            every = kinds.tops(size // 5) if size % 5 == 0 and size >= 10 else ()
            found = (kinds.Reading(kind, top, size, pairs) for top in every for pairs in every)
        case _:
            length, over = divmod(size, kinds.CHAINS[kind])
            fits = not over and (length == 5 if kind is kinds.Kind.STRAIGHT else length >= 2)
            found = (kinds.Reading(kind, top, size) for top in (kinds.tops(length) if fits else ()))
    return tuple(map(_shape, found))


@lru_cache(maxsize=256)
def kinds_of_size(size: int) -> tuple[kinds.Kind, ...]:
    """The kinds of ``WILD_ORDER`` that so many cards can be."""
    return tuple(kind for kind in kinds.WILD_ORDER if shapes(kind, size))


def readings(made: Makeup) -> Iterator[kinds.Reading]:
    """Yield every reading of some cards, the default of a lead first (LJ-18)."""
    size, jokers = made.size, made.jokers
    if not made.ranks:
        yield from _jokers_alone(made)
    elif len(made.ranks) == 1:
        yield kinds.Reading(_GROUPS.get(size, kinds.Kind.BOMB), made.ranks[0][0], size)
    else:
        for kind in kinds_of_size(size):
            yield from _of_kind(kind, size, made.natural, jokers)


def _jokers_alone(made: Makeup) -> Iterator[kinds.Reading]:
    """Yield the readings of jokers without a natural card: they are what they are (LJ-16)."""
    small, big = made.small, made.big
    if not small or not big:
        rank, size = (kinds.SMALL, small) if small else (kinds.BIG, big)
        if 1 <= size <= 4:
            yield kinds.Reading(_GROUPS.get(size, kinds.Kind.JOKER_BOMB), rank, size)
    elif {small, big} == {2, 3}:
        triple, pair = (kinds.SMALL, kinds.BIG) if small == 3 else (kinds.BIG, kinds.SMALL)
        yield kinds.Reading(kinds.Kind.TRIPLE_PAIR, triple, 5, pair)


def _of_kind(kind: kinds.Kind, size: int, natural: int, jokers: int) -> Iterator[kinds.Reading]:
    """Yield the readings of one kind, highest first; natural cards of at least two ranks."""
    for shape in shapes(kind, size):
        # The free bit of a rank survives the subtraction if the shape has room for all of the cards of that rank; what it
        # still lacks the jokers fill, as sizes are equal.
        if (shape.need + _FREE - natural) & _FREE == _FREE:
            yield shape.reading
            if not jokers:
                return  # 13 pairs in a row are topped by the ace (LJ-18); nothing else has a choice


def meaning(reading: kinds.Reading) -> str:
    """The text after ``as`` that has cards taken in this reading."""
    return patterns_text(Pattern(rank) for rank in kinds.ranks_of(reading))


def named(made: Makeup, patterns: Sequence[Pattern]) -> kinds.Reading | None:
    """The reading that a complete combination after ``as`` names, ``None`` if these cards cannot be it (LJ-18)."""
    replaced = all(pattern.rank < kinds.NATURAL for pattern in patterns)
    if len(patterns) != made.size or (made.ranks and not replaced):
        return None
    counts = [0] * 15
    for pattern in patterns:
        counts[pattern.rank] += 1
    wanted = next(readings(counted(counts)), None)
    return wanted if wanted is not None and wanted in readings(made) else None


def in_force(made: Makeup, standing: kinds.Reading | None) -> kinds.Reading | None:
    """The reading in which cards without ``as`` are played on ``standing`` (``None``: as a lead); ``None`` if
    they may not be."""
    return next((one for one in readings(made) if standing is None or kinds.beats(one, standing)), None)


Move = tuple[int, int, int]  # Natural cards as a packed count, small jokers, big jokers
_MASK: Final = (1 << BITS) - 1


def cards_of(hand: Cards, move: Move) -> Cards:
    """The cards of a sorted hand that a move takes, ascending: of each rank the first."""
    natural, small, big = move
    return first_cards(by_rank(hand), natural + (small << BITS * kinds.SMALL) + (big << BITS * kinds.BIG))


def by_rank(hand: Cards) -> list[tuple[int, list[Card]]]:
    """The cards of a sorted hand in groups: where their count lies in a packed one of all ranks, and the cards."""
    groups: dict[int, list[Card]] = {}
    for card in hand:
        groups.setdefault(BITS * rank_of(card), []).append(card)
    return [*groups.items()]


def first_cards(groups: list[tuple[int, list[Card]]], play: int) -> Cards:
    """The first cards of each group, as many as a packed play takes."""
    chosen: list[Card] = []
    for shift, cards in groups:
        if count := play >> shift & _MASK:
            chosen += cards[:count]
    return tuple(chosen)
