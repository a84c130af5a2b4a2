"""Pictures of a hand and of a table, as PNG bytes. They only adorn: the text says everything they show.

Plain values go in, in words of the reader's language; no view, no state. Safe to call from several threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.present.drawing import GOLD, RGB, box, drawable, png, text_width, write
from bot.present.faces import RATIO, card_back, paste_fan
from bot.present.text import sort_key
from games.kit.cards import Cards

__all__ = ["SeatArt", "TableArt", "hand_png", "table_png"]

WIDTH = 1080
_FELT: RGB = (24, 84, 64)
_CLOTH: RGB = (32, 105, 80)
_RIM: RGB = (18, 66, 50)
_PLATE: RGB = (14, 46, 36)
_QUIET: RGB = (170, 205, 190)
_WHITE: RGB = (250, 252, 250)
_WON: RGB = (255, 205, 74)
_LOST: RGB = (255, 154, 140)
_FEW: RGB = (176, 44, 52)
_BACK: RGB = (38, 74, 128)
_HEIGHT = 740
_ROW = 20
"""Cards in one row of a hand."""


@dataclass(frozen=True, slots=True)
class SeatArt:
    """One seat: its name, a line under it, whether it is to act, and what lies in front of it.

    ``crown`` marks the one against all others. ``cards`` were played in this trick (or are left at the end), framed
    if they are what stands (``leads``); ``word`` names them, or lies there instead (``不出``). ``points``: a signed number, at
    the end.
    """

    name: str
    line: str
    count: int
    acts: bool = False
    crown: bool = False
    leads: bool = False
    cards: Cards = ()
    word: str = ""
    points: str = ""


@dataclass(frozen=True, slots=True)
class TableArt:
    """A table from above: ``heading`` and ``stake`` at the top; a pile, face down if its cards are not known."""

    heading: str
    stake: str
    pile_name: str
    pile: Cards
    pile_count: int
    seats: tuple[SeatArt, ...]


def hand_png(cards: Cards) -> bytes:
    """The cards of one hand, ascending, overlapping, in rows of at most twenty."""
    ordered = sorted(cards, key=sort_key)
    count = max(1, -(-len(ordered) // _ROW))
    length = -(-len(ordered) // count) if ordered else 1
    width, margin, lift = 150, 26, 150
    height = round(width * RATIO)
    step = min(112, (WIDTH - 2 * margin - width) // max(1, length - 1))
    picture = Image.new("RGB", (WIDTH, 2 * margin + height + (count - 1) * lift), _FELT)
    for row in range(count):
        part = ordered[row * length : (row + 1) * length]
        left = (WIDTH - width - step * (len(part) - 1)) // 2
        paste_fan(picture, part, (left, margin + row * lift), width, step)
    return png(picture)


def table_png(art: TableArt) -> bytes:
    """The table as the channel sees it: seats in order of play, anticlockwise from the bottom."""
    picture = _cloth().copy()
    draw = ImageDraw.Draw(picture)
    write(draw, (36, 38), drawable(art.heading), 30, _QUIET, room=WIDTH // 2 + 20)
    write(draw, (WIDTH - 36, 38), drawable(art.stake), 30, _WHITE, anchor="rm", room=WIDTH // 2 - 100)
    _pile(picture, draw, art)
    for number, seat in enumerate(art.seats):
        _seat(picture, draw, seat, pi / 2 - 2 * pi * number / len(art.seats), small=len(art.seats) > 4)
    return png(picture)


@lru_cache(maxsize=1)
def _cloth() -> Image.Image:
    picture = Image.new("RGB", (WIDTH, _HEIGHT), _FELT)
    box(picture, (30, 76, WIDTH - 60, _HEIGHT - 106), 280, _CLOTH, _RIM, 10)
    return picture


def _pile(picture: Image.Image, draw: ImageDraw.ImageDraw, art: TableArt) -> None:
    if not art.pile_count:
        return
    width, count = 70, min(art.pile_count, 6)
    step = width + 8
    left, top = (WIDTH - step * count + 8) // 2, 104
    if art.pile:
        paste_fan(picture, art.pile, (left, top), width, step)
    else:
        back = card_back(width)
        for number in range(count):
            picture.paste(back, (left + number * step, top), back)
    write(draw, (WIDTH // 2, top + round(width * RATIO) + 20), drawable(art.pile_name), 24, _QUIET, anchor="mm")


def _seat(picture: Image.Image, draw: ImageDraw.ImageDraw, seat: SeatArt, angle: float, *, small: bool) -> None:
    width, height = (248, 88) if small else (300, 100)
    x = round(WIDTH / 2 + (WIDTH / 2 - width / 2 - 20) * cos(angle))
    y = round(_HEIGHT / 2 + 20 + (_HEIGHT / 2 - height / 2 - 30) * sin(angle))
    left, top = x - width // 2, y - height // 2
    box(picture, (left, top, width, height), 24, _PLATE, GOLD if seat.acts else _RIM, 6 if seat.acts else 3)
    if seat.points:
        won = not seat.points.startswith("−")
        write(draw, (left + width - 22, y), seat.points, 44, _WON if won else _LOST, anchor="rm")
        taken = text_width(seat.points, 44) + 22
    else:
        _count(picture, draw, seat.count, (left + width - 70, y))
        taken = 72
    room = width - 26 - taken
    mark = "▶ " if seat.acts else ""
    write(
        draw, (left + 24, top + height * 0.33), mark + drawable(seat.name), 30, GOLD if seat.acts else _WHITE, room=room
    )
    indent = 0
    if seat.crown:
        _crown(draw, left + 24, round(top + height * 0.7))
        indent = 44
    write(draw, (left + 24 + indent, top + height * 0.71), drawable(seat.line), 25, _QUIET, room=room - indent)
    _in_front(picture, draw, seat, angle, (x, y), 84 if small or seat.points else 104)


def _count(picture: Image.Image, draw: ImageDraw.ImageDraw, count: int, place: tuple[int, int]) -> None:
    """The number of cards on the back of a card; the last two are marked."""
    left, y = place
    few = count <= 2
    box(picture, (left, y - 32, 48, 64), 8, _FEW if few else _BACK, _WHITE, 3)
    write(draw, (left + 24, y), str(count), 30, _WHITE, anchor="mm")


def _crown(draw: ImageDraw.ImageDraw, left: int, y: int) -> None:
    points = ((0, -8), (9, 0), (17, -13), (25, 0), (34, -8), (30, 12), (4, 12))
    draw.polygon([(left + x, y + dy) for x, dy in points], fill=GOLD)


def _in_front(
    picture: Image.Image, draw: ImageDraw.ImageDraw, seat: SeatArt, angle: float, plate: tuple[int, int], width: int
) -> None:
    """What a seat has played lies between its plate and the middle."""
    height = round(width * RATIO)
    away = 50 + 24 + height // 2
    y = plate[1] - away if sin(angle) > 0.5 else plate[1] + away
    x = round(plate[0] - cos(angle) * 30)
    if not seat.cards:
        if seat.word:
            word = drawable(seat.word)
            length = text_width(word, 32) + 48
            y = plate[1] - 100 if sin(angle) > 0.5 else plate[1] + 100
            box(picture, (x - length // 2, y - 28, length, 56), 28, _RIM)
            write(draw, (x, y), word, 32, _QUIET, anchor="mm")
        return
    ordered = sorted(seat.cards, key=sort_key)
    most = 470 if abs(cos(angle)) > 0.3 else 620
    step = min(width * 4 // 9, (most - width) // max(1, len(ordered) - 1))
    length = step * (len(ordered) - 1) + width
    left = min(max(40, x - length // 2), WIDTH - 40 - length)
    top = y - height // 2
    if seat.leads:
        box(picture, (left - 8, top - 8, length + 16, height + 16), 16, GOLD)
    paste_fan(picture, ordered, (left, top), width, step)
    if seat.word:
        below = top + height + 28 if sin(angle) <= 0.5 else top - 28
        write(draw, (left + length // 2, below), drawable(seat.word), 26, _QUIET, anchor="mm", room=most)
