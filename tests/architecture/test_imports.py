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


def pairs(names: list[str]) -> Iterator[tuple[str, str]]:
    """(module, import) for everything that these modules import."""
    return ((module, name) for module in names for name in imports(module))


GAMES = modules("games")
SHARED = {"base", "contract", "kit"}
"""The folders of ``games`` that are no game."""
ROOMS = sorted(
    path.name for path in (ROOT / "games").iterdir() if (path / "__init__.py").is_file() and path.name not in SHARED
)
VOCABULARY = {
    "games.base.actions", "games.base", "games.base.errors", "games.base.events", "games.base.notation", "games.base.options", "games.base.words",
}  # fmt: skip
"""What everybody in ``games`` speaks in, and the kit is built on."""


def test_the_rules_know_nothing_but_the_standard_library() -> None:
    for module, name in pairs(GAMES):
        assert within(name, "games") or name.split(".")[0] in sys.stdlib_module_names, f"{module} imports {name}"


def test_the_rules_have_no_clock_no_log_and_no_event_loop() -> None:
    forbidden = {"asyncio", "time", "datetime", "logging", "threading", "socket", "secrets"}
    for module, name in pairs(GAMES):
        assert not within(name, forbidden), f"{module} imports {name}"


def test_chance_enters_the_rules_through_seeded_instances_only() -> None:
    for module in GAMES:
        draws_from_seeds_only(module)


def draws_from_seeds_only(module: str) -> None:
    assert not {name for name in imports(module) if within(name, "random")} - {"random", "random.Random"}
    _, tree = source(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random", f"{module} draws from the module's own generator"
        if isinstance(node, ast.Call) and "Random" in (getattr(node.func, "id", ""), getattr(node.func, "attr", "")):
            assert node.args, f"{module} makes a generator without a seed"


def test_the_checker_and_the_list_of_games_alone_read_files() -> None:
    readers = {"games.check", "games.registry"}
    assert {module for module in GAMES if reads_files(module)} == readers


def reads_files(module: str) -> bool:
    _, tree = source(module)
    opens = (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "open" for node in ast.walk(tree))
    return any(opens) or any(within(name, {"os", "pathlib", "io", "tempfile", "shutil"}) for name in imports(module))


def test_the_kit_knows_no_game() -> None:
    rooms = {f"games.{room}" for room in ROOMS}
    assert not known("games/kit", *rooms, "games.simulate", "games.record", "games.check")
    for module in modules("games/kit"):
        path, _ = source(module)
        assert not any(room in path.read_text(encoding="utf-8").lower() for room in ROOMS), f"{module} names a game"


@pytest.mark.parametrize("folder", ["bot", "games", "storage", "soak"])
def test_nothing_that_games_share_names_a_game(folder: str) -> None:
    """Neither in code nor in texts, style sheets and scripts; migrations tell what once was."""
    words = {*ROOMS, "landlord"}
    own = [ROOT / "games" / room for room in ROOMS] + [ROOT / "bot" / "present" / "games" / room for room in ROOMS]
    own.append(ROOT / "storage" / "migrations")
    kinds = {".py", ".toml", ".js", ".css", ".html", ".json", ".svg", ".webmanifest"}
    for path in (ROOT / folder).rglob("*"):
        test = path.name.startswith("test_")
        if path.suffix in kinds and not test and not any(path.is_relative_to(one) for one in own):
            text = path.read_text(encoding="utf-8").lower()
            assert not [word for word in words if word in text], path


def test_the_layers_below_the_games_point_downwards_only() -> None:
    """Cards and how facts are written; the vocabulary; the rest of the kit; the contract."""
    below = set[str]()
    for layer in ({"games.base.cards", "games.base.facts"}, VOCABULARY, {"games.kit"}, {"games.contract"}):
        below |= layer
        for module, name in pairs([module for module in GAMES if within(module, layer)]):
            assert not within(name, "games") or within(name, below), f"{module} imports {name}"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_no_other_room(room: str) -> None:
    others = {f"games.{other}" for other in ROOMS if other != room}
    drivers = {"games.simulate", "games.record", "games.check", "games.scenario", "games.compare"}
    assert not known(f"games/{room}", *others, *drivers)


def test_rooms_are_entered_through_their_door() -> None:
    rooms = {f"games.{room}" for room in ROOMS}
    for module in GAMES:
        if not within(module, rooms):
            assert not [name for name in imports(module) if within(name, rooms)], f"{module} enters a room"


def test_the_rest_of_the_project_enters_a_room_only_to_present_what_is_known_and_what_happens_there() -> None:
    for module in modules("storage", "bot"):
        game = module.removeprefix("bot.present.games.").split(".")[0]
        for name in imports(module):
            own = module.startswith("bot.present.games.") and within(
                name, {f"games.{game}.facts", f"games.{game}.events"}
            )
            assert own or not within(name, {f"games.{room}" for room in ROOMS}), f"{module} imports {name}"


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


def test_every_module_lists_its_names_once_in_order_and_has_them() -> None:
    listed = 0
    for name in modules("games", "storage", "bot"):
        names = listed_names(source(name)[1])
        listed += names is not None
        if names is not None:
            assert names == sorted(set(names), key=by_kind), f"{name} lists its names in no order"
            assert not set(names) - defined_names(source(name)[1]), f"{name} promises what it has not"
    assert listed > 300


def listed_names(tree: ast.Module) -> list[str] | None:
    """What ``__all__`` holds."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return list(ast.literal_eval(node.value))
    return None


def by_kind(name: str) -> tuple[int, str]:
    """Constants first, then classes, then functions; within each by the alphabet."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def defined_names(tree: ast.Module) -> set[str]:
    """All names that a module's body makes or takes."""
    targets = [target for item in tree.body for target in getattr(item, "targets", [])]
    targets += [target for item in tree.body if (target := getattr(item, "target", None)) is not None]
    names = {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
    made = names | {getattr(item, "name", "") for item in tree.body}
    taken = (item.names for item in tree.body if isinstance(item, ast.ImportFrom | ast.Import))
    return made | {alias.asname or alias.name for aliases in taken for alias in aliases}
