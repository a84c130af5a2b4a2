"""How likely another hand beats a play, from the cards that have not been seen.

Unseen cards are taken as spread at random over the other hands; a hand with n of the u unseen cards holds each of
them with chance n/u. Rough, but it only has to tell a king that will hold from one that will not.
"""

from __future__ import annotations

from games.doudizhu.counts import ROCKET
from games.doudizhu.kinds import Kind, Reading

__all__ = ["chance_beaten", "chance_bombed"]

_EACH = {
    Kind.SOLO: 1, Kind.CHAIN: 1, Kind.PAIR: 2, Kind.PAIR_CHAIN: 2,
    Kind.FOUR_TWO_SINGLES: 4, Kind.FOUR_TWO_PAIRS: 4, Kind.SHUTTLE: 4, Kind.SHUTTLE_SMALL: 4, Kind.SHUTTLE_LARGE: 4,
    Kind.BOMB: 4,
}  # fmt: skip
_PER_RANK = {
    Kind.CHAIN: 1, Kind.PAIR_CHAIN: 2, Kind.AIRPLANE: 3, Kind.AIRPLANE_SMALL: 4, Kind.AIRPLANE_LARGE: 5,
    Kind.SHUTTLE: 4, Kind.SHUTTLE_SMALL: 5, Kind.SHUTTLE_LARGE: 6,
}  # fmt: skip


def chance_beaten(reading: Reading, unseen: int, cards: int, unseen_cards: int) -> float:
    """The chance that a hand of so many of the unseen cards holds something higher of the same kind."""
    if reading.kind is Kind.ROCKET or cards < reading.size:
        return 0.0
    held = _HELD[_EACH.get(reading.kind, 3)](min(1.0, cards / unseen_cards))
    stands = 1.0
    per_rank = _PER_RANK.get(reading.kind, 0)
    if per_rank:
        length = reading.size // per_rank
        for top in range(reading.top + 1, 12):
            chance = 1.0
            for rank in range(top - length + 1, top + 1):
                chance *= held[unseen >> 4 * rank & 7]
            stands *= 1.0 - chance
        return 1.0 - stands
    higher = unseen >> 4 * (reading.top + 1)
    while higher:
        stands *= 1.0 - held[higher & 7]
        higher >>= 4
    return 1.0 - stands


def chance_bombed(reading: Reading, unseen: int, cards: int, unseen_cards: int) -> float:
    """The chance that a hand of so many of the unseen cards holds a bomb that beats a play, or the rocket."""
    if reading.kind is Kind.ROCKET or not cards:
        return 0.0
    share = min(1.0, cards / unseen_cards)
    stands = 1.0
    if cards >= 4 and reading.kind is not Kind.BOMB:
        stands = (1.0 - share**4) ** (unseen & _FOURS).bit_count()
    if cards >= 2 and unseen & ROCKET == ROCKET:
        stands *= 1.0 - share * share
    return 1.0 - stands


_FOURS = sum(4 << 4 * rank for rank in range(13))


def _one(share: float) -> tuple[float, ...]:
    miss = 1.0 - share
    return 0.0, share, 1.0 - miss**2, 1.0 - miss**3, 1.0 - miss**4


def _two(share: float) -> tuple[float, ...]:
    miss = 1.0 - share
    return (
        0.0,
        0.0,
        share**2,
        share**3 + 3 * share**2 * miss,
        1.0 - miss**4 - 4 * share * miss**3,
    )


def _three(share: float) -> tuple[float, ...]:
    return 0.0, 0.0, 0.0, share**3, share**4 + 4 * share**3 * (1.0 - share)


def _four(share: float) -> tuple[float, ...]:
    return 0.0, 0.0, 0.0, 0.0, share**4


# By cards wanted: the chance to hold so many of a rank, by how many of it are unseen (0…4).
_HELD = {1: _one, 2: _two, 3: _three, 4: _four}
