"""Elements that the table message has in every phase: heading, warnings, calls by name, votes."""

from __future__ import annotations

from bot.present.presentation import presentation_of
from bot.present.screens.elements import (
    code,
    game_title,
    italic,
    line,
    motion_line,
)  # fmt: skip
from bot.present.screens.screen import Button, Line, Mention, Span
from bot.present.words.catalogue import first, say
from bot.present.words.text import clean, name_of
from bot.session.port.updates import Player, PublicUpdate, TableInfo

__all__ = [
    "Rows",
    "elsewhere_lines",
    "filled_rows",
    "mention",
    "ping_lines",
    "race_lines",
    "table_heading",
    "unreachable_lines",
    "vote_lines",
    "warnings",
]

_NAMED = 3
"""So many other places are named."""

Rows = tuple[tuple[Button, ...], ...]


def table_heading(table: TableInfo, language: str) -> str:
    """The heading ``🀄 Dou Dizhu · #12``."""
    heading = say(language, "table.heading", game=game_title(table.game, language), id=table.id)
    if table.contest is None:
        return heading
    deal = min(max(table.round, 1), table.contest.deals)
    where = say(language, "tournament.deal", stage=table.contest.stage, deal=deal, deals=table.contest.deals)
    return f"{heading} · {where}"


def warnings(table: TableInfo, language: str) -> tuple[Line, ...]:
    """What everybody must know about this table: its deals are not secret, the round does not count."""
    codes = [code for code, said in (("open_deals", table.open_deals), ("taken_back", table.taken_back)) if said]
    return tuple(line("⚠️ ", italic(say(language, f"table.{code}"))) for code in codes)


def ping_lines(update: PublicUpdate) -> list[Line]:
    """The line that calls people by name, so that their phones ring."""
    called = [
        mention(update, player) for player in update.seated if player.user is not None and player.user in update.ping
    ]
    if not called:
        return []
    spaced: list[Span | Mention] = []
    for one in called:
        spaced += [Span(" "), one]
    key = "table.ping" if update.play.result is None else "table.ping_over"
    return [line("🔔", *spaced, " " + say(update.language, key))]


def mention(update: PublicUpdate, player: Player) -> Mention:
    """The name of who sits there, as one that rings."""
    assert player.user is not None, "a person"
    return Mention(name_of(update.seated, player.seat, update.language), player.user.platform, player.user.external)


def vote_lines(update: PublicUpdate) -> list[Line]:
    """The line of the vote that is on, with those who are called to it."""
    if update.motion is None:
        return []
    seat = update.motion.seat
    name = "" if seat is None else name_of(update.seated, seat, update.language)
    called = [player for player in update.seated if player.user is not None and player.user in update.motion.called]
    names = [piece for player in called for piece in (Span(" "), mention(update, player))]
    return [(*motion_line(update.motion, name, update.language), *names)]


def unreachable_lines(update: PublicUpdate) -> list[Line]:
    """The line that names those whom no private message reaches."""
    names = [player for player in update.seated if player.kind == "person" and not player.reachable]
    if not names:
        return []
    joined = say(update.language, "list.and").join(
        name_of(update.seated, player.seat, update.language) for player in names
    )
    told = first(update.language, (f"table.unreachable_{update.chat.platform}", "table.unreachable"), names=joined)
    return [line("⚠️ ", told or "")]


def elsewhere_lines(update: PublicUpdate) -> list[Line]:
    """The line that says where else the table is shown; a place without a title is only counted."""
    page = [say(update.language, "places.page")] if update.by_page else []
    titles = [title for title in map(clean, update.elsewhere) if title][: _NAMED - len(page)]
    named, more = [*titles, *page], len(update.elsewhere) - len(titles)
    if not update.elsewhere and not page:
        return []
    key = "places.also_others" if not named else "places.also_more" if more else "places.also"
    names = say(update.language, "list.and").join(named)
    return [line(say(update.language, key, names=names, n=more))]


def race_lines(update: PublicUpdate) -> list[Line]:
    """How the match went, a line a side, where the game has a race."""
    if len(update.score.course) < 2:  # what stands beside it says the same of a first round
        return []
    return [
        line(code(text))
        for text in presentation_of(update.table.game).race(update.score.course, update.table.options, update.language)
    ]


def filled_rows(*rows: list[Button]) -> Rows:
    """These rows without the empty ones."""
    return tuple(tuple(row) for row in rows if row)
