"""Rounds of AI players as a table, one row a decision: what its seat saw, what it did, what came of it.

The same seed gives the same table. Needs ``pip install paiju[export]``.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow
from pyarrow.parquet import ParquetWriter

from arena.contest import play
from arena.players import house, require_players
from arena.table import TableRun
from games import GAMES
from games.base.cards import cards_text
from games.base.facts import notation_of
from games.base.notation import read_action

__all__ = ["COLUMNS", "export", "rows"]

COLUMNS: Final[Mapping[str, str]] = {
    "round": "int32", "step": "int32", "seat": "int32", "why": "string", "hand": "string", "facts": "string", "own": "string",
    "acts": "string", "action": "string", "points": "int32", "won": "bool",
}  # fmt: skip
"""The columns with their types; what they hold is written in ``docs/training.md``."""


def export(
    game: str, rounds: int, seed: int, file: Path, level: str, workers: int, options: Mapping[str, object] | None = None
) -> int:
    """Write so many rounds between players of a level, and return how many rows that are. ``ValueError`` says what is wrong
    with the arguments."""
    require_players(GAMES[game], [level])
    if rounds < 1:
        raise ValueError("rounds: at least 1")
    about = {
        "game": game, "level": level, "seed": seed, "rules_version": GAMES[game].rules_version,
        "options": dict(house(game, None, options, None).options),
    }  # fmt: skip
    schema = pyarrow.schema(list(COLUMNS.items()), {"paiju": json.dumps(about, ensure_ascii=False)})
    written, number = 0, 0
    with ParquetWriter(file, schema) as writer:

        def write(table: TableRun) -> None:
            nonlocal written, number
            found: list[dict[str, Any]] = []
            for run in table.match.rounds:
                found += rows(table, run, number := number + 1)
            writer.write_table(pyarrow.Table.from_pylist(found, schema))
            written += len(found)

        play(game, [level], rounds, seed=seed, workers=workers, options=options, watch=write)
    return written


def rows(table: TableRun, run: Any, number: int) -> Iterator[dict[str, Any]]:
    """The decisions of one round of a table."""
    game, record, result = GAMES[table.match.game], run.record, run.result
    state, heard = game.start(table.match.options, record.deal, record.carry).state, 0
    for step, (seat, text) in enumerate(record.actions, start=1):
        view = game.view(state, seat)
        acts = [f"{act.seat}: {act.verb} {cards_text(act.cards)}".rstrip() for act in view.acts[heard:]]
        yield {
            "round": number, "step": step, "seat": seat, "why": next(one.why for one in view.awaited if one.seat == seat),
            "hand": cards_text(view.hand or ()), "facts": _json(view.facts), "own": _json(notation_of(view.own)),
            "acts": "; ".join(acts), "action": text, "points": result.points[seat], "won": seat in result.won,
        }  # fmt: skip
        heard = len(view.acts)
        state = game.apply(state, seat, read_action(text)).state


def _json(facts: Mapping[str, object]) -> str:
    return json.dumps(facts, default=dict, ensure_ascii=False, separators=(",", ":"))
