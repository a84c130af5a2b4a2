"""What programs have played, every deal with its replay in a SQLite file, and the ratings that follow from all of it."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from arena.figures import Interval
from arena.table import TableRun
from games.record import export

__all__ = ["Ladder", "ratings"]

_TABLE: Final = """CREATE TABLE IF NOT EXISTS deals (
    id INTEGER PRIMARY KEY, at REAL NOT NULL, game TEXT NOT NULL, one TEXT NOT NULL, other TEXT NOT NULL,
    score REAL NOT NULL, failures TEXT NOT NULL, replay TEXT NOT NULL)"""
_SCALE: Final = 400 / np.log(10)  # Elo's: 400 points are odds of ten to one
_MEAN, _SPREAD = 1500.0, 400.0  # of ratings before anything was played


class Ladder:
    """The file. ``score``: 1 if ``one`` had more points a seat than ``other`` over a deal's tables, 0.5 if as many, else 0."""

    def __init__(self, file: Path | str) -> None:
        self._base = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=30.0)
        self._base.execute(_TABLE)

    def add(self, tables: Sequence[TableRun]) -> None:
        """Keep a deal that two players have played from all sides."""
        first, ahead = tables[0], 0.0
        for table in tables:
            points = table.match.rounds[0].result.points
            sides = [[p for p, at in zip(points, table.lineup, strict=True) if at == side] for side in (0, 1)]
            ahead += sum(sides[0]) / len(sides[0]) - sum(sides[1]) / len(sides[1])
        one, other = (first.match.levels[first.lineup.index(side)] for side in (0, 1))
        told = [[name, failed.kind, failed.said] for table in tables for name, failed in table.failed]
        replays = [export(table.match.record(" – ".join(table.match.levels))) for table in tables]
        score = (ahead > 0) + (ahead == 0) / 2
        row = (time.time(), first.match.game, one, other, score, json.dumps(told), json.dumps(replays))
        self._base.execute("INSERT INTO deals VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", row)

    def standings(self, game: str) -> list[tuple[str, Interval, int, int]]:
        """Name, rating, deals and failures, the highest rating first."""
        rows = self._base.execute("SELECT one, other, score, failures FROM deals WHERE game = ?", (game,)).fetchall()
        failures = [name for *_, told in rows for name, *_ in json.loads(told)]
        rated = ratings([row[:3] for row in rows])
        found = [(name, one, sum(name in row[:2] for row in rows), failures.count(name)) for name, one in rated.items()]
        return sorted(found, key=lambda entry: -entry[1].value)

    def replay(self, deal: int) -> list[object]:
        """The records of a deal, one for each table; empty if there is no such deal."""
        row = self._base.execute("SELECT replay FROM deals WHERE id = ?", (deal,)).fetchone()
        return [] if row is None else list(json.loads(row[0]))


def ratings(results: Sequence[tuple[str, str, float]]) -> dict[str, Interval]:
    """The ratings of Bradley and Terry on Elo's scale that fit all results best, with 95 % intervals; whoever has hardly played
    is held near 1500. The order of the results does not matter."""
    names = list(dict.fromkeys(name for one, other, _ in results for name in (one, other)))
    plan = np.zeros((len(results), len(names)))
    for row, (one, other, _) in enumerate(results):
        plan[row, names.index(one)], plan[row, names.index(other)] = 1.0, -1.0
    scores = np.array([score for *_, score in results])
    skill, before = np.zeros(len(names)), np.eye(len(names)) * (_SCALE / _SPREAD) ** 2
    curve = before
    for _ in range(50):  # Newton's steps; a handful suffices
        expected = 1 / (1 + np.exp(-plan @ skill))
        curve = before + plan.T @ (plan * (expected * (1 - expected))[:, None])
        skill = skill + np.linalg.solve(curve, plan.T @ (scores - expected) - before @ skill)
    values, reach = _MEAN + _SCALE * skill, 1.96 * _SCALE * np.sqrt(np.diag(np.linalg.inv(curve)))
    return {
        name: Interval(*map(float, (v, v - off, v + off))) for name, v, off in zip(names, values, reach, strict=True)
    }
