"""The statements about reviews, written and compiled like all others."""

from __future__ import annotations

from sqlalchemy import bindparam, delete

from storage.reviews import PendingReviewRow, ReviewRow
from storage.sql import schema
from storage.sql.statements.core import Query, Rows, Statement, given

__all__ = [
    "FORGET_PENDING", "PENDING", "PENDING_BEFORE", "PENDING_ROWS", "PUT_PENDING", "PUT_REVIEW", "REMOVE_PENDING", "REVIEW",
    "REVIEWS",
]  # fmt: skip

REVIEWS = Rows(ReviewRow, schema.reviews)
REVIEW = REVIEWS.one()
PUT_REVIEW = REVIEWS.put()

PENDING_ROWS = Rows(PendingReviewRow, schema.pending_reviews)
_p = schema.pending_reviews.c
_order = [_p.match, _p.round, _p.platform, _p.message]
PENDING: Query[PendingReviewRow] = PENDING_ROWS.all(order=_order)
PENDING_BEFORE: Query[PendingReviewRow] = PENDING_ROWS.all(_p.seen_at < bindparam("before"), order=_order)
PUT_PENDING = PENDING_ROWS.put()
REMOVE_PENDING = Statement(delete(schema.pending_reviews).where(*given(schema.pending_reviews, "platform", "message")))
FORGET_PENDING = Statement(delete(schema.pending_reviews).where(*given(schema.pending_reviews, "platform", "user")))
