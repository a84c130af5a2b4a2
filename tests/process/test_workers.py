"""The real program as one of several workers: what ``paiju cluster`` shows, and how one is drained."""

import json
import re
from typing import Any

import pytest

from tests import postgres
from tests.cluster.server import Server as Redis
from tests.collector import Collector
from tests.frontends.telegram.house import Table
from tests.process.conftest import Starter, tokens
from tests.process.program import Program
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process

TRACE = re.compile(r"trace=(\w+)")


async def refused(program: Program) -> str:
    assert await program.finish() == 1
    (line,) = program.errors
    assert line.startswith("paiju: ")
    return line


async def test_workers_show_themselves_and_one_gives_its_tables_away_when_asked_to(
    telegram: TelegramSim, program: Starter, redis: Redis
) -> None:
    server = postgres.need_server()
    settings = {
        **tokens(telegram),
        "DATABASE_URL": server.url(await server.made()),
        "CLUSTER_URL": redis.url,
        "WORKER_NAME": "w1",
        "LOG_LEVEL": "DEBUG",
    }

    async def workers() -> dict[str, Any]:
        shown = program("cluster", "--json", **settings)
        assert await shown.finish() == 0
        return {worker["name"]: worker for worker in json.loads("\n".join(shown.output))["workers"]}

    async with program(**settings) as first:
        people = [telegram.user(f"player {seat}", started=True) for seat in range(3)]
        for person in people:
            await person.starts()
        table = Table(telegram, telegram.group("friends", people), people)
        await table.opens("/new doudizhu deals=1")
        (worker,) = (await workers()).values()
        assert (worker["name"], worker["tables"]) == ("w1", 1)
        assert "telegram:polling" in worker["leases"]
        assert "CLUSTER_URL" in await refused(program("cluster", **settings | {"CLUSTER_URL": ""}))
        assert "w1 is the only worker" in await refused(program("cluster", "drain", "w1", **settings))
        async with (
            Collector() as collector,
            program(**settings | {"WORKER_NAME": "w2"}, OTEL_EXPORTER_OTLP_ENDPOINT=collector.address) as second,
        ):
            assert "no worker w7" in await refused(program("cluster", "drain", "w7", **settings))
            assert await program("cluster", "drain", "w1", **settings).finish() == 0
            await second.says("tables taken over")
            assert {name: worker["tables"] for name, worker in (await workers()).items()} == {"w1": 0, "w2": 1}
            await people[0].says(table.group, "/table plain")
            # Dealt or not: that takes ten seconds.
            await telegram.wait_for(lambda: telegram.find(table.group, "table: 1"))
            await people[2].says(table.group, "/leave")
            await second.says("sending=TablePost")
            assert await program("announce", "a short break", **settings).finish() == 0, "its owner has told the table"
            await telegram.wait_for(lambda: telegram.find(table.group, "a short break"))
            assert await second.stop() == 0
            (heard,) = {trace for line in first.errors if "carried " in line for trace in TRACE.findall(line)} & {
                trace for line in second.errors if "committed " in line for trace in TRACE.findall(line)
            }
            assert any("telegram.sent" in line and heard in line for line in second.errors), "one trace to the answer"
            assert any(bytes.fromhex(heard) in body and b"committed" in body for body in collector.bodies)
        assert await first.stop() == 0
        assert all("worker=w1" in line for line in first.errors), "every line says whose it is"
