"""What table messages are made of in every phase: heading, warnings, calls by name, votes, marks beside seats, buttons."""

from __future__ import annotations

from typing import Final

from bot.present.presentation import presentation_of
from bot.present.screens.elements import (
    button,
    code,
    game_title,
    italic,
    line,
    motion_line,
    rules_button,
)  # fmt: skip
from bot.present.screens.screen import Button, Line, Mention, Rows, Span
from bot.present.words.catalogue import first, say
from bot.present.words.text import clean, name_of, width
from bot.session.port.commands import Shuffle, Substitute, TableSettings, Vote
from bot.session.port.updates import Player, PublicUpdate, TableInfo
from games.contract import SeatView, View

__all__ = [
    "asked_together",
    "closing_lines",
    "elsewhere_lines",
    "filled_rows",
    "is_crowded",
    "mark_words",
    "mention",
    "must_be_ready",
    "ping_lines",
    "private_chat_buttons",
    "race_lines",
    "reading_buttons",
    "seat_buttons",
    "substitute_buttons",
    "table_heading",
    "unreachable_lines",
    "vote_buttons",
    "vote_lines",
    "warnings",
]

_NAMED = 3
"""So many other places are named."""
_ROOMY: Final = 4
"""With more seats than this each has to do with one line of a phone."""
_SIGN: Final = 2
"""Columns that a mark may take to be a sign."""


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


def closing_lines(update: PublicUpdate) -> list[Line]:
    """What stands below whatever the table shows: who is called, who cannot be reached, where else it is shown, the vote."""
    return [*ping_lines(update), *unreachable_lines(update), *elsewhere_lines(update), *vote_lines(update)]


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


def is_crowded(view: View) -> bool:
    """Whether so many sit at the table that each has to do with one line of a phone."""
    return len(view.seats) > _ROOMY


def mark_words(view: View, seat: SeatView, language: str, *, brief: bool = False) -> list[str]:
    """What stands beside a seat: ``🎯 opened``, or the signs alone, side by side."""
    codes = presentation_of(view.game).marks(view, seat)
    if not brief:
        return [say(language, f"mark.{code}", view.game) for code in codes]
    words = [first(language, (f"mark_brief.{code}",)) or say(language, f"mark.{code}", view.game) for code in codes]
    signs = "".join(word for word in words if width(word) <= _SIGN)
    return [signs] * bool(signs) + [word for word in words if width(word) > _SIGN]


def asked_together(view: View) -> str:
    """The question that three and more are asked at once, which need not be said beside each of them; else
    ``""``.
    """
    why = {question.why for question in view.awaited}
    return why.pop() if len(view.awaited) > 2 and len(why) == 1 else ""


def seat_buttons(update: PublicUpdate) -> list[Button]:
    """The host's buttons that draw all seats anew, balanced too where two sides play."""
    table, language = update.table, update.language
    if table.contest is not None:  # which says who sits where
        return []
    teams = set() if update.view is None else {seat.team for seat in update.view.seats}
    drawn = [button(language, "shuffle", Shuffle(table.id))]
    if len(teams - {None}) > 1:
        drawn.append(button(language, "balance", Shuffle(table.id, balanced=True)))
    return drawn


def reading_buttons(table: TableInfo, language: str) -> list[Button]:
    """The buttons that show the rule card, and the house rules with what they can be set to."""
    return [rules_button(table, language), button(language, "settings", TableSettings(table.id))]


def must_be_ready(player: Player) -> bool:
    """Whether the next round waits for this player to be ready."""
    return player.kind == "person" and not player.ready and not player.away and not player.stand_in


def substitute_buttons(update: PublicUpdate) -> list[Button]:
    """The host's buttons that seat an AI player for each person who keeps the others waiting, once somebody is
    ready.
    """
    if update.table.state != "between" or not any(player.ready for player in update.seated):
        return []
    missing = [player for player in update.seated if must_be_ready(player)]
    return [
        Button(
            say(update.language, "button.substitute", name=name_of(update.seated, player.seat, update.language)),
            Substitute(update.table.id, player.seat),
            key=f"substitute{player.seat}",
        )
        for player in missing[:3]
    ]


def vote_buttons(update: PublicUpdate) -> list[Button]:
    """The button with which one votes."""
    if update.motion is None:
        return []
    vote = Vote(update.table.id, update.motion.text)
    return [button(update.language, f"vote_{update.motion.kind}", vote, "danger")]


def private_chat_buttons(update: PublicUpdate) -> list[Button]:
    """The button into the private chat, if a private message does not reach everybody."""
    if all(player.reachable for player in update.seated if player.kind == "person"):
        return []
    return [
        Button(say(update.language, "button.private_chat"), key="private_chat", start=update.table.id, style="primary")
    ]
