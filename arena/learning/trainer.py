"""Learns without end: processes play, one network learns from what came of it, and everything is kept in a folder."""

import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from arena.learning.curve import draw
from arena.learning.evaluation import Learned, evaluate
from arena.learning.features import action_features
from arena.learning.folder import NETWORK, SETTING, open_folder
from arena.learning.network import Learner
from arena.learning.selfplay import Experience, SelfPlay, Setting
from arena.learning.worth import Weights, Worth

__all__ = ["Course", "train"]

_LOG, _CURVE, _KEPT = "log.jsonl", "curve.png", "learner.pt"


@dataclass(frozen=True, slots=True)
class Course:
    """How somebody learns. ``decisions``: of a portion that is played with the same network; ``chance``: how often something else
    than the best is tried; ``kept``: so many decisions are remembered; ``passes``: how often each is learned from;
    ``evaluation``: minutes between two looks at how strong it is, against ``against`` in so many ``deals``."""

    decisions: int = 4000
    chance: float = 0.05
    kept: int = 60_000
    passes: float = 2.0
    batch: int = 512
    evaluation: float = 2.0
    against: str = "random"
    deals: int = 100


def train(
    setting: Setting,
    folder: Path,
    minutes: float,
    *,
    course: Course | None = None,
    workers: int = 1,
    seed: int = 0,
    progress: bool | None = None,
) -> None:
    """Learn for some minutes, from where the folder stands; interrupted (Ctrl-C) it keeps what it has.

    ``ValueError`` if the folder has learned something else.
    """  # fmt: skip
    plan = course or Course()
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / SETTING).exists():
        known, _ = open_folder(setting.game, folder)
        if known != setting:
            raise ValueError(f"{folder}: has learned {known}; choose another folder for {setting}")
    env = setting.env(seed)
    done = action_features(env, np.zeros((1, env.legal_features_size), dtype=np.float32)).size
    learner = Learner(env.observation_size, done, seed)
    told = _told(folder)
    if (folder / _KEPT).exists():
        learner.load(folder / _KEPT)
    log = _Log(folder, told)
    _keep(folder, setting, learner)
    began = time.monotonic()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each process plays on one core
    context = multiprocessing.get_context("spawn")
    memory: deque[Experience] = deque()
    rng = np.random.default_rng(seed + len(told))
    bar = tqdm(total=minutes * 60, unit="s", file=sys.stderr, disable=None if progress is None else not progress)
    with bar, ProcessPoolExecutor(workers, context, _attend, (setting, seed + 1000 * len(told))) as pool:
        try:
            playing: set[Future[Experience]] = {
                pool.submit(_portion, learner.weights(), plan.decisions, plan.chance) for _ in range(workers)
            }
            evaluated = began
            while True:
                finished, playing = wait(playing, return_when=FIRST_COMPLETED)
                weights = learner.weights()
                for _ in finished:
                    playing.add(pool.submit(_portion, weights, plan.decisions, plan.chance))
                for one in finished:
                    experience = one.result()
                    memory.append(experience)
                    while sum(len(part.worth) for part in memory) > plan.kept and len(memory) > 1:
                        memory.popleft()
                    error = learner.learn(
                        memory, round(plan.passes * len(experience.worth) / plan.batch), plan.batch, rng
                    )
                    log.count(experience, error)
                spent = time.monotonic() - began
                bar.update(min(spent, 60 * minutes) - bar.n)
                if spent >= 60 * minutes:
                    break
                if time.monotonic() - evaluated > plan.evaluation * 60:
                    _keep(folder, setting, learner)
                    log.look(setting, learner, plan)
                    bar.set_description(log.last)
                    evaluated = time.monotonic()
        except KeyboardInterrupt:
            pass
        finally:
            for waiting in playing:
                waiting.cancel()
            _keep(folder, setting, learner)
    log.look(setting, learner, plan)


class _Log:
    """What has been learned so far, a line of JSON each time somebody looked, and the picture of it."""

    def __init__(self, folder: Path, told: list[dict[str, Any]]) -> None:
        self._folder, self._told = folder, told
        self._before = told[-1]["minutes"] if told else 0.0
        self._began = time.monotonic()
        self._rounds = told[-1]["played"] if told else 0
        self._decisions = told[-1]["decisions"] if told else 0
        self._error = 0.0
        self.last = ""

    def count(self, experience: Experience, error: float) -> None:
        """Count what has been played and learned from; ``error``: mean squared, before learning."""
        self._rounds += experience.rounds
        self._decisions += len(experience.worth)
        self._error = error

    def look(self, setting: Setting, learner: Learner, plan: Course) -> None:
        """Evaluate, write a line, draw the picture."""
        minutes = self._before + (time.monotonic() - self._began) / 60
        agent = Learned(Worth(learner.weights()), setting.env(0))
        outcome = evaluate(agent, setting, plan.against, plan.deals, seed=10_000_000, progress=False)
        line = {
            "minutes": round(minutes, 2), "played": self._rounds, "decisions": self._decisions, "error": round(self._error, 4),
            **outcome.to_json(),
        }  # fmt: skip
        self._told.append(line)
        with (self._folder / _LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        draw(self._told, self._folder / _CURVE)
        self.last = f"{outcome.won.value:.0%} against {plan.against}"
        print(f"{minutes:.1f} min, {self._rounds:,} rounds: {outcome.summary()}", flush=True)  # noqa: T201


def _told(folder: Path) -> list[dict[str, Any]]:
    file = folder / _LOG
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def _keep(folder: Path, setting: Setting, learner: Learner) -> None:
    """Write everything, each file whole or not at all."""
    (folder / SETTING).write_text(json.dumps(asdict(setting)), "utf-8")
    part = folder / "part.npz"
    weights: Any = learner.weights()
    np.savez_compressed(part, **weights)
    part.replace(folder / NETWORK)
    learner.save(folder / "part.pt")
    (folder / "part.pt").replace(folder / _KEPT)


# -- in the processes that play

_player: SelfPlay | None = None


def _attend(setting: Setting, seed: int) -> None:
    """Prepare a process that plays: it leaves signals to its parent, and ends when that does, however it ends."""
    global _player
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait_for([parent.sentinel])
        os._exit(0)

    threading.Thread(target=follow, name="parent", daemon=True).start()
    _player = SelfPlay(setting, seed + os.getpid())


def _portion(weights: Weights, decisions: int, chance: float) -> Experience:
    assert _player is not None, "the process has begun"
    return _player.play(weights, decisions, chance)
