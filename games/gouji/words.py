"""What people say for the verbs of Gou Ji."""

from __future__ import annotations

from typing import Final

from games.base.words import PASS, PLAY, VerbWords

__all__ = ["WORDS"]

WORDS: Final = (
    PLAY,
    VerbWords("play", ("gouji", "open set"), ("够级", "开点")),
    VerbWords("pass", PASS.en, ("不要", "不出", "要不起", "过牌", "过")),
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
        "decline", ("no declaration", "neither", "don't challenge"), ("都不", "不宣", "不革命", "不宣点"), "declare"
    ),
    VerbWords("decline", ("don't challenge", "no declaration"), ("不反宣", "不宣", "都不"), "counter"),
    VerbWords("buy", ("buy", "buy a 4", "buy 4"), ("买四", "买4", "买")),
    VerbWords("decline", ("don't buy",), ("不买",), "buy"),
    VerbWords("return", ("return", "give back", "my lowest"), ("还贡", "退贡", "还牌", "还最小的", "还")),
    VerbWords("decline", ("decline the tribute",), ("谢绝贡牌", "不收"), "return"),
)
