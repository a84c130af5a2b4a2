"""What people say for the verbs of Guandan, and for its kinds of play."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.base.words import COMMON_KINDS, PASS, PLAY, VerbWords
from games.guandan.combinations.kinds import Kind

__all__ = ["KINDS", "WORDS"]

WORDS: Final = (
    PLAY,
    PASS,
    VerbWords("pass", ("knock",), ("敲",)),
    VerbWords("tribute", ("tribute", "pay tribute"), ("进贡", "上贡", "贡")),
    VerbWords("return", ("return", "give back"), ("还贡", "退贡", "还牌", "还")),
)

_STRAIGHT_FLUSH: Final = ("同花顺", "straight flush", *COMMON_KINDS["bomb"])
_OWN: Final = {
    Kind.TUBE: ("三连对", "木板", "连对", "tube", "pair chain"),
    Kind.PLATE: ("钢板", "三同连张", "plate"),
    Kind.FULL_HOUSE: ("三带二", "三带对", "三带一对", "葫芦", "夯", "full house", "full"),
    Kind.STRAIGHT_FLUSH: _STRAIGHT_FLUSH,
    Kind.ROYAL_FLUSH: ("皇家同花顺", "royal flush", *_STRAIGHT_FLUSH),
    Kind.JOKER_BOMB: (
        "天王炸",
        "四大天王",
        "joker bomb",
        "four jokers",
        "all four jokers",
        "王炸",
        "joker bomb",
        *COMMON_KINDS["bomb"],
    ),
}
KINDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {kind: _OWN.get(kind) or COMMON_KINDS[kind] for kind in Kind}
)
