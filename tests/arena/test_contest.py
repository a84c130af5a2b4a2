"""Contests: the same seed brings the same games, cards are the same from all sides, and figures are what was played."""

import json
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import pytest

from arena import play
from arena.table import TableRun
from games import GAMES
from games.base.actions import Action, Pass
from games.contract import Dice, View
from games.scenario import usual_players

TIMES = ("seconds", "moves_per_second", "move_ms")


def figures(value: object) -> object:
    if isinstance(value, dict):
        return {name: figures(one) for name, one in value.items() if name not in TIMES}
    return value


@pytest.mark.parametrize("key", GAMES)
def test_rounds_are_counted_by_seat(key: str) -> None:
    report = json.loads(play(key, ["random"], 7, seed=1).to_json())
    assert report["rounds"] == 7
    everybody = report["players"]["random"]
    assert everybody["rounds"] == 7 * usual_players(GAMES[key])
    won, drawn, lost = (everybody[name][0] for name in ("won", "drawn", "lost"))
    assert won + drawn + lost == pytest.approx(1.0, abs=1e-5)
    assert everybody["won"][1] < everybody["won"][0] < everybody["won"][2]
    assert "margin" not in everybody, "nobody else sat there"


@pytest.mark.parametrize("key", ["doudizhu", "gandengyan"])
def test_the_seed_says_how_it_goes_with_any_number_of_processes(key: str) -> None:
    seen: dict[int, list[Any]] = {}
    for workers, seed in ((1, 9), (2, 9), (1, 10)):
        tables: list[TableRun] = []
        report = play(key, ["easy", "random"], 8, workers=workers, seed=seed, duplicate=True, watch=tables.append)
        seen[10 * workers + seed] = [[table.match for table in tables], figures(json.loads(report.to_json()))]
    assert seen[19] == seen[29]
    assert seen[19][0] != seen[20][0]


@pytest.mark.parametrize("key", GAMES)
def test_each_deal_is_played_from_all_sides(key: str) -> None:
    tables: list[TableRun] = []
    report = play(key, ["easy", "random"], 2, duplicate=True, seed=3, watch=tables.append)
    hands = defaultdict(set)
    lineups = defaultdict(list)
    for at, table in enumerate(tables):
        trial = at // (len(tables) // 2)
        hands[trial].add(tuple(table.match.rounds[0].record.deal.hands))
        lineups[trial].append(table.match.levels)
    assert report.trials == 2
    assert [len(one) for one in hands.values()] == [1, 1]
    assert hands[0] != hands[1]
    sides = 3 if usual_players(GAMES[key]) == 3 else 2
    assert [len(set(one)) for one in lineups.values()] == [sides, sides]


def test_points_that_add_up_to_nothing_are_a_margin_of_both_sides() -> None:
    report = json.loads(play("guandan", ["easy", "random"], 6, duplicate=True, seed=5).to_json())
    ours, theirs = report["players"]["easy"], report["players"]["random"]
    assert report["rounds"] == 12
    assert ours["margin"][0] == pytest.approx(-theirs["margin"][0])
    assert ours["margin"][0] > 0
    assert ours["won"][0] + theirs["won"][0] == pytest.approx(1.0)


def test_players_move_on_by_a_seat_from_match_to_match() -> None:
    tables: list[TableRun] = []
    report = play(
        "doudizhu", ["random", "easy", "easy"], 3, episode="match", options={"deals": 1}, seed=0, watch=tables.append
    )
    assert [table.match.levels.index("random") for table in tables] == [0, 2, 1]
    assert report.matches == 3
    assert sum(report.matches_won.values()) == pytest.approx(3.0)


def test_counted_rounds_end_in_the_middle_of_a_match() -> None:
    tables: list[TableRun] = []
    report = play("gandengyan", ["random"], 53, seed=2, watch=tables.append)
    assert [len(table.match.rounds) for table in tables] == [10, 10, 10, 10, 10, 3]
    assert [table.match.winner is None for table in tables] == [False] * 5 + [True]
    assert report.rounds == 53
    assert report.moves == sum(times.count for times in report.times.values())


@dataclass(frozen=True)
class Timid:
    """An agent of a reader's own: plays the first thing that is offered, and passes where it may."""

    name: str = "timid"

    def think(self, view: View, dice: Dice) -> Action:
        assert view.viewer is not None
        if view.standing is not None:
            return Pass()
        return GAMES[view.game].think(view, "easy", dice)


def test_an_agent_of_ones_own_plays_in_other_processes_too() -> None:
    report = json.loads(play("gandengyan", [Timid(), "easy"], 20, duplicate=True, workers=2, seed=4).to_json())
    assert report["players"]["timid"]["margin"][2] < 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"game": "chess"}, "no game 'chess'; there is: doudizhu"),
        ({"players": ["godlike"]}, "no level 'godlike' in doudizhu: random, easy, normal"),
        ({"players": []}, "no players: doudizhu has random, easy, normal"),
        ({"n": 0}, "n: at least 1"),
        ({"workers": 0}, "workers: at least 1"),
        ({"seats": 4}, "doudizhu is played by 3 to 3, not by 4"),
        ({"preset": "mine"}, "no preset 'mine' in doudizhu"),
        ({"options": {"mine": 1}}, "mine"),
        ({"episode": "banana"}, "episode: 'round' or 'match', not 'banana'"),
    ],
)
def test_what_is_wrong_is_said(arguments: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"game": "doudizhu", "players": ["easy"], "n": 1, **arguments}
    with pytest.raises(ValueError, match=said):
        play(**given)
