"""Reviews, without a disk."""

from __future__ import annotations

from storage.memory.honours import MemoryHonours
from storage.reviews import ReviewRow

__all__ = ["MemoryReviews"]


class MemoryReviews(MemoryHonours):
    """The methods of the unit of work about reviews."""

    async def review(self, match: int, round: int) -> ReviewRow | None:
        return self._rows.reviews.get((match, round))

    async def put_review(self, row: ReviewRow) -> None:
        self._need(self._rows.matches, row.match)
        self._set(self._rows.reviews, (row.match, row.round), row)
