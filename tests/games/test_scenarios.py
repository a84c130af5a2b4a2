"""Every scenario and query in ``tests/scenarios`` holds, and every game has some."""

import json
from pathlib import Path

import pytest

from games import GAMES
from games.check import Failure, run_query, run_scenario
from games.contract import Json
from games.scenario import read_scenario, read_scenarios
from tests.cases import all_hold

FOLDER = Path(__file__).parent.parent / "scenarios"
RULES = Path(__file__).parent.parent.parent / "docs" / "rules"

SCENARIOS = sorted(FOLDER.rglob("*.json"))
QUERIES = sorted(FOLDER.rglob("*.jsonl"))


def named(file: Path) -> str:
    return str(file.relative_to(FOLDER))


def scenario_holds(raw: Json) -> None:
    failure: Failure | None = run_scenario(read_scenario(raw))
    assert failure is None, str(failure)


@pytest.mark.parametrize("file", SCENARIOS, ids=named)
def test_the_scenarios_of_a_file_hold(file: Path) -> None:
    scenarios = read_scenarios(file.read_text(encoding="utf-8"))
    all_hold(((str(raw["title"]), raw) for raw in scenarios), scenario_holds)  # type: ignore[index,call-overload]  # all have one


@pytest.mark.parametrize("file", QUERIES, ids=named)
def test_the_queries_of_a_file_hold(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    all_hold(((f"line {number}", json.loads(line)) for number, line in enumerate(lines, start=1)), run_query)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_scenarios_queries_and_a_rule_sheet(key: str) -> None:
    assert list((FOLDER / key).glob("*.json"))
    assert list((FOLDER / key).glob("*.jsonl"))
    assert (RULES / f"{key}.md").is_file()
