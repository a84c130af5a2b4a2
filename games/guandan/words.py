"""What people say for the verbs of Guandan."""

from __future__ import annotations

from typing import Final

from games.base.words import PASS, PLAY, VerbWords

__all__ = ["WORDS"]

WORDS: Final = (
    PLAY,
    PASS,
    VerbWords("tribute", ("tribute", "pay tribute"), ("进贡", "上贡", "贡")),
    VerbWords("return", ("return", "give back"), ("还贡", "退贡", "还牌", "还")),
)
