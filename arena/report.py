"""What came of a contest: for each player how it did, with intervals, as a table for people and as JSON."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.figures import Mean, Share, Times
from arena.table import TableRun

__all__ = ["Report", "Standing"]


@dataclass(slots=True)
class Standing:
    """One player's figures, in one role or in all. Each seat that it holds in a round counts once. ``points``: a seat
    and round. ``margin``: the mean of its seats' points less the mean of all other seats' at the same tables, a
    round."""

    won: Share = field(default_factory=Share)
    drawn: Share = field(default_factory=Share)
    lost: Share = field(default_factory=Share)
    points: Mean = field(default_factory=Mean)
    margin: Mean = field(default_factory=Mean)

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"rounds": round(self.won.rounds)}
        for name in self.__slots__:
            mean: Mean = getattr(self, name)
            if mean.rounds:
                found[name] = mean.interval.to_list()
        return found


@dataclass(slots=True)
class Report:
    """Figures of a whole contest, or of what was played of it until it was ``interrupted``. ``trials``: how many times
    cards were drawn anew; ``tables``: how many matches were played with them. ``standings`` by player and role (``""``:
    all), ``matches_won`` by player, those that several seats won together in parts."""

    game: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    seed: int | str
    duplicate: bool
    trials: int = 0
    tables: int = 0
    rounds: int = 0
    void: int = 0
    moves: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    matches: int = 0  # Of the tables' matches, those that were played to their end
    standings: dict[tuple[str, str], Standing] = field(default_factory=dict)
    matches_won: dict[str, float] = field(default_factory=dict)
    times: dict[str, Times] = field(default_factory=dict)
    failures: dict[str, Counter[str]] = field(default_factory=dict)  # By program: what it lost rounds by, and how often
    first_failures: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, tables: Sequence[TableRun]) -> None:
        """Count a trial: all tables at which the same cards were played."""
        self.trials += 1
        self.tables += len(tables)
        sums: dict[tuple[str, str], list[float]] = {}
        for table in tables:
            self._count_table(table)
            for run in table.match.rounds:
                result = run.result
                if result.void:
                    self.void += 1
                    continue
                self.rounds += 1
                for seat, name in enumerate(table.match.levels):
                    role = result.roles[seat] if result.roles else ""
                    outcome = 0 if seat in result.won else 2 if result.won else 1
                    for key in {(name, ""), (name, role)}:
                        tally = sums.setdefault(key, [0.0] * 7)
                        tally[outcome] += 1
                        tally[3] += result.points[seat]
                        tally[4] += 1
                _add_margins(sums, table.match.levels, result.points)
        for key, (won, drawn, lost, points, seats, margin, rounds) in sums.items():
            standing = self.standings.setdefault(key, Standing())
            standing.won.add(won, seats)
            standing.drawn.add(drawn, seats)
            standing.lost.add(lost, seats)
            standing.points.add(points, seats)
            standing.margin.add(margin, rounds)

    def _count_table(self, table: TableRun) -> None:
        self.moves += table.match.moves
        for seats in table.seconds:
            for name, seconds in zip(table.match.levels, seats, strict=True):
                times = self.times.setdefault(name, Times())
                for second in seconds:
                    times.add(second)
        for name, failed in table.failed:
            self.failures.setdefault(name, Counter())[failed.kind] += 1
            self.first_failures.setdefault((name, failed.kind), failed.said)
        winner = table.match.winner
        if winner is None:
            return
        self.matches += 1
        for seat in winner:
            name = table.match.levels[seat]
            self.matches_won[name] = self.matches_won.get(name, 0.0) + 1 / len(winner)

    @property
    def speed(self) -> float:
        """Moves a second of wall time, all processes together."""
        return self.moves / self.seconds if self.seconds else 0.0

    def to_json(self) -> str:
        counted = ("trials", "tables", "matches", "rounds", "void", "moves")
        told = {name: getattr(self, name) for name in ("game", "options", "seed", "duplicate", "interrupted", *counted)}
        return json.dumps(
            told
            | {
                "options": dict(self.options),
                "seconds": round(self.seconds, 3),
                "moves_per_second": round(self.speed, 1),
                "players": {name: self._player_to_json(name) for name in dict.fromkeys(self.players)},
            },
            ensure_ascii=False,
        )

    def _player_to_json(self, name: str) -> dict[str, Any]:
        times = self.times.get(name, Times())
        roles = {
            role: one.to_json() for (player, role), one in sorted(self.standings.items()) if player == name and role
        }
        return {
            **self.standings.get((name, ""), Standing()).to_json(),
            "matches_won": round(self.matches_won.get(name, 0.0), 6),
            "move_ms": {
                "mean": round(times.mean * 1000, 4),
                **{f"p{at}": round(times.percentile(at / 100) * 1000, 4) for at in (50, 95, 99)},
                "max": round(times.longest * 1000, 4),
            },
            "roles": roles,
            "failures": self.failures.get(name, {}),
        }

    def summary(self) -> str:
        told = "deals" if self.duplicate else "matches"
        lines = [
            f"{self.trials} {told}, {self.rounds} rounds ({self.void} void), {self.moves} moves, seed {self.seed}"
            + (", interrupted" if self.interrupted else ""),
            f"{self.speed:,.0f} moves/s, {self.rounds / self.seconds if self.seconds else 0.0:,.1f} rounds/s",
            f"{'player':10} {'role':10} {'rounds':>8} {'won':>7}  {'95 % interval':17} {'drawn':>6} {'lost':>7} "
            f"{'points a round':>14} {'± 95 %':>8} {'margin':>9} {'± 95 %':>8}",
        ]
        lines += [_line(name, role, standing) for (name, role), standing in sorted(self.standings.items())]
        for name in dict.fromkeys(self.players):
            times = self.times.get(name, Times())
            lines.append(
                f"{name:10} ms a move: {times.mean * 1000:.2f} mean, {times.percentile(0.5) * 1000:.2f} median, "
                f"{times.percentile(0.95) * 1000:.2f} p95, {times.longest * 1000:.2f} at most"
            )
        for name, kinds in self.failures.items():
            said = (f"{kind} {count} (first: {self.first_failures[name, kind]})" for kind, count in kinds.items())
            lines.append(f"{name:10} had no legal answer in time, which cost the round: {', '.join(said)}")
        if self.matches:
            lines += [
                f"{name:10} won {self.matches_won.get(name, 0.0):g} of {self.matches} matches"
                for name in dict.fromkeys(self.players)
            ]
        return "\n".join(lines)


def _add_margins(sums: dict[tuple[str, str], list[float]], names: Sequence[str], points: Sequence[int]) -> None:
    """Count, for each player that does not hold all seats, how far its seats were ahead of the others."""
    for name in set(names):
        own = [one for one, held in zip(points, names, strict=True) if held == name]
        others = [one for one, held in zip(points, names, strict=True) if held != name]
        if others:
            tally = sums[name, ""]
            tally[5] += sum(own) / len(own) - sum(others) / len(others)
            tally[6] += 1


def _line(name: str, role: str, standing: Standing) -> str:
    won, points, margin = standing.won.interval, standing.points.interval, standing.margin.interval
    ahead = f"{margin.value:+9.3f} {margin.reach:>8}" if standing.margin.rounds else f"{'–':>9} {'':8}"
    return (
        f"{name:10} {role or 'all':10} {standing.won.rounds:8.0f} {won.value:7.1%}  {won.low:7.1%} – {won.high:6.1%} "
        f"{standing.drawn.value:6.1%} {standing.lost.value:7.1%} {points.value:+14.3f} {points.reach:>8} {ahead}"
    )
