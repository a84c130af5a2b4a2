"""Elements that several screens share: lines, headings, buttons that lead elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.present.screens.screen import Button, Deadline, Line, Mention, Moment, Rows, Span, Whereabouts
from bot.present.words.catalogue import first, say
from bot.present.words.text import grouped, names_of, pieces, span, unmarked, width
from bot.session.port.commands import Command, MyHand, PlayedCards, ShowRules
from bot.session.port.updates import Motion, Player, TableInfo, told_left
from games.base.cards import Cards
from games.contract import CommonFacts, View

__all__ = [
    "bold", "button", "clock_word", "code", "count_word", "deadline", "game_title", "group_button", "in_rows", "italic", "line",
    "motion_line", "my_hand", "paired", "paragraphs", "pile_line", "place_word", "played_button", "preset_title",
    "round_number", "round_word", "rules_button", "side_names", "side_word", "team_sign", "time_to_act",
]  # fmt: skip

_TEAMS = ("🔵 ", "🟠 ")
_HALF_A_ROW = 20
"""Columns of a label that half the width of a phone shows."""


def bold(text: str) -> Span:
    """The text in bold."""
    return Span(unmarked(text), "bold")


def italic(text: str) -> Span:
    """The text in italics."""
    return Span(unmarked(text), "italic")


def code(text: str) -> Span:
    """Cards or an id, in signs that all have one width."""
    return Span(text, "code")


def line(*parts: str | Span | Mention) -> Line:
    """One line of these parts; empty texts leave no trace."""
    spans = (span for part in parts for span in (_spans(part) if isinstance(part, str) else [part]))
    return tuple(span for span in spans if isinstance(span, Mention) or span.text)


def _spans(text: str) -> list[Span]:
    return (
        [_marked_span(what, words) if what else Span(words) for what, words in pieces(text)]
        if "⟨" in text
        else [Span(text)]
    )


def _marked_span(what: str, words: str) -> Span:
    platform, _, external = what.partition(":")
    if external:
        return Whereabouts(words, "", platform, external)
    return Moment(words, at=int(what)) if what.isdecimal() else Span(words)


def paragraphs(text: str) -> tuple[Line, ...]:
    """A text of several lines; what stands between two ``**`` is bold, between two double backticks to be typed."""
    return tuple(line(*_marked(row, "**", bold, _typed)) for row in text.strip("\n").split("\n"))


def _typed(text: str) -> list[str | Span]:
    return _marked(text, "``", code, lambda part: [part])


def _marked(
    text: str, mark: str, inside: Callable[[str], Span], outside: Callable[[str], list[str | Span]]
) -> list[str | Span]:
    parts = enumerate(text.split(mark))
    return [one for number, part in parts for one in ([inside(part)] if number % 2 else outside(part))]


def button(
    language: str, key: str, command: Command | None, style: str = "secondary", /, game: str = "", **data: object
) -> Button:
    """A button labelled by ``button.<key>``."""
    return Button(say(language, f"button.{key}", game, **data), command, style=style, key=key)


def in_rows(buttons: Iterable[Button], size: int) -> Rows:
    """The buttons in rows of at most ``size``, in their order."""
    listed = tuple(buttons)
    return tuple(listed[start : start + size] for start in range(0, len(listed), size))


def paired(buttons: Iterable[Button]) -> Rows:
    """The buttons two in a row where both can be read there on a phone, else one."""
    rows: list[tuple[Button, ...]] = []
    waiting: Button | None = None
    for one in buttons:
        if width(one.label) > _HALF_A_ROW:
            rows += [(waiting,), (one,)] if waiting is not None else [(one,)]
            waiting = None
        elif waiting is None:
            waiting = one
        else:
            rows.append((waiting, one))
            waiting = None
    return (*rows, (waiting,)) if waiting is not None else tuple(rows)


def game_title(game: str, language: str) -> str:
    """What a game is called."""
    return say(language, f"game.{game}")


def preset_title(game: str, preset: str, language: str) -> str:
    """What a preset is called; ``own rules`` for none."""
    return say(language, f"preset.{game}.{preset}.title") if preset else say(language, "settings.no_preset")


def round_number(table: TableInfo, view: View | None) -> int:
    """Which round of the match this is, as people count: a void deal is repeated and not counted
    (``table.round`` counts it, as records have to).
    """
    facts: CommonFacts | None = None if view is None else view.public
    told = None if facts is None else facts.round_number
    return table.round if told is None else told


def round_word(table: TableInfo, language: str, view: View | None = None) -> str:
    """``Round 3 of 6``, ``Round 3``, or nothing before the first."""
    if not table.round:
        return ""
    number, deals = round_number(table, view), table.options.get("deals")
    if table.options.get("match_end") == "rounds":
        deals = table.options.get("match_rounds")
    if isinstance(deals, int) and not isinstance(deals, bool) and deals > 0:
        return say(language, "table.round_of", n=number, of=deals)
    return say(language, "table.round", n=number)


def my_hand(table: TableInfo, language: str) -> Button:
    """The button that opens one's own hand."""
    return button(language, "my_hand", MyHand(table.id), "primary")


