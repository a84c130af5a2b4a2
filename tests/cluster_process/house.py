"""A whole cluster: two servers, three workers as processes, a line from each worker to each server, and a balancer."""

import asyncio
import logging
import os
import signal
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from soak.house import Run
from soak.written import Written, on_server
from tests.cluster.server import Server
from tests.cluster_process.balancer import Balancer
from tests.cluster_process.relay import Relay
from tests.cluster_process.servers import Database
from tests.process.conftest import tokens
from tests.process.program import ROOT
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

__all__ = ["House", "Worker"]

WORKERS = 3
_LAST_LINES = 60
log = logging.getLogger(__name__)
_SECRET = "a-word-between-two-servers"
_HOOK = "/telegram"


class Worker:
    """One worker, again and again under its name; it remembers all that was ever written."""

    def __init__(self, name: str, folder: Path, redis: Relay, database: Relay, settings: dict[str, str]) -> None:
        self.name = name
        self.redis, self.database = redis, database
        self._folder, self._settings = folder, settings
        self.runs: list[Run] = []
        self.frozen = False
        self.checkout = ROOT
        """Where the program is that is started next."""

    @property
    def program(self) -> Run:
        """The one that runs, or ran last."""
        return self.runs[-1]

    @property
    def up(self) -> bool:
        return bool(self.runs) and self.program.running and bool(self.program.page)

    @property
    def page(self) -> str:
        parts = urlsplit(self.program.page)
        return f"{parts.scheme}://{parts.netloc}"

    async def start(self) -> None:
        lines = {
            "PYTHONPATH": str(self.checkout),
            "WORKER_NAME": self.name,
            "CLUSTER_URL": f"redis://127.0.0.1:{self.redis.port}/0",
            "DATABASE_URL": f"postgresql+asyncpg://paiju@127.0.0.1:{self.database.port}/{Database.name}?ssl=disable",
        }
        self.runs.append(Run(self._folder, {**self._settings, **lines}))
        await self.program.start()

    async def kill(self) -> None:
        self.thaw()
        await self.program.kill()

    def freeze(self) -> None:
        os.kill(self.program.pid, signal.SIGSTOP)
        self.frozen = True

    def thaw(self) -> None:
        if self.frozen:
            with suppress(ProcessLookupError):
                os.kill(self.program.pid, signal.SIGCONT)
            self.frozen = False

    def lines(self) -> list[str]:
        return [line for run in self.runs for line in run.output + run.errors]


class House:
    """Everything for one evening. ``webhook``: Telegram calls the workers, else one of them asks it."""

    def __init__(
        self,
        telegram: TelegramSim,
        discord: DiscordSim | None,
        *,
        webhook: bool = False,
        workers: int = WORKERS,
        **more: str,
    ) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pj-", dir="/tmp", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        folder.chmod(0o755)  # the server works for an account of its own
        self.telegram, self.discord = telegram, discord
        self.redis = Server()
        self.database = Database(folder / "database")
        self.balancer = Balancer(self._listeners)
        self._webhook = webhook
        self._settings = {**tokens(telegram, discord), "TURN_SECONDS": "0", **more}
        self._names = [f"w{number + 1}" for number in range(workers)]
        self.workers: list[Worker] = []

    def _listeners(self) -> list[str]:
        return [worker.page for worker in self.workers if worker.up]

    async def start(self) -> None:
        """Start the servers, then all workers at once on the empty database."""
        await self.start_servers()
        await self.start_workers()

    async def start_servers(self) -> None:
        """Start what the workers stand on, and draw a line from each to each."""
        await self.balancer.start()
        if self._webhook:
            self.telegram.updates.connections = 40
            self._settings |= {
                "TELEGRAM_WEBHOOK_URL": self.balancer.url + _HOOK, "TELEGRAM_WEBHOOK_SECRET": _SECRET,
            }  # fmt: skip
        await self.database.start()
        await self.database.make()
        for name in self._names:
            folder = Path(self._folder.name) / name
            folder.mkdir()
            redis, database = Relay(self.redis.socket), Relay(self.database.socket)
            await asyncio.gather(redis.open(), database.open())
            self.workers.append(Worker(name, folder, redis, database, self._settings))

    async def start_workers(self) -> None:
        """Start all workers at once, and wait until the platforms know them."""
        await asyncio.gather(*(worker.start() for worker in self.workers))
        await self.telegram.wait_for(lambda: self.telegram.updates.polling or self.telegram.updates.webhook_url)
        if self.discord is not None:
            gateway = self.discord.gateway
            await self.discord.wait_for(lambda: len(gateway.shards_up) >= gateway.recommended)

    def name_at(self, page: str) -> str:
        return next((worker.name for worker in self.workers if worker.runs and worker.page == page), "")

    async def written(self) -> Written:
        """All that stands in the database at this moment."""
        return await on_server(**self.database.address)

    async def stop_workers(self) -> list[int]:
        """End them as a host does; their exit codes."""
        return list(await asyncio.gather(*(worker.program.stop() for worker in self.workers)))

    async def restart_in_turn(self, between: Callable[[], Awaitable[None]], checkout: Path = ROOT) -> None:
        """End and start each worker, one after the other, as for an upgrade; ``between`` comes before each and at the end."""
        for worker in self.workers:
            await between()
            assert await worker.program.stop() == 0
            worker.checkout = checkout
            await worker.start()
        await between()

    async def close(self) -> None:
        await asyncio.gather(*(worker.kill() for worker in self.workers if worker.runs))
        for worker in self.workers:
            await asyncio.gather(worker.redis.close(), worker.database.close())
        await self.balancer.stop()
        await self.database.stop()
        self.redis.close()
        self._folder.cleanup()

    async def __aenter__(self) -> Self:
        try:
            await self.start()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            log.error("\n".join(line for worker in self.workers for line in worker.lines()[-_LAST_LINES:]))
        await self.close()

    def lines(self) -> list[str]:
        return [line for worker in self.workers for line in worker.lines()]

    @property
    def survivors(self) -> int:
        """How many processes went on after their worker had been killed."""
        return sum(len(run.survivors) for worker in self.workers for run in worker.runs)
