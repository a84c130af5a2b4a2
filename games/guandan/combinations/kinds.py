"""Counts by rank, the kinds of combinations, their order and what beats what (GD-10 to GD-31)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from games.base.cards import Card, Rank, make_card
from games.kit.counts import ONES, UNITS, Memo, multiples
from games.kit.runs import place_of

__all__ = [
    "BITS", "BOMBS", "DEUCE", "JOKERS", "JOKER_BOMB", "PAIRS", "SUITED", "TRIPLES", "ComboRules", "Kind", "Reading",
    "at_least", "beats", "card_order", "least_cards", "order_index", "rank_items", "ranks_in", "strength",
]  # fmt: skip

SUITED: Final = sum(UNITS[:13])  # The mask of the ranks that have suits
JOKERS: Final = UNITS[13] + UNITS[14]
JOKER_BOMB: Final = 2 * JOKERS
BITS: Final = multiples(1)
PAIRS: Final = multiples(2)
TRIPLES: Final = multiples(3)


def at_least(counts: int) -> tuple[int, ...]:
    """The masks of the ranks with at least 0, 1, 2 … 8 cards."""
    # The bits of a count, each as a mask: eight has the fourth bit alone, so it counts for every lower number, too.
    one, two, four, eight = counts & ONES, counts >> 1 & ONES, counts >> 2 & ONES, counts >> 3 & ONES
    from_four = four | eight
    if not from_four:
        return ONES, one | two, two, one & two, 0, 0, 0, 0, 0
    return (
        ONES, one | two | from_four, two | from_four, one & two | from_four, from_four, four & (one | two) | eight,
        four & two | eight, four & two & one | eight, eight,
    )  # fmt: skip


def _items(counts: int) -> tuple[tuple[Rank, int], ...]:
    return tuple((Rank(rank), n) for rank in range(15) if (n := counts >> 4 * rank & 15))


rank_items: Final = Memo(_items)  # By counts: each rank that occurs, ascending, with how often it does


def ranks_in(counts: int) -> Iterator[Rank]:
    """Yield the ranks in ascending order, each as often as it occurs."""
    for rank, n in rank_items[counts]:
        for _ in range(n):
            yield rank


DEUCE: Final = Rank(12)  # The rank 2, which the cards of the kit count above the ace
_HEARTS: Final = 1


class Kind(StrEnum):
    """The combinations of GD-14 to GD-24; the plain ones in the order in which a reading counts as stronger (GD-30)."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    TUBE = "tube"
    PLATE = "plate"
    FULL_HOUSE = "full_house"
    STRAIGHT = "straight"
    BOMB = "bomb"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"
    JOKER_BOMB = "joker_bomb"


BOMBS: Final = frozenset({Kind.BOMB, Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH, Kind.JOKER_BOMB})
"""The kinds that beat every plain play (GD-25)."""
_SEQUENCES: Final = frozenset({Kind.TUBE, Kind.PLATE, Kind.STRAIGHT, Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH})
_PLAIN_ORDER: Final[Mapping[Kind, int]] = {kind: at for at, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True)
class ComboRules:
    """What combinations depend on: the round's level (a rank 0…12) and three house rules."""

    level: Rank
    flush_over: int = 5  # Straight flushes beat bombs of up to so many cards (GD-35)
    joker_full_house: bool = True  # Whether the pair of a full house may be two like jokers (GD-19)
    wild_with_jokers: bool = False  # Whether a wild card may stand for another card beside a joker (GD-28)

    @property
    def wild(self) -> Card:
        """The wild card: the level's rank in hearts (GD-26)."""
        return make_card(self.level, _HEARTS)


@dataclass(frozen=True, slots=True)
class Reading:
    """What some cards are taken as: all that the rules compare (GD-29). ``rank`` is the compared rank (0…14): of the
    cards themselves, of a full house's triple, the top of a sequence (the low ace never is one), 14 for the joker bomb.
    ``size`` is how many cards."""

    kind: Kind
    rank: Rank
    size: int


@lru_cache(maxsize=16)
def card_order(level: Rank) -> tuple[Rank, ...]:
    """The ranks as single cards count, low to high (GD-10): 2 … A without the level, the level, the jokers."""
    plain = [rank for rank in (DEUCE, *map(Rank, range(12))) if rank != level]
    return (*plain, level, Rank(13), Rank(14))


@lru_cache(maxsize=16)
def order_index(level: Rank) -> tuple[int, ...]:
    """Return, by rank 0…14, its place in the card order, 0 for the lowest."""
    order = card_order(level)
    return tuple(order.index(Rank(rank)) for rank in range(15))


def strength(reading: Reading, rules: ComboRules) -> tuple[int, int, int]:
    """A key that rises with the strength of a reading (GD-30); bombs by GD-35 above all plain ones."""
    kind, rank = reading.kind, reading.rank
    in_kind = place_of(rank) if kind in _SEQUENCES else order_index(rules.level)[rank]
    match kind:
        case Kind.BOMB:
            return 1, 10 * reading.size, in_kind  # tens, so that flushes fit between two sizes of bombs
        case Kind.STRAIGHT_FLUSH:
            return 1, 10 * rules.flush_over + 1, in_kind
        case Kind.ROYAL_FLUSH:
            return 1, 10 * rules.flush_over + 2, 0
        case Kind.JOKER_BOMB:
            return 1, 1000, 0
        case _:
            return 0, _PLAIN_ORDER[kind], in_kind


def beats(challenger: Reading, standing: Reading, rules: ComboRules) -> bool:
    """Whether one play beats another (GD-33 to GD-35): irreflexive and transitive."""
    if challenger.kind in BOMBS:
        return standing.kind not in BOMBS or strength(challenger, rules) > strength(standing, rules)
    return challenger.kind is standing.kind and strength(challenger, rules) > strength(standing, rules)


def least_cards(standing: Reading) -> int:
    """How many cards a hand needs at least to hold anything that could beat this play, by its shape alone (GD-66 b)."""
    return min(standing.size, 4)
