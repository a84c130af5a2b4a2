"""The games that are there: found through entry points, loaded when they are first asked for.

A game is an entry point of the group ``paiju.games`` that leads to its ``GAME``. Beside the module lies ``game.toml``, with
what has to be known before anything of the game is loaded: ``contract`` (the number that it was written for), ``names``
(what people call it besides its key) and, among our own, ``order``. Ours are offered first in that order, then those of
other packages by key.

Our own entries are read from the ``pyproject.toml`` beside the packages where there is one, so that a checkout has its games
whether it is installed or not; else from the installed package. A game of another package that cannot be used is left out
and becomes a ``Fault``; the others go on.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from games.contract import CONTRACT, Game, Help, Notation, Players, Rules

__all__ = ["GROUP", "Entry", "Fault", "Registry", "entries"]

GROUP: Final = "paiju.games"  # The entry points of games
_PACKAGE: Final = "paiju"  # The distribution whose games are our own
_PROJECT: Final = Path(__file__).parents[1] / "pyproject.toml"
_MEMBERS: Final = frozenset(
    name for part in (Rules, Notation, Help, Players) for name in vars(part) if not name.startswith("_")
)
"""What a game has to have."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry point: where in which module its object is. ``own``: it is of this project. ``package``: what brought it."""

    module: str
    attribute: str
    own: bool
    package: str = _PACKAGE

    def load(self) -> Any:
        return getattr(import_module(self.module), self.attribute)

    def folder(self) -> Path:
        """Where the module lies, without importing it. ``ModuleNotFoundError`` if it is not there."""
        spec = find_spec(self.module)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"there is no module {self.module}")
        return Path(spec.origin).parent


@dataclass(frozen=True, slots=True)
class Fault:
    """A game of another package that is left out, and why in one line."""

    game: str
    why: str


@dataclass(frozen=True, slots=True)
class _About:
    """What ``game.toml`` says."""

    contract: object
    names: tuple[str, ...]
    order: int


@cache
def entries(group: str) -> Mapping[str, Entry]:
    """The entry points of a group by name, our own first. Where two packages have the same name, the first one
    counts."""
    from importlib.metadata import entry_points  # here, since it is slow and naming one game needs none of it

    own = _own_entries(group)
    found = dict(own)
    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        ours = point.dist is not None and point.dist.name in (_PACKAGE, f"{_PACKAGE}-arena")
        if not (ours and own):
            package = _PACKAGE if point.dist is None else f"{point.dist.name} {point.dist.version}"
            found.setdefault(point.name, Entry(point.module, point.attr, ours, package))
    return MappingProxyType(found)


def _own_entries(group: str) -> Mapping[str, Entry]:
    """Return our own entry points as the checkout has them; none where there is no checkout."""
    if not _PROJECT.is_file():
        return {}
    project = tomllib.loads(_PROJECT.read_text(encoding="utf-8")).get("project", {})
    listed = project.get("entry-points", {}).get(group, {}) if project.get("name") == _PACKAGE else {}
    pairs = ((name, value.partition(":")) for name, value in listed.items())
    return {name: Entry(module, attribute, own=True) for name, (module, _, attribute) in pairs}


class Registry(Mapping[str, Game[Any]]):
    """The games by key, in the order in which they are offered. ``KeyError`` for a game that is not there or not usable."""

    def __init__(self, found: Mapping[str, Entry] | None = None) -> None:
        """Offer the entries ``found``; those that are installed if it is ``None``."""
        self._given = found
        self._loaded: dict[str, Game[Any] | Fault] = {}

    def __getitem__(self, key: str) -> Game[Any]:
        game = self._load(key)
        if isinstance(game, Fault):
            raise KeyError(f"{key}: {game.why}")
        return game

    def __contains__(self, key: object) -> bool:
        return key in self._order

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)

    @property
    def faults(self) -> Sequence[Fault]:
        return [fault for key in self._entries if isinstance(fault := self._sound(key), Fault)]

    def names(self, key: str) -> tuple[str, ...]:
        """What people call a game besides its key. Loads none of our own games."""
        return self._abouts[key].names

    def package(self, key: str) -> str:
        """What brought a game, usable or not: a distribution with its version, or this project."""
        return self._entries[key].package

    def is_own(self, key: str) -> bool:
        """Whether a game is one of this project's."""
        return self._entries[key].own

    def beside(self, key: str, name: str) -> str | None:
        """The text of a file that lies beside a game's module, ``None`` if it has no such file."""
        file = self._entries[key].folder() / name
        return file.read_text(encoding="utf-8") if file.is_file() else None

    @cached_property
    def _entries(self) -> Mapping[str, Entry]:
        return entries(GROUP) if self._given is None else self._given

    @cached_property
    def _abouts(self) -> Mapping[str, _About]:
        found = {}
        for key, entry in self._entries.items():
            try:
                found[key] = _about(entry)
            except Exception as error:  # whatever another package does, it costs only its own game
                if entry.own:
                    raise
                self._loaded[key] = Fault(key, _why(error))
        return found

    @cached_property
    def _order(self) -> tuple[str, ...]:
        """The usable games. Another package's game is loaded to find out, ours are not."""

        def place(key: str) -> tuple[bool, int, str]:
            own = self._entries[key].own
            return not own, self._abouts[key].order if own else 0, key

        return tuple(sorted((key for key in self._abouts if not isinstance(self._sound(key), Fault)), key=place))

    def _sound(self, key: str) -> object:
        about = self._abouts.get(key)
        return None if about is not None and self._entries[key].own else self._load(key)

    def _load(self, key: str) -> Game[Any] | Fault:
        """A loaded game; ``KeyError`` if there is no such game."""
        about, entry = self._abouts.get(key), self._entries[key]
        if about is not None and key not in self._loaded:
            self._loaded[key] = _own(entry) if entry.own else _foreign(key, entry, about)
        return self._loaded[key]


def _own(entry: Entry) -> Game[Any]:
    game: Game[Any] = entry.load()
    return game


def _foreign(key: str, entry: Entry, about: _About) -> Game[Any] | Fault:
    """Load a game of another package, if it fits this contract."""
    if about.contract != CONTRACT:
        return Fault(key, f"it is written for contract {about.contract}, here is {CONTRACT}")
    try:
        game: Game[Any] = entry.load()
        missing = sorted(name for name in _MEMBERS if not hasattr(game, name))
        if missing:
            return Fault(key, f"it lacks {', '.join(missing)}")
        return game if game.key == key else Fault(key, f"it calls itself {game.key!r}")
    except Exception as error:  # whatever another package does, it costs only its own game
        return Fault(key, _why(error))


def _about(entry: Entry) -> _About:
    """Read the file beside a game's module, without loading the module."""
    said = tomllib.loads((entry.folder() / "game.toml").read_text(encoding="utf-8"))
    names, order = said.get("names", []), said.get("order", 0)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names) or not isinstance(order, int):
        raise ValueError("game.toml: names has to be a list of texts, order a number")
    return _About(said.get("contract"), tuple(name.lower() for name in names), order)


def _why(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
