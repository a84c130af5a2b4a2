"""Show that the suite catches faults: ``make mutants`` makes each fault of ``mutants.toml`` in a copy of the project and
runs the tests that should fail there.

``python scripts/mutants.py [WORD …]`` tries only the faults whose file or reason holds one of the words. Fails if a fault
is missed, if its tests cannot run, or if the text that it changes is not there (once) any more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_suffix(".toml")
_CAUGHT, _MISSED = 1, 0
"""What pytest returns where a test has failed, and where none has."""
_PATIENCE_SECONDS = 900


@dataclass(frozen=True, slots=True)
class Fault:
    """One change for the worse. ``tests`` are what pytest is given: files, tests, ``-k`` and its words."""

    file: str
    old: str
    new: str
    why: str
    tests: tuple[str, ...]

    def misplaced(self) -> str:
        """What is wrong with where the fault is to be made, ``""`` if nothing is."""
        path = ROOT / self.file
        if not path.is_file():
            return "there is no such file"
        count = path.read_text(encoding="utf-8").count(self.old)
        return "" if count == 1 else f"its text stands there {count} times: {self.old.strip()!r}"


def read_faults(words: list[str]) -> list[Fault]:
    """The faults of the list, or those that one of the words stands in."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))["fault"]
    found = [Fault(one["file"], one["old"], one["new"], one["why"], tuple(one["tests"])) for one in listed]
    return [one for one in found if not words or any(word in f"{one.file} {one.why}" for word in words)]


def copied(to: Path) -> None:
    """Copy what git knows of the project, as it lies on the disk."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    known = [Path(name) for name in names.split("\0") if name and (ROOT / name).is_file()]
    for name in known:
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, to / name)
    for folder in {name.parent for name in known}:
        compiled = ROOT / folder / "__pycache__"  # it still fits what was copied with its times
        if compiled.is_dir():
            shutil.copytree(compiled, to / folder / "__pycache__")


def try_out(fault: Fault) -> tuple[str, float]:
    """``caught``, ``MISSED`` or what went wrong, and the seconds that it took."""
    began = time.monotonic()
    with TemporaryDirectory(prefix="mutant-") as folder:
        copied(Path(folder))
        changed = Path(folder) / fault.file
        changed.write_text(changed.read_text(encoding="utf-8").replace(fault.old, fault.new), encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:randomly",
            "-p",
            "no:cacheprovider",
            *fault.tests,
        ]
        try:
            done = subprocess.run(
                command, cwd=folder, env={**os.environ, "PYTHONPATH": folder}, check=False, capture_output=True,
                text=True, timeout=_PATIENCE_SECONDS,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "HANGS", time.monotonic() - began
    spent = time.monotonic() - began
    if done.returncode == _CAUGHT:
        return "caught", spent
    if done.returncode == _MISSED:
        return "MISSED", spent
    return f"tests cannot run ({done.returncode}): {done.stdout[-600:]}{done.stderr[-300:]}", spent


def main(words: list[str]) -> int:
    """Try the faults, as many at a time as there are processors; 0 if all are caught."""
    faults = read_faults(words)
    misplaced = [f"{fault.file} ({fault.why}): {trouble}" for fault in faults if (trouble := fault.misplaced())]
    if misplaced or not faults:
        print("\n".join(misplaced) or "no fault is listed under these words", file=sys.stderr)
        return 2
    caught = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for fault, (said, seconds) in zip(faults, pool.map(try_out, faults), strict=True):
            caught += said == "caught"
            print(f"{said:8} {seconds:5.1f} s  {fault.file}: {fault.why}", flush=True)
    print(f"{caught} of {len(faults)} caught")
    return 0 if caught == len(faults) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
