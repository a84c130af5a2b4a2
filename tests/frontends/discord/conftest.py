"""A simulated Discord, connected to by the real client library."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.frontends.discord.clocks import SimClock
from tests.simulators.discord import DiscordSim


@pytest.fixture
async def sim() -> AsyncIterator[DiscordSim]:
    async with DiscordSim() as sim:
        yield sim
        assert sim.violations == []


@pytest.fixture
def sim_clock(sim: DiscordSim) -> SimClock:
    return SimClock(sim)


@pytest.fixture(autouse=True)
def _addresses() -> Iterator[None]:
    """The library's addresses are class attributes: put them back."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    yield
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
