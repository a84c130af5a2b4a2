"""One sentence to one person, questions with buttons, and the personal link to the page."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.present.presentation import game_of_rule, presentation_of
from bot.present.screens.elements import group_button, in_rows, paragraphs
from bot.present.screens.screen import Button, Document, Line, Rows, Screen
from bot.present.words import terms
from bot.present.words import text as wording
from bot.present.words.plays import asked_text, loose_cards, play_label, play_text
from bot.session.port.commands import ClosePoll
from bot.session.port.replies import DataFile, HostCard, Menu, MenuEntry, PageLink
from bot.session.port.updates import Notice, Player, Titled, Turn
from games.base.cards import RANKS, SUITS, Cards

__all__ = [
    "data_screen", "host_screen", "menu_screen", "notice_lines", "notice_rows", "notice_screen", "notice_text",
    "page_screen", "toast_text", "values",
]  # fmt: skip

_TOAST = 190
_LABEL = 40


def notice_text(notice: Notice, language: str, game: str = "") -> str:
    """The sentence of a notice; its own game (``data["game"]``) goes before the table's."""
    return wording.unmarked(_text(notice, language, game))


def _text(notice: Notice, language: str, game: str) -> str:
    own = notice.data.get("game", game)
    game = own if isinstance(own, str) else game
    code = notice.code
    data = values(notice.data, language, game)
    if code.startswith("refusal."):
        return _refusal(code.rpartition(".")[2], data, language, game)
    own = (f"notice.{code}.{part}" for part in (game, notice.data.get("platform")) if part)
    text = wording.first(language, (*own, f"notice.{code}"), **data)
    return text if text is not None else wording.say(language, "notice.unknown", code=code.replace("_", " "))


def _refusal(code: str, data: Mapping[str, object], language: str, game: str) -> str:
    """What is not allowed and what would be; the rule itself is behind a button."""
    game = game or game_of_rule(str(data.get("rule", "")))
    here = (f"refusal_here.{code}",) if "action" in data else ()
    own = f"refusal.{game}.{code}"
    text = wording.first(language, (*here, f"{own}.{data.get('phase')}", own, f"refusal.{code}"), **data)
    return text if text is not None else wording.say(language, "refusal.unknown", code=code.replace("_", " "))


def notice_lines(notice: Notice, language: str, game: str = "") -> tuple[Line, ...]:
    return paragraphs(_text(notice, language, game))


def notice_rows(notice: Notice, language: str) -> Rows:
    """The buttons that mend the matter."""
    data = values(notice.data, language)
    buttons = [
        Button(
            wording.shorten(wording.unmarked(wording.say(language, f"button.{key}", **data)), _LABEL),
            command,
            key=key,
            style="primary",
        )
        for key, command in notice.actions
    ]
    if notice.start_link is not None:
        buttons.append(
            Button(
                wording.say(language, "button.private_chat"),
                key="private_chat",
                start=notice.start_link,
                style="primary",
            )
        )
    if "url" in notice.data:
        label, url = wording.say(language, "button.open_page"), str(notice.data["url"])
        buttons.append(Button(label, url=url, style="primary", key="open_page"))
    if notice.back is not None:
        buttons.append(group_button(language))
    if notice.share:
        buttons.append(Button(wording.say(language, "button.share"), key="share", share=notice.share, style="primary"))
        buttons.append(Button(wording.say(language, "button.bring"), key="bring", bring=notice.share))
        if "table" in notice.data:
            buttons.append(
                Button(wording.say(language, "button.inline"), key="inline", inline=f"#{notice.data['table']}")
            )
    return in_rows(buttons, 2)


def notice_screen(notice: Notice, language: str) -> Screen:
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
    close = (Button(wording.say(language, "button.close"), ClosePoll(), key="close"),)
    closes = any(isinstance(entry.command, ClosePoll) for entry in menu.entries)
    tail = notice_rows(menu.notice, language) + (() if closes else (close,))
    return Screen(language, "", notice_lines(menu.notice, language), (*rows, *tail))


