"""What people say for the verbs of Gong Zhu. Nobody passes in this game."""

from __future__ import annotations

from typing import Final

from games.base.words import PLAY, VerbWords

__all__ = ["WORDS"]

WORDS: Final = (
    PLAY,
    VerbWords("expose", ("expose",), ("亮", "亮牌", "卖")),
    VerbWords("decline", ("decline", "expose nothing", "don't expose"), ("不亮", "都不亮", "不卖", "都不")),
)
