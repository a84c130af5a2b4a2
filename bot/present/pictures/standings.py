"""A picture of how a tournament has ended: everybody with their place, their share of match points and a bar of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from bot.present.pictures.charts import DARK, WIDTH
from bot.present.pictures.drawing import GOLD, INK, RGB, box, drawable, png, write

__all__ = ["StandingsArt", "standings_png"]

_MARGIN: Final = 36
_ROW: Final = 92
_TOP: Final = 150
_NAMES: Final = 520
"""So many pixels have the names of an entry."""
_MEDALS: Final[dict[int, RGB]] = {1: GOLD, 2: (200, 206, 214), 3: (214, 150, 96)}


@dataclass(frozen=True, slots=True)
class StandingsArt:
    """``rows``: place, names and share of an entry, the share in thousandths; ``None`` where no deal of it is compared."""

    heading: str
    facts: str
    rows: tuple[tuple[int, str, int | None], ...]
    note: str


def standings_png(art: StandingsArt) -> bytes:
    """The rows, the best first. The bars begin at nothing, so that they can be compared."""
    height = _TOP + len(art.rows) * _ROW + 80
    picture = Image.new("RGB", (WIDTH, height), DARK.ground)
    draw, room = ImageDraw.Draw(picture), WIDTH - 2 * _MARGIN
    write(draw, (_MARGIN, 56), drawable(art.heading), 46, DARK.text, room=room, least=30)
    write(draw, (_MARGIN, 112), drawable(art.facts), 30, DARK.quiet, room=room)
    for number, (place, names, share) in enumerate(art.rows):
        _row(picture, draw, _TOP + number * _ROW, place if share is not None else 0, names, share)
    write(draw, (_MARGIN, height - 40), drawable(art.note), 28, DARK.quiet, room=room, least=22)
    return png(picture)


def _row(
    picture: Image.Image, draw: ImageDraw.ImageDraw, y: int, place: int, names: str, share: int | None
) -> None:  # fmt: skip
    middle, medal = y + _ROW // 2, _MEDALS.get(place)
    box(picture, (_MARGIN, y + 5, WIDTH - 2 * _MARGIN, _ROW - 10), 16, DARK.panel)
    if medal is not None:
        box(picture, (_MARGIN + 16, middle - 28, 56, 56), 28, medal)
    write(draw, (_MARGIN + 44, middle), str(place or "–"), 34, DARK.quiet if medal is None else INK, anchor="mm")
    write(draw, (_MARGIN + 92, middle), drawable(names), 36, DARK.text, room=_NAMES - 20, least=28)
    left, right = _MARGIN + 92 + _NAMES, WIDTH - _MARGIN - 164
    box(picture, (left, middle - 12, right - left, 24), 12, DARK.grid)
    if share:
        box(picture, (left, middle - 12, max(24, round((right - left) * share / 1000)), 24), 12, medal or DARK.quiet)
    told = "–" if share is None else f"{share / 10:.1f}%"
    write(draw, (WIDTH - _MARGIN - 20, middle), told, 36, DARK.text, anchor="rm")
