"""What a page may say: JSON read into values, nothing taken on trust.

Every message is an object with ``t``. ``hello`` and ``watch`` concern the page; everything else is a request with an
``id`` of the page's own making, which is answered by one acknowledgement, and becomes one command (or, to play at once,
three)."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Final

from bot.frontends.web.visitors import is_table_key
from bot.session.port import commands as c
from bot.session.port.buttons import decode
from bot.session.port.commands.record import Record, records
from bot.session.port.page import Doorbell
from games.base.cards import RANKS, SUITS, Card, make_card

__all__ = [
    "MOST_BYTES", "Accept", "Hello", "Malformed", "OpenRoom", "PageRequest", "RingMe", "Watch", "commands_said", "fields_said",
    "read_message",
]  # fmt: skip

MOST_BYTES = 8 * 1024  # The longest message that is read
_ID = re.compile(r"[A-Za-z0-9-]{3,40}")
_TEXT = 1000
_LATELY = 5
_CALLED: Final[Mapping[str, type[c.Command]]] = {
    "clear": c.Clear, "explain": c.Explain, "leaders": c.Leaderboard, "phrase": c.Say, "play": c.PlayPicked,
    "say": c.PlayText,
}  # fmt: skip
"""Commands that the page calls otherwise than people type them, or that are not typed."""
_FIELDS: Final[Mapping[str, str]] = {"id": "round", "language": "to"}
"""What the page calls a field of a command where it has another name."""


class Malformed(Exception):
    """A message that is none. ``id`` is its id, if at least that could be read."""

    def __init__(self, why: str, request: str = "") -> None:
        super().__init__(why)
        self.request = request


@dataclass(frozen=True, slots=True)
class Hello:
    """The greeting of a page: the person's name, the language asked for, the key of the table shown."""

    name: str
    language: str
    table_key: str | None
    table_keys: tuple[str, ...]  # Where this browser was lately, so that the lobby can list its tables after a restart


@dataclass(frozen=True, slots=True)
class Watch:
    """The page shows another table now, or none."""

    table_key: str | None


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """Open a table under a key of its own; ``quick``: seat AI players of ``level`` and deal at once."""

    table: c.NewTable
    quick: bool
    level: str


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept an invitation, which is a command of its own, and look at its table here, wherever that stands."""

    code: str
    command: c.Command


@dataclass(frozen=True, slots=True)
class RingMe:
    """Tell this browser of turns while its page is closed; without an address: ask by which key it would know us."""

    bell: Doorbell


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Something asked for under an id."""

    id: str
    wish: c.Command | OpenRoom | Accept | RingMe


Message = Hello | Watch | PageRequest
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
        return Hello(_word(found, "name"), _word(found, "language", 20), _table_key(found), _table_keys(found))
    if kind == "watch":
        return Watch(_table_key(found))
    asked = found.get("id")
    if not isinstance(asked, str) or not _ID.fullmatch(asked):
        raise Malformed("no id")
    try:
        return PageRequest(asked, _wish(str(kind), found))
    except Malformed as error:
        raise Malformed(str(error), asked) from None


def _table_key(found: Fields) -> str | None:
    table_key = found.get("room")
    return table_key if isinstance(table_key, str) and is_table_key(table_key) else None


def _table_keys(found: Fields) -> tuple[str, ...]:
    table_keys = found.get("rooms")
    known = table_keys[:_LATELY] if isinstance(table_keys, list) else ()
    return tuple(table_key for table_key in known if is_table_key(table_key))


def _word(found: Fields, name: str, most: int = 60) -> str:
    value = found.get(name, "")
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > most:
        raise Malformed(f"{name} is no text")
    return value


def _number(found: Fields, name: str) -> int:
    value = found.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise Malformed(f"{name} is no number")
    return value


def _maybe(found: Fields, name: str) -> int | None:
    return None if found.get(name) is None else _number(found, name)


