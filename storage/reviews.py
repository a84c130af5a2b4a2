"""What is remembered of reviews: finished rounds as the strongest player has judged them, and the messages that wait for one.

Rows, and what a unit of work may be asked about them; ``storage.api.UnitOfWork`` promises all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["PendingReviewRow", "ReviewQueries", "ReviewRow"]


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A judged round: ``text`` is the caller's, ``version`` says how it was judged. It names seats, never people."""

    match: int
    round: int
    version: int
    text: str


@dataclass(frozen=True, slots=True)
class PendingReviewRow:
    """A message on a ``platform`` that shows how far a review is, until that is there. ``user``, ``chat`` (``""``: a private
    one) and ``thread``: who asked, and where, as the platform calls them. ``seen_at``: when the process that judges it was last
    heard of."""

    platform: str
    message: str
    match: int
    round: int
    user: str
    chat: str
    thread: str
    language: str
    seen_at: float


class ReviewQueries(Protocol):
    """The part of a unit of work that is about reviews."""

    async def review(self, match: int, round: int) -> ReviewRow | None:
        """Return the review of a round, ``None`` if there is none."""
        ...

    async def put_review(self, row: ReviewRow) -> None:
        """Remember a review, in the place of an older one."""
        ...

    async def pending_reviews(self, before: float | None = None) -> Sequence[PendingReviewRow]:
        """Return the messages that wait for a review, by round; ``before``: of processes last heard of before then."""
        ...

    async def put_pending_reviews(self, rows: Sequence[PendingReviewRow]) -> None:
        """Write down messages that wait for a review, or that they still do."""
        ...

    async def remove_pending_review(self, platform: str, message: str) -> None:
        """Forget a message that waits no more."""
        ...

    async def forget_pending_reviews(self, platform: str, user: str) -> None:
        """Forget the messages of somebody's account."""
        ...
