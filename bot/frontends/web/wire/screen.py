"""Screens for the dialogs of the page."""

from __future__ import annotations

from bot.frontends.web.wire.shapes import ButtonJson, LinkJson, ScreenJson
from bot.frontends.web.wire.values import bare, button_json, span_json
from bot.present.screens.screen import Screen, plain_text
from bot.session.port.buttons import fits

__all__ = ["links_json", "screen_json", "sentence_of"]


def screen_json(screen: Screen) -> ScreenJson:
    """A screen for a dialog. Buttons without command or address (links into chats) are left out."""
    rows: list[list[ButtonJson]] = []
    for row in screen.rows:
        buttons: list[ButtonJson] = [
            {
                "label": bare(button.label),
                "style": button.style,
                "key": button.key,
                "data": button_json(button.command),
                "url": button.url,
            }
            for button in row
            if button.url or (button.command is not None and fits(button.command))
        ]
        if buttons:
            rows.append(buttons)
    return {
        "title": bare(screen.title),
        "lines": [[span_json(part) for part in line] for line in screen.lines],
        "rows": rows,
    }


def links_json(screen: Screen) -> list[LinkJson]:
    """What can be pressed beside a sentence that passes by: the rule that explains a refusal, say."""
    return [
        {"label": bare(button.label), "data": button_json(button.command), "key": button.key}
        for row in screen.rows
        for button in row
        if button.command is not None and fits(button.command)
    ]


def sentence_of(screen: Screen) -> str:
    """A short screen as one sentence, for a passing remark."""
    return " ".join(bare(plain_text(screen)).split())
