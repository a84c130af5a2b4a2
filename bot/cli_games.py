"""``paiju game``: which games are there, from where, and what was left out; a package for a new one; testing a package."""

import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from importlib.util import find_spec
from pathlib import Path

from games import GAMES

__all__ = ["listed", "made", "tested"]

_ROOT = Path(__file__).parents[1]
_KEY = re.compile("[a-z]{2,20}")
_PART = re.compile(r"^=== (\S+)\n", re.MULTILINE)
_SUITES = (
    "tests/own_game",
    "tests/games/test_conformance.py",
    "tests/games/test_secrecy.py",
    "tests/present/test_every_sentence.py",
)


def listed(*, as_json: bool) -> int:
    """Print the games in the order in which they are offered, then what was left out with its reason."""
    games = [{"key": key, "names": GAMES.names(key), "package": GAMES.package(key)} for key in GAMES]
    left_out = [{"key": fault.game, "package": GAMES.package(fault.game), "why": fault.why} for fault in GAMES.faults]
    if as_json:
        print(json.dumps({"games": games, "left_out": left_out}, ensure_ascii=False))
        return 0
    for game in games:
        names = f": {', '.join(game['names'])}" if game["names"] else ""
        print(f"{game['key']} (from {game['package']}){names}")
    for fault in left_out:
        print(f"{fault['key']}: left out (from {fault['package']}): {fault['why']}")
    return 0


def made(key: str, kind: str, out: str) -> int:
    """Write a package with a game that plays at once: a small one, to be made into another."""
    folder = Path(out) / f"paiju-{key}"
    if not _KEY.fullmatch(key) or find_spec(key) is not None or key in GAMES:
        return _refused(f"{key} is no name for a game: 2 to 20 letters from a to z that name no other module")
    if folder.exists():
        return _refused(f"{folder} is there already")
    template = (Path(__file__).parent / "templates" / f"{kind}.txt").read_text(encoding="utf-8")
    _, *parts = _PART.split(
        template.replace("KEY", key).replace("TITLE", key.capitalize()).replace("SHEET", key[:2].upper())
    )
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    print(f"{folder} is written. Next: pip install -e {folder} && paiju game test {folder} && paiju run")
    return 0


def tested(target: str) -> int:
    """Run all suites for the game of a package, in a folder or installed: rules, secrecy, words, a match on each frontend."""
    home = next((one for one in (_ROOT, _ROOT / "paiju_testing") if (one / _SUITES[0]).is_dir()), None)
    if home is None:
        return _refused("the suites are not here: pip install 'paiju[testing]'")
    with tempfile.TemporaryDirectory() as target_folder:
        source, added = Path(target), [str(home)]
        if (source / "pyproject.toml").is_file():
            project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))
            keys = [*project.get("project", {}).get("entry-points", {}).get("paiju.games", ())]
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
            where = ["--no-build-isolation", "--target", target_folder, str(source)]
            if subprocess.run([*pip, *where], check=False).returncode:
                return _refused(f"{source} cannot be installed; pip says why above")
            added.append(target_folder)
        else:
            keys = [key for key in GAMES if target in (key, GAMES.package(key).partition(" ")[0])]
        if not keys:
            return _refused(f"{target} is neither a folder with a package that has a game nor a game that is installed")
        scenarios, own = source / "scenarios", source / "suite"
        found = {**os.environ, "PYTHONPATH": os.pathsep.join([*added, os.environ.get("PYTHONPATH", "")])}
        found |= {"PAIJU_SCENARIOS": str(scenarios.resolve())} if scenarios.is_dir() else {}
        suites = [*_SUITES, *([str(own.resolve())] if own.is_dir() else [])]
        results = [_tested(home, key, suites, found) for key in keys]
    return max(results)


def _tested(home: Path, key: str, suites: list[str], environment: dict[str, str]) -> int:
    """Run suites for one game; pytest's exit code."""
    chosen = (
        f"suite or own_game or every_sentence or ({key} and not without_scenarios)"  # scenarios are the package's own
    )
    pytest = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(home),
        "-o",
        "asyncio_mode=auto",
    ]
    environment = {**environment, "PAIJU_GAME": key}
    return subprocess.run([*pytest, "-k", chosen, *suites], cwd=home, env=environment, check=False).returncode


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return 1
