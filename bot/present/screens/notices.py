"""One sentence to one person, questions with buttons, and the personal link to the page."""

from __future__ import annotations

from collections.abc import Mapping

from bot.present.presentation import game_of_rule
from bot.present.screens.elements import group_button, in_rows, paragraphs
from bot.present.screens.screen import Button, Line, Rows, Screen
from bot.present.words.catalogue import first, say
from bot.present.words.terms import values
from bot.present.words.text import shorten, unmarked
from bot.session.port.commands import ClosePoll
from bot.session.port.replies import Menu, MenuEntry, PageLink
from bot.session.port.updates import Notice

__all__ = ["menu_screen", "notice_lines", "notice_rows", "notice_screen", "notice_text", "page_screen", "toast_text"]

_TOAST = 190
_LABEL = 40


def notice_text(notice: Notice, language: str, game: str = "") -> str:
    """The sentence of a notice; its own game (``data["game"]``) goes before the table's."""
    return unmarked(_text(notice, language, game))


def _text(notice: Notice, language: str, game: str) -> str:
    own = notice.data.get("game", game)
    game = own if isinstance(own, str) else game
    code = notice.code
    data = values(notice.data, language, game)
    if code.startswith("refusal."):
        return _refusal(code.rpartition(".")[2], data, language, game)
    own = (f"notice.{code}.{part}" for part in (game, notice.data.get("platform")) if part)
    text = first(language, (*own, f"notice.{code}"), **data)
    return text if text is not None else say(language, "notice.unknown", code=code.replace("_", " "))


def _refusal(code: str, data: Mapping[str, object], language: str, game: str) -> str:
    """What is not allowed and what would be; the rule itself is behind a button."""
    game = game or game_of_rule(str(data.get("rule", "")))
    here = (f"refusal_here.{code}",) if "action" in data else ()
    own = f"refusal.{game}.{code}"
    text = first(language, (*here, f"{own}.{data.get('phase')}", own, f"refusal.{code}"), **data)
    return text if text is not None else say(language, "refusal.unknown", code=code.replace("_", " "))


def notice_lines(notice: Notice, language: str, game: str = "") -> tuple[Line, ...]:
    """The sentence, a line each."""
    return paragraphs(_text(notice, language, game))


def notice_rows(notice: Notice, language: str) -> Rows:
    """The buttons that mend the matter."""
    data = values(notice.data, language)
    buttons = [
        Button(shorten(unmarked(say(language, f"button.{key}", **data)), _LABEL), command, key=key, style="primary")
        for key, command in notice.actions
    ]
    if notice.start_link is not None:
        buttons.append(
            Button(say(language, "button.private_chat"), key="private_chat", start=notice.start_link, style="primary")
        )
    if notice.back is not None:
        buttons.append(group_button(language))
    if notice.share:
        buttons.append(Button(say(language, "button.share"), key="share", share=notice.share, style="primary"))
        buttons.append(Button(say(language, "button.bring"), key="bring", bring=notice.share))
    return in_rows(buttons, 2)


def notice_screen(notice: Notice, language: str) -> Screen:
    """A notice as a message."""
    return Screen(language, "", notice_lines(notice, language), notice_rows(notice, language))


def toast_text(notice: Notice, language: str) -> str:
    """A notice for the short answer to a press: one paragraph, at most 190 characters."""
    text = " ".join(row.replace("**", "").replace("``", "") for row in notice_text(notice, language).split("\n") if row)
    return text if len(text) <= _TOAST else text[: _TOAST - 1].rstrip() + "…"


def menu_screen(menu: Menu, language: str) -> Screen:
    """A question with its choices, one a row where they are long, and a way to put it away."""
    buttons = [_choice(entry, number, language) for number, entry in enumerate(menu.entries[:20])]
    size = 1 if any(len(one.label) > 24 for one in buttons) else 2
    rows = in_rows(buttons, size)
    if size == 1 and len(rows) > 4:
        rows = in_rows(buttons, 2)
    close = (Button(say(language, "button.close"), ClosePoll(), key="close"),)
    closes = any(isinstance(entry.command, ClosePoll) for entry in menu.entries)
    tail = notice_rows(menu.notice, language) + (() if closes else (close,))
    return Screen(language, "", notice_lines(menu.notice, language), (*rows, *tail))


def _choice(entry: MenuEntry, number: int, language: str) -> Button:
    label = entry.label
    if not entry.literal:
        data = values(entry.data, language, columns=_LABEL - 6)
        label = first(language, (f"button.{entry.label}", entry.label), **data) or entry.label.rpartition(".")[2]
    return Button(shorten(unmarked(label), _LABEL), entry.command, key=f"choice{number}", style="primary")


def page_screen(link: PageLink, language: str) -> Screen:
    """A personal link as a button, and the sentence that it is nobody else's."""
    lines = paragraphs(say(language, "page.link", minutes=link.minutes))
    way = Button(say(language, "button.page"), url=link.url, style="primary", key="page_link")
    return Screen(language, "", lines, ((way,),))
