"""The message catalogue: every sentence of the product, by code, in Chinese and English.

The texts that games share lie in ``locales/*.toml``, those of one game beside its presentation, in ``texts*.toml``. Nested
tables make dotted codes (``event.played``), and under each code its languages stand together (``played.en``, ``played.zh``).
A package may have a file of its own for each language instead (``en*.toml``, ``zh*.toml``).

A text may hold fields: ``{name}`` is replaced by its value, ``{n|card|cards}`` by the first form for 1 and the second
otherwise. Nothing else is read from a text, so no value can reach into an object. A missing code or field never raises: the
reader gets English, and failing that the code in plain words.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import structlog

from games import GAMES
from games.registry import entries

__all__ = [
    "LANGUAGES",
    "VARIANTS",
    "catalogue",
    "choose",
    "codes",
    "fields",
    "fill",
    "first",
    "has",
    "humanise",
    "say",
    "texts_of",
]

LANGUAGES: Final = ("en", "zh")
"""The languages of the catalogue; the first one stands in where another has no text."""
VARIANTS: Final = ("zh_tw",)
"""Languages in which only the menus of commands are written: Discord shows them so to who reads these."""
_KNOWN: Final = frozenset((*LANGUAGES, *VARIANTS))

_log = structlog.get_logger(__name__)
_FIELD = re.compile(r"\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by code, in the order of their files. An unknown language has the texts of the first."""
    name = language if language in (*LANGUAGES, *VARIANTS) else LANGUAGES[0]
    found = texts_of(Path(__file__).parents[1] / "locales", name, "*.toml")
    presented = entries("paiju.presentations")
    for game in GAMES:
        if (entry := presented.get(game)) is None:
            continue
        try:
            found |= texts_of(entry.folder(), name, "texts*.toml", f"{name}*.toml", others=found)
        except Exception as error:  # of another package: its game does without, the others go on
            if entry.own:
                raise
            _log.error("texts.left_out", game=game, language=name, why=f"{type(error).__name__}: {error}")
    return MappingProxyType(found)


def texts_of(
    folder: Path, language: str, *patterns: str, others: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """The texts of some files in one language, by code; ``ValueError`` if one stands twice, here or among ``others``."""
    found: dict[str, str] = {}
    for file in sorted(file for pattern in patterns for file in folder.glob(pattern)):
        for code, text in _leaves(_read(file), language):
            if code in found or code in others:
                raise ValueError(f"{file.name}: the text {code} stands twice")
            found[code] = text
    return found


@cache
def _read(file: Path) -> Mapping[str, object]:
    """Read a file of texts; kept, as each language looks into it in turn."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _leaves(table: Mapping[str, object], language: str, prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if not isinstance(value, dict):
            yield prefix + key, str(value)
        elif value.keys() <= _KNOWN and all(isinstance(text, str) for text in value.values()):
            if language in value:
                yield prefix + key, value[language]
        else:
            yield from _leaves(value, language, f"{prefix}{key}.")


def choose(hint: str, default: str = LANGUAGES[0]) -> str:
    """The language for a platform's hint: ``zh-hans``, ``zh_TW`` → ``zh``, ``en-US`` → ``en``, else ``default``."""
    start = hint.strip().lower().replace("_", "-").split("-")[0]
    return start if start in LANGUAGES else default


def has(code: str) -> bool:
    """Whether the catalogue has a text for this code."""
    return code in catalogue(LANGUAGES[0])


def codes(prefix: str) -> tuple[str, ...]:
    """The codes that begin with ``prefix``, in the order of the files."""
    return tuple(code for code in catalogue(LANGUAGES[0]) if code.startswith(prefix))


def fields(template: str) -> frozenset[str]:
    """The names of the fields in a text."""
    return frozenset(match[1] for match in _FIELD.finditer(template))


def fill(template: str, data: Mapping[str, object]) -> str:
    """The text with its fields filled in; a field without a value becomes ``…``."""
    if "{" not in template:
        return template

    def value(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        if name not in data:
            return "…"
        if one is None:
            return str(data[name])
        return one if str(data[name]) in {"1", "+1", "-1", "−1"} else many

    return _FIELD.sub(value, template)


def say(language: str, code: str, game: str = "", /, **data: object) -> str:
    """The sentence for a code: ``<code>.<game>`` if the game has its own, else ``<code>``, else English, else
    words.
    """
    texts, spare = catalogue(language), catalogue(LANGUAGES[0])
    for known in (f"{code}.{game}", code) if game else (code,):
        template = texts.get(known) or spare.get(known)
        if template is not None:
            return fill(template, data)
    return humanise(code)


def humanise(code: str) -> str:
    """What a reader gets where no language has a text: the last part of the code in plain words."""
    return code.rpartition(".")[2].replace("_", " ")


def first(language: str, candidates: tuple[str, ...], /, **data: object) -> str | None:
    """The sentence of the first candidate that the catalogue has, ``None`` if it has none of them."""
    for code in candidates:
        if has(code):
            return say(language, code, **data)
    return None
