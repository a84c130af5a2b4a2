"""Hands and plays as packed counts by rank, and what they are: combinations, and what beats what (GY-10 to GY-24).

Four bits a rank, the lowest rank of the kit in the lowest bits; with two packs counts run up to 8. Suits mean nothing
(GY-2): a play is packed counts, and a ``Reading`` says what it is taken for."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from games.base.cards import RANKS, Cards, Rank
from games.kit.counts import UNITS, pack, size_of, take

__all__ = [
    "ACE", "BOMBS", "DEUCE", "JOKERS", "PER_RANK", "ComboRules", "Kind", "Reading", "beats", "held_of", "is_bomb",
    "joker_count", "naturals", "ranks_in_words", "readings", "stands_for", "take_any_jokers", "with_small_jokers",
]  # fmt: skip

JOKERS: Final = (13, 14)
_SUITED: Final = UNITS[13] - 1


def held_of(counts: int, rank: int) -> int:
    """The number of cards of a rank (0…14)."""
    return counts >> 4 * rank & 15


def joker_count(counts: int) -> int:
    """The number of jokers, small and big together."""
    return (counts >> 52 & 15) + (counts >> 56)


def naturals(counts: int) -> list[tuple[int, int]]:
    """The ranks 0…12 that are there, ascending, each with its number of cards."""
    found = []
    rank, left = 0, counts & _SUITED
    while left:
        if left & 15:
            found.append((rank, left & 15))
        rank, left = rank + 1, left >> 4
    return found


def with_small_jokers(counts: int) -> int:
    """The same counts with small jokers for big ones: they are of equal worth (GY-5)."""
    big = counts >> 56
    return counts - (big << 56) + (big << 52)


def take_any_jokers(hand: Cards, counts: int) -> Cards:
    """Cards of a sorted hand with these counts, whose small jokers stand for either joker; small ones are
    taken first."""
    big = max(0, joker_count(counts) - held_of(pack(hand), 13))
    return take(hand, counts + big * (UNITS[14] - UNITS[13]))


ACE: Final = Rank(11)
DEUCE: Final = Rank(12)


class Kind(StrEnum):
    """The combinations, strongest first as a reading is chosen (GY-10, GY-15)."""

    ROCKET = "rocket"
    BOMB = "bomb"
    TRIO = "trio"
    PAIR_CHAIN = "pair_chain"
    CHAIN = "chain"
    PAIR = "pair"
    SOLO = "solo"


BOMBS: Final = frozenset({Kind.BOMB, Kind.ROCKET})  # The kinds that raise the multiplier (GY-51)
PER_RANK: Final = {Kind.CHAIN: 1, Kind.PAIR_CHAIN: 2}  # Cards of each rank in the kinds that run over several


@dataclass(frozen=True, slots=True)
class ComboRules:
    """What the house rules change: ``trio_set``, three of a kind is an ordinary set (GY-24); ``rocket_top``, nothing
    beats the rocket (GY-23)."""

    trio_set: bool = False
    rocket_top: bool = True

    @property
    def least_bomb(self) -> int:
        """Cards of the smallest bomb (GY-10)."""
        return 4 if self.trio_set else 3


class Reading(NamedTuple):
    """What cards are taken for: ``top`` is the highest rank, of a rocket the big joker whatever the two jokers are."""

    kind: Kind
    top: Rank
    size: int


_ROCKET: Final = (Reading(Kind.ROCKET, Rank(14), 2),)


def readings(play: int, rules: ComboRules) -> tuple[Reading, ...]:
    """All that packed cards can be, strongest first (GY-15); nothing if they are no combination."""
    ranks = naturals(play)
    size, jokers = size_of(play), joker_count(play)
    if not ranks:
        return _ROCKET if jokers == 2 else ()
    low, high = ranks[0][0], ranks[-1][0]
    found: list[Reading] = []
    if low == high:
        found.append(Reading(_of_one_rank(size, rules), Rank(low), size))
        if not jokers:
            return tuple(found)
    if high <= ACE:
        most = max(count for _, count in ranks)
        if most <= 2 and size >= 4 and size % 2 == 0:
            found += _runs(Kind.PAIR_CHAIN, size, low, high)
        if most == 1 and size >= 3:
            found += _runs(Kind.CHAIN, size, low, high)
    return tuple(found)


def _of_one_rank(size: int, rules: ComboRules) -> Kind:
    if size >= rules.least_bomb:
        return Kind.BOMB
    return (Kind.SOLO, Kind.PAIR, Kind.TRIO)[size - 1]


def _runs(kind: Kind, size: int, low: int, high: int) -> list[Reading]:
    """The runs of so many cards that hold the ranks ``low`` to ``high``, highest first (GY-11, GY-12)."""
    length = size // PER_RANK[kind]
    highest = min(ACE, low + length - 1)
    return [Reading(kind, Rank(top), size) for top in range(highest, max(high, length - 1) - 1, -1)]


def is_bomb(reading: Reading) -> bool:
    """Whether a play raises the multiplier (GY-51)."""
    return reading.kind in BOMBS


def beats(challenger: Reading, standing: Reading, rules: ComboRules) -> bool:
    """Whether the first may be played on the second (GY-20 to GY-24)."""
    if standing.kind is Kind.ROCKET:
        return not rules.rocket_top and challenger.kind is Kind.BOMB and challenger.size >= 4
    match challenger.kind:
        case Kind.ROCKET:
            return rules.rocket_top or standing.kind is not Kind.BOMB or standing.size < 4
        case Kind.BOMB:
            return standing.kind is not Kind.BOMB or (challenger.size, challenger.top) > (standing.size, standing.top)
        case Kind.TRIO:
            return standing.kind is Kind.TRIO and challenger.top > standing.top
        case kind:
            if kind is not standing.kind or challenger.size != standing.size:
                return False
            if challenger.top == DEUCE:
                return standing.top != DEUCE
            return challenger.top == standing.top + 1


def stands_for(reading: Reading, play: int) -> tuple[Rank, ...]:
    """The ranks that cards stand for in a reading, ascending; the rocket stands for itself."""
    match reading.kind:
        case Kind.ROCKET:
            return tuple(Rank(rank) for rank in (13, 14) for _ in range(play >> 4 * rank & 15))
        case Kind.CHAIN | Kind.PAIR_CHAIN:
            per_rank = PER_RANK[reading.kind]
            low = reading.top - reading.size // per_rank + 1
            return tuple(Rank(rank) for rank in range(low, reading.top + 1) for _ in range(per_rank))
        case _:
            return (reading.top,) * reading.size


def ranks_in_words(ranks: tuple[Rank, ...]) -> str:
    """Ranks as text: ``7 8 9``."""
    return " ".join(RANKS[rank] for rank in ranks)
