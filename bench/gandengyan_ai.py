"""Strength and speed of the Gan Deng Yan AI: points a round, shares of rounds won, milliseconds a move.

``python -m bench.gandengyan_ai [--json FILE] [--rounds N]``. Four players under the standard rules: one of ours against three
others of one kind, in every seat in turn; the banker is drawn. Points are what a round pays. A share of a quarter is what
equals have. Players see views only.
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

from games.gandengyan import GAME
from games.simulate import Chooser, SeededDice, chooser, wilson

SEATS = 4


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


def play(ours: Watched, theirs: Watched, mine: int, seed: str, options: Any, players: int) -> tuple[int, bool] | None:
    """What our seat was paid, and whether it won the round; ``None`` if the round was void."""
    dice = SeededDice(seed)
    state = GAME.start(options, GAME.deal(options, players, {}, dice), {}).state
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        player = ours if seat == mine else theirs
        state = GAME.apply(state, seat, player(state, seat)).state
    result = GAME.result(state)
    assert result is not None
    return None if result.void else (result.points[mine], mine in result.won)


def against(
    level: str, other: str, rounds: int, given: Mapping[str, Any] | None = None, players: int = SEATS, seed: str = ""
) -> tuple[dict[str, float], list[float]]:
    """So many rounds of one level against others of another: points a round with the half-width of their interval at 99 %,
    share of rounds won with its interval at 95 %; and seconds a move."""
    ours, theirs = Watched(level, f"{seed}ours"), Watched(other, f"{seed}theirs")
    options = GAME.option_set.complete(given or {})
    points: list[int] = []
    won = number = 0
    while len(points) < rounds:
        found = play(ours, theirs, number % players, f"{seed}{number}", options, players)
        number += 1
        if found is not None:
            points.append(found[0])
            won += found[1]
        if number % 500 == 0:
            print(f"{level} against {other}: {number} rounds", file=sys.stderr, flush=True)
    mean = sum(points) / rounds
    spread = sqrt(sum((point - mean) ** 2 for point in points) / (rounds - 1) / rounds)
    low, high = wilson(won, rounds)
    figures = {"rounds": rounds, "points": mean, "points_error_99": 2.576 * spread, "share": won / rounds, "low": low,
               "high": high}  # fmt: skip
    return figures, ours.seconds


def figures(rounds: int) -> Mapping[str, Any]:
    """Everything that this section measures."""
    found, seconds = against("normal", "random", rounds)
    fewer = max(20, rounds // 4)
    by_number = {players: against("normal", "random", fewer, players=players)[0] for players in GAME.seats}
    by_preset = {
        preset.key: against("normal", "random", fewer, preset.options)[0] for preset in GAME.presets if preset.options
    }
    seconds.sort()
    return {
        "against": {
            "normal against random": found,
            "normal against easy": against("normal", "easy", rounds)[0],
            "easy against random": against("easy", "random", fewer)[0],
            **{
                f"normal against random, {players} players": one
                for players, one in by_number.items()
                if players != SEATS
            },
            **{f"normal against random, {key}": one for key, one in by_preset.items()},
        },
        "milliseconds_a_move": {
            "mean": 1000 * sum(seconds) / len(seconds),
            "p50": 1000 * seconds[len(seconds) // 2],
            "p99": 1000 * seconds[len(seconds) * 99 // 100],
            "max": 1000 * seconds[-1],
        },
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.gandengyan_ai", description=__doc__)
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
