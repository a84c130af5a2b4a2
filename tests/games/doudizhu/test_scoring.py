"""What a round of Dou Dizhu leaves behind. Points, factors and shares: ``test_oracle_engine`` and the scenarios."""

from games import GAMES
from games.base.notation import read_action, read_exact
from games.check import run_scenario
from games.contract import Deal
from games.record import load, replay
from games.scenario import read_scenario


def test_the_result_tells_roles_winners_and_deeds() -> None:
    game = GAMES["doudizhu"]
    options = game.option_set.complete({})
    hands = (read_exact("3s 3h 3d 3c"), read_exact("4s 5s"), read_exact("6s 7s"))
    state = game.start(options, Deal(hands), {"scores": [1, 1, -2], "deals": 2}).state
    over = game.apply(state, 0, read_action("play 3s 3h 3d 3c")).state
    result = game.result(over)
    assert result is not None
    assert result.points == (8, -4, -4)
    assert result.won == (0,)
    assert result.roles == ("landlord", "peasant", "peasant")
    assert result.feats[0]["bombs"] == 1
    assert result.feats[0]["springs"] == 1
    assert result.feats[1] == {"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}
    assert result.carry == {"scores": [9, -3, -6], "deals": 3, "out": 0}
    assert not result.void
    assert result.winner is None


def test_a_void_deal_has_no_winner_and_no_roles() -> None:
    raw = {
        "game": "doudizhu",
        "start": {"hands": ["3", "4", "5"], "stock": "6 7 8", "phase": "bid"},
        "steps": ["0: pass", "1: pass", "2: pass", {"expect": {"redeal": True, "points": [0, 0, 0]}}],
    }
    assert run_scenario(read_scenario(raw)) is None  # type: ignore[arg-type]  # JSON
    state = list(replay(load(read_scenario(raw))))[-1].state  # type: ignore[arg-type]  # JSON
    result = GAMES["doudizhu"].result(state)
    assert result is not None
    assert result.void
    assert result.won == ()
    view = GAMES["doudizhu"].view(state, None)
    assert all(seat.shown == () for seat in view.seats), "the hands of a void deal are not shown"
    assert [pile.cards for pile in view.piles] == [None]
