"""Pictures of numbers, dark or light: ratings, one person's points, the cards that are out, a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from bot.present.pictures.drawing import GOLD, INK, RGB, box, drawable, png, text_width, write

__all__ = [
    "DARK", "LIGHT", "BoardArt", "ChartArt", "CounterArt", "CounterField", "StandingsArt", "Theme", "board_png",
    "chart_png", "counter_png", "standings_png",
]  # fmt: skip

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


_EDGE = 30
_HEAD = 104
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
    width = (WIDTH - 2 * _EDGE - (across - 1) * _GAP) // across
    height = 150 if art.counted else 84
    picture = Image.new("RGB", (WIDTH, _HEAD + len(art.rows) * (height + _GAP) + _EDGE), theme.ground)
    draw = ImageDraw.Draw(picture)
    write(draw, (_EDGE, 54), drawable(art.heading), 36, theme.text, room=WIDTH - 2 * _EDGE)
    for down, row in enumerate(art.rows):
        for at, field in enumerate(row):
            left, top = _EDGE + at * (width + _GAP), _HEAD + down * (height + _GAP)
            ground = theme.band if field.lifted and field.count else theme.panel
            box(picture, (left, top, width, height), 14, ground if field.count else theme.ground, theme.grid, 2)
            name = theme.text if field.count else faint
            middle, room = left + width // 2, width - 10
            if art.counted:
                name, number = (theme.quiet, theme.curve) if field.count else (faint, faint)
                told = str(field.count or "–")
                write(draw, (middle, top + 42), field.name, 36, name, anchor="mm", room=room, least=18)
                write(draw, (middle, top + 104), told, 54, number, anchor="mm", room=room, least=24)
            else:
                place = (middle, top + height // 2)
                write(draw, place, drawable(field.name), 34, name, anchor="mm", room=room, least=18)
    return png(picture)


def _between(one: RGB, other: RGB) -> RGB:
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2, (one[2] + other[2]) // 2


_HIGH: Final = 92
_TOP: Final = 150
_NAMES: Final = 520  # So many pixels have the names of an entry
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
    height = _TOP + len(art.rows) * _HIGH + 80
    picture = Image.new("RGB", (WIDTH, height), DARK.ground)
    draw, room = ImageDraw.Draw(picture), WIDTH - 2 * _MARGIN
    write(draw, (_MARGIN, 56), drawable(art.heading), 46, DARK.text, room=room, least=30)
    write(draw, (_MARGIN, 112), drawable(art.facts), 30, DARK.quiet, room=room)
    for number, (place, names, share) in enumerate(art.rows):
        _row(picture, draw, _TOP + number * _HIGH, place if share is not None else 0, names, share)
    write(draw, (_MARGIN, height - 40), drawable(art.note), 28, DARK.quiet, room=room, least=22)
    return png(picture)


def _row(
    picture: Image.Image, draw: ImageDraw.ImageDraw, y: int, place: int, names: str, share: int | None
) -> None:  # fmt: skip
    middle, medal = y + _HIGH // 2, _MEDALS.get(place)
    box(picture, (_MARGIN, y + 5, WIDTH - 2 * _MARGIN, _HIGH - 10), 16, DARK.panel)
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
