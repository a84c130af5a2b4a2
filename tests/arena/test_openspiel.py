"""OpenSpiel's own checks on the smallest games, what its information states tell, and a mini game solved."""

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is installed with the extra `bench` only")

import arena.openspiel  # noqa: E402, F401 # registers the games
from games import GAMES  # noqa: E402
from tests.hidden import pairs  # noqa: E402

SMALLEST = ["gandengyan", "gongzhu"]


@pytest.mark.parametrize("key", [*SMALLEST, "mini_gandengyan", "mini_doudizhu"])
def test_the_library_plays_it_by_chance(key: str) -> None:
    game = pyspiel.load_game(f"paiju_{key}(deals=20)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("key", [*SMALLEST, "gouji"])
def test_an_information_state_tells_a_seat_what_it_may_know_alone(key: str) -> None:
    game = pyspiel.load_game(f"paiju_{key}")
    for pair in pairs(key):
        one, other = game.new_initial_state(), game.new_initial_state()
        one.rules_state, other.rules_state = pair.one, pair.other
        for viewer in filter(lambda seat: seat is not None, pair.viewers):
            assert one.information_state_string(viewer) == other.information_state_string(viewer)
            assert one.information_state_tensor(viewer) == other.information_state_tensor(viewer)


def test_a_mini_game_can_be_solved() -> None:
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    worth = pytest.importorskip("open_spiel.python.algorithms.exploitability").exploitability
    game = pyspiel.load_game("paiju_mini_gandengyan(deals=6,each=1)")
    solver = cfr.CFRPlusSolver(game)
    before = worth(game, solver.average_policy())
    for _ in range(6):
        solver.evaluate_and_update_policy()
    assert worth(game, solver.average_policy()) < before / 4


def test_all_games_are_there() -> None:
    assert {f"paiju_{key}" for key in GAMES} <= set(pyspiel.registered_names())
