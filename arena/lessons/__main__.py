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
from typing import Any

import games


def main(arguments: list[str] | None = None, shipped: Path = Path(games.__path__[0])) -> int:
    """``shipped``: where the games lie."""
    parser = argparse.ArgumentParser(prog="python -m arena.lessons", description=__doc__.split(": ", 1)[1])
    parser.add_argument(
        "game", choices=sorted(file.parent.name for file in Path(__file__).parent.glob("*/learning.py"))
    )
    parser.add_argument("--rounds", type=int, default=10_000, help="rounds in each turn")
    parser.add_argument("--turns", type=int, default=8, help="how often players go on with what was learned")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where networks are kept (default: learned/GAME)")
    parser.add_argument(
        "--ship", type=int, metavar="DEALS", help="what the folder holds, after a duel of so many deals"
    )
    told = parser.parse_args(arguments)
    folder = told.out or Path("learned", told.game)
    about = folder / "lesson.json"
    if told.ship:
        return _ship(folder, told.game, told.ship, json.loads(about.read_text("utf-8")), shipped / told.game / "ai")
    if about.exists():
        print(f"{folder} holds a lesson already: choose another folder, or --ship it", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    learning, began = import_module(f"arena.lessons.{told.game}.learning"), time.process_time()
    for name, learned in learning.learn(told.seed, told.rounds, told.turns).items():
        (folder / f"{name}.net").write_bytes(learned.written())
    command = f"python -m arena.lessons {told.game} --rounds {told.rounds} --turns {told.turns} --seed {told.seed}"
    hours = round((time.process_time() - began) / 3600, 3)
    about.write_text(json.dumps({"command": command, "hours": hours}), encoding="utf-8")
    print(f"{folder}: learned in {hours} hours of one core")
    return 0


def _ship(folder: Path, game: str, deals: int, about: dict[str, Any], place: Path) -> int:
    """Let the networks of a folder take the place of those of a game, if they are clearly stronger."""
    margin: Any = import_module("bench.duel").duel(game, folder, deals)
    gate = f"{margin.value:+.3f} ± {margin.reach} points a round more than the seats of the one before, {deals:,} deals"
    if margin.low <= 0:
        print(f"not shipped: {gate}; that does not show it to be stronger", file=sys.stderr)
        return 1
    for file in sorted(folder.glob("*.net")):
        shutil.copy(file, place)
        digest = sha256(file.read_bytes()).hexdigest()[:8]
        print(f"| {game} `{file.stem}` | {digest} | `{about['command']}` | {about['hours']} | {gate} |")
    print("shipped; these lines belong into docs/training.md")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
