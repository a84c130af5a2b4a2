"""What is particular to this game; all else `paiju game test` shows."""

from pathlib import Path

from games import GAMES, find_game
from games.base.actions import Play
from games.simulate import SeededDice, play_match
from tests.strategies import positions

GAME = GAMES["paodekuai"]
OPTIONS = GAME.option_set.complete({})
PACKAGE = Path(__file__).parents[1]


def test_it_stands_in_the_list_after_ours_and_is_found_by_its_names() -> None:
    assert list(GAMES)[-1] == "paodekuai"
    assert next(iter(GAMES)) == "doudizhu"
    assert not GAMES.faults
    for name in ("跑得快", "PDK", "Pao De Kuai", *GAMES.names("paodekuai")):
        assert find_game(name) is GAME


def test_the_first_lead_holds_a_three_and_sixteen_cards_are_dealt() -> None:
    for seed in range(10):
        states = list(positions(GAME, seed))
        first, result = states[0], GAME.result(states[-1])
        assert [len(hand) for hand in GAME.hands(first)] == [16, 16, 16]
        (asked,) = GAME.awaited(first)
        assert GAME.hands(first)[asked.seat][0] == 0, "the holder of the 3 of spades"
        assert all(isinstance(play, Play) and play.cards[0] < 4 for play in GAME.legal(first, asked.seat))
        assert result is not None
        assert sum(result.points) == 0


def test_normal_players_beat_random_ones() -> None:
    dice, points = SeededDice(7), 0
    for _ in range(30):
        run = play_match(GAME, OPTIONS, ["normal", "random", "random"], dice, rounds=1)
        points += run.rounds[0].result.points[0]
    assert points > 150
