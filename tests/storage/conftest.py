"""Both stores, as every test of the port meets them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.api import Store
from storage.databases import open_store
from storage.sqlite.opening import open_file
from storage.sqlite.store import SqliteStore
from tests.databases import database_in
from tests.postgres import Server, need_server


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path}/paiju.db"


@pytest.fixture
async def file_store(url: str) -> AsyncIterator[SqliteStore]:
    opened = await open_file(url)
    yield opened
    await opened.close()


@pytest.fixture
def server() -> Server:
    return need_server()


@pytest.fixture(params=["file", "server"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "file":
        opened = await open_store(database_in(tmp_path))
    else:
        server = need_server()
        opened = await open_store(server.url(await server.used()))
    yield opened
    await opened.close()
