"""Promised deals in words: the line under a table, and how a round was dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.present.screens.elements import bold, button, code, game_title, italic, line, paragraphs
from bot.present.screens.screen import Button, Line, Screen, Span
from bot.present.words.catalogue import say
from bot.present.words.text import clean
from bot.session.port.commands import Fair, Luck
from bot.session.port.replies import FairCard
from bot.session.port.updates import PublicUpdate

__all__ = ["dealt_lines", "fair_buttons", "fair_screen", "promise_lines"]

_BEGINNING: Final = 20
"""So many of the 64 digits of a commitment stand in a table's message; all of them are a press away."""


def promise_lines(update: PublicUpdate) -> list[Line]:
    """Return the lines for a table that waits for a deal: how the promise for it begins, and the words added to it."""
    told, language = update.fairness, update.language
    if told is None:
        return []
    lines = [_promise("fair.next", told.commitment, language)] if told.commitment else []
    if told.words:
        lines.append(line(say(language, "fair.luck"), *_words(told.words, language)))
    return lines


def _promise(key: str, commitment: str, language: str) -> Line:
    return line(say(language, key), code(commitment[:_BEGINNING]), "…")


def _words(words: Sequence[tuple[str, str]], language: str) -> list[str | Span]:
    spans: list[str | Span] = []
    for name, word in words:
        spans += [" · " if spans else "", f"{clean(name) or say(language, 'fair.someone')} ", code(word)]
    return spans


def dealt_lines(update: PublicUpdate) -> list[Line]:
    """Return the line for a round that is on: how the promise for it began."""
    told = update.fairness
    return [] if told is None or not told.dealt else [_promise("fair.dealt", told.dealt, update.language)]


def fair_buttons(update: PublicUpdate) -> list[Button]:
    """Return where a deal is promised: adding one's luck unless the table is put aside, and the whole promise, with how the last
    round was dealt."""
    told, language, table = update.fairness, update.language, update.table.id
    if told is None:
        return []
    buttons = [button(language, "luck", Luck(table))] if told.commitment and not update.table.parked else []
    if told.commitment or told.secret:
        buttons.append(button(language, "fair", Fair(told.id if told.secret else "", table)))
    return buttons


def fair_screen(card: FairCard, language: str) -> Screen:
    """Return how a round was dealt, and whether that is what had been promised; or what is promised."""
    lines: list[Line] = [
        line(
            say(language, "fair.place_tournament", tournament=card.tournament, number=card.number)
            if card.tournament
            else say(language, "fair.place", table=card.table, number=card.number)
        ),
        (),
        line(bold(say(language, "fair.commitment"))),
        line(code(card.commitment)),
    ]
    if card.words:
        lines.append(line(bold(say(language, "fair.words"))))
        lines += [
            line(say(language, "list.told", who=clean(name) or say(language, "fair.someone"), what=""), code(word))
            for name, word in card.words
        ]
    else:
        lines.append(line(say(language, "fair.no_words")))
    if card.secret:
        lines += [line(bold(say(language, "fair.revealed"))), line(code(card.secret)), ()]
        lines.append(line(bold(say(language, f"fair.{card.verdict}"))))
        at = f"T{card.tournament}" if card.tournament else card.table
        lines += paragraphs(say(language, "fair.recipe", at=at, number=card.number))
    else:
        lines.append(line(italic(say(language, "fair.hidden"))))
    if card.following:
        lines += [(), line(bold(say(language, "fair.following"))), line(code(card.following))]
    key = "fair.title" if card.id else "fair.title_promised"
    title = say(language, key, id=card.id, game=game_title(card.game, language), table=card.table)
    return Screen(language, title, tuple(lines))
