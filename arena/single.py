"""One seat of a game as an environment of Gymnasium: AI players or agents sit on all others."""

from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from arena.environment import Environment, Observation
from arena.players import Player, require_players, require_seat, watched
from games.simulate import SeededDice

__all__ = ["SingleSeat"]

_MOST_SILENT: Final = 1_000
"""After so many episodes in which the seat was never asked anything something is wrong."""


class SingleSeat(gymnasium.Env[Observation, int]):
    """The seat's own decisions, one after the other. Rewards add up what has come since the last one."""

    def __init__(self, table: Environment, seat: int, opponents: Player, seed: int) -> None:
        require_seat(len(table.possible_agents), seat)
        require_players(table.game, [opponents])
        self.table, self.seat = table, seat
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.render_mode = table.render_mode
        self._agent = table.possible_agents[seat]
        self.observation_space = table.observation_space(self._agent)
        self.action_space = table.action_space(self._agent)
        self._opponents, self._seed, self._episodes = opponents, seed, 0
        self._dice: list[SeededDice] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode and return what the seat observes when it is first asked."""
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._episodes = seed, 0
        for _ in range(_MOST_SILENT):
            self.table.reset(seed=seed)
            seed = None
            self._episodes += 1
            self._dice = [SeededDice(f"{self._seed}/{self._episodes}/{one}") for one in self.table.possible_agents]
            self._let_others_play()
            if not self._over:  # somebody may go out before this seat is ever asked
                return self.table.observe(self._agent), self.table.infos[self._agent]
        raise RuntimeError("the seat is never asked anything")

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry an action out, let the others play, and return what has come of it; if it is not legal now, as the table says."""
        self.table.step(int(action))
        worth = self.table.rewards[self._agent] + self._let_others_play()
        ended, cut = self.table.terminations[self._agent], self.table.truncations[self._agent]
        return self.table.observe(self._agent), worth, ended, cut, self.table.infos[self._agent]

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each number whether it is legal now."""
        return self.table.action_masks()

    def render(self) -> Any:
        """Return the table as text, with all hands."""
        return self.table.render()

    @property
    def _over(self) -> bool:
        return self.table.terminations[self._agent] or self.table.truncations[self._agent]

    def _let_others_play(self) -> float:
        """Play for all others until the seat is asked or the episode is over; return what it has won meanwhile."""
        table, worth = self.table, 0.0
        while not self._over and table.agent_selection != self._agent:
            seat = table.possible_agents.index(table.agent_selection)
            player = watched(table.game, self._opponents, self._dice[seat])
            table.play(player(table.game, table.state_now, seat))
            worth += table.rewards[self._agent]
        return worth
