"""The store on a real PostgreSQL server."""

from __future__ import annotations

import pytest

from tests.postgres import Server


@pytest.fixture
async def url(server: Server) -> str:
    """The address of a database without any row."""
    return server.url(await server.used())
