"""Terms: the word for a code, such as a house rule or a verb, the data of a notice, and commands as people type them."""

from dataclasses import replace

from bot.present.presentation import presentation_of, section_of
from bot.present.words.text import SUIT_SIGNS, chat_title, codes, first, has, say, span, width
from bot.session.port.updates import TableInfo, Turn
from games import GAMES
from games.base.actions import Pattern
from games.base.cards import RANKS
from games.base.errors import NotationError
from games.base.notation import read

__all__ = [
    "changed_rules", "command_text", "level_does", "level_word", "option_title", "option_value", "rule_part", "turn_word",
    "verb_title", "verb_word",
]  # fmt: skip

_COMMANDS = {"play": "/play", "pass": "/pass", "bid": "/bid"}
"""Verbs with a command of their own; all others follow ``/do``."""


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
        return say(language, f"card_typed.{RANKS[pattern.rank]}")
    rank = "10" if RANKS[pattern.rank] == "T" else RANKS[pattern.rank]
    suited = pattern.suit is not None and presentation_of(game).suited
    return (SUIT_SIGNS[pattern.suit] if suited and pattern.suit is not None else "") + rank


def level_word(level: str, language: str) -> str:
    return say(language, f"level.{level}")


def level_does(level: str, language: str) -> str:
    """What AI players of a level do, in a few words; empty if nobody has said it."""
    return first(language, (f"level_does.{level}",)) or ""


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
    code = next((code for code in codes("option.") if code.endswith(f".{option}.title") and code.count(".") == 3), "")
    return code.split(".")[1] if code else ""


def _game_of_preset(preset: str) -> str:
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
    text = say(language, "list.dot").join(filter(None, parts))
    return turn_word(replace(turn, chat=""), language) if columns and turn.chat and width(text) > columns else text


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


def rule_part(game: str, rule: str, language: str) -> str:
    """The part of the rule card that explains a rule, ``""`` if that is not known."""
    part = f"rules.{game}.{section_of(rule)}"
    return say(language, part) if section_of(rule) and has(part) else ""
