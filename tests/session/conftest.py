"""Worlds on both stores."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.api import Store
from storage.memory.store import MemoryStore
from storage.sql.store import open_store
from tests.databases import database_in
from tests.session.world import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = await World(MemoryStore()).start()
    yield made
    await made.stop()


@pytest.fixture(params=["memory", "file"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """The store in memory and the one on disk."""
    made: Store = MemoryStore()
    if request.param == "file":
        made = await open_store(database_in(tmp_path))
    yield made
    await made.close()
