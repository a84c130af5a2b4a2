"""The two stores, as every test of the port meets them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.api import Store
from storage.memory.store import MemoryStore
from storage.sql.store import open_store
from tests.databases import database_in


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a database that does not exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path}/paiju.db"


@pytest.fixture(params=["sql", "memory"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Each of the two shipped stores, empty."""
    opened: Store = MemoryStore() if request.param == "memory" else await open_store(database_in(tmp_path))
    yield opened
    await opened.close()
