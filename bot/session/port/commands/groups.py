"""Commands about a group and its evenings: what is played there, who may sit there, who is called, lobbies, seats drawn anew."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from bot.session.port.commands import record

__all__ = ["Ban", "Defaults", "Extend", "Notify", "Shuffle", "Swap", "Unban"]

_CLEAR: Final = {"clear", "清除", "恢复"}
_OFF: Final = {"off", "关", "别叫", "不用"}
_BALANCED: Final = {"balanced", "均衡", "平衡"}
_PERSON: Final = (record.Argument("user", "person"), record.Argument("who", field="name", suggested=True))


# -- what a group plays by itself
def _defaults(words: record.Words) -> record.Command:
    example = f"defaults {record.usual_game()} clock=60"
    named, options = words.take_options(example)
    kept = [word for word in named if word.lower() not in _CLEAR]
    return Defaults(*record.game_and_preset(kept, example), options, len(kept) < len(named))


@record.command(
    "gd",
    record.Typed(
        "defaults",
        ("本群桌规", "默认桌规"),
        menu=182,
        arguments=(
            record.Argument("game", choices="games"),
            record.Argument("preset", suggested=True),
            record.Argument("options", suggested=True),
            record.Argument("clear", "switch"),
        ),
        read=_defaults,
        make=lambda given: Defaults(*record.chosen(given), bool(given.get("clear", False))),
    ),
    admin=True,
    sheet=True,
    paged=True,
)
class Defaults(record.Command):
    """What ``/new`` uses in this group: shown without a game, else set or (``clear``) forgotten. ``options`` as in ``NewTable``,
    and ``ai``, the level of AI players."""

    game: str = ""
    preset: str = ""
    options: dict[str, str] = field(default_factory=dict)
    clear: bool = False


# -- who may sit there
@record.command(
    "gb",
    record.Typed("ban", ("禁止入座", "拉黑"), menu=242, arguments=_PERSON, read=lambda words: Ban(name=words.rest())),
    admin=True,
)
class Ban(record.Command):
    """Let somebody sit nowhere in this group any more; without a person those who may not are listed."""

    user: record.UserRef | None = None
    name: str = ""
    who: str = ""  # A person as the list of bans names them, see ``BanRow``


@record.command(
    "gu",
    record.Typed(
        "unban", ("解除禁止", "解禁"), menu=244, arguments=_PERSON, read=lambda words: Unban(name=words.rest())
    ),
    admin=True,
)
class Unban(record.Command):
    """Let somebody sit here again."""

    user: record.UserRef | None = None
    name: str = ""
    who: str = ""


# -- who is called
def _notify(words: record.Words) -> record.Command:
    off = bool(words.take_if(_OFF))
    game = words.rest()
    return Notify(game, off)


@record.command(
    "gn",
    record.Typed(
        "notify",
        ("叫我", "开桌叫我"),
        menu=45,
        arguments=(record.Argument("game", choices="games"), record.Argument("off", "switch")),
        read=_notify,
        make=lambda given: Notify(given.get("game", ""), bool(given.get("off", False))),
    ),
)
class Notify(record.Command):
    """Request to be called, alone, when a table opens in this group: for one game or any; ``off``: not any more. ``chat``: the
    number of a chat of the group, for the button under a call."""

    game: str = ""
    off: bool = False
    chat: int | None = None


# -- a table that waits
def _extend(words: record.Words) -> record.Command:
    off = bool(words.take_if(_OFF))
    minutes = 0 if off else words.take_number()
    words.done("extend 10")
    return Extend(words.table, minutes)


@record.command(
    "gx",
    record.Typed(
        "extend",
        ("再等等", "延长"),
        menu=55,
        arguments=(record.Argument("minutes", "number", low=0, high=1440), record.TABLE),
        read=_extend,
    ),
    first=("lobby",),
    admin=True,
)
class Extend(record.Command):
    """More time for people to come (``None``: as much as at first; 0: no end at all)."""

    table: int | None = None
    minutes: int | None = None


# -- seats drawn anew
def _swap(words: record.Words) -> record.Command:
    one, other = words.take(), words.take()
    words.done("swap 1 3")
    if not other:
        raise record.Unreadable(one or "swap", "swap 1 3")
    return Swap(words.table, one, other)


@record.command(
    "gs",
    record.Typed(
        "swap",
        ("换座", "对调"),
        menu=174,
        arguments=(
            record.Argument("one", required=True, suggested=True),
            record.Argument("other", required=True, suggested=True),
            record.TABLE,
        ),
        read=_swap,
    ),
    first=("lobby",),
    admin=True,
)
class Swap(record.Command):
    """Two players (seat numbers as people count, or names) exchange their seats, between matches."""

    table: int | None = None
    one: str = ""
    other: str = ""


def _shuffle(words: record.Words) -> record.Command:
    balanced = bool(words.take_if(_BALANCED))
    words.done("shuffle balanced")
    return Shuffle(words.table, balanced)


@record.command(
    "gm",
    record.Typed(
        "shuffle",
        ("抽座", "重新抽座"),
        menu=176,
        arguments=(record.Argument("balanced", "switch"), record.TABLE),
        read=_shuffle,
    ),
    first=("lobby",),
    admin=True,
)
class Shuffle(record.Command):
    """All seats are drawn anew, between matches; ``balanced``: so that sides are as equal as ratings know."""

    table: int | None = None
    balanced: bool = False
