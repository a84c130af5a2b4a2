"""The part of a transaction over SQL that is about reviews."""

from __future__ import annotations

from collections.abc import Sequence

from storage.reviews import PendingReviewRow, ReviewRow
from storage.sql.statements import reviews as statements
from storage.sql.units.honours import HonoursUnit

__all__ = ["ReviewsUnit"]


class ReviewsUnit(HonoursUnit):
    """The methods of ``SqlUnit`` about reviews."""

    async def review(self, match: int, round: int) -> ReviewRow | None:
        return await self._one(statements.REVIEW, key_match=match, key_round=round)

    async def put_review(self, row: ReviewRow) -> None:
        self._write(statements.PUT_REVIEW, statements.REVIEWS.values(row))

    async def pending_reviews(self, before: float | None = None) -> Sequence[PendingReviewRow]:
        if before is None:
            return await self._all(statements.PENDING)
        return await self._all(statements.PENDING_BEFORE, before=before)

    async def put_pending_reviews(self, rows: Sequence[PendingReviewRow]) -> None:
        if rows:
            self._write(statements.PUT_PENDING, [statements.PENDING_ROWS.values(row) for row in rows])

    async def remove_pending_review(self, platform: str, message: str) -> None:
        self._write(statements.REMOVE_PENDING, {"of_platform": platform, "of_message": message})

    async def forget_pending_reviews(self, platform: str, user: str) -> None:
        self._write(statements.FORGET_PENDING, {"of_platform": platform, "of_user": user})
