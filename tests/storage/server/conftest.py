"""The store on a real PostgreSQL server."""

import pytest

from tests.postgres import Server


@pytest.fixture
async def url(server: Server) -> str:
    return server.url(await server.used())
