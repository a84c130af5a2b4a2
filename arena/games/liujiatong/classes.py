"""The classes of plays of Liu Jia Tong and their numbers, and which of them a hand can make.

A class is a reading and how many jokers are in it; it names no single cards. Jokers first fill what the hand lacks; if the class
uses more of them, they take the place of the lowest ranks of the play, and small jokers go before big ones.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.base.cards import BIG_JOKER, SMALL_JOKER, Cards, Rank, rank_of
from games.liujiatong.kinds import BIG, NATURAL, SMALL, WILD_ORDER, Kind, Reading, beats, ranks_of
from games.liujiatong.readings import BITS, Makeup, shapes
from games.liujiatong.tables import COUNT, EACH, JOKERS, ONES, answers, makeup, reading_of

__all__ = ["HAND", "Key", "cards_of", "classes", "legal_numbers", "numbers", "plain_play"]

HAND: Final = 36
_OF_A_RANK: Final = 16
_MOST_JOKERS: Final = 8
_GROUPS: Final = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE)
Key = tuple[Reading, int]  # A reading, and how many jokers are in it


def _group(size: int, most: Kind) -> Kind:
    return _GROUPS[size - 1] if size <= len(_GROUPS) else most


def classes(hand: Makeup) -> Iterator[Key]:
    """Yield every class of plays that a hand could lead."""
    for rank, held in hand.ranks:
        yield from _alike(rank, held, hand.jokers)
    yield from _jokers_alone(hand.small, hand.big)
    held_of = dict(hand.ranks)
    for size in range(4, min(hand.size, HAND) + 1):
        for kind in WILD_ORDER:
            for shape in shapes(kind, size):
                yield from _wild(shape.reading, shape.ranks, held_of, size, hand.jokers)


def _alike(rank: Rank, held: int, jokers: int) -> Iterator[Key]:
    for size in range(1, held + jokers + 1):
        reading = Reading(_group(size, Kind.BOMB), rank, size)
        for used in range(max(0, size - held), min(jokers, size - 1) + 1):
            yield reading, used


def _jokers_alone(small: int, big: int) -> Iterator[Key]:
    for rank, held in ((SMALL, small), (BIG, big)):
        for size in range(1, min(held, 4) + 1):
            yield Reading(_group(size, Kind.JOKER_BOMB), rank, size), size
    if small >= 3 and big >= 2:
        yield Reading(Kind.TRIPLE_PAIR, SMALL, 5, BIG), 5
    if big >= 3 and small >= 2:
        yield Reading(Kind.TRIPLE_PAIR, BIG, 5, SMALL), 5


def _wild(
    reading: Reading, ranks: tuple[tuple[Rank, int], ...], held: dict[Rank, int], size: int, jokers: int
) -> Iterator[Key]:
    """Yield the ways in which jokers may be part of a shape, by their number: two natural ranks have to stay (LJ-17)."""
    missing = there = 0
    for rank, need in ranks:
        count = held.get(rank, 0)
        there += count > 0
        if count < need:
            missing += need - count
            if missing > jokers:
                return
    if there >= 2:
        for used in range(missing, min(jokers, size - 2) + 1):
            yield reading, used


@cache
def numbers() -> dict[Key, int]:
    """Every class that there is, with its number; 0 is the pass."""
    every = Makeup(0, tuple((Rank(rank), _OF_A_RANK) for rank in range(NATURAL)), 4, 4)
    kinds = list(Kind)

    def order(key: Key) -> tuple[int, int, int, int, int]:
        reading, used = key
        return (
            kinds.index(reading.kind),
            reading.size,
            reading.rank,
            -1 if reading.pairs is None else reading.pairs,
            used,
        )

    return {key: number for number, key in enumerate(sorted(classes(every), key=order), start=1)}


def cards_of(hand: Cards, reading: Reading, used: int) -> Cards | None:
    """The cards of a sorted hand that make a class; ``None`` if it has none such."""
    jokers = tuple(card for card in hand if card >= SMALL_JOKER)
    if used > len(jokers):
        return None
    if reading.rank >= NATURAL:
        return _of_jokers(jokers, reading)
    wanted: dict[Rank, int] = {}
    for rank in ranks_of(reading):
        wanted[rank] = wanted.get(rank, 0) + 1
    held: dict[Rank, Cards] = {rank: tuple(card for card in hand if rank_of(card) == rank) for rank in wanted}
    kept = {rank: min(need, len(held[rank])) for rank, need in wanted.items()}
    spare = sum(kept.values()) - (reading.size - used)
    if spare < 0:
        return None
    least = 2 if len(wanted) > 1 else 1
    for rank in sorted(kept):
        if spare:
            others = sum(count > 0 for other, count in kept.items() if other != rank)
            give = min(spare, kept[rank] - (0 if others >= least else 1))
            kept[rank] -= max(give, 0)
            spare -= max(give, 0)
    if spare or sum(count > 0 for count in kept.values()) < least:
        return None
    natural = sorted(card for rank, count in kept.items() for card in held[rank][:count])
    return (*natural, *jokers[:used])


def _of_jokers(jokers: Cards, reading: Reading) -> Cards | None:
    first, second = (SMALL_JOKER, BIG_JOKER) if reading.rank == SMALL else (BIG_JOKER, SMALL_JOKER)
    many, few = (reading.size, 0) if reading.pairs is None else (3, 2)
    if jokers.count(first) < many or jokers.count(second) < few:
        return None
    return tuple(sorted((first,) * many + (second,) * few))


# --- by table: the same, for packed hands ----------------------------------------------------------------------------
@lru_cache(maxsize=1 << 14)
def plain_play(reading: Reading) -> int:
    """The packed cards of a reading without jokers in it; jokers alone are what they are."""
    ranks = ranks_of(reading) if reading.pairs is None or reading.rank < NATURAL else ()
    if not ranks:
        assert reading.pairs is not None
        return 3 * EACH[reading.rank] + 2 * EACH[reading.pairs]
    return sum(EACH[rank] for rank in ranks)


class _Plain(dict[int, int]):
    """The number of each play without jokers, remembered once worked out."""

    def __missing__(self, play: int) -> int:
        found = self[play] = numbers()[reading_of(play, None), 0]
        return found


_PLAIN: Final = _Plain()


class _Group(NamedTuple):
    """Shapes of one or more kinds and sizes, highest first: what each needs of each natural rank, which ranks it has, how many
    jokers may be in it at most, and the number of its class without jokers."""

    needs: NDArray[np.int8]
    ranks: NDArray[np.bool_]
    most: NDArray[np.intp]
    firsts: NDArray[np.intp]


def _grouped(readings: list[Reading]) -> _Group:
    needs = np.zeros((len(readings), NATURAL), dtype=np.int8)
    for row, reading in zip(needs, readings, strict=True):
        for rank in ranks_of(reading):
            row[rank] += 1
    return _Group(
        needs,
        needs > 0,
        np.array([min(_MOST_JOKERS, reading.size - 2) for reading in readings], dtype=np.intp),
        np.array([numbers()[reading, 0] for reading in readings], dtype=np.intp),
    )


@lru_cache(maxsize=1 << 10)
def _group_of(standing: Reading | None) -> _Group:
    """The shapes that may be led, or that beat a play of their kind."""
    if standing is None:
        kinds = [(kind, size) for kind in WILD_ORDER for size in range(4, HAND + 1)]
    else:
        kinds = [(standing.kind, standing.size)]
    every = [shape.reading for kind, size in kinds for shape in shapes(kind, size)]
    return _grouped([one for one in every if standing is None or beats(one, standing)])


@lru_cache(maxsize=1 << 14)
def _alike_numbers(rank: Rank, held: int, jokers: int, standing: Reading | None) -> tuple[int, ...]:
    found = numbers()
    return tuple(found[key] for key in _alike(rank, held, jokers) if standing is None or beats(key[0], standing))


@lru_cache(maxsize=1 << 12)
def _joker_numbers(small: int, big: int, standing: Reading | None) -> tuple[int, ...]:
    found = numbers()
    return tuple(found[key] for key in _jokers_alone(small, big) if standing is None or beats(key[0], standing))


def legal_numbers(hand: int, standing: Reading | None) -> list[int]:
    """The numbers of all classes that a packed hand may lead, or lay on what stands."""
    if not hand >> JOKERS:
        if (hand >> 1 | hand >> 2 | hand >> 3 | hand >> 4) & ONES != ONES:
            plain = _PLAIN
            return [plain[play] for play in answers(standing)[0](hand)]
        # All ranks in pairs: the ace may be low or high, the same cards in two classes.
        found = numbers()
        return [found[key] for key in classes(makeup(hand)) if standing is None or beats(key[0], standing)]
    small, big = hand >> JOKERS & COUNT, hand >> JOKERS + BITS
    jokers = small + big
    counts = [hand >> BITS * rank & COUNT for rank in range(NATURAL)]
    total: list[int] = []
    for rank, held in enumerate(counts):
        if held:
            total += _alike_numbers(Rank(rank), held, jokers, standing)
    total += _joker_numbers(small, big, standing)
    if standing is not None and standing.kind not in WILD_ORDER:
        return total
    needs, ranks, most, firsts = _group_of(standing)
    own = np.array(counts, dtype=np.int8)
    missing = np.maximum(needs - own, 0).sum(axis=1)
    possible = (missing <= jokers) & ((ranks & (own > 0)).sum(axis=1) >= 2)
    missing, most, firsts = missing[possible], most[possible], firsts[possible]
    for used in range(jokers + 1):
        total += (firsts[(missing <= used) & (used <= most)] + used).tolist()
    return total
