# ruff: noqa: T201 -- a shell command prints
"""``python -m arena.lessons GAME``: plays the lesson of a game and keeps the networks learned from it in a folder of their own.

With ``--ship`` they take the place of those that the game comes with, once they have beaten these in a duel.
"""

import argparse
import json
import shutil
import sys
import time
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

import arena.lessons as lessons
import games
from arena.lessons.duel import duel

_ABOUT: Final = "lesson.json"


def main(arguments: list[str] | None = None, shipped: Path = Path(games.__path__[0])) -> int:
    """``shipped``: where the games lie."""
    known = sorted(found.name for found in iter_modules(lessons.__path__) if found.ispkg)
    parser = argparse.ArgumentParser(prog="python -m arena.lessons", description=__doc__.split(": ", 1)[1])
    parser.add_argument("game", choices=known)
    parser.add_argument("--rounds", type=int, default=10_000, help="rounds in each turn (default: %(default)s)")
    parser.add_argument(
        "--turns", type=int, default=8, help="how often players go on with what was learned (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where networks are kept (default: learned/GAME)")
    parser.add_argument("--ship", action="store_true", help="what lies in the folder already is not learned again")
    parser.add_argument("--deals", type=int, default=1_000, help="of the duel (default: %(default)s)")
    told = parser.parse_args(arguments)
    folder = told.out or Path("learned", told.game)
    if not (folder / _ABOUT).exists():
        _learn(folder, told)
    elif not told.ship:
        print(f"{folder}: holds a lesson already; choose another folder, or --ship it", file=sys.stderr)
        return 1
    return _ship(folder, told.game, told.deals, shipped / told.game / "ai") if told.ship else 0


def _learn(folder: Path, told: Any) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    began, worked = time.perf_counter(), time.process_time()
    found = import_module(f"arena.lessons.{told.game}.learning").learn(told.seed, told.rounds, told.turns)
    for name, network in found.items():
        (folder / f"{name}.net").write_bytes(network.written())
    about = {
        "command": f"python -m arena.lessons {told.game} --rounds {told.rounds} --turns {told.turns} --seed {told.seed}",
        "hours": round((time.perf_counter() - began) / 3600, 3),
        "processor_hours": round((time.process_time() - worked) / 3600, 3),
    }
    (folder / _ABOUT).write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    print(f"{folder}: {', '.join(sorted(found))} learned in {about['hours']} hours")


def _ship(folder: Path, game: str, deals: int, place: Path) -> int:
    """Let the networks of a folder take the place of those of a game, if they are clearly stronger."""
    about = json.loads((folder / _ABOUT).read_text(encoding="utf-8"))
    margin = duel(game, folder, deals)
    gate = (
        f"{margin.value:+.3f} ± {margin.reach} points a round more than the seats of what it replaces, {deals:,} deals"
    )
    if margin.low <= 0:
        print(f"not shipped: {gate}; that does not show it to be stronger", file=sys.stderr)
        return 1
    for file in sorted(folder.glob("*.net")):
        shutil.copy(file, place)
        digest = sha256(file.read_bytes()).hexdigest()[:8]
        print(f"| {game} `{file.stem}` | {digest} | `{about['command']}` | {about['processor_hours']} | {gate} |")
    print("shipped; these lines belong into docs/training.md")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
