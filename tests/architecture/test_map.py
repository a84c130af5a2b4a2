"""The tables of ``docs/architecture.md``, compared with what the code imports: who may know whom."""

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games import GAMES
from games.base.words import COMMON_KINDS
from tests.architecture.test_imports import imports, modules, rows_below, source, within
from tests.cases import each

ROOT = Path(__file__).parent.parent.parent
HEAD = "| package | of ours | libraries | what it is |"
OURS = {"games", "storage", "arena", "bot"}
ROOTS = {"bot.app", "bot.__main__"}


class Row(NamedTuple):
    """What one package may import: ours and libraries, by name."""

    ours: frozenset[str]
    libraries: frozenset[str]


def rows_of(document: str) -> Mapping[str, Row]:
    rows: dict[str, Row] = {}
    for cells in rows_below(HEAD, document):
        packages, ours, libraries = (frozenset(re.findall(r"`([^`]+)`", cell)) for cell in cells[:3])
        rows |= dict.fromkeys(packages, Row(ours, libraries))
    return rows


def row_of(module: str, rows: Mapping[str, Row], games: Iterable[str]) -> tuple[str, str] | None:
    """The longest package that a module lies in, and the game that ``GAME`` stands for in it (``""`` if none)."""
    fitting = [
        (package, game)
        for package in rows
        for game in (games if "GAME" in package else [""])
        if within(module, package.replace("GAME", game))
    ]
    return max(fitting, key=lambda fit: len(fit[0].replace("GAME", fit[1])), default=None)


def faults(known: Mapping[str, Iterable[str]], rows: Mapping[str, Row], games: Iterable[str]) -> list[str]:
    """Everything that modules (each with the names that it imports) take and the table does not grant them. Whoever may
    import ``games`` may not enter the package of a single game; that has to be granted by itself."""
    rooms = {f"games.{game}" for game in games}
    found = []
    for module, names in known.items():
        place = row_of(module, rows, games)
        if place is None:
            found.append(f"{module} stands in no row")
            continue
        package, game = place
        row = rows[package]
        granted = {name.replace("GAME", game) for name in (package, *row.ours)}
        for name in names:
            root = name.split(".")[0]
            if root in OURS:
                strict = granted - {"games"} if within(name, rooms) else granted
                if name not in OURS and not within(name, strict):
                    found.append(f"{module} imports {name}")
            elif root not in sys.stdlib_module_names and root not in row.libraries:
                found.append(f"{module} imports {name}")
    return found


ROWS = rows_of((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
GAME_KEYS = tuple(GAMES)


@cache
def known() -> Mapping[str, tuple[str, ...]]:
    return {module: imports(module) for module in modules("games", "storage", "arena", "bot")}


def test_every_module_imports_only_what_the_page_grants_it() -> None:
    assert faults(known(), ROWS, GAME_KEYS) == []


def test_the_page_grants_nothing_that_nobody_uses() -> None:
    """A row that grants too much would hide the next wrong import."""
    for package, row in ROWS.items():
        inside = [
            module
            for module in known()
            if (place := row_of(module, ROWS, GAME_KEYS)) is not None and place[0] == package
        ]
        assert inside, f"nothing lies in {package}"
        used = {name for module in inside for name in known()[module]}
        for granted in row.ours:
            pattern = re.compile(re.escape(granted).replace("GAME", r"\w+") + r"(\..*)?")
            assert any(pattern.fullmatch(name) for name in used), f"{package} needs no {granted}"
        for library in row.libraries:
            assert any(name.split(".")[0] == library for name in used), f"{package} needs no {library}"


MADE_UP = f"""Before.

{HEAD}
| --- | --- | --- | --- |
| `games.kit` |  |  | cards |
| `games.GAME` | `games.kit` |  | one game |
| `bot.present.games.GAME` | `games.GAME.facts` | `PIL` | its face |

After `that`.
"""


@each(
    ("module", "name", "right"),
    [
        ("games.kit.cards", "typing", True),
        ("games.kit.cards", "games.kit.rows", True),
        ("games.kit.cards", "games.ludo", False),
        ("games.ludo.view", "games.kit.cards", True),
        ("games.ludo.view", "games.ludo.state", True),
        ("games.ludo.view", "games.whist.state", False),
        ("games.ludo.view", "asyncpg", False),
        ("bot.present.games.ludo.words", "games.ludo.facts", True),
        ("bot.present.games.ludo.words", "games.whist.facts", False),
        ("bot.present.games.ludo.words", "games.ludo.state", False),
        ("bot.present.games.ludo.words", "PIL.Image", True),
        ("storage.databases", "typing", False),
    ],
)
def test_a_made_up_page_grants_and_refuses(module: str, name: str, right: bool) -> None:
    assert (faults({module: [name]}, rows_of(MADE_UP), ("ludo", "whist")) == []) is right


def test_nobody_imports_the_composition_root() -> None:
    shell = {module for module in known() if module in ROOTS or module.startswith("bot.cli")}
    assert len(shell) > len(ROOTS)
    for module in known().keys() - shell:
        assert not [name for name in known()[module] if within(name, shell)], module


def test_each_module_begins_by_saying_what_it_is() -> None:
    for module in known():
        text = ast.get_docstring(source(module)[1]) or ""
        assert re.match(r"\S.*[.:…]", text), f"{module} does not say what it is"


def test_no_shared_file_names_a_kind_of_one_game() -> None:
    """A kind, what it is called and what beats all come from the folder of a game; the pack's cards have a file of their own."""
    kinds = {(str(kind), name) for game in GAMES.values() for kind, names in game.kinds.items() for name in names}
    common = {name for names in COMMON_KINDS.values() for name in names}
    own = {kind for kind, _ in kinds if not kind.isdigit()} - COMMON_KINDS.keys()
    own |= {name for _, name in kinds if name[0] > "z"} - common
    own -= {"open", "plain"}  # which are words for much else
    folders = ("games/base", "games/contract", "games/kit", "bot/session", "bot/present/words", "bot/present/screens")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")] + [*(ROOT / "games").glob("*.py")]
    for file in files:
        said = {node.value for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Constant)}
        assert not own & said, file
    for file in (ROOT / "bot" / "present" / "locales").glob("*.toml"):
        text = file.read_text("utf-8")
        assert not [one for one in own if re.search(rf"^{one}\.(?:en|zh) |[\"“ ]{one}[\"” ]", text, re.MULTILINE)], file
        assert file.stem == "pack" or not re.search("joker|[大小]王", text), file
