"""Sets of cards as 52 bits, in four runs of thirteen, one for each suit, low cards first. A card is its *place* there: suits as
in ``games.base.cards``, within a suit by GZ-4."""

from collections.abc import Sequence
from typing import Final

from games.base.cards import Card, Cards
from games.gongzhu.cards import ACE as ACE_OF_HEARTS
from games.gongzhu.cards import DIAMOND_QUEEN, GOAT, PACK, PIG, POINT_CARDS, STRENGTH, TRANSFORMER

__all__ = [
    "ACE_BIT", "BIT", "CARD_AT", "GOAT_BIT", "LOWER", "PIG_BIT", "PLACES", "PLACE_OF", "POINT_BITS", "QUEEN_BIT",
    "SUIT_BITS", "SUIT_MASKS", "TRANSFORMER_BIT", "bits_of", "cards_of", "score",
]  # fmt: skip

PLACE_OF: Final = tuple(13 * (card & 3) + STRENGTH[card] for card in PACK)  # By card: its place, 0…51
CARD_AT: Final[tuple[Card, ...]] = tuple(sorted(PACK, key=PLACE_OF.__getitem__))  # By place: the card
BIT: Final = tuple(1 << place for place in range(52))
SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))  # By suit: all of its bits
SUIT_BITS: Final = tuple(SUIT_MASKS[place // 13] for place in range(52))  # By place: all bits of its suit
LOWER: Final = tuple(
    (1 << place) - (1 << place - place % 13) for place in range(52)
)  # By place: the lower cards of its suit


def bits_of(cards: Sequence[Card]) -> int:
    return sum(1 << PLACE_OF[card] for card in cards)


def cards_of(bits: int) -> Cards:
    """Return bits as cards, suit by suit, low ones first."""
    return tuple(CARD_AT[place] for place in range(52) if bits >> place & 1)


PIG_BIT: Final = bits_of((PIG,))
GOAT_BIT: Final = bits_of((GOAT,))
TRANSFORMER_BIT: Final = bits_of((TRANSFORMER,))
ACE_BIT: Final = bits_of((ACE_OF_HEARTS,))
QUEEN_BIT: Final = bits_of((DIAMOND_QUEEN,))
POINT_BITS: Final = bits_of(POINT_CARDS)
_HEARTS: Final = 13
_ALL_HEARTS: Final = 0x1FFF


def _places(suit: int) -> list[tuple[int, ...]]:
    """Return, for every choice of cards of a suit as 13 bits, their places."""
    found: list[tuple[int, ...]] = [()]
    for place in range(13 * suit, 13 * suit + 13):
        found += [(*lower, place) for lower in found]
    return found


PLACES: Final = tuple(_places(suit) for suit in range(4))  # By suit and by 13 bits: the places of these cards


def _heart_points() -> list[int]:
    """Return, for every choice of hearts, their points, none exposed (GZ-21, step 1)."""
    # Each card doubles the list: the choices without it, then the same with it. So a choice's bits are its place in the list.
    found = [0]
    for worth in (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50):
        found += [points + worth for points in found]
    found[_ALL_HEARTS] = 200
    return found


_HEART_POINTS: Final = _heart_points()


def score(taken: int, exposed: int, *, swapped: bool = False) -> int:
    """The points for cards taken (GZ-21, steps 1 to 5); ``swapped``: pig and goat have switched values (GZ-35)."""
    bad, good = (GOAT_BIT, PIG_BIT) if swapped else (PIG_BIT, GOAT_BIT)
    hearts = taken >> _HEARTS & _ALL_HEARTS
    points = _HEART_POINTS[hearts]
    if exposed & ACE_BIT:
        points *= 2
    if taken & bad:
        worth = 200 if exposed & bad else 100
        points += worth if hearts == _ALL_HEARTS else -worth
    if taken & good:
        points += 200 if exposed & good else 100
    if taken & TRANSFORMER_BIT:
        twice = 2 if exposed & TRANSFORMER_BIT else 1
        points = 50 * twice if taken & POINT_BITS == TRANSFORMER_BIT else points * 2 * twice
    return points
