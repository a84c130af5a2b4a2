"""Pictures of ratings: a page of a leaderboard, the course of one person's rating and points. Dark or light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.present.pictures.drawing import RGB, box, drawable, png, text_width, write

__all__ = ["DARK", "LIGHT", "BoardArt", "ChartArt", "Theme", "board_png", "chart_png"]

WIDTH = 1080
_MARGIN = 36
_ROW = 64


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of a picture: ground, panels, lines of the grid, texts, what is quiet, the curve and its band, losses."""

    ground: RGB
    panel: RGB
    grid: RGB
    text: RGB
    quiet: RGB
    curve: RGB
    band: RGB
    lost: RGB


DARK = Theme(
    ground=(22, 26, 31), panel=(32, 38, 45), grid=(58, 66, 75), text=(240, 243, 246), quiet=(150, 160, 172),
    curve=(255, 205, 74), band=(84, 76, 48), lost=(255, 140, 124),
)  # fmt: skip
LIGHT = Theme(
    ground=(244, 246, 248), panel=(255, 255, 255), grid=(222, 227, 232), text=(27, 31, 36), quiet=(96, 106, 118),
    curve=(22, 110, 180), band=(208, 227, 242), lost=(190, 50, 40),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BoardArt:
    """A page of a leaderboard: (place, name, rating, spread, provisional, whether it is the reader) a row."""

    heading: str
    rows: tuple[tuple[int, str, int, int, bool, bool], ...]
    note: str
    dark: bool


@dataclass(frozen=True, slots=True)
class ChartArt:
    """One person: the rating as (rounds, rating, spread), and the sum of points, evenly over its rounds. ``rated_rounds`` and
    ``rounds_words`` say below each how many rounds those are."""

    heading: str
    curve_title: str
    curve: tuple[tuple[int, int, int], ...]
    points_title: str
    points: tuple[int, ...]
    rated_rounds: str
    rounds_words: str
    dark: bool


def board_png(art: BoardArt) -> bytes:
    """The rows with bars from the rating minus its uncertainty to the rating plus it."""
    theme = DARK if art.dark else LIGHT
    top = 110
    height = top + max(1, len(art.rows)) * _ROW + 70
    picture = Image.new("RGB", (WIDTH, height), theme.ground)
    draw = ImageDraw.Draw(picture)
    write(draw, (_MARGIN, 58), drawable(art.heading), 38, theme.text, room=WIDTH - 2 * _MARGIN)
    # What is known of each: the estimate itself stands three spreads above the number it is ordered by.
    spans = [(rating + 2 * spread, rating + 3 * spread, rating + 4 * spread) for _, _, rating, spread, _, _ in art.rows]
    low, high = min((one[0] for one in spans), default=0), max((one[2] for one in spans), default=1)
    left, right = 560, WIDTH - _MARGIN - 24
    for number, ((place, name, rating, _, unsure, me), span) in enumerate(zip(art.rows, spans, strict=True)):
        y = top + number * _ROW
        box(picture, (_MARGIN, y + 4, WIDTH - 2 * _MARGIN, _ROW - 8), 14, theme.band if me else theme.panel)
        middle = y + _ROW // 2
        write(draw, (_MARGIN + 22, middle), f"{place}", 30, theme.quiet)
        write(draw, (_MARGIN + 96, middle), drawable(name), 32, theme.text, room=290)
        write(draw, (left - 34, middle), f"{rating}{'?' if unsure else ''}", 34, theme.curve, anchor="rm")
        begin, dot, end = (left + round((value - low) / max(1, high - low) * (right - left)) for value in span)
        draw.line((begin, middle, end, middle), fill=theme.quiet, width=6)
        draw.ellipse((dot - 9, middle - 9, dot + 9, middle + 9), fill=theme.curve)
    write(draw, (_MARGIN, height - 36), drawable(art.note), 24, theme.quiet, room=WIDTH - 2 * _MARGIN)
    return png(picture)


def chart_png(art: ChartArt) -> bytes:
    """The rating with its uncertainty above, the sum of points below."""
    theme = DARK if art.dark else LIGHT
    upper, lower = (420 if art.curve else 0), (340 if art.points else 0)
    picture = Image.new("RGB", (WIDTH, 110 + upper + lower + 40), theme.ground)
    draw = ImageDraw.Draw(picture)
    write(draw, (_MARGIN, 58), drawable(art.heading), 38, theme.text, room=WIDTH - 2 * _MARGIN)
    y = 100
    if art.curve:
        _rating(picture, draw, art, (_MARGIN, y, WIDTH - 2 * _MARGIN, upper - 24), theme)
        y += upper
    if art.points:
        _points(picture, draw, art, (_MARGIN, y, WIDTH - 2 * _MARGIN, lower - 24), theme)
    return png(picture)


_Place = tuple[int, int, int, int]


def _rating(picture: Image.Image, draw: ImageDraw.ImageDraw, art: ChartArt, place: _Place, theme: Theme) -> None:
    """Draw the rating's curve in a band of one spread; the curve runs three spreads above the number that lists show."""
    middles = [rating + 3 * spread for _, rating, spread in art.curve]
    lows = [rating for _, rating, _ in art.curve]
    highs = [rating + 4 * spread for _, rating, spread in art.curve]
    frame = _frame(picture, draw, place, art.curve_title, (min(lows), max(highs)), theme)
    most = max(1, art.curve[-1][0])
    xs = [frame.x(rounds / most) for rounds, _, _ in art.curve]
    outline = [*((x, frame.y(value)) for x, value in zip(xs, highs, strict=True))]
    outline += reversed([(x, frame.y(value)) for x, value in zip(xs, lows, strict=True)])
    if len(xs) > 1:
        draw.polygon(outline, fill=theme.band)
    _line(draw, [(x, frame.y(value)) for x, value in zip(xs, lows, strict=True)], theme.curve, 6)
    _line(draw, [(x, frame.y(value)) for x, value in zip(xs, middles, strict=True)], theme.quiet, 3)
    _end(draw, (xs[-1], frame.y(lows[-1])), str(lows[-1]), theme.curve)
    _foot(draw, place, art.rated_rounds, theme)


def _points(picture: Image.Image, draw: ImageDraw.ImageDraw, art: ChartArt, place: _Place, theme: Theme) -> None:
    values = art.points
    frame = _frame(picture, draw, place, art.points_title, (min(0, *values), max(1, *values)), theme)
    zero = frame.y(0)
    draw.line((frame.left, zero, frame.left + frame.width, zero), fill=theme.quiet, width=2)
    steps = max(1, len(values) - 1)
    colour = theme.curve if values[-1] >= 0 else theme.lost
    places = [(frame.x(number / steps), frame.y(value)) for number, value in enumerate(values)]
    _line(draw, places, colour, 5)
    _end(draw, places[-1], f"{values[-1]:+d}".replace("-", "−").replace("+0", "0"), colour)
    _foot(draw, place, art.rounds_words, theme)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where values of a panel lie, in pixels."""

    left: int
    top: int
    width: int
    height: int
    low: float
    high: float

    def x(self, part: float) -> int:
        """The pixel at this part (0…1) of the way from left to right."""
        return self.left + round(part * self.width)

    def y(self, value: float) -> int:
        """The pixel at which a value stands."""
        return self.top + round((self.high - value) / max(1.0, self.high - self.low) * self.height)


def _frame(
    picture: Image.Image, draw: ImageDraw.ImageDraw, place: _Place, title: str, span: tuple[int, int], theme: Theme
) -> _Frame:
    """A panel with its title and three lines of a grid, labelled."""
    left, top, width, height = place
    box(picture, place, 18, theme.panel)
    write(draw, (left + 24, top + 32), drawable(title), 28, theme.quiet)
    low, high = span
    frame = _Frame(left + 120, top + 66, width - 260, height - 116, low, high)
    for value in sorted({low, (low + high) // 2, high}):
        y = frame.y(value)
        draw.line((frame.left, y, frame.left + frame.width, y), fill=theme.grid, width=2)
        write(draw, (frame.left - 14, y), str(value).replace("-", "−"), 24, theme.quiet, anchor="rm")
    return frame


def _line(draw: ImageDraw.ImageDraw, places: Sequence[tuple[int, int]], colour: RGB, width: int) -> None:
    if len(places) > 1:
        draw.line(places, fill=colour, width=width, joint="curve")


def _end(draw: ImageDraw.ImageDraw, place: tuple[int, int], word: str, colour: RGB) -> None:
    """Mark the last value of a curve, with its number in words."""
    x, y = place
    draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill=colour)
    write(draw, (x + 18, y), word, 30, colour, anchor="lm")


def _foot(draw: ImageDraw.ImageDraw, place: _Place, word: str, theme: Theme) -> None:
    left, top, width, height = place
    text = drawable(word)
    write(draw, (left + width - 24 - text_width(text, 24), top + height - 26), text, 24, theme.quiet)
