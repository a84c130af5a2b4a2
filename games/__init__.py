"""The rules: pure, synchronous, standard library only. ``GAMES`` maps a key to its game.

A room is loaded when it is first asked for, so that naming the games costs no memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from games.contract import Game

__all__ = ["GAMES", "GAME_NAMES", "find_game"]

GAME_NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "doudizhu": ("斗地主", "鬥地主", "ddz", "dou dizhu", "fight the landlord"),
        "guandan": ("掼蛋", "惯蛋", "摜蛋", "掼牌", "guan dan"),
        "gouji": ("够级", "夠級", "gou ji"),
        "gongzhu": ("拱猪", "拱豬", "gong zhu"),
        "liujiatong": ("六家通", "六家统", "六家統", "liu jia tong"),
        "gandengyan": ("干瞪眼", "乾瞪眼", "gan deng yan"),
    }
)
"""Every game of the project by key, with the other names that people give it; not all of them need be there yet."""

_ROOMS = ("doudizhu", "guandan", "gouji", "gongzhu", "liujiatong", "gandengyan")


class _Games(Mapping[str, Game[Any]]):
    """The games that are there, in the order in which they are offered."""

    def __getitem__(self, key: str) -> Game[Any]:
        if key not in _ROOMS:
            raise KeyError(key)
        game: Game[Any] = import_module(f"games.{key}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(_ROOMS)

    def __len__(self) -> int:
        return len(_ROOMS)


GAMES: Final[Mapping[str, Game[Any]]] = _Games()


def find_game(name: str) -> Game[Any] | None:
    """The game that somebody means by a key or any other name, ``None`` if there is none (yet)."""
    plain = " ".join(name.strip().lower().replace("_", " ").replace("-", " ").split())
    for key in GAMES:
        if plain == key or plain in GAME_NAMES[key] or plain.replace(" ", "") == key:
            return GAMES[key]
    return None
