"""Who lives: joining, dying, being stopped, and a Redis that forgets everything."""

import asyncio
import json
import signal

import pytest

from bot.cluster.courier import NoAnswer
from bot.cluster.link import ClusterRefused
from bot.cluster.membership import MembershipChange, read_workers
from tests.cluster.conftest import Join, Spawn
from tests.cluster.server import Server
from tests.cluster.worker import taken, until


async def test_workers_see_each_other_come_and_go(join: Join) -> None:
    one, two = await join("w1", fresh=True, ttl=0.5), await join("w2", fresh=True, ttl=0.5)
    assert one.membership.alive() is None, "whoever was here before may still sign in"
    await until(lambda: one.alive == two.alive == {"w1", "w2"})
    two.membership.draining = True
    await until(lambda: [worker.draining for worker in one.membership.workers()] == [False, True])
    found = {worker.name: worker.details for worker in await read_workers(one.link)}
    assert found == {"w1": {"tables": 3}, "w2": {"tables": 3}}
    await two.membership.leave()
    await until(lambda: one.alive == {"w1"})
    assert one.changes[-1] == MembershipChange(frozenset(), frozenset({"w2"}))
    assert two.membership.alive() is None


async def test_workers_of_another_database_are_not_seen(join: Join) -> None:
    one, other = await join("w1"), await join("w1", database="another")
    await until(lambda: one.alive and other.alive)
    assert one.alive == other.alive == {"w1"}


async def test_a_name_is_one_workers_while_it_lives(join: Join) -> None:
    one = await join("w1")
    with pytest.raises(ClusterRefused, match="WORKER_NAME=w1 is the name of a worker that lives"):
        await join("w1", ttl=0.1)
    await one.membership.leave()
    await join("w1")


async def test_other_tokens_are_refused_by_name(join: Join) -> None:
    await join("w1", fingerprint={"TELEGRAM_TOKEN": "a", "version": "1"})
    with pytest.raises(ClusterRefused, match="worker w1 of this cluster was started with another TELEGRAM_TOKEN;"):
        await join("w2", fingerprint={"TELEGRAM_TOKEN": "b", "version": "1"}, ttl=0.1)


async def test_nobody_is_taken_for_dead_because_redis_forgot_everything(server: Server, join: Join) -> None:
    one, two = await join("w1", ttl=0.5), await join("w2", ttl=0.5)
    await until(lambda: one.alive == two.alive == {"w1", "w2"})
    outages: list[bool] = []
    one.membership.on_outage(lambda: outages.append(True))
    before = [len(one.changes), len(two.changes)]
    server.kill()
    await until(lambda: one.membership.alive() is None and not one.membership.sure)
    server.start()
    await until(lambda: one.membership.sure)
    assert one.membership.alive() is None
    await until(lambda: one.alive == two.alive == {"w1", "w2"})
    assert [len(one.changes), len(two.changes)] == before
    assert outages


async def test_nobody_is_taken_for_dead_because_nobody_could_renew(server: Server, join: Join) -> None:
    """As after a Redis that hung, or came back with what it had saved: all entries have ended at once."""
    one, two = await join("w1", ttl=0.5), await join("w2", ttl=0.5)
    await until(lambda: one.alive == two.alive == {"w1", "w2"})
    before = [len(one.changes), len(two.changes)]
    end_all = """
    redis.call('HSET', KEYS[2], 'last', '1')
    for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
      redis.call('HSET', KEYS[1], name, (string.gsub(redis.call('HGET', KEYS[1], name), '^%d+', '1')))
    end
    """
    server.ask("EVAL", end_all, 2, one.link.key("workers"), one.link.key("state"))
    await until(lambda: one.membership.alive() is None)
    await until(lambda: one.alive == two.alive == {"w1", "w2"})
    assert [len(one.changes), len(two.changes)] == before


async def test_a_stopped_process_wakes_up_sure_of_nothing(join: Join, spawn: Spawn) -> None:
    """SIGSTOP past its lease: the others go on, and it knows before it does anything."""
    one = await join("w1")
    process = spawn("w2")
    await until(lambda: one.alive == {"w1", "w2"})
    assert json.loads(await one.courier.call("w2", "take", b"poll", 5.0)) is True
    assert await one.leases.holder("poll") == "w2"
    assert not await one.leases.take("poll")

    stopped = asyncio.create_task(one.courier.call("w2", "stop", b"", 60.0))
    await until(lambda: one.alive == {"w1"})
    with pytest.raises(NoAnswer) as failed:
        await stopped
    assert failed.value.sent, "it may have begun"
    with pytest.raises(NoAnswer) as failed:
        await one.courier.call("w2", "echo", b"", 60.0)
    assert not failed.value.sent, "the dead are not asked"
    await taken(one, "poll")

    process.send_signal(signal.SIGCONT)
    await until(lambda: one.alive == {"w1", "w2"})
    told = json.loads(await one.courier.call("w2", "report", b"", 5.0))
    assert told == {"woken": [False, False, False], "lost": ["poll"], "lapses": 1, "held": []}
    assert one.leases.sure("poll")


async def test_a_stopped_worker_whose_name_another_has_ends_and_answers_nothing(
    server: Server, join: Join, spawn: Spawn
) -> None:
    def arrived() -> int:
        told = server.ask("XINFO", "STREAM", one.link.key("inbox", "w2"))
        assert isinstance(told, dict)
        return int(told[b"entries-added"])

    one = await join("w1")
    first = spawn("w2")
    await until(lambda: one.alive == {"w1", "w2"})
    await one.courier.call("w2", "take", b"poll", 5.0)
    stopped = asyncio.create_task(one.courier.call("w2", "stop", b"", 60.0))
    await until(lambda: one.alive == {"w1"})
    with pytest.raises(NoAnswer):
        await stopped
    second = spawn("w2")
    await until(lambda: one.alive == {"w1", "w2"})
    for _ in range(3):
        await one.courier.call("w2", "echo", b"", 5.0)
    before = arrived()
    first.send_signal(signal.SIGCONT)
    await until(lambda: first.poll() == 3)
    assert second.poll() is None
    assert arrived() >= before, "the inbox is the other's now"
    assert await one.courier.call("w2", "echo", b"you", 5.0) == b"you"


async def test_a_killed_worker_is_dead_soon_and_its_name_free_again(join: Join, spawn: Spawn) -> None:
    one = await join("w1")
    process = spawn("w2")
    await until(lambda: one.alive == {"w1", "w2"})
    process.kill()
    spawn("w2")
    await until(lambda: any("w2" in change.gone for change in one.changes))
    await until(lambda: one.alive == {"w1", "w2"})
    assert await one.courier.call("w2", "echo", b"again", 5.0) == b"again"
