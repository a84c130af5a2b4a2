"""Durable actions per second through the store, beside a bare SQLite commit loop on the same disk, and PostgreSQL's beside both.

``python -m bench.storage [--json FILE] [--disk FOLDER] [--actions N]``. An action is what a play costs: a new line in
the log, the table's row, the remembered update id, all in one unit of work that is on disk when it returns. The bare
loop makes one insertion a commit with ``sqlite3`` alone (WAL, FULL), the least that a durable action can be; "bare, same
rows" writes the same three rows. Each figure is the median of three turns, taken alternately. Where Debian's PostgreSQL
is installed, a server of its own on the same disk, with its own usual settings (``fsync`` on), does the same actions.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from storage.api import Store
from storage.databases import open_store
from storage.themes.matches import ActionRow, MatchRow
from storage.themes.tables import TableRow, Terms
from tests.postgres import durable_server

CROWDS = (1, 10, 100)
TURNS = 3
LINE = "play 3s 3h 3d 4c as 3"


def bare(folder: Path, actions: int, *, same_rows: bool) -> float:
    """Commits per second of a plain loop."""
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.executescript(
            "DROP TABLE IF EXISTS log; DROP TABLE IF EXISTS seen; DROP TABLE IF EXISTS tables;"
            "CREATE TABLE log (match INT, seq INT, round INT, seat INT, line TEXT, cause TEXT, at REAL,"
            " PRIMARY KEY (match, seq)) WITHOUT ROWID;"
            "CREATE TABLE seen (id TEXT PRIMARY KEY, effect TEXT, at REAL) WITHOUT ROWID;"
            "CREATE TABLE tables (id INTEGER PRIMARY KEY, extra TEXT, touched REAL);"
            "INSERT INTO tables VALUES (1, '{}', 0)"
        )
        begun = time.perf_counter()
        for seq in range(actions):
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT INTO log VALUES (1, ?, 1, 0, ?, 'player', ?)", (seq, LINE, float(seq)))
            if same_rows:
                database.execute("UPDATE tables SET touched = ? WHERE id = 1", (float(seq),))
                database.execute("INSERT INTO seen VALUES (?, 'played', ?)", (str(seq), float(seq)))
            database.execute("COMMIT")
        return actions / (time.perf_counter() - begun)


async def play(store: Store, table: TableRow, match: int, first: int, count: int, waits: list[float]) -> None:
    """One table's actions, one after the other, each as the session does it."""
    for seq in range(first, first + count):
        begun = time.perf_counter()
        async with store.begin() as unit:
            if await unit.updates.seen("telegram", f"{match}-{seq}") is None:
                await unit.matches.append(ActionRow(match, seq, 1, seq % 3, LINE, "player", float(seq)))
                await unit.tables.put(table)
                await unit.updates.remember("telegram", f"{match}-{seq}", "played", float(seq))
                await unit.commit()
        waits.append(time.perf_counter() - begun)


class Tables:
    """A store with as many tables in play as the largest crowd needs."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.seats: list[tuple[TableRow, int]] = []
        self.next_seq = 0

    async def open(self, count: int) -> None:
        async with self.store.change() as unit:
            chat = await unit.chats.add("telegram", "1", "", "Friends")
            for _ in range(count):
                table = await unit.tables.add(TableRow(0, chat.id, "doudizhu", "{}", "", 3, "playing", None, Terms(90)))
                match = await unit.matches.add(MatchRow(0, table.id, chat.id, "doudizhu", "{}", "open", 0.0))
                self.seats.append((table, match.id))

    async def crowd(self, size: int, actions: int) -> tuple[float, list[float]]:
        """Actions per second with ``size`` tables playing at once, and how long each action took."""
        waits: list[float] = []
        each = max(1, actions // size)
        begun = time.perf_counter()
        seats = self.seats[:size]
        await asyncio.gather(*(play(self.store, table, match, self.next_seq, each, waits) for table, match in seats))
        self.next_seq += each
        return size * each / (time.perf_counter() - begun), waits


async def measure(folder: Path, actions: int, server: str | None) -> dict[str, Any]:
    urls = {"store": f"sqlite+aiosqlite:///{folder}/paiju.db"} | ({"PostgreSQL": server} if server else {})
    stores = {name: await open_store(url) for name, url in urls.items()}
    crowds = {name: Tables(store) for name, store in stores.items()}
    for tables in crowds.values():
        await tables.open(max(CROWDS))
    rates: dict[str, list[float]] = {}
    waits: dict[str, list[float]] = {}
    for _ in range(TURNS):
        for name, same_rows in (("bare loop", False), ("bare, same rows", True)):
            rates.setdefault(name, []).append(bare(folder, actions, same_rows=same_rows))
        for (kind, tables), size in itertools.product(crowds.items(), CROWDS):
            name = f"{kind}, {size} at once"
            rate, took = await tables.crowd(size, actions)
            rates.setdefault(name, []).append(rate)
            waits.setdefault(name, []).extend(took)
    for store in stores.values():
        await store.close()
    least = statistics.median(rates["bare loop"])
    return {name: figures(turns, least, waits.get(name)) for name, turns in rates.items()}


def figures(turns: list[float], least: float, waits: list[float] | None) -> dict[str, float]:
    rate = statistics.median(turns)
    result = {"actions_per_second": round(rate, 1), "ratio_to_bare_loop": round(rate / least, 2)}
    if waits:
        cuts = statistics.quantiles(waits, n=100)
        result |= {"p50_ms": round(cuts[49] * 1000, 2), "p99_ms": round(cuts[98] * 1000, 2)}
    return result


def run(disk: Path | None = None, actions: int = 1000) -> dict[str, Any]:
    """All figures by name. ``disk``: the folder whose disk is measured, the current one by default."""
    with (
        tempfile.TemporaryDirectory(dir=disk or Path.cwd(), prefix=".bench-storage-") as folder,
        durable_server(disk) as server,
    ):
        return asyncio.run(measure(Path(folder), actions, server))


def show(results: dict[str, Any], say: Callable[[str], None] = print) -> None:
    say(f"{'durable actions':<24}{'per second':>12}{'ratio':>8}{'p50 ms':>9}{'p99 ms':>9}")
    for name, row in results.items():
        times = "".join(f"{row[key]:>9}" if key in row else f"{'':>9}" for key in ("p50_ms", "p99_ms"))
        say(f"{name:<24}{row['actions_per_second']:>12,.0f}{row['ratio_to_bare_loop']:>8}{times}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--disk", type=Path)
    parser.add_argument("--actions", type=int, default=1000)
    arguments = parser.parse_args()
    results = run(arguments.disk, arguments.actions)
    show(results)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
