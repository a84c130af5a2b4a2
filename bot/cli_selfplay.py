"""``paiju selfplay``: AI players among themselves, with results, win rates and speed."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena import play
from arena.table import TableRun
from bot.errors import CommandError
from games import GAMES, find_game
from games.contract import Game
from games.record import export, scenario_text
from games.scenario import ScenarioError

__all__ = ["selfplay"]

_INTERRUPTED = 130


def selfplay(arguments: argparse.Namespace) -> int:
    """Play and report. Figures go to stdout, the progress bar to stderr; what was played counts also when interrupted."""
    game = _game(arguments.game)
    written = 0

    def write(table: TableRun) -> None:
        nonlocal written
        written += 1
        _write(table, arguments.record, written)

    if arguments.record:
        arguments.record.mkdir(parents=True, exist_ok=True)
    try:
        report = play(
            game.key,
            [level.strip() for level in arguments.ai.split(",")],
            arguments.n,
            duplicate=arguments.duplicate,
            workers=arguments.workers,
            seed=arguments.seed,
            episode="round" if arguments.rounds else "match",
            options=_options(arguments.option),
            seats=arguments.players,
            watch=write if arguments.record else None,
        )
    except ValueError as error:
        raise CommandError(str(error)) from None
    print(report.to_json() if arguments.json else report.summary())
    if report.interrupted:
        print("paiju: interrupted; these are the figures of what was played", file=sys.stderr)
        return _INTERRUPTED
    return 0


def _game(name: str) -> Game[Any]:
    game = find_game(name)
    if game is None:
        raise CommandError(f"no game {name!r}; there is: {', '.join(GAMES)}")
    return game


def _options(texts: list[str]) -> dict[str, object]:
    given: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"--option {text!r}: expected NAME=VALUE")
        given[name.strip()] = value.strip()
    return given


def _write(table: TableRun, folder: Path, number: int) -> None:
    try:
        scenario: Mapping[str, Any] = export(table.match.record(f"self-play, match {number}"))
    except ScenarioError:
        return  # only void deals: there is nothing to show
    (folder / f"{table.match.game}-{number:05}.json").write_text(scenario_text(scenario), encoding="utf-8")
