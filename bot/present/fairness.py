"""Promised deals in words: the lines under a table, and how a round was dealt."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present.i18n import say
from bot.present.parts import bold, button, code, game_title, italic, line
from bot.present.screens import Button, Line, Screen, Span
from bot.present.text import clean
from bot.session.commands import Luck
from bot.session.updates import FairCard, Fairness, PublicUpdate

__all__ = ["dealt_lines", "fair_screen", "luck_buttons", "promise_lines"]


def promise_lines(update: PublicUpdate, *, check: bool = True) -> list[Line]:
    """While a table waits for a deal: the secret of the last one, the promise for the next, the words added to it.

    ``check``: with the command that checks the last one.
    """
    told, language = update.fairness, update.language
    if told is None:
        return []
    lines = [_secret(told, language, check)] if told.secret else []
    if told.commitment:
        lines.append(line(say(language, "fair.next"), code(told.commitment)))
    if told.words:
        lines.append(line(say(language, "fair.luck"), *_words(told.words, language)))
    return lines


def _secret(told: Fairness, language: str, check: bool) -> Line:
    command = say(language, "fair.check", id=told.id) if check else ""
    return line(say(language, "fair.secret", id=told.id), code(told.secret), command)


def _words(words: Sequence[tuple[str, str]], language: str) -> list[str | Span]:
    spans: list[str | Span] = []
    for name, word in words:
        spans += [" · " if spans else "", f"{clean(name) or say(language, 'fair.someone')} ", code(word)]
    return spans


def dealt_lines(update: PublicUpdate) -> list[Line]:
    """While a round is on: what had been promised for it."""
    told = update.fairness
    if told is None or not told.dealt:
        return []
    return [line(say(update.language, "fair.dealt"), code(told.dealt))]


def luck_buttons(update: PublicUpdate) -> list[Button]:
    """The button that adds one's luck, where a deal is promised."""
    if update.fairness is None or not update.fairness.commitment:
        return []
    return [button(update.language, "luck", Luck(update.table.id))]


def fair_screen(card: FairCard, language: str) -> Screen:
    """How a round was dealt, and whether that is what had been promised."""
    lines: list[Line] = [
        line(say(language, "fair.place", table=card.table, number=card.number)),
        (),
        line(bold(say(language, "fair.commitment"))),
        line(code(card.commitment)),
    ]
    if card.words:
        lines.append(line(bold(say(language, "fair.words"))))
        lines += [line(f"{clean(name) or say(language, 'fair.someone')}: ", code(word)) for name, word in card.words]
    else:
        lines.append(line(say(language, "fair.no_words")))
    if card.secret:
        lines += [line(bold(say(language, "fair.revealed"))), line(code(card.secret)), ()]
        lines.append(line(bold(say(language, f"fair.{card.verdict}"))))
        lines.append(line(italic(say(language, "fair.recipe"))))
    else:
        lines.append(line(italic(say(language, "fair.hidden"))))
    title = say(language, "fair.title", id=card.id, game=game_title(card.game, language))
    return Screen(language, title, tuple(lines))
