"""Which cards are a combination, and how high it is (BT-3, BT-10 to BT-12)."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from games.base.cards import Card, Cards, make_card, rank_counts, rank_of
from games.base.words import COMMON_KINDS

__all__ = ["DIAMOND_THREE", "NAMES", "SIZES", "SUITS_UP", "Kind", "Reading", "height", "reading_of"]

SUITS_UP: Final = (2, 3, 1, 0)  # ♦ ♣ ♥ ♠ from low to high
SIZES: Final = (1, 2, 3, 5)
DIAMOND_THREE: Final = make_card(0, 2)
_PLACE: Final = {suit: place for place, suit in enumerate(SUITS_UP)}
_DEUCE: Final = 12


class Kind(StrEnum):
    """The combinations; those of five cards from low to high."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_ONE = "four_one"
    STRAIGHT_FLUSH = "straight_flush"


_KINDS: Final = tuple(Kind)
_BY_SIZE: Final = {1: Kind.SINGLE, 2: Kind.PAIR, 3: Kind.TRIPLE}
_OWN: Final = {
    Kind.FLUSH: ("同花", "flush"),
    Kind.FULL_HOUSE: ("葫芦", "三带二", "俘虏", "full house"),
    Kind.FOUR_ONE: ("铁支", "四带一", "金刚", "four with one", "four of a kind"),
    Kind.STRAIGHT_FLUSH: ("同花顺", "straight flush"),
}
NAMES: Final = MappingProxyType(
    {kind.value: _OWN.get(kind) or COMMON_KINDS[kind] for kind in Kind}
)  # As people say them


@dataclass(frozen=True, slots=True)
class Reading:
    """What cards are; ``high`` is the card that decides."""

    kind: Kind
    high: Card
    size: int

    @property
    def top(self) -> int:
        """The rank that is compared."""
        return rank_of(self.high)

    @property
    def order(self) -> tuple[int, int]:
        """How high it is among plays of as many cards."""
        return _KINDS.index(self.kind), height(self.high)


def height(card: Card) -> int:
    """How high a single card is (BT-3)."""
    return 4 * rank_of(card) + _PLACE[card & 3]


def reading_of(cards: Cards) -> Reading | None:
    """What cards are, ``None`` if they are no combination."""
    counts, ordered = rank_counts(cards), sorted(cards, key=height)
    size, most = len(cards), max(counts)
    if size in _BY_SIZE and most == size == len(set(cards)):
        return Reading(_BY_SIZE[size], ordered[-1], size)
    if size != len(set(cards)) or size != 5:
        return None
    ranks = sorted(map(rank_of, cards))
    if most > 2:  # three with two, or four with one
        of_rank = [card for card in ordered if counts[rank_of(card)] == most]
        kind = Kind.FOUR_ONE if most == 4 else Kind.FULL_HOUSE
        return Reading(kind, of_rank[-1], size) if most == 4 or 2 in counts else None
    flush = len({card & 3 for card in cards}) == 1
    run = most == 1 and ranks[-1] - ranks[0] == 4 and ranks[-1] != _DEUCE
    if not flush and not run:
        return None
    return Reading(Kind.STRAIGHT_FLUSH if flush and run else Kind.FLUSH if flush else Kind.STRAIGHT, ordered[-1], size)
