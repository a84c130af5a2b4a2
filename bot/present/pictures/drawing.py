"""What the pictures are made of: the font that comes with the project, colours, boxes, text that always draws, card faces.

Cards have four colours and four shapes, so that no meaning rests on a colour. Fonts are kept per thread, because FreeType
faces must not be shared between threads. Everything is drawn at the size in which it is shown.
"""

import re
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from games.base.cards import RANKS, Card, rank_of, suit_of

__all__ = [
    "FONT", "GOLD", "INK", "PAPER", "RATIO", "RGB", "box", "card_back", "card_emoji", "card_face", "drawable", "font",
    "mark_card", "paste_card", "paste_fan", "png", "quick_png", "rounded_mask", "text_width", "with_few_colours", "write",
]  # fmt: skip

RGB = tuple[int, int, int]
INK: RGB = (27, 31, 36)
PAPER: RGB = (253, 253, 250)
GOLD: RGB = (255, 205, 74)
FONT = "NotoSansSC-Bold-subset.otf"

_SMOOTH = 4  # Corners are drawn so many times larger and scaled down
_COLOURS = 96  # A picture keeps so many colours: flat areas stay flat, and the file light
_DISCS: dict[str, RGB] = {"🔵": (120, 184, 255), "🟠": (255, 170, 110)}
"""The signs of teams, which no font draws in their colours."""
_DISC = 0.8  # Diameter of a disc over the size of the letters
_kept = threading.local()


@lru_cache(maxsize=1)
def _font_bytes() -> bytes:
    return (files("bot.present") / "fonts" / FONT).read_bytes()


def font(size: int) -> ImageFont.FreeTypeFont:
    """The project's font at a size in pixels, for this thread."""
    sizes: dict[int, ImageFont.FreeTypeFont] | None = getattr(_kept, "sizes", None)
    if sizes is None:
        sizes = _kept.sizes = {}
    if size not in sizes:
        sizes[size] = ImageFont.truetype(BytesIO(_font_bytes()), size, layout_engine=ImageFont.Layout.BASIC)
    return sizes[size]


@lru_cache(maxsize=4096)
def _has_glyph(letter: str) -> bool:
    face = font(32)
    return bytes(face.getmask(letter)) != bytes(face.getmask("\U0010ffff"))


def drawable(text: str) -> str:
    """The text without what the font cannot draw: emoji vanish with the space after them, marks too, letters of other
    scripts become ``□``."""
    parts = ("".join(_kept_letters(part)).split() for part in text.split(" · "))
    return "  ".join(" ".join(part) for part in parts)  # the font's dot would be as wide as a Chinese character


def _kept_letters(text: str) -> Iterator[str]:
    left_out = False
    for letter in text:
        category, after = unicodedata.category(letter), left_out
        left_out = False
        if letter == " " and after:
            continue
        if (
            letter == " "
            or letter in _DISCS
            or (category not in {"Cc", "Cf", "Mn", "Me", "Cs", "Co"} and _has_glyph(letter))
        ):
            yield letter
        elif category.startswith(("L", "N")):
            yield "□"
        else:
            left_out = after or category == "So"  # of its own, or a mark on one


def text_width(text: str, size: int) -> int:
    discs = sum(text.count(sign) for sign in _DISCS)
    bare = text.translate({ord(sign): None for sign in _DISCS}) if discs else text
    return round(font(size).getlength(bare) + discs * size * _DISC)


def write(
    draw: ImageDraw.ImageDraw, place: tuple[float, float], text: str, size: int, colour: RGB, *, anchor: str = "lm",
    room: int | None = None, least: int = 0,
) -> None:  # fmt: skip
    """Write a text; ``anchor`` as Pillow's. With ``room`` it is made smaller, down to the size ``least`` if there is one, and
    then cut (``…``) to so many pixels."""
    while room is not None and least < size and least and text_width(text, size) > room:
        size -= 1
    if room is not None and text_width(text, size) > room:
        while text and text_width(text + "…", size) > room:
            text = text[:-1]
        text = text.rstrip() + "…"
    if not any(sign in text for sign in _DISCS):
        draw.text(place, text, font=font(size), fill=colour, anchor=anchor)
        return
    x, y = place
    x -= text_width(text, size) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
    for piece in re.split(f"([{''.join(_DISCS)}])", text):
        if piece in _DISCS:
            draw.ellipse((x, y - size * _DISC / 2, x + size * _DISC, y + size * _DISC / 2), fill=_DISCS[piece])
        elif piece:
            draw.text((x, y), piece, font=font(size), fill=colour, anchor=f"l{anchor[1]}")
        x += text_width(piece, size)


@lru_cache(maxsize=64)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    large = Image.new("L", (width * _SMOOTH, height * _SMOOTH), 0)
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, width * _SMOOTH - 1, height * _SMOOTH - 1), radius * _SMOOTH, fill=255
    )
    return large.resize((width, height), Image.Resampling.BOX)


def box(
    picture: Image.Image,
    place: tuple[int, int, int, int],
    radius: int,
    colour: RGB,
    edge: RGB | None = None,
    line: int = 0,
) -> None:
    """Draw a filled box (left, top, width, height) with round corners, and perhaps an edge inside it."""
    left, top, width, height = place
    if edge is not None and line:
        picture.paste(edge, (left, top), rounded_mask(width, height, radius))
        inner = rounded_mask(width - 2 * line, height - 2 * line, max(1, radius - line))
        picture.paste(colour, (left + line, top + line), inner)
    else:
        picture.paste(colour, (left, top), rounded_mask(width, height, radius))


def png(picture: Image.Image) -> bytes:
    """The picture as PNG with few colours."""
    return _bytes(with_few_colours(picture), 6)


