"""Players that learn: what they are shown, what they keep, and how strong they are found to be."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.__main__ import main
from arena.environment import Environment
from arena.learning.evaluation import Learned, evaluate
from arena.learning.features import action_features, scales
from arena.learning.seated import choose
from arena.learning.selfplay import SelfPlay, Setting
from arena.learning.worth import WEIGHTS, Worth, fresh_weights

SMALL = Setting("gandengyan", players=2)
needs_torch = pytest.mark.skipif(
    not (find_spec("torch") and find_spec("matplotlib")), reason="needs what learns: pip install 'paiju[learn]'"
)


def fresh(setting: Setting) -> dict[str, Any]:
    env = setting.env(0)
    env.reset()
    rows = action_features(env, env.legal_features())
    return fresh_weights(env.observation_size, rows.shape[1], wide=16, narrow=8)


@pytest.mark.parametrize("game", ["doudizhu", "gongzhu", "guandan"])
def test_legal_actions_look_different_and_alike_in_every_position(game: str) -> None:
    env = Setting(game).env(1)
    known: dict[int, bytes] = {}
    for _ in range(3):
        env.reset()
        while not env.terminations[env.agent_selection]:
            numbers = env.legal_actions()
            described = [row.tobytes() for row in action_features(env, env.legal_features())]
            if game != "guandan":  # there one set of cards may be played in several readings
                assert len(set(described)) == len(numbers)
            for number, row in zip(numbers, described, strict=True):
                assert known.setdefault(number, row) == row
            assert np.abs(env.observation(env.agent_selection) * scales(env.planes)).max() <= 1.0
            env.step(numbers[len(numbers) // 2])


def test_what_is_remembered_is_what_came_of_it() -> None:
    told = SelfPlay(SMALL, seed=3, tables=4).play(fresh(SMALL), decisions=200, chance=0.5)
    assert len(told.seen) == len(told.done) == len(told.worth) >= 200
    assert set(told.worth) == {-1.0, 1.0}
    assert told.rounds >= 4
    again = SelfPlay(SMALL, seed=3, tables=4).play(fresh(SMALL), decisions=200, chance=0.5)
    assert (again.seen == told.seen).all()
    assert (again.worth == told.worth).all()


def test_many_positions_at_once_are_worth_what_each_is() -> None:
    rng = np.random.default_rng(1)
    seen, done = rng.random((3, 7), dtype=np.float32), rng.random((5, 4), dtype=np.float32)
    weights = fresh_weights(7, 4, wide=6, narrow=5, seed=2)
    which = np.array([0, 0, 1, 2, 2])
    together = Worth(weights).of(seen, done, which)
    for row, value in enumerate(together):
        first = np.maximum(seen[which[row]] @ weights["seen"] + done[row] @ weights["done"] + weights["first"], 0)
        second = np.maximum(first @ weights["middle"] + weights["second"], 0)
        assert value == pytest.approx((second @ weights["last"] + weights["third"]).item(), rel=1e-5)


def lowest(env: Environment) -> int:
    return sorted(env.legal_actions())[-1]


def test_who_plays_beats_who_plays_by_chance() -> None:
    outcome = evaluate(lowest, SMALL, "random", 40, seed=1)
    won = outcome.won.interval
    assert won.low > 0.5
    assert outcome.to_json()["rounds"] == 80, "every deal from both seats"
    assert evaluate(lowest, SMALL, "random", 40, seed=1).to_json() == outcome.to_json()
    assert "40 deals from all sides" in outcome.summary()


def test_a_team_is_played_by_one_player() -> None:
    env = Setting("guandan").env(1)
    agent = Learned(Worth(fresh(Setting("guandan"))), env)
    outcome = evaluate(agent, Setting("guandan"), "random", 2)
    assert outcome.to_json()["rounds"] == 4, "two teams, so each deal twice"


@pytest.mark.parametrize("game", ["doudizhu", "gandengyan", "gongzhu"])
def test_at_anybodys_table_it_plays_as_in_the_environment(game: str, tmp_path: Path) -> None:
    setting = Setting(game)
    (tmp_path / "setting.json").write_text(json.dumps({"game": game}))
    np.savez(tmp_path / "network.npz", **fresh(setting))
    env = setting.env(4)
    env.reset()
    agent = Learned(Worth.load(tmp_path / "network.npz"), env)
    while not env.terminations[env.agent_selection]:
        seat, state = env.possible_agents.index(env.agent_selection), env.state_now
        number = agent(env)
        seen = choose(tmp_path, env.game.view(state, seat), tuple(env.game.legal(state, seat)))
        assert seen is not None
        assert env.interface.number(seen, state, seat) == number
        env.step(number)


def test_levels_that_are_none_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no level 'best' in gandengyan: random, easy"):
        evaluate(lowest, SMALL, "best", 1)
    assert main(["evaluate", "gandengyan", str(tmp_path)]) == 2
    assert "nobody has learned anything here" in capsys.readouterr().err


@needs_torch
def test_it_learns_what_comes_of_actions() -> None:
    from arena.learning.network import Learner

    told = SelfPlay(SMALL, seed=1, tables=4).play(fresh(SMALL), decisions=400, chance=1.0)
    learner = Learner(told.seen.shape[1], told.done.shape[1])
    rng = np.random.default_rng(0)
    before = learner.learn([told], 5, 64, rng)
    learner.learn([told], 150, 64, rng)
    assert learner.learn([told], 5, 64, rng) < before / 2
    rows = np.arange(10)
    seen, done = told.seen[rows].astype(np.float32), told.done[rows].astype(np.float32)
    by_torch = learner._worth(learner._tensor([seen]), learner._tensor([done])).detach().numpy()
    assert Worth(learner.weights()).of(seen, done, rows) == pytest.approx(by_torch, rel=1e-3, abs=1e-4)
    assert set(learner.weights()) == set(WEIGHTS)


@needs_torch
def test_training_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from arena.learning.trainer import Course, train

    course = Course(decisions=100, deals=3)
    train(SMALL, tmp_path, 0.001, course=course)
    train(SMALL, tmp_path, 0.001, course=course)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text("utf-8").splitlines()]
    assert len(lines) == 2
    assert lines[1]["played"] > lines[0]["played"] > 0
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    capsys.readouterr()
    assert main(["evaluate", "gandengyan", str(tmp_path), "--against", "random", "-n", "3", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["rounds"] == 6
    assert len(figures["won"]) == 3
    assert main(["evaluate", "doudizhu", str(tmp_path)]) == 2
    assert "learned gandengyan, not doudizhu" in capsys.readouterr().err
    assert main(["train", "gandengyan", "--players", "3", "--minutes", "1", "--out", str(tmp_path)]) == 2
    assert "choose another folder" in capsys.readouterr().err


def test_the_page_about_training_has_an_example_that_learns() -> None:
    text = (Path(__file__).parents[2] / "docs" / "training.md").read_text("utf-8")
    code = text.split("```python\n")[1].split("```")[0]
    assert len(code.splitlines()) <= 62
    named: dict[str, Any] = {}
    exec(compile(code, "docs/training.md", "exec"), named)
    assert named["outcome"].won.interval.low > 0.5
