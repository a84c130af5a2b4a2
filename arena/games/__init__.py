"""How our games are spoken to in numbers, one module a game, and how that of any game is found."""

from functools import cache

from arena.interface import Interface
from arena.listed import Listed
from games.registry import entries

__all__ = ["interface_of"]


@cache
def interface_of(game: str) -> type[Interface]:
    """The interface that the package of a game brings (an entry point of ``paiju.arena``), or one by its rules alone.
    ``ValueError`` if what it brings cannot be used."""
    entry = entries("paiju.arena").get(game)
    if entry is None:
        return type(f"Listed_{game}", (Listed,), {"game": game})
    try:
        found: type[Interface] = entry.load()
    except Exception as error:  # whatever another package does
        raise ValueError(f"{game}: its interface cannot be used: {type(error).__name__}: {error}") from error
    if getattr(found, "game", None) != game:
        raise ValueError(f"{game}: {entry.module}:{entry.attribute} is not its interface")
    return found