def quick_png(picture: Image.Image, colours: Image.Image) -> bytes:
    """The picture as PNG with the colours of another one: a third of the time where they are known to suit."""
    return _bytes(picture.quantize(palette=colours, dither=Image.Dither.NONE), 3)


def with_few_colours(picture: Image.Image) -> Image.Image:
    """The picture with a palette of its own."""
    return picture.convert("RGB").quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _bytes(picture: Image.Image, level: int) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG", compress_level=level)
    return out.getvalue()


RATIO = 1.4  # Height of a card over its width
_SIGNS = "♠♥♦♣"
_SUIT_COLOURS: tuple[RGB, ...] = ((24, 28, 34), (205, 24, 48), (22, 98, 196), (10, 122, 62))
_EDGE: RGB = (178, 184, 190)
_BIG: RGB = (205, 24, 48)
_BACK: RGB = (38, 74, 128)
_LATTICE: RGB = (74, 112, 168)
_SMALL: RGB = (70, 78, 88)
_EMOJI = 128
_EMOJI_INKS: tuple[RGB, ...] = (INK, _BIG, _BIG, INK)
_RIM: RGB = (120, 128, 138)
_WILD: RGB = (214, 150, 0)
_LEVEL: RGB = (47, 111, 214)


def card_face(card: Card, width: int, whole: bool = True) -> Image.Image:
    """One card, ``width`` pixels wide, on transparent ground. The index stands at the top left, where a fan shows it.
    ``whole`` is false for a card of which the next one covers the rest: it has the index alone."""
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


def card_emoji(card: Card) -> bytes:
    """A card as PNG, to be read among letters: rank and suit fill it. Jokers are dark cards with a star."""
    side, width, suit = _EMOJI, _EMOJI * 7 // 8, suit_of(card)
    face = Image.new("RGB", (side, side), _RIM)
    left = (side - width) // 2
    if suit is None:
        word, paper, ink = ("大", _BIG, GOLD) if rank_of(card) == 14 else ("小", INK, PAPER)
        box(face, (left, 0, width, side), side // 8, paper, _RIM, 4)
        draw = ImageDraw.Draw(face)
        _sign(draw, side / 2, side * 0.31, "★", side * 0.58, ink)
        _sign(draw, side / 2, side * 0.74, word, side * 0.42, ink)
    else:
        box(face, (left, 0, width, side), side // 8, PAPER, _RIM, 4)
        draw, colour, letter = ImageDraw.Draw(face), _EMOJI_INKS[suit], RANKS[rank_of(card)]
        if letter == "T":
            _ten(draw, side // 2, round(side * 0.28), round(side * 0.70), colour)
        else:
            _sign(draw, side / 2, side * 0.28, letter, side * 0.61, colour)
        _sign(draw, side / 2, side * 0.76, _SIGNS[suit], side * 0.48, colour)
    mask = Image.new("L", (side, side))
    mask.paste(rounded_mask(width, side, side // 8), (left, 0))
    face.putalpha(mask)
    out = BytesIO()
    face.save(out, "PNG", optimize=True)
    return out.getvalue()


def _sign(draw: ImageDraw.ImageDraw, x: float, y: float, sign: str, size: float, colour: RGB) -> None:
    draw.text((round(x), round(y)), sign, font=font(round(size)), fill=colour, anchor="mm")


def _suited(draw: ImageDraw.ImageDraw, width: int, height: int, letter: str, suit: int, *, whole: bool) -> None:
    colour = _SUIT_COLOURS[suit]
    column, size = round(width * 0.185), round(width * 0.34)
    if letter == "T":
        _ten(draw, column, round(width * 0.23), size, colour)
    else:
        _sign(draw, column, width * 0.23, letter, size, colour)
    _sign(draw, column, width * 0.56, _SIGNS[suit], width * 0.30, colour)
    if whole:
        _sign(draw, width * 0.69, height * 0.71, _SIGNS[suit], width * 0.54, colour)


def _ten(draw: ImageDraw.ImageDraw, x: int, y: int, size: int, colour: RGB) -> None:
    """Draw ``10`` set tight, so that it is as wide as the other ranks."""
    size = round(size * 0.86)
    step = round(text_width("0", size) * 0.41)
    _sign(draw, x - step, y, "1", size, colour)
    _sign(draw, x + step - round(size * 0.04), y, "0", size, colour)


def _joker(draw: ImageDraw.ImageDraw, width: int, height: int, *, big: bool, whole: bool) -> None:
    """Draw ``JOKER`` down the side; the big one has a filled star and 大, the small one an open star and 小: below the side
    where the rest is covered."""
    colour, word, star = (_BIG, "大王", "★") if big else (_SMALL, "小王", "☆")
    for place, letter in enumerate("JOKER"):
        _sign(draw, width * 0.17, width * (0.17 + 0.185 * place), letter, width * 0.185, colour)
    if not whole:
        _sign(draw, width * 0.17, width * 1.16, word[0], width * 0.25, colour)
        return
    _sign(draw, width * 0.62, height * 0.44, star, width * 0.56, colour)
    _sign(draw, width * 0.62, height * 0.78, word, width * 0.25, colour)


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
    card."""
    draw = ImageDraw.Draw(picture)
    left, top = place
    colour = _WILD if wild else _LEVEL
    thick = max(3, width // 24)
    draw.rounded_rectangle(
        (left, top, left + min(seen, width) - 1, top + round(width * RATIO) - 1), _radius(width), None, colour, thick
    )
    sign, size = ("★", 0.34) if wild else ("▲", 0.26)
    spot = (left + round(width * 0.185), top + round(width * 0.9))
    _sign(draw, *spot, sign, width * size, colour)


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
    return max(4, width // 11)
