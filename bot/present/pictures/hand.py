"""The picture of a hand, as PNG bytes: by suit or strength, or, where suits never matter, the cards of a rank close together.

It only adorns: the text says everything that it shows. Plain values go in; no view, no state.
Safe to call from several threads.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw

from bot.present.pictures.cards import RATIO, mark_card, paste_card, paste_fan
from bot.present.pictures.drawing import RGB, quick_png, with_few_colours, write
from bot.present.words.text import by_suit_key, sort_key
from games.base.cards import Card, Cards, full_pack, rank_of

__all__ = ["FELT", "HandArt", "groups_png", "hand_colours", "hand_png"]

_WIDTH = 1080
FELT: RGB = (24, 84, 64)
_ROW = 20
"""Cards in one row of a hand, about."""
_MARGIN = 26
_CARD, _LIFT = 150, 172
"""Width of a card, and how far a row lies below the one before; the numbers stand in between."""
_COUNT: RGB = (96, 104, 100)
_CLOSE = 0.5
"""The part of the step between ranks that lies between two cards of one rank."""
_FAR = 112
"""The widest step between ranks, in pixels."""


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
    step = min(112, (_WIDTH - 2 * margin - width) // max(1, length - 1))
    picture = Image.new("RGB", (_WIDTH, 2 * margin + height + (count - 1) * lift), FELT)
    for row in range(count):
        part = ordered[row * length : (row + 1) * length]
        left = (_WIDTH - width - step * (len(part) - 1)) // 2
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


def groups_png(cards: Cards) -> bytes:
    """The cards of one hand, ascending, in rows that never part a rank; three and more of a rank are counted."""
    groups = [tuple(group) for _, group in groupby(sorted(cards, key=sort_key), key=rank_of)]
    rows = _rows(groups, -(-len(cards) // _ROW))
    height = round(_CARD * RATIO)
    picture = Image.new("RGB", (_WIDTH, 2 * _MARGIN + height + max(0, len(rows) - 1) * _LIFT), FELT)
    for number, row in enumerate(rows):
        _draw_row(picture, row, _MARGIN + number * _LIFT)
    return quick_png(picture, hand_colours())


def _rows(groups: list[Cards], count: int) -> list[list[Cards]]:
    """The groups in so many rows of about the same number of cards."""
    rows: list[list[Cards]] = [[] for _ in range(count)]
    total, before = sum(map(len, groups)), 0
    for group in groups:
        middle = before + len(group) / 2
        rows[min(count - 1, int(middle * count / total))].append(group)
        before += len(group)
    return [row for row in rows if row]


def _draw_row(picture: Image.Image, row: list[Cards], top: int) -> None:
    draw = ImageDraw.Draw(picture)
    close = sum(len(group) - 1 for group in row)
    room = _WIDTH - 2 * _MARGIN - _CARD
    far = min(_FAR, room / max(1.0, close * _CLOSE + len(row) - 1))
    left = (_WIDTH - _CARD - far * (close * _CLOSE + len(row) - 1)) / 2
    for number, group in enumerate(row):
        for place, card in enumerate(group):
            last = place == len(group) - 1
            whole = last and number == len(row) - 1
            paste_card(picture, card, (round(left), top), _CARD, None if whole else math.ceil(far) + 1)
            if last and len(group) > 2 and rank_of(card) < 13:
                write(draw, (left + 10, top + 140), f"×{len(group)}", 30, _COUNT)
            left += far if last else far * _CLOSE
