"""Who plays: the levels of a game, uniform chance, and agents of the reader's own. All but chance see the view of their
seat and nothing else."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.base.actions import Action
from games.contract import Dice, Game, Level, View
from games.simulate import Chooser, SeededDice, chooser

__all__ = ["Agent", "Player", "Watched", "name_of", "require_players", "watched"]


class Agent(Protocol):
    """A player of one's own, which must be picklable where several processes play."""

    def think(self, view: View, dice: Dice) -> Action:
        """Choose for ``view.viewer`` from what that seat may know."""
        ...


Player = Level | Agent
"""A level by name (``random`` among them) or an agent."""


def name_of(player: Player) -> str:
    """Return what a player is called in a report: the level, or the agent's ``name`` or class."""
    return player if isinstance(player, str) else str(getattr(player, "name", type(player).__name__))


def require_players(game: Game[Any], players: Sequence[Player]) -> None:
    """Return if all of these can play; raise ``ValueError`` naming the levels that there are."""
    known = ("random", *game.levels)
    if not players:
        raise ValueError(f"no players: {game.key} has {', '.join(known)}")
    for player in players:
        if isinstance(player, str) and player not in known:
            raise ValueError(f"no level {player!r} in {game.key}: {', '.join(known)}")


@dataclass(slots=True)
class Watched:
    """A player with a stopwatch: ``seconds`` of processor time of each of its moves, in order."""

    choose: Chooser
    seconds: list[float] = field(default_factory=list)

    def __call__(self, game: Game[Any], state: Any, seat: int) -> Action:
        """Choose, and note how long it took."""
        began = time.thread_time()
        action = self.choose(game, state, seat)
        self.seconds.append(time.thread_time() - began)
        return action

    def take_seconds(self) -> tuple[float, ...]:
        """Return what has been noted, and begin anew."""
        taken, self.seconds = tuple(self.seconds), []
        return taken


def watched(game: Game[Any], player: Player, dice: SeededDice) -> Watched:
    """Return a player who draws from these dice, with a stopwatch."""
    if isinstance(player, str):
        return Watched(chooser(game, player, dice))

    def thinking(game: Game[Any], state: Any, seat: int) -> Action:
        return player.think(game.view(state, seat), dice)

    return Watched(thinking)