def _card(found: Fields) -> Card:
    text = _word(found, "card", 2)
    if text in {"x", "X"}:
        return make_card(13 if text == "x" else 14)
    if len(text) == 2 and text[0] in RANKS[:13] and text[1] in SUITS:
        return make_card(RANKS.index(text[0]), SUITS.index(text[1]))
    raise Malformed("card is no card")


def _count(found: Fields) -> int:
    """How many copies of the card; -1 for one more."""
    count = _maybe(found, "count")
    return -1 if count is None else min(count, 108)


def _new(found: Fields, *, quick: bool) -> OpenRoom:
    options = found.get("options") or {}
    if not isinstance(options, dict) or len(options) > 40:
        raise Malformed("options are none")
    texts = {
        _word({"name": name}, "name"): _word({name: value}, name, _TEXT) for name, value in options.items() if value
    }
    table = c.NewTable(_word(found, "game"), _word(found, "preset"), texts, _maybe(found, "players"), fresh=True)
    return OpenRoom(table, quick, _word(found, "level") or "normal")


def _press(found: Fields) -> c.Command:
    command = decode(_word(found, "data", 64))
    if command is None or isinstance(command, c.NewTable):  # tables are opened by a message of their own
        raise Malformed("data is no button")
    return command


def _pick(found: Fields) -> c.Command:
    return c.PickCard(_number(found, "table"), _word(found, "decision"), _card(found), _count(found))


_READERS: Final[Mapping[str, Callable[[Fields], c.Command | OpenRoom | Accept | RingMe]]] = {
    "accept": lambda found: Accept(code := _word(found, "code").strip().upper(), c.invited(code)),
    "new": lambda found: _new(found, quick=False),
    "quick": lambda found: _new(found, quick=True),
    "pick": _pick,
    "press": _press,
    "ring": lambda found: RingMe(
        Doorbell(_word(found, "endpoint", 1000), _word(found, "p256dh", 100), _word(found, "auth", 40))
    ),
}
"""Messages that are no command field by field."""


def _wish(kind: str, found: Fields) -> c.Command | OpenRoom | Accept | RingMe:
    """What is asked for: a command by the name under which it is typed first, with its fields, or as the page has
    it."""
    if kind in _READERS:
        return _READERS[kind](found)
    record = commands_said().get(kind)
    if record is None:
        raise Malformed("unknown message")
    return _command(record, found)


def commands_said() -> Mapping[str, Record]:
    """All commands that the page may say field by field, each by its name here."""
    typed = {record.typed[0].name: record for record in records() if record.typed}
    return {kind: record for kind, record in typed.items() if kind not in _READERS} | {
        kind: called.record for kind, called in _CALLED.items()
    }


def fields_said(record: Record) -> Iterator[tuple[str, str, str, bool]]:
    """Give each field of a command that the page may fill: its name, that in the message, ``int``, ``str`` or ``bool``,
    and whether it must be there. Whoever is meant is not among them: the page names a ``seat`` (from 0)."""
    for entry in fields(record.kind):
        kind = str(entry.type).removesuffix(" | None")
        if kind in {"int", "str", "bool"}:
            required = entry.default is MISSING and entry.default_factory is MISSING
            yield entry.name, _FIELDS.get(entry.name, entry.name), kind, required


def _command(record: Record, found: Fields) -> c.Command:
    """A command of the fields that a message gives; whoever is meant is named by their seat (from 0)."""
    given: dict[str, object] = {}
    for field, name, kind, required in fields_said(record):
        if found.get(name) in (None, "") and not required:
            continue
        match kind:
            case "int":
                given[field] = _number(found, name)
            case "str":
                given[field] = _word(found, name, _TEXT)
            case _:
                given[field] = found.get(name) is True
    if "user" in record.fields and found.get("seat") is not None:
        given["name"] = str(_number(found, "seat") + 1)
    made: c.Command = record.kind(**given)
    return made
