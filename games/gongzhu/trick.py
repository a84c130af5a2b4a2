"""One trick: which cards may be played to it, and which wins it (GZ-6, GZ-13 to GZ-15)."""

from __future__ import annotations

from games.base.cards import Card, Cards
from games.gongzhu.cards import STRENGTH

__all__ = ["legal_cards", "takes", "winning"]


def legal_cards(hand: Cards, suit: int | None, exposed: Cards, led: int) -> Cards:
    """Return the cards of a hand that may be played, in order.

    ``suit`` is the suit led, ``None`` for a lead; ``led`` the suits led in earlier tricks of the round as bits.
    """
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
    """Return whether ``card`` takes the trick from a card of the suit led that is winning it (GZ-6)."""
    return card & 3 == winning & 3 and STRENGTH[card] > STRENGTH[winning]


def winning(trick: Cards) -> int:
    """Return the place in a trick of the card that wins it so far."""
    best = 0
    for at in range(1, len(trick)):
        if takes(trick[at], trick[best]):
            best = at
    return best
