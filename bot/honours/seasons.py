"""The titles of a month in one group: a fold over the results of its rounds, and what the ratings say of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from bot.ratings.calculation import EVERYWHERE
from bot.ratings.contest import AI, PEOPLE
from bot.ratings.skill import shown
from storage.api import ResultRow, UnitOfWork

__all__ = ["Award", "Month", "bounds_of", "earlier", "month_of", "titles_of"]

_ENOUGH: Final = 5
"""Rounds of somebody, or of two together, before a title is given for them."""
_STREAK: Final = 3
_BEST: Final = 50


@dataclass(frozen=True, slots=True)
class Award:
    """A title (its ``code``) and the persons who have earned it."""

    code: str
    users: tuple[int, ...]
    game: str = ""
    data: dict[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Month:
    """What was played in a month: rounds, the persons in them, and the titles."""

    rounds: int
    persons: int
    awards: tuple[Award, ...]


def bounds_of(season: str) -> tuple[float, float]:
    """Return when a month begins and ends, in seconds since 1970."""
    begin = datetime.strptime(season, "%Y-%m").replace(tzinfo=UTC)
    end = begin.replace(year=begin.year + begin.month // 12, month=begin.month % 12 + 1)
    return begin.timestamp(), end.timestamp()


def earlier(season: str) -> str:
    """Return the month before."""
    return month_of(bounds_of(season)[0] - 1.0)


def month_of(at: float) -> str:
    """Return the month of a moment, as ratings name their seasons."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


async def titles_of(unit: UnitOfWork, scope: int, season: str, without: Collection[int] = ()) -> Month:
    """Return what a month was in the group of ``scope``; nobody in ``without`` is given a title."""
    since, until = bounds_of(season)
    rows = [row for row in await unit.results_between(scope, since, until) if row.user is not None]
    named = {row.id for row in await unit.users([row.user for row in rows if row.user is not None]) if row.name}
    own = [row for row in rows if row.user in named and row.user not in without]
    awards = [*(await _champions(unit, own, scope, season)), *_biggest(own), *_busiest(own), *_streak(own)]
    awards += [*(await _improved(unit, own, since, until)), *_pair(own)]
    return Month(len({(row.match, row.round) for row in rows}), len({row.user for row in rows}), tuple(awards))


async def _champions(unit: UnitOfWork, rows: Sequence[ResultRow], scope: int, season: str) -> list[Award]:
    """Return of each game who stands first among those who played enough here, in the order of how much it was played."""
    played: dict[str, Counter[int]] = defaultdict(Counter)
    won: Counter[tuple[str, int]] = Counter()
    for row in rows:
        played[row.game][_user(row)] += 1
        won[row.game, _user(row)] += row.won
    awards = []
    for game in sorted(played, key=lambda one: (-played[one].total(), one)):
        enough = {user for user, count in played[game].items() if count >= _ENOUGH}
        for board in (PEOPLE, AI) if len(played[game]) > 1 else ():
            ranked = await unit.ranked(
                game=game, board=board, scope=scope, season=season, viewer=None, limit=_BEST, offset=0
            )
            best = next((one.rating.user for one in ranked if one.rating.user in enough), None)
            if best is not None:
                data = {"won": won[game, best], "rounds": played[game][best]}
                awards.append(Award("champion", (best,), game, dict(data)))
                break
    return awards


def _biggest(rows: Sequence[ResultRow]) -> list[Award]:
    """Return the round that brought most, in the game that was played most: points of different games say nothing together."""
    games = Counter(row.game for row in rows)
    game = min(games, key=lambda one: (-games[one], one), default="")
    best = max((row for row in rows if row.game == game and row.points > 0), key=lambda row: row.points, default=None)
    if best is None:
        return []
    return [Award("win", (_user(best),), game, {"points": best.points, "id": f"M{best.match}.{best.round}"})]


def _busiest(rows: Sequence[ResultRow]) -> list[Award]:
    rounds = Counter(_user(row) for row in rows)
    most = max(rounds.values(), default=0)
    first = tuple(sorted(user for user, count in rounds.items() if count == most))
    return [Award("busiest", first[:2], data={"rounds": most})] if len(rounds) > 1 and len(first) < 3 else []


def _streak(rows: Sequence[ResultRow]) -> list[Award]:
    """Return the longest streak; of equal ones the earliest."""
    runs: Counter[int] = Counter()
    best, holder = 0, 0
    for row in rows:
        user = _user(row)
        runs[user] = runs[user] + 1 if row.won else 0
        if runs[user] > best:
            best, holder = runs[user], user
    return [Award("streak", (holder,), data={"n": best})] if best >= _STREAK else []


async def _improved(unit: UnitOfWork, rows: Sequence[ResultRow], since: float, until: float) -> list[Award]:
    """Return whose rating of all time rose most in one game, among those who had one before."""
    best: Award | None = None
    for user, game in sorted({(_user(row), row.game) for row in rows}):
        for board in (PEOPLE, AI):
            course = await unit.rating_points(game, board, EVERYWHERE, f"u{user}")
            before = [point for point in course if point.at < since]
            after = [point for point in course if since <= point.at < until]
            if not before or not after:
                continue
            gain = shown(after[-1].mu, after[-1].sigma) - shown(before[-1].mu, before[-1].sigma)
            if gain > 0 and (best is None or gain > int(best.data["gain"])):
                best = Award("improved", (user,), game, {"gain": gain})
    return [] if best is None else [best]


def _pair(rows: Iterable[ResultRow]) -> list[Award]:
    """Return the two who won the greatest part of their rounds on one side; a few rounds weigh less than many."""
    of_side: dict[tuple[int, int, int], list[ResultRow]] = defaultdict(list)
    for row in rows:
        if row.side is not None:
            of_side[row.match, row.round, row.side].append(row)
    together: dict[tuple[int, int], list[bool]] = defaultdict(list)
    for side in of_side.values():
        users = sorted(_user(row) for row in side)
        for at, one in enumerate(users):
            for other in users[at + 1 :]:
                together[one, other].append(side[0].won)
    enough = {pair: won for pair, won in together.items() if len(won) >= _ENOUGH}
    if not enough:
        return []
    pair = min(enough, key=lambda one: (-(sum(enough[one]) + 1) / (len(enough[one]) + 2), one))
    return [Award("pair", pair, data={"won": sum(enough[pair]), "rounds": len(enough[pair])})]


def _user(row: ResultRow) -> int:
    assert row.user is not None, "AI players were left out"
    return row.user
