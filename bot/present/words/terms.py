"""Terms: the word for a code, such as a house rule or a verb, the data of a notice, and commands as people type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.present.presentation import presentation_of
from bot.present.words.catalogue import codes, first, has, say
from bot.present.words.plays import loose_cards, play_label, play_text
from bot.present.words.text import (
    SUIT_SIGNS,
    as_written,
    chat_title,
    clean,
    grouped,
    marked,
    name_of,
    one_line,
    rank_word,
    span,
    width,
)
from bot.session.port.updates import Notice, Player, TableInfo, Titled, Turn
from games import GAMES
from games.base.actions import Pattern
from games.base.cards import RANKS, SUITS, Cards, suit_of
from games.base.errors import NotationError
from games.base.notation import read
from games.contract import View

__all__ = [
    "asked_text",
    "changed_rules",
    "command_text",
    "level_word",
    "option_title",
    "option_value",
    "turn_word",
    "values",
    "verb_title",
    "verb_word",
]

_COMMANDS = {"play": "/play", "pass": "/pass", "bid": "/bid"}
"""Verbs with a command of their own; all others follow ``/do``."""
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
_FEW: Final = 4
"""The most cards that are named one by one where suits matter."""
_RANKS = {"rank", "standing", "top", "next"}
"""Fields that may name a rank by its letter."""
_NAMES = {"name", "names", "player", "host"}


def verb_word(game: str, verb: str, language: str, why: str = "") -> str:
    """The word to type for a verb, while this question is open."""
    rules = GAMES.get(game)
    entries = [entry for entry in (() if rules is None else rules.words) if entry.verb == verb]
    entry = next((one for one in entries if why and one.why == why), next(iter(entries), None))
    if entry is None:
        return verb
    return (entry.zh if language == "zh" else entry.en)[0]


def command_text(game: str, notation: str, language: str, why: str = "") -> str:
    """An action (``return 5 5 x``) as somebody may type it: ``/do 还贡 5 5 小王``."""
    try:
        said = read(notation)
    except NotationError:
        return notation
    if said.number is not None:
        return f"/bid {said.number}"
    cards = " ".join(_card(game, pattern, language) for pattern in said.cards)
    reading = f" as {said.reading}" if said.reading else ""
    head = _COMMANDS.get(said.verb) or f"/do {verb_word(game, said.verb, language, why)}"
    return f"{head} {cards}".rstrip() + reading


def _card(game: str, pattern: Pattern, language: str) -> str:
    if pattern.rank >= 13:
        return say(language, f"card.joker_{'small' if pattern.rank == 13 else 'big'}_typed")
    rank = "10" if RANKS[pattern.rank] == "T" else RANKS[pattern.rank]
    suited = pattern.suit is not None and presentation_of(game).suited
    return (SUIT_SIGNS[pattern.suit] if suited and pattern.suit is not None else "") + rank


def level_word(level: str, language: str) -> str:
    """How strong an AI player is."""
    return say(language, f"level.{level}")


def verb_title(game: str, verb: str, why: str, language: str) -> str:
    """What a verb is called, as its button would say while a question (``why``) is open."""
    if verb == "pass":
        return say(language, f"button.{presentation_of(game).pass_buttons.get(why, 'pass')}", game)
    return first(language, (f"verb.{verb}.{why}", f"verb.{verb}.{game}", f"verb.{verb}")) or verb


def option_title(game: str, name: str, language: str) -> str:
    """What a house rule is called; ``clock`` and ``preset`` are names too, and so are personal preferences."""
    game = game or _game_with(name)
    known = first(language, (f"option.{game}.{name}.title", f"option.{name}.title", f"prefer.{name}"))
    return known or name.replace("_", " ")


def _game_with(option: str) -> str:
    """A game that has this house rule, where it is not said which game is meant."""
    code = next((code for code in codes("option.") if code.endswith(f".{option}.title") and code.count(".") == 3), "")
    return code.split(".")[1] if code else ""


def _game_of_preset(preset: str) -> str:
    """A game that has a preset of this name."""
    code = next((code for code in codes("preset.") if code.endswith(f".{preset}.title")), "")
    return code.split(".")[1] if code else ""


def option_value(game: str, name: str, value: object, language: str) -> str:
    """What a value of a house rule means, in a few words."""
    game = game or (_game_of_preset(str(value)) if name == "preset" else _game_with(name))
    if isinstance(value, bool):
        value = "on" if value else "off"
    if isinstance(value, tuple):
        parts = [option_value(game, name, one, language) for one in value]
        return say(language, "list.comma").join(parts) or say(language, "word.none")
    text = str(value)
    if name == "clock" and (not text.isdecimal() or int(text) >= 100) and text not in ("on", "off"):
        return span(int(text), language) if text.isdecimal() else text
    if not text:
        return say(language, "word.none")
    named = f"preset.{game}.{text}.title" if name == "preset" else f"language.{text}"
    known = first(
        language, (f"option.{game}.{name}.value.{text}", f"option.{name}.value.{text}", named, f"word.{text}")
    )
    return known or first(language, (f"option.{game}.{name}.any", f"option.{name}.any"), n=text) or text


def turn_word(turn: Turn, language: str, columns: int = 0) -> str:
    """A table that waits for somebody: ``#12 GAME · Friends · 5 h left``; without the chat where that makes it longer than
    ``columns``."""
    parts = [f"#{turn.table} {say(language, f'game.{turn.game}')}", chat_title(turn.chat) if turn.chat else ""]
    if turn.ready:
        parts.append(say(language, "turn.ready"))
    elif turn.seconds is not None:
        parts.append(say(language, "turn.left", time=span(turn.seconds, language)))
    text = say(language, "list.dot").join(part for part in parts if part)
    return turn_word(replace(turn, chat=""), language) if columns and turn.chat and width(text) > columns else text


def asked_text(game: str, why: str, language: str, view: View | None = None) -> str:
    """What somebody is asked, in a sentence to them. Where nobody passes, one follows the suit that was led, which the
    reader's ``view`` tells."""
    if why != "follow" or "pass" in GAMES[game].verbs or has(f"why_you.{why}.{game}"):
        return say(language, f"why_you.{why}", game)
    acts = () if view is None or view.hand is None else view.acts
    led = next(
        (suit_of(act.cards[0]) for act in acts if view is not None and act.lead and act.trick == view.trick), None
    )
    if view is None or led is None:
        return say(language, "why_you.follow_suit")
    holds = any(suit_of(card) == led for card in view.hand or ())
    return say(language, "why_you.follow_led" if holds else "why_you.follow_none", game, suit=SUIT_SIGNS[led])


