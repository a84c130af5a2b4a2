"""The kinds of combinations, how strong each is, and what beats what (LJ-5 to LJ-14, LJ-19, LJ-26 b)."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from games.base.cards import RANKS, Rank
from games.kit.runs import HIGHEST_PLACE, place_of, rank_at, run_ranks

__all__ = [
    "BIG", "BOMBS", "CHAINS", "DEUCE", "NATURAL", "SMALL", "WILD_ORDER", "Kind", "Reading", "beats", "least_cards",
    "ranks_of", "strength", "tops",
]  # fmt: skip

NATURAL: Final = 13  # The ranks 0…12 are natural cards, 3 to 2; above them stand the jokers
DEUCE: Final = Rank(12)
SMALL: Final = Rank(13)
BIG: Final = Rank(14)
_EIGHT: Final = 8  # Joker bombs beat bombs of up to so many cards (LJ-14)


class Kind(StrEnum):
    """The combinations of LJ-6 to LJ-13."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    TRIPLE_PAIR = "triple_pair"
    STRAIGHT = "straight"
    PAIR_CHAIN = "pair_chain"
    TRIPLE_CHAIN = "triple_chain"
    FLIGHT = "flight"
    BOMB = "bomb"
    JOKER_BOMB = "joker_bomb"


BOMBS: Final = frozenset({Kind.BOMB, Kind.JOKER_BOMB})
CHAINS: Final = {Kind.STRAIGHT: 1, Kind.PAIR_CHAIN: 2, Kind.TRIPLE_CHAIN: 3}
"""Runs of equal groups: how many cards of each rank."""
_IN_PLACES: Final = frozenset({*CHAINS, Kind.FLIGHT})
WILD_ORDER: Final = (Kind.TRIPLE_PAIR, Kind.STRAIGHT, Kind.PAIR_CHAIN, Kind.TRIPLE_CHAIN, Kind.FLIGHT)
"""The kinds that natural cards of two ranks or more can be, in the order of LJ-18."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What some cards are taken as. ``rank`` is the one that counts (0…14): of the cards themselves, of the triple, the
    top of the run (the low ace never is one). ``size`` is how many cards. ``pairs`` is the rank of a triple_pair's pair
    or the top of a flight's pairs, ``None`` elsewhere; it never counts."""

    kind: Kind
    rank: Rank
    size: int
    pairs: Rank | None = None

    @property
    def top(self) -> str:
        """The rank that counts, as text."""
        return RANKS[self.rank]


def tops(length: int) -> tuple[Rank, ...]:
    """The top ranks of all runs of so many ranks, highest first; none holds both places of the ace (LJ-9)."""
    if length > NATURAL:
        return ()
    return tuple(rank_at(place) for place in range(HIGHEST_PLACE, length - 1, -1))


@lru_cache(maxsize=1 << 12)
def ranks_of(reading: Reading) -> tuple[Rank, ...]:
    """The ranks that a reading takes, jokers replaced: runs from low to high, the triples of a mixed play first."""
    rank, size = reading.rank, reading.size
    match reading.kind:
        case Kind.STRAIGHT | Kind.PAIR_CHAIN | Kind.TRIPLE_CHAIN:
            each = CHAINS[reading.kind]
            return tuple(one for one in run_ranks(rank, size // each) for _ in range(each))
        case Kind.TRIPLE_PAIR:
            assert reading.pairs is not None
            return (rank,) * 3 + (reading.pairs,) * 2
        case Kind.FLIGHT:
            assert reading.pairs is not None
            triples, pairs = run_ranks(rank, size // 5), run_ranks(reading.pairs, size // 5)
            return tuple(one for one in triples for _ in range(3)) + tuple(one for one in pairs for _ in range(2))
        case _:
            return (rank,) * size


def strength(reading: Reading) -> tuple[int, int]:
    """A key that rises with the strength among plays that are compared: plays of one kind, or all bombs
    (LJ-14, LJ-19)."""
    match reading.kind:
        case Kind.BOMB:
            return 2 * reading.size, reading.rank  # even numbers, so that joker bombs fit in between
        case Kind.JOKER_BOMB:
            return 2 * _EIGHT + 1, reading.rank
        case kind if kind in _IN_PLACES:
            return 0, place_of(reading.rank)
        case _:
            return 0, reading.rank


def beats(challenger: Reading, standing: Reading) -> bool:
    """Whether one play beats another (LJ-19): irreflexive and transitive."""
    if challenger.kind in BOMBS:
        return standing.kind not in BOMBS or strength(challenger) > strength(standing)
    alike = challenger.kind is standing.kind and challenger.size == standing.size
    return alike and strength(challenger) > strength(standing)


def least_cards(standing: Reading) -> int:
    """The fewest cards that any play beating this one has (LJ-26 b)."""
    kind, rank, size = standing.kind, standing.rank, standing.size
    match kind:
        case Kind.SINGLE | Kind.PAIR | Kind.TRIPLE:
            return 4 if rank == BIG else size
        case Kind.BOMB if size > _EIGHT:
            return size + (rank == DEUCE)
        case Kind.JOKER_BOMB if rank == BIG:
            return _EIGHT + 1
        case _:
            return 4
