"""Worlds on a store in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from storage.api import Store
from tests.memory import MemoryStore
from tests.session.workers import Crew
from tests.session.world import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = await World(MemoryStore()).start()
    yield made
    await made.stop()


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """An empty store."""
    made = MemoryStore()
    yield made
    await made.close()


@pytest.fixture
async def crew() -> AsyncIterator[Crew]:
    made = await Crew(MemoryStore()).begin()
    yield made
    await made.stop()
