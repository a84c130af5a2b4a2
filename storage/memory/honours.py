"""Honours, without a disk."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from storage.honours import AchievementRow, SeasonPostRow
from storage.memory.tournaments import MemoryTournaments
from storage.rows import ResultRow

__all__ = ["MemoryHonours"]


class MemoryHonours(MemoryTournaments):
    """The methods of the unit of work about honours."""

    async def achievements(self, user: int) -> Sequence[AchievementRow]:
        mine = [row for row in self._rows.achievements.values() if row.user == user]
        return sorted(mine, key=lambda row: (row.at, row.key))

    async def achievements_of(self, match: int, round: int) -> Sequence[AchievementRow]:
        by = [row for row in self._rows.achievements.values() if (row.match, row.round) == (match, round)]
        return sorted(by, key=lambda row: (row.user, row.key))

    async def put_achievements(self, rows: Sequence[AchievementRow]) -> None:
        for row in rows:
            self._need(self._rows.users, row.user)
            self._need(self._rows.matches, row.match)
            known = self._rows.achievements.get((row.user, row.key))
            if known is None or row.at < known.at:
                self._set(self._rows.achievements, (row.user, row.key), row)

    async def remove_achievements(self, user: int, keys: Collection[str] | None = None) -> None:
        for held in [key for key in self._rows.achievements if key[0] == user and (keys is None or key[1] in keys)]:
            self._delete(self._rows.achievements, held)

    async def results_in(self, match: int) -> Sequence[ResultRow]:
        return [row for key, row in sorted(self._rows.results.items()) if key[0] == match]

    async def played_between(self, since: float, until: float) -> Sequence[int]:
        rows = self._between(since, until)
        return sorted({row.chat for row in rows if row.user is not None})

    async def results_between(self, chat: int, since: float, until: float) -> Sequence[ResultRow]:
        here = self._group_of(chat)
        mine = [row for row in self._between(since, until) if row.chat in here]
        return sorted(mine, key=lambda row: (row.at, row.match, row.round, row.seat))

    def _between(self, since: float, until: float) -> list[ResultRow]:
        return [row for row in self._rows.results.values() if row.round > 0 and since <= row.at < until]

    async def season_posts(self, season: str) -> Sequence[SeasonPostRow]:
        rows = [row for row in self._rows.season_posts.values() if row.season >= season]
        return sorted(rows, key=lambda row: (row.season, row.scope))

    async def add_season_post(self, row: SeasonPostRow) -> bool:
        if (row.scope, row.season) in self._rows.season_posts:
            return False
        self._set(self._rows.season_posts, (row.scope, row.season), row)
        return True

    async def put_season_post(self, row: SeasonPostRow) -> None:
        self._set(self._rows.season_posts, (row.scope, row.season), row)
