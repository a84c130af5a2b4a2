"""Notes: left by one worker, found once by another; and what all agree on."""

from bot.cluster.notes import RedisNotes
from tests.cluster.conftest import Join
from tests.cluster.server import Server


async def test_a_note_is_found_once_and_an_agreement_holds_for_all(server: Server, join: Join) -> None:
    workers = await join("w1"), await join("w2")
    one, two = (RedisNotes(worker.link) for worker in workers)
    await one.leave("shard 3", "first", 60)
    await one.leave("shard 3", "牌局", 60)
    assert await two.find("shard 3") == "牌局"
    assert await one.find("shard 3") is None
    assert await one.agree("count", "4", 60) == "4"
    assert await two.agree("count", "5", 60) == "4"
    key = workers[0].link.key("note", "count")
    assert 0 < int(str(server.ask("PTTL", key))) <= 60_000
    server.ask("DEL", key)
    assert await two.agree("count", "5", 60) == "5"
