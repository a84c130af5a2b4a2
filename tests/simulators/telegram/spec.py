"""The published description of the Bot API as a checker: which parameters a method takes, and of which type.

The description is the file `tests/specs/telegram-bot-api.json`; it is read once per process."""

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

SPEC_FILE = Path(__file__).parents[2] / "specs" / "telegram-bot-api.json"
EPHEMERAL_FILE = SPEC_FILE.with_name("telegram-bot-api-10.3.json")


class Upload:
    """A file that came in a multipart request under the name `field`."""

    def __init__(self, field: str, filename: str, content: bytes) -> None:
        self.field = field
        self.filename = filename
        self.content = content

    def __repr__(self) -> str:
        return f"<{self.filename}: {len(self.content)} bytes>"


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_BASIC: dict[str, Callable[[object], bool]] = {
    "Integer": _is_integer,
    "Float": lambda value: _is_integer(value) or isinstance(value, float),
    "String": lambda value: isinstance(value, str),
    "Boolean": lambda value: isinstance(value, bool),
    "InputFile": lambda value: isinstance(value, Upload),
}


def _shape(value: object) -> object:
    """All of a value that the description speaks about: which fields it has, and of which type each is."""
    match value:
        case dict():
            return tuple([(name, _shape(inner)) for name, inner in value.items()])
        case list():
            return frozenset(map(_shape, value))
        case _:
            return type(value)


class Spec:
    """Answers questions about the methods and types of one Bot API description."""

    def __init__(self, description: dict[str, Any]) -> None:
        self.methods: dict[str, Any] = {name.lower(): method for name, method in description["methods"].items()}
        self.types: dict[str, Any] = description["types"]
        self._flawless: set[tuple[str, object]] = set()

    def method_name(self, name: str) -> str | None:
        """The spelling of the reference page (method names are case-insensitive), or None if there is none."""
        method = self.methods.get(name.lower())
        return None if method is None else str(method["name"])

    def decode(self, method: str, name: str, text: str) -> object:
        """Turn a form field into a value of the parameter's type; a text that is none is handed on as it is."""
        types = self._parameter_types(method, name)
        if types is None or types == ["String"] or (types == ["InputFile", "String"]):
            return text
        if "String" in types:
            return int(text) if text.lstrip("-").isdigit() else text
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return text

    def check_call(self, method: str, parameters: dict[str, object]) -> list[str]:
        """What is wrong with a call, one sentence each; empty if the description permits it."""
        return self._once(method, parameters, lambda: self._check_call(method, parameters))

    def check_object(self, type_name: str, value: object) -> list[str]:
        """What is wrong with an object of a named type (also used on what the simulator itself sends)."""
        return self._once(type_name, value, lambda: self._check_type(type_name, type_name, value))

    def _once(self, name: str, value: object, check: Callable[[], list[str]]) -> list[str]:
        """Look at something once where another of its shape was found right."""
        known = name, _shape(value)
        if known in self._flawless:
            return []
        wrong = check()
        if not wrong:
            self._flawless.add(known)
        return wrong

    def _check_call(self, method: str, parameters: dict[str, object]) -> list[str]:
        return self._check_fields(method, self.methods[method.lower()].get("fields", []), parameters)

    def required(self, type_name: str) -> dict[str, str]:
        """The required fields of a type with the name of the first type each may have."""
        fields = self.types[type_name].get("fields", [])
        return {field["name"]: field["types"][0] for field in fields if field["required"]}

    def _parameter_types(self, method: str, name: str) -> list[str] | None:
        for field in self.methods[method.lower()].get("fields", []):
            if field["name"] == name:
                return list(field["types"])
        return None

    def _check_fields(self, where: str, fields: list[Any], values: dict[str, object]) -> list[str]:
        known = {field["name"]: field for field in fields}
        wrong = [f"{where}: unknown parameter {name}" for name in values if name not in known]
        for name, field in known.items():
            if name in values:
                wrong += self._check_union(f"{where}.{name}", field["types"], values[name])
            elif field["required"]:
                wrong.append(f"{where}: parameter {name} is required")
        return wrong

    def _check_union(self, where: str, types: list[str], value: object) -> list[str]:
        attempts = [self._check_type(where, type_name, value) for type_name in types]
        return min(attempts, key=len)

    def _check_type(self, where: str, type_name: str, value: object) -> list[str]:
        if type_name.startswith("Array of "):
            if not isinstance(value, list):
                return [f"{where}: expected an array, got {type(value).__name__}"]
            inner = type_name.removeprefix("Array of ")
            return [line for at, item in enumerate(value) for line in self._check_type(f"{where}[{at}]", inner, item)]
        if type_name in _BASIC:
            return [] if _BASIC[type_name](value) else [f"{where}: expected {type_name}, got {value!r}"]
        if not isinstance(value, dict):
            return [f"{where}: expected {type_name}, got {type(value).__name__}"]
        described = self.types[type_name]
        if described.get("subtypes"):
            return self._check_union(where, described["subtypes"], value)
        return self._check_fields(where, described.get("fields") or [], value)


@functools.cache
def bot_api(*, ephemeral: bool = True) -> Spec:
    """The description that comes with the tests, with what later versions added for ephemeral messages or without it."""
    described = json.loads(SPEC_FILE.read_text(encoding="utf-8"))
    if ephemeral:
        added = json.loads(EPHEMERAL_FILE.read_text(encoding="utf-8"))
        for name, fields in added["methods"].items():
            described["methods"][name] = {"name": name, "fields": _fields([*added["of_each"], *fields])}
        for name in added["sending"]:
            described["methods"][name]["fields"] += _fields(["ephemeral_message_parameters:EphemeralMessageParameters"])
        for name, fields in added["fields"].items():
            kept = described["types"].setdefault(name, {"fields": []})["fields"]
            new = _fields(fields)
            kept[:] = [one for one in kept if one["name"] not in {field["name"] for field in new}] + new
    return Spec(described)


def _fields(written: list[str]) -> list[dict[str, Any]]:
    """Fields from ``name:type|type``; ``name!`` is required."""
    split = [text.split(":", 1) for text in written]
    return [{"name": name.rstrip("!"), "types": types.split("|"), "required": "!" in name} for name, types in split]
