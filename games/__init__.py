"""The rules: pure, synchronous, standard library only. ``GAMES`` maps a key to its game.

A room is loaded when it is first asked for, so that naming the games costs no memory."""

from typing import Any, Final

from games.contract import Game
from games.registry import Registry

__all__ = ["GAMES", "find_game"]

GAMES: Final = Registry()  # The games that are there, in the order in which they are offered


def find_game(name: str) -> Game[Any] | None:
    """The game that somebody means by a key or any other name, ``None`` if there is none."""
    plain = " ".join(name.strip().lower().replace("_", " ").replace("-", " ").split())
    for key in GAMES:
        if plain == key or plain in GAMES.names(key) or plain.replace(" ", "") == key:
            return GAMES[key]
    return None
