"""The statements about reviews, written and compiled like all others."""

from __future__ import annotations

from storage.reviews import ReviewRow
from storage.sql import schema
from storage.sql.statements.core import Rows

__all__ = ["PUT_REVIEW", "REVIEW", "REVIEWS"]

REVIEWS = Rows(ReviewRow, schema.reviews)
REVIEW = REVIEWS.one()
PUT_REVIEW = REVIEWS.put()
