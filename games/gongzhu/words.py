"""What people say for the verbs and the special cards of Gong Zhu. Nobody passes in this game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.base.words import PLAY, VerbWords

__all__ = ["CALLED", "WORDS"]

WORDS: Final = (
    PLAY,
    VerbWords("expose", ("expose", "sell"), ("亮", "亮牌", "卖")),
    VerbWords("decline", ("decline", "expose nothing", "don't expose"), ("不亮", "都不亮", "不卖", "都不")),
)

CALLED: Final[Mapping[str, str]] = MappingProxyType(
    {"猪": "Qs", "pig": "Qs", "羊": "Jd", "goat": "Jd", "sheep": "Jd", "变压器": "Tc", "transformer": "Tc"}
)
