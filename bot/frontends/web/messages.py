"""What a page may say: JSON read into values, nothing taken on trust.

Every message is an object with ``t``. ``hello`` and ``watch`` concern the page; everything else is a request with an
``id`` of the page's own making, which is answered by one acknowledgement, and becomes one command (or, to play at
once, three).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.frontends.web.visitors import is_room
from bot.session.port import commands as c
from bot.session.port.buttons import decode
from games.kit.cards import RANKS, SUITS, Card, make_card

__all__ = ["MOST_BYTES", "Hello", "Malformed", "NewRoom", "Request", "Watch", "read_message"]

MOST_BYTES = 8 * 1024
"""The longest message that is read."""
_ID = re.compile(r"[A-Za-z0-9-]{3,40}")
_TEXT = 200
_LATELY = 5
_EVERYWHERE = (c.Language, c.Prefer, c.Leaderboard, c.Stats, c.History, c.Privacy, c.Fair, c.Forget, c.Link, c.Unlink)


class Malformed(Exception):
    """A message that is none. ``id`` is its id, if at least that could be read."""

    def __init__(self, why: str, request: str = "") -> None:
        super().__init__(why)
        self.request = request


@dataclass(frozen=True, slots=True)
class Hello:
    """The greeting of a page: the person's name, the language asked for, the room shown."""

    name: str
    language: str
    room: str | None
    rooms: tuple[str, ...]
    """Where this browser was lately, so that the lobby can list its tables after a restart."""


@dataclass(frozen=True, slots=True)
class Watch:
    """The page shows another room now, or none."""

    room: str | None


@dataclass(frozen=True, slots=True)
class NewRoom:
    """Open a table in a room of its own; ``quick``: seat AI players of ``level`` and deal at once."""

    table: c.NewTable
    quick: bool
    level: str


@dataclass(frozen=True, slots=True)
class Request:
    """Something asked for under an id."""

    id: str
    wish: c.Command | NewRoom

    @property
    def everywhere(self) -> bool:
        """Not about the room that is shown: asked as in a private conversation."""
        return isinstance(self.wish, _EVERYWHERE)


Message = Hello | Watch | Request
Fields = Mapping[str, object]


def read_message(raw: str) -> Message:
    """A message from its text; ``Malformed`` if it is none."""
    if len(raw) > MOST_BYTES:
        raise Malformed("too long")
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        raise Malformed("not JSON") from None
    if not isinstance(found, dict):
        raise Malformed("not an object")
    kind = found.get("t")
    if kind == "hello":
        return Hello(_text(found, "name", 60), _text(found, "language", 20), _room(found), _rooms(found))
    if kind == "watch":
        return Watch(_room(found))
    asked = found.get("id")
    if not isinstance(asked, str) or not _ID.fullmatch(asked):
        raise Malformed("no id")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise Malformed("unknown message", asked)
    try:
        return Request(asked, reader(found))
    except _Wrong as error:
        raise Malformed(str(error), asked) from None


class _Wrong(Exception):
    """A field is not what it should be."""


def _room(found: Fields) -> str | None:
    room = found.get("room")
    return room if isinstance(room, str) and is_room(room) else None


def _rooms(found: Fields) -> tuple[str, ...]:
    rooms = found.get("rooms")
    return tuple(room for room in rooms[:_LATELY] if is_room(room)) if isinstance(rooms, list) else ()


def _text(found: Fields, name: str, most: int = _TEXT) -> str:
    value = found.get(name, "")
    if not isinstance(value, str) or len(value) > most:
        raise Malformed(f"{name} is no text")
    return value


def _word(found: Fields, name: str, most: int = 60) -> str:
    value = found.get(name, "")
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > most:
        raise _Wrong(f"{name} is no text")
    return value


def _number(found: Fields, name: str) -> int:
    value = found.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise _Wrong(f"{name} is no number")
    return value


