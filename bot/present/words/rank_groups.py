"""Cards of one rank as people write and say them: ``777``, ``10·10·10``, ``pair 5``, ``four 10s``. All of it can be typed."""

from __future__ import annotations

from typing import Final

from bot.present.words.catalogue import has, say
from bot.present.words.text import rank_word

__all__ = ["side_by_side", "spoken"]

_GLUED: Final = 5
"""The most equal letters in a row: more cannot be counted at a glance, and are written as a number."""
_DOTTED: Final = 3
"""The most ``10`` in a row."""


def side_by_side(rank: int | str, count: int, language: str) -> str:
    """Write equal cards as they stand in a row of ranks: ``777``, ``10·10·10``, ``8×6``, ``小王×2``."""
    word = rank_word(rank, language, short=True)
    if count == 1 or (len(word) == 1 and count <= _GLUED):
        return word * count
    if word == "10" and count <= _DOTTED:
        return "·".join([word] * count)
    return f"{word}×{count}"


def spoken(rank: int | str, count: int, language: str) -> str:
    """Write equal cards as they are called by themselves: ``single 5``, ``pair 5``, ``three 5s``, ``四个10``."""
    word = rank_word(rank, language)
    if count < 3:
        return say(language, f"alike.{count}", rank=word)
    number = say(language, f"number.{count}") if has(f"number.{count}") else str(count)
    return say(language, "alike.more", rank=word, count=number)
