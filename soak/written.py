"""All that a run has written so far, read at one moment: from a file or from a server."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import asyncpg

__all__ = ["Row", "Written", "in_file", "on_server"]

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Written:
    """Rows by the name of their table."""

    tables: list[Row]
    seats: list[Row]
    identities: list[Row]
    matches: list[Row]
    rounds: list[Row]
    actions: list[Row]
    results: list[Row]
    updates: list[Row]
    owners: list[Row]

    def log(self) -> dict[int, list[Row]]:
        """The lines of every match, in their order."""
        lines: dict[int, list[Row]] = {row["id"]: [] for row in self.matches}
        for row in sorted(self.actions, key=lambda row: (row["match"], row["seq"])):
            lines[row["match"]].append(row)
        return lines

    def rounds_of(self) -> dict[int, list[Row]]:
        """The rounds of every match, in their order."""
        found: dict[int, list[Row]] = defaultdict(list)
        for row in sorted(self.rounds, key=lambda row: (row["match"], row["round"])):
            found[row["match"]].append(row)
        return found


_NAMES = tuple(field.name for field in fields(Written))


def in_file(database: Path) -> Written:
    """What stands in a file; it must be whole."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=20)) as connection:
        connection.row_factory = sqlite3.Row
        assert [tuple(row) for row in connection.execute("PRAGMA integrity_check")] == [("ok",)]
        assert not connection.execute("PRAGMA foreign_key_check").fetchall()
        connection.execute("BEGIN")
        rows: dict[str, list[Row]] = {
            name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')] for name in _NAMES
        }
    return Written(**rows)


async def on_server(**address: Any) -> Written:
    """What stands in a database on a server, all of it at the same moment; ``address`` is what ``asyncpg`` connects to."""
    connection = await asyncpg.connect(**address)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            rows: dict[str, list[Row]] = {
                name: [dict(row) for row in await connection.fetch(f'SELECT * FROM "{name}"')] for name in _NAMES
            }
    finally:
        await connection.close()
    return Written(**rows)
