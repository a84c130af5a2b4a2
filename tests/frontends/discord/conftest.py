"""A simulated Discord, connected to by the real client library."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.delivery.outbox import Pace
from bot.frontends.discord.incoming.client import Client
from bot.frontends.discord.incoming.shard import Listeners
from bot.frontends.discord.incoming.shards import Division, Shards
from bot.frontends.discord.outgoing.calls import LIMITS, ChannelCalls
from bot.frontends.discord.outgoing.delivery import Delivery
from bot.frontends.discord.outgoing.markup import COMMANDS
from bot.session.port.protocols import NoMeter
from tests.frontends.discord.clocks import SimClock
from tests.frontends.discord.house import House
from tests.frontends.discord.place import Place, Report
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser


@pytest.fixture
async def sim() -> AsyncIterator[DiscordSim]:
    async with DiscordSim() as sim:
        yield sim
        assert sim.violations == []


@pytest.fixture
def sim_clock(sim: DiscordSim) -> SimClock:
    return SimClock(sim)


@pytest.fixture
def people(sim: DiscordSim) -> list[VirtualUser]:
    return [sim.user(f"player {number}") for number in (1, 2, 3)]


@pytest.fixture
def channel(sim: DiscordSim, people: list[VirtualUser]) -> VirtualChannel:
    return sim.guild(members=people).channel("friends")


@pytest.fixture
async def house(request: pytest.FixtureRequest, sim: DiscordSim, tmp_path: Path) -> AsyncIterator[House]:
    """The bot, with the dice of the test's module, if it has a ``SEED``."""
    async with House(sim, tmp_path, seed=getattr(request.module, "SEED", 7)) as house:
        yield house


@pytest.fixture(autouse=True)
def _addresses() -> Iterator[None]:
    """The library's addresses are class attributes, and what commands are called is known once: put them back."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    yield
    COMMANDS.clear()
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


@pytest.fixture
async def place(request: pytest.FixtureRequest, sim: DiscordSim, sim_clock: SimClock) -> AsyncIterator[Place]:
    alice, bob = sim.user("player 1"), sim.user("player 2")
    channel = sim.guild(members=[alice, bob]).channel("friends")
    client = Client(api_base_url=sim.base_url)
    report, pace = Report(), Pace(LIMITS, getattr(request, "param", 1000.0))
    delivery = Delivery(ChannelCalls(client, client.guild_of, sim_clock), report, sim_clock, pace)
    await client.login(sim.token)
    delivery.outbox.open()
    sending = asyncio.create_task(delivery.outbox.run())
    listeners = Listeners(
        use=lambda _: None,
        written=lambda _: None,
        text=_nothing,
        channel_gone=lambda _: None,
        let_in=lambda _: None,
    )
    shards = Shards(client, Division(), listeners, sim_clock, NoMeter(), asyncio.Event(), 1)
    task = asyncio.create_task(shards.run())
    await sim.wait_until_ready()
    yield Place(sim, delivery, report, alice, bob, channel)
    for each in (sending, task):
        each.cancel()
    await asyncio.gather(sending, task, return_exceptions=True)
    await client.close()


async def _nothing(_: object) -> None: ...
