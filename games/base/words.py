"""What people say for the verbs of a game, in English and in Chinese: one table for reading, for labels and for completion.

A game lists its ``VerbWords`` (``Game.words``). A word may belong to one question (``why``): ``don't burn`` is a pass, but
only while it is asked whether to burn, so that an answer that comes too late answers nothing else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

__all__ = [
    "ALIKE",
    "BID",
    "COMMON_KINDS",
    "FEWEST",
    "LOWEST",
    "PARTICLES",
    "PASS",
    "PLAY",
    "VerbWords",
    "begins_with",
    "verbs_of",
]

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


PLAY: Final = VerbWords("play", ("play",), ("出牌", "打出", "出", "打"))
PASS: Final = VerbWords(
    "pass", ("pass", "i pass"), ("不出", "不要", "要不起", "管不上", "管不起", "不管", "不跟", "过牌", "过")
)
BID: Final = (
    VerbWords("bid", ("bid",), ("叫分", "叫")),
    VerbWords("pass", ("no bid", "don't bid"), ("不叫", "不抢"), "bid"),
)
"""Offering a number, and declining to."""


COMMON_KINDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "solo": ("单张", "单牌", "single"),
        "single": ("单张", "单牌", "single"),
        "pair": ("对子", "一对", "pair"),
        "trio": ("三张", "三不带", "trio", "triple"),
        "triple": ("三张", "三不带", "三同张", "triple", "trio"),
        "chain": ("顺子", "单顺", "straight"),
        "straight": ("顺子", "单顺", "杂顺", "straight"),
        "pair_chain": ("连对", "双顺", "pair chain", "pair straight"),
        "bomb": ("炸弹", "炸", "bomb", "{n}张炸弹", "bomb of {n}"),
    }
)
"""What people call the kinds of play (by their codes) that several games have."""
FEWEST: Final[Mapping[str, int]] = MappingProxyType(
    {"solo": 1, "single": 1, "pair": 2, "trio": 3, "triple": 3, "chain": 3, "straight": 3, "bomb": 3}
)
"""So many cards plays of these kinds have at least; of all others four, unless their game says less."""
ALIKE: Final = frozenset({"pair", "trio", "triple"})  # Kinds of so many cards of one rank: naming it once says all
LOWEST: Final = frozenset({"最小的", "最小", "最小的牌", "最小牌", "lowest", "smallest", "my lowest", "lowest card"})
"""What people say for the least that will do."""


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
