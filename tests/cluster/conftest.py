"""A Redis server for all tests of a process, workers for each test, and processes of their own where they are needed."""

import asyncio
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cluster.server import PROGRAM, Server, end_with_parent
from tests.cluster.worker import Worker, until

ROOT = Path(__file__).parent.parent.parent
TTL = 1.0
Join = Callable[..., Awaitable[Worker]]
Spawn = Callable[[str], subprocess.Popen[bytes]]


@pytest.fixture(scope="session")
def shared_server() -> Iterator[Server]:
    if PROGRAM is None:
        pytest.skip("redis-server is not installed (Debian: apt-get install redis-server)")
    server = Server()
    yield server
    server.close()


@pytest.fixture
def server(shared_server: Server) -> Server:
    shared_server.ask("FLUSHALL")
    return shared_server


@pytest.fixture
def identity() -> str:
    """The database that the workers of this test share."""
    return f"database-{secrets.token_hex(4)}"


@pytest.fixture
async def join(server: Server, identity: str) -> AsyncIterator[Join]:
    """Make a worker by name. ``fresh``: Redis has just come up; else the cluster has been there for long."""
    workers: list[Worker] = []

    async def make(
        name: str,
        *,
        database: str = identity,
        fingerprint: Mapping[str, str] | None = None,
        ttl: float = TTL,
        fresh: bool = False,
    ) -> Worker:
        worker = Worker(server.url, database, name, ttl=ttl, fingerprint=fingerprint or {})
        await worker.open()
        if not fresh:
            server.ask("HSET", worker.link.key("state"), "since", "1")
        workers.append(worker)
        return worker

    yield make
    await asyncio.gather(*(worker.close() for worker in workers))


@pytest.fixture
async def spawn(server: Server, identity: str) -> AsyncIterator[Spawn]:
    """Start a worker as a process of its own."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(name: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "tests.cluster.worker", server.url, identity, name, str(TTL)]
        processes.append(subprocess.Popen(words, cwd=ROOT, preexec_fn=end_with_parent))
        return processes[-1]

    yield start
    for process in processes:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
        process.kill()
        process.wait()


__all__ = ["TTL", "Join", "Spawn", "until"]
