"""What people say for the verbs of a game, in English and in Chinese: one table for reading, for labels and for completion.

A game lists its ``VerbWords`` (``Game.words``). A word may belong to one question (``why``): ``don't burn`` is a pass, but
only while it is asked whether to burn, so that an answer that comes too late answers nothing else.

What is said in every game stands in ``words.toml`` here; a game may have such a file beside its module. There ``verbs`` is a
list: ``"play"``, ``"pass"`` and ``"bid"`` are said as in every game, others have the fields of ``VerbWords``. The tables
``kinds``, ``fewest``, ``called``, ``samples`` and ``preferences`` are what ``games.contract`` calls so; a kind that is called as
in every game names the common one.
"""

import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

__all__ = [
    "ALIKE", "BID", "COMMON_KINDS", "FEWEST", "LOWEST", "PARTICLES", "PASS", "PLAY", "VerbWords", "begins_with", "verbs_of",
    "words_beside",
]  # fmt: skip

PARTICLES: Final = "了啊吧呀"
"""Sounds after a Chinese verb that say nothing."""


@dataclass(frozen=True, slots=True)
class VerbWords:
    """The words for one verb of the notation, the usual one first in each language.

    ``why``: they are said while this question (``Awaited.why``) is open, ``""``: at any time.
    """

    verb: str
    en: tuple[str, ...]
    zh: tuple[str, ...]
    why: str = ""


def _read(module: str) -> Mapping[str, Any]:
    """What the file beside a module says; nothing where there is none."""
    file = Path(getattr(sys.modules[module], "__file__", None) or module).with_name("words.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _fixed(table: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType({key: tuple(one) if isinstance(one, list) else one for key, one in table.items()})


_SAID: Final = _read(__name__)
PLAY, PASS, *_BID = (VerbWords(**_fixed(entry)) for entry in _SAID["verbs"])
BID: Final = tuple(_BID)  # Offering a number, and declining to
COMMON_KINDS: Final[Mapping[str, tuple[str, ...]]] = _fixed(_SAID["kinds"])
"""What people call the kinds of play (by their codes) that several games have."""
FEWEST: Final[Mapping[str, int]] = _fixed(_SAID["fewest"])
ALIKE: Final = frozenset({"pair", "trio", "triple"})  # Kinds of so many cards of one rank: naming it once says all
LOWEST: Final = frozenset[str](_SAID["lowest"])
_SHARED: Final = {"play": (PLAY,), "pass": (PASS,), "bid": BID}
_TABLES: Final = ("kinds", "fewest", "called", "samples", "preferences")


def words_beside(module: str) -> Mapping[str, Any]:
    """The answers to ``games.contract`` in the file beside a module, by their names; none where there is no file."""
    said = _read(module)
    found: dict[str, Any] = {name: _fixed(said[name]) for name in _TABLES if name in said}
    if "kinds" in found:
        shared = {kind: COMMON_KINDS[names] for kind, names in found["kinds"].items() if isinstance(names, str)}
        found["kinds"] = MappingProxyType({**found["kinds"], **shared})
    if "verbs" in said:
        found["words"] = tuple(words for entry in said["verbs"] for words in _words(entry))
    return found


def _words(entry: Any) -> tuple[VerbWords, ...]:
    return _SHARED[entry] if isinstance(entry, str) else (VerbWords(**_fixed(entry)),)


def verbs_of(words: Iterable[VerbWords]) -> frozenset[str]:
    """All verbs that have words."""
    return frozenset([entry.verb for entry in words])


def begins_with(text: str, words: Iterable[VerbWords], why: str = "") -> tuple[VerbWords, str] | None:
    """The verb that a text begins with and what follows it, ``None`` if it begins with none of them.

    The longest word counts; where two questions share one, that of the open question (``why``). Upper and lower case and
    the form of an apostrophe do not matter.

    >>> said = begins_with("Don't bid", (*BID, PASS, PLAY), "bid")
    >>> said[0].verb, said[1]
    ('pass', '')
    >>> begins_with("打出 对7", (PLAY,))[1]
    '对7'
    """
    plain = text.strip().replace("\u2019", "'").replace("\u2018", "'")
    low = plain.lower()
    best: tuple[tuple[int, bool], VerbWords, str] | None = None
    for entry in words:
        for word in (*entry.en, *entry.zh):
            for form in {word, word.replace("'", "")}:
                rest = plain[len(form) :]
                if not low.startswith(form) or (form[-1].isascii() and rest[:1].isascii() and rest[:1].isalpha()):
                    continue
                weight = (len(word), entry.why == why)
                if best is None or weight > best[0]:
                    best = (weight, entry, rest.strip().removeprefix(":").strip())
    if best is None:
        return None
    return best[1], "" if not best[2].strip(PARTICLES) else best[2]
