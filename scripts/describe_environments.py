"""Describe what learners are shown: ``python scripts/describe_environments.py`` writes the tables of ``docs/environments.md``,
below what is written there by hand."""

from __future__ import annotations

import inspect
import sys
from math import inf
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import arena  # noqa: E402 # found from the root set above
from arena.interface import Plane  # noqa: E402
from games import GAMES  # noqa: E402

PAGE: Final = ROOT / "docs" / "environments.md"
_TABLES: Final = "The tables are for the usual house rules and numbers of players.\n"


def page() -> str:
    """Return the page as it has to be."""
    by_hand, _, _ = PAGE.read_text(encoding="utf-8").partition(_TABLES)
    parts = [by_hand + _TABLES]
    for key in GAMES:
        env = arena.env(key)
        about = inspect.getdoc(sys.modules[type(env.interface).__module__]) or ""
        sizes = f"{env.interface.actions:,} actions; {sum(plane.size for plane in env.planes):,} numbers are observed."
        parts.append(f"## `{key}`\n\n{_flowing(about)}\n\n{sizes}\n\n{_table(env.planes)}")
    return "\n".join(parts)


def _flowing(text: str) -> str:
    """Return paragraphs without their line breaks."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n")).replace("``", "`")


def _table(planes: tuple[Plane, ...]) -> str:
    rows = ["| plane | shape | from | to | unit | what it tells |", "| --- | --- | --- | --- | --- | --- |"]
    for plane in planes:
        shape = " × ".join(map(str, plane.shape))
        rows.append(
            f"| `{plane.name}` | {shape} | {_end(plane.low)} | {_end(plane.high)} | {plane.unit} | {plane.about} |"
        )
    return "\n".join(rows) + "\n"


def _end(number: float) -> str:
    return "" if abs(number) == inf else f"{number:g}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
