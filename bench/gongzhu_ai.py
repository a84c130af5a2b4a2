"""Strength and speed of the Gong Zhu AI: points of two in opposite seats less those of the other two, milliseconds a move.

``python -m bench.gongzhu_ai [--json FILE] [--rounds N]``. Full deals under the standard rules, everybody alone, first
rounds with one round of exposing; both pairs of seats in turn. Players see views only.
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

from games.gongzhu import GAME
from games.simulate import Chooser, SeededDice, chooser

OPTIONS = GAME.option_set.complete({})


class Watched:
    """A level, with a stopwatch by kind of question."""

    def __init__(self, level: str, seed: str) -> None:
        self._choose: Chooser = chooser(GAME, level, SeededDice(seed))
        self.seconds: dict[str, list[float]] = {}

    def __call__(self, state: Any, seat: int, why: str) -> Any:
        began = time.perf_counter()
        action = self._choose(GAME, state, seat)
        self.seconds.setdefault(why, []).append(time.perf_counter() - began)
        return action


def play(ours: Watched, theirs: Watched, mine: int, seed: str) -> int:
    """One round: the points of our two seats less those of the other two."""
    dice = SeededDice(seed)
    state = GAME.start(OPTIONS, GAME.deal(OPTIONS, 4, {}, dice), {}).state
    while awaited := GAME.awaited(state):
        seat, why = awaited[0].seat, awaited[0].why
        player = ours if seat % 2 == mine else theirs
        state = GAME.apply(state, seat, player(state, seat, why)).state
    result = GAME.result(state)
    assert result is not None
    return sum(result.points[mine::2]) - sum(result.points[1 - mine :: 2])


def against(level: str, other: str, rounds: int, seed: str = "") -> tuple[dict[str, float], dict[str, list[float]]]:
    """So many rounds of one level against another: the mean difference, how far it may be off; seconds a move."""
    ours, theirs = Watched(level, f"{seed}ours"), Watched(other, f"{seed}theirs")
    margins: list[int] = []
    for number in range(rounds):
        margins.append(play(ours, theirs, number % 2, f"{seed}{number}"))
        if len(margins) % 100 == 0:
            print(f"{level} against {other}: {len(margins)} rounds", file=sys.stderr, flush=True)
    mean = sum(margins) / rounds
    error = 1.96 * sqrt(sum((margin - mean) ** 2 for margin in margins)) / rounds
    return {"rounds": rounds, "margin": mean, "margin_error": error}, ours.seconds


def figures(rounds: int) -> Mapping[str, Any]:
    """Everything that this section measures."""
    found, by_why = against("normal", "random", rounds)
    seconds = sorted(second for spent in by_why.values() for second in spent)
    return {
        "against": {
            "normal against random": found,
            "normal against easy": against("normal", "easy", max(20, rounds // 2))[0],
            "easy against random": against("easy", "random", rounds)[0],
        },
        "milliseconds_a_move": {
            "mean": 1000 * sum(seconds) / len(seconds),
            "p50": 1000 * seconds[len(seconds) // 2],
            "p99": 1000 * seconds[len(seconds) * 99 // 100],
            "max": 1000 * seconds[-1],
        },
        "most_milliseconds_by_question": {why: 1000 * max(spent) for why, spent in sorted(by_why.items())},
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.gongzhu_ai", description=__doc__)
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--rounds", type=int, default=1_000, help="rounds against random play (default: %(default)s)")
    arguments = parser.parse_args()
    found = figures(arguments.rounds)
    text = json.dumps(found, indent=1)
    print(text)
    if arguments.json:
        arguments.json.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
