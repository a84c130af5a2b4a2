"""Reviews, without a disk."""

from __future__ import annotations

from collections.abc import Sequence

from storage.memory.honours import MemoryHonours
from storage.reviews import PendingReviewRow, ReviewRow

__all__ = ["MemoryReviews"]


class MemoryReviews(MemoryHonours):
    """The methods of the unit of work about reviews."""

    async def review(self, match: int, round: int) -> ReviewRow | None:
        return self._rows.reviews.get((match, round))

    async def put_review(self, row: ReviewRow) -> None:
        self._need(self._rows.matches, row.match)
        self._set(self._rows.reviews, (row.match, row.round), row)

    async def pending_reviews(self, before: float | None = None) -> Sequence[PendingReviewRow]:
        rows = [row for row in self._rows.pending_reviews.values() if before is None or row.seen_at < before]
        return sorted(rows, key=lambda row: (row.match, row.round, row.platform, row.message))

    async def put_pending_reviews(self, rows: Sequence[PendingReviewRow]) -> None:
        for row in rows:
            self._need(self._rows.matches, row.match)
            self._set(self._rows.pending_reviews, (row.platform, row.message), row)

    async def remove_pending_review(self, platform: str, message: str) -> None:
        if (platform, message) in self._rows.pending_reviews:
            self._delete(self._rows.pending_reviews, (platform, message))

    async def forget_pending_reviews(self, platform: str, user: str) -> None:
        mine = [key for key, row in self._rows.pending_reviews.items() if (row.platform, row.user) == (platform, user)]
        for key in mine:
            self._delete(self._rows.pending_reviews, key)
