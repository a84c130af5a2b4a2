"""The table of ``docs/architecture.md``: who may know whom, read from the imports themselves."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CHAT = {"discord", "telegram", "aiohttp"}
SQL = {"sqlalchemy", "aiosqlite", "alembic", "sqlite3"}
PICTURES = {"PIL"}


def modules(*folders: str) -> list[str]:
    """Names of all modules below these folders (or of single files)."""
    found = []
    for folder in folders:
        path = ROOT / folder
        files = [path] if path.is_file() else sorted(path.rglob("*.py"))
        found += [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    return [name.removesuffix(".__init__") for name in found]


@cache
def source(module: str) -> tuple[Path, ast.Module]:
    path = ROOT.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return path, ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(module: str) -> tuple[str, ...]:
    """Everything a module imports, with the names it takes (``a.b`` and ``a.b.c`` for ``from a.b import c``)."""
    return tuple(_imports(module))


def _imports(module: str) -> Iterator[str]:
    _, tree = source(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, packages: set[str] | str) -> bool:
    packages = {packages} if isinstance(packages, str) else packages
    return any(name == package or name.startswith(package + ".") for package in packages)


def known(folder: str, *others: str) -> set[tuple[str, str]]:
    """(module, import) pairs below a folder that touch any of these packages."""
    return {(module, name) for module in modules(folder) for name in imports(module) if within(name, set(others))}


GAMES = modules("games")
ROOMS = sorted(
    path.name for path in (ROOT / "games").iterdir() if (path / "__init__.py").is_file() and path.name != "kit"
)


@pytest.mark.parametrize("module", GAMES)
def test_the_rules_know_nothing_but_the_standard_library(module: str) -> None:
    for name in imports(module):
        assert within(name, "games") or name.split(".")[0] in sys.stdlib_module_names, f"{module} imports {name}"


@pytest.mark.parametrize("module", GAMES)
def test_the_rules_have_no_clock_no_log_and_no_event_loop(module: str) -> None:
    for name in imports(module):
        assert not within(name, {"asyncio", "time", "datetime", "logging", "threading", "socket", "secrets"}), name


@pytest.mark.parametrize("module", GAMES)
def test_chance_enters_the_rules_through_seeded_instances_only(module: str) -> None:
    assert not {name for name in imports(module) if within(name, "random")} - {"random", "random.Random"}
    _, tree = source(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random", f"{module} draws from the module's own generator"
        if isinstance(node, ast.Call) and "Random" in (getattr(node.func, "id", ""), getattr(node.func, "attr", "")):
            assert node.args, f"{module} makes a generator without a seed"


@pytest.mark.parametrize("module", [module for module in GAMES if module != "games.check"])
def test_the_checker_alone_reads_files(module: str) -> None:
    assert not any(within(name, {"os", "pathlib", "io", "tempfile", "shutil"}) for name in imports(module))
    _, tree = source(module)
    assert not any(isinstance(node, ast.Call) and getattr(node.func, "id", "") == "open" for node in ast.walk(tree))


def test_the_kit_knows_no_game() -> None:
    rooms = {f"games.{room}" for room in ROOMS}
    assert not known("games/kit", *rooms, "games.simulate", "games.record", "games.check")
    for module in modules("games/kit"):
        path, _ = source(module)
        assert not any(room in path.read_text(encoding="utf-8").lower() for room in ROOMS), f"{module} names a game"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_no_other_room(room: str) -> None:
    others = {f"games.{other}" for other in ROOMS if other != room}
    drivers = {"games.simulate", "games.record", "games.check", "games.scenario", "games.compare"}
    assert not known(f"games/{room}", *others, *drivers)


@pytest.mark.parametrize(
    "module", [module for module in GAMES if module.split(".")[1:2] not in [[room] for room in ROOMS]]
)
def test_rooms_are_entered_through_their_door(module: str) -> None:
    for name in imports(module):
        assert not within(name, {f"games.{room}" for room in ROOMS}), f"{module} imports {name}"


def test_the_rest_of_the_project_never_enters_a_room() -> None:
    for module in modules("storage", "bot"):
        for name in imports(module):
            assert not within(name, {f"games.{room}" for room in ROOMS}), f"{module} imports {name}"


def test_storage_and_the_rules_are_strangers() -> None:
    assert not known("storage", "games", "bot")
    assert not known("games", "storage", "bot")


def test_the_session_knows_the_store_by_its_port_and_no_library() -> None:
    assert not known("bot/session", *CHAT, *SQL, *PICTURES, "bot.present", "bot.frontends")
    assert {name for _, name in known("bot/session", "storage") if not within(name, "storage.api")} <= {"storage"}
    assert ("storage", "storage") not in known("bot/session", "storage")
    for module, name in known("bot/session", "storage"):
        assert name == "storage" or within(name, "storage.api"), f"{module} imports {name}"


def test_ratings_know_stored_rows_and_their_model_only() -> None:
    for module in modules("bot/ratings"):
        for name in imports(module):
            allowed = within(name, {"bot.ratings", "storage.api", "openskill"})
            assert allowed or name.split(".")[0] in sys.stdlib_module_names, f"{module} imports {name}"
    assert {module for module, _ in known("bot", "openskill")} == {"bot.ratings.skill"}


def test_presentation_knows_neither_the_store_nor_a_chat() -> None:
    assert not known("bot/present", *CHAT, *SQL, "storage", "bot.frontends")


def test_a_frontend_knows_no_other_frontend_and_no_store() -> None:
    fronts = sorted(
        path.name for path in (ROOT / "bot" / "frontends").iterdir() if path.is_dir() and path.name[0] != "_"
    )
    for front in fronts:
        others = {f"bot.frontends.{other}" for other in fronts if other != front}
        assert not known(f"bot/frontends/{front}", *others, "storage", *SQL), front
        assert not known(f"bot/frontends/{front}", *({"discord", "telegram"} - {front})), front


def test_nobody_imports_the_composition_root() -> None:
    root = {
        module for module in modules("bot") if module in {"bot.__main__", "bot.app"} or module.startswith("bot.cli")
    }
    assert root
    for module in set(modules("games", "storage", "bot")) - root:
        for name in imports(module):
            assert not within(name, root), f"{module} imports {name}"


def test_every_door_lists_its_names_in_order() -> None:
    for module in GAMES:
        _, tree = source(module)
        for node in tree.body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
                names = ast.literal_eval(node.value)
                assert len(names) == len(set(names)), module
                defined = {getattr(item, "name", "") for item in tree.body}
                defined |= {getattr(target, "id", "") for item in tree.body for target in getattr(item, "targets", [])}
                defined |= {getattr(getattr(item, "target", None), "id", "") for item in tree.body}
                imported = {
                    alias.name for item in tree.body if isinstance(item, ast.ImportFrom) for alias in item.names
                }
                assert set(names) <= defined | imported, f"{module} promises {set(names) - defined - imported}"
