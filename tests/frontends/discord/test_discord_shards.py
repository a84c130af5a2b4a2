"""Shards: divided among workers by leases or by settings, each heard by exactly one, and no quicker than Discord allows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.clock import SystemClock
from bot.frontends.discord.frontend import DiscordFrontend, Division
from bot.session.port.protocols import Clock, StartRefused
from tests.frontends.discord.test_discord_answers import Scripted
from tests.patience import patient
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser, together

COUNT = 6
SPEED = 20.0


class Quick(SystemClock):
    """Time in which everything passes sooner, so that pauses of seconds need not be waited for."""

    def monotonic(self) -> float:
        return super().monotonic() * SPEED

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / SPEED)


class Board:
    """Who holds which lease and what was left for others, for workers of one process."""

    def __init__(self) -> None:
        self.notes: dict[str, str] = {}
        self.holders: dict[str, str] = {}
        self.alive: set[str] = set()

    def leases(self, worker: str) -> "BoardLeases":
        self.alive.add(worker)
        return BoardLeases(self, worker)

    async def leave(self, name: str, text: str, seconds: float) -> None:
        self.notes[name] = text

    async def find(self, name: str) -> str | None:
        return self.notes.pop(name, None)

    async def agree(self, name: str, text: str, seconds: float) -> str:
        return self.notes.setdefault(name, text)

    def forget(self, worker: str) -> None:
        """What the end of its leases is, when a worker dies or is cut off."""
        self.alive.discard(worker)
        self.holders = {name: holder for name, holder in self.holders.items() if holder != worker}


class BoardLeases:
    def __init__(self, board: Board, worker: str) -> None:
        self._board, self._worker = board, worker

    async def take(self, name: str) -> bool:
        if self._worker not in self._board.alive:
            return False
        return self._board.holders.setdefault(name, self._worker) == self._worker

    def sure(self, name: str) -> bool:
        return self._board.holders.get(name) == self._worker

    async def release(self, name: str) -> None:
        if self.sure(name):
            del self._board.holders[name]


class Worker:
    def __init__(self, sim: DiscordSim, board: Board, name: str, clock: Clock | None = None) -> None:
        self.manager = Scripted()
        division = Division(leases=board.leases(name), workers=lambda: len(board.alive), notes=board)
        self.frontend = DiscordFrontend(
            sim.token, clock=clock or Quick(), api_base_url=sim.base_url, pace=1000.0, division=division
        )

    @property
    def shards(self) -> list[int]:
        return self.frontend.shards


@pytest.fixture
def board() -> Board:
    return Board()


@asynccontextmanager
async def at_work(*workers: Worker) -> AsyncIterator[None]:
    try:
        for worker in workers:
            await worker.frontend.start(worker.manager)
        yield
    finally:
        for worker in workers:
            await worker.frontend.stop()


def sharded(sim: DiscordSim, at_once: int = 3) -> None:
    sim.gateway.recommended, sim.gateway.at_once, sim.gateway.identify_seconds = COUNT, at_once, 2.5 / SPEED


def one_channel_a_shard(sim: DiscordSim, person: VirtualUser) -> dict[int, VirtualChannel]:
    found: dict[int, VirtualChannel] = {}
    while len(found) < COUNT:
        sim.clock.advance(0.001)  # guilds are numbered by the time of their making
        guild = sim.guild(members=[person])
        found.setdefault((guild.id >> 22) % COUNT, guild.channel("friends"))
    return found


async def all_up(sim: DiscordSim) -> None:
    await sim.wait_for(lambda: sim.gateway.shards_up == list(range(COUNT)))


async def test_shards_are_divided_evenly_and_go_to_others_when_their_worker_dies_or_another_joins(
    sim: DiscordSim, board: Board
) -> None:
    sharded(sim)
    alice = sim.user("player 1")
    channels = one_channel_a_shard(sim, alice)
    one, two = Worker(sim, board, "one"), Worker(sim, board, "two")
    async with at_work(one, two):
        await all_up(sim)
        assert sorted([len(one.shards), len(two.shards)]) == [3, 3]
        assert sorted(one.shards + two.shards) == list(range(COUNT))
        for shard, channel in channels.items():
            heard = one if shard in one.shards else two
            before = len(heard.manager.heard)
            await alice.slash(channel, "deal")
            assert len(heard.manager.heard) == before + 1
        await alice.slash(alice.dm, "help")  # what is private comes to shard 0
        assert len(one.manager.heard) + len(two.manager.heard) == COUNT + 1

        board.forget("one")  # it is cut off: nothing of it may be heard any more, and the other takes all
        await sim.wait_for(lambda: not one.shards and two.shards == list(range(COUNT)))
        await all_up(sim)
        assert one.frontend.connected  # rightly with none
        heard_before = len(one.manager.heard)
        for channel in channels.values():
            await alice.slash(channel, "deal")
        assert len(one.manager.heard) == heard_before

        board.alive.add("one")  # it is back: the other gives up what is above its share, one after the other
        await sim.wait_for(lambda: len(one.shards) == len(two.shards) == 3)
        await all_up(sim)
    assert sim.gateway.identifies == COUNT + 3
    assert sim.gateway.resumes == 3, "what is given away goes on"
    assert sim.gateway.too_early == 0
    assert board.holders == {}


async def test_an_event_that_comes_after_the_lease_is_lost_is_not_heard(sim: DiscordSim, board: Board) -> None:
    sharded(sim, at_once=COUNT)
    alice = sim.user("player 1")
    channels = one_channel_a_shard(sim, alice)
    worker = Worker(sim, board, "one", SystemClock())  # so that the event comes before the next look at the leases
    async with at_work(worker):
        await all_up(sim)
        board.holders["discord:shard:4"] = "another"
        await alice.slash(channels[4], "deal", wait=False)
        await sim.wait_for(lambda: 4 not in sim.gateway.shards_up)
        await alice.slash(channels[3], "help")
        assert len(worker.manager.heard) == 1


async def test_what_is_pressed_while_a_worker_stops_is_answered_by_the_next(sim: DiscordSim, board: Board) -> None:
    sharded(sim)
    alice = sim.user("player 1")
    channels = one_channel_a_shard(sim, alice)
    one, two = Worker(sim, board, "one"), Worker(sim, board, "two")
    async with at_work(two), at_work(one):
        await all_up(sim)
        await patient(one.frontend.wait_connected())
        sim.gateway.recommended = COUNT + 1  # Discord has changed its mind: the workers have agreed already
        theirs = one.shards
        assert len(theirs) == 3
        await one.frontend.stop()
        pressed = [await alice.slash(channels[shard], "deal", wait=False) for shard in theirs]
        assert two.manager.heard == []
        board.alive.discard("one")
        await together(*(handle.wait() for handle in pressed))
        assert [origin.group_title for origin, _ in two.manager.heard] == ["Club"] * 3
        three = Worker(sim, board, "three")
        async with at_work(three):
            await sim.wait_for(lambda: len(three.shards) == 3)
            await all_up(sim)
    assert (sim.gateway.identifies, sim.gateway.resumes) == (COUNT, 6)


async def test_a_worker_without_any_shard_is_well_and_shows_what_it_has_to(sim: DiscordSim, board: Board) -> None:
    sharded(sim)
    board.holders = {f"discord:shard:{shard}": "another" for shard in range(COUNT)}
    alice = sim.user("player 1")
    worker = Worker(sim, board, "one")
    async with at_work(worker):
        await patient(worker.frontend.wait_connected())
        assert worker.shards == []
        channel = await worker.frontend._delivery.wire.private_channel(alice.id)
        assert channel == alice.dm.id
    assert sim.gateway.identifies == 0


async def test_the_host_may_say_which_shards_are_whose(sim: DiscordSim, board: Board) -> None:
    sharded(sim)
    manager = Scripted()

    def worker(*ids: int) -> DiscordFrontend:
        division = Division(ids=frozenset(ids), leases=board.leases("one"))
        return DiscordFrontend(sim.token, clock=Quick(), api_base_url=sim.base_url, pace=1000.0, division=division)

    beyond = worker(4, 6)
    with pytest.raises(StartRefused, match="DISCORD_SHARD_IDS names shard 6, but there are only 6"):
        await beyond.start(manager)
    await beyond.stop()
    frontend = worker(1, 4, 5)
    await frontend.start(manager)
    await patient(frontend.wait_connected())
    assert sim.gateway.shards_up == frontend.shards == [1, 4, 5]
    await frontend.stop()
    assert sim.gateway.too_early == 0
