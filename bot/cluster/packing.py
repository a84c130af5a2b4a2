"""Values on their way between workers: pickled, and read by a reader that knows nothing but values.

Only frozen dataclasses, named tuples, enumerations and kinds of text of the packages that hold our values are let in,
beside the plain containers that need no name. No function has a way in but the one that makes such values, so nothing
that arrives can run. Dataclasses travel field by field, as far as they are not as usual: a version that has a field less leaves
it out, one that has a field more takes what it usually is (decision 25)."""

import importlib
import io
import pickle
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Final

__all__ = ["PACKAGES", "SPOKEN", "Unpackable", "pack", "unpack"]

Packages = tuple[str, ...]
PACKAGES: Final[Packages] = ("bot.reviews", "bot.session.port", "bot.tournaments", "games", "storage.themes")
"""Where classes of values lie; games of other packages are named beside these."""
SPOKEN: Final = "1"  # Which language workers speak with each other: raised where a version before could not follow


class Unpackable(Exception):
    """Something is no value that may travel. The message names the class, never what is in it."""


def pack(value: object, packages: Packages = PACKAGES) -> bytes:
    """A value as bytes; ``Unpackable`` if ``unpack`` would refuse it."""
    buffer = io.BytesIO()
    try:
        _Pickler(buffer, packages).dump(value)
    except Unpackable:
        raise
    except Exception as error:
        raise Unpackable(f"{type(value).__name__}: {type(error).__name__}") from None
    return buffer.getvalue()


def unpack(packed: bytes, packages: Packages = PACKAGES) -> Any:
    """The value; ``Unpackable`` for anything that is none of ours, however it was made."""
    try:
        return _Unpickler(packed, packages).load()
    except Unpackable:
        raise
    except Exception as error:
        raise Unpackable(type(error).__name__) from None


class _Pickler(pickle.Pickler):
    """Refuses while packing what would be refused while unpacking, so that a mistake shows where it was made."""

    def __init__(self, buffer: io.BytesIO, packages: Packages) -> None:
        super().__init__(buffer, protocol=5)
        self._packages = packages

    def reducer_override(self, value: Any) -> Any:
        """Leave the work to pickle, for classes that may travel and for what is one of them."""
        if value is _made:
            return NotImplemented
        kind = value if isinstance(value, type) else type(value)
        _allowed(self._packages, kind.__module__, kind.__qualname__)
        if isinstance(value, type) or not is_dataclass(kind):
            return NotImplemented
        said = {entry.name: getattr(value, entry.name) for entry in fields(kind) if entry.init}
        usual = {entry.name: entry.default for entry in fields(kind)}
        return _made, (kind, {name: one for name, one in said.items() if one != usual[name]})


class _Unpickler(pickle.Unpickler):
    """Finds classes of values and nothing else."""

    def __init__(self, packed: bytes, packages: Packages) -> None:
        super().__init__(io.BytesIO(packed))
        self._packages = packages

    def find_class(self, module: str, name: str) -> Any:
        """A class that may travel."""
        if (module, name) == (__name__, _made.__name__):
            return _made
        return _allowed(self._packages, module, name)

    def persistent_load(self, _: Any) -> Any:
        """Refuse: there is nothing outside the bytes."""
        raise Unpackable("a reference to something outside")


def _made(kind: Any, given: dict[str, Any]) -> object:
    """A dataclass of what was said of it, as far as it is known here."""
    if not (isinstance(kind, type) and is_dataclass(kind) and _is_value(kind)):
        raise Unpackable("no value")
    return kind(**{entry.name: given[entry.name] for entry in fields(kind) if entry.init and entry.name in given})


@lru_cache(maxsize=4096)
def _allowed(packages: Packages, module: str, name: str) -> type:
    inside = any(module == package or module.startswith(package + ".") for package in packages)
    found = getattr(importlib.import_module(module), name, None) if inside else None
    if not isinstance(found, type) or found.__module__ != module or not _is_value(found):
        raise Unpackable(f"{module}.{name}")
    return found


def _is_value(kind: type) -> bool:
    if issubclass(kind, Enum | str):
        return True
    if issubclass(kind, tuple):
        return hasattr(kind, "_fields")
    return is_dataclass(kind) and bool(getattr(kind, "__dataclass_params__").frozen)  # noqa: B009
