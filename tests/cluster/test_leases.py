"""Leases: one holder at a time, who knows until when."""

from tests.cluster.conftest import Join
from tests.cluster.worker import taken, until
from tests.postgres import need_server


async def test_a_lease_has_one_holder_until_it_is_given_back(join: Join) -> None:
    one, two = await join("w1", ttl=60.0), await join("w2", ttl=60.0)
    assert await one.leases.take("poll")
    assert await one.leases.take("poll"), "it is mine already"
    assert not await two.leases.take("poll")
    assert await two.leases.take("upkeep")
    await one.leases.release("poll")
    assert not one.leases.sure("poll")
    await taken(two, "poll")
    assert set(two.leases.held) == {"poll", "upkeep"}
    await two.close()
    assert not two.leases.sure("upkeep"), "with a worker go its leases"
    await taken(one, "poll")


async def test_whoever_comes_back_at_once_has_its_leases_still(join: Join) -> None:
    one, two = await join("w1", ttl=60.0), await join("w2", ttl=60.0)
    assert await one.leases.take("poll")
    two.membership.draining = not two.membership.draining  # looks at once
    await until(lambda: two.leases._others)
    ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE '{}%'"
    await need_server().asked(ended.format(one.line.label))
    assert not await two.leases.take("poll"), "nobody has it, and it is kept free"
    await until(lambda: one.line.returns)
    assert one.leases.sure("poll")
    assert not await two.leases.take("poll")
