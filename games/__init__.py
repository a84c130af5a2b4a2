"""The rules: pure, synchronous, standard library only. ``GAMES`` maps a key to its game.

A room is loaded when it is first asked for, so that naming the games costs no memory."""

from collections.abc import Mapping
from typing import Any, Final

from games.contract import Game
from games.registry import Names, Registry

__all__ = ["GAMES", "GAME_NAMES", "find_game"]

GAMES: Final = Registry()  # The games that are there, in the order in which they are offered
GAME_NAMES: Final[Mapping[str, tuple[str, ...]]] = Names(GAMES)  # Each of them with the other names that people give it


def find_game(name: str) -> Game[Any] | None:
    """The game that somebody means by a key or any other name, ``None`` if there is none."""
    plain = " ".join(name.strip().lower().replace("_", " ").replace("-", " ").split())
    for key, others in GAME_NAMES.items():
        if plain == key or plain in others or plain.replace(" ", "") == key:
            return GAMES[key]
    return None
