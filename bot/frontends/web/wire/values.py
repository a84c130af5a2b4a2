"""Values that several messages to the page hold: cards, names, buttons, parts of a line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.frontends.web.wire.shapes import SpanJson
from bot.present.screens.screen import Mention, Span
from bot.present.words.text import name_of
from bot.session.port.buttons import encode, fits
from bot.session.port.commands import Command
from bot.session.port.updates import Player
from games.base.cards import Cards, card_text

__all__ = ["bare", "bare_name", "button_json", "cards_json", "span_json"]

_TEAMS = "\U0001f535\U0001f7e0"
_PICTURES = re.compile(
    f"(?:(?![{_TEAMS}])[\u21a9\U0001f000-\U0001faff\u23e9-\u23fa\u25b6\u25c0\u2600\u2696\u2699\u26a0\u2702-\u270d\u2716"
    "\u274c\u2757\u27a1\u2934\u2935\ufe0f])+ ?"
)
"""Little pictures, but for the signs of the teams."""


def cards_json(cards: Cards) -> list[str]:
    """Cards in their notation: ``["7s", "Th", "x"]``."""
    return [card_text(card) for card in cards]


def bare(text: str) -> str:
    """A text without its little pictures: the page draws its own, and not every system has them."""
    return _PICTURES.sub("", text).strip()


def button_json(command: Command | None) -> str | None:
    """What a button sends when it is pressed; ``None`` for a command that does not fit into one."""
    return encode(command) if command is not None and fits(command) else None


def bare_name(players: Sequence[Player], seat: int, language: str) -> str:
    """The name of who sits there, without little pictures."""
    return bare(name_of(players, seat, language))


def span_json(part: Span | Mention) -> SpanJson:
    """A part of a line with its style."""
    if isinstance(part, Mention):
        return {"text": part.name, "style": "bold"}
    return {"text": _PICTURES.sub("", part.text), "style": "code" if part.style == "block" else part.style}
