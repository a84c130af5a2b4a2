"""Cards and what they are worth (GZ-20, GZ-21); which may be played to a trick and which takes it (GZ-14 to GZ-16)."""

from collections.abc import Collection
from typing import Final

from games.base.cards import RANKS, Card, Cards, full_pack, make_card, rank_of

__all__ = [
    "ACE", "CLUBS", "DIAMONDS", "DIAMOND_QUEEN", "GOAT", "HEARTS", "HEART_CARDS", "ORDER", "PACK", "PIG",
    "POINT_CARDS", "POINT_SET", "SPADES", "SPECIALS", "STRENGTH", "TRANSFORMER", "TWO_OF_SPADES", "in_show_order",
    "legal_cards", "points_of", "takes", "winning",
]  # fmt: skip

PACK: Final = full_pack(jokers=False)
SPADES: Final = 0
HEARTS: Final = 1
DIAMONDS: Final = 2
CLUBS: Final = 3

ORDER: Final = tuple((rank + 12) % 13 for rank in range(13)) + (13, 14)
"""The ranks of ``games.base.cards`` from low to high: the two is the lowest, the ace the highest (GZ-4)."""
STRENGTH: Final = tuple((rank_of(card) + 1) % 13 for card in PACK)  # By card: 0 for a two … 12 for an ace


def _card(rank: str, suit: int) -> Card:
    return make_card(RANKS.index(rank), suit)


PIG: Final = _card("Q", SPADES)
GOAT: Final = _card("J", DIAMONDS)
TRANSFORMER: Final = _card("T", CLUBS)
ACE: Final = _card("A", HEARTS)
DIAMOND_QUEEN: Final = _card("Q", DIAMONDS)
TWO_OF_SPADES: Final = _card("2", SPADES)

SPECIALS: Final = (PIG, GOAT, TRANSFORMER, ACE)  # What can be exposed (GZ-8), in the order in which it is shown
HEART_CARDS: Final = tuple(_card(rank, HEARTS) for rank in "AKQJT98765432")
POINT_CARDS: Final = (PIG, GOAT, TRANSFORMER, *HEART_CARDS)
"""The sixteen cards that count (GZ-20), in the order in which they are shown."""
POINT_SET: Final = frozenset(POINT_CARDS)

_SHOWN_AT: Final = {card: at for at, card in enumerate(POINT_CARDS)}
_HEART_POINTS: Final = dict(zip(HEART_CARDS, (-50, -40, -30, -20, -10, -10, -10, -10, -10, -10, 0, 0, 0), strict=True))
_ALL_HEARTS: Final = 200


def in_show_order(cards: Collection[Card]) -> Cards:
    """The point cards among these: pig, goat, transformer, then hearts from the ace down (GZ-32)."""
    return tuple(sorted(POINT_SET.intersection(cards), key=_SHOWN_AT.__getitem__))


def points_of(taken: Collection[Card], exposed: Collection[Card], *, swapped: bool = False) -> int:
    """What one seat's cards are worth (GZ-21, steps 1 to 5); cards that are no point cards count for nothing.
    ``swapped``: pig and goat have switched values (GZ-35)."""
    bad, good = (GOAT, PIG) if swapped else (PIG, GOAT)
    counted = POINT_SET.intersection(taken)
    hearts = [_HEART_POINTS[card] for card in counted if card in _HEART_POINTS]
    slam = len(hearts) == len(HEART_CARDS)
    points = (_ALL_HEARTS if slam else sum(hearts)) * (2 if ACE in exposed else 1)
    if bad in counted:
        points += (100 if slam else -100) * (2 if bad in exposed else 1)
    if good in counted:
        points += 100 * (2 if good in exposed else 1)
    if TRANSFORMER in counted:
        twice = 2 if TRANSFORMER in exposed else 1
        points = 50 * twice if len(counted) == 1 else points * 2 * twice
    return points


def legal_cards(hand: Cards, suit: int | None, exposed: Cards, led: int) -> Cards:
    """The cards of a hand that may be played, in order. ``suit`` is the suit led, ``None`` for a lead; ``led``
    the suits led in earlier tricks of the round as bits."""
    if suit is not None:
        following = tuple([card for card in hand if card & 3 == suit])
        if not following:
            return hand  # thrown off: exposed cards too
        if len(following) == 1 or led >> suit & 1 or not exposed:
            return following
        return tuple([card for card in following if card not in exposed])
    if not exposed:
        return hand
    waiting = [card for card in exposed if card in hand and not led >> (card & 3) & 1]
    kept = {card for card in waiting if sum(other & 3 == card & 3 for other in hand) > 1}
    return tuple([card for card in hand if card not in kept]) if kept else hand


def takes(card: Card, winning: Card) -> bool:
    """Whether ``card`` takes the trick from a card of the suit led that is winning it (GZ-6)."""
    return card & 3 == winning & 3 and STRENGTH[card] > STRENGTH[winning]


def winning(trick: Cards) -> int:
    """The place in a trick of the card that wins it so far."""
    best = 0
    for at in range(1, len(trick)):
        if takes(trick[at], trick[best]):
            best = at
    return best
