"""The pictures of a hand and of a table, as PNG bytes. They only adorn: the text says everything that they show.

Plain values go in, in words of the reader's language; no view, no state. Safe to call from several threads. A hand lies
by suit or strength, or, where suits never matter, with the cards of a rank close together."""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.present.pictures.drawing import (
    GOLD,
    RATIO,
    RGB,
    box,
    card_back,
    drawable,
    mark_card,
    paste_card,
    paste_fan,
    png,
    quick_png,
    text_width,
    with_few_colours,
    write,
)
from games.base.cards import SUITS_SHOWN, Card, Cards, by_suit_key, full_pack, rank_of, sort_key

__all__ = [
    "FELT", "HandArt", "PlayArt", "SeatArt", "TableArt", "groups_png", "hand_colours", "hand_png", "table_image",
    "table_png",
]  # fmt: skip

FELT: RGB = (24, 84, 64)
_IN_A_ROW = 20  # Cards in one row of a hand, about
_MARGIN = 26
_CARD, _LIFT = 150, 172  # Width of a card, and how far a row lies below the one before; the numbers stand in between
_COUNT: RGB = (96, 104, 100)
_CLOSE = 0.5  # The part of the step between ranks that lies between two cards of one rank
_FAR = 112  # The widest step between ranks, in pixels


@dataclass(frozen=True, slots=True)
class HandArt:
    """A hand: its cards, the ranks as they count (empty: naturally), the rank that is lifted, the wild cards."""

    cards: Cards
    order: tuple[int, ...] = ()
    high: int | None = None
    wild: Cards = ()
    by_suit: bool = False  # Whether the hand lies by suit
    suits: tuple[int, ...] = ()  # Suits from low to high, where they decide

    def key(self, card: Card) -> tuple[int, int]:
        """Where a card lies in the hand: by suit, or by strength, wild cards above their rank."""
        if self.by_suit:
            return by_suit_key(card)
        rank, suit = sort_key(card, self.suits or SUITS_SHOWN)
        place = self.order.index(rank) if self.order else rank
        return place, 9 if card in self.wild else suit


