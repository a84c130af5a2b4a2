"""A Redis server for all tests of a process, a line to PostgreSQL that breaks, workers, and processes of their own."""

import asyncio
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests import postgres
from tests.cluster.server import PROGRAM, Server, end_with_parent
from tests.cluster.worker import Worker, until
from tests.cluster_process.relay import Relay

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
    """The sign under which the workers of this test play."""
    return secrets.token_hex(4)


@pytest.fixture
async def lines() -> AsyncIterator[Relay]:
    """The way of all workers of the test to PostgreSQL."""
    relay = Relay(postgres.need_server().folder / ".s.PGSQL.5432")
    await relay.open()
    yield relay
    await relay.close()


def _over(lines: Relay) -> str:
    return f"postgresql+asyncpg://paiju@127.0.0.1:{lines.port}/postgres?ssl=disable"


@pytest.fixture
async def join(server: Server, lines: Relay, identity: str) -> AsyncIterator[Join]:
    """Make a worker by name."""
    workers: list[Worker] = []

    async def make(name: str, *, sign: str = identity, ttl: float = TTL) -> Worker:
        worker = Worker(server.url, _over(lines), sign, name, ttl=ttl)
        await worker.open()
        workers.append(worker)
        return worker

    yield make
    await asyncio.gather(*(worker.close() for worker in workers))


@pytest.fixture
async def spawn(server: Server, lines: Relay, identity: str) -> AsyncIterator[Spawn]:
    """Start a worker as a process of its own."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(name: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "tests.cluster.worker", server.url, _over(lines), identity, name, str(TTL)]
        processes.append(subprocess.Popen(words, cwd=ROOT, preexec_fn=end_with_parent))
        return processes[-1]

    yield start
    for process in processes:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
        process.kill()
        process.wait()


__all__ = ["TTL", "Join", "Spawn", "until"]
