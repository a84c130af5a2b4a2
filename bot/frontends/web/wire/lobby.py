"""The games of the lobby: names, presets, house rules with their explanations, from the rules' own lists."""

from functools import cache
from typing import Any

from bot.frontends.web.assets import mark_of
from bot.frontends.web.wire.shapes import GameJson, OptionJson, OptionValueJson, PresetJson, TermJson
from bot.present.presentation import picture_of, presentation_of
from bot.present.screens.elements import game_title, preset_title
from bot.present.screens.lesson import term_words
from bot.present.words.terms import level_does, level_word, option_title, option_value
from bot.present.words.text import catalogue, first, say
from games import GAMES
from games.base.options import Choice, Flag, ListOf, Number, Option, OptionValue
from games.contract import Game
from games.lesson import lesson_of

__all__ = ["lobby_games", "page_texts", "picture_path", "terms_json"]

_CLOCKS = (0, 30, 60, 90, 180, 600, 86_400)  # Seconds to act that the lobby offers; 0 is no clock


def page_texts(language: str) -> dict[str, str]:
    """Every text that the page itself says: the codes that begin with ``web.``."""
    return {code: text for code, text in catalogue(language).items() if code.startswith("web.")}


@cache
def lobby_games(language: str) -> list[GameJson]:
    """All games that are there, in the reader's language; worked out once, since everybody is told them."""
    return [_game(key, GAMES[key], language) for key in GAMES]


def _game(key: str, game: Game[Any], language: str) -> GameJson:
    presets: list[PresetJson] = [
        {
            "key": preset.key,
            "name": preset_title(key, preset.key, language),
            "about": first(language, (f"preset.{key}.{preset.key}.line",)) or "",
            "options": {name: _plain(value) for name, value in preset.options.items()},
        }
        for preset in game.presets
    ]
    return {
        "key": key,
        "name": game_title(key, language),
        "about": first(language, (f"game_kind.{key}", f"game_line.{key}")) or "",
        "seats": list(game.seats),
        "time": say(language, "lobby.round_time", n=presentation_of(key).minutes)
        if presentation_of(key).minutes
        else "",
        "minutes": presentation_of(key).minutes,
        "difficulty": presentation_of(key).difficulty,
        "start": key == _easiest(),
        "picture": f"/static/{picture_path(key)}?v={mark_of(picture_of(key))}",
        "lesson": lesson_of(key) is not None,
        "terms": terms_json(key, language),
        "levels": [
            {"key": level, "name": level_word(level, language), "about": level_does(level, language)}
            for level in game.levels
        ],
        "presets": presets,
        "options": [_clock(language), *(_option(key, option, language) for option in game.option_set.options)],
    }


def picture_path(game: str) -> str:
    """The name under which a game's drawing is among the files of the page."""
    return f"games/{game}.svg"


def _easiest() -> str:
    """The game to begin with: the first of those with the least to learn; empty if none says how much that is."""
    told = [key for key in GAMES if presentation_of(key).difficulty]
    return min(told, key=lambda key: presentation_of(key).difficulty, default="")


def _clock(language: str) -> OptionJson:
    """The time to act, chosen like a house rule; the first value leaves it to the host's setting."""
    values: list[OptionValueJson] = [
        {"value": str(seconds), "label": option_value("", "clock", seconds, language)} for seconds in _CLOCKS
    ]
    usual: list[OptionValueJson] = [{"value": "", "label": say(language, "web.lobby.clock_usual")}]
    return {
        "name": "clock",
        "label": option_title("", "clock", language),
        "about": "",
        "default": "",
        "type": "choice",
        "values": usual + values,
    }


def _plain(value: OptionValue) -> str | int | bool | list[str] | None:
    return list(value) if isinstance(value, tuple) else value


def _option(game: str, option: Option, language: str) -> OptionJson:
    shown: OptionJson = {
        "name": option.name,
        "label": option_title(game, option.name, language),
        "about": first(language, (f"web.option.{game}.{option.name}",)) or "",
        "default": _plain(option.default),
        "type": "text",
    }
    match option:
        case Choice(values=values):
            shown["type"] = "choice"
            shown["values"] = [
                {"value": str(value), "label": option_value(game, option.name, value, language)} for value in values
            ]
        case Flag():
            shown["type"] = "flag"
        case Number(low=low, high=high):
            shown["type"], shown["low"], shown["high"] = "number", low, high
        case ListOf():
            shown["type"], shown["allowed"] = "list", option.allowed
        case _:
            shown["allowed"] = option.allowed
    return shown


def terms_json(game: str, language: str) -> list[TermJson]:
    """The words of a game that can be looked up, each in all the forms in which the table may say it."""
    lesson = lesson_of(game)
    return [
        {"code": code, "words": list(term_words(game, code, language))} for code in (lesson.terms if lesson else ())
    ]
