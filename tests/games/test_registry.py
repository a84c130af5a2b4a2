"""How games are found: ours in their order, those of other packages after them, and what cannot be used left out by name."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from games import GAMES
from games.registry import Entry, Registry, entries

ROOT = Path(__file__).parents[2]
OURS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]


def package(folder: Path, name: str, source: str, about: str = "contract = 1") -> Entry:
    """A package of somebody else's on the path, with a game in it."""
    home = folder / name
    home.mkdir()
    (home / "__init__.py").write_text(source, encoding="utf-8")
    (home / "game.toml").write_text(about, encoding="utf-8")
    return Entry(name, "GAME", own=False)


ALIKE = """
from games import GAMES
class Other:
    def __getattr__(self, name):
        return "{key}" if name == "key" else getattr(GAMES["doudizhu"], name)
GAME = Other()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_our_games_come_in_their_own_order_then_those_of_others_by_key(folder: Path) -> None:
    others = {name: package(folder, name, ALIKE.format(key=name)) for name in ("zebra_game", "aardvark_game")}
    found = Registry({**others, **entries("paiju.games")})
    assert list(found) == [*GAMES, "aardvark_game", "zebra_game"]
    assert next(iter(GAMES)) == "doudizhu"
    assert set(GAMES) == set(OURS["paiju.games"]) == set(OURS["paiju.presentations"])
    assert found["zebra_game"].key == "zebra_game"
    assert not found.faults


@pytest.mark.parametrize(
    ("source", "about", "why"),
    [
        ("import nothing_of_this_name", "contract = 1", "ModuleNotFoundError"),
        ("1 / 0", "contract = 1", "ZeroDivisionError"),
        ("", "contract = 1", "AttributeError"),
        ("GAME = object()", "contract = 1", "it lacks "),
        (ALIKE.format(key="else"), "contract = 1", "it calls itself 'else'"),
        (ALIKE.format(key="broken_game"), "contract = 99", "contract 99"),
        (ALIKE.format(key="broken_game"), "", "contract None"),
        (ALIKE.format(key="broken_game"), "contract =", "TOMLDecodeError"),
    ],
)
def test_what_cannot_be_used_is_left_out_with_one_line_and_the_others_go_on(
    folder: Path, source: str, about: str, why: str
) -> None:
    found = Registry({"broken_game": package(folder, "broken_game", source, about), **entries("paiju.games")})
    sys.modules.pop("broken_game", None)
    (fault,) = found.faults
    assert fault.game == "broken_game"
    assert why in fault.why
    assert len(fault.why.splitlines()) == 1
    assert list(found) == list(GAMES)
    with pytest.raises(KeyError, match="broken_game"):
        found["broken_game"]


def test_a_module_that_is_gone_costs_only_its_game() -> None:
    found = Registry({"gone": Entry("gone_for_good.game", "GAME", own=False), **entries("paiju.games")})
    assert [fault.game for fault in found.faults] == ["gone"]
    assert list(found) == list(GAMES)


def test_a_checkout_has_its_games_without_being_installed_and_naming_them_loads_none() -> None:
    """A fresh Python that sees the checkout and the standard library alone."""
    code = (
        "import sys, games\n"
        "print(*games.GAMES)\n"
        "print(sum(len(names) for names in map(games.GAMES.names, games.GAMES)))\n"
        "print(*[name for name in sys.modules if name.split('.')[:1] == ['games'] and name.split('.')[1:2] and"
        " name.split('.')[1] in games.GAMES])"
    )
    bare = subprocess.run(
        [sys.executable, "-S", "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        check=True, encoding="utf-8",
    )  # fmt: skip
    keys, names, loaded = bare.stdout.split("\n")[:3]
    assert keys.split() == list(GAMES)
    assert int(names) == sum(len(names) for names in map(GAMES.names, GAMES))
    assert loaded == ""