def hand_png(art: HandArt) -> bytes:
    """The cards of one hand, ascending, overlapping, in rows of at most twenty; what the round lifts is marked."""
    ordered = sorted(art.cards, key=art.key)
    count = max(1, -(-len(ordered) // _IN_A_ROW))
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


def groups_png(cards: Cards) -> bytes:
    """The cards of one hand, ascending, in rows that never part a rank; three and more of a rank are counted."""
    groups = [tuple(group) for _, group in groupby(sorted(cards, key=sort_key), key=rank_of)]
    rows = _rows(groups, -(-len(cards) // _IN_A_ROW))
    height = round(_CARD * RATIO)
    picture = Image.new("RGB", (WIDTH, 2 * _MARGIN + height + max(0, len(rows) - 1) * _LIFT), FELT)
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
    room = WIDTH - 2 * _MARGIN - _CARD
    far = min(_FAR, room / max(1.0, close * _CLOSE + len(row) - 1))
    left = (WIDTH - _CARD - far * (close * _CLOSE + len(row) - 1)) / 2
    for number, group in enumerate(row):
        for place, card in enumerate(group):
            last = place == len(group) - 1
            whole = last and number == len(row) - 1
            paste_card(picture, card, (round(left), top), _CARD, None if whole else math.ceil(far) + 1)
            if last and len(group) > 2 and rank_of(card) < 13:
                write(draw, (left + 10, top + 140), f"×{len(group)}", 30, _COUNT)
            left += far if last else far * _CLOSE


WIDTH = 1080
_CLOTH: RGB = (32, 105, 80)
_RIM: RGB = (18, 66, 50)
_PLATE: RGB = (14, 46, 36)
_QUIET: RGB = (170, 205, 190)
_WHITE: RGB = (250, 252, 250)
_WON: RGB = (255, 205, 74)
_LOST: RGB = (255, 154, 140)
_FEW: RGB = (176, 44, 52)
_BACK: RGB = (38, 74, 128)
_SIDES: tuple[RGB, ...] = ((120, 184, 255), (255, 170, 110))  # Colours of teams
_TRICK = 250  # Height of the row with the last trick
_INDEX_WIDTH, _INDEX_HEIGHT = 0.36, 0.74
"""How much of a card the next one leaves free, beside it and below it, over its width."""
_CARDS = (68, 60, 52)  # Widths of cards where there are too many for larger ones
_ROOM = 172  # So high may the rows be in which the cards of one seat lie
_SMALLEST = 18  # The smallest letters that can be read on a phone, in pixels of a picture


@dataclass(frozen=True, slots=True)
class SeatArt:
    """One seat: its name, a line under it, whether it is to act, and what lies in front of it. ``crown`` marks the one
    against all others. ``cards`` were played in this trick (or are left at the end), framed if they are what stands
    (``leads``); ``word`` names them, or lies there instead (``不出``). ``points``: a signed number, at the end."""

    name: str
    line: str
    count: int
    acts: bool = False
    crown: bool = False
    leads: bool = False
    cards: Cards = ()
    word: str = ""
    points: str = ""
    team: int | None = None
    taken: Cards = ()  # Cards won in tricks, beside the plate


@dataclass(frozen=True, slots=True)
class PlayArt:
    """A play of the last trick: whose it was, its cards, what it is called, whether it won; ``alone``: it came after that trick,
    by itself."""

    name: str
    cards: Cards
    word: str = ""
    won: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class TableArt:
    """A table from above: ``heading`` and ``stake`` at the top; a pile, face down if its cards are not known."""

    heading: str
    stake: str
    pile_name: str
    pile: Cards
    pile_count: int
    seats: tuple[SeatArt, ...]
    climb: tuple[tuple[int, ...], ...] = ()
    climb_labels: tuple[str, ...] = ()
    """How the match went, drawn in the middle: a line a side, a point a round, and words for the numbers."""
    told: tuple[str, ...] = ()  # Short lines in the middle: what is going on
    high: int | None = None
    wild: Cards = ()  # The rank that the round lifts, and the cards that may stand for others: they are marked
    trick_name: str = ""
    trick: tuple[PlayArt, ...] = ()  # The last trick of a round that is over, play by play, in a row below the table


@dataclass(frozen=True, slots=True)
class _Plan:
    """Sizes in pixels: the picture's height, a plate, a played card, the longest play at a side and in the middle, and the
    room for words in the middle."""

    height: int
    plate: tuple[int, int]
    card: int
    side: int
    middle: int
    words: int


_FEW_SEATS = _Plan(740, (300, 100), 104, 470, 620, 620)
_MANY_SEATS = _Plan(880, (290, 92), 76, 290, 420, 420)
_SIX_SEATS = _Plan(880, (310, 92), 76, 312, 310, 400)


def table_png(art: TableArt) -> bytes:
    return png(table_image(art))


def table_image(art: TableArt) -> Image.Image:
    """The table as the channel sees it: seats in order of play, anticlockwise from the bottom."""
    plan = _FEW_SEATS if len(art.seats) <= 3 else _MANY_SEATS if len(art.seats) < 6 else _SIX_SEATS
    picture = _cloth(plan.height).copy()
    draw = ImageDraw.Draw(picture)
    line, size = (38, 30) if len(art.seats) == 3 else (25, 28)  # else somebody sits right below
    stake = drawable(art.stake)
    write(draw, (WIDTH - 36, line), stake, size, _WHITE, anchor="rm", room=WIDTH * 3 // 5, least=_SMALLEST)
    taken = min(round(text_width(stake, size)), WIDTH * 3 // 5) + 72 + (36 if stake else 0)
    write(draw, (36, line), drawable(art.heading), size, _QUIET, room=WIDTH - taken, least=_SMALLEST)
    _pile(picture, draw, art)
    if art.climb:
        _climb(draw, art, (WIDTH // 2 - 190, plan.height // 2 - 100, 380, 200))
    for number, text in enumerate(art.told):
        y = plan.height // 2 + 20 + round(42 * (number - (len(art.told) - 1) / 2))
        write(draw, (WIDTH // 2, y), drawable(text), 30, _WHITE, anchor="mm", room=plan.words)
    for number, seat in enumerate(art.seats):
        _seat(picture, draw, art, seat, pi / 2 - 2 * pi * number / len(art.seats), plan)
    return _with_trick(picture, art) if art.trick else picture


def _with_trick(table: Image.Image, art: TableArt) -> Image.Image:
    """The table with the last trick in a row below it, each play under the name of who laid it."""
    picture = Image.new("RGB", (WIDTH, table.height + _TRICK), _RIM)
    picture.paste(table)
    draw = ImageDraw.Draw(picture)
    write(draw, (30, table.height + 30), drawable(art.trick_name), 25, _QUIET, room=WIDTH - 60)
    slot = min(340, (WIDTH - 40) // len(art.trick))
    start = (WIDTH - slot * len(art.trick)) // 2
    for number, play in enumerate(art.trick):
        middle, top = start + slot * number + slot // 2, table.height + 54
        colour = GOLD if play.won else _WHITE
        write(draw, (middle, top + 16), drawable(play.name), 27, colour, anchor="mm", room=slot - 16, least=_SMALLEST)
        width = 72
        step = min(width * 4 // 9, (slot - 36 - width) // max(1, len(play.cards) - 1))
        length, height = step * (len(play.cards) - 1) + width, round(width * RATIO)
        spot = middle - length // 2, top + 44
        if play.alone:
            draw.line((middle - slot // 2, top, middle - slot // 2, spot[1] + height), fill=_CLOTH, width=4)
        if play.won:
            box(picture, (spot[0] - 7, spot[1] - 7, length + 14, height + 14), 14, GOLD)
        paste_fan(picture, play.cards, spot, width, step)
        for place, card in enumerate(play.cards):
            if card in art.wild or rank_of(card) == art.high:
                seen = width if place == len(play.cards) - 1 else min(step, width)
                mark_card(picture, (spot[0] + place * step, spot[1]), seen, width, wild=card in art.wild)
        write(draw, (middle, spot[1] + height + 28), drawable(play.word), 24, _QUIET, anchor="mm", room=slot - 16)
    return picture


@lru_cache(maxsize=2)
def _cloth(height: int) -> Image.Image:
    picture = Image.new("RGB", (WIDTH, height), FELT)
    box(picture, (30, 76, WIDTH - 60, height - 106), 280, _CLOTH, _RIM, 10)
    return picture


def _climb(draw: ImageDraw.ImageDraw, art: TableArt, place: tuple[int, int, int, int]) -> None:
    """Draw the level race: rounds from left to right, each side's line in its colour, its last level in words."""
    left, top, width, height = place
    ceiling = max(1, len(art.climb_labels) - 1)
    for label in (0, ceiling // 2, ceiling):
        y = top + height - round(height * label / ceiling)
        draw.line((left, y, left + width, y), fill=_RIM, width=3)
        write(draw, (left - 14, y), art.climb_labels[label], 24, _QUIET, anchor="rm")
    for side, heights in enumerate(art.climb):
        colour, shift = _SIDES[side % len(_SIDES)], 4 * side - 2
        step = width / max(1, len(heights))
        points = [(left + round(step * number), top + height + shift - round(height * value / ceiling))
                  for number, value in enumerate((heights[0], *heights))]  # fmt: skip
        draw.line(points, fill=colour, width=6, joint="curve")
        x, y = points[-1]
        draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill=colour)
        write(draw, (x + 18, y), art.climb_labels[heights[-1]], 30, colour, anchor="lm")


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


def _seat(
    picture: Image.Image, draw: ImageDraw.ImageDraw, art: TableArt, seat: SeatArt, angle: float, plan: _Plan
) -> None:
    width, height = plan.plate
    x = round(WIDTH / 2 + (WIDTH / 2 - width / 2 - 20) * cos(angle))
    y = round(plan.height / 2 + 20 + (plan.height / 2 - height / 2 - 30) * sin(angle))
    left, top = x - width // 2, y - height // 2
    rim = GOLD if seat.acts else _RIM if seat.team is None else _SIDES[seat.team % len(_SIDES)]
    box(picture, (left, top, width, height), 24, _PLATE, rim, 6 if seat.acts else 3)
    mark, line = "▶ " if seat.acts else "", drawable(seat.line)
    inner = width - 48
    if seat.points:
        won = not seat.points.startswith("−")
        write(draw, (left + width - 22, top + height * 0.69), seat.points, 36, _WON if won else _LOST, anchor="rm")
        taken = text_width(seat.points, 36) + 10
        name_room = inner
    else:
        taken = 0  # out: the line says in which place
        if seat.count or not seat.line:
            _count(picture, draw, seat.count, (left + width - 70, y))
            taken = 50
        name_room = inner - taken
    name_y = y if not line and not seat.crown and not seat.points else top + height * 0.32
    name = mark + drawable(seat.name)
    write(draw, (left + 24, name_y), name, 30, GOLD if seat.acts else _WHITE, room=name_room, least=_SMALLEST)
    indent = 0
    if seat.crown:
        _crown(draw, left + 24, round(top + height * 0.7))
        indent = 44
    write(
        draw, (left + 24 + indent, top + height * 0.71), line, 25, _QUIET, room=inner - taken - indent, least=_SMALLEST
    )
    below = sin(angle) < 0.9
    if seat.taken:
        _taken(picture, seat.taken, (left, top), plan, side=abs(cos(angle)) > 0.3)
    edge = top + height + 14 if below else top - 14
    if seat.cards:
        _played(picture, draw, art, seat, (x, edge), plan, below=below, side=abs(cos(angle)) > 0.3)
    elif seat.word:
        _said(picture, draw, drawable(seat.word), (x, edge + (36 if below else -36)))


def _taken(picture: Image.Image, cards: Cards, corner: tuple[int, int], plan: _Plan, *, side: bool) -> None:
    """Draw what a seat has won in tricks, small: above a plate at the side, to the right of one in the middle."""
    (left, top), (wide, high) = corner, plan.plate
    width = plan.card * 6 // 10
    height = round(width * RATIO)
    room = WIDTH // 2 - 60 if side else WIDTH - 40 - (left + wide + 16)
    step = min(width * 2 // 3, (room - width) // max(1, len(cards) - 1))
    length = step * (len(cards) - 1) + width
    if side:
        spot = min(max(24, left), WIDTH - 24 - length), top - 12 - height
    else:
        spot = left + wide + 16, min(max(8, top + (high - height) // 2), plan.height - 8 - height)
    paste_fan(picture, cards, spot, width, step)


def _count(picture: Image.Image, draw: ImageDraw.ImageDraw, count: int, place: tuple[int, int]) -> None:
    """Draw the number of cards on the back of a card, the last two of a hand marked."""
    left, y = place
    few = count <= 2
    box(picture, (left, y - 32, 48, 64), 8, _FEW if few else _BACK, _WHITE, 3)
    write(draw, (left + 24, y), str(count), 30, _WHITE, anchor="mm")


def _crown(draw: ImageDraw.ImageDraw, left: int, y: int) -> None:
    points = ((0, -8), (9, 0), (17, -13), (25, 0), (34, -8), (30, 12), (4, 12))
    draw.polygon([(left + x, y + dy) for x, dy in points], fill=GOLD)


def _said(picture: Image.Image, draw: ImageDraw.ImageDraw, word: str, place: tuple[int, int]) -> None:
    """Draw a pass or a bid in a box with round ends."""
    x, y = place
    length = text_width(word, 32) + 48
    box(picture, (x - length // 2, y - 28, length, 56), 28, _RIM)
    write(draw, (x, y), word, 32, _QUIET, anchor="mm")


def _played(
    picture: Image.Image,
    draw: ImageDraw.ImageDraw,
    art: TableArt,
    seat: SeatArt,
    place: tuple[int, int],
    plan: _Plan,
    *,
    below: bool,
    side: bool,
) -> None:
    """Draw the cards in front of a seat, between its plate and the middle, with the play's name beyond them."""
    x, edge = place
    most = plan.side if side else plan.middle
    largest = plan.card if not seat.points else min(plan.card, 84)
    width, rows = (largest, 1) if seat.word else _laid_out(len(seat.cards), most, largest)
    apart, in_row = round(width * _INDEX_HEIGHT), -(-len(seat.cards) // rows)
    height = round(width * RATIO) + apart * (rows - 1)
    step = min(width * 4 // 9, (most - width) // max(1, in_row - 1))
    length = step * (in_row - 1) + width
    left = min(max(40, x - length // 2), WIDTH - 40 - length)
    top = edge + 10 if below else edge - 10 - height
    if seat.leads:
        box(picture, (left - 8, top - 8, length + 16, height + 16), 16, GOLD)
    for row in range(rows):
        fan, y = seat.cards[row * in_row : (row + 1) * in_row], top + row * apart
        paste_fan(picture, fan, (left, y), width, step)
        for number, card in enumerate(fan):
            if card in art.wild or rank_of(card) == art.high:
                seen = width if number == len(fan) - 1 else min(step, width)
                mark_card(picture, (left + number * step, y), seen, width, wild=card in art.wild)
    if seat.word:
        y = top + height + 28 if below else top - 28
        write(draw, (left + length // 2, y), drawable(seat.word), 26, _QUIET, anchor="mm", room=most)


def _laid_out(count: int, most: int, largest: int) -> tuple[int, int]:
    """How wide cards are that lie within so many pixels, and in how many rows, so that the index of each shows."""
    for width in (largest, *_CARDS):
        for rows in range(1, 1 + int((_ROOM / width - RATIO) / _INDEX_HEIGHT + 1)):
            if (most - width) / max(1, -(-count // rows) - 1) >= width * _INDEX_WIDTH:
                return width, rows
    return width, rows
