"""The two stores, as every test of the port meets them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.api import Store
from storage.memory import MemoryStore
from storage.sql import open_store


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a database that does not exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path}/paiju.db"


@pytest.fixture(params=["sql", "memory"])
async def store(request: pytest.FixtureRequest, url: str) -> AsyncIterator[Store]:
    """Each of the two shipped stores, empty."""
    opened: Store = MemoryStore() if request.param == "memory" else await open_store(url)
    yield opened
    await opened.close()
