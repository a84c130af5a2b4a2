"""What is particular to this game; all else `paiju game test` shows."""

from games import GAMES, find_game
from games.simulate import SeededDice, play_match

GAME = GAMES["paodekuai"]
OPTIONS = GAME.option_set.complete({})


def test_it_stands_in_the_list_after_ours_and_is_found_by_its_names() -> None:
    assert list(GAMES)[-1] == "paodekuai"
    assert next(iter(GAMES)) == "doudizhu"
    assert not GAMES.faults
    for name in ("跑得快", "PDK", "Pao De Kuai", *GAMES.names("paodekuai")):
        assert find_game(name) is GAME


def test_normal_players_beat_random_ones() -> None:
    dice, points = SeededDice(7), 0
    for _ in range(30):
        run = play_match(GAME, OPTIONS, ["normal", "random", "random"], dice, rounds=1)
        points += run.rounds[0].result.points[0]
    assert points > 150
