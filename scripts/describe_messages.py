"""Describe what the page and its server say to each other: ``python scripts/describe_messages.py`` writes
``messages.d.ts`` for the page's types, and ``messages.schema.json``, into ``bot/frontends/web/types/``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.frontends.web.wire import shapes  # noqa: E402 # found from the root set above
from bot.frontends.web.wire.messages import commands_said, fields_said  # noqa: E402

TYPES: Final = ROOT / "bot" / "frontends" / "web" / "types" / "messages.d.ts"
SCHEMA: Final = TYPES.with_name("messages.schema.json")
_HEAD: Final = "// Written by scripts/describe_messages.py from the shapes of bot/frontends/web/wire/.\n"
_WIDTH: Final = 118
_PLAIN: Final = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def _members(shape: Any) -> tuple[Any, ...]:
    """The members of a union; a type alone is its only one."""
    return get_args(shape) if get_origin(shape) in {Union, UnionType} else (shape,)


def _parts(shape: Any) -> list[tuple[str, Any, bool]]:
    """Each field of an object: its name, its type, and whether it must be there."""
    found = []
    for name, kind in get_type_hints(shape, include_extras=True).items():
        bare = get_args(kind)[0] if get_origin(kind) in {NotRequired, Required} else kind
        found.append((name, bare, get_origin(kind) is not NotRequired))
    return found


def _reached(shape: Any, found: dict[str, Any]) -> dict[str, Any]:
    """All objects that a type is made of, by name."""
    if not isinstance(shape, type) or not hasattr(shape, "__required_keys__"):
        for inner in get_args(shape):
            _reached(inner, found)
    elif shape.__name__ not in found:
        found[shape.__name__] = shape
        for _, kind, _ in _parts(shape):
            _reached(kind, found)
    return found


OBJECTS: Final = dict(sorted(_reached(shapes.ToPage | shapes.OwnWords, {}).items()))
"""Every object of every message, by name."""


def _typed(kind: Any) -> str:
    """A type as TypeScript says it."""
    if kind in _PLAIN:
        return "number" if kind is int else _PLAIN[kind]
    origin, inside = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return " | ".join(_typed(one) for one in inside)
    if origin is Literal:
        return " | ".join(json.dumps(one) for one in inside)
    if origin is list:
        inner = _typed(inside[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_typed(inside[1])}>"
    return str(kind.__name__)


def _ruled(kind: Any) -> dict[str, Any]:
    """A type as a JSON schema says it."""
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    origin, inside = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return {"anyOf": [_ruled(one) for one in inside]}
    if origin is Literal:
        return {"enum": list(inside)}
    if origin is list:
        return {"type": "array", "items": _ruled(inside[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _ruled(inside[1])}
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _closed(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    """The schema of an object that has these fields and no others."""
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _said() -> dict[str, list[tuple[str, Any, bool]]]:
    """The fields of each command that the page says field by field."""
    found: dict[str, list[tuple[str, Any, bool]]] = {}
    for name, record in sorted(commands_said().items()):
        kinds = {"int": int, "str": str, "bool": bool}
        entries = [(field, kinds[kind], required) for _, field, kind, required in fields_said(record)]
        found[name] = entries + ([("seat", int, False)] if "user" in record.fields else [])
    return found


def types() -> str:
    """The types of all messages, in a namespace of the page's own."""
    rows = [_HEAD, "declare namespace Wire {"]
    for name, shape in OBJECTS.items():
        rows.append(f"  /** {' '.join((shape.__doc__ or '').replace('``', '`').split())} */\n  interface {name} {{")
        rows += [f"    {field}{'' if must else '?'}: {_typed(kind)};" for field, kind, must in _parts(shape)]
        rows.append("  }\n")
    rows.append("  /** A message to the page. */\n  type ToPage =")
    rows.append("\n".join(f"    | {one.__name__}" for one in _members(shapes.ToPage)) + ";\n")
    rows.append("  /** A command, said field by field; nothing stands for what is left open. */\n  type Command =")
    for name, parts in _said().items():
        inner = [f't: "{name}"', *(f"{field}{'' if must else '?'}: {_typed(kind)}" for field, kind, must in parts)]
        row = f"    | {{ {'; '.join(inner)} }}"
        rows.append(row if len(row) <= _WIDTH else f"    | {{\n        {f';{chr(10)}        '.join(inner)};\n      }}")
    rows[-1] += ";\n"
    asked = [one.__name__ for one in _members(shapes.OwnWords) if one not in {shapes.HelloJson, shapes.WatchJson}]
    rows.append("  /** A message from the page that is answered by an acknowledgement. */")
    rows.append(f"  type Request = {' | '.join(['Command', *asked])};\n}}\n")
    return "\n".join(rows)


def schema() -> str:
    """The schema of what goes to the page (``ToPage``) and of what comes from it (``FromPage``), an ``id`` with requests."""
    told: dict[str, Any] = {}
    for name, shape in OBJECTS.items():
        parts = _parts(shape)
        told[name] = _closed(
            {field: _ruled(kind) for field, kind, _ in parts}, [name for name, _, must in parts if must]
        )
    ask = [one for one in _members(shapes.OwnWords) if one not in {shapes.HelloJson, shapes.WatchJson}]
    for one in ask:
        told[one.__name__]["properties"]["id"] = {"type": "string"}
        told[one.__name__]["required"].append("id")
    for name, parts in _said().items():
        told[f"said.{name}"] = _closed(
            {"t": {"const": name}, "id": {"type": "string"}, **{field: _ruled(kind) for field, kind, _ in parts}},
            ["t", "id", *(field for field, _, must in parts if must)],
        )
    told["ToPage"] = {"anyOf": [_ruled(one) for one in _members(shapes.ToPage)]}
    own = [_ruled(one) for one in _members(shapes.OwnWords)]
    told["FromPage"] = {"anyOf": own + [{"$ref": f"#/$defs/{name}"} for name in told if name.startswith("said.")]}
    rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(one)}" for name, one in told.items())
    return f'{{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {{\n{rows}\n}}}}\n'


if __name__ == "__main__":
    TYPES.write_text(types(), encoding="utf-8")
    SCHEMA.write_text(schema(), encoding="utf-8")
