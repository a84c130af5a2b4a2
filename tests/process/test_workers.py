"""The real program as one of several workers: what ``paiju cluster`` shows, and wrong settings, each in one line."""

import json

import pytest

from tests import postgres
from tests.cluster.server import Server as Redis
from tests.frontends.telegram.house import Table
from tests.process.conftest import Starter, tokens
from tests.process.program import Program
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process


async def refused(program: Program) -> str:
    assert await program.finish() == 1
    (line,) = program.errors
    assert line.startswith("paiju: ")
    return line


async def test_workers_show_themselves_and_refuse_what_does_not_fit(
    telegram: TelegramSim, program: Starter, redis: Redis
) -> None:
    server = postgres.need_server()
    settings = {
        **tokens(telegram),
        "DATABASE_URL": server.url(await server.made()),
        "CLUSTER_URL": redis.url,
        "WORKER_NAME": "w1",
    }
    async with program(**settings) as first:
        people = [telegram.user(f"player {seat}", started=True) for seat in range(3)]
        for person in people:
            await person.starts()
        table = Table(telegram, telegram.group("friends", people), people)
        await table.opens("/new doudizhu deals=1")

        shown = program("cluster", "--json", **settings)
        assert await shown.finish() == 0
        (worker,) = json.loads("\n".join(shown.output))["workers"]
        assert (worker["name"], worker["tables"]) == ("w1", 1)
        assert "telegram:polling" in worker["leases"]

        other_token = settings | {"WORKER_NAME": "w2", "TELEGRAM_TOKEN": "987654321:" + "A" * 35}
        assert "another TELEGRAM_TOKEN" in await refused(program("run", **other_token))
        assert "WORKER_NAME=w1" in await refused(program("run", **settings))
        alone = {name: value for name, value in settings.items() if name != "CLUSTER_URL"}
        assert "CLUSTER_URL" in await refused(program("cluster", **alone))
        redis.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
        assert "noeviction" in await refused(program("run", **settings | {"WORKER_NAME": "w3"}))
        redis.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
        sqlite = settings | {"DATABASE_URL": "sqlite+aiosqlite:///paiju.db"}
        assert "postgresql+asyncpg://" in await refused(program("run", **sqlite))
        assert await first.stop() == 0
        assert any("tables handed over" in line for line in first.errors)
        assert all("worker=w1" in line for line in first.errors), "every line says whose it is"
