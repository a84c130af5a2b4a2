"""Rounds that a learner plays against itself, many side by side so that the network is asked about all of them at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arena
from arena.environment import Environment, Reward
from arena.learning.features import action_features, scales
from arena.learning.worth import Weights, Worth

__all__ = ["Experience", "SelfPlay", "Setting"]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is learned: a game with its options, and what a round is worth (``reward``)."""

    game: str
    preset: str | None = None
    options: Mapping[str, Any] | None = None
    players: int | None = None
    reward: Reward = "win"

    def env(self, seed: int) -> Environment:
        return arena.env(
            self.game, preset=self.preset, options=self.options, players=self.players, seed=seed, reward=self.reward
        )


@dataclass(frozen=True, slots=True)
class Experience:
    """Decisions, one a row: what was seen, what was done, and what came of it for that seat. ``rounds``: how many were played."""

    seen: NDArray[np.float16]
    done: NDArray[np.float16]
    worth: NDArray[np.float32]
    rounds: int


class SelfPlay:
    """Plays round after round at several tables. One process keeps one."""

    def __init__(self, setting: Setting, seed: int, tables: int = 24) -> None:
        self._rng = np.random.default_rng(seed)
        self._tables = [setting.env(int(self._rng.integers(1 << 31))) for _ in range(tables)]
        self._scales = scales(self._tables[0].planes)
        self._told: list[list[tuple[int, NDArray[np.float16], NDArray[np.float16]]]] = [[] for _ in self._tables]
        for table in self._tables:
            table.reset()

    def play(self, weights: Weights, decisions: int, chance: float) -> Experience:
        """Play on until about so many decisions are known with what came of them; ``chance``: how often something else than the
        best is tried."""
        worth = Worth(weights)
        seen: list[NDArray[np.float16]] = []
        done: list[NDArray[np.float16]] = []
        came: list[float] = []
        rounds = 0
        while len(came) < decisions:
            for table, choice, looked, row in self._choices(worth, chance):
                env, told = self._tables[table], self._told[table]
                seat = env.possible_agents.index(env.agent_selection)
                told.append((seat, looked, row))
                env.step(choice)
                if env.terminations[env.agent_selection]:
                    rounds += 1
                    for one, position, action in told:
                        seen.append(position)
                        done.append(action)
                        came.append(env.last_rewards[one])
                    told.clear()
                    env.reset()
        return Experience(np.array(seen), np.array(done), np.array(came, dtype=np.float32), rounds)

    def _choices(
        self, worth: Worth, chance: float
    ) -> Sequence[tuple[int, int, NDArray[np.float16], NDArray[np.float16]]]:
        """Return for each table the number that is chosen, what was seen and the action's features."""
        looked = np.array([env.observation(env.agent_selection) for env in self._tables]) * self._scales
        legal = [env.legal_actions() for env in self._tables]
        sizes = [len(numbers) for numbers in legal]
        rows = action_features(self._tables[0], np.concatenate([env.legal_features() for env in self._tables]))
        values = worth.of(looked, rows, np.repeat(np.arange(len(sizes)), sizes))
        found, at = [], 0
        tried = self._rng.random(len(sizes)) < chance
        for table, size in enumerate(sizes):
            best = int(self._rng.integers(size)) if tried[table] else int(values[at : at + size].argmax())
            row = rows[at + best].astype(np.float16)
            found.append((table, legal[table][best], looked[table].astype(np.float16), row))
            at += size
        return found
