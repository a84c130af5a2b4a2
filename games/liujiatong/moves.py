"""Every set of cards that a hand may play (LJ-22), found shape by shape, never by trying sets of cards.

A set is listed once, under the first reading that it has: natural cards as a packed count, and how many small and big
jokers. Without jokers there is little to choose; with many of them the list grows beyond use, so it comes lazily.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.base.cards import BIG_JOKER, SMALL_JOKER, Card, Cards, Rank, rank_of
from games.liujiatong.kinds import BIG, DEUCE, SMALL, WILD_ORDER, Kind, Reading, beats
from games.liujiatong.readings import BITS, UNIT, Makeup, Shape, makeup_of, shapes

__all__ = ["Move", "cards_of", "legal_plays", "plays"]

Move = tuple[int, int, int]
"""Natural cards as a packed count, small jokers, big jokers."""
_MASK: Final = (1 << BITS) - 1
_GROUPS: Final = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE)


def legal_plays(hand: Cards, standing: Reading | None) -> Iterator[Cards]:
    """Return the legal plays of a hand, each set of ranks once, with the first cards of each rank."""
    groups = _by_rank(hand)
    return (_taken(groups, move) for move in plays(makeup_of(hand), standing))


def plays(hand: Makeup, standing: Reading | None) -> Iterator[Move]:
    """Yield what beats ``standing``, or for ``None`` every lead, as moves."""
    yield from _of_one_rank(hand, standing)
    yield from _jokers_alone(hand, standing)
    if standing is None:
        for size in range(4, hand.size + 1):
            yield from _wild(hand, [shape for kind in WILD_ORDER for shape in shapes(kind, size)])
    elif standing.kind in WILD_ORDER:
        alike = shapes(standing.kind, standing.size)
        yield from _wild(hand, [shape for shape in alike if beats(shape.reading, standing)])


def _split(hand: Makeup, jokers: int) -> Iterator[tuple[int, int]]:
    """Yield the ways to take so many jokers, as (small ones, big ones); as many small ones as possible first."""
    for small in range(min(hand.small, jokers), max(0, jokers - hand.big) - 1, -1):
        yield small, jokers - small


def _of_one_rank(hand: Makeup, standing: Reading | None) -> Iterator[Move]:
    """Yield singles, pairs, triples and bombs with at least one natural card, all of one rank (LJ-17)."""
    for rank, held in hand.ranks:
        for size in range(1, held + hand.jokers + 1):
            kind = _GROUPS[size - 1] if size <= 3 else Kind.BOMB
            if standing is not None and not beats(Reading(kind, rank, size), standing):
                continue
            for natural in range(min(held, size), max(1, size - hand.jokers) - 1, -1):
                for small, big in _split(hand, size - natural):
                    yield UNIT[rank] * natural, small, big


def _jokers_alone(hand: Makeup, standing: Reading | None) -> Iterator[Move]:
    """Yield plays of jokers as themselves (LJ-16)."""
    for rank, held in ((SMALL, hand.small), (BIG, hand.big)):
        for size in range(1, min(held, 4) + 1):
            kind = _GROUPS[size - 1] if size <= 3 else Kind.JOKER_BOMB
            if standing is None or beats(Reading(kind, rank, size), standing):
                yield (0, size, 0) if rank == SMALL else (0, 0, size)
    for triple, pair, small, big in ((SMALL, BIG, 3, 2), (BIG, SMALL, 2, 3)):
        enough = hand.small >= small and hand.big >= big
        if enough and (standing is None or beats(Reading(Kind.TRIPLE_PAIR, triple, 5, pair), standing)):
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
    """Return the cards of a sorted hand that a move takes, ascending: of each rank the first."""
    return _taken(_by_rank(hand), move)


def _by_rank(hand: Cards) -> list[tuple[int, Cards]]:
    """Return the natural cards of a sorted hand in groups: where their count lies in a packed one, and the cards."""
    groups: dict[Rank, list[Card]] = {}
    for card in hand:
        groups.setdefault(rank_of(card), []).append(card)
    return [(BITS * rank, tuple(cards)) for rank, cards in groups.items() if rank <= DEUCE]


def _taken(groups: list[tuple[int, Cards]], move: Move) -> Cards:
    natural, small, big = move
    chosen: list[Card] = []
    for shift, cards in groups:
        if count := natural >> shift & _MASK:
            chosen += cards[:count]
    return (*chosen, *(SMALL_JOKER,) * small, *(BIG_JOKER,) * big)
