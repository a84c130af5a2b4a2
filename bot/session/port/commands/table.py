"""Commands about a table: opening it, seats, dealing, house rules, votes."""

from __future__ import annotations

import re
from dataclasses import field
from typing import Final

from bot.session.port.commands.record import (
    TABLE,
    Argument,
    Command,
    Given,
    Typed,
    Unreadable,
    UserRef,
    Words,
    chosen,
    command,
    game_and_preset,
    usual_game,
)

__all__ = [
    "ASKS_FOR_INVITATION", "INVITES", "NOTHING", "TO_SIGN_UP", "TO_SIT", "BringTournament", "Consent", "DealCards", "End",
    "FillAi", "GoOnHere", "Invite", "Join", "Kick", "Leave", "Luck", "NewTable", "Ready", "Say", "ShowTable", "Started",
    "Substitute", "TableSettings", "Vote", "invited",
]  # fmt: skip

_FRESH: Final = {"fresh", "新开"}
_INVITATION: Final = re.compile(r"(?:invitation:)?[tT]?[0-9]{1,9}-[0-9a-zA-Z]{8}")  # A code, perhaps as forms name it
LEVELS: Final = {
    "简单": "easy", "容易": "easy", "普通": "normal", "中等": "normal", "陪练": "sparring", "困难": "strong", "高手": "strong",
}  # fmt: skip


TO_SIT: Final = "s"  # The payload of a link to the bot begins so where it takes a seat; the code of the table follows
INVITES: Final = "j"  # The payload of a link to the bot begins so where it carries an invitation
ASKS_FOR_INVITATION: Final = "i"
"""It begins so where it asks for an invitation: the number of its table follows, or the code of its tournament."""
TO_SIGN_UP: Final = "tournament"
"""The payload of a link for somebody who has to start the private chat before they can sign up for a tournament."""


# -- opening a table, coming and going
def _new(words: Words) -> Command:
    named, options = words.take_options(f"new {usual_game()} clock=60")
    kept = [word for at, word in enumerate(named) if not at or word.lower() not in _FRESH]
    game, preset = game_and_preset(kept, f"new {usual_game()} standard clock=60")
    players = options.pop("players", None)
    if players is not None and not (players.isascii() and players.isdigit()):
        raise Unreadable(f"players={players}", f"new {usual_game(several=True)} players=4")
    number = None if players is None else int(players[:6])
    return NewTable(game, preset, options, number, None if game else words.table, len(kept) < len(named))


@command(
    "n",
    Typed(
        "new",
        ("开桌", "新桌"),
        menu=10,
        arguments=(
            Argument("game", choices="games"),
            Argument("preset", suggested=True),
            Argument("options", suggested=True),
            Argument("players", "number", low=2, high=12),
        ),
        read=_new,
        make=lambda given: NewTable(*chosen(given), given.get("players")),
    ),
    opens=True,
)
class NewTable(Command):
    """/new. ``game`` may be a Chinese name; empty: show the games. ``options`` are texts, read by the game."""

    game: str = ""
    preset: str = ""
    options: dict[str, str] = field(default_factory=dict)
    players: int | None = None
    resume: int | None = None  # Id of a parked table in this chat that shall go on instead
    fresh: bool = False  # Open a new table although an unfinished one is there (answer to the offer)


@command("3", opens=True)
class BringTournament(Command):
    """``/join`` with the ``code`` of a tournament (``InviteToTournament``): show it here as well."""

    code: str = ""


def invited(code: str) -> Command:
    """What sending a code means: that of a tournament begins with a T."""
    return BringTournament(code) if code.startswith("T") else Join(code=code)


def _join(words: Words) -> Command:
    seat = words.take_number()
    code = "" if seat is not None else words.take_match(_INVITATION).removeprefix("invitation:").upper()
    words.done("join 2")
    if code:
        return invited(code)
    if seat == 0:
        raise Unreadable("0", "join 1")
    return Join(words.table, None if seat is None else seat - 1)


def _join_of(given: Given) -> Command:
    seat = given.get("seat")
    code = str(given.get("invitation", "")).strip().upper()
    return invited(code) if code else Join(given.get("table"), None if seat is None else seat - 1)


@command(
    "j",
    Typed(
        "join",
        ("加入", "坐下"),
        menu=20,
        arguments=(Argument("seat", "number", low=1, high=12), Argument("invitation"), TABLE),
        read=_join,
        make=_join_of,
    ),
    seated=False,
    opens=True,
)
class Join(Command):
    """Take a seat (counted from 0; ``None``: the lowest free one), or move before the first deal."""

    table: int | None = None
    seat: int | None = None
    code: str = ""  # An invitation (``Invite``), which is good from any place
    alone: bool = False
    """With an invitation: the sender's place does not come to the table (whoever is called to it sees it in their group)."""


@command("N", Typed("invite", ("邀请",), menu=30, arguments=(TABLE,)), private=True)
class Invite(Command):
    """Request for a code with which people from any other place take a seat at this table."""

    table: int | None = None


@command("l", Typed("leave", ("离开", "退出"), menu=170, arguments=(TABLE,)))
class Leave(Command):
    """Give the seat up for good."""

    table: int | None = None


