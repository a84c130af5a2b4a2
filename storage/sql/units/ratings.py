"""The part of a transaction over SQL that is about ratings and statistics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from storage.api import (
    EndingRow,
    PlayedRound,
    RankedRow,
    RatedList,
    RatingKey,
    RatingPointRow,
    RatingRow,
    ResultFilter,
    ResultRow,
    ResultSum,
    SharedRounds,
    UserRow,
)
from storage.sql.statements import ratings as statements
from storage.sql.statements.core import Call, Query, Statement

__all__ = ["RatingsUnit"]

T = TypeVar("T")


class RatingsUnit(ABC):
    """The methods of ``SqlUnit`` about ratings; ``SqlUnit`` says how a statement is carried out."""

    @abstractmethod
    def _write(self, statement: Statement, values: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None: ...

    @abstractmethod
    async def _run(self, calls: Sequence[Call]) -> list[list[Any]]: ...

    @abstractmethod
    async def _all(self, query: Query[T], **values: Any) -> list[T]: ...

    @abstractmethod
    async def _one(self, query: Query[T], **values: Any) -> T | None: ...

    @abstractmethod
    async def _add(self, query: Query[int], values: Mapping[str, Any]) -> int: ...

    @abstractmethod
    async def hold_endings(self) -> None: ...

    # -- ratings
    async def add_ending(self, row: EndingRow) -> EndingRow:
        await self.hold_endings()
        return replace(row, id=await self._add(statements.ADD_ENDING, statements.ENDINGS.values(row)))

    async def endings(self, *, after: int, limit: int) -> Sequence[EndingRow]:
        return await self._all(statements.ENDINGS_AFTER, after=after, limit=limit)

    async def results_of_endings(self, *, after: int, last: int) -> Sequence[ResultRow]:
        return await self._all(statements.RESULTS_OF_ENDINGS, after=after, last=last)

    async def ratings(self, keys: Sequence[RatingKey]) -> Sequence[RatingRow]:
        names = statements.RATINGS.keys
        calls = [Call(statements.RATING, {f"key_{name}": getattr(key, name) for name in names}) for key in keys]
        return [statements.RATING.read(line) for lines in await self._run(calls) for line in lines]

    async def put_ratings(self, rows: Sequence[RatingRow]) -> None:
        self._write(statements.PUT_RATING, [statements.RATINGS.values(row) for row in rows])

    async def put_rating_points(self, rows: Sequence[RatingPointRow]) -> None:
        self._write(statements.PUT_RATING_POINT, [statements.RATING_POINTS.values(row) for row in rows])

    async def clear_ratings(self) -> None:
        for clear in statements.CLEAR_RATINGS:
            self._write(clear, {})

    async def all_ratings(self) -> Sequence[RatingRow]:
        return await self._all(statements.ALL_RATINGS)

    async def rated_lists(self, scope: int, viewer: int | None) -> Sequence[RatedList]:
        return await self._all(statements.rated_lists(viewer=viewer is not None), of_scope=scope, of_viewer=viewer)

    async def ranked(
        self, *, game: str, board: str, scope: int, season: str, viewer: int | None, limit: int, offset: int
    ) -> Sequence[RankedRow]:
        found = await self._all(
            statements.ranked(viewer=viewer is not None), of_game=game, of_board=board, of_scope=scope, of_season=season,
            of_viewer=viewer, limit=max(limit, 0), offset=offset,
        )  # fmt: skip
        return [RankedRow(place, name, row) for place, (name, row) in enumerate(found, start=offset + 1)]

    async def ranked_above(self, row: RatingRow, *, scope: int, viewer: int | None) -> int:
        (count,) = await self._all(
            statements.ranked_above(viewer=viewer is not None), of_game=row.game, of_board=row.board, of_scope=scope,
            of_season=row.season, of_viewer=viewer, of_user=row.user, value=row.mu - 3.0 * row.sigma,
        )  # fmt: skip
        return count

    async def rating_points(self, game: str, board: str, scope: int, player: str) -> Sequence[RatingPointRow]:
        return await self._all(statements.POINTS_OF, of_game=game, of_board=board, of_scope=scope, of_player=player)

    async def rated_others(self, *, game: str, board: str, scope: int, season: str) -> Sequence[RatingRow]:
        return await self._all(statements.RATED_OTHERS, of_game=game, of_board=board, of_scope=scope, of_season=season)

    # -- statistics
    async def result_sums(self, wanted: ResultFilter) -> Sequence[ResultSum]:
        found = await self._all(statements.result_sums(**_kind(wanted)), **_place(wanted))
        return sorted(found, key=lambda one: (one.seat < 0, one.game, one.role, one.seat, one.place or 0))

    async def feats(self, wanted: ResultFilter) -> Sequence[tuple[str, str, int]]:
        return await self._all(statements.feats(**_kind(wanted)), **_place(wanted))

    async def played_rounds(self, wanted: ResultFilter, *, latest: int) -> Sequence[PlayedRound]:
        newest_first = await self._all(statements.played_rounds(**_kind(wanted)), **_place(wanted), latest=latest)
        return newest_first[::-1]

    async def shared_rounds(self, wanted: ResultFilter, *, least: int, latest: int) -> Sequence[SharedRounds]:
        return await self._all(statements.shared_rounds(**_kind(wanted)), **_place(wanted), least=least, latest=latest)

    async def find_players(self, name: str, *, chat: int | None, viewer: int | None) -> Sequence[UserRow]:
        people = await self._all(statements.players_in(chat=chat is not None), of_chat=chat, of_viewer=viewer)
        return [row for row in people if row.name and row.name.lower() == name.lower()]

    # -- marks
    async def mark(self, name: str) -> str | None:
        return await self._one(statements.MARK, of_name=name)

    async def put_mark(self, name: str, value: str) -> None:
        self._write(statements.PUT_MARK, {"name": name, "value": value})


def _kind(wanted: ResultFilter) -> dict[str, bool]:
    """Return what a filter restricts, which decides the text of the statement."""
    return {"game": wanted.game is not None, "chat": wanted.chat is not None, "viewer": wanted.viewer is not None}


def _place(wanted: ResultFilter) -> dict[str, Any]:
    return {"of_user": wanted.user, "of_game": wanted.game, "of_chat": wanted.chat, "of_viewer": wanted.viewer}
