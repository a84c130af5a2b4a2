"""Commands as the data of a button: at most 64 bytes of plain ASCII, once for all platforms.

``o:12:1.3.0:5f2ac901`` is a letter for the command and its fields in order, empty ones at the end left out; texts are
percent-encoded where they hold anything but letters, digits and a few signs. ``decode`` is total: whatever is not
exactly what ``encode`` writes, damaged text included, is ``None``."""

from dataclasses import MISSING, fields
from functools import cache, lru_cache
from typing import Any, Final
from urllib.parse import quote, unquote

from bot.session.port import commands as c
from bot.session.port.commands.record import by_button

__all__ = ["LIMIT", "decode", "encode", "fits"]

LIMIT: Final = 64  # Bytes that every platform carries with a button

_SAFE: Final = "._-#+~"
_NUMBER_LIMIT: Final = 10**12


def encode(command: c.Command) -> str:
    """The data of a button. ``ValueError`` if it does not fit: offer the command in words then."""
    try:
        return _kept(command)
    except TypeError:  # it holds something that has no hash
        return _encode(command)


def _encode(command: c.Command) -> str:
    record = command.record
    parts = [record.button]
    blank = 0
    for name, usual in _fields(record.button):
        value = getattr(command, name)
        if value == usual:
            parts.append("")
            blank += 1
        else:
            parts.append(_text(value))
            blank = 0
    text = ":".join(parts[: len(parts) - blank])
    if len(text) > LIMIT:
        raise ValueError("this command does not fit on a button")
    return text


_kept: Final = lru_cache(maxsize=4096)(_encode)
"""A panel has the same buttons again and again, and each is asked first whether it fits."""


def fits(command: c.Command) -> bool:
    try:
        encode(command)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def decode(data: str) -> c.Command | None:
    letter, *parts = data.split(":")
    record = by_button(letter)
    if record is None or len(data) > LIMIT or not data.isascii():
        return None
    entries = fields(record.kind)
    if len(parts) > len(entries):
        return None
    values: dict[str, Any] = {}
    try:
        for entry, part in zip(entries, parts, strict=False):
            if part:
                values[entry.name] = _value(str(entry.type), part)
        command: c.Command = record.kind(**values)
        return command if encode(command) == data else None
    except (ValueError, TypeError):
        return None


@cache
def _fields(letter: str) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a command on a button, and what each is where nobody says otherwise."""
    record = by_button(letter)
    return () if record is None else tuple((entry.name, _default(entry)) for entry in fields(record.kind))


def _default(entry: Any) -> Any:
    if entry.default_factory is not MISSING:
        return entry.default_factory()
    return entry.default


def _text(value: Any) -> str:
    match value:
        case bool():
            return "1" if value else "0"
        case int():
            return str(value)
        case "\0":
            raise ValueError("this is how an empty text is written")
        case str():
            return value if value.isascii() and value.isalnum() else quote(value, safe=_SAFE) or "%00"
        case dict():
            return ",".join(f"{_text(str(key))}={_text(str(inner))}" for key, inner in value.items())
        case c.UserRef(platform, external):
            return f"{_text(platform)}={_text(external)}"
        case _:
            raise ValueError("no way to write this down")


def _value(kind: str, part: str) -> Any:
    match kind.removesuffix(" | None"):
        case "int":
            number = int(part)
            if abs(number) >= _NUMBER_LIMIT:
                raise ValueError
            return number
        case "bool":
            return {"1": True, "0": False}.get(part, part)
        case "str":
            return _plain(part)
        case "UserRef":
            platform, _, external = part.partition("=")
            return c.UserRef(_plain(platform), _plain(external))
        case _:
            pairs = [entry.partition("=") for entry in part.split(",")]
            return {_plain(name): _plain(value) for name, _, value in pairs}


def _plain(part: str) -> str:
    return "" if part == "%00" else unquote(part, errors="strict")
