"""A worker looks after its tables: what the store says is ours and is not here is fetched, once."""

import asyncio
from collections.abc import Collection

import pytest

from bot.workers.balancer import LOOK_SECONDS, Balancer
from storage.themes.owners import OwnerRow
from tests.memory import MemoryStore
from tests.session.world import ManualClock
from tests.storage.store_rows import committed_scene


class Here:
    """The tables of a worker that knows only of those it was told of."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.tables: set[int] = set()
        self.compared = 0
        self.parted: list[int] = []

    def held(self) -> list[tuple[int, bool]]:
        return [(table, False) for table in self.tables]

    async def adopt(self, rows: Collection[OwnerRow]) -> None:
        self.tables |= {row.table for row in rows}

    async def part(self, number: int) -> None:
        self.parted.append(number)

    async def reconcile(self) -> None:
        self.compared += 1
        async with self.store.begin() as unit:
            self.tables = {row.table for row in await unit.owners.owned_by("a")}


class Everybody:
    """Two workers, both of which accept tables."""

    def alive(self) -> frozenset[str]:
        return frozenset("ab")

    def accepting(self) -> frozenset[str]:
        return frozenset("a")


async def looks(clock: ManualClock, times: int) -> None:
    for _ in range(times):
        clock.wake_next(clock.monotonic() + LOOK_SECONDS)
        for _ in range(50):
            await asyncio.sleep(0)


@pytest.mark.parametrize("playable", [True, False], ids=["playable", "left alone"])
async def test_what_is_ours_and_not_here_is_fetched_and_what_cannot_be_played_is_not_asked_for_again(
    playable: bool,
) -> None:
    store, clock = MemoryStore(), ManualClock()
    scene = await committed_scene(store)
    async with store.change() as unit:
        await unit.owners.give(scene.table, "a")
    here = Here(store) if playable else Here(MemoryStore())
    balancer = Balancer("a", store, here, Everybody(), clock, lambda: None)
    running = asyncio.create_task(balancer.run())
    await looks(clock, 9)
    assert here.tables == ({scene.table} if playable else set())
    assert here.compared == 1
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
