"""Players that the host has trained (``python -m arena train``), instead of the strongest level of their games."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from bot.errors import CommandError
from bot.session.host.thinker import Trained

__all__ = ["trained_players"]


def trained_players(said: str) -> Mapping[str, Trained]:
    """Who is meant by ``TRAINED_PLAYERS``, by game; ``CommandError`` says what is wrong with one."""
    found: dict[str, Trained] = {}
    for part in said.split(",") if said else ():
        game, _, folder = part.strip().partition("=")
        try:
            from arena.learning.folder import open_folder
            from arena.learning.seated import choose

            open_folder(game, Path(folder))
        except ValueError as error:
            raise CommandError(f"TRAINED_PLAYERS: {error}") from None
        except ImportError as error:
            raise CommandError(f"{error.name} is not installed: pip install 'paiju[arena]'") from None
        found[game] = partial(choose, Path(folder).resolve())
    return found
