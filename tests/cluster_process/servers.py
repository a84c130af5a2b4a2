"""PostgreSQL for one cluster, which can be killed and started again on the same data."""

import asyncio
import atexit
import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg

from soak.house import alive
from tests import postgres

__all__ = ["Database"]


class Database:
    """A server of the test's own in a folder; ``socket`` is where it listens."""

    name = "paiju"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / ".s.PGSQL.5432"
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self._abandon)  # where a test was broken off

    @property
    def address(self) -> dict[str, Any]:
        """What ``asyncpg`` connects to, past all relays."""
        return {"host": str(self.folder), "user": "paiju", "database": self.name}

    @property
    def url(self) -> str:
        """The same as a ``DATABASE_URL``."""
        return f"postgresql+asyncpg://paiju@/{self.name}?host={self.folder}"

    async def start(self) -> None:
        self._process = await asyncio.to_thread(postgres.start, self.folder)

    async def make(self) -> None:
        connection = await asyncpg.connect(**{**self.address, "database": "postgres"})
        try:
            await connection.execute(f"CREATE DATABASE {self.name}")
        finally:
            await connection.close()

    async def kill(self) -> None:
        assert self._process is not None
        process, self._process = self._process, None
        family = _family(process.pid)
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(process.wait)
        while any(map(alive, family)):  # noqa: ASYNC110 # nobody tells when another's child is gone
            await asyncio.sleep(0.01)
        # The next server would take these for signs of one that lives, as long as nobody has buried the old one.
        for left in (self.folder / "data" / "postmaster.pid", self.socket, Path(f"{self.socket}.lock")):
            left.unlink(missing_ok=True)

    async def stop(self) -> None:
        await asyncio.to_thread(self._abandon)

    def _abandon(self) -> None:
        if self._process is not None:
            process, self._process = self._process, None
            postgres.stop(self.folder, process)


def _family(pid: int) -> list[int]:
    """A process and all below it, itself first, so that nobody starts others meanwhile."""
    found = [pid]
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in file.read_text().split():
                found += _family(int(child))
    return found
