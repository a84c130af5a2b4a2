"""What ``paiju game test`` runs: all suites for the game of a package, in a folder or installed."""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from games import GAMES

HOME = Path(__file__).parents[2]
SUITES = (
    "tests/own_game",
    "tests/games/test_conformance.py",
    "tests/games/test_secrecy.py",
    "tests/present/test_every_sentence.py",
    "tests/arena/test_environment.py",
)
PIP = [
    sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation",
]  # fmt: skip
PYTEST = [
    sys.executable, "-m", "pytest", "-q", "-c", str(Path(__file__).with_name("pytest.ini")), "--rootdir", str(HOME),
]  # fmt: skip


def main(source: Path, name: str) -> int:
    """Install the package of a folder for the time of the tests, or find it among those that are installed."""
    with tempfile.TemporaryDirectory() as target:
        keys = [key for key in GAMES if name in (key, GAMES.package(key).partition(" ")[0])]
        if (source / "pyproject.toml").is_file():
            project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))
            keys = [*project.get("project", {}).get("entry-points", {}).get("paiju.games", ())]
            copy = shutil.copytree(
                source, Path(target) / "source", ignore=shutil.ignore_patterns("build", "*.egg-info")
            )
            if subprocess.run([*PIP, "--target", target, str(copy)], check=False).returncode:
                return refused(f"{source} cannot be installed; pip says why above")
        if not keys:
            return refused(f"{name} is neither a folder with a package that has a game nor a game that is installed")
        found = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HOME), target, os.environ.get("PYTHONPATH", "")])}
        if (source / "scenarios").is_dir():
            found["PAIJU_SCENARIOS"] = str(source / "scenarios")
        suites = [
            *(str(HOME / one) for one in SUITES),
            *([str(source / "suite")] if (source / "suite").is_dir() else []),
        ]
        return max(tested(key, suites, found, target) for key in keys)


def tested(key: str, suites: list[str], environment: dict[str, str], folder: str) -> int:
    """Run suites for one game; pytest's exit code."""
    chosen = (
        f"suite or own_game or every_sentence or ({key} and not without_scenarios)"  # scenarios are the package's own
    )
    environment = {**environment, "PAIJU_GAME": key}
    return subprocess.run([*PYTEST, "-k", chosen, *suites], cwd=folder, env=environment, check=False).returncode


def refused(why: str) -> int:
    print(why, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
