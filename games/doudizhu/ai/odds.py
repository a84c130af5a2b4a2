"""How likely another hand beats a play, from the cards that have not been seen.

Unseen cards are taken as spread at random over the other hands; a hand with n of the u unseen cards holds each of them
with chance n/u. Rough, but it only has to tell a king that will hold from one that will not."""

from games.doudizhu.kinds import ROCKET, Kind, Reading
from games.kit.counts import size_of

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


def chance_beaten(reading: Reading, unknown: int, cards: int, known: int = 0) -> float:
    """The chance that a hand holds something higher of the same kind. The hand has so many cards: those that are
    ``known`` to be in it, and the rest out of the ``unknown`` ones."""
    if reading.kind is Kind.ROCKET or cards < reading.size:
        return 0.0
    drawn, left = cards - size_of(known), size_of(unknown)
    share = min(1.0, drawn / left) if left else 0.0
    each = _EACH.get(reading.kind, 3)
    held = [held(share) for held in _HELD[:each]]
    stands = 1.0  # the chance that the play is not beaten; ranks are taken as independent of one another
    per_rank = _PER_RANK.get(reading.kind, 0)
    if per_rank:
        length = reading.size // per_rank
        for top in range(reading.top + 1, 12):
            chance = 1.0
            for shift in range(4 * (top - length + 1), 4 * top + 1, 4):
                lacking = each - (known >> shift & 7)  # what must be among the unknown cards of this rank
                if lacking > 0:
                    chance *= held[lacking - 1][unknown >> shift & 7]
            stands *= 1.0 - chance
        return 1.0 - stands
    for shift in range(4 * reading.top + 4, 60, 4):
        lacking = each - (known >> shift & 7)
        if lacking <= 0:
            return 1.0
        stands *= 1.0 - held[lacking - 1][unknown >> shift & 7]
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
    return (0.0, 0.0, share**2, share**3 + 3 * share**2 * miss, 1.0 - miss**4 - 4 * share * miss**3)


def _three(share: float) -> tuple[float, ...]:
    return 0.0, 0.0, 0.0, share**3, share**4 + 4 * share**3 * (1.0 - share)


def _four(share: float) -> tuple[float, ...]:
    return 0.0, 0.0, 0.0, 0.0, share**4


# The chance to hold at least one, two, three, four of a rank, by how many of it are unknown (0…4).
_HELD = (_one, _two, _three, _four)
