"""What given cards can be taken as (LJ-15 to LJ-18), and every set that a hand may play (LJ-22), found shape by shape.

Ranks are counted in one packed integer, six bits a rank: five for the number, one that stays free, so that a single
subtraction compares all thirteen numbers at once. A set of a hand is listed once, under the first reading that it has.
Without jokers there is little to choose; with many of them the list grows beyond use, so it comes lazily."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.base.actions import Pattern
from games.base.cards import BIG_JOKER, SMALL_JOKER, Card, Cards, Rank, rank_counts, rank_of
from games.base.notation import patterns_text
from games.liujiatong import kinds  # fmt: skip

__all__ = [
    "BITS", "UNIT", "Makeup", "Move", "Shape", "cards_of", "counted", "in_force", "kinds_of_size", "legal_plays",
    "makeup_of", "meaning", "named", "plays", "readings", "shapes",
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


def legal_plays(hand: Cards, standing: kinds.Reading | None) -> Iterator[Cards]:
    """The legal plays of a hand, each set of ranks once, with the first cards of each rank."""
    groups = _by_rank(hand)
    return (_taken(groups, move) for move in plays(makeup_of(hand), standing))


def plays(hand: Makeup, standing: kinds.Reading | None) -> Iterator[Move]:
    """Yield what beats ``standing``, or for ``None`` every lead, as moves."""
    yield from _of_one_rank(hand, standing)
    yield from _of_jokers(hand, standing)
    if standing is None:
        for size in range(4, hand.size + 1):
            yield from _wild(hand, [shape for kind in kinds.WILD_ORDER for shape in shapes(kind, size)])
    elif standing.kind in kinds.WILD_ORDER:
        alike = shapes(standing.kind, standing.size)
        yield from _wild(hand, [shape for shape in alike if kinds.beats(shape.reading, standing)])


def _split(hand: Makeup, jokers: int) -> Iterator[tuple[int, int]]:
    """Yield the ways to take so many jokers, as (small ones, big ones); as many small ones as possible first."""
    for small in range(min(hand.small, jokers), max(0, jokers - hand.big) - 1, -1):
        yield small, jokers - small


def _of_one_rank(hand: Makeup, standing: kinds.Reading | None) -> Iterator[Move]:
    """Yield singles, pairs, triples and bombs with at least one natural card, all of one rank (LJ-17)."""
    for rank, held in hand.ranks:
        for size in range(1, held + hand.jokers + 1):
            kind = _GROUPS[size] if size <= 3 else kinds.Kind.BOMB
            if standing is not None and not kinds.beats(kinds.Reading(kind, rank, size), standing):
                continue
            for natural in range(min(held, size), max(1, size - hand.jokers) - 1, -1):
                for small, big in _split(hand, size - natural):
                    yield UNIT[rank] * natural, small, big


def _of_jokers(hand: Makeup, standing: kinds.Reading | None) -> Iterator[Move]:
    """Yield plays of jokers as themselves (LJ-16)."""
    for rank, held in ((kinds.SMALL, hand.small), (kinds.BIG, hand.big)):
        for size in range(1, min(held, 4) + 1):
            kind = _GROUPS[size] if size <= 3 else kinds.Kind.JOKER_BOMB
            if standing is None or kinds.beats(kinds.Reading(kind, rank, size), standing):
                yield (0, size, 0) if rank == kinds.SMALL else (0, 0, size)
    for triple, pair, small, big in ((kinds.SMALL, kinds.BIG, 3, 2), (kinds.BIG, kinds.SMALL, 2, 3)):
        enough = hand.small >= small and hand.big >= big
        if enough and (
            standing is None or kinds.beats(kinds.Reading(kinds.Kind.TRIPLE_PAIR, triple, 5, pair), standing)
        ):
            yield 0, small, big


def _wild(hand: Makeup, among: list[Shape]) -> Iterator[Move]:
    """Yield plays with natural cards of two ranks or more, of any of these shapes, which are all of one size."""
    seen: set[int] = set()  # all shapes are of one size, so the natural cards also settle the number of jokers
    held = dict(hand.ranks)
    for shape in among:
        for natural, jokers in _fillings(shape, held, hand.jokers):
            if natural in seen:
                continue
            seen.add(natural)
            for small, big in _split(hand, jokers):
                yield natural, small, big


def _fillings(shape: Shape, held: dict[Rank, int], jokers: int) -> Iterator[tuple[int, int]]:
    """Yield the ways to make a shape: natural cards of at least two ranks as a packed count, and how many jokers."""
    missing = 0
    present: list[tuple[Rank, int]] = []
    for rank, need in shape.ranks:
        count = held.get(rank, 0)
        if count < need:
            missing += need - count
            if missing > jokers:
                return
        if count:
            present.append((rank, min(count, need)))
    if len(present) < 2:
        return  # natural cards of one rank are nothing but that rank (LJ-17)
    full = sum(UNIT[rank] * count for rank, count in present)
    if jokers == missing:
        yield full, missing
        return
    yield from _thinned(present, 0, full, missing, jokers, len(present))


def _thinned(
    present: list[tuple[Rank, int]], at: int, natural: int, used: int, jokers: int, ranks: int
) -> Iterator[tuple[int, int]]:
    """Yield every way to put jokers in the place of natural cards, from rank ``at`` on; ``ranks`` are still natural."""
    if at == len(present) or used == jokers:
        yield natural, used
        return
    rank, count = present[at]
    for taken in range(min(count, jokers - used) + 1):
        left = ranks - (taken == count)
        if left < 2:
            break
        yield from _thinned(present, at + 1, natural - UNIT[rank] * taken, used + taken, jokers, left)


def cards_of(hand: Cards, move: Move) -> Cards:
    """The cards of a sorted hand that a move takes, ascending: of each rank the first."""
    return _taken(_by_rank(hand), move)


def _by_rank(hand: Cards) -> list[tuple[int, Cards]]:
    """Return the natural cards of a sorted hand in groups: where their count lies in a packed one, and the cards."""
    groups: dict[Rank, list[Card]] = {}
    for card in hand:
        groups.setdefault(rank_of(card), []).append(card)
    return [(BITS * rank, tuple(cards)) for rank, cards in groups.items() if rank <= kinds.DEUCE]


def _taken(groups: list[tuple[int, Cards]], move: Move) -> Cards:
    natural, small, big = move
    chosen: list[Card] = []
    for shift, cards in groups:
        if count := natural >> shift & _MASK:
            chosen += cards[:count]
    return (*chosen, *(SMALL_JOKER,) * small, *(BIG_JOKER,) * big)