def changed_rules(table: TableInfo, language: str) -> str:
    """The house rules that differ from the table's preset: ``Spring ×3 · Rounds in a match 2``."""
    rules = GAMES.get(table.game)
    if rules is None:
        return ""
    given = next((preset.options for preset in rules.presets if preset.key == table.preset), {})
    usual = rules.option_set.complete(given)
    return say(language, "list.dot").join(
        f"{option_title(table.game, name, language)} {option_value(table.game, name, value, language)}"
        for name, value in table.options.items()
        if usual.get(name, value) != value
    )


def values(data: Mapping[str, object], language: str, game: str = "", columns: int = 0) -> dict[str, object]:
    """The data of a notice as words: players by name, cards as cards, codes by their names.

    ``play`` is added where ``cards`` come with a ``kind``; with ``columns`` it is made short enough for a button.
    """
    own = data.get("game", game)
    game = own if isinstance(own, str) else game
    words = {name: _word(name, value, language, game) for name, value in data.items()}
    if isinstance(turn := data.get("turn"), Turn):
        words["turn"] = turn_word(turn, language, columns)
    cards, kind, rank = data.get("cards"), data.get("kind"), data.get("rank")
    if isinstance(cards, tuple):
        named = (game, language, cards, str(kind or ""), str(rank or ""))
        words["play"] = play_label(*named, columns) if columns else play_text(*named)
    if isinstance(allowed := data.get("allowed"), str) and ("value" in data or "level" in data):
        words["allowed"] = _allowed(allowed, game, str(data.get("option", "")), language)
    if isinstance(action := data.get("action"), str):
        words["action"] = command_text(game, action, language, str(data.get("why", "")))
        words["question"] = asked_text(game, str(data.get("why", "")), language)
    if isinstance(ways := data.get("ways"), str):
        told = (first(language, (f"way.{way}",), code=data.get("code", "")) for way in ways.split(","))
        words["ways"] = "\n".join(text for text in told if text)
    if isinstance(verbs := data.get("verbs"), str):
        words["verbs"] = " · ".join(
            verb_word(game, verb, language, str(data.get("why", ""))) for verb in verbs.split(",")
        )
    if isinstance(data.get("option"), str):
        option = str(data["option"])
        words["option"] = one_line(option_title(game, option, language))
        if "value" in data:
            words["value"] = one_line(option_value(game, option, data["value"], language))
    if isinstance(data.get("preset"), str):
        preset = str(data["preset"])
        words["preset"] = (
            first(language, (f"preset.{game}.{preset}.title",))
            or one_line(preset)
            or say(language, "settings.no_preset")
        )
    return words


