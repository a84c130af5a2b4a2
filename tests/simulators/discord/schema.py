"""Validation of request bodies against Discord's published description of its API (`tests/specs`).

The description lists fields but does not forbid others; a field that it does not list is most often a slip, so unlisted
fields are refused here, apart from a short list of exceptions."""

import functools
import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError, best_match

JSON = dict[str, Any]

SPEC = Path(__file__).resolve().parents[2] / "specs" / "discord-openapi.json"

_SNOWFLAKE = "^(0|[1-9][0-9]*)$"
# What the API accepts although the description does not say so.
_TOLERATED_WHERE = {
    "nsfw": re.compile(
        r"^ApplicationCommand"
    ),  # discord.py sends it with every command; the API has known it for years
    "tts": re.compile(r"Update|Edit"),  # discord.py sends it with edits of webhook messages; the API ignores it there
    "flags": re.compile(r"^RichEmbed$"),  # discord.py serialises a received embed's flags back; the API ignores them
}


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong with a body: where (path of keys), the platform's code for it, and words."""

    path: tuple[str | int, ...]
    code: str
    message: str


def _strict(schema: Any, name: str) -> Any:
    """The same schema, refusing unlisted fields of every object that lists any."""
    if isinstance(schema, list):
        return [_strict(item, name) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "enum" in schema and "allOf" in schema:
        schema = {key: value for key, value in schema.items() if key != "allOf"}  # repeats the whole enumeration
    result = {key: _strict(value, name) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "additionalProperties" not in schema:
        extra = [key for key, where in _TOLERATED_WHERE.items() if where.search(name)]
        result["properties"] = {**{key: {} for key in extra}, **result["properties"]}
        result["additionalProperties"] = False
    return result


def _discriminate(schema: Any, schemas: JSON) -> Any:
    """The same schema with its unions decided by the field `type` where their members differ in it. Trying every member
    of a union of unions takes a tenth of a second for one message; looking at `type` takes none, and the complaint is
    about the member that was meant."""
    if isinstance(schema, list):
        return [_discriminate(item, schemas) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: _discriminate(value, schemas) for key, value in schema.items()}
    for key in ("oneOf", "anyOf"):
        members = schema.get(key)
        if not isinstance(members, list):
            continue
        if all(isinstance(member, dict) and "const" in member for member in members):
            del result[key]
            result["enum"] = [member["const"] for member in members]
        elif (table := _by_type(members, schemas)) is not None:
            del result[key]
            result["discriminated"] = table
    return result


def _by_type(members: list[Any], schemas: JSON) -> dict[Any, Any] | None:
    """Value of `type` → member; None if `type` does not decide."""
    table: dict[Any, Any] = {}
    for member in members:
        if member == {"type": "null"}:
            table[None] = member
            continue
        name = str(member.get("$ref", "")).rpartition("/")[2]
        kinds = schemas.get(name, {}).get("properties", {}).get("type", {}).get("enum") if name else None
        if not kinds or any(kind in table for kind in kinds):
            return None
        table.update(dict.fromkeys(kinds, member))
    return table if len(table) > 2 else None


def _discriminated(validator: Any, table: dict[Any, Any], instance: Any, schema: Any) -> Iterator[ValidationError]:
    kind = instance.get("type") if isinstance(instance, dict) else instance
    member = table.get(kind) if isinstance(kind, int | str | None) else None
    if member is None:
        yield ValidationError(f"type {kind!r} is none of {[one for one in table if one is not None]}")
    elif (known := (id(table), shape(instance))) not in _FLAWLESS:
        found = list(validator.descend(instance, member))
        yield from found
        if not found:
            _FLAWLESS.add(known)


_FLAWLESS: set[tuple[object, object]] = set()
"""Shapes of bodies and components that have been looked at and found right: the messages of a match are much alike."""


def shape(value: Any) -> object:
    """All of a body or a component that the description speaks about: of a text its length among the limits that it
    names, and which of its patterns fit, unless it is one of its words."""
    match value:
        case dict():
            return tuple((name, shape(inner)) for name, inner in sorted(value.items()))
        case list():
            texts = [one for one in value if isinstance(one, str)]
            return "list", len(set(texts)) == len(texts), *(shape(inner) for inner in value)
        case str():
            return _shape_of_text(value)
        case _:
            return type(value).__name__, value


@functools.cache
def _shape_of_text(text: str) -> object:
    words, lengths, patterns = _said_of_texts()
    if text in words:
        return text
    return (
        bisect_left(lengths, len(text)),
        bisect_right(lengths, len(text)),
        *(bool(one.search(text)) for one in patterns),
    )


@functools.cache
def _said_of_texts() -> tuple[frozenset[str], list[int], list[re.Pattern[str]]]:
    """The words that the description lists, the lengths and the patterns that it names."""
    found: dict[str, set[Any]] = {"enum": set(), "length": set(), "pattern": {_SNOWFLAKE}}

    def read(schema: Any) -> None:
        for key, inner in schema.items() if isinstance(schema, dict) else enumerate(schema):
            match key, inner:
                case "enum", list():
                    found["enum"].update(one for one in inner if isinstance(one, str))
                case "const", str():
                    found["enum"].add(inner)
                case "minLength" | "maxLength", int():
                    found["length"].add(inner)
                case "pattern", str():
                    found["pattern"].add(inner)
            if isinstance(inner, dict | list):
                read(inner)

    read(json.loads(SPEC.read_text(encoding="utf-8")))
    return frozenset(found["enum"]), sorted(found["length"]), [re.compile(one) for one in sorted(found["pattern"])]


_Validator = validators.extend(  # type: ignore[no-untyped-call] # the stubs leave it untyped
    Draft202012Validator, {"discriminated": _discriminated}
)


@functools.cache
def _document() -> JSON:
    document: JSON = json.loads(SPEC.read_text(encoding="utf-8"))
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        schemas[name] = _strict(schema, name)
    # The description types every id as a string; the API takes integers as well, and discord.py sends both.
    schemas["SnowflakeType"] = {"type": ["string", "integer"], "pattern": _SNOWFLAKE, "minimum": 0}
    plain = dict(schemas)
    for name, schema in plain.items():
        schemas[name] = _discriminate(schema, plain)
    return document


@functools.cache
def _templates() -> tuple[tuple[re.Pattern[str], str], ...]:
    def literal_first(path: str) -> tuple[int, str]:
        return path.count("{"), path

    return tuple(
        (re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), path)
        for path in sorted(_document()["paths"], key=literal_first)
    )


@functools.lru_cache(10_000)
def template(path: str) -> str | None:
    """The described path that `path` (without the API's base) is an instance of, or None."""
    return next((name for pattern, name in _templates() if pattern.match(path)), None)


def is_described(method: str, path: str) -> bool:
    name = template(path)
    return name is not None and method.lower() in _document()["paths"][name]


@functools.cache
def _validator(method: str, name: str) -> Any:
    operation = _document()["paths"][name].get(method.lower(), {})
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return None
    schemas = _document()["components"]["schemas"]
    schema = dict(_discriminate(_strict(content["application/json"]["schema"], name), schemas))
    schema["components"] = _document()["components"]
    return _Validator(schema)


_CODES = {
    "maxLength": "BASE_TYPE_MAX_LENGTH", "minLength": "BASE_TYPE_BAD_LENGTH", "maxItems": "BASE_TYPE_MAX_LENGTH",
    "minItems": "BASE_TYPE_BAD_LENGTH", "required": "BASE_TYPE_REQUIRED", "enum": "BASE_TYPE_CHOICES",
    "additionalProperties": "UNLISTED_FIELD", "pattern": "STRING_TYPE_REGEX", "maximum": "NUMBER_TYPE_MAX",
    "minimum": "NUMBER_TYPE_MIN",
}  # fmt: skip


def _flaw(error: ValidationError) -> Flaw:
    deepest = best_match([error])
    error = deepest if deepest is not None else error
    code = _CODES.get(str(error.validator), "UNION_TYPE_CHOICES")
    words = error.message if len(error.message) <= 200 else error.message[:200] + "…"
    return Flaw(tuple(error.absolute_path), code, words)


def flaws(method: str, path: str, body: Any) -> list[Flaw]:
    """All that the published description finds wrong with the JSON `body` of a request to `path`."""
    name = template(path)
    if name is None:
        return [Flaw((), "UNKNOWN_ROUTE", f"{method} {path} is not described")]
    validator = _validator(method, name)
    if validator is None:
        return [] if body is None else [Flaw((), "NO_BODY", f"{method} {name} takes no body")]
    if body is None or (known := ((method, name), shape(body))) in _FLAWLESS:
        return []
    found = [_flaw(error) for error in validator.iter_errors(body)]
    if not found:
        _FLAWLESS.add(known)
    return found


def error_body(found: list[Flaw]) -> JSON:
    """The platform's answer 400 to a body with these flaws."""
    errors: JSON = {}
    for flaw in found:
        node = errors
        for key in flaw.path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": flaw.code, "message": flaw.message})
    return {"message": "Invalid Form Body", "code": 50035, "errors": errors}
