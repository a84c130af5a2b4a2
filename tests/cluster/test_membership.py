"""Who lives: joining, dying, being stopped, and a database that is away for everybody."""

import asyncio
import json
import signal

import pytest

from bot.cluster.courier import NoAnswer
from bot.cluster.link import ClusterRefused
from bot.cluster.membership import MembershipChange, look
from tests.cluster.conftest import Join, Spawn
from tests.cluster.worker import taken, until
from tests.cluster_process.relay import Relay


async def test_workers_see_each_other_come_and_go(join: Join, identity: str) -> None:
    one, two = await join("w1"), await join("w2")
    await until(lambda: one.alive == two.alive == {"w1", "w2"})
    two.membership.draining = True
    await until(lambda: one.membership.accepting() == {"w1"})
    found = {held.name: held.draining for held in await look(one.line) if held.is_name_under(identity)}
    assert found == {"w1": False, "w2": True}
    await two.close()
    await until(lambda: one.alive == {"w1"})
    assert one.changes[-1] == MembershipChange(frozenset(), frozenset({"w2"}))
    assert two.membership.alive() is None


async def test_workers_of_another_cluster_are_not_seen(join: Join) -> None:
    one, other = await join("w1"), await join("w1", sign="another")
    await until(lambda: one.alive and other.alive)
    assert one.alive == other.alive == {"w1"}


async def test_a_name_is_one_workers_while_it_lives(join: Join) -> None:
    one = await join("w1")
    with pytest.raises(ClusterRefused, match="WORKER_NAME=w1 is the name of a worker that lives"):
        await join("w1", ttl=0.5)
    assert one.membership.sure
    await one.close()
    await join("w1")


async def test_nobody_is_taken_for_dead_because_the_database_was_away(lines: Relay, join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    assert await one.leases.take("poll")
    await until(lambda: one.alive == two.alive == {"w1", "w2"})
    before = [len(one.changes), len(two.changes)]
    await lines.cut()
    await until(lambda: not one.membership.sure and not two.membership.sure)
    assert one.membership.alive() is None
    assert not one.leases.sure("poll")
    await lines.mend()
    await until(lambda: one.alive == two.alive == {"w1", "w2"})
    assert one.leases.sure("poll"), "whoever had it comes first"
    assert [len(one.changes), len(two.changes)] == before
    assert (one.membership.lapses, two.membership.lapses) == (1, 1)


async def test_a_stopped_process_wakes_up_sure_of_nothing(join: Join, spawn: Spawn) -> None:
    """SIGSTOP past its time: the others go on, and it knows before it does anything."""
    one = await join("w1")
    process = spawn("w2")
    await until(lambda: one.alive == {"w1", "w2"})
    assert json.loads(await one.courier.call("w2", "take", b"poll", 5.0)) is True
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
    assert told == {"woken": [False, False, False], "lapses": 1, "held": []}
    assert one.leases.sure("poll")


async def test_a_stopped_worker_whose_name_another_has_ends_and_answers_nothing(join: Join, spawn: Spawn) -> None:
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
    first.send_signal(signal.SIGCONT)
    await until(lambda: first.poll() == 3)
    assert second.poll() is None
    assert await one.courier.call("w2", "echo", b"you", 5.0) == b"you"


async def test_the_name_of_a_killed_worker_is_free_at_once_and_what_it_held_soon(join: Join, spawn: Spawn) -> None:
    one = await join("w1", ttl=60.0)  # so long nobody would be taken for dead because of silence
    process = spawn("w2")
    await until(lambda: process.poll() is not None or "w2" in one.membership.accepting())
    await one.courier.call("w2", "take", b"poll", 5.0)
    process.kill()
    spawn("w2")
    await until(lambda: any("w2" in change.gone & change.joined for change in one.changes))
    await taken(one, "poll")
    assert await one.courier.call("w2", "echo", b"again", 5.0) == b"again"
