"""The picture of a hand in which suits never matter: the cards of a rank lie close together, with their number."""

from __future__ import annotations

import math
from itertools import groupby

from PIL import Image, ImageDraw

from bot.present.pictures.cards import RATIO, paste_card
from bot.present.pictures.drawing import RGB, quick_png, write
from bot.present.pictures.hand import FELT, hand_colours
from bot.present.words.text import sort_key
from games.base.cards import Cards, rank_of

__all__ = ["groups_png"]

_WIDTH, _MARGIN = 1080, 26
_CARD, _LIFT = 150, 172
"""Width of a card, and how far a row lies below the one before; the numbers stand in between."""
_COUNT: RGB = (96, 104, 100)
_ROW = 20
"""Cards in one row, about."""
_CLOSE = 0.5
"""The part of the step between ranks that lies between two cards of one rank."""
_FAR = 112
"""The widest step between ranks, in pixels."""


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
