"""The line to Redis: what is refused at the start, and how it breaks and comes back."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from structlog.testing import capture_logs

from bot.cluster.allowance import Lane
from bot.cluster.link import ClusterRefused, RedisAway, RedisLink
from tests.cluster.conftest import Join
from tests.cluster.server import Server
from tests.cluster.worker import until


@contextmanager
def configured(server: Server, name: str, value: str, before: str) -> Iterator[None]:
    server.ask("CONFIG", "SET", name, value)
    try:
        yield
    finally:
        server.ask("CONFIG", "SET", name, before)


async def refusal(url: str, seconds: float = 0.0) -> str:
    link = RedisLink(url, "database")
    with pytest.raises(ClusterRefused) as refused:
        await link.open(seconds)
    assert "\n" not in str(refused.value)
    return str(refused.value)


async def test_a_server_that_throws_keys_away_is_refused(server: Server) -> None:
    with configured(server, "maxmemory-policy", "allkeys-lru", "noeviction"):
        assert "set it to noeviction" in await refusal(server.url)


async def test_a_server_that_is_not_there_or_takes_no_writes_is_refused(server: Server) -> None:
    assert "cannot be used: no connection" in await refusal("redis://:geheim@127.0.0.1:1/0")
    assert "geheim" not in await refusal("redis://:geheim@127.0.0.1:1/0")
    server.ask("REPLICAOF", "127.0.0.1", "1")
    try:
        assert "it takes no writes (a replica)" in await refusal(server.url)
    finally:
        server.ask("REPLICAOF", "NO", "ONE")


async def test_a_password_that_is_wrong_is_refused_at_once(server: Server) -> None:
    password = "rightrightright"
    server.ask("ACL", "SETUSER", "somebody", "on", f">{password}", "~*", "+@all")
    server.ask("ACL", "SETUSER", "reader", "on", f">{password}", "~*", "+@read", "+@connection")
    assert "does not accept this password" in await refusal(f"unix://somebody:wrong@{server.socket}", 60.0)
    assert "forbid" in await refusal(f"unix://reader:{password}@{server.socket}")
    link = RedisLink(f"unix://somebody:{password}@{server.socket}", "database")
    await link.open()
    await link.close()


@pytest.mark.parametrize("url", ["http://127.0.0.1", "redis", "redis://host:port"])
def test_an_address_of_another_shape_is_refused(url: str) -> None:
    with pytest.raises(ClusterRefused, match="CLUSTER_URL is not usable"):
        RedisLink(url, "database")


async def test_a_line_that_broke_says_so_once_and_comes_back_by_itself(server: Server, join: Join) -> None:
    worker = await join("w1")
    with capture_logs() as lines:
        server.kill()
        await until(lambda: not worker.link.ready.is_set())
        for _ in range(50):
            with pytest.raises(RedisAway):
                await worker.link.run("PING")
        server.start()
        await until(worker.link.ready.is_set)
        assert await worker.link.run("PING") == b"PONG"
    assert [line["event"] for line in lines] == ["cluster.lost", "cluster.back"]


async def test_a_server_that_takes_no_writes_any_more_counts_as_lost(server: Server, join: Join) -> None:
    worker = await join("w1")
    server.ask("REPLICAOF", "127.0.0.1", "1")
    try:
        await until(lambda: not worker.link.ready.is_set())
    finally:
        server.ask("REPLICAOF", "NO", "ONE")
    await until(worker.link.ready.is_set)


async def test_a_server_that_hangs_counts_as_lost_and_is_taken_again(server: Server, join: Join) -> None:
    worker = await join("w1")
    server.freeze()
    try:
        assert await worker.allowance.take([Lane("chat", 20, 60.0)]) == 0, "nobody waits for it"
        await until(lambda: not worker.link.ready.is_set())
    finally:
        server.thaw()
    await until(worker.link.ready.is_set)
