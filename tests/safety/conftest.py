"""A world in which the real session runs."""

from collections.abc import AsyncIterator

import pytest

from tests.memory import MemoryStore
from tests.session.world import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = await World(MemoryStore()).start()
    yield made
    await made.stop()