def played_button(table: TableInfo, language: str) -> Button:
    """The button that shows what has been played in the round, and what is still out."""
    return button(language, "played", PlayedCards(table.id))


def rules_button(table: TableInfo, language: str) -> Button:
    """The button that shows the rule card with the house rules of the table."""
    return button(language, "rules", ShowRules(game=table.game, table=table.id))


def group_button(language: str) -> Button:
    """The button back to the table message. It has neither command nor address: the frontend knows the link, or
    leaves the button out.
    """
    return Button(say(language, "button.group"), key="group")


def count_word(view: View, count: int, language: str, *, brief: bool = False) -> str:
    """How many cards a seat holds; the last two are called out, as players do."""
    few = count <= 2 and view.phase == "play"
    if brief:
        return say(language, "seat.few_brief" if few else "seat.cards_brief", n=count)
    word = say(language, "seat.cards", n=count)
    return f"❗{word}" if few else word


def team_sign(team: int | None) -> str:
    """The sign before the name of a team's member; empty where there are no teams."""
    return "" if team is None else _TEAMS[team % len(_TEAMS)]


def side_word(team: int, viewer: int | None, language: str) -> str:
    """``🔵 We`` or ``🟠 They`` for somebody at the table, for everybody else the sign alone, as it stands before
    names.
    """
    if viewer is None:
        return team_sign(team).strip()
    return team_sign(team) + say(language, "side.us" if viewer % 2 == team else "side.them")


def side_names(team: int, viewer: int | None, players: Sequence[Player], language: str) -> str:
    """A team where it is named once: for a stranger with its members' names."""
    if viewer is not None:
        return side_word(team, viewer, language)
    return team_sign(team) + names_of(players, range(team, len(players), 2), language)


def place_word(game: str, place: int, language: str) -> str:
    """How a seat came in: what the game calls that place, or ``out, 2nd``."""
    return first(language, (f"place.{game}.{place}",)) or say(language, "seat.out", place=place)


def pile_line(game: str, name: str, cards: Cards, language: str) -> Line:
    """Cards on the table that everybody has seen: ``Kitty: 7 · 10 · Q``."""
    return line(say(language, "pile.line", pile=say(language, f"pile.{name}", game)), code(grouped(cards, language)))


def motion_line(motion: Motion, name: str, language: str) -> Line:
    """The line of a vote that is on."""
    what = say(language, f"motion.{motion.kind}", name=name)
    votes = say(language, "motion.votes", votes=motion.votes, needed=motion.needed)
    return line("🗳 ", bold(what), " " + votes, deadline(motion.limit, motion.until or None, language))


def deadline(seconds: float, at: int | None, language: str) -> Deadline:
    """The time limit: counted down where the platform does that, else how much time there is in all."""
    return Deadline(say(language, "time.within", time=span(seconds, language)), at=at or 0)


def clock_word(table: TableInfo, language: str) -> str:
    """How much time a table gives for each turn, if any runs there now."""
    if table.clock_rests:
        return say(language, "table.clock_rests")
    if not table.clock:
        return say(language, "table.no_clock")
    return say(language, "table.clock", time=span(table.clock, language))


def time_to_act(table: TableInfo, short: int | None, left: float, at: int | None, language: str) -> Deadline:
    """The time for an answer: at a slow table what is left of it, elsewhere how much there is (``short``: for a question
    with a time of its own)."""
    if table.slow:
        return Deadline(say(language, "time.left", time=span(told_left(left) or left, language)), at=at or 0)
    return deadline(short or table.clock, at, language)