def _choice(entry: MenuEntry, number: int, language: str) -> Button:
    label = entry.label
    if not entry.literal:
        data = values(entry.data, language, columns=_LABEL - 6)
        label = (
            wording.first(language, (f"button.{entry.label}", entry.label), **data) or entry.label.rpartition(".")[2]
        )
    return Button(
        wording.shorten(wording.unmarked(label), _LABEL), entry.command, key=f"choice{number}", style="primary"
    )


def page_screen(link: PageLink, language: str) -> Screen:
    """A personal link as a button, and the sentence that it is nobody else's."""
    lines = paragraphs(wording.say(language, "page.link", minutes=link.minutes))
    way = Button(wording.say(language, "button.page"), url=link.url, style="primary", key="page_link")
    return Screen(language, "", lines, ((way,),))


def data_screen(data: DataFile, language: str) -> Screen:
    """What is stored of somebody, as a file below a sentence."""
    lines = paragraphs(wording.say(language, "notice.data_file"))
    return Screen(language, "", lines, document=Document(data.name, data.text))


def host_screen(card: HostCard, language: str) -> Screen:
    lines = [line for notice in (card.notice, *card.lines) for line in notice_lines(notice, language)]
    return Screen(language, "", tuple(lines))


_CODED: Mapping[str, str] = {
    "game": "game.{0}",
    "level": "level.{0}",
    "why": "why.{0}",
    "role": "role.{0}",
    "language": "language.{0}",
    "motion": "motion_word.{0}",
    "state": "state.{0}",
    "never": "prefer.{0}",
    "games": "game.{0}",
    "reminders": "word.{0}",
    "alerts": "word.{0}",
    "global": "word.{0}",
    "pictures": "word.{0}",
    "hand": "option.hand.value.{0}",
    "faces": "option.faces.value.{0}",
    "kind": "kind.{0}",
    "standing": "kind.{0}",
    "reading": "kind.{0}",
    "platform": "platform.{0}",
    "platforms": "platform.{0}",
    "rights": "right.{0}",
    "zone": "zone.{0}",
}
"""Fields whose texts are codes (or several, joined by commas), and where the words stand."""
_NOTATION = re.compile(r"(?:[3-9TJQKA2][shdc]?|[xX])(?: (?:[3-9TJQKA2][shdc]?|[xX]))*")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_FEW: Final = 4  # The most cards that are named one by one where suits matter
_RANKS = {"rank", "standing", "top", "next"}  # Fields that may name a rank by its letter
_NAMES = {"name", "names", "player", "host"}


def values(data: Mapping[str, object], language: str, game: str = "", columns: int = 0) -> dict[str, object]:
    """The data of a notice as words: players by name, cards as cards, codes by their names. ``play`` is added where
    ``cards`` come with a ``kind``; with ``columns`` it is made short enough for a button."""
    own = data.get("game", game)
    game = own if isinstance(own, str) else game
    words = {name: _word(name, value, language, game) for name, value in data.items()}
    if isinstance(turn := data.get("turn"), Turn):
        words["turn"] = terms.turn_word(turn, language, columns)
    cards, kind, rank = data.get("cards"), data.get("kind"), data.get("rank")
    if isinstance(cards, tuple):
        named = (game, language, cards, str(kind or ""), str(rank or ""))
        words["play"] = play_label(*named, columns) if columns else play_text(*named)
    if isinstance(allowed := data.get("allowed"), str) and ("value" in data or "level" in data):
        words["allowed"] = _allowed(allowed, game, str(data.get("option", "")), language)
    if isinstance(action := data.get("action"), str):
        words["action"] = terms.command_text(game, action, language, str(data.get("why", "")))
        words["question"] = asked_text(game, str(data.get("why", "")), language)
    if isinstance(ways := data.get("ways"), str):
        told = (wording.first(language, (f"way.{way}",), code=data.get("code", "")) for way in ways.split(","))
        words["ways"] = "\n".join(filter(None, told))
    if isinstance(verbs := data.get("verbs"), str):
        words["verbs"] = " · ".join(
            terms.verb_word(game, verb, language, str(data.get("why", ""))) for verb in verbs.split(",")
        )
    if isinstance(data.get("option"), str):
        option = str(data["option"])
        words["option"] = wording.one_line(terms.option_title(game, option, language))
        if "value" in data:
            words["value"] = wording.one_line(terms.option_value(game, option, data["value"], language))
    if isinstance(data.get("preset"), str):
        preset = str(data["preset"])
        words["preset"] = (
            wording.first(language, (f"preset.{game}.{preset}.title",))
            or wording.one_line(preset)
            or wording.say(language, "settings.no_preset")
        )
    return words


