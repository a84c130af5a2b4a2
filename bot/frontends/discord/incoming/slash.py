"""The slash commands: what Discord is told of them, and what a used one asks of the manager."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.frontends.discord.incoming.origin import PLATFORM
from bot.frontends.discord.incoming.slash_texts import COMMANDS, OPTIONS
from bot.present.words.catalogue import has, say
from bot.session.port import commands as c
from bot.session.port.commands import Command, UserRef
from games import GAMES

__all__ = ["arguments", "command_of", "focused", "payload"]

_STRING, _INTEGER, _BOOLEAN, _USER = 3, 4, 5, 6
_EVERYWHERE: Final = (0, 1, 2)
"""In a server, in the private chat with the bot, and among people in whose chat the bot is not."""
_OPTION = re.compile(r"([^\s=]+)\s*=\s*(\S+)")

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Option:
    name: str
    type: int = _STRING
    required: bool = False
    autocomplete: bool = False
    low: int | None = None
    high: int | None = None
    choices: Callable[[], list[dict[str, Any]]] | None = None

    def payload(self) -> dict[str, Any]:
        words = OPTIONS[self.name]
        body: dict[str, Any] = {
            "type": self.type,
            "name": self.name,
            "description": words.en,
            "description_localizations": {"zh-CN": words.zh_cn, "zh-TW": words.zh_tw},
            "required": self.required,
        }
        if self.autocomplete:
            body["autocomplete"] = True
        if self.low is not None:
            body["min_value"] = self.low
        if self.high is not None:
            body["max_value"] = self.high
        if self.choices is not None:
            body["choices"] = self.choices()
        return body


@dataclass(frozen=True, slots=True)
class _Command:
    options: tuple[_Option, ...]
    make: Callable[[Arguments], Command]


def _choice(value: str, code: str) -> dict[str, Any]:
    """A fixed choice, named in the catalogue's words."""
    english = say("en", code) if has(code) else value
    chinese = say("zh", code) if has(code) else value
    return {"name": english, "value": value, "name_localizations": {"zh-CN": chinese, "zh-TW": chinese}}


def _games() -> list[dict[str, Any]]:
    return [_choice(game, f"game.{game}") for game in GAMES]


def _levels() -> list[dict[str, Any]]:
    known = dict.fromkeys(level for game in GAMES.values() for level in game.levels)
    return [_choice(level, f"level.{level}") for level in known]


def _languages() -> list[dict[str, Any]]:
    return [{"name": "English", "value": "en"}, {"name": "中文", "value": "zh"}]


_TABLE = _Option("table", _INTEGER, low=1)
_PLAIN = _Option("plain", _BOOLEAN)
_GAME = _Option("game", choices=_games)


def _new(given: Arguments) -> Command:
    options = dict(_OPTION.findall(given.get("options", "")))
    game, _, preset = given.get("preset", "").rpartition(":")  # a completion chosen before the game names it
    return c.NewTable(given.get("game", "") or game, preset, options, given.get("players"))


def _join(given: Arguments) -> Command:
    seat = given.get("seat")
    code = str(given.get("invitation", "")).strip().upper()
    return c.Join(code=code) if code else c.Join(given.get("table"), None if seat is None else seat - 1)


def _play(given: Arguments) -> Command:
    reading = f" as {given['as']}" if given.get("as") else ""
    return c.PlayText(f"play {given.get('cards', '')}{reading}", given.get("table"))


def _user(given: Arguments) -> UserRef | None:
    return UserRef(PLATFORM, str(given["user"])) if given.get("user") else None


