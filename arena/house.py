"""What is played, from its name: the game, its options in full, and how many play. What is wrong is said in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games import GAMES
from games.base.errors import OptionError
from games.base.options import Options
from games.contract import Game
from games.scenario import usual_players

__all__ = ["House", "house", "require_one_of"]


def require_one_of(name: str, given: object, known: Sequence[object]) -> None:
    """Refuse a word that means nothing, with a ``ValueError`` that says what there is."""
    if given not in known:
        raise ValueError(f"{name}: {' or '.join(map(repr, known))}, not {given!r}")


class House(NamedTuple):
    """A game with its house rules and a number of seats."""

    game: Game[Any]
    options: Options
    seats: int


def house(game: str, preset: str | None, options: Mapping[str, object] | None, seats: int | None) -> House:
    """Return what these names mean; raise ``ValueError`` with what there is if one of them means nothing.

    ``options`` go before those of the ``preset``; ``seats``: ``None`` for as many as usually play.
    """
    if game not in GAMES:
        raise ValueError(f"no game {game!r}; there is: {', '.join(GAMES)}")
    rules = GAMES[game]
    presets = {one.key: one for one in rules.presets}
    if preset is not None and preset not in presets:
        raise ValueError(f"no preset {preset!r} in {game}: {', '.join(presets)}")
    given = {} if preset is None else dict(presets[preset].options)
    try:
        complete = rules.option_set.complete(given | dict(options or {}))
    except OptionError as error:
        raise ValueError(str(error)) from None
    sitting = usual_players(rules) if seats is None else seats
    if sitting not in rules.seats:
        raise ValueError(f"{game} is played by {rules.seats[0]} to {rules.seats[-1]}, not by {sitting}")
    return House(rules, complete, sitting)
