"""The picture of what is still out: a field for each rank with how many there are, or for each card where suits matter."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.present.pictures.charts import DARK, LIGHT
from bot.present.pictures.drawing import RGB, box, drawable, png, write

__all__ = ["CounterArt", "CounterField", "counter_png"]

WIDTH = 1080
_MARGIN = 30
_TOP = 104
_GAP = 8


@dataclass(frozen=True, slots=True)
class CounterField:
    """One rank or card: its name, how many are out, and whether it counts more than others in this round."""

    name: str
    count: int
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class CounterArt:
    """Rows of fields; a field of single cards (``counted`` is not set) shows its name alone."""

    heading: str
    rows: tuple[tuple[CounterField, ...], ...]
    counted: bool
    dark: bool


def counter_png(art: CounterArt) -> bytes:
    """The fields: what is out stands out, what is gone is faint."""
    theme = DARK if art.dark else LIGHT
    faint = _between(theme.quiet, theme.ground)
    across = max((len(row) for row in art.rows), default=1)
    width = (WIDTH - 2 * _MARGIN - (across - 1) * _GAP) // across
    height = 150 if art.counted else 84
    picture = Image.new("RGB", (WIDTH, _TOP + len(art.rows) * (height + _GAP) + _MARGIN), theme.ground)
    draw = ImageDraw.Draw(picture)
    write(draw, (_MARGIN, 54), drawable(art.heading), 36, theme.text, room=WIDTH - 2 * _MARGIN)
    for down, row in enumerate(art.rows):
        for at, field in enumerate(row):
            left, top = _MARGIN + at * (width + _GAP), _TOP + down * (height + _GAP)
            ground = theme.band if field.lifted and field.count else theme.panel
            box(picture, (left, top, width, height), 14, ground if field.count else theme.ground, theme.grid, 2)
            name = theme.text if field.count else faint
            middle, room = left + width // 2, width - 10
            if not art.counted:
                write(
                    draw, (middle, top + height // 2), drawable(field.name), 34, name, anchor="mm", room=room, least=18
                )
                continue
            write(
                draw,
                (middle, top + 42),
                field.name,
                36,
                theme.quiet if field.count else name,
                anchor="mm",
                room=room,
                least=18,
            )
            number = theme.curve if field.count else faint
            write(
                draw,
                (middle, top + 104),
                str(field.count) if field.count else "–",
                54,
                number,
                anchor="mm",
                room=room,
                least=24,
            )
    return png(picture)


def _between(one: RGB, other: RGB) -> RGB:
    """The colour half way between two."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2, (one[2] + other[2]) // 2
