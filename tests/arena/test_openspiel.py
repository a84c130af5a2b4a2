"""OpenSpiel's own checks and one of its searches on the two smallest games."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is installed with the extra `bench` only")

import arena.openspiel  # noqa: E402, F401 # registers the games
from games import GAMES  # noqa: E402

SMALLEST = ["gandengyan", "gongzhu"]


@pytest.mark.parametrize("key", SMALLEST)
def test_the_library_plays_it_by_chance(key: str) -> None:
    game = pyspiel.load_game(f"paiju_{key}(deals=20)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("key", SMALLEST)
def test_one_of_its_searches_finds_a_move(key: str) -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    state = pyspiel.load_game(f"paiju_{key}(deals=20)").new_initial_state()
    state.apply_action(3)
    dice = np.random.RandomState(1)
    search = mcts.MCTSBot(state.get_game(), 2, 4, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    assert search.step(state) in state.legal_actions()


def test_a_copy_goes_its_own_way() -> None:
    state = pyspiel.load_game("paiju_gandengyan").new_initial_state()
    state.apply_action(0)
    copy = state.clone()
    seat, action = copy.current_player(), copy.legal_actions()[0]
    assert copy.action_to_string(seat, action).startswith("play")
    copy.apply_action(action)
    assert str(copy) != str(state)
    assert sum(copy.observation_tensor(seat)) != sum(state.observation_tensor(seat))


def test_all_games_are_there() -> None:
    assert {f"paiju_{key}" for key in GAMES} <= set(pyspiel.registered_names())
