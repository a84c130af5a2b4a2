# ruff: noqa: T201 -- a shell command prints
"""``python -m arena``: trains players and measures them, and lets programs of other people play (``bench.outside``)."""

import argparse
import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from games import GAMES

_OUTSIDE = ("baseline", "serve", "ladder")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m arena", description=__doc__.split(": ", 1)[1])
    parser.epilog = f"{', '.join(_OUTSIDE)} GAME: programs of other people; each has --help"
    commands = parser.add_subparsers(dest="command", required=True)
    each = argparse.ArgumentParser(add_help=False)
    each.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    each.add_argument("--seed", type=int, default=0)
    train = commands.add_parser("train", parents=[each], help="learn a game by playing it; all is kept in a folder")
    train.add_argument("--minutes", type=float, required=True, metavar="M", help="how long; started again it goes on")
    train.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    train.add_argument("--players", type=int, help="how many play, where a game has a range")
    train.add_argument("--preset", help="house rules by name")
    train.add_argument(
        "--reward", choices=("win", "points"), default="win", help="what is learned (default: %(default)s)"
    )
    train.add_argument("--against", default="random", help="whom to measure against on the way (default: %(default)s)")
    train.add_argument(
        "--every", type=float, default=2.0, metavar="MINUTES", help="between two measurements (default: %(default)s)"
    )
    measure = commands.add_parser(
        "evaluate", parents=[each], help="play what a folder has learned against a level, every deal from all sides"
    )
    measure.add_argument("folder", type=Path, metavar="FOLDER")
    measure.add_argument(
        "--against", default="random", metavar="LEVEL", help="random, easy, normal … (default: %(default)s)"
    )
    measure.add_argument("-n", type=int, default=200, metavar="N", help="deals (default: %(default)s)")
    measure.add_argument("--json", action="store_true")
    written = commands.add_parser("export", parents=[each], help="write rounds of AI players as a table (parquet)")
    written.add_argument("--rounds", type=int, required=True, metavar="N")
    written.add_argument("--out", type=Path, required=True, metavar="FILE")
    written.add_argument("--level", default="strong", help="who plays on all seats (default: %(default)s)")
    cores = max(1, (os.cpu_count() or 2) - 1)
    for command in (train, written):
        command.add_argument("--workers", type=int, default=cores, help="processes that play (default: %(default)s)")
    said = sys.argv[1:] if arguments is None else arguments
    try:
        if said and said[0] in _OUTSIDE:
            outside: Callable[[list[str]], int] = import_module("bench.outside.__main__").main
            return outside(said)
        given = parser.parse_args(said)
        return {"train": _train, "evaluate": _evaluate, "export": _export}[given.command](given)
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "matplotlib", "numpy", "gymnasium", "pettingzoo", "pyarrow"):
            raise
        extra = "export" if error.name == "pyarrow" else "learn"
        package = "paiju" if find_spec("bot") else "paiju-arena"
        print(f"{error.name} is missing: pip install '{package}[{extra}]'", file=sys.stderr)
        return 2


def _train(given: Any) -> int:
    from arena.learning.selfplay import Setting
    from arena.learning.trainer import Course, train

    setting = Setting(given.game, given.preset, None, given.players, given.reward)
    course = Course(evaluation=given.every, against=given.against)
    train(setting, given.out, given.minutes, course=course, workers=given.workers, seed=given.seed)
    return 0


def _evaluate(given: Any) -> int:
    from arena.learning.evaluation import Learned, evaluate
    from arena.learning.folder import open_folder

    setting, worth = open_folder(given.game, given.folder)
    outcome = evaluate(Learned(worth, setting.env(0)), setting, given.against, given.n, seed=given.seed)
    print(json.dumps(outcome.to_json()) if given.json else outcome.summary())
    return 0


def _export(given: Any) -> int:
    from arena.export import export

    rows = export(given.game, given.rounds, given.seed, given.out, given.level, given.workers)
    print(f"{given.out}: {rows:,} decisions of {given.rounds:,} rounds")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
