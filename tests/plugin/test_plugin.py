"""Games as packages of somebody else: pip installs them, and every frontend plays them whole."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.own_game.__main__ import PIP
from tests.process.program import Program

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = HERE / "package"
KEY = "paodekuai"
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))} | {
    "LANG": "C.UTF-8"
}


def run(command: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env=environment, cwd=ROOT, text=True, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize("package", [HERE / "package", HERE / "bigtwo"])
def test_a_package_passes_all_suites(package: Path) -> None:
    """Those that every game has, and its own: put there by pip and played on Telegram, on Discord and at the page."""
    assert_passes(package)


def test_every_command_of_the_guide_does_what_it_says(tmp_path: Path) -> None:
    """One after the other, as they stand there, where Paiju is installed and nothing else is; a mistake in the rules is told."""
    run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], CLEAN)
    (home,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    (home / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    paiju, python = (str(tmp_path / "venv" / "bin" / name) for name in ("paiju", "python"))
    programs = {"paiju": [paiju], "pip": [sys.executable, "-m", "pip", "--python", python]}
    found = {**CLEAN, "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_DEPS": "1", "WEB_PORT": "0"}
    for name in ("games", "arena", "bench", "storage", "bot", "tests", "scripts"):
        shutil.copytree(ROOT / name, tmp_path / "clone" / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / "clone")
    made = run([*programs["pip"], "install", "--no-compile", str(tmp_path / "clone")], found | {"CC": "false"})
    assert made.returncode == 0, made.stdout
    shutil.rmtree(tmp_path / "clone")
    _, block, *_ = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8").split("```")
    says = ("is written", " passed", "", "mygame (from paiju-mygame 0.1)", "Paiju is ready")
    for line, expected in zip(block.strip().splitlines(), says, strict=True):
        program, *words = shlex.split(line, comments=True)
        with subprocess.Popen(
            [*programs[program], *words], env=found, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as started:  # fmt: skip
            assert started.stdout is not None
            said = ""
            for one in started.stdout:
                said += one
                if one.startswith("Paiju is ready"):
                    started.terminate()
        assert started.returncode == 0, said
        assert expected in said, said
    rules = tmp_path / "paiju-mygame" / "mygame" / "__init__.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace(".top > standing.top", ".top >= standing.top"))
    told = run([paiju, "game", "test", str(rules.parents[1])], found | {"PYTEST_ADDOPTS": "-x"})
    assert told.returncode == 1
    assert "1 failed" in told.stdout


def test_a_new_package_of_tricks_plays_at_once(tmp_path: Path) -> None:
    game = [sys.executable, "-m", "bot", "game"]
    assert run([*game, "new", "newgame", "--kind", "tricks", "--out", str(tmp_path)], CLEAN).returncode == 0
    assert_passes(tmp_path / "paiju-newgame")


def installed(package: Path, folder: Path) -> Path:
    """Where pip has put the package."""
    source, target = shutil.copytree(package, folder / "source"), folder / "packages"
    done = run([*PIP, "--target", str(target), str(source)], CLEAN)
    assert done.returncode == 0, done.stdout
    return target


def assert_passes(source: Path) -> None:
    done = run([sys.executable, "-m", "bot", "game", "test", str(source)], {**CLEAN, "PIP_NO_INDEX": "1"})
    assert done.returncode == 0, done.stdout


def put(folder: Path, key: str, game: str, presentation: str = "", texts: str = "", numbers: str = "") -> None:
    """A package as an installer leaves it."""
    home, about = folder / key, folder / f"{key}-1.0.dist-info"
    home.mkdir(parents=True)
    about.mkdir()
    (home / "__init__.py").write_text(game, encoding="utf-8")
    (home / "words.py").write_text(presentation, encoding="utf-8")
    (home / "numbers.py").write_text(numbers, encoding="utf-8")
    (home / "en.toml").write_text(texts, encoding="utf-8")
    (home / "game.toml").write_text("contract = 1", encoding="utf-8")
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {key}\nVersion: 1.0\n", encoding="utf-8")
    parts = {"games": ":GAME", "presentations": ".words:PRESENTATION", "arena": ".numbers:INTERFACE"}
    points = "".join(f"[paiju.{group}]\n{key} = {key}{where}\n" for group, where in parts.items())
    (about / "entry_points.txt").write_text(points, encoding="utf-8")


BORROWED = """
from games import GAMES
class Borrowed:
    def __getattr__(self, name):
        return "{key}" if name == "key" else getattr(GAMES["doudizhu"], name)
