"""Random rounds under random house rules, for as long as one likes: rules, records and checks agree."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from games import GAMES
from games.check import run_scenario
from games.contract import Game
from games.record import Record, export, load, replay, scenario_text
from games.scenario import ScenarioError, load_json, read_scenario
from games.simulate import MatchRun, SeededDice, play_match
from soak.memory import assert_level, resident_mib
from tests.strategies import random_options

MOST_ROUNDS = 4


@pytest.mark.parametrize("key", sorted(GAMES))
def test_matches_under_any_house_rules_are_recorded_and_replayed_exactly(key: str, seconds: float, seed: int) -> None:
    game, number = GAMES[key], 0
    end = time.monotonic() + seconds
    while time.monotonic() < end or number == 0:
        random = Random(f"{seed}/{number}")
        options = random_options(game, random)
        levels = [random.choice(["random", "random", "random", *game.levels]) for _ in range(random.choice(game.seats))]
        run = play_match(game, options, levels, SeededDice(f"{seed}/{number}"), rounds=MOST_ROUNDS)
        try:
            _check_match(game, run)
        except Exception as error:
            error.add_note(f"match {number} of seed {seed}, options {json.dumps(dict(options))}, levels {levels}")
            raise
        number += 1


def _check_match(game: Game[Any], run: MatchRun) -> None:
    for played in run.rounds:
        assert sum(played.result.points) == 0
    frames = list(replay(run.record()))
    ends = {frame.round: game.result(frame.state) for frame in frames}
    assert ends == {number: played.result for number, played in enumerate(run.rounds)}
    if all(played.result.void for played in run.rounds):
        return
    try:
        text = scenario_text(export(run.record("an evening")))
    except ScenarioError:
        return  # nothing but rounds that are not written out
    scenario = read_scenario(load_json(text))
    assert run_scenario(scenario) is None
    again = load(scenario)
    assert _without_title(export(again)) == _without_title(json.loads(text)), "exporting what was loaded changes it"


def _without_title(scenario: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in json.loads(json.dumps(scenario)).items() if key != "title"}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_thousands_of_rounds_in_one_process_do_not_grow_it(key: str, seconds: float, seed: int) -> None:
    game, number = GAMES[key], 0
    options = game.option_set.complete({})
    samples: list[float] = []
    end, next_sample = time.monotonic() + seconds, 0.0
    while time.monotonic() < end:
        level = "random" if number % 20 else game.levels[-1]
        run = play_match(game, options, [level] * game.seats[0], SeededDice(f"{seed}/{number}"), rounds=1)
        assert list(replay(Record(run.game, run.options, run.record().rounds)))
        number += 1
        if time.monotonic() >= next_sample:
            samples.append(resident_mib())
            next_sample = time.monotonic() + seconds / 100
    assert_level(samples, allowed=8.0)
