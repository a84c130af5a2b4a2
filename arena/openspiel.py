"""Games for OpenSpiel's algorithms, each as ``paiju_`` and its key, once this module is imported and OpenSpiel is installed.

The first node is chance: which of so many deals (parameter ``deals``) is played; everything after it is decided by players. Small
games suit best: each node is a state of the rules, and searches walk over very many.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

import arena
from arena.environment import Environment
from arena.interface import after
from arena.observation import Observer
from games import GAMES
from games.base.actions import action_text
from games.simulate import SeededDice

__all__ = ["SpielGame", "SpielObserver", "SpielState"]

_LONGEST: Final = 1_000
_MOST_POINTS: Final = 10_000.0
_DEALS: Final = 1_000


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
    """A game with its usual house rules; ``kind`` says which. Parameters: ``players``, ``deals``."""

    kind: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        players = given.get("players", 0)
        self.table = arena.env(self.kind, players=players or None)
        self.deals = int(given.get("deals", _DEALS))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.interface.actions,
            max_chance_outcomes=self.deals,
            num_players=len(self.table.possible_agents),
            min_utility=-_MOST_POINTS,
            max_utility=_MOST_POINTS,
            max_game_length=_LONGEST,
        )
        super().__init__(_type_of(self.kind), info, given)

    def new_initial_state(self) -> SpielState:
        """The node at which the cards are dealt."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What writes observations of this game as vectors."""
        return SpielObserver(self.table)


class _Kept:
    """A state of the rules, which is immutable: copies of a node share it."""

    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> _Kept:
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]  # the library has no types
    """A node: before the deal, or a state of the rules."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._kept = _Kept(None)

    @property
    def _table(self) -> Environment:
        table: Environment = self.get_game().table
        return table

    @property
    def rules_state(self) -> Any:
        """The state of the rules, ``None`` before the deal."""
        return self._kept.state

    @rules_state.setter
    def rules_state(self, state: Any) -> None:
        self._kept = _Kept(state)

    def current_player(self) -> int:
        """Who acts: chance, a seat (of several that are asked the first), or nobody any more."""
        if self.rules_state is None:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self._table.game.awaited(self.rules_state)
        return min(entry.seat for entry in asked) if asked else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, equally likely."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._table.interface.legal(self.rules_state, player))

    def _apply_action(self, action: int) -> None:
        table, game = self._table, self._table.game
        if self.rules_state is None:
            deal = game.deal(table.options, len(table.possible_agents), {}, SeededDice(f"openspiel/{action}"))
            self.rules_state = game.start(table.options, deal, {}).state
            return
        self.rules_state = after(game, table.interface, self.rules_state, self.current_player(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return action_text(self._table.interface.action(action, self.rules_state, player))

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """What each seat has won, once the round is over."""
        table = self._table
        result = None if self.rules_state is None else table.game.result(self.rules_state)
        if result is None:
            return [0.0] * len(table.possible_agents)
        return list(table.interface.rewards(self.rules_state, result))

    def __str__(self) -> str:
        if self.rules_state is None:
            return "before the deal"
        acts = self._table.interface.history(self.rules_state).acts()
        return f"{self._table.game.hands(self.rules_state)} {[(act.seat, act.verb, act.cards) for act in acts]}"


class SpielObserver:
    """Writes what a seat observes into ``tensor``; ``dict`` has the planes by name."""

    def __init__(self, table: Environment) -> None:
        self._table = table
        seats = len(table.possible_agents)
        self._observer = Observer(table.interface, seats, table.game.pack(table.options, seats))
        self.tensor = np.zeros(self._observer.board.size, dtype=np.float32)
        self.dict = {
            plane.name: self.tensor[self._observer.board.slices[plane.name]].reshape(plane.shape)
            for plane in table.planes
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what ``player`` observes in a state; nothing before the deal."""
        self.tensor.fill(0.0)
        if state.rules_state is not None:
            whys = {entry.seat: entry.why for entry in self._table.game.awaited(state.rules_state)}
            self._observer.begin()
            self._observer.hear(self._table.interface.history(state.rules_state))
            self.tensor[:] = self._observer.observe(state.rules_state, player, whys.get(player, ""))

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text, which tells apart whatever the planes tell apart."""
        self.set_from(state, player)
        return " ".join(f"{at}:{self.tensor[at]:g}" for at in np.flatnonzero(self.tensor))


def _type_of(kind: str) -> Any:
    seats = GAMES[kind].seats
    return pyspiel.GameType(
        short_name=f"paiju_{kind}",
        long_name=f"Paiju {kind}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 0, "deals": _DEALS},
    )


for _kind in GAMES:
    pyspiel.register_game(_type_of(_kind), type(f"Spiel_{_kind}", (SpielGame,), {"kind": _kind}))
