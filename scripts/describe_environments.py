"""Describe what learners are shown: ``python scripts/describe_environments.py`` writes a card for each game into
``docs/environments.md``, below what is written there by hand. Figures are those of the pages about strength and benchmarks."""

from __future__ import annotations

import inspect
import sys
from math import inf
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import arena  # noqa: E402 # found from the root set above
from arena.environment import Environment  # noqa: E402
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
        parts.append(f"## `{key}`\n\n{_flowing(about)}\n\n{_card(env)}\n{_table(env.planes)}")
    return "\n".join(parts)


def _card(env: Environment) -> str:
    """Return what is to be known of a game before its planes."""
    game, interface = env.game, env.interface
    seats = f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else game.seats[0]
    matches = [(players, won, ms.partition(" ")[0]) for _, players, _, won, _, _, ms in _rows_of("strength", game.key)]
    rates = [f"{rate}, {described} with features" for _, rate, described, _ in _rows_of("benchmarks", game.key)]
    thought = next(ms for players, _, ms in matches if players.startswith("strong"))
    lines = {
        "rules": f"version {game.rules_version} of [the sheet](rules/{game.key}.md); {seats} players",
        "observation": f"{env.observation_size:,} numbers in {len(env.planes)} planes",
        "actions": f"{interface.actions:,}; one has {env.legal_features_size} features",
        "rewards": f"points, wins{', shaped' if interface.most_points else ''}; of a round or a match",
        "baselines": f"won [of rounds](strength.md): {'; '.join(f'{players} {won}' for players, won, _ in matches)}",
        "compute": f"[steps/s](benchmarks.md#environments) of one core: {'; '.join(rates)}; `strong` thinks {thought} ms a move",
    }
    return "| card | |\n| --- | --- |\n" + "".join(f"| {name} | {told} |\n" for name, told in lines.items())


def _rows_of(page: str, key: str) -> list[list[str]]:
    """The rows that begin with a game's name, of the table with so many columns."""
    text = (PAGE.parent / f"{page}.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip(" *") for cell in line.strip("|").split(" | ")] for line in text.splitlines() if line[:2] == "| "
    ]
    return [
        row for row in rows if row[0].replace(" ", "").lower() == key and len(row) == (7 if page == "strength" else 4)
    ]


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