_COMMANDS: Final[dict[str, _Command]] = {
    "new": _Command(
        (
            _GAME,
            _Option("preset", autocomplete=True),
            _Option("options", autocomplete=True),
            _Option("players", _INTEGER, low=2, high=12),
        ),
        _new,
    ),
    "join": _Command((_Option("seat", _INTEGER, low=1, high=12), _Option("invitation"), _TABLE), _join),
    "invite": _Command((_TABLE,), lambda given: c.Invite(given.get("table"))),
    "leave": _Command((_TABLE,), lambda given: c.Leave(given.get("table"))),
    "ai": _Command(
        (_Option("count", _INTEGER, low=1, high=11), _Option("level", choices=_levels), _TABLE),
        lambda given: c.FillAi(given.get("table"), given.get("count"), given.get("level", "normal")),
    ),
    "deal": _Command((_TABLE,), lambda given: c.Deal(given.get("table"))),
    "luck": _Command(
        (_Option("word"), _TABLE),
        lambda given: c.Luck(given.get("table"), given.get("word", "")),
    ),
    "hand": _Command((_PLAIN, _TABLE), lambda given: c.MyHand(given.get("table"), given.get("plain", False))),
    "play": _Command((_Option("cards", required=True, autocomplete=True), _Option("as"), _TABLE), _play),
    "pass": _Command((_TABLE,), lambda given: c.PlayText("pass", given.get("table"))),
    "bid": _Command(
        (_Option("amount", _INTEGER, required=True, low=0, high=100), _TABLE),
        lambda given: c.PlayText(f"bid {given['amount']}", given.get("table")),
    ),
    "do": _Command(
        (_Option("verb", required=True, autocomplete=True), _Option("cards", autocomplete=True), _TABLE),
        lambda given: c.Do(given["verb"], given.get("cards", ""), given.get("table")),
    ),
    "hint": _Command((_TABLE,), lambda given: c.Hint(given.get("table"))),
    "table": _Command((_PLAIN, _TABLE), lambda given: c.ShowTable(given.get("table"), given.get("plain", False))),
    "autopass": _Command((_TABLE,), lambda given: c.AdvancePass(given.get("table"))),
    "away": _Command((_TABLE,), lambda given: c.Away(given.get("table"))),
    "back": _Command((_TABLE,), lambda given: c.Back(given.get("table"))),
    "prefer": _Command(
        (_Option("name"), _Option("value")),
        lambda given: c.Prefer(given.get("name", ""), given.get("value", "")),
    ),
    "settings": _Command(
        (_Option("name", autocomplete=True), _Option("value", autocomplete=True), _TABLE),
        lambda given: c.Settings(given.get("table"), given.get("name", ""), given.get("value", "")),
    ),
    "leaderboard": _Command((_GAME,), lambda given: c.Leaderboard(given.get("game", ""))),
    "stats": _Command(
        (_Option("user", _USER), _Option("who"), _GAME),
        lambda given: c.Stats(_user(given), given.get("who", ""), given.get("game", "")),
    ),
    "history": _Command((), lambda _: c.History()),
    "replay": _Command((_Option("id", required=True),), lambda given: c.Replay(given["id"])),
    "fair": _Command((_Option("id"),), lambda given: c.Fair(given.get("id", ""))),
    "rules": _Command((_GAME,), lambda given: c.Rules(given.get("game", ""))),
    "help": _Command((), lambda _: c.Help()),
    "language": _Command(
        (_Option("language", choices=_languages),), lambda given: c.Language(given.get("language", ""))
    ),
    "privacy": _Command((), lambda _: c.Privacy()),
    "link": _Command((_Option("code"),), lambda given: c.Link(given.get("code", ""))),
    "unlink": _Command((), lambda _: c.Unlink()),
    "forgetme": _Command((), lambda _: c.Forget()),
    "kick": _Command(
        (_Option("user", _USER), _Option("who"), _TABLE),
        lambda given: c.Kick(given.get("table"), _user(given), given.get("who", "")),
    ),
    "end": _Command((_TABLE,), lambda given: c.End(given.get("table"))),
}


def payload() -> list[dict[str, Any]]:
    """All commands as Discord wants to be told of them."""
    return [_describe(name, command) for name, command in _COMMANDS.items()]


def _describe(name: str, command: _Command) -> dict[str, Any]:
    words = COMMANDS[name]
    return {
        "type": 1,
        "name": name,
        "name_localizations": {"zh-CN": words.name_cn, "zh-TW": words.name_tw},
        "description": words.en,
        "description_localizations": {"zh-CN": words.zh_cn, "zh-TW": words.zh_tw},
        "options": [option.payload() for option in command.options],
        "contexts": list(_EVERYWHERE),
        "integration_types": [0, 1],
    }


def arguments(interaction: discord.Interaction) -> dict[str, Any]:
    """The options that were given, by name."""
    data: Any = interaction.data or {}
    return {option["name"]: option.get("value") for option in data.get("options") or []}


def focused(interaction: discord.Interaction) -> str:
    """The option that is being typed (completion)."""
    data: Any = interaction.data or {}
    return next((str(option["name"]) for option in data.get("options") or [] if option.get("focused")), "")


def command_of(interaction: discord.Interaction) -> Command | None:
    """What a used slash command asks for; ``None`` for a command of another version of the bot."""
    data: Any = interaction.data or {}
    known = _COMMANDS.get(str(data.get("name")))
    return None if known is None else known.make(arguments(interaction))