def _allowed(text: str, game: str, option: str, language: str) -> str:
    """The values that may be given, as they are typed; where the reader's language has another word for one, with
    that."""
    shown = []
    for value in text.split(" | "):
        word = terms.option_value(game, option, value, language) if option else terms.level_word(value, language)
        same = not value.replace("_", "").isalpha() or word.casefold() == value.casefold() or value in word
        shown.append(value if same else wording.say(language, "word.explained", value=value, word=word))
    return " | ".join(shown)


def _word(name: str, value: object, language: str, game: str) -> object:
    if isinstance(value, Turn):
        return terms.turn_word(value, language)
    if isinstance(value, Titled) and value.strip():
        return wording.marked(f"{value.chat.platform}:{value.chat.external}", wording.chat_title(value))
    if isinstance(value, Player):
        return wording.name_of((value,), value.seat, language)
    if isinstance(value, Notice):
        return ""
    if isinstance(value, tuple | list):
        if name == "turns":
            return "\n".join(str(_word(name, one, language, game)) for one in value)
        if name.startswith(("card", "hand")):
            return _held(game, tuple(value), language)
        return wording.say(language, "list.comma").join(str(_word(name, one, language, game)) for one in value)
    if name == "moment" and isinstance(value, float):
        return wording.day(value, language)
    if isinstance(value, bool):
        return wording.say(language, "word.on" if value else "word.off")
    if isinstance(value, str):
        return _text_word(name, value, language, game)
    return value


def _held(game: str, cards: Cards, language: str) -> str:
    """Cards that are spoken of: a few with their suits where these may matter, else by rank."""
    few = len(cards) <= _FEW and bool(game) and not presentation_of(game).suitless
    return loose_cards(game, language, cards) if few else wording.grouped(cards, language)


def _text_word(name: str, value: str, language: str, game: str) -> str:
    if value == "-":
        return wording.say(language, "word.auto" if name == "language" else "word.none")
    if name == "verb":
        verb, _, why = value.partition(".")
        return terms.verb_title(game, verb, why, language)
    if name == "example":
        return wording.first(language, (f"example.{value}",)) or wording.one_line(value)
    if name in _RANKS and len(value) == 1 and value in RANKS:
        return wording.rank_word(value, language)
    if name in ("cards", "reading") and _NOTATION.fullmatch(value):
        return wording.as_written(value, language)
    if name == "day" and _DATE.fullmatch(value):
        year, month, day = (int(part) for part in value.split("-"))
        return wording.say(
            language, "time.date", year=str(year), month=wording.say(language, f"month.{month}"), day=day
        )
    if name == "suit" and len(value) == 1 and value in SUITS:
        return wording.SUIT_SIGNS[SUITS.index(value)]
    if name in _CODED:
        return _coded(lambda code: f"{_CODED[name].format(code)}", value, language, game)
    if name == "names":
        return wording.say(language, "list.comma").join(wording.clean(one) for one in value.split(","))
    if name == "chat" and not value.strip():
        return wording.say(language, "word.that_group")
    if name == "chat":
        return wording.chat_title(value)
    return wording.clean(value) if name in _NAMES else wording.one_line(value)


def _coded(key: Callable[[str], str], value: str, language: str, game: str) -> str:
    parts = [part.strip() for part in value.split(",")]
    named = (wording.first(language, (f"{key(part)}.{game}", key(part))) or part for part in parts)
    return wording.say(language, "list.comma").join(named)
