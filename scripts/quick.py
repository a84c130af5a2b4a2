"""Run the tests that are nearest to what has changed, for some twenty seconds: ``make quick``.

``python scripts/quick.py [REVISION]`` takes what differs from a revision (from the last commit; if nothing does, what that commit
changed). A test is the nearer the fewer imports lead from it to a changed file. One process runs the nearest first and begins no
other once the time is over: what passes here has not passed ``make test``.
"""

from __future__ import annotations

import ast
import gc
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 16.0
"""After so long no test begins any more; with what was begun, and the start, some twenty seconds."""
MOST = 60
"""So many test files are read at most."""
SLOW = ("tests/process/", "tests/cluster_process/", "tests/frontends/web/test_browser")
"""Whole programs and browsers: run only where they themselves have changed."""


def main(words: list[str]) -> int:
    """Run the nearest tests; 0 if none failed."""
    began = time.monotonic()
    gc.disable()  # what is read here is needed to the end
    changed = changes(*words)
    if not changed:
        print("nothing has changed", file=sys.stderr)
        return 0
    found = nearest(changed, importers(ROOT))
    print(f"{len(changed)} changed files, {len(found)} test files that know of them", flush=True)
    if not found:
        return 0
    os.chdir(ROOT)
    clock = _Clock(began + SECONDS)
    options = ["-q", "--no-header", "-p", "no:randomly", "-p", "no:cacheprovider"]
    ended = pytest.main([*options, *found[:MOST]], plugins=[clock])
    print(f"{clock.done} of {clock.all} tests in {min(len(found), MOST)} of these files ran", flush=True)
    return int(ended) if ended not in (pytest.ExitCode.OK, pytest.ExitCode.INTERRUPTED) or clock.failed else 0


class _Clock:
    """Lets no test begin once the time is over."""

    def __init__(self, until: float) -> None:
        self.until, self.done, self.all, self.failed = until, 0, 0, 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """One case of every test comes first, then the second of those that have more."""
        self.all, cases = len(items), Counter[str]()
        order: dict[pytest.Item, int] = {}
        for item in items:
            name = item.nodeid.partition("[")[0]
            order[item], cases[name] = cases[name], cases[name] + 1
        items.sort(key=order.__getitem__)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed += report.failed
        self.done += report.when == "call"

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        if time.monotonic() > self.until:
            item.session.shouldstop = "the time is over"


def changes(revision: str = "HEAD") -> list[str]:
    """The files that differ from a revision or that git does not know yet; if there are none, those of the last commit."""
    files = [*_git("diff", "--name-only", revision), *_git("ls-files", "--others", "--exclude-standard")]
    return files or _git("diff", "--name-only", "HEAD~1", "HEAD")


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def importers(root: Path) -> Mapping[str, set[str]]:
    """By Python file of the project, the files that import it."""
    files = {
        str(path.relative_to(root))
        for folder in ("games", "storage", "bot", "arena", "bench", "tests")
        for path in (root / folder).rglob("*.py")
    }
    found: dict[str, set[str]] = defaultdict(set)
    for file in files:
        for name in _imported(ast.parse((root / file).read_text(encoding="utf-8"))):
            path = name.replace(".", "/")
            for one in (f"{path}.py", f"{path}/__init__.py"):
                if one in files and one != file:
                    found[one].add(file)
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def nearest(changed: Iterable[str], known_by: Mapping[str, set[str]], root: Path = ROOT) -> list[str]:
    """The test files that reach a changed file by imports: those that have a word of its name first, then the nearest.

    What is not Python stands for what lies beside it.
    """
    steps: dict[str, int] = {}
    words: set[str] = set()
    for file in changed:
        words |= set(Path(file).stem.split("_"))
        beside = [str(path.relative_to(root)) for path in (root / file).parent.glob("*.py")]
        steps |= dict.fromkeys([file] if file.endswith(".py") else beside, 0)
    at_once = set(steps)
    waiting = deque(steps)
    while waiting:
        file = waiting.popleft()
        for importer in sorted(known_by.get(file, ())):
            if importer not in steps:
                steps[importer] = steps[file] + 1
                waiting.append(importer)
    tests = [
        file
        for file in steps
        if Path(file).name.startswith("test_")
        and (file in at_once or not file.startswith(SLOW))
        and (root / file).is_file()
    ]
    return sorted(tests, key=lambda file: (words.isdisjoint(Path(file).stem.split("_")[1:]), steps[file], file))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
