"""The outboxes of two workers write with one token: what one has sent counts for the other."""

import asyncio
from collections.abc import AsyncIterator, Hashable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.clock import SystemClock
from bot.delivery.outbox import CREATE, Lane, Later, Limits, Outbox, Pace, Sending
from bot.frontends.discord.outgoing.calls import LIMITS as DISCORD
from bot.frontends.telegram.outgoing.api import LIMITS as TELEGRAM
from tests.cluster.conftest import Join
from tests.cluster.worker import Worker, until

SLOWLY = 0.01
"""The factor on all rates: a chat gets one message in 102 seconds, so that whoever sends a second one is seen."""


@dataclass
class Note:
    """Something to send that only says that it was sent."""

    lane: Lane
    sent: list[Lane] = field(default_factory=list)
    key: Hashable = "note"
    kind: str = CREATE
    refusals: list[Later] = field(default_factory=list)
    handicap: float = 0.0
    lasting: bool = True
    urgent: bool = False
    leads: Hashable | None = None
    follows: Hashable | None = None
    lull: float = 0.0
    soon: float = 0.0

    def instead_of(self, earlier: Sending) -> Sending:
        return self

    async def send(self) -> None:
        if self.refusals:
            raise self.refusals.pop()
        self.sent.append(self.lane)


@dataclass
class Counted:
    """An allowance, and what was asked of it."""

    worker: Worker
    waits: list[float] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)

    async def take(self, lanes: Sequence[tuple[str, int, float]], /) -> float:
        self.waits.append(await self.worker.allowance.take(lanes))
        return self.waits[-1]

    async def close(self, key: str, seconds: float) -> None:
        await self.worker.allowance.close(key, seconds)
        self.closed.append(key)


@asynccontextmanager
async def two_outboxes(join: Join, limits: Limits, factor: float) -> AsyncIterator[tuple[list[Outbox], list[Counted]]]:
    asked = [Counted(await join(name)) for name in ("w1", "w2")]
    outboxes = [Outbox(Pace(limits, factor), SystemClock(), allowance) for allowance in asked]
    running = [asyncio.create_task(outbox.run()) for outbox in outboxes]
    for outbox in outboxes:
        outbox.open()
    try:
        yield outboxes, asked
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def test_a_chat_of_two_workers_gets_what_one_chat_may_get(join: Join) -> None:
    here, there, elsewhere = Note(-7), Note(-7), Note(-8, key="other")
    async with two_outboxes(join, TELEGRAM, SLOWLY) as (outboxes, asked):
        outboxes[0].put(here)
        await until(lambda: here.sent == [-7])
        outboxes[1].put(there)
        await until(lambda: len(asked[1].waits) == 1)
        assert asked[1].waits[0] > 0
        outboxes[1].put(elsewhere)
        await until(lambda: elsewhere.sent == [-8])
        assert there.sent == []
        assert outboxes[1].waiting == 1


async def test_a_lane_that_the_platform_closed_for_one_is_closed_for_all(join: Join) -> None:
    refused, there = Note("channel", refusals=[Later(60.0, kind=CREATE)]), Note("channel")
    other = Note("another")
    async with two_outboxes(join, DISCORD, 1.0) as (outboxes, asked):
        outboxes[0].put(refused)
        await until(lambda: not refused.refusals and len(asked[0].closed) == 1)
        outboxes[1].put(there)
        await until(lambda: len(asked[1].waits) == 1)
        assert asked[1].waits[0] > 0
        outboxes[1].put(other)
        await until(lambda: bool(other.sent))
        assert there.sent == []
        assert await asked[1].take([(TELEGRAM.name(5), 1, 1.0)]) == 0