def _allowed(text: str, game: str, option: str, language: str) -> str:
    """The values that may be given, as they are typed; where the reader's language has another word for one,
    with that.
    """
    shown = []
    for value in text.split(" | "):
        word = option_value(game, option, value, language) if option else level_word(value, language)
        same = not value.replace("_", "").isalpha() or word.casefold() == value.casefold() or value in word
        shown.append(value if same else say(language, "word.explained", value=value, word=word))
    return " | ".join(shown)


def _word(name: str, value: object, language: str, game: str) -> object:
    if isinstance(value, Turn):
        return turn_word(value, language)
    if isinstance(value, Titled) and value.strip():
        return marked(f"{value.chat.platform}:{value.chat.external}", chat_title(value))
    if isinstance(value, Player):
        return name_of((value,), value.seat, language)
    if isinstance(value, Notice):
        return ""
    if isinstance(value, tuple | list):
        if name == "turns":
            return "\n".join(str(_word(name, one, language, game)) for one in value)
        if name.startswith(("card", "hand")):
            return _held(game, tuple(value), language)
        return say(language, "list.comma").join(str(_word(name, one, language, game)) for one in value)
    if isinstance(value, bool):
        return say(language, "word.on" if value else "word.off")
    if isinstance(value, str):
        return _text_word(name, value, language, game)
    return value


def _held(game: str, cards: Cards, language: str) -> str:
    """Cards that are spoken of: a few with their suits where these may matter, else by rank."""
    few = len(cards) <= _FEW and bool(game) and not presentation_of(game).suitless
    return loose_cards(game, language, cards) if few else grouped(cards, language)


def _text_word(name: str, value: str, language: str, game: str) -> str:
    if value == "-":
        return say(language, "word.auto" if name == "language" else "word.none")
    if name == "verb":
        verb, _, why = value.partition(".")
        return verb_title(game, verb, why, language)
    if name == "example":
        return first(language, (f"example.{value}",)) or one_line(value)
    if name in _RANKS and len(value) == 1 and value in RANKS:
        return rank_word(value, language)
    if name in ("cards", "reading") and _NOTATION.fullmatch(value):
        return as_written(value, language)
    if name == "day" and _DATE.fullmatch(value):
        year, month, day = (int(part) for part in value.split("-"))
        return say(language, "time.date", year=str(year), month=say(language, f"month.{month}"), day=day)
    if name == "suit" and len(value) == 1 and value in SUITS:
        return SUIT_SIGNS[SUITS.index(value)]
    if name in _CODED:
        return _coded(lambda code: f"{_CODED[name].format(code)}", value, language, game)
    if name == "names":
        return say(language, "list.comma").join(clean(one) for one in value.split(","))
    if name == "chat" and not value.strip():
        return say(language, "word.that_group")
    if name == "chat":
        return chat_title(value)
    return clean(value) if name in _NAMES else one_line(value)


def _coded(key: Callable[[str], str], value: str, language: str, game: str) -> str:
    parts = [part.strip() for part in value.split(",")]
    named = (first(language, (f"{key(part)}.{game}", key(part))) or part for part in parts)
    return say(language, "list.comma").join(named)
