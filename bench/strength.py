"""Strength and speed of a game's AI players: rounds won, points a round, milliseconds a move.

``python -m bench.strength GAME [--json FILE] [--rounds N]``. Whole rounds from fresh deals, one level against another, the
seats of both in turn; void rounds are dealt again. Players see views only. How a game's players sit and what counts stands
in ``CONTESTS``; a game that is not named there is measured as ``Contest()`` says. Dou Dizhu has more to measure: ``bench.ai``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any, Final

from arena.figures import wilson
from games import GAMES
from games.contract import Carry, Game, RoundResult
from games.simulate import Chooser, SeededDice, chooser

__all__ = ["CONTESTS", "Contest", "against", "contest_of"]

_LEAST: Final = 20
"""Rounds that even a glance plays."""
_ROUNDS_OF_A_MATCH: Final = 60
Figures = dict[str, float]


def alone(points: Sequence[int], mine: int) -> float:
    """What our one seat has won."""
    return points[mine]


def sides(points: Sequence[int], mine: int) -> float:
    """The points of every other seat, less those of the seats between."""
    return sum(points[mine::2]) - sum(points[1 - mine :: 2])


@dataclass(frozen=True, slots=True)
class Contest:
    """How the players of a game are measured.

    ``players`` sit down (``None``: as many as can); ``margin`` is what counts in a round and, as ``teams``, whether every other
    seat is ours or one alone. ``matches``: rounds follow each other until a match is over. ``rounds`` are played against random
    players, a share of them between the other levels (``easy_normal``, ``easy_random``). ``deviations``: half the width of the
    margin's interval. ``variants``: all numbers of players and presets too.
    """

    players: int | None = None
    margin: Callable[[Sequence[int], int], float] = alone
    teams: bool = False
    matches: bool = False
    rounds: int = 1_000
    easy_normal: float = 0.25
    easy_random: float = 0.25
    deviations: float = 1.96
    variants: bool = False


CONTESTS: Final[Mapping[str, Contest]] = {
    "guandan": Contest(teams=True, matches=True, rounds=2_000, easy_normal=0.2, easy_random=0.2),
    "gouji": Contest(margin=sides, teams=True, rounds=400),
    "gongzhu": Contest(margin=sides, teams=True, rounds=1_000, easy_normal=0.5, easy_random=1.0),
    "liujiatong": Contest(margin=sides, teams=True, rounds=300),
    "gandengyan": Contest(players=4, rounds=2_000, easy_normal=1.0, deviations=2.576, variants=True),
}
"""Guandan counts the levels that one seat of a team rises, all others points."""


def contest_of(key: str) -> Contest:
    """How a game is measured."""
    return CONTESTS.get(key, Contest())


class Watched:
    """A level, with a stopwatch by kind of question."""

    def __init__(self, game: Game[Any], level: str, seed: str) -> None:
        self._choose: Chooser = chooser(game, level, SeededDice(seed))
        self.seconds: dict[str, list[float]] = {}

    def __call__(self, game: Game[Any], state: Any, seat: int, why: str) -> Any:
        began = time.thread_time()
        action = self._choose(game, state, seat)
        self.seconds.setdefault(why, []).append(time.thread_time() - began)
        return action


def rounds_of(
    game: Game[Any], contest: Contest, options: Any, players: int, ours: Watched, theirs: Watched
) -> Iterator[tuple[RoundResult, int]]:
    """Rounds without end that are not void, each with the first of our seats."""
    match = 0
    while True:
        match += 1
        mine = match % (2 if contest.teams else players)
        carry: Carry = {}
        for number in range(1, _ROUNDS_OF_A_MATCH if contest.matches else 2):
            dice = SeededDice(f"{match}.{number}")
            state = game.start(options, game.deal(options, players, carry, dice), carry).state
            while awaited := game.awaited(state):
                seat, why = awaited[0].seat, awaited[0].why
                is_ours = seat % 2 == mine if contest.teams else seat == mine
                state = game.apply(state, seat, (ours if is_ours else theirs)(game, state, seat, why)).state
            result = game.result(state)
            assert result is not None
            if not result.void:
                yield result, mine
            if result.winner is not None:
                break
            carry = result.carry


def against(
    key: str, level: str, other: str, rounds: int, *, players: int | None = None, given: Mapping[str, Any] | None = None
) -> tuple[Figures, dict[str, list[float]]]:
    """So many rounds of one level against another: the share of rounds with more for us (half for equal ones) and what counts,
    with their intervals; and the seconds of each move by question."""
    game, contest = GAMES[key], contest_of(key)
    seats = players or contest.players or game.seats[-1]
    ours, theirs = Watched(game, level, "ours"), Watched(game, other, "theirs")
    margins: list[float] = []
    won = 0.0
    for result, mine in rounds_of(game, contest, game.option_set.complete(given or {}), seats, ours, theirs):
        margins.append(contest.margin(result.points, mine))
        won += (margins[-1] > 0) + (margins[-1] == 0) / 2
        if len(margins) % 100 == 0:
            print(f"{level} against {other}: {len(margins)} rounds", file=sys.stderr, flush=True)
        if len(margins) >= rounds:
            break
    low, high = wilson(round(won), rounds)
    mean = sum(margins) / rounds
    error = contest.deviations * sqrt(sum((margin - mean) ** 2 for margin in margins)) / rounds
    figures = {"rounds": rounds, "share": won / rounds, "low": low, "high": high, "margin": mean, "margin_error": error}
    return figures, ours.seconds


def figures(key: str, rounds: int) -> Mapping[str, Any]:
    """Everything that is measured of a game's players."""
    game, contest = GAMES[key], contest_of(key)
    found, by_why = against(key, "normal", "random", rounds)
    versus = {
        "normal against random": found,
        "normal against easy": against(key, "normal", "easy", max(_LEAST, int(rounds * contest.easy_normal)))[0],
        "easy against random": against(key, "easy", "random", max(_LEAST, int(rounds * contest.easy_random)))[0],
    }
    if contest.variants:
        fewer = max(_LEAST, rounds // 4)
        for players in (number for number in game.seats if number != contest.players):
            name = f"normal against random, {players} players"
            versus[name] = against(key, "normal", "random", fewer, players=players)[0]
        for preset in (preset for preset in game.presets if preset.options):
            name = f"normal against random, {preset.key}"
            versus[name] = against(key, "normal", "random", fewer, given=preset.options)[0]
    seconds = sorted(second for spent in by_why.values() for second in spent)
    return {
        "against": versus,
        "milliseconds_a_move": {
            "mean": 1000 * sum(seconds) / len(seconds),
            "p50": 1000 * seconds[len(seconds) // 2],
            "p99": 1000 * seconds[len(seconds) * 99 // 100],
            "max": 1000 * seconds[-1],
        },
        "most_milliseconds_by_question": {why: 1000 * max(spent) for why, spent in sorted(by_why.items())},
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench.strength", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--rounds", type=int, help="rounds against random play (default: as the game's contest says)")
    arguments = parser.parse_args()
    found = figures(arguments.game, arguments.rounds or contest_of(arguments.game).rounds)
    text = json.dumps(found, indent=1)
    print(text)
    if arguments.json:
        arguments.json.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
