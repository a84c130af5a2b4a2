"""What the pictures are made of: the font that comes with the project, colours, rounded boxes, text that always draws.

Fonts are kept per thread, because FreeType faces must not be shared between threads. Everything is drawn at the size
in which it is shown.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

__all__ = [
    "FONT", "GOLD", "INK", "PAPER", "RGB", "box", "drawable", "font", "png", "quick_png", "rounded_mask", "text_width",
    "with_few_colours", "write",
]  # fmt: skip

RGB = tuple[int, int, int]
INK: RGB = (27, 31, 36)
PAPER: RGB = (253, 253, 250)
GOLD: RGB = (255, 205, 74)
FONT = "NotoSansSC-Bold-subset.otf"

_SMOOTH = 4
"""Corners are drawn so many times larger and scaled down."""
_COLOURS = 96
"""A picture keeps so many colours: flat areas stay flat, and the file light."""
_DISCS: dict[str, RGB] = {"🔵": (120, 184, 255), "🟠": (255, 170, 110)}
"""The signs of teams, which no font draws in their colours."""
_DISC = 0.8
"""Diameter of a disc over the size of the letters."""
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
    """How many pixels wide a text is."""
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
    """A mask of a box with round corners, smooth at its edges."""
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
