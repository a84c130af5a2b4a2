"""The session's rooms in ``docs/architecture.md``: which may import which, read from the imports, type-checking ones included."""

import ast
import re
from collections.abc import Iterator, Mapping

from tests.architecture.test_imports import ROOT, rows_below
from tests.cases import each

SESSION = ROOT / "bot" / "session"
HEAD = "| room | modules | what it is |"
MOST_MODULES = 12

Sources = Mapping[str, str]  # The text of each module by its path below ``bot/session``
Rooms = Mapping[str, set[str]]  # The modules of each room, the highest room first


def rooms_of(document: str) -> Rooms:
    return {room.strip(" `"): set(re.findall(r"`(\w+)`", modules)) for room, modules, *_ in rows_below(HEAD, document)}


def place_of(path: str) -> tuple[str, str]:
    """The room of a module and its name there; what stands outside the rooms belongs to the manager."""
    parts = path.removesuffix(".py").split("/")
    return ("manager", parts[0]) if len(parts) == 1 else (parts[0], parts[1])


def imports_of(source: str) -> Iterator[str]:
    """Names of the session's modules that are imported, each below ``bot.session``."""
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name.removeprefix("bot.session.") for name in names if name.startswith("bot.session."))


def faults(sources: Sources, rooms: Rooms) -> list[str]:
    """Everything in which these modules are not as the table says: places, imports upwards, rooms without door or too full."""
    order = list(rooms)
    named = {(room, name) for room, names in rooms.items() for name in names}
    there = {place_of(path) for path in sources if not path.endswith("__init__.py") or path.count("/") > 1}
    found = [f"the table and the folders differ in {room}/{name}" for room, name in sorted(named ^ there)]
    found += [f"{room} has too many modules" for room, names in rooms.items() if len(names) > MOST_MODULES]
    for path, source in sources.items():
        room = place_of(path)[0]
        if path.endswith("/__init__.py") and not ast.get_docstring(ast.parse(source)):
            found.append(f"{path} does not say what the room is")
        for name in imports_of(source) if room in order else ():
            other = name.partition(".")[0]
            if (other if other in order else "manager") in order[: order.index(room)]:
                found.append(f"{path} imports {name}, which is above it")
    doors = {path.split("/")[0] for path in sources if path.endswith("/__init__.py")}
    return found + [
        f"{room} has no door" for room in sorted({place_of(path)[0] for path in sources} - doors - {"manager"})
    ]


SOURCES = {path.relative_to(SESSION).as_posix(): path.read_text(encoding="utf-8") for path in SESSION.rglob("*.py")}
SOURCES = {path: source for path, source in SOURCES.items() if path != "__init__.py"}
ROOMS = rooms_of((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))


def test_the_rooms_import_downwards_only_and_hold_what_the_table_says() -> None:
    assert sum(len(list(imports_of(source))) for source in SOURCES.values()) > len(SOURCES)
    assert faults(SOURCES, ROOMS) == []


TABLE = f"""Above.

{HEAD}
| --- | --- | --- |
| `manager` | `manager` | asks |
| `seats` | `votes` | people |
| `port` | `commands`, `updates` | words |

Below: `nothing`.
"""
GOOD = {
    "manager.py": "from bot.session.seats import votes\n",
    "seats/__init__.py": '"""Seats."""\n',
    "seats/votes.py": "from bot.session.port.updates import Notice\nfrom bot.session.seats import places\n",
    "port/__init__.py": '"""Words."""\n',
    "port/updates.py": "from bot.session.port import commands\n",
    "port/commands/__init__.py": '"""Commands."""\n',
    "port/commands/play.py": "",
}


def test_a_made_up_house_in_order_has_no_fault() -> None:
    assert rooms_of(TABLE) == {"manager": {"manager"}, "seats": {"votes"}, "port": {"commands", "updates"}}
    assert faults(GOOD, rooms_of(TABLE)) == []


@each(
    ("path", "source", "fault"),
    [
        ("port/updates.py", "from bot.session.play.votes import kick", "which is above it"),
        ("port/updates.py", "from bot.session import seats", "which is above it"),
        ("port/commands/play.py", "import bot.session.play.votes", "which is above it"),
        ("port/updates.py", "if X:\n    from bot.session.seats import votes", "which is above it"),
        ("seats/votes.py", "def f():\n    from bot.session.manager import SessionManager", "which is above it"),
        ("seats/votes.py", "from bot.session.handlers import HANDLERS", "which is above it"),
        ("seats/places.py", "", "differ in seats/places"),
        ("attic/box.py", "", "differ in attic/box"),
        ("attic/box.py", "", "attic has no door"),
        ("spare.py", "", "differ in manager/spare"),
        ("seats/__init__.py", "", "does not say"),
    ],
)
def test_a_made_up_house_out_of_order_is_found(path: str, source: str, fault: str) -> None:
    found = faults({**GOOD, path: source}, rooms_of(TABLE))
    assert any(fault in one for one in found), found


def test_what_the_table_still_names_is_missed_and_a_full_room_is_too_full() -> None:
    gone = {path: source for path, source in GOOD.items() if path != "seats/votes.py"}
    assert "the table and the folders differ in seats/votes" in faults(gone, rooms_of(TABLE))
    full = {**rooms_of(TABLE), "seats": {f"module_{number}" for number in range(MOST_MODULES + 1)}}
    assert "seats has too many modules" in faults(GOOD, full)
