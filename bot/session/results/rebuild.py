"""What follows from all results, computed anew in the background: ratings where the past has become another, achievements where
results are older than they."""

from __future__ import annotations

from bot.honours import achievements
from bot.ratings import ledger
from bot.session.port.workers import News
from bot.session.tables.session import Session
from storage.api import StoreError

__all__ = ["refresh_ratings"]


async def refresh_ratings(session: Session) -> None:
    """Compute all ratings anew where that was requested (accounts or groups became one) or the recipe has changed.

    Of several workers one does that; the others ask it to.
    """
    if session.ownership is not None and not session.ownership.keeper:
        session.announce(News(ratings=True))
        return
    try:
        async with session.rating:
            if await ledger.needs_rebuild(session.store):
                done = await ledger.rebuild(session.store)
                session.meter.count("rebuilds", int(done.rounds > 0))
            await achievements.catch_up(session.store)
    except StoreError as error:  # the request stands: the next start tries again
        session.complain("ratings could not be computed anew", None, error)
