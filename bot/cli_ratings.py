"""``paiju ratings rebuild``: all ratings anew from the stored results. Works beside a running bot."""

from __future__ import annotations

import asyncio

from tqdm import tqdm

from bot.ratings import Rebuild
from bot.ratings import rebuild as rebuild_ratings
from storage.databases import open_store

__all__ = ["rebuild"]


def rebuild(url: str) -> int:
    """Compute all ratings from history and say whether any of them was stored otherwise."""
    done = asyncio.run(_rebuild(url))
    print(f"{done.rounds:,} rounds read, {done.rated:,} of them rated: {len(done.ratings):,} ratings")
    print("all ratings are as they were" if not done.changed else f"{done.changed:,} ratings were stored otherwise")
    return 0


async def _rebuild(url: str) -> Rebuild:
    store = await open_store(url, beside=True)
    try:
        with tqdm(unit=" rounds", disable=None, leave=False) as bar:  # only where somebody looks at a terminal
            return await rebuild_ratings(store, bar.update)
    finally:
        await store.close()
