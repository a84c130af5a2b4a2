"""Steps of environments with everything that agents observe, at random: ours and other people's."""

from __future__ import annotations

import random

from bench.rates import Calls

__all__ = ["paiju_steps", "rlcard_steps"]


def paiju_steps(game: str) -> Calls:
    """Whole rounds of ``arena.env``. ``ImportError`` where what it needs is not installed, as of all of these."""
    import arena

    env, rng = arena.env(game, seed=1), random.Random(1)

    def run() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            assert seen is not None, "an agent observes something"
            if terminated or truncated:
                env.step(None)
            else:
                legal = env.legal_actions()
                env.step(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return run


def rlcard_steps() -> Calls:
    """Whole rounds of RLCard's environment of Dou Dizhu."""
    import rlcard

    env, rng = rlcard.make("doudizhu", config={"seed": 7}), random.Random(1)

    def run() -> int:
        steps = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return run
