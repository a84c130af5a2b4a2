"""``python -m arena.lessons GAME``: plays the lessons of a game and writes the networks learned from them."""

import argparse
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import arena.lessons as lessons
import games


def main() -> None:
    known = sorted(found.name for found in iter_modules(lessons.__path__) if not found.name.startswith("_"))
    parser = argparse.ArgumentParser(prog="python -m arena.lessons", description=__doc__)
    parser.add_argument("game", choices=known)
    parser.add_argument("--rounds", type=int, default=10_000, help="rounds in each turn")
    parser.add_argument("--turns", type=int, default=8, help="how often players go on with what was learned")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder; the game's own by default")
    told = parser.parse_args()
    folder = told.out or Path(games.__path__[0]) / told.game / "ai"
    folder.mkdir(parents=True, exist_ok=True)
    for name, network in (
        import_module(f"arena.lessons.{told.game}.learning").learn(told.seed, told.rounds, told.turns).items()
    ):
        file = folder / f"{name}.net"
        file.write_bytes(network.written())
        sys.stdout.write(f"{file}: {file.stat().st_size} bytes, {network.sizes}\n")


if __name__ == "__main__":
    main()
