"""The classes of plays of Liu Jia Tong and their numbers, and which of them a hand can make.

A class is a reading and how many jokers are in it; it names no single cards. Jokers first fill what the hand lacks; if the class
uses more of them, they take the place of the lowest ranks of the play, and small jokers go before big ones.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from games.base.cards import BIG_JOKER, SMALL_JOKER, Cards, Rank, rank_of
from games.liujiatong.kinds import BIG, NATURAL, SMALL, WILD_ORDER, Kind, Reading, beats, ranks_of
from games.liujiatong.readings import Makeup
from games.liujiatong.suggestions import candidates

__all__ = ["HAND", "Key", "cards_of", "classes", "numbers"]

HAND: Final = 36
_OF_A_RANK: Final = 16
Key = tuple[Reading, int]  # A reading, and how many jokers are in it


def classes(hand: Makeup, standing: Reading | None = None) -> Iterator[Key]:
    """Yield every class of plays that a hand could lead, or lay on what stands."""
    for reading, (_, small, big) in candidates(hand, standing):
        fewest = most = small + big
        if reading.rank < NATURAL:  # of runs and the like two natural ranks have to stay (LJ-17)
            most = min(hand.jokers, reading.size - (2 if reading.kind in WILD_ORDER else 1))
        if reading.size <= HAND:
            yield from ((reading, used) for used in range(fewest, most + 1))
    for triple, pair, low, high in ((SMALL, BIG, 3, 2), (BIG, SMALL, 2, 3)):
        reading = Reading(Kind.TRIPLE_PAIR, triple, 5, pair)
        if hand.small >= low and hand.big >= high and (standing is None or beats(reading, standing)):
            yield reading, 5


@cache
def numbers() -> dict[Key, int]:
    """Every class that there is, with its number; 0 is the pass."""
    every = Makeup(0, tuple((Rank(rank), _OF_A_RANK) for rank in range(NATURAL)), 4, 4)
    kinds = list(Kind)

    def order(key: Key) -> tuple[int, int, int, int, int]:
        reading, used = key
        pairs = -1 if reading.pairs is None else reading.pairs
        return kinds.index(reading.kind), reading.size, reading.rank, pairs, used

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
