"""All figures, one section after the other, each in a process of its own: ``python -m bench [NAME…]``.

Fresh processes keep the figures of memory honest and let one section fail without the others. What a section says
while it works goes to stderr; the table of all figures goes to stdout, the same as JSON to ``bench/results/latest.json``.
The exit status is 1 if a section failed; an aim that was missed and a package that is not installed are lines, not
failures.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.report import rows_of, table
from bench.row import Row
from games import GAMES

ROOT = Path(__file__).resolve().parents[1]
LATEST = ROOT / "bench" / "results" / "latest.json"
QUICK: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(GAMES, ("--seconds", "0.3", "--repeats", "1", "--hands", "20")),
    "ai": ("--deals", "60"),
    **{f"{key}_ai": ("--rounds", "40") for key in GAMES if key != "doudizhu"},
    "levels": ("--share", "0.02"),
    "storage": ("--actions", "100"),
    "session": ("--quick",),
    "ratings": ("--matches", "300"),
    "platforms": ("--matches", "1"),
    "page": ("--seconds", "1", "--taps", "10"),
    "press": ("--tables", "60", "--rate", "8", "--seconds", "5", "--only"),
    "spend": ("--seconds", "15"),
    "start": ("--tables", "200", "--rate", "8", "--seconds", "4"),
    "cluster": ("--tables", "60", "--rate", "4", "--seconds", "8", "--workers", "2"),
    "load": ("--tables", "20", "--rate", "4", "--seconds", "5"),
}
"""The sections in order, and what shortens each to a glance whose figures are rough; a game's key stands for its rules."""
NEEDS = {
    "page": ("playwright",),
    "platforms": ("jsonschema",),
    "press": ("jsonschema",),
    "spend": ("jsonschema",),
    "start": ("jsonschema",),
    "load": ("jsonschema",),
    "cluster": ("asyncpg", "redis"),
}
"""What a section cannot do without; ``doudizhu`` and ``ai`` leave out the engines that are not there by themselves."""
LONGEST_SECONDS = 3_600


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"sections: {', '.join(QUICK)} (default: all)")
    parser.add_argument("--json", type=Path, default=LATEST, help="where the figures go (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="a glance: short runs, rough figures")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(QUICK):
        parser.error(f"unknown section {', '.join(sorted(unknown))}; there are {', '.join(QUICK)}")
    figures: dict[str, Any] = {}
    rows: list[Row] = []
    failed: list[str] = []
    for name in QUICK:
        if arguments.names and name not in arguments.names:
            continue
        if missing := [package for package in NEEDS.get(name, ()) if find_spec(package) is None]:
            rows.append(Row(name, "this section", f"{', '.join(missing)} not installed"))
            continue
        found = run_section(name, QUICK[name] if arguments.quick else ())
        if found is None:
            failed.append(name)
            rows.append(Row(name, "this section", "FAILED, see above"))
        else:
            figures[name] = found
            rows += rows_of(name, found)
    print(table(rows))
    write(arguments.json, {"machine": machine(), "quick": arguments.quick, "failed": failed, "figures": figures}, rows)
    print(f"\nas JSON: {arguments.json}")
    return 1 if failed else 0


def run_section(name: str, options: tuple[str, ...]) -> dict[str, Any] | None:
    """The figures of ``python -m bench.NAME``; ``None`` if it failed."""
    print(f"== {name}", file=sys.stderr, flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        command = [sys.executable, "-m", *_program(name), "--json", str(file), *options]
        try:
            done = subprocess.run(command, cwd=ROOT, stdout=sys.stderr, timeout=LONGEST_SECONDS, check=False)
            figures = json.loads(file.read_text(encoding="utf-8")) if done.returncode == 0 else None
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            print(f"{name}: {type(error).__name__}", file=sys.stderr)
            figures = None
    print(f"== {name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return figures


def _program(section: str) -> tuple[str, ...]:
    """The module of a section, and the game it is told to measure."""
    if section in GAMES:
        return ("bench.speed", section)
    if section == "press":
        return ("bench.press_load",)
    game = section.removesuffix("_ai")
    return ("bench.strength", game) if game in GAMES else (f"bench.{section}",)


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
    }


def write(file: Path, results: dict[str, Any], rows: list[Row]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    results["table"] = [row.as_json() for row in rows]
    file.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
