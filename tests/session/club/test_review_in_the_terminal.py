"""``paiju review``: a round from a file, judged in words and as JSON; files that are none."""

import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.reviews import Review
from games import GAMES
from games.record import export, scenario_text
from games.simulate import SeededDice, play_match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    game = GAMES["gandengyan"]
    options = game.option_set.complete({})
    run = play_match(game, options, ["easy", "normal", "strong", "easy"], SeededDice(5), rounds=2)
    path = tmp_path / "round.json"
    path.write_text(scenario_text(export(run.record("an evening"))), encoding="utf-8")
    return path


def test_rounds_of_a_file_are_judged(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--json"]) == 0
    judged = [Review.read(line) for line in capsys.readouterr().out.splitlines()]
    assert len(judged) == 2
    assert all(one.score(seat).decisions for one in judged for seat in range(4))
    assert main(["review", str(file)]) == 0
    english = capsys.readouterr().out
    assert "Review of an evening – 1 · Gan Deng Yan" in english
    assert english.count("What decided it") == 2
    assert main(["review", str(file), "--language", "zh"]) == 0
    assert "准确率" in capsys.readouterr().out


def test_what_is_no_round_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.json"
    path.write_text(json.dumps({"game": "gandengyan"}), encoding="utf-8")
    assert main(["review", str(path)]) != 0
    assert main(["review", str(tmp_path / "missing.json")]) != 0
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert "cannot be read" in told
