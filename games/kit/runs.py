"""Places of ranks in sequences in which the ace may stand low or high: 1 for the low ace, 2 to 14 for 2 to A."""

from functools import lru_cache
from typing import Final

from games.base.cards import Rank

__all__ = ["HIGHEST_PLACE", "place_of", "rank_at", "run_ranks"]

HIGHEST_PLACE: Final = 14
_ACE: Final = Rank(11)
_DEUCE: Final = Rank(12)


def place_of(rank: Rank) -> int:
    """The natural place of a rank: 2 to 14 for 2 to A; the ace also stands at 1."""
    return 2 if rank == _DEUCE else rank + 3


def rank_at(place: int) -> Rank:
    """The rank at a place from 1 (the low ace) to 14 (the high one)."""
    if place == 1:
        return _ACE
    return _DEUCE if place == 2 else Rank(place - 3)


@lru_cache(maxsize=256)
def run_ranks(top: Rank, length: int) -> tuple[Rank, ...]:
    """The neighbouring ranks of a run, low to high, the ace below the 2 where the top says so."""
    highest = place_of(top)
    return tuple(rank_at(place) for place in range(highest - length + 1, highest + 1))