GAME = Borrowed()
"""
NUMBERS = """
from arena.games.doudizhu import DouDizhu
class INTERFACE(DouDizhu):
    game = "{key}"
"""


@pytest.mark.process
async def test_a_package_that_cannot_be_used_costs_one_line_in_the_log_and_its_own_game(tmp_path: Path) -> None:
    put(tmp_path / "packages", "broken_game", "raise RuntimeError('out of order')")
    program = Program(tmp_path, {"PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path / "packages")])})
    async with program:
        assert await program.stop() == 0
    lines = [line for line in program.output + program.errors if "broken_game" in line]
    assert len(lines) == 1
    assert "game.left_out" in lines[0]
    assert "out of order" in lines[0]
    assert not [line for line in program.errors if "Traceback" in line]


def test_what_cannot_be_used_beside_the_rules_leaves_the_game_playable(tmp_path: Path) -> None:
    own = BORROWED.format(key="sulky"), "1 / 0", '[game]\nsulky = "Sulky"', NUMBERS.format(key="sulky")
    put(tmp_path, "sulky", *own)
    put(tmp_path, "greedy", BORROWED.format(key="greedy"), "PRESENTATION = 1", '[game]\ndoudizhu = "Mine"')
    code = (
        "import arena\n"
        "from games import GAMES\n"
        "from bot.present.presentation import presentation_of\n"
        "from bot.present.words.text import say\n"
        "print(*GAMES); [presentation_of(game) for game in GAMES for _ in 'ab']\n"
        "print(say('en', 'game.sulky'), say('en', 'game.doudizhu'), say('en', 'game.greedy'), sep='|')\n"
        "print(arena.env('sulky').interface.actions)\n"
        "try: arena.env('greedy')\n"
        "except ValueError as error: print(error)"
    )
    done = run([sys.executable, "-c", code], {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])})
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    assert lines[0].split()[-2:] == ["greedy", "sulky"]
    assert lines[-3:-1] == ["Sulky|Dou Dizhu|greedy", "43302"]
    assert lines[-1].startswith("greedy: its interface cannot be used: AttributeError: ")
    for key, error in (("sulky", "ZeroDivisionError"), ("greedy", "is no Presentation")):
        assert len([line for line in lines if "presentation.left_out" in line and key in line and error in line]) == 1
    assert len([line for line in lines if "texts.left_out" in line and "greedy" in line]) == 1


def test_the_list_says_what_is_there_from_where_and_what_was_left_out(tmp_path: Path) -> None:
    put(tmp_path, "sulky", BORROWED.format(key="sulky"))
    put(tmp_path, "broken_game", "raise RuntimeError('out of order')")
    found = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)]), "LANG": "C.UTF-8"}
    plain, told = (run([sys.executable, "-m", "bot", "game", "list", *how], found) for how in ([], ["--json"]))
    assert plain.stdout.splitlines()[-2:] == [
        "sulky (from sulky 1.0)", "broken_game: left out (from broken_game 1.0): RuntimeError: out of order",
    ]  # fmt: skip
    listed = json.loads(told.stdout)
    assert [game["package"] for game in listed["games"]] == [*["paiju"] * 6, "sulky 1.0"]
    assert listed["left_out"] == [
        {"key": "broken_game", "package": "broken_game 1.0", "why": "RuntimeError: out of order"}
    ]
    checked = run(
        [sys.executable, "-m", "bot", "run", "--check"],
        {**found, "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/paiju.db", "WEB_PORT": "0"},
    )
    assert "warning: game broken_game is left out: RuntimeError: out of order" in checked.stdout


def test_without_the_package_the_game_is_not_there() -> None:
    """Else the tests above would show nothing about installing."""
    code = f"import games; assert {KEY!r} not in games.GAMES, games.GAMES[{KEY!r}]"
    assert run([sys.executable, "-c", code], {**os.environ, "PYTHONPATH": str(ROOT)}).returncode == 0
