"""Every scenario and query in ``tests/scenarios`` holds, and every game has some."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games import GAMES
from games.check import Failure, run_query, run_scenario
from games.scenario import read_scenario, read_scenarios

FOLDER = Path(__file__).parent.parent / "scenarios"
RULES = Path(__file__).parent.parent.parent / "docs" / "rules"

SCENARIOS = [
    pytest.param(raw, id=f"{file.stem}: {raw['title']}")  # type: ignore[index,call-overload]  # scenarios have a title
    for file in sorted(FOLDER.rglob("*.json"))
    for raw in read_scenarios(file.read_text(encoding="utf-8"))
]
QUERIES = [
    pytest.param(json.loads(line), id=f"{file.stem}: {number}")
    for file in sorted(FOLDER.rglob("*.jsonl"))
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
]


@pytest.mark.parametrize("raw", SCENARIOS)
def test_scenario_holds(raw: dict[str, object]) -> None:
    failure: Failure | None = run_scenario(read_scenario(raw))  # type: ignore[arg-type]  # JSON
    assert failure is None, str(failure)


@pytest.mark.parametrize("query", QUERIES)
def test_query_holds(query: dict[str, object]) -> None:
    run_query(query)  # type: ignore[arg-type]  # JSON


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_scenarios_queries_and_a_rule_sheet(key: str) -> None:
    assert list((FOLDER / key).glob("*.json"))
    assert list((FOLDER / key).glob("*.jsonl"))
    assert (RULES / f"{key}.md").is_file()
