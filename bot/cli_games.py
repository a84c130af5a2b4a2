"""``paiju game``: which games are there, from where, and what was left out; a package for a new one; testing a package."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from games import GAMES

__all__ = ["listed", "made", "tested"]

_ROOT = Path(__file__).parents[1]
_HOMES = (_ROOT, _ROOT / "paiju_testing")  # Where the suites are in a checkout, and where they are installed
_NEEDED = (
    "pytest",
    "pytest_asyncio",
    "hypothesis",
    "jsonschema",
    "playwright",
    "setuptools",
    "gymnasium",
    "pettingzoo",
)
_KEY = re.compile("[a-z]{2,20}")
_PART = re.compile(r"^=== (\S+)\n", re.MULTILINE)


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
    """Run all suites for a game of a package."""
    home = next((one for one in _HOMES if (one / "tests" / "own_game").is_dir()), None)
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if home is None or missing:
        lacking = ", ".join(missing) or "what the suites stand on"
        return _refused(f"{lacking} is not installed: pip install 'paiju[testing]'")
    command = [sys.executable, "-m", "tests.own_game", str(Path(target).resolve()), target]
    return subprocess.run(command, cwd=home, check=False).returncode


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return 1
