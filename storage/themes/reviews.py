"""Reviews: finished rounds as the strongest player has judged them, and the messages that wait for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import bindparam

from storage.sql import One, PersonField, Put, Remove, Rows, Stored

__all__ = ["PendingReviewRow", "ReviewRow", "StoredReviews"]


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A judged round: ``text`` is the caller's, ``version`` says how it was judged. It names seats, never people."""

    match: int
    round: int
    version: int
    text: str


REVIEWS = Rows(ReviewRow, "reviews", key="match round", refers={"match": "matches"})


@dataclass(frozen=True, slots=True)
class PendingReviewRow:
    """A message on a ``platform`` that shows how far a review is, until that is there. ``user``, ``chat`` (``""``: a private
    one) and ``thread``: who asked, and where, as the platform calls them. ``seen_at``: when the process that judges it was last
    heard of."""

    platform: str
    message: str
    match: int
    round: int
    user: Annotated[str, PersonField(holds="account")]
    chat: str
    thread: str
    language: str
    seen_at: float


PENDING = Rows(PendingReviewRow, "pending_reviews", key="platform message", refers={"match": "matches"})
_ALL_PENDING = PENDING.all(order="match round platform message")
_PENDING_BEFORE = PENDING.all(PENDING.c.seen_at < bindparam("before"), order="match round platform message")
_PUT_PENDING = PENDING.put()


class StoredReviews(Stored):
    """What is asked about reviews."""

    get = One[[int, int], ReviewRow](REVIEWS.one())
    put = Put(REVIEWS)  # Remember a review, in the place of an older one
    remove = Remove[[int, int]](REVIEWS.remove())

    async def pending(self, before: float | None = None) -> Sequence[PendingReviewRow]:
        """The messages that wait for a review, by round; ``before``: of processes last heard of before then."""
        if before is None:
            return await self._unit.all(_ALL_PENDING)
        return await self._unit.all(_PENDING_BEFORE, before=before)

    async def put_pending(self, rows: Sequence[PendingReviewRow]) -> None:
        if rows:
            self._unit.write(_PUT_PENDING, [PENDING.values(row) for row in rows])

    remove_pending = Remove[[str, str]](PENDING.remove())
    forget_pending = Remove[[str, str]](PENDING.remove("platform", "user"))
