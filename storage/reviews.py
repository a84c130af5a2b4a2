"""What is remembered of reviews: finished rounds as the strongest player has judged them.

Rows, and what a unit of work may be asked about them; ``storage.api.UnitOfWork`` promises all of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

__all__ = ["ReviewQueries", "ReviewRow"]


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A judged round: ``text`` is the caller's, ``version`` says how it was judged. It names seats, never people."""

    match: int
    round: int
    version: int
    text: str


class ReviewQueries(Protocol):
    """The part of a unit of work that is about reviews."""

    async def review(self, match: int, round: int) -> ReviewRow | None:
        """Return the review of a round, ``None`` if there is none."""
        ...

    async def put_review(self, row: ReviewRow) -> None:
        """Remember a review, in the place of an older one."""
        ...
