"""Worlds on a store in memory; all that a test has started is stopped when it is over."""

from collections.abc import AsyncIterator

import pytest

from storage.api import Store
from tests.memory import MemoryStore
from tests.session.workers import Crew
from tests.session.world import World


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    made = MemoryStore()
    World.running.clear()
    yield made
    for world in [*World.running]:
        await world.stop()
    await made.close()


@pytest.fixture
async def world(store: Store) -> World:
    return await World(store).start()


@pytest.fixture
async def crew() -> AsyncIterator[Crew]:
    made = await Crew(MemoryStore()).begin()
    yield made
    await made.stop()
