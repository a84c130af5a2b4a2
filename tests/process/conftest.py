"""Fixtures: both platforms simulated on their wire, and a way to start the real program that always ends it."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.cluster.server import PROGRAM
from tests.cluster.server import Server as Redis
from tests.databases import database_in
from tests.process.program import Program
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

Starter = Callable[..., Program]


@pytest.fixture
def redis() -> Iterator[Redis]:
    if PROGRAM is None:
        pytest.skip("redis-server is not installed (Debian: apt-get install redis-server)")
    server = Redis()
    yield server
    server.close()


@pytest.fixture
async def telegram(request: pytest.FixtureRequest) -> AsyncIterator[TelegramSim]:
    """At the published limits, so many times as fast as the test's module says (``PACE``); if it says nothing, at none."""
    async with TelegramSim(pace=getattr(request.module, "PACE", None)) as sim:
        yield sim
        assert sim.violations == []


@pytest.fixture
async def discord(request: pytest.FixtureRequest) -> AsyncIterator[DiscordSim]:
    async with DiscordSim(rate_factor=getattr(request.module, "PACE", 1000.0)) as sim:
        yield sim
        assert sim.violations == []


@pytest.fixture
async def program(tmp_path: Path) -> AsyncIterator[Starter]:
    """Makes programs on one database, which has today's schema; all of them are ended with the test. Ask for the
    platforms before it: what is asked for last is ended first, and a program should not outlive the platform that it
    talks to."""
    database_in(tmp_path)
    async with AsyncExitStack() as stack:

        def make(*command: str, **environment: str) -> Program:
            made = Program(tmp_path, environment, *command)
            stack.push_async_callback(made.kill)
            return made

        yield make


def tokens(telegram: TelegramSim | None = None, discord: DiscordSim | None = None) -> dict[str, str]:
    found: dict[str, str] = {}
    if telegram is not None:
        found |= {"TELEGRAM_TOKEN": telegram.token, "TELEGRAM_API_BASE_URL": telegram.base_url}
    if discord is not None:
        found |= {"DISCORD_TOKEN": discord.token, "DISCORD_API_BASE_URL": discord.base_url}
    return found
