"""Rounds a second by each native core: uniformly random choices from the deal to the points, on one processor, in one run.

``python -m bench.cores [GAME …] [--seconds S]``. Rates are told by the wall clock, and of one processor: by the processor time
that was spent.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from typing import Any

from bench.rates import Calls, Rounds, rate_of_rounds
from games import GAMES
from games.contract import Game
from games.kit.native import Round
from games.simulate import SeededDice

__all__ = ["core_calls", "core_rounds", "has_core", "main"]

Starts = Callable[[int], Iterator[Any]]


def has_core(game: str) -> bool:
    """Whether somebody has written a core for a game, built or not."""
    try:
        import_module(f"games.{game}.native")
    except ModuleNotFoundError:
        return False
    return True


def _begun(game: str, state: Any) -> Round:
    found: Round | None = import_module(f"games.{game}.native").going_on(state)
    if found is None:
        raise ImportError("no core", name=f"games.{game}.native.core")
    return found


def core_rounds(game: str, starts: Starts) -> Rounds:
    """Whole rounds by the core, under the house rules of what it starts from."""
    rules, seeds = _begun(game, next(starts(1))).rules(), count()
    return lambda: rules.random_rounds(1, next(seeds))


def core_calls(game: str, starts: Starts, rounds: int) -> Calls:
    """Legal actions by the core, of every position of so many rounds."""
    states, random, positions = starts(2), Random(2), list[tuple[Round, int]]()
    for _ in range(rounds):
        round_ = _begun(game, next(states))
        while asked := round_.asked():
            seat = min(asked)
            positions.append((round_.copy(), seat))
            round_.step(seat, random.choice(memoryview(round_.legal(seat)).cast("i")))

    def run() -> int:
        for round_, seat in positions:
            round_.legal(seat)
        return len(positions)

    return run


def _dealt(game: Game[Any], seed: int) -> Iterator[Any]:
    options, dice = game.option_set.complete({}), SeededDice(seed)
    while True:
        yield game.start(options, game.deal(options, max(game.seats), {}, dice), {}).state


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.cores", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *filter(has_core, GAMES)], help="which games; all")
    parser.add_argument("--seconds", type=float, default=2.0, help="for how long each is measured")
    arguments = parser.parse_args()
    for key in arguments.games or filter(has_core, GAMES):
        game = GAMES[key]
        play = core_rounds(key, partial(_dealt, game))
        began, spent = time.perf_counter(), time.process_time()
        rate = rate_of_rounds(play, arguments.seconds)
        share = (time.process_time() - spent) / (time.perf_counter() - began)
        print(f"{key}: {rate:,.0f} random rounds a second, {rate / share:,.0f} of one processor")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
