"""How large the house is and how far apart its parts lie, counted from the code as it stands."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Final

from tests.architecture.test_imports import ROOT, imports, modules, source, within

__all__ = ["COUNTERS"]

PRODUCT: Final = ("games", "storage", "bot", "arena")
NAMED_ONCE: Final = ("bot", "storage", "games/base", "games/contract")  # Where a class name stands for one thing
MIDDLE: Final = ROOT / "bot" / "session"
SAMPLES: Final = {
    "files_of_a_button": r"\b(undo|takeback|Undo|Takeback|may_take_back|taken_back)\b",
    "files_of_a_command": r"\b(Shuffle|seats_drawn)\b|\"shuffle\"",
    "files_of_a_house_rule": r"\bswap_jack_queen\b",
    "files_of_a_store_table": r"\b(SeasonPostRow|season_posts?)\b",
}
"""For each kind of feature the words by which one that exists is known in every file that it touches."""


def lines(*folders: str) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files(*folders))


def files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def classes(*folders: str) -> Iterator[ast.ClassDef]:
    for module in modules(*folders):
        _, tree = source(module)
        yield from (node for node in tree.body if isinstance(node, ast.ClassDef))


def fields_of(node: ast.ClassDef) -> int:
    """The fields that a class declares or that its ``__init__`` gives it."""
    declared = {
        item.target.id for item in node.body if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.name == "__init__":
            for stored in ast.walk(item):
                if (
                    isinstance(stored, ast.Attribute)
                    and isinstance(stored.ctx, ast.Store)
                    and ast.unparse(stored.value) == "self"
                ):
                    declared.add(stored.attr)
    return len(declared)


def public_methods_of(node: ast.ClassDef) -> int:
    """Methods and properties without a leading underscore; ``handle_…`` of a protocol as any other."""
    functions = (item for item in node.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef))
    return sum(not function.name.startswith("_") for function in functions)


@cache
def arrows(folder: str) -> dict[str, frozenset[str]]:
    """By module below a folder, the other modules there that it imports."""
    names = set(modules(folder))
    return {
        module: frozenset(taken for taken in imports(module) if taken in names and taken != module) for module in names
    }


def levels(folder: str) -> int:
    """The longest chain of imports below a folder, in modules; modules in a circle count as one."""
    circles = {
        module: min(name for name in _reach(folder, module) if module in _reach(folder, name))
        for module in arrows(folder)
    }
    below: dict[str, set[str]] = {circle: set() for circle in circles.values()}
    for module, taken in arrows(folder).items():
        below[circles[module]] |= {circles[name] for name in taken} - {circles[module]}

    @cache
    def level(circle: str) -> int:
        return 1 + max((level(name) for name in below[circle]), default=0)

    return max(level(circle) for circle in below)


@cache
def _reach(folder: str, module: str) -> frozenset[str]:
    """What a module stands on, itself included."""
    found, open_ = {module}, [module]
    while open_:
        new = arrows(folder)[open_.pop()] - found
        found |= new
        open_ += new
    return frozenset(found)


def parts() -> list[str]:
    return sorted(path.name for path in MIDDLE.iterdir() if (path / "__init__.py").is_file())


def arrows_between_parts() -> int:
    """The pairs of parts of the middle floor of which one imports the other. Not their share: that grows as parts are joined."""
    named = {part: f"bot.session.{part}" for part in parts()}
    used = {
        (one, other)
        for one, other in permutations(named, 2)
        for module, taken in arrows("bot/session").items()
        if within(module, named[one]) and any(within(name, named[other]) for name in taken)
    }
    return len(used)


def touched(words: str) -> int:
    """The files of the product, texts and page included, in which one of these words stands."""
    kinds = {".py", ".toml", ".js", ".html", ".css", ".mako"}
    found = re.compile(words)
    return sum(
        path.suffix in kinds and found.search(path.read_text(encoding="utf-8")) is not None
        for folder in PRODUCT
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    )


def twice() -> int:
    """Class names that stand for more than one class."""
    return sum(count > 1 for count in Counter(node.name for node in classes(*NAMED_ONCE)).values())


COUNTERS: Final = {
    "product_lines": lambda: lines(*PRODUCT),
    "test_lines": lambda: lines("tests"),
    "import_levels": lambda: levels("bot"),
    "parts": lambda: len(parts()),
    "arrows_between_parts": arrows_between_parts,
    "fields_of_a_class": lambda: max(
        fields_of(node) for node in classes("bot", "storage") if not node.name.endswith("Settings")
    ),
    "public_methods_of_a_class": lambda: max(public_methods_of(node) for node in classes("bot", "storage")),
    "class_names_twice": twice,
} | {name: (lambda words=words: touched(words)) for name, words in SAMPLES.items()}
"""What can be counted without running anything, by its name in ``budget.toml``."""
