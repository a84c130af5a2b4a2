"""News reach all others once, in order; whoever missed some is told."""

from bot.cluster import news as module
from tests.cluster.conftest import Join
from tests.cluster.worker import Worker, until
from tests.cluster_process.relay import Relay


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


async def test_news_of_the_time_without_a_line_are_made_up_for(lines: Relay, join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    ear = Ear(two)
    one.courier.news.publish("user", b"before")
    await until(lambda: ear.heard)
    await lines.cut()
    await until(lambda: not one.line.ready.is_set() and not two.line.ready.is_set())
    await lines.mend()
    await until(lambda: two.line.returns)
    one.courier.news.publish("user", b"during")
    await until(lambda: len(ear.heard) == 2)
    assert ear.heard == [("w1", b"before"), ("w1", b"during")]
    assert ear.gaps > 0, "others may have published what nobody heard here"


async def test_more_than_can_wait_becomes_a_gap_for_all(join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    ear = Ear(two)
    one.courier.news.publish("user", b"first")
    await until(lambda: ear.heard)
    for _ in range(module.MOST_WAITING + 1):
        one.courier.news.publish("user", b"")
    one.courier.news.publish("user", b"last")
    await until(lambda: ear.heard[-1] == ("w1", b"last"))
    assert ear.gaps == 1
    assert len(ear.heard) < 10
