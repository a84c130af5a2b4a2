"""How each game is spoken to in numbers: one module a game, of the game's own name."""

from importlib import import_module
from importlib.util import find_spec

from arena.interface import Interface

__all__ = ["interface_of"]


def interface_of(game: str) -> type[Interface]:
    """The interface of a game; ``ValueError`` if it has none."""
    if find_spec(f"{__name__}.{game}") is None:
        raise ValueError(f"{game} has no environment")
    found: type[Interface] = import_module(f"{__name__}.{game}").INTERFACE
    return found
