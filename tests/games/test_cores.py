"""What is the same in every native core: playouts, and what it refuses."""

from importlib import import_module

import pytest

from games import GAMES
from games.contract import Carry
from games.scenario import usual_players
from games.simulate import SeededDice
from tests.native import going_on_of


@pytest.mark.parametrize("key", ["doudizhu", "gandengyan", "gongzhu", "gouji", "guandan", "liujiatong"])
def test_playouts_go_to_the_end_and_change_nothing(key: str) -> None:
    game, going_on = GAMES[key], going_on_of(key)
    if going_on is None:
        pytest.skip("no native core: it was NOT tried")
    carry: Carry = {"places": [0, 1, 2, 3]} if key == "guandan" else {}
    players, options = usual_players(game), game.option_set.complete({})
    state = game.start(options, game.deal(options, players, carry, SeededDice(1)), carry).state
    round_ = going_on(state)
    assert round_ is not None
    before, ends = round_.asked(), [bytearray(8 * players * 50) for _ in range(3)]
    for seed, out in zip((1, 1, 2), ends, strict=True):
        round_.playouts(50, seed, out)
    points = memoryview(ends[0]).cast("q").tolist()
    assert key == "gongzhu" or all(sum(points[at : at + players]) == 0 for at in range(0, 50 * players, players))
    assert ends[0] == ends[1] != ends[2]
    assert round_.asked() == before


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("doudizhu", (0, 0, 0, 0, 2, 1, 1, 1, 0)),
        ("gongzhu", (1, 0, 0, 0, 0)),
        ("gouji", (0,) * 28),
        ("guandan", (0,) * 13),
    ],
)
def test_what_no_round_can_be_is_refused(key: str, rules: tuple[int, ...]) -> None:
    core = import_module(f"games.{key}.native").CORE
    if core is None:
        pytest.skip("no native core: it was NOT tried")
    with pytest.raises(ValueError, match=r"so (many|few) numbers"):
        core.Round(core.Rules(rules), [0, 1, 2])
    with pytest.raises(TypeError, match="rules are wanted"):
        core.Round(core, [0])
