"""Leases: one holder at a time, who knows until when."""

from bot.cluster.leases import read_leases
from tests.cluster.conftest import Join
from tests.cluster.server import Server
from tests.cluster.worker import Worker, until


async def settled(*workers: Worker) -> None:
    await until(lambda: all(worker.alive for worker in workers))


async def test_a_lease_has_one_holder_until_it_is_given_back(join: Join) -> None:
    one, two = await join("w1", fresh=True, ttl=0.5), await join("w2", fresh=True, ttl=0.5)
    assert not await one.leases.take("poll"), "an earlier holder may still be sure of it"
    await settled(one, two)
    assert await one.leases.take("poll")
    assert await one.leases.take("poll"), "it is mine already"
    assert not await two.leases.take("poll")
    assert await two.leases.take("upkeep")
    assert [(lease.name, lease.holder) for lease in await read_leases(two.link)] == [("poll", "w1"), ("upkeep", "w2")]
    await one.leases.release("poll")
    assert not one.leases.sure("poll")
    assert await one.leases.holder("poll") is None
    assert await two.leases.take("poll")
    assert set(two.leases.held) == {"poll", "upkeep"}
    await two.membership.leave()
    assert two.leases.held == (), "with a worker go its leases"
    assert await one.leases.take("poll")


async def test_a_lease_ends_for_its_holder_while_redis_is_away(server: Server, join: Join) -> None:
    one, two = await join("w1", ttl=0.5), await join("w2", ttl=0.5)
    await settled(one, two)
    assert await one.leases.take("poll", one.lost.append)
    server.kill()
    await until(lambda: one.lost == ["poll"])
    assert not one.leases.sure("poll")
    assert not await two.leases.take("poll")
    server.start()
    await until(two.link.ready.is_set)
    assert not await two.leases.take("poll"), "whoever held it comes first, for a while"
    await settled(two)
    assert await two.leases.take("poll")


async def test_a_holder_keeps_its_lease_when_redis_comes_back_empty_in_time(server: Server, join: Join) -> None:
    one, two = await join("w1", ttl=8.0), await join("w2", ttl=8.0)
    assert await one.leases.take("poll", one.lost.append)
    server.kill()
    server.start()
    await until(lambda: one.link.ready.is_set() and two.link.ready.is_set())
    assert not await two.leases.take("poll")
    await until(lambda: server.ask("HGET", one.link.key("leases"), "poll"))
    assert one.leases.sure("poll")
    assert one.lost == []
