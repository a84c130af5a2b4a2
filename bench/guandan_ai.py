"""Strength and speed of the Guandan AI: rounds won, levels gained, milliseconds a move.

``python -m bench.guandan_ai [--json FILE] [--rounds N]``. Matches from 2 to A under the standard rules, tributes included;
two of ours against two others, the sides in turn. Players see views only.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from typing import Any

from games.contract import Carry
from games.guandan import GAME
from games.simulate import Chooser, SeededDice, chooser, wilson

OPTIONS = GAME.option_set.complete({})


class Watched:
    """A level, with a stopwatch."""

    def __init__(self, level: str, seed: str) -> None:
        self._choose: Chooser = chooser(GAME, level, SeededDice(seed))
        self.seconds: list[float] = []

    def __call__(self, state: Any, seat: int) -> Any:
        began = time.perf_counter()
        action = self._choose(GAME, state, seat)
        self.seconds.append(time.perf_counter() - began)
        return action


def against(level: str, other: str, rounds: int) -> tuple[dict[str, float], list[float]]:
    """So many rounds of one level against another: rounds won with their interval, net levels a round; seconds a move."""
    ours, theirs = Watched(level, "ours"), Watched(other, "theirs")
    steps: list[int] = []
    match = 0
    while len(steps) < rounds:
        match += 1
        mine = match % 2
        carry: Carry = {}
        for number in range(1, 60):
            state = GAME.start(OPTIONS, GAME.deal(OPTIONS, 4, carry, SeededDice(f"{match}.{number}")), carry).state
            while awaited := GAME.awaited(state):
                seat = awaited[0].seat
                player = ours if seat % 2 == mine else theirs
                state = GAME.apply(state, seat, player(state, seat)).state
            result = GAME.result(state)
            assert result is not None
            steps.append(result.points[mine])
            if len(steps) % 100 == 0:
                print(f"{level} against {other}: {len(steps)} rounds", file=sys.stderr, flush=True)
            if result.winner is not None or len(steps) >= rounds:
                break
            carry = result.carry
    won = sum(step > 0 for step in steps)
    low, high = wilson(won, len(steps))
    mean = sum(steps) / len(steps)
    spread = sqrt(sum((step - mean) ** 2 for step in steps) / len(steps) / len(steps))
    figures = {"rounds": len(steps), "won": won / len(steps), "low": low, "high": high, "net_levels": mean,
               "net_levels_error": 1.96 * spread}  # fmt: skip
    return figures, ours.seconds


def figures(rounds: int) -> Mapping[str, Any]:
    """Everything that this section measures."""
    found, seconds = against("normal", "random", rounds)
    seconds.sort()
    return {
        "against": {
            "normal against random": found,
            "normal against easy": against("normal", "easy", max(20, rounds // 5))[0],
            "easy against random": against("easy", "random", max(20, rounds // 5))[0],
        },
        "milliseconds_a_move": {
            "mean": 1000 * sum(seconds) / len(seconds),
            "p50": 1000 * seconds[len(seconds) // 2],
            "p99": 1000 * seconds[len(seconds) * 99 // 100],
            "max": 1000 * seconds[-1],
        },
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.guandan_ai", description=__doc__)
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--rounds", type=int, default=2_000, help="rounds against random play (default: %(default)s)")
    arguments = parser.parse_args()
    found = figures(arguments.rounds)
    text = json.dumps(found, indent=1)
    print(text)
    if arguments.json:
        arguments.json.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
