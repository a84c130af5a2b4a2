"""What people say for the verbs of Gou Ji, for its kinds of set and for its 2s."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.base.words import COMMON_KINDS, PASS, PLAY, VerbWords
from games.gouji.kinds import Kind

__all__ = ["CALLED", "KINDS", "WORDS"]

WORDS: Final = (
    PLAY,
    VerbWords("play", ("gouji", "open set"), ("够级", "开点")),
    VerbWords("pass", PASS.en, ("不要", *PASS.zh)),
    VerbWords("play", ("stop the burn",), ("解烧",), "burn_answer"),
    VerbWords("pass", ("let it burn",), ("不解", "不解烧"), "burn_answer"),
    VerbWords("burn", ("burn",), ("烧", "烧牌", "反烧")),
    VerbWords("pass", ("no burn", "don't burn"), ("不烧", "不反烧"), "burn"),
    VerbWords("yield", ("yield",), ("让", "让牌")),
    VerbWords("pass", ("don't yield",), ("不让",), "yield"),
    VerbWords("challenge", ("challenge", "challenge back"), ("宣点", "反宣", "宣")),
    VerbWords("revolt", ("revolt", "revolution"), ("革命",)),
    VerbWords("decline", ("decline",), ("谢绝",)),
    VerbWords(
        "decline", ("no declaration", "neither", "don't challenge"), ("不宣", "都不", "不革命", "不宣点"), "declare"
    ),
    VerbWords("decline", ("don't challenge", "no declaration"), ("不反宣", "不宣", "都不"), "counter"),
    VerbWords("buy", ("buy", "buy a 4", "buy 4"), ("买四", "买4", "买", "补四", "补4")),
    VerbWords("decline", ("don't buy",), ("不买",), "buy"),
    VerbWords("return", ("return", "give back", "my lowest"), ("还贡", "退贡", "还牌", "还")),
    VerbWords("decline", ("decline the tribute",), ("谢绝贡牌", "不收"), "return"),
)

KINDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {Kind.GOUJI: ("够级", "gouji"), Kind.OPEN: ("开点", "open set"), Kind.PLAIN: ("普通 {n} 张", "plain ×{n}")}
    | {"1": COMMON_KINDS["single"], "2": COMMON_KINDS["pair"], "3": COMMON_KINDS["triple"]}
)
"""A number stands for all sets of so many cards."""
CALLED: Final[Mapping[str, str]] = MappingProxyType({"钱": "2"})
