"""What all messages to the page are made of: cards, names, buttons, lines, and whole screens for a dialog."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.frontends.web.wire.shapes import ButtonJson, LinkJson, ScreenJson, SpanJson
from bot.present.screens.screen import Mention, Screen, Span, plain_text
from bot.present.words.text import name_of, say
from bot.session.port.buttons import encode, fits
from bot.session.port.commands import Command
from bot.session.port.updates import Player
from games.base.cards import Cards, card_text

__all__ = [
    "addressed", "bare", "bare_name", "button_json", "cards_json", "links_json", "screen_json", "sentence_of",
    "span_json", "to_you",
]  # fmt: skip

_TEAMS = "\U0001f535\U0001f7e0"
_PICTURES = re.compile(
    f"(?:(?![{_TEAMS}])[\u21a9\U0001f000-\U0001faff\u23e9-\u23fa\u25b6\u25c0\u2600\u2696\u2699\u26a0\u2702-\u270d\u2716"
    "\u274c\u2757\u27a1\u2934\u2935\ufe0f])+ ?"
)
"""Little pictures, but for the signs of the teams."""


_YOURS = {"is": "are", "has": "have", "does": "do", "passes": "pass"}
_CLAUSE = re.compile(r"\bYou\b[^.;·]*")
_VERB = re.compile(
    r"(?<=^You )(?:is|has|does|passes|(?:bid|burn|challenge|draw|expose|give|lead|open|pay|take|win|yield)s)\b"
    r"|(?<= and )(?:leads|wins)\b|(?<=, )leads\b"
)
_WITHIN = re.compile(r"(?<=[\w:,→(] )You\b")


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


def addressed(players: Sequence[Player], mine: Player | None, language: str) -> tuple[Player, ...]:
    """The players as they are called to one of them: by name, and oneself ``You``."""
    you = say(language, "web.seat.you").capitalize()
    return tuple(replace(one, name=you) if mine is not None and one.seat == mine.seat else one for one in players)


def to_you(text: str) -> str:
    """A sentence in which the reader goes by ``You``, with its verbs after that: ``You passes`` → ``You pass``. Other
    languages than English have no such name in it."""
    return _CLAUSE.sub(
        lambda clause: _VERB.sub(lambda verb: _YOURS.get(verb[0], verb[0].removesuffix("s")), clause[0]),
        _WITHIN.sub("you", text).replace("you wins", "you win"),
    )


def span_json(part: Span | Mention) -> SpanJson:
    if isinstance(part, Mention):
        return {"text": part.name, "style": "bold"}
    return {"text": _PICTURES.sub("", part.text), "style": "code" if part.style == "block" else part.style}


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
