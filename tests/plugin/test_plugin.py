"""A seventh game as a package of somebody else: pip installs it, and every frontend plays it whole."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = HERE / "package"
KEY = "paodekuai"
GENERIC = f"{KEY} and not without_scenarios"
"""The package brings its scenarios itself."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that has the package installed beside the project, put there by pip and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    source, target = folder / "source", folder / "target"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__", "suite", "build", "*.egg-info"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index", "--no-deps"]
    done = run([*pip, "--no-build-isolation", "--target", str(target), str(source)], dict(os.environ))
    assert done.returncode == 0, done.stdout
    assert (target / KEY / "presentation" / "zh.toml").is_file()
    shutil.rmtree(source)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(target)]), "LANG": "C.UTF-8"}


def run(command: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env=environment, cwd=ROOT, text=True, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "tests",
    [
        [f"tests/games/test_conformance.py -k '{GENERIC}'", "suite/test_rules.py"],
        ["suite/test_telegram.py"],
        ["suite/test_discord.py"],
        ["suite/test_page.py"],
    ],
    ids=["rules", "telegram", "discord", "page"],
)
def test_the_installed_game_is_played(installed: dict[str, str], tests: list[str]) -> None:
    clean = {name: value for name, value in installed.items() if not name.startswith(("PYTEST_", "COV_"))}
    for one in tests:
        path, _, chosen = one.partition(" -k ")
        where = path if path.startswith("tests/") else str(PACKAGE / path)
        only = ["-k", chosen.strip("'")] if chosen else []
        done = run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", where, *only], clean)
        assert done.returncode == 0, done.stdout
        assert " passed" in done.stdout


def test_without_the_package_the_game_is_not_there() -> None:
    """Else the tests above would show nothing about installing."""
    code = f"import games; assert {KEY!r} not in games.GAMES, games.GAMES[{KEY!r}]"
    assert run([sys.executable, "-c", code], {**os.environ, "PYTHONPATH": str(ROOT)}).returncode == 0


def test_no_file_outside_the_package_names_the_game() -> None:
    """Nothing had to be touched for it; pages may tell of it."""
    shared = ["bot", "games", "storage", "bench", "soak", "scripts", "tests", "pyproject.toml", "Makefile", "README.md"]
    named = [
        file.relative_to(ROOT)
        for start in shared
        for file in ([ROOT / start] if (ROOT / start).is_file() else (ROOT / start).rglob("*"))
        if file.is_file() and file.suffix in {".py", ".toml", ".md", ".js", ".css", ".json", ".html"}
        and not file.is_relative_to(HERE) and KEY in file.read_text(encoding="utf-8", errors="ignore")
    ]  # fmt: skip
    assert named == []
