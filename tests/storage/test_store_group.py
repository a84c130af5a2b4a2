"""Units that wait for each other share a transaction on disk: what one of them undoes is no part of what the next one commits."""

from __future__ import annotations

import asyncio

from storage.api import Store
from tests.storage.store_rows import attempt


async def test_what_is_undone_while_another_unit_waits_is_not_committed_with_it(store: Store) -> None:
    async with store.begin() as unit:
        await unit.chats.add("telegram", "undone", "", "Undone")
        waiting = asyncio.create_task(attempt(store, lambda other: other.chats.add("telegram", "kept", "", "Kept")))
        for _ in range(20):
            await asyncio.sleep(0)  # until the other one stands in line
    await waiting
    async with store.begin() as unit:
        assert await unit.chats.find("telegram", "undone", "") is None
        assert await unit.chats.find("telegram", "kept", "") is not None
