"""A match as text: exported, checked, loaded and replayed, it is the same match."""

import json
from typing import Any

import pytest

from games import GAMES
from games.base.errors import GameError
from games.check import run_scenario
from games.contract import Deal, Game
from games.record import Record, RoundRecord, deal_keys, deal_of, export, load, replay, scenario_text
from games.scenario import ScenarioError, load_json, read_scenario, usual_players
from games.simulate import MatchRun, SeededDice, play_match, play_round
from games.simulate import chooser as chooser_of
from tests.seeds import seeds


def a_match(game: Game[Any], seed: int, rounds: int = 3) -> MatchRun:
    options = game.option_set.complete({})
    return play_match(game, options, ["random"] * usual_players(game), SeededDice(seed), rounds=rounds)


@pytest.mark.parametrize("seed", seeds(3, 16))
def test_an_exported_match_is_accepted_by_the_checker(game: Game[Any], seed: int) -> None:
    text = scenario_text(export(a_match(game, seed).record("an evening")))
    raw = load_json(text)
    assert raw["title"] == "an evening"
    assert [set(step) for step in raw["steps"] if isinstance(step, dict)].count({"expect"}) >= 2
    assert run_scenario(read_scenario(raw)) is None


@pytest.mark.parametrize("seed", seeds(2, 8))
def test_a_replayed_match_gives_the_same_states_views_and_result(game: Game[Any], seed: int) -> None:
    run = a_match(game, seed)
    frames = list(replay(run.record()))
    assert frames == list(replay(run.record()))
    for number, played in enumerate(run.rounds):
        last = [frame for frame in frames if frame.round == number][-1]
        assert last.step == len(played.record.actions)
        assert game.result(last.state) == played.result


def test_an_exported_match_loads_as_the_same_match(game: Game[Any]) -> None:
    run = a_match(game, 5)
    loaded = load(read_scenario(load_json(scenario_text(export(run.record())))))
    counted = [played for played in run.rounds if not played.result.void]
    assert [played.actions for played in loaded.rounds] == [played.record.actions for played in counted]
    ends = [game.facts(frame.state) for frame in replay(loaded) if game.result(frame.state)]
    assert [facts["points"] for facts in ends] == [list(played.result.points) for played in counted]


def test_a_wrong_expectation_in_an_export_is_noticed(game: Game[Any]) -> None:
    raw = export(a_match(game, 6).record())
    steps = raw["steps"]
    assert isinstance(steps, list)
    last = steps[-1]
    assert isinstance(last, dict)
    wanted = last["expect"]
    assert isinstance(wanted, dict)
    wanted["points"] = [99, 0, -99]
    found = run_scenario(read_scenario(raw))
    assert found is not None
    assert found.step == len(steps)


def test_an_unfinished_round_is_never_exported(game: Game[Any]) -> None:
    run = a_match(game, 7, rounds=1)
    played = run.rounds[-1].record
    cut = RoundRecord(played.deal, played.carry, played.actions[:-1])
    with pytest.raises(ScenarioError):
        export(Record(game.key, run.options, (cut,)))
    both = export(Record(game.key, run.options, (played, cut)))
    assert json.dumps(both).count('"hands"') == json.dumps(export(Record(game.key, run.options, (played,)))).count(
        '"hands"'
    )


def test_a_void_deal_is_not_exported_because_its_hands_are_not_shown() -> None:
    game = GAMES["doudizhu"]
    options = game.option_set.complete({})
    deals = [game.deal(options, 3, {}, SeededDice(seed)) for seed in range(2)]
    leader = int(str(deals[0].keys["leader"]))
    passes = tuple(((leader + turn) % 3, "pass") for turn in range(3))
    void = RoundRecord(deals[0], {}, passes)
    dice = SeededDice(3)
    second = play_round(game, options, deals[1], {}, [chooser_of(game, "random", dice)] * 3, dice)
    assert not second.result.void
    text = scenario_text(export(Record("doudizhu", options, (void, second.record))))
    assert deal_keys(deals[0])["hands"] != deal_keys(deals[1])["hands"]
    assert json.dumps(deal_keys(deals[0])["hands"])[1:-1] not in text
    assert run_scenario(read_scenario(load_json(text))) is None


def test_a_deal_is_written_in_the_keys_of_the_notation(game: Game[Any]) -> None:
    deal = game.deal(game.option_set.complete({}), usual_players(game), {}, SeededDice(1))
    assert deal_of(json.loads(json.dumps(deal_keys(deal)))) == deal
    assert deal_of(deal_keys(deal), follows=True) == Deal(deal.hands, deal.stock, deal.keys, follows=True)
    with pytest.raises(ScenarioError):
        deal_of({"hands": "3s"})


def test_a_scenario_with_open_suits_can_be_replayed() -> None:
    raw: dict[str, Any] = {
        "game": "doudizhu",
        "start": {"hands": ["3 3 9", "4 4 K", "5 6 7"]},
        "steps": ["0: play 3 3", {"illegal": "1: play K"}, {"expect": {"to_act": [1]}}, "1: play 4 4"],
    }
    record = load(read_scenario(raw))
    assert [frame.text for frame in replay(record)] == ["", "0: play 3s 3h", "1: play 4s 4h"]
    raw["steps"].append("2: play 8")
    with pytest.raises(GameError):
        load(read_scenario(raw))


def test_an_unknown_level_is_refused_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match="random, easy, normal"):
        chooser_of(GAMES["doudizhu"], "godlike", SeededDice(0))
