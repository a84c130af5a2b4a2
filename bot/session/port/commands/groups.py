"""Commands about a group and its evenings: what is played there, who may sit there, who is called, lobbies, seats drawn anew."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Final

from bot.session.port.commands.record import TABLE, Argument, Command, Given, Typed, command
from bot.session.port.commands.words import PAIR, Unreadable, Words, usual_game
from bot.session.port.origin import UserRef

__all__ = ["Ban", "Defaults", "Extend", "Notify", "Shuffle", "Swap", "Unban"]

_CLEAR: Final = {"clear", "清除", "恢复"}
_OFF: Final = {"off", "关", "别叫", "不用"}
_BALANCED: Final = {"balanced", "均衡", "平衡"}
_PERSON: Final = (Argument("user", "person"), Argument("who", field="name", suggested=True))


# -- what a group plays by itself


def _defaults(words: Words) -> Command:
    game, preset, clear = "", "", False
    options: dict[str, str] = {}
    while word := words.take():
        name, sign, value = unicodedata.normalize("NFKC", word).partition("=")
        if sign and name and value:
            options[name.lower()] = value
        elif sign or (game and preset):
            raise Unreadable(word, f"defaults {usual_game()} clock=60")
        elif word.lower() in _CLEAR:
            clear = True
        elif not game:
            game = word
        else:
            preset = word.lower()
    return Defaults(game, preset, options, clear)


def _defaults_of(given: Given) -> Command:
    game, _, preset = str(given.get("preset", "")).rpartition(":")  # a completion chosen before the game names it
    options = dict(PAIR.findall(given.get("options", "")))
    return Defaults(given.get("game", "") or game, preset, options, bool(given.get("clear", False)))


@command(
    "gd",
    Typed(
        "defaults",
        ("本群桌规", "默认桌规"),
        menu=182,
        arguments=(
            Argument("game", choices="games"),
            Argument("preset", suggested=True),
            Argument("options", suggested=True),
            Argument("clear", "switch"),
        ),
        read=_defaults,
        make=_defaults_of,
    ),
    admin=True,
    sheet=True,
    paged=True,
)
@dataclass(frozen=True, slots=True)
class Defaults(Command):
    """What ``/new`` uses in this group: shown without a game, else set or (``clear``) forgotten. ``options`` as in ``NewTable``,
    and ``ai``, the level of AI players."""

    game: str = ""
    preset: str = ""
    options: dict[str, str] = field(default_factory=dict)
    clear: bool = False


# -- who may sit there


@command(
    "gb",
    Typed("ban", ("禁止入座", "拉黑"), menu=242, arguments=_PERSON, read=lambda words: Ban(name=words.rest())),
    admin=True,
)
@dataclass(frozen=True, slots=True)
class Ban(Command):
    """Let somebody sit nowhere in this group any more; without a person those who may not are listed."""

    user: UserRef | None = None
    name: str = ""
    who: str = ""
    """A person as the list of bans names them, see ``BanRow``."""


@command(
    "gu",
    Typed("unban", ("解除禁止", "解禁"), menu=244, arguments=_PERSON, read=lambda words: Unban(name=words.rest())),
    admin=True,
)
@dataclass(frozen=True, slots=True)
class Unban(Command):
    """Let somebody sit here again."""

    user: UserRef | None = None
    name: str = ""
    who: str = ""


# -- who is called


def _notify(words: Words) -> Command:
    off = bool(words.take_if(_OFF))
    game = words.rest()
    return Notify(game, off)


def _notify_of(given: Given) -> Command:
    return Notify(given.get("game", ""), bool(given.get("off", False)))


@command(
    "gn",
    Typed(
        "notify",
        ("叫我", "开桌叫我"),
        menu=45,
        arguments=(Argument("game", choices="games"), Argument("off", "switch")),
        read=_notify,
        make=_notify_of,
    ),
)
@dataclass(frozen=True, slots=True)
class Notify(Command):
    """Request to be called, alone, when a table opens in this group: for one game or any; ``off``: not any more. ``chat``: the
    number of a chat of the group, for the button under a call."""

    game: str = ""
    off: bool = False
    chat: int | None = None


# -- a table that waits


def _extend(words: Words) -> Command:
    off = bool(words.take_if(_OFF))
    minutes = 0 if off else words.take_number()
    words.done("extend 10")
    return Extend(words.table, minutes)


@command(
    "gx",
    Typed(
        "extend",
        ("再等等", "延长"),
        menu=55,
        arguments=(Argument("minutes", "number", low=0, high=1440), TABLE),
        read=_extend,
    ),
    first=("lobby",),
    admin=True,
)
@dataclass(frozen=True, slots=True)
class Extend(Command):
    """More time for people to come (``None``: as much as at first; 0: no end at all)."""

    table: int | None = None
    minutes: int | None = None


# -- seats drawn anew


def _swap(words: Words) -> Command:
    one, other = words.take(), words.take()
    words.done("swap 1 3")
    if not other:
        raise Unreadable(one or "swap", "swap 1 3")
    return Swap(words.table, one, other)


@command(
    "gs",
    Typed(
        "swap",
        ("换座", "对调"),
        menu=174,
        arguments=(
            Argument("one", required=True, suggested=True),
            Argument("other", required=True, suggested=True),
            TABLE,
        ),
        read=_swap,
    ),
    first=("lobby",),
    admin=True,
)
@dataclass(frozen=True, slots=True)
class Swap(Command):
    """Two players (seat numbers as people count, or names) exchange their seats, between matches."""

    table: int | None = None
    one: str = ""
    other: str = ""


def _shuffle(words: Words) -> Command:
    balanced = bool(words.take_if(_BALANCED))
    words.done("shuffle balanced")
    return Shuffle(words.table, balanced)


@command(
    "gm",
    Typed(
        "shuffle",
        ("抽座", "重新抽座"),
        menu=176,
        arguments=(Argument("balanced", "switch"), TABLE),
        read=_shuffle,
    ),
    first=("lobby",),
    admin=True,
)
@dataclass(frozen=True, slots=True)
class Shuffle(Command):
    """All seats are drawn anew, between matches; ``balanced``: so that sides are as equal as ratings know."""

    table: int | None = None
    balanced: bool = False
