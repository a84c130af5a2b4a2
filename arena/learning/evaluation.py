"""How strong a learned player is: the same deals played from all sides against a level."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from arena.environment import Environment
from arena.figures import Mean, Share
from arena.learning.features import action_features, scales
from arena.learning.selfplay import Setting
from arena.learning.worth import Worth
from arena.players import Player, require_players, watched
from games.simulate import SeededDice

__all__ = ["Agent", "Learned", "Outcome", "evaluate"]

Agent = Callable[[Environment], int]  # What chooses a number for ``env.agent_selection``, from what that agent observes


class Learned:
    """An agent that takes what its network thinks most of."""

    def __init__(self, worth: Worth, env: Environment) -> None:
        self._worth, self._scales = worth, scales(env.planes)

    def __call__(self, env: Environment) -> int:
        """The number of the action that is worth most."""
        numbers, rows = env.legal_actions(), action_features(env, env.legal_features())
        looked: NDArray[np.float32] = env.observation(env.agent_selection) * self._scales
        values = self._worth.of(looked[None], rows, np.zeros(len(rows), dtype=np.intp))
        return numbers[int(values.argmax())]


class Outcome:
    """The figures of an evaluation: ``won``, the share of rounds that a learner's seat has won, and ``points`` a round."""

    def __init__(self, game: str, against: str) -> None:
        self.game, self.against = game, against
        self.won, self.points = Share(), Mean()

    def summary(self) -> str:
        won, points = self.won.interval, self.points.interval
        return (
            f"{self.game} against {self.against}, {self.won.trials:,} deals from all sides: rounds won {won.value:.1%} "
            f"({won.low:.1%} to {won.high:.1%}), points a round {points.value:+.2f} ± {points.reach}"
        )

    def to_json(self) -> dict[str, Any]:
        """The figures with their 95 % intervals: value, low, high."""
        return {
            "game": self.game, "against": self.against, "deals": self.won.trials, "rounds": int(self.won.rounds),
            "won": self.won.interval.to_list(), "points": self.points.interval.to_list(),
        }  # fmt: skip


def evaluate(
    agent: Agent, setting: Setting, against: Player, n: int, *, seed: int = 0, progress: bool | None = None
) -> Outcome:
    """Let an agent play ``n`` deals from each side against a level; in games of teams it plays the whole team, else one
    seat. ``ValueError`` says what is wrong with the arguments."""
    if n < 1:
        raise ValueError("n: at least 1")
    env = setting.env(seed)
    require_players(env.game, [against])
    outcome = Outcome(setting.game, against if isinstance(against, str) else type(against).__name__)
    shown = None if progress is None else not progress
    for deal in tqdm(range(n), unit="deal", file=sys.stderr, leave=False, disable=shown):
        env.reset(seed=seed + deal)
        sides = _sides(env)
        won = points = 0.0
        for number, side in enumerate(sides):
            env.reset(seed=seed + deal)
            _play(env, agent, side, against, f"{seed}/{deal}/{number}")
            won += sum(seat in env.last_won for seat in side) / len(side)
            points += sum(env.last_points[seat] for seat in side) / len(side)
        outcome.won.add(won, len(sides))
        outcome.points.add(points, len(sides))
    return outcome


def _sides(env: Environment) -> list[tuple[int, ...]]:
    """The seats that the agent takes, one time after the other: each team, or each seat."""
    teams = [seat.team for seat in env.game.view(env.state_now, None).seats]
    sides = range(len(teams)) if None in teams else teams
    return [tuple(seat for seat, one in enumerate(sides) if one == side) for side in dict.fromkeys(sides)]


def _play(env: Environment, agent: Agent, side: tuple[int, ...], against: Player, chance: str) -> None:
    dice = [SeededDice(f"{chance}/{seat}") for seat in range(len(env.possible_agents))]
    others = {seat: watched(env.game, against, dice[seat]) for seat in range(len(dice)) if seat not in side}
    while not env.terminations[env.agent_selection]:
        seat = env.possible_agents.index(env.agent_selection)
        if seat in side:
            env.step(agent(env))
        elif against == "random":
            legal = env.legal_actions()
            env.step(legal[dice[seat].below(len(legal))])
        else:
            env.play(others[seat](env.game, env.state_now, seat))
