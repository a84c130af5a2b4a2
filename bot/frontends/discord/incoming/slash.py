"""The slash commands: what Discord is told of them, and what a used one asks of the manager.

Both follow the records of the commands; names and descriptions are in the catalogue (``command``, ``argument``)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import discord

from bot.frontends.discord.incoming.origin import PLATFORM
from bot.present.words.text import has, say
from bot.session.port.commands import Command, UserRef
from bot.session.port.commands.record import Argument, Form, Record, Typed, by_name, menu
from games import GAMES

__all__ = ["arguments", "command_of", "focused", "payload", "references"]

_TYPES: Final = {"text": 3, "number": 4, "switch": 5, "person": 6}
_FORM: Final = 1
_EVERYWHERE: Final = (0, 1, 2)
"""In a server, in the private chat with the bot, and among people in whose chat the bot is not."""
_CHINESE: Final = {"zh-CN": "zh", "zh-TW": "zh_tw"}
"""Discord's languages besides English, and how the catalogue calls them."""


def _choice(value: str, *codes: str) -> dict[str, Any]:
    """A fixed choice, named in the catalogue's words."""
    english, chinese = (" · ".join(say(one, code) for code in codes if has(code)) or value for one in ("en", "zh"))
    return {"name": english, "value": value, "name_localizations": dict.fromkeys(_CHINESE, chinese)}


def _levels() -> list[dict[str, Any]]:
    known = dict.fromkeys(level for game in GAMES.values() for level in game.levels)
    return [_choice(level, f"level.{level}", f"level_does.{level}") for level in known]


_CHOICES: Final[Mapping[str, Callable[[], list[dict[str, Any]]]]] = {
    "games": lambda: [_choice(game, f"game.{game}") for game in GAMES],
    "levels": _levels,
    "languages": lambda: [{"name": "English", "value": "en"}, {"name": "中文", "value": "zh"}],
}


def _in_chinese(code: str) -> dict[str, str]:
    return {locale: say(language, code) for locale, language in _CHINESE.items()}


def _option(argument: Argument) -> dict[str, Any]:
    code = f"argument.{argument.name}"
    body: dict[str, Any] = {
        "type": _TYPES[argument.kind],
        "name": argument.name,
        "description": say("en", code),
        "description_localizations": _in_chinese(code),
        "required": argument.required,
    }
    if argument.suggested:
        body["autocomplete"] = True
    if argument.low is not None:
        body["min_value"] = argument.low
    if argument.high is not None:
        body["max_value"] = argument.high
    if argument.choices:
        body["choices"] = _CHOICES[argument.choices]()
    return body


def payload(*, page: bool = True) -> list[dict[str, Any]]:
    """All commands as Discord wants to be told of them; ``page``: people can reach the page."""
    return [_describe(typed) for _, typed in menu(page=page)]


def _describe(typed: Typed) -> dict[str, Any]:
    code = f"command.{typed.name}"
    return {
        "type": 1,
        "name": typed.name,
        "name_localizations": _in_chinese(f"{code}.name"),
        "description": say("en", f"{code}.discord"),
        "description_localizations": _in_chinese(f"{code}.discord"),
        "options": [_form(code, form) for form in typed.forms] or [_option(argument) for argument in typed.arguments],
        "contexts": list(_EVERYWHERE),
        "integration_types": [0, 1],
    }


def _form(command: str, form: Form) -> dict[str, Any]:
    code = f"{command}.{form.name}"
    return {
        "type": _FORM,
        "name": form.name,
        "name_localizations": _in_chinese(f"{code}.name"),
        "description": say("en", f"{code}.discord"),
        "description_localizations": _in_chinese(f"{code}.discord"),
        "options": [_option(argument) for argument in form.arguments],
    }


def references(registered: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """How a text refers to each command (``new``, ``tournament start``) so that a tap types it, by what Discord has
    answered to the announcement of all."""
    found: dict[str, str] = {}
    for one in registered:
        forms = [str(option["name"]) for option in one.get("options") or [] if option["type"] == _FORM]
        for path in (f"{one['name']} {form}" for form in forms) if forms else (str(one["name"]),):
            found[path] = f"</{path}:{one['id']}>"
        if forms:  # alone the name asks for what takes nothing more, with anything behind it for the first form
            plain = next((form for form in forms if not _takes(one, form)), forms[0])
            found[str(one["name"])] = found[f"{one['name']} {plain}"]
            found[f"{one['name']} …"] = found[f"{one['name']} {forms[0]}"]
    return found


def _takes(registered: Mapping[str, Any], form: str) -> bool:
    return any(option["name"] == form and option.get("options") for option in registered["options"])


def _options(interaction: discord.Interaction) -> list[Any]:
    """The options that were given, with the form of the command as one of them."""
    data: Any = interaction.data or {}
    listed = list(data.get("options") or [])
    if listed and listed[0].get("type") == _FORM:
        return [{"name": "form", "value": listed[0]["name"]}, *(listed[0].get("options") or [])]
    return listed


def arguments(interaction: discord.Interaction) -> dict[str, Any]:
    return {option["name"]: option.get("value") for option in _options(interaction)}


def focused(interaction: discord.Interaction) -> str:
    """The option that is being typed (completion)."""
    return next((str(option["name"]) for option in _options(interaction) if option.get("focused")), "")


def command_of(interaction: discord.Interaction) -> Command | None:
    """What a used slash command asks for; ``None`` for a command of another version of the bot."""
    data: Any = interaction.data or {}
    known = by_name(str(data.get("name")))
    return None if known is None else _made(*known, arguments(interaction))


def _made(record: Record, typed: Typed, given: Mapping[str, Any]) -> Command:
    people = {argument.name for argument in typed.arguments if argument.kind == "person"}
    values = {name: UserRef(PLATFORM, str(value)) if name in people else value for name, value in given.items()}
    return record.make(typed, values)
