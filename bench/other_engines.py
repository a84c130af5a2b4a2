"""Other people's Dou Dizhu engines, on random rounds with bidding left out."""

from __future__ import annotations

import random
import time

from bench.rates import Rounds, TimedCalls

__all__ = ["RlcardCalls", "open_spiel_rounds", "rlcard_public_rounds", "rlcard_rounds"]


def rlcard_rounds() -> Rounds:
    """RLCard's bare game. ``ImportError`` where it is not installed, as of all of these."""
    import numpy as np
    from rlcard.games.doudizhu import Game

    rng = random.Random(5)
    game = Game()
    game.np_random = np.random.RandomState(5)

    def run() -> None:
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(rng.choice(state["actions"]))

    return run


class RlcardCalls(TimedCalls):
    """RLCard's lists of legal plays, which it keeps up to date as it steps."""

    def __init__(self) -> None:
        import numpy as np
        from rlcard.games.doudizhu import Game

        super().__init__()
        self._rng = random.Random(6)
        self._game = Game()
        self._game.np_random = np.random.RandomState(6)

    def __call__(self) -> int:
        """Play one round; returns how many calls were timed in it."""
        calls, game = 0, self._game
        game.init_game()
        while not game.is_over():
            player = game.players[game.round.current_player]
            began = time.perf_counter()
            plays = list(player.available_actions(game.round.greater_player, game.judger))
            self.seconds += time.perf_counter() - began
            calls += 1
            game.step(self._rng.choice(plays))
        return calls


def rlcard_public_rounds() -> Rounds:
    """RLCard's public interface with its random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("doudizhu", config={"seed": 7})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    return lambda: env.run(is_training=False)


def open_spiel_rounds() -> Rounds:
    """OpenSpiel from Python."""
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    rng = random.Random(8)

    def run() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            bidding = not state.is_chance_node() and max(actions) <= 3  # three points end the bidding at once
            state.apply_action(max(actions) if bidding else rng.choice(actions))

    return run
