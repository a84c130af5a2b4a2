"""Deals of Guandan that repeat themselves: of one seed, and of the widest hand."""

from typing import Final

from games.base.cards import Cards, card_text
from games.base.notation import read_exact
from games.contract import Dice

__all__ = ["SEED", "WIDE", "Stacked", "stacked"]

SEED: Final = (
    475  # Under it seat 0 leads the first round at the first table, and holds the wild ``2h`` and several pairs
)
WIDE: Final = "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2h 2h 3h 4h 5h 6h 7h 8d 9d Tc x x X X"
"""The hand with the most different buttons: every rank, a whole suit, both wild cards and all jokers."""


class Stacked:
    """Dice that deal these 27 cards to seat 0, which leads; the others get what is left."""

    def __init__(self, hand: str) -> None:
        self._hand = read_exact(hand)

    def shuffled(self, cards: Cards) -> Cards:
        """The pack with that hand in every fourth place, a card on top that lets seat 0 draw first."""
        rest = list(cards)
        for card in self._hand:
            rest.remove(card)
        top = next(card for card in self._hand if card_text(card) in ("6s", "6d", "6c", "Ts", "Td", "Tc"))
        mine = [top, *(card for card in self._hand if card != top)]
        return tuple(card for at, own in enumerate(mine) for card in (own, *rest[3 * at : 3 * at + 3]))

    def below(self, limit: int) -> int:
        """Nothing else is drawn."""
        return 0


def stacked(table: int, round_number: int) -> Dice:
    """What a manager asks for its dice: the wide hand in every round."""
    return Stacked(WIDE)
