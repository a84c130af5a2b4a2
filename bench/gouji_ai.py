"""Strength and speed of the Gou Ji AI: rounds by team points, points a round, milliseconds a move.

``python -m bench.gouji_ai [--json FILE] [--rounds N]``. Full deals under the standard rules, first rounds without dues, the
leader drawn; the three seats of one team against the three of the other, both teams in turn. A round counts for the team
with more points, half for each if they are equal; a round that is thrown in is dealt again. Players see views only.
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

from games.gouji import GAME
from games.simulate import Chooser, SeededDice, chooser, wilson

OPTIONS = GAME.option_set.complete({})


class Watched:
    """A level, with a stopwatch by kind of question."""

    def __init__(self, level: str, seed: str) -> None:
        self._choose: Chooser = chooser(GAME, level, SeededDice(seed))
        self.seconds: dict[str, list[float]] = {}

    def __call__(self, state: Any, seat: int) -> Any:
        why = next(entry.why for entry in GAME.awaited(state) if entry.seat == seat)
        began = time.perf_counter()
        action = self._choose(GAME, state, seat)
        self.seconds.setdefault(why, []).append(time.perf_counter() - began)
        return action


def play(ours: Watched, theirs: Watched, mine: int, seed: str) -> tuple[int, int] | None:
    """The team points of one round, ours first; ``None`` if it was thrown in."""
    dice = SeededDice(seed)
    state = GAME.start(OPTIONS, GAME.deal(OPTIONS, 6, {}, dice), {}).state
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        player = ours if seat % 2 == mine else theirs
        state = GAME.apply(state, seat, player(state, seat)).state
    result = GAME.result(state)
    assert result is not None
    if result.void:
        return None
    points = result.points
    return sum(points[mine::2]), sum(points[1 - mine :: 2])


def against(level: str, other: str, rounds: int, seed: str = "") -> tuple[dict[str, float], dict[str, list[float]]]:
    """So many rounds of one level against another: the share with its interval, points a round; seconds a move."""
    ours, theirs = Watched(level, f"{seed}ours"), Watched(other, f"{seed}theirs")
    margins: list[int] = []
    number = 0
    while len(margins) < rounds:
        number += 1
        points = play(ours, theirs, number % 2, f"{seed}{number}")
        if points is None:
            continue
        margins.append(points[0] - points[1])
        if len(margins) % 100 == 0:
            print(f"{level} against {other}: {len(margins)} rounds", file=sys.stderr, flush=True)
    ahead = sum(margin > 0 for margin in margins) + sum(margin == 0 for margin in margins) / 2
    low, high = wilson(round(ahead), len(margins))
    mean = sum(margins) / len(margins)
    spread = sqrt(sum((margin - mean) ** 2 for margin in margins)) / len(margins)
    figures = {"rounds": len(margins), "share": ahead / len(margins), "low": low, "high": high, "margin": mean,
               "margin_error": 1.96 * spread}  # fmt: skip
    return figures, ours.seconds


def figures(rounds: int) -> Mapping[str, Any]:
    """Everything that this section measures."""
    found, by_why = against("normal", "random", rounds)
    seconds = sorted(second for spent in by_why.values() for second in spent)
    return {
        "against": {
            "normal against random": found,
            "normal against easy": against("normal", "easy", max(20, rounds // 4))[0],
            "easy against random": against("easy", "random", max(20, rounds // 4))[0],
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
    parser = argparse.ArgumentParser(prog="python -m bench.gouji_ai", description=__doc__)
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--rounds", type=int, default=400, help="rounds against random play (default: %(default)s)")
    arguments = parser.parse_args()
    found = figures(arguments.rounds)
    text = json.dumps(found, indent=1)
    print(text)
    if arguments.json:
        arguments.json.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
