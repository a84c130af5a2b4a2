"""What the tests of the store on a real PostgreSQL server share."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from storage.api import Unavailable
from storage.postgres.address import Address
from storage.postgres.opening import open_server
from storage.postgres.store import ServerStore
from tests.patience import patience
from tests.postgres import Server
from tests.storage.store_rows import Scene

__all__ = ["SECRET", "Anywhere", "cut_others", "log_of", "name_of", "opened", "until_it_writes"]

SECRET = "S-3-c-r-e-t"


class Anywhere:
    """Where all workers meet who ask."""

    def __init__(self) -> None:
        self.common = {"TELEGRAM_TOKEN": "1"}

    async def is_at(self, sign: str, *, alone: bool) -> bool:
        return True

    def settle(self, sign: str) -> None:
        pass


@contextlib.asynccontextmanager
async def opened(url: str, *, shared: bool = False, beside: bool = False) -> AsyncIterator[ServerStore]:
    store = await open_server(url, meeting=Anywhere() if shared else None, beside=beside)
    try:
        yield store
    finally:
        await store.close()


def name_of(url: str) -> str:
    return Address.of(url).database


async def cut_others(server: Server, url: str, *, only: str = "true") -> None:
    await server.asked(
        f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name_of(url)}' AND {only}"
    )


async def until_it_writes(store: ServerStore) -> None:
    async with patience():
        while True:
            with contextlib.suppress(Unavailable):
                return await store.ping()
            await asyncio.sleep(0.02)


async def log_of(store: ServerStore, scene: Scene) -> list[int]:
    async with store.begin() as unit:
        return [row.seq for row in await unit.matches.actions(scene.match)]
