"""OpenSpiel's bots in any of our games, each of which is one of OpenSpiel's too (``arena.openspiel``)."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pyspiel

from arena.openspiel import SpielState
from arena.players import Failed
from games.base.actions import Action
from games.contract import Game
from games.simulate import RoundRun

__all__ = ["bot"]


class bot:  # noqa: N801 # called as players are named
    """A bot that OpenSpiel knows by name, or ``MODULE:MAKER`` with ``MAKER(game, seat)``. It is handed the state as
    all of them are; fair ones look at what their seat observes."""

    def __init__(self, game: str, name: str, seconds: float) -> None:
        self.name, self._game = name, pyspiel.load_game(f"paiju_{game}")
        module, _, maker = name.rpartition(":")
        self._maker = getattr(import_module(module), maker) if module else None

    def sit(self, game: Game[Any], seat: int) -> _Bot:
        made = pyspiel.load_bot(self.name, self._game, seat) if self._maker is None else self._maker(self._game, seat)
        return _Bot(made, self._game.new_initial_state())


class _Bot:
    """A bot at one seat."""

    def __init__(self, bot: Any, state: SpielState) -> None:
        self._bot, self._state = bot, state

    def choose(self, game: Game[Any], state: Any, seat: int) -> Action:
        try:
            self._state.rules_state = state
            number = self._bot.step(self._state)
            chosen: Action = self._state.get_game().table.interface.action(number, state, seat)
        except Exception as error:  # whatever goes wrong in code of other people
            raise Failed("crashed", f"{type(error).__name__}: {error}") from error
        return chosen

    def leave(self, run: RoundRun) -> None:
        pass
