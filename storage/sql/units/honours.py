"""The part of a transaction over SQL that is about honours."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from storage.honours import AchievementRow, SeasonPostRow
from storage.rows import ResultRow
from storage.sql.statements import honours as statements
from storage.sql.units.tournaments import TournamentsUnit

__all__ = ["HonoursUnit"]


class HonoursUnit(TournamentsUnit):
    """The methods of ``SqlUnit`` about honours."""

    async def achievements(self, user: int) -> Sequence[AchievementRow]:
        return await self._all(statements.ACHIEVEMENTS_OF, of_user=user)

    async def achievements_of(self, match: int, round: int) -> Sequence[AchievementRow]:
        return await self._all(statements.ACHIEVEMENTS_BY, of_match=match, of_round=round)

    async def put_achievements(self, rows: Sequence[AchievementRow]) -> None:
        if rows:
            self._write(statements.PUT_ACHIEVEMENT, [statements.ACHIEVEMENTS.values(row) for row in rows])

    async def remove_achievements(self, user: int, keys: Collection[str] | None = None) -> None:
        if keys is None:
            self._write(statements.REMOVE_ACHIEVEMENTS, {"of_user": user})
        elif keys:
            self._write(statements.REMOVE_ACHIEVEMENT, [{"of_user": user, "of_key": key} for key in sorted(keys)])

    async def results_in(self, match: int) -> Sequence[ResultRow]:
        return await self._all(statements.RESULTS_IN, of_match=match)

    async def played_between(self, since: float, until: float) -> Sequence[int]:
        return await self._all(statements.PLAYED_BETWEEN, since=since, until=until)

    async def results_between(self, chat: int, since: float, until: float) -> Sequence[ResultRow]:
        return await self._all(statements.RESULTS_BETWEEN, of_chat=chat, since=since, until=until)

    async def season_posts(self, season: str) -> Sequence[SeasonPostRow]:
        return await self._all(statements.SEASON_POSTS_SINCE, of_season=season)

    async def add_season_post(self, row: SeasonPostRow) -> bool:
        return await self._one(statements.ADD_SEASON_POST, **statements.SEASON_POSTS.values(row)) is not None

    async def put_season_post(self, row: SeasonPostRow) -> None:
        self._write(statements.PUT_SEASON_POST, statements.SEASON_POSTS.values(row))
