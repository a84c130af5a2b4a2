"""The list of a person's or a chat's matches."""

from __future__ import annotations

from bot.present.presentation import presentation_of
from bot.present.screens.elements import code, game_title, italic, line, team_sign
from bot.present.screens.screen import Button, Line, Screen
from bot.present.words.catalogue import say
from bot.present.words.text import chat_title, day, name_of, shorten, signed
from bot.session.port.commands import History
from bot.session.port.replies import HistoryCard, HistoryLine

__all__ = ["history_screen"]


def history_screen(card: HistoryCard, language: str) -> Screen:
    """Return the list of matches, newest first."""
    lines: list[Line] = []
    for entry in card.lines:
        lines += _match(entry, language)
    if not card.lines:
        lines.append(line(say(language, "notice.no_history")))
    elif finished := next((entry for entry in card.lines if entry.rounds), None):
        lines.append(line(italic(say(language, "history.more", id=finished.id))))
    pages = []
    if card.page > 0:
        pages.append(Button("‹", History(card.page - 1), key="earlier"))
    if card.more:
        pages.append(Button("›", History(card.page + 1), key="later"))
    place = (
        say(language, "history.mine") if card.title is None else chat_title(card.title) or say(language, "board.here")
    )
    return Screen(language, say(language, "history.title", place=place), tuple(lines), (tuple(pages),) if pages else ())


def _match(entry: HistoryLine, language: str) -> list[Line]:
    head = [game_title(entry.game, language), say(language, "history.rounds", n=entry.rounds), day(entry.at, language)]
    status = say(language, f"status.{entry.status}")
    race = [line(code(text)) for text in presentation_of(entry.game).race(entry.course, {}, language)]
    people = []
    for seat in range(len(entry.players)):
        sign = (team_sign(seat % 2) if race else "") + ("🏆" if seat in entry.won else "")
        points = f" {signed(entry.points[seat])}" if entry.points else ""
        people.append(f"{sign}{shorten(name_of(entry.players, seat, language), 14)}{points}")
    id = code(entry.id) if entry.rounds else entry.id  # the page leads from a marked one to its rounds
    return [line(id, " " + " · ".join([*head, status])), line("    " + " · ".join(people)), *race]