@command("S", Typed("start", read=lambda words: Started(words.rest())), private=True)
class Started(Command):
    """The person pressed Start (or wrote privately): private messages arrive from now on. ``payload``: of the link."""

    payload: str = ""

    @property
    def accepts(self) -> Command | None:
        """The answer to the invitation that the link carries, ``None`` for a link of another kind."""
        if self.payload.startswith(TO_SIT):
            return Join(code=self.payload.removeprefix(TO_SIT), alone=True)
        return invited(self.payload.removeprefix(INVITES)) if self.payload.startswith(INVITES) else None

    def table_after(self, sign: str) -> int | None:
        """The number of the table that follows this sign, ``None`` for a link of another kind."""
        number = self.payload.removeprefix(sign)[:9]
        return int(number) if self.payload.startswith(sign) and number.isascii() and number.isdigit() else None


def _ai(words: Words) -> Command:
    count, level = None, ""
    for _ in range(2):
        number = words.take_number()
        if number is not None:
            count = number
        else:
            level = level or words.take().lower()
    words.done("ai 2 normal")
    if count == 0:
        raise Unreadable("0", "ai 1")
    return FillAi(words.table, count, LEVELS.get(level, level))


@command(
    "a",
    Typed(
        "ai",
        ("电脑", "机器人"),
        menu=40,
        arguments=(Argument("count", "number", low=1, high=11), Argument("level", choices="levels"), TABLE),
        read=_ai,
    ),
    first=("lobby",),
)
class FillAi(Command):
    """Put AI players on ``count`` empty seats (``None``: all), or on ``seat`` if that is free. ``level`` empty: the one that is
    usual at the table."""

    table: int | None = None
    count: int | None = None
    level: str = ""
    seat: int | None = None


# -- dealing
@command(
    "d", Typed("deal", ("发牌", "开始", "开局"), menu=50, arguments=(TABLE,)), first=("lobby", "between"), opens=True
)
class DealCards(Command):
    """Start the match, the next round, or another match. ``fill``: AI players take the seats that are free."""

    table: int | None = None
    fill: bool = False


@command("gh")
class GoOnHere(Command):
    """Let a table that has lost its place go on where this is asked; in a group ``DealCards`` does so too."""

    table: int | None = None


@command("r", Typed("ready", ("准备",)), first=("between",))
class Ready(Command):
    """Ready for the next round."""

    table: int | None = None


@command(
    "g",
    Typed(
        "luck",
        ("手气", "加把手气"),
        menu=60,
        arguments=(Argument("word"), TABLE),
        read=lambda words: Luck(words.table, words.rest()),
    ),
    first=("lobby", "between"),
)
class Luck(Command):
    """Add a word to the next deal; an empty ``word`` (the button) is made of the press itself."""

    table: int | None = None
    word: str = ""


@command("m", admin=True)
class Substitute(Command):
    """The host lets an AI player act for the missing person of a seat (from 0), until they act themselves."""

    table: int | None
    seat: int


@command("C", admin=True)
class Consent(Command):
    """The host's answer to whoever asked to sit in for the missing person of a seat."""

    table: int | None
    seat: int
    yes: bool = True


# -- the table and its rules

NOTHING: Final = "none"


def _settings(words: Words) -> Command:
    name, sign, value = words.take().partition("=")
    value = value if sign else words.rest()
    words.done("settings clock 60")
    return TableSettings(words.table, name.lower(), value)


@command(
    "s",
    Typed(
        "settings",
        ("设置",),
        menu=180,
        arguments=(Argument("name", suggested=True), Argument("value", suggested=True), TABLE),
        read=_settings,
    ),
    seated=False,
    first=("lobby",),
    sheet=True,
)
class TableSettings(Command):
    """Show the house rules, or set one before the first deal (``clock`` and ``preset`` are names too). A name without a value
    shows its choices; ``NOTHING`` is the value of a list without entries."""

    table: int | None = None
    name: str = ""
    value: str = ""


@command(
    "t",
    Typed(
        "table",
        ("牌桌", "桌面"),
        menu=140,
        arguments=(Argument("plain", "switch"), TABLE),
        read=lambda words: ShowTable(plain=words.take_plain(), table=words.table),
    ),
    seated=False,
)
class ShowTable(Command):
    """The public state again; ``plain``: ``key: value`` lines."""

    table: int | None = None
    plain: bool = False


# -- removing somebody, ending
@command(
    "k",
    Typed(
        "kick",
        ("踢", "踢出"),
        menu=240,
        arguments=(Argument("user", "person"), Argument("who", field="name", suggested=True), TABLE),
        read=lambda words: Kick(words.table, name=words.rest()),
    ),
    admin=True,
)
class Kick(Command):
    """Remove a person (``user``: a mention resolved by the frontend, or ``name``/seat text)."""

    table: int | None = None
    user: UserRef | None = None
    name: str = ""


@command("e", Typed("end", ("结束",), menu=250, arguments=(TABLE,)), admin=True)
class End(Command):
    """End the match here. From the button that answers "really?", ``sure`` names the round (``3-2``) that is given up."""

    table: int | None = None
    sure: str = ""


@command("v", Typed("vote", ("同意",), read=lambda words: Vote(words.table, words.take().lower() or "end")))
class Vote(Command):
    """Agree to a standing motion."""

    table: int | None = None
    motion: str = "end"


@command("V", private=True)
class Say(Command):
    """Say one of the phrases or faces on offer (``protocols.PHRASES``, ``FACES``) to everybody who looks at the table."""

    table: int
    phrase: str