def _maybe(found: Fields, name: str) -> int | None:
    return None if found.get(name) is None else _number(found, name)


def _card(found: Fields) -> Card:
    text = _word(found, "card", 2)
    if text in {"x", "X"}:
        return make_card(13 if text == "x" else 14)
    if len(text) == 2 and text[0] in RANKS[:13] and text[1] in SUITS:
        return make_card(RANKS.index(text[0]), SUITS.index(text[1]))
    raise _Wrong("card is no card")


def _count(found: Fields) -> int:
    """How many copies of the card; -1 for one more."""
    count = _maybe(found, "count")
    return -1 if count is None else min(count, 108)


def _new(found: Fields, *, quick: bool) -> NewRoom:
    options = found.get("options") or {}
    if not isinstance(options, dict) or len(options) > 40:
        raise _Wrong("options are none")
    texts = {
        _word({"name": name}, "name"): _word({name: value}, name, _TEXT) for name, value in options.items() if value
    }
    table = c.NewTable(_word(found, "game"), _word(found, "preset"), texts, _maybe(found, "players"), fresh=True)
    return NewRoom(table, quick, _word(found, "level") or "normal")


def _press(found: Fields) -> c.Command:
    command = decode(_word(found, "data", 64))
    if command is None or isinstance(command, c.NewTable):  # tables are opened by a message of their own
        raise _Wrong("data is no button")
    return command


def _kick(found: Fields) -> c.Command:
    return c.Kick(_maybe(found, "table"), name=str(_number(found, "seat") + 1))


_READERS: Mapping[str, Callable[[Fields], c.Command | NewRoom]] = {
    "new": lambda found: _new(found, quick=False),
    "quick": lambda found: _new(found, quick=True),
    "join": lambda found: c.Join(_maybe(found, "table"), _maybe(found, "seat")),
    "leave": lambda found: c.Leave(_maybe(found, "table")),
    "ai": lambda found: c.FillAi(_maybe(found, "table"), _maybe(found, "count"), _word(found, "level") or "normal"),
    "deal": lambda found: c.Deal(_maybe(found, "table")),
    "ready": lambda found: c.Ready(_maybe(found, "table")),
    "settings": lambda found: c.Settings(_maybe(found, "table")),
    "kick": _kick,
    "end": lambda found: c.End(_maybe(found, "table"), _word(found, "sure")),
    "vote": lambda found: c.Vote(_maybe(found, "table"), _word(found, "motion") or "end"),
    "pick": lambda found: c.PickCard(_number(found, "table"), _word(found, "decision"), _card(found), _count(found)),
    "clear": lambda found: c.Clear(_number(found, "table"), _word(found, "decision")),
    "play": lambda found: c.PlayPicked(_number(found, "table"), _word(found, "decision")),
    "say": lambda found: c.PlayText(_word(found, "text", _TEXT), _maybe(found, "table")),
    "hint": lambda found: c.Hint(_maybe(found, "table")),
    "away": lambda found: c.Away(_maybe(found, "table")),
    "back": lambda found: c.Back(_maybe(found, "table")),
    "press": _press,
    "language": lambda found: c.Language(_word(found, "to", 10)),
    "leaders": lambda found: c.Leaderboard(_word(found, "game")),
    "stats": lambda found: c.Stats(),
    "history": lambda found: c.History(),
    "luck": lambda found: c.Luck(_maybe(found, "table"), _word(found, "word", 120)),
    "fair": lambda found: c.Fair(_word(found, "round", 20), _maybe(found, "table")),
    "replay": lambda found: c.Replay(_word(found, "round", 20)),
    "link": lambda found: c.Link(_word(found, "code", 40)),
    "unlink": lambda found: c.Unlink(),
    "forgetme": lambda found: c.Forget(),
    "rules": lambda found: c.Rules(_word(found, "game"), _maybe(found, "table")),
    "help": lambda found: c.Help(),
    "privacy": lambda found: c.Privacy(),
}
