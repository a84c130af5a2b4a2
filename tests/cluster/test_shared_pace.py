"""The outboxes of two workers write with one token: what one has sent counts for the other."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from bot.clock import SystemClock
from bot.frontends.discord.outgoing.pace import CREATE
from bot.frontends.discord.outgoing.pace import Pace as DiscordPace
from bot.frontends.telegram.outgoing.outbox import Outbox, Post
from bot.frontends.telegram.outgoing.pace import Pace, chat_lane
from tests.cluster.conftest import Join
from tests.cluster.worker import Worker, until
from tests.patience import patient

SLOWLY = 0.01
"""The factor on all rates: a chat gets one message in 102 seconds, so that whoever sends a second one is seen."""


@dataclass
class Note:
    """A post that only says that it was sent."""

    lane: int
    sent: list[int] = field(default_factory=list)
    key: Hashable = "note"
    handicap: float = 0.0
    counts: bool = True
    lasting: bool = True
    urgent: bool = False
    leads: Hashable | None = None
    follows: Hashable | None = None

    def instead_of(self, earlier: Post) -> Post:
        return self

    async def send(self) -> None:
        self.sent.append(self.lane)


@dataclass
class Counted:
    """An allowance, and what was asked of it."""

    worker: Worker
    waits: list[float] = field(default_factory=list)

    async def take(self, lanes: Sequence[tuple[str, int, float]], /) -> float:
        self.waits.append(await self.worker.allowance.take(lanes))
        return self.waits[-1]

    async def close(self, key: str, seconds: float) -> None:
        await self.worker.allowance.close(key, seconds)


async def test_a_chat_of_two_workers_gets_what_one_chat_may_get(join: Join) -> None:
    asked = [Counted(await join(name)) for name in ("w1", "w2")]
    outboxes = [Outbox(Pace(SLOWLY), SystemClock(), allowance) for allowance in asked]
    running = [asyncio.create_task(outbox.run()) for outbox in outboxes]
    here, there, elsewhere = Note(-7), Note(-7), Note(-8, key="other")
    try:
        outboxes[0].put(here)
        await until(lambda: here.sent == [-7])
        outboxes[1].put(there)
        await until(lambda: len(asked[1].waits) == 1)
        assert asked[1].waits[0] > 0
        outboxes[1].put(elsewhere)
        await until(lambda: elsewhere.sent == [-8])
        assert there.sent == []
        assert outboxes[1].waiting == 1
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def test_a_lane_that_the_platform_closed_for_one_is_closed_for_all(join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    first = DiscordPace(SystemClock(), 1.0, one.allowance)
    second = DiscordPace(SystemClock(), 1.0, two.allowance)
    await first.close("channel", CREATE, 60.0)
    waiting = asyncio.create_task(second.take("channel", CREATE, 0))
    await patient(second.take("another", CREATE, 0))
    assert not waiting.done()
    waiting.cancel()
    assert await two.allowance.take([(chat_lane(5), 1, 1.0)]) == 0
