"""``paiju selfplay`` as somebody at a shell uses it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena import play
from bot.__main__ import main
from games.check import main as check

ROOT = Path(__file__).parents[2]


def test_figures_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "斗地主", "-n", "6", "--rounds", "--ai", "easy,random,random", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "6 matches" not in out
    assert "6 rounds" in out
    assert "landlord" in out
    assert "ms a move" in out


def test_what_nobody_knows_after_one_round_is_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "gouji", "-n", "1", "--rounds", "--ai", "random,easy", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "inf" not in out
    assert out.count("  –") >= 4


def test_figures_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    said = "selfplay gandengyan -n 3 --rounds --duplicate --workers 2 --ai easy,random --seed 7 --json"
    assert main(said.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["trials"] == 3
    assert found["rounds"] + found["void"] == 6
    assert set(found["players"]) == {"easy", "random"}
    assert {"won", "drawn", "lost", "points", "margin", "move_ms"} <= found["players"]["easy"].keys()


def test_matches_are_written_as_scenarios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = f"selfplay gongzhu -n 2 --rounds --ai random --seed 3 --record {tmp_path}"
    assert main(said.split()) == 0
    assert list(tmp_path.glob("gongzhu-*.json"))
    assert check([str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "no game 'chess'"),
        (["guandan", "--ai", "godlike"], "no level 'godlike' in guandan: random, easy, normal"),
        (["guandan", "--option", "mine"], "expected NAME=VALUE"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", *arguments]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.process
@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_was_played_counts_when_interrupted(workers: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bot", "selfplay", "gandengyan", "-n", "1000000", "--rounds", "--duplicate"]
    with subprocess.Popen(
        [*command, "--ai", "random", "--workers", workers, "--json", "--record", str(tmp_path)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True,
    ) as program:  # fmt: skip
        while not any(tmp_path.iterdir()):
            time.sleep(0.02)
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does
        out, error = program.communicate()
    assert program.returncode == 130
    found = json.loads(out)
    assert found["interrupted"] is True
    assert found["rounds"] + found["void"] == found["tables"] > 0
    assert "Traceback" not in error
    assert "interrupted" in error


def test_a_trial_counts_whole_when_interrupted_while_it_is_counted() -> None:
    seen: list[object] = []

    def watch(table: object) -> None:
        seen.append(table)
        signal.raise_signal(signal.SIGINT)

    report = play("gandengyan", ["random", "easy"], 5, duplicate=True, seed=1, watch=watch)
    assert report.interrupted
    assert report.trials == 1 < report.tables == len(seen)
