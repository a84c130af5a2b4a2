"""The picture of a hand, as PNG bytes. It only adorns: the text says everything that it shows.

Plain values go in; no view, no state. Safe to call from several threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.present.pictures.cards import RATIO, mark_card, paste_fan
from bot.present.pictures.drawing import RGB, quick_png, with_few_colours
from bot.present.words.text import by_suit_key, sort_key
from games.base.cards import Card, Cards, full_pack, rank_of

__all__ = ["FELT", "HandArt", "hand_colours", "hand_png"]

WIDTH = 1080
FELT: RGB = (24, 84, 64)
_ROW = 20
"""Cards in one row of a hand."""


@dataclass(frozen=True, slots=True)
class HandArt:
    """A hand: its cards, the ranks as they count (empty: naturally), the rank that is lifted, the wild cards."""

    cards: Cards
    order: tuple[int, ...] = ()
    high: int | None = None
    wild: Cards = ()
    suits: bool = False
    """Whether the hand lies by suit."""

    def key(self, card: Card) -> tuple[int, int]:
        """Where a card lies in the hand: by suit, or by strength, wild cards above their rank."""
        if self.suits:
            return by_suit_key(card)
        rank, suit = sort_key(card)
        place = self.order.index(rank) if self.order else rank
        return place, 9 if card in self.wild else suit


def hand_png(art: HandArt) -> bytes:
    """The cards of one hand, ascending, overlapping, in rows of at most twenty; what the round lifts is marked."""
    ordered = sorted(art.cards, key=art.key)
    count = max(1, -(-len(ordered) // _ROW))
    length = -(-len(ordered) // count) if ordered else 1
    width, margin, lift = 150, 26, 150
    height = round(width * RATIO)
    step = min(112, (WIDTH - 2 * margin - width) // max(1, length - 1))
    picture = Image.new("RGB", (WIDTH, 2 * margin + height + (count - 1) * lift), FELT)
    for row in range(count):
        part = ordered[row * length : (row + 1) * length]
        left = (WIDTH - width - step * (len(part) - 1)) // 2
        paste_fan(picture, part, (left, margin + row * lift), width, step)
        for number, card in enumerate(part):
            if card in art.wild or rank_of(card) == art.high:
                spot = (left + number * step, margin + row * lift)
                seen = width if number == len(part) - 1 else min(step, width)
                mark_card(picture, spot, seen, width, wild=card in art.wild)
    return quick_png(picture, hand_colours())


@lru_cache(maxsize=1)
def hand_colours() -> Image.Image:
    """The colours of all cards and marks on the cloth, as a small picture that has them for its palette."""
    width, step = 150, 60
    every = Image.new("RGB", (step * 18 + width, round(width * RATIO) * 4), FELT)
    cards = full_pack()
    rows = (cards[:18], cards[18:36], cards[36:], cards[:18])
    for row, fan in enumerate(rows):
        paste_fan(every, fan, (0, row * round(width * RATIO)), width, step)
    for number in range(18):
        mark_card(every, (number * step, 3 * round(width * RATIO)), step, width, wild=number % 2 == 0)
    return with_few_colours(every)
