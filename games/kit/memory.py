"""What everybody at a card table could remember: which cards have been laid, and so which ones are still out."""

from collections import Counter
from collections.abc import Iterable

from games.base.cards import Cards, sort_cards
from games.base.round import Act
from games.base.view import View
from games.kit.history import LAID

__all__ = ["laid_cards", "still_out"]


def laid_cards(acts: Iterable[Act]) -> Cards:
    """The cards that have left hands for good before all eyes, in the order in which they were laid."""
    return tuple(card for act in acts if act.verb in LAID for card in act.cards)


def still_out(view: View, pack: Cards) -> Cards:
    """The cards of ``pack`` (all in use) that are neither in the viewer's own hand nor have been laid, ascending: they lie in
    other hands, in a pile face down, or were put aside unseen.

    It follows from the view alone, so it tells nothing that this viewer could not know.
    """
    return sort_cards([*(Counter(pack) - Counter(view.hand or ()) - Counter(laid_cards(view.acts))).elements()])
