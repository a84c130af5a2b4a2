"""What no table can say: rules without clock, chance and files, no game named by what all share, lists of names in order."""

import ast
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import takewhile
from pathlib import Path

import pytest

from games import GAMES as THERE
from games.base.words import COMMON_KINDS

ROOT = Path(__file__).parent.parent.parent
CHAT = {"discord", "telegram", "aiohttp"}


def rows_below(head: str, document: str) -> list[list[str]]:
    """The cells of the table with this head."""
    _, found, below = document.partition(f"{head}\n")
    assert found, f"the document has no table {head}"
    rows = takewhile(lambda line: line.startswith("|"), below.splitlines()[1:])
    return [line.split("|")[1:-1] for line in rows]


def modules(*folders: str) -> list[str]:
    found = []
    for folder in folders:
        path = ROOT / folder
        files = [path] if path.is_file() else sorted(path.rglob("*.py"))
        found += [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    return [name.removesuffix(".__init__") for name in found]


@lru_cache(maxsize=1)  # all trees of the project are a million objects, which every process would keep
def source(module: str) -> tuple[Path, ast.Module]:
    path = ROOT.joinpath(*module.split("."))
    path = door if (door := path / "__init__.py").is_file() else path.with_suffix(".py")
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


def pairs(names: list[str]) -> Iterator[tuple[str, str]]:
    """(module, import) for everything that these modules import."""
    return ((module, name) for module in names for name in imports(module))


GAMES = modules("games")
SHARED = {"base", "contract", "kit"}  # The folders of ``games`` that are no game
ROOMS = sorted(
    path.name for path in (ROOT / "games").iterdir() if (path / "__init__.py").is_file() and path.name not in SHARED
)


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


def test_few_read_files_or_settings() -> None:
    readers = {"games.base.words", "games.check", "games.kit.native", "games.registry"}
    assert {module for module in GAMES if reads_files(module)} == readers


def reads_files(module: str) -> bool:
    _, tree = source(module)
    opens = (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "open" for node in ast.walk(tree))
    return any(opens) or any(within(name, {"os", "pathlib", "io", "tempfile", "shutil"}) for name in imports(module))


@pytest.mark.parametrize("folder", ["arena", "bot", "games", "storage", "soak"])
def test_nothing_that_games_share_names_a_game(folder: str) -> None:
    """Nor a kind of play that only some have, neither in code nor in texts, style sheets and scripts; migrations tell what once
    was. A joker is a card of the pack, and ``rocket`` what a presentation calls a play that nothing beats."""
    everyday = {"1", "2", "3", "open", "plain", "plate", "tube", "flight", "rocket"}
    kinds = {kind for room in ROOMS for kind in THERE[room].kinds} - {*COMMON_KINDS} - everyday
    words = {*ROOMS, "bigtwo", "paodekuai", "landlord", *kinds}
    own = [ROOT / "games" / room for room in ROOMS] + [ROOT / "bot" / "present" / "games" / room for room in ROOMS]
    own += [ROOT / "storage" / "migrations", ROOT / "arena" / "games", ROOT / "arena" / "lessons"]
    suffixes = {".py", ".toml", ".js", ".css", ".html", ".json", ".svg", ".webmanifest"}
    for path in (ROOT / folder).rglob("*"):
        test = path.name.startswith("test_")
        if path.suffix in suffixes and not test and not any(path.is_relative_to(one) for one in own):
            text = path.read_text(encoding="utf-8").lower()
            assert not [word for word in words if word in text], path


def test_every_module_lists_its_names_once_in_order_and_has_them() -> None:
    listed = 0
    for name in modules("games", "storage", "arena", "bot"):
        names = listed_names(source(name)[1])
        listed += names is not None
        if names is not None:
            assert names == sorted(set(names), key=by_kind), f"{name} lists its names in no order"
            assert not set(names) - defined_names(source(name)[1]), f"{name} promises what it has not"
    assert listed > 300


def listed_names(tree: ast.Module) -> list[str] | None:
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
