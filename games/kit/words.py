"""What people say in a game, as data beside its module (``words.toml``), for whoever does not say it in code.

``verbs`` is a list: ``"play"``, ``"pass"`` and ``"bid"`` are said as in every game, others have ``verb``, ``en`` and ``zh``, and
``why`` if they belong to one question. The tables ``kinds``, ``fewest``, ``called``, ``samples`` and ``preferences`` are what
``games.contract`` calls so; a kind that is called as in every game names the common one."""

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from games.base.words import BID, COMMON_KINDS, PASS, PLAY, VerbWords

__all__ = ["words_beside"]

_SHARED: Final = {"play": (PLAY,), "pass": (PASS,), "bid": BID}
_TABLES: Final = ("kinds", "fewest", "called", "samples", "preferences")


def words_beside(module: str) -> Mapping[str, Any]:
    """The answers to ``games.contract`` in the file beside a module, by their names; none where there is no file."""
    file = Path(getattr(sys.modules[module], "__file__", None) or module).with_name("words.toml")
    if not file.is_file():
        return {}
    said = tomllib.loads(file.read_text(encoding="utf-8"))
    found: dict[str, Any] = {name: _fixed(said[name]) for name in _TABLES if name in said}
    if "kinds" in found:
        shared = {kind: COMMON_KINDS[names] for kind, names in found["kinds"].items() if isinstance(names, str)}
        found["kinds"] = MappingProxyType({**found["kinds"], **shared})
    return {**found, "words": tuple(words for entry in said["verbs"] for words in _words(entry))}


def _fixed(table: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType({key: tuple(one) if isinstance(one, list) else one for key, one in table.items()})


def _words(entry: Any) -> tuple[VerbWords, ...]:
    return _SHARED[entry] if isinstance(entry, str) else (VerbWords(**_fixed(entry)),)
