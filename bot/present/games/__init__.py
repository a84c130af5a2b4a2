"""How each game is shown: a folder a game, with its class and its texts. ``presentation_of`` finds it."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from bot.present.presentation import Presentation
from games import GAMES

__all__ = ["game_of_rule", "presentation_of"]

_PLAIN = Presentation()


@cache
def presentation_of(game: str) -> Presentation:
    """The presentation of a game; the defaults where a game has none, or is not known."""
    if game not in GAMES:
        return _PLAIN
    found: Presentation = import_module(f"{__name__}.{game}").PRESENTATION
    return found


def game_of_rule(rule: str) -> str:
    """The game whose sheet has this rule number (``DZ-40`` → ``doudizhu``), ``""`` if none has."""
    sheet = rule.partition("-")[0]
    return next((game for game in GAMES if presentation_of(game).sheet == sheet), "")
