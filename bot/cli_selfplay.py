"""``paiju selfplay``: AI players among themselves, with results, win rates and speed."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tqdm import tqdm

from bot.errors import CommandError
from games import GAME_NAMES, GAMES, find_game
from games.base.errors import OptionError
from games.base.options import Options
from games.contract import Game
from games.record import export, scenario_text
from games.scenario import ScenarioError
from games.simulate import MatchRun, Tally
from games.simulate import selfplay as play

__all__ = ["selfplay"]


def selfplay(arguments: argparse.Namespace) -> int:
    """Play and report. Results go to stdout, the progress bar to stderr."""
    game = _game(arguments.game)
    options = _options(game, arguments.option)
    levels = _levels(game, arguments.ai)
    players = _players(game, arguments.players)
    if arguments.n < 1:
        raise CommandError("-n: at least 1")
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    if arguments.record:
        arguments.record.mkdir(parents=True, exist_ok=True)

    tally, began = Tally(), time.perf_counter()
    unit = "round" if arguments.rounds else "match"
    with tqdm(total=arguments.n, unit=unit, file=sys.stderr, disable=None, leave=False) as bar:
        runs = play(
            game, options, levels, players=players, seed=seed,
            rounds=arguments.n if arguments.rounds else None, matches=None if arguments.rounds else arguments.n,
        )  # fmt: skip
        for run in runs:
            tally.add(run)
            if arguments.record:
                _write(run, arguments.record, tally.matches)
            bar.update(sum(not played.result.void for played in run.rounds) if arguments.rounds else 1)
    seconds = time.perf_counter() - began
    _report(tally, seconds, seed)
    return 0


def _game(name: str) -> Game[Any]:
    game = find_game(name)
    if game is None:
        later = " (not available yet)" if name in GAME_NAMES else ""
        raise CommandError(f"no game {name!r}{later}; there is: {', '.join(GAMES)}")
    return game


def _options(game: Game[Any], texts: list[str]) -> Options:
    given: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"--option {text!r}: expected NAME=VALUE")
        given[name.strip()] = value.strip()
    try:
        return game.option_set.complete(given)
    except OptionError as error:
        raise CommandError(f"--option {error}") from None


def _levels(game: Game[Any], text: str) -> tuple[str, ...]:
    known = ("random", *game.levels)
    levels = tuple(level.strip() for level in text.split(","))
    for level in levels:
        if level not in known:
            raise CommandError(f"--ai {level!r}: {game.key} has {', '.join(known)}")
    return levels


def _players(game: Game[Any], wanted: int | None) -> int | None:
    if wanted is not None and wanted not in game.seats:
        raise CommandError(f"--players {wanted}: {game.key} is played by {game.seats[0]} to {game.seats[-1]}")
    return wanted


def _write(run: MatchRun, folder: Path, number: int) -> None:
    try:
        scenario: Mapping[str, Any] = export(run.record(f"self-play, match {number}"))
    except ScenarioError:
        return  # only void deals: there is nothing to show
    (folder / f"{run.game}-{number:05}.json").write_text(scenario_text(scenario), encoding="utf-8")


def _report(tally: Tally, seconds: float, seed: int) -> None:
    print(f"{tally.matches} matches, {tally.rounds} rounds ({tally.void} void), {tally.moves} moves, seed {seed}")
    print(f"{tally.moves / seconds:,.0f} moves/s, {tally.rounds / seconds:,.1f} rounds/s")
    print(f"{'level':8} {'role':10} {'rounds':>8} {'won':>7}  {'95 % interval':17} {'points a round':>14}")
    for (level, role), total in sorted(tally.totals.items()):
        low, high = total.interval
        mean = total.points / total.rounds if total.rounds else 0.0
        interval = f"{low:7.1%} – {high:6.1%}"
        print(f"{level:8} {role or 'all':10} {total.rounds:8} {total.rate:7.1%}  {interval:17} {mean:+14.3f}")
    for level, wins in sorted(tally.match_wins.items()):
        print(f"{level:8} won {wins:g} of {tally.matches} matches")
