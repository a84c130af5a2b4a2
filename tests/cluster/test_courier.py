"""Calls between workers: answered once, in time or not at all."""

import asyncio
import json

import pytest

from bot.cluster import courier as module
from bot.cluster.allowance import Lane
from bot.cluster.courier import CallFailed, NoAnswer, Overloaded
from tests.cluster.conftest import Join, Spawn
from tests.cluster.server import Server
from tests.cluster.worker import Worker, until
from tests.cluster_process.relay import Relay
from tests.postgres import need_server

CUT = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE '{}%'"


class Desk:
    """Answers calls, and remembers them; ``open`` lets it answer."""

    def __init__(self, worker: Worker) -> None:
        self.asked: list[bytes] = []
        self.open = asyncio.Event()
        worker.courier.serve("slow", self.slow)
        worker.courier.serve("quick", self.quick)
        worker.courier.serve("broken", self.broken)

    async def quick(self, caller: str, payload: bytes) -> bytes:
        self.asked.append(payload)
        return caller.encode() + b":" + payload

    async def slow(self, caller: str, payload: bytes) -> bytes:
        self.asked.append(payload)
        await self.open.wait()
        return payload

    async def broken(self, caller: str, payload: bytes) -> bytes:
        raise LookupError(payload)


async def test_two_processes_ask_each_other_many_things_at_once(join: Join, spawn: Spawn) -> None:
    one = await join("w1")
    desk = Desk(one)
    spawn("w2")
    one.courier.serve("echo", desk.quick)
    await until(lambda: one.alive == {"w1", "w2"})
    big = bytes(range(256)) * 4096
    asked = [one.courier.call("w2", "relay", str(number).encode(), 20.0) for number in range(200)]
    answers = await asyncio.gather(*asked, one.courier.call("w2", "echo", big, 20.0))
    assert answers == [f"w2:{number}".encode() for number in range(200)] + [big]
    assert sorted(desk.asked) == sorted(str(number).encode() for number in range(200))
    assert one.courier.waiting == 0


async def test_what_a_handler_raises_reaches_the_caller_by_its_type_alone(join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    Desk(two)
    with pytest.raises(CallFailed) as failed:
        await one.courier.call("w2", "broken", b"3s 3h", 5.0)
    assert str(failed.value) == "LookupError"
    with pytest.raises(CallFailed, match="unknown kind"):
        await one.courier.call("w2", "unknown", b"", 5.0)


async def test_an_answer_that_comes_too_late_is_dropped(join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    desk = Desk(two)
    with pytest.raises(NoAnswer) as failed:
        await one.courier.call("w2", "slow", b"first", 0.2)
    assert failed.value.sent
    desk.open.set()
    await until(lambda: two.courier.running == 0)
    assert await one.courier.call("w2", "slow", b"second", 5.0) == b"second"
    assert desk.asked == [b"first", b"second"]


async def test_a_request_that_waited_longer_than_its_caller_is_not_begun(join: Join) -> None:
    """The time until which its caller waits travels with it; the reader was busy for longer."""
    one, two = await join("w1"), await join("w2")
    desk = Desk(two)
    for number, left in ((1, -0.1), (2, 60.0)):
        head = ["call", f"old-{number}", "quick", "w1", one.line.server_time() + left]
        one.line.say(json.dumps(head).encode() + b"\nwaited %d" % number, "w2")
    assert await one.courier.call("w2", "quick", b"new", 5.0) == b"w1:new"
    assert desk.asked == [b"waited 2", b"new"]


async def test_what_was_lost_with_a_line_is_said_again_and_begun_once(lines: Relay, join: Join) -> None:
    one, two = await join("w1", ttl=60.0), await join("w2", ttl=60.0)
    desk = Desk(two)
    waiting = asyncio.create_task(one.courier.call("w2", "slow", b"before", 20.0))
    await until(lambda: desk.asked)
    await lines.cut()
    await until(lambda: not one.line.ready.is_set() and not two.line.ready.is_set())
    during = asyncio.create_task(one.courier.call("w2", "quick", b"during", 20.0))
    desk.open.set()  # the answer finds no line
    await until(lambda: two.courier.running == 0)
    await lines.mend()
    assert await during == b"w1:during"
    assert await waiting == b"before"
    for name in (one.line.label, two.line.label, one.line.label):
        said = asyncio.create_task(one.courier.call("w2", "quick", name.encode(), 20.0))
        await need_server().asked(CUT.format(name))
        assert await said == b"w1:" + name.encode()
    assert len(desk.asked) == 5


async def test_without_a_line_a_call_ends_with_its_time(lines: Relay, join: Join) -> None:
    one = await join("w1", ttl=60.0)
    await lines.cut()
    await until(lambda: not one.line.ready.is_set())
    with pytest.raises(NoAnswer) as failed:
        await one.courier.call("w1", "quick", b"", 0.1)
    assert not failed.value.sent


async def test_too_much_at_once_is_refused_before_it_is_begun(join: Join, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = await join("w1"), await join("w2")
    desk = Desk(two)
    monkeypatch.setattr(module, "MOST_RUNNING", 3)
    asked = [asyncio.create_task(one.courier.call("w2", "slow", b"", 20.0)) for _ in range(3)]
    await until(lambda: len(desk.asked) == 3)
    with pytest.raises(Overloaded):
        await one.courier.call("w2", "slow", b"", 20.0)
    monkeypatch.setattr(module, "MOST_WAITING", 3)
    with pytest.raises(Overloaded):
        await one.courier.call("w2", "slow", b"", 20.0)
    desk.open.set()
    await asyncio.gather(*asked)
    assert len(desk.asked) == 3


async def test_a_worker_that_ends_answers_what_it_has_begun_and_nothing_else(join: Join) -> None:
    one, two = await join("w1"), await join("w2")
    desk = Desk(two)
    begun = asyncio.create_task(one.courier.call("w2", "slow", b"", 20.0))
    await until(lambda: desk.asked)
    ending = asyncio.create_task(two.courier.close(20.0))
    await asyncio.sleep(0)
    with pytest.raises(NoAnswer) as failed:
        await one.courier.call("w2", "quick", b"", 60.0)
    assert not failed.value.sent
    desk.open.set()
    assert await begun == b""
    await ending


async def test_everything_in_redis_has_an_end(server: Server, join: Join) -> None:
    one = await join("w1")
    await one.allowance.close("telegram", 60.0)
    await one.allowance.take([Lane("chat", 20, 60.0)])
    await until(lambda: server.ask("EXISTS", one.link.key("here")))
    keys = server.ask("KEYS", "*")
    assert isinstance(keys, list)
    assert len(keys) >= 3
    for key in keys:
        assert key.startswith(b"paiju:")
        assert int(str(server.ask("PTTL", key.decode()))) != -1, key
