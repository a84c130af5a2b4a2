"""Card faces: four colours and four shapes, so that no meaning rests on a colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.present.pictures.drawing import PAPER, RGB, box, font, rounded_mask, text_width
from games.base.cards import RANKS, Card, rank_of, suit_of

__all__ = ["RATIO", "card_back", "card_face", "mark_card", "paste_card", "paste_fan"]

RATIO = 1.4
"""Height of a card over its width."""
_SIGNS = "♠♥♦♣"
_SUIT_COLOURS: tuple[RGB, ...] = ((24, 28, 34), (205, 24, 48), (22, 98, 196), (10, 122, 62))
_EDGE: RGB = (178, 184, 190)
_BIG: RGB = (205, 24, 48)
_BACK: RGB = (38, 74, 128)
_LATTICE: RGB = (74, 112, 168)
_SMALL: RGB = (70, 78, 88)
_WILD: RGB = (214, 150, 0)
_LEVEL: RGB = (47, 111, 214)


def card_face(card: Card, width: int, whole: bool = True) -> Image.Image:
    """One card, ``width`` pixels wide, on transparent ground. The index stands at the top left, where a fan
    shows it.

    ``whole`` is false for a card of which the next one covers the rest: it has the index alone.
    """
    height = round(width * RATIO)
    face = Image.new("RGB", (width, height), _EDGE)
    radius = _radius(width)
    box(face, (0, 0, width, height), radius, PAPER, _EDGE, 2 if width > 90 else 1)
    draw = ImageDraw.Draw(face)
    suit = suit_of(card)
    if suit is None:
        _joker(draw, width, height, big=rank_of(card) == 14, whole=whole)
    else:
        _suited(draw, width, height, RANKS[rank_of(card)], suit, whole=whole)
    face.putalpha(rounded_mask(width, height, radius))
    return face


def _suited(draw: ImageDraw.ImageDraw, width: int, height: int, letter: str, suit: int, *, whole: bool) -> None:
    colour = _SUIT_COLOURS[suit]
    column, size = round(width * 0.185), round(width * 0.34)
    if letter == "T":
        _ten(draw, column, round(width * 0.23), size, colour)
    else:
        draw.text((column, round(width * 0.23)), letter, font=font(size), fill=colour, anchor="mm")
    draw.text((column, round(width * 0.56)), _SIGNS[suit], font=font(round(width * 0.30)), fill=colour, anchor="mm")
    if not whole:
        return
    large = round(width * 0.54)
    draw.text((round(width * 0.69), round(height * 0.71)), _SIGNS[suit], font=font(large), fill=colour, anchor="mm")


def _ten(draw: ImageDraw.ImageDraw, x: int, y: int, size: int, colour: RGB) -> None:
    """Draw ``10`` set tight, so that it is as wide as the other ranks."""
    size = round(size * 0.86)
    step = round(text_width("0", size) * 0.41)
    draw.text((x - step, y), "1", font=font(size), fill=colour, anchor="mm")
    draw.text((x + step - round(size * 0.04), y), "0", font=font(size), fill=colour, anchor="mm")


def _joker(draw: ImageDraw.ImageDraw, width: int, height: int, *, big: bool, whole: bool) -> None:
    """Draw ``JOKER`` down the side; the big one has a filled star and 大, the small one an open star and 小: below the side
    where the rest is covered."""
    colour = _BIG if big else _SMALL
    size = round(width * 0.185)
    for place, letter in enumerate("JOKER"):
        draw.text(
            (round(width * 0.17), round(width * (0.17 + 0.185 * place))),
            letter,
            font=font(size),
            fill=colour,
            anchor="mm",
        )
    word = "大王" if big else "小王"
    if not whole:
        draw.text(
            (round(width * 0.17), round(width * 1.16)),
            word[0],
            font=font(round(width * 0.25)),
            fill=colour,
            anchor="mm",
        )
        return
    star = round(width * 0.56)
    draw.text(
        (round(width * 0.62), round(height * 0.44)), "★" if big else "☆", font=font(star), fill=colour, anchor="mm"
    )
    draw.text(
        (round(width * 0.62), round(height * 0.78)), word, font=font(round(width * 0.25)), fill=colour, anchor="mm"
    )


@lru_cache(maxsize=16)
def card_back(width: int) -> Image.Image:
    """A card that lies face down: a lattice in a frame."""
    height, radius = round(width * RATIO), _radius(width)
    back = Image.new("RGB", (width, height), PAPER)
    margin = max(3, width // 14)
    inner = (margin, margin, width - 2 * margin, height - 2 * margin)
    box(back, inner, max(2, radius - 2), _BACK)
    lattice = Image.new("RGB", (inner[2], inner[3]), _BACK)
    draw = ImageDraw.Draw(lattice)
    gap = max(8, width // 7)
    for start in range(-height, width + height, gap):
        draw.line((start, 0, start + height, height), fill=_LATTICE, width=2)
        draw.line((start + height, 0, start, height), fill=_LATTICE, width=2)
    back.paste(lattice, inner[:2], rounded_mask(inner[2], inner[3], max(2, radius - 2)))
    back.putalpha(rounded_mask(width, height, radius))
    return back


def mark_card(picture: Image.Image, place: tuple[int, int], seen: int, width: int, *, wild: bool) -> None:
    """Draw a mark on a card of which ``seen`` pixels show: a gold star for a wild card, a blue triangle for a level
    card.
    """
    draw = ImageDraw.Draw(picture)
    left, top = place
    colour = _WILD if wild else _LEVEL
    thick = max(3, width // 24)
    draw.rounded_rectangle(
        (left, top, left + min(seen, width) - 1, top + round(width * RATIO) - 1),
        _radius(width),
        None,
        colour,
        thick,
    )
    sign, size = ("★", 0.34) if wild else ("▲", 0.26)
    spot = (left + round(width * 0.185), top + round(width * 0.9))
    draw.text(spot, sign, font=font(round(width * size)), fill=colour, anchor="mm")


def paste_fan(picture: Image.Image, cards: Sequence[Card], place: tuple[int, int], width: int, step: int) -> None:
    """Paste cards from left to right, each ``step`` pixels further than the one below it."""
    left, top = place
    for number, card in enumerate(cards):
        whole = number == len(cards) - 1 or step >= width
        paste_card(picture, card, (left + number * step, top), width, None if whole else step)


def paste_card(picture: Image.Image, card: Card, place: tuple[int, int], width: int, seen: int | None = None) -> None:
    """Paste a card. ``seen``: the next one will cover all but so many pixels of it, and what its round corners leave."""
    face, mask = _layers(card, width, seen is None)
    if seen is not None:
        part = (0, 0, min(width, seen + _radius(width) + 1), face.height)
        face, mask = face.crop(part), mask.crop(part)
    picture.paste(face, place, mask)


@lru_cache(maxsize=512)
def _layers(card: Card, width: int, whole: bool) -> tuple[Image.Image, Image.Image]:
    """A card's colours and its mask, apart: a picture that has both would be taken apart at each use."""
    face = card_face(card, width, whole)
    return face.convert("RGB"), face.getchannel("A")


def _radius(width: int) -> int:
    """The radius of a card's corners."""
    return max(4, width // 11)
