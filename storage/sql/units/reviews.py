"""The part of a transaction over SQL that is about reviews."""

from __future__ import annotations

from storage.reviews import ReviewRow
from storage.sql.statements import reviews as statements
from storage.sql.units.honours import HonoursUnit

__all__ = ["ReviewsUnit"]


class ReviewsUnit(HonoursUnit):
    """The methods of ``SqlUnit`` about reviews."""

    async def review(self, match: int, round: int) -> ReviewRow | None:
        return await self._one(statements.REVIEW, key_match=match, key_round=round)

    async def put_review(self, row: ReviewRow) -> None:
        self._write(statements.PUT_REVIEW, statements.REVIEWS.values(row))
