"""What one token may send holds for all workers together, with Redis and without."""

import asyncio
import time

from bot.cluster.allowance import Lane
from tests.cluster.conftest import Join
from tests.cluster.server import Server
from tests.cluster.worker import Worker, until


async def spend(worker: Worker, lanes: list[Lane], end: float) -> list[tuple[float, float]]:
    """Send as often as is allowed; return before and after each permit."""
    permits = []
    while time.monotonic() < end:
        asked = time.monotonic()
        wait = await worker.allowance.take(lanes)
        if wait == 0:
            permits.append((asked, time.monotonic()))
        else:
            await asyncio.sleep(min(wait, 0.05))
    return permits


def most_in_a_window(permits: list[tuple[float, float]], seconds: float) -> int:
    """The most permits that were surely granted within one window: asked for after its begin, granted before its end."""
    return max(sum(begin <= asked and granted < begin + seconds for asked, granted in permits) for begin, _ in permits)


async def test_three_workers_share_one_limit(join: Join) -> None:
    workers = [await join(name) for name in ("w1", "w2", "w3")]
    lanes = [Lane("all", 10, 0.4), Lane("chat", 4, 0.4)]
    end = time.monotonic() + 1.0
    ends = await asyncio.gather(
        spend(workers[0], lanes[:1], end), spend(workers[1], lanes, end), spend(workers[2], lanes, end)
    )
    everything = [permit for permits in ends for permit in permits]
    assert most_in_a_window(everything, 0.4) <= 10
    assert most_in_a_window(ends[1] + ends[2], 0.4) <= 4
    assert len(everything) >= 20, "what is allowed is granted"


async def test_a_refused_lane_takes_nothing_from_the_others(join: Join) -> None:
    one = await join("w1")
    assert await one.allowance.take([Lane("full", 1, 60.0)]) == 0
    for _ in range(5):
        assert await one.allowance.take([Lane("wide", 2, 60.0), Lane("full", 1, 60.0)]) > 0
    assert [await one.allowance.take([Lane("wide", 2, 60.0)]) > 0 for _ in range(3)] == [False, False, True]


async def test_what_one_was_refused_is_closed_for_all(join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    await one.allowance.close("chat", 30.0)
    await one.allowance.close("chat", 1.0)
    assert 20 < await two.allowance.take([Lane("chat", 20, 60.0)]) <= 30
    assert await two.allowance.take([Lane("other", 20, 60.0)]) == 0


async def test_without_redis_each_takes_its_share(server: Server, join: Join) -> None:
    workers = [await join(name) for name in ("w1", "w2", "w3")]
    await until(lambda: all(worker.membership.seen == 3 for worker in workers))
    lane = [Lane("group", 20, 600.0)]
    assert await workers[0].allowance.take(lane) == 0
    await workers[0].allowance.close("closed", 60.0)
    server.kill()
    try:
        await until(lambda: not any(worker.link.ready.is_set() for worker in workers))
        assert 0 < await workers[0].allowance.take(lane) <= 1, "others may just have used it up"
        for worker in workers:
            worker.link.changed -= 1.0
        granted = [sum([await worker.allowance.take(lane) == 0 for _ in range(20)]) for worker in workers]
        assert granted == [5, 6, 6]
        assert await workers[0].allowance.take([Lane("closed", 20, 60.0)]) > 50
        few = [Lane("chat", 1, 60.0)]
        assert await workers[0].allowance.take(few) == 0
        assert 175 < await workers[0].allowance.take(few) <= 180
    finally:
        server.start()
    await until(lambda: all(worker.link.ready.is_set() for worker in workers))
    assert await workers[1].allowance.take(lane) > 0, "Redis has forgotten what was granted; its worker has not"
