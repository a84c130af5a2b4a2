"""How each game is shown: a folder a game, with its class and its texts. ``presentation_of`` finds it.

A presentation is an entry point of the group ``paiju.presentations`` with the key of its game; its message files lie beside
the module, and so may a drawing, ``picture.svg``.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import structlog

from bot.present.presentation import Presentation
from games import GAMES
from games.registry import entries

__all__ = ["game_of_rule", "picture_of", "presentation_of", "section_of"]

_log = structlog.get_logger(__name__)
_PLAIN = Presentation()
_PICTURE: Final = "picture.svg"
_RULE: Final = re.compile(r"([A-Z]+)-([0-9]{1,3})[a-z]?")


@cache
def presentation_of(game: str) -> Presentation:
    """The presentation of a game; the defaults where a game has none, or is not known."""
    entry = entries("paiju.presentations").get(game)
    if entry is None:
        return _PLAIN
    try:
        found = entry.load()
        if not isinstance(found, Presentation):
            raise TypeError(f"{entry.module}:{entry.attribute} is no Presentation")
    except Exception as error:  # of another package: its game is shown plainly, the others go on
        if entry.own:
            raise
        _log.error("presentation.left_out", game=game, why=f"{type(error).__name__}: {error}")
        return _PLAIN
    return found


def picture_of(game: str) -> bytes:
    """A game's drawing for the lobby, three wide and two high, as SVG; one of cards where a game brings none."""
    entry = entries("paiju.presentations").get(game)
    own = None if entry is None or presentation_of(game) is _PLAIN else entry.folder() / _PICTURE
    return (own if own is not None and own.is_file() else Path(__file__).parent / _PICTURE).read_bytes()


def section_of(rule: str) -> str:
    """The part of the rule card that explains a rule (``DZ-44`` → ``beats``), ``""`` if that is not known."""
    found = _RULE.fullmatch(rule)
    parts = () if found is None else presentation_of(game_of_rule(rule)).sections
    return next((part for first, part in reversed(parts) if found is not None and int(found[2]) >= first), "")


def game_of_rule(rule: str) -> str:
    """The game whose sheet has this rule number (``DZ-40``), ``""`` if none has."""
    sheet = rule.partition("-")[0]
    return next((game for game in GAMES if presentation_of(game).sheet == sheet), "")
