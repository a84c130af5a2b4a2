"""Steps a second of many tables at once (``arena.vec``), with all that is observed: uniformly random choices from Python.

``python -m bench.tables [GAME …] [--seconds S] [--tables N] [--threads T] [--processes P] [--features] [--opponents LEVEL]``. One
action at one table is a step. Rates are told by the wall clock, and of one processor: by the processor time that was spent.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import Barrier
from typing import Any

import numpy as np

import arena
from bench.rates import Calls
from games import GAMES

__all__ = ["main", "vec_steps"]

_READY: Any = None


def vec_steps(game: str, tables: int = 256, *, features: bool = False, **about: Any) -> Calls:
    """Steps by chance of so many tables."""
    many, dice = arena.vec(game, tables, **about), np.random.default_rng(1)
    many.reset()

    def run() -> int:
        counts = np.diff(many.offsets)
        if features:
            assert len(many.features) == many.offsets[-1]
        many.step(many.ids[many.offsets[:-1] + (dice.random(tables) * counts).astype(np.int64)])
        return tables

    return run


def _meet(barrier: Any) -> None:
    global _READY
    _READY = barrier


def _measured(game: str, seed: int, seconds: float, about: dict[str, Any]) -> tuple[int, float, float]:
    run, steps = vec_steps(game, seed=seed, **about), 0
    run()
    if _READY is not None:
        _READY.wait()
    began, spent = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        steps += run()
    return steps, time.perf_counter() - began, time.process_time() - spent


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], help="which games; all")
    parser.add_argument("--seconds", type=float, default=2.0, help="for how long each is measured")
    parser.add_argument("--tables", type=int, default=256, help="how many in each process")
    parser.add_argument("--threads", type=int, default=1, help="of each process")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--features", action="store_true", help="describe every legal action too")
    parser.add_argument("--opponents", help="a level on all seats but one")
    given = parser.parse_args()
    about = {
        "tables": given.tables, "threads": given.threads, "features": given.features, "opponents": given.opponents,
    }  # fmt: skip
    for game in given.games or GAMES:
        numbers = range(given.processes)
        if given.processes == 1:
            told = [_measured(game, 0, given.seconds, about)]
        else:
            with ProcessPoolExecutor(given.processes, initializer=_meet, initargs=(Barrier(given.processes),)) as pool:
                waiting = [pool.submit(_measured, game, number, given.seconds, about) for number in numbers]
                told = [one.result() for one in waiting]
        rate = sum(steps / wall for steps, wall, _ in told)
        of_one = sum(steps for steps, _, _ in told) / sum(spent for _, _, spent in told)
        by = "" if arena.vec(game, 1).native else ", by the rules"
        print(f"{game}: {rate:,.0f} steps a second, {of_one:,.0f} of one processor{by}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
