"""Ratings are computed anew, in the background, where the past they were computed from has become another."""

from __future__ import annotations

from bot.ratings import ledger
from bot.session.hall import Hall
from storage.api import StoreError

__all__ = ["refresh_ratings"]


async def refresh_ratings(hall: Hall) -> None:
    """Compute all ratings anew if they are in doubt: after accounts or groups became one, or by another recipe."""
    try:
        if await ledger.is_doubtful(hall.store):
            done = await ledger.rebuild(hall.store)
            hall.meter.count("rebuilds", int(done.rounds > 0))
    except StoreError as error:  # they stay in doubt: the next start tries again
        hall.complain("ratings could not be computed anew", None, error)
