"""News reach all others once, in order; whoever missed some is told."""

from bot.cluster import news as module
from tests.cluster.conftest import Join
from tests.cluster.server import Server
from tests.cluster.worker import Worker, until


class Ear:
    """Hears what a worker is told."""

    def __init__(self, worker: Worker) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.gaps = 0
        worker.courier.news.subscribe("user", lambda publisher, payload: self.heard.append((publisher, payload)))
        worker.courier.news.on_gap(self.gap)

    def gap(self) -> None:
        self.gaps += 1


async def test_news_reach_all_others_in_order(join: Join) -> None:
    workers = [await join(name) for name in ("w1", "w2", "w3")]
    ears = [Ear(worker) for worker in workers]
    for number in range(500):
        workers[0].courier.news.publish("user", str(number).encode())
    wanted = [("w1", str(number).encode()) for number in range(500)]
    await until(lambda: ears[1].heard == ears[2].heard == wanted)
    assert [ear.gaps for ear in ears] == [0, 0, 0]
    assert ears[0].heard == [], "nobody is told their own"


async def test_news_of_the_time_without_redis_are_made_up_for(server: Server, join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    ear = Ear(two)
    one.courier.news.publish("user", b"before")
    await until(lambda: ear.heard)
    server.kill()
    await until(lambda: not one.link.ready.is_set())
    one.courier.news.publish("user", b"during")
    server.start()
    await until(lambda: len(ear.heard) == 2)
    assert ear.heard == [("w1", b"before"), ("w1", b"during")]
    assert ear.gaps > 0, "others may have published what Redis forgot"


async def test_who_missed_lines_is_told(server: Server, join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    ear = Ear(two)
    server.ask("INCR", two.link.key("news", "count"))
    one.courier.news.publish("user", b"second")
    await until(lambda: ear.heard == [("w1", b"second")])
    assert ear.gaps == 1


async def test_more_than_can_wait_becomes_a_gap_for_all(join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    ear = Ear(two)
    for _ in range(module.MOST_WAITING + 1):
        one.courier.news.publish("user", b"")
    one.courier.news.publish("user", b"last")
    await until(lambda: ear.heard)
    assert (ear.heard, ear.gaps) == ([("w1", b"last")], 1)
