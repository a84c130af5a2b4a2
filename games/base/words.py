"""What people say for the verbs of a game, in English and in Chinese: one table for reading, for labels and for completion.

A game lists its ``VerbWords`` (``Game.words``). A word may belong to one question (``why``): ``don't burn`` is a pass, but
only while it is asked whether to burn, so that an answer that comes too late answers nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

__all__ = ["BID", "PASS", "PLAY", "VerbWords", "begins_with", "verbs_of"]

_PARTICLES: Final = "了啊吧呀"
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


PLAY: Final = VerbWords("play", ("play",), ("出牌", "打出", "出", "打"))
PASS: Final = VerbWords("pass", ("pass", "i pass"), ("不出", "不要", "要不起", "过牌", "过"))
BID: Final = (
    VerbWords("bid", ("bid",), ("叫分", "叫")),
    VerbWords("pass", ("no bid", "don't bid"), ("不叫", "不抢"), "bid"),
)
"""Offering a number, and declining to."""


def verbs_of(words: Iterable[VerbWords]) -> frozenset[str]:
    """Return all verbs that have words."""
    return frozenset(entry.verb for entry in words)


def begins_with(text: str, words: Iterable[VerbWords], why: str = "") -> tuple[VerbWords, str] | None:
    """Return the verb that a text begins with and what follows it, ``None`` if it begins with none of them.

    The longest word counts; where two questions share one, that of the open question (``why``). Upper and lower case and
    the form of an apostrophe do not matter.
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
    return best[1], "" if not best[2].strip(_PARTICLES) else best[2]
