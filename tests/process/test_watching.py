"""What a host sees of the running program: figures with the worker's name, none of which grows with people or tables."""

import json
import re

import aiohttp
import pytest

from tests import postgres
from tests.cluster.server import Server as Redis
from tests.frontends.telegram.house import Table
from tests.process.conftest import Starter, tokens
from tests.process.program import ROOT, Program
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process

_SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$")


async def figures(program: Program) -> dict[tuple[str, str], float]:
    """What ``/metrics`` says, by name and labels; the worker's name has to be among those of all."""
    async with aiohttp.ClientSession() as http, http.get(f"{program.page}/metrics") as answer:
        lines = [line for line in (await answer.text()).splitlines() if not line.startswith("#")]
    found = {}
    for name, labels, value in (match.groups() for line in lines if (match := _SAMPLE.match(line))):
        rest = [one for one in labels.split(",") if one != 'worker="w1"']
        assert len(rest) < len(labels.split(",")), name
        found[name, ",".join(rest)] = float(value)
    return found


async def test_figures_tell_who_waits_for_whom_what_is_sent_and_what_waits(
    telegram: TelegramSim, program: Starter, redis: Redis
) -> None:
    server = postgres.need_server()
    settings = {"DATABASE_URL": server.url(await server.made()), "CLUSTER_URL": redis.url, "WORKER_NAME": "w1"}
    async with program(**tokens(telegram), **settings) as running:
        ann, ben = (telegram.user(name, started=True) for name in ("Annabelle", "Benedict"))
        for person in (ann, ben):
            await person.starts()
        table = Table(telegram, telegram.group("friends", [ann, ben]), [ann, ben])
        await ann.says(table.group, "/new doudizhu first_bidder=random")
        lobby = await telegram.wait_for(lambda: telegram.find(table.group, "Annabelle"))
        assert (await figures(running))["paiju_tables", 'state="lobby"'] == 1
        await ben.press(lobby, "Join")
        await telegram.wait_for(lambda: "Benedict" in lobby.text)
        telegram.faults.next("flood", "sendMessage")
        await ann.press(lobby, "Start with AI")
        await telegram.wait_for(table.to_act)
        now = await figures(running)
        assert {state: now["paiju_tables", f'state="{state}"'] for state in ("lobby", "playing", "between")} == {
            "lobby": 0, "playing": 1, "between": 0,
        }  # fmt: skip
        assert now["paiju_people", 'state="playing"'] == 2
        assert now["paiju_ai_players", ""] == 1
        assert now["paiju_questions", 'waits_for="clock"'] == 1
        assert now["paiju_bot_requests_total", 'bot="telegram",method="sendMessage",result="200"'] > 2
        assert any('result="429"' in labels for name, labels in now if name == "paiju_bot_requests_total")
        assert now["paiju_database_round_trips_total", ""] > now["paiju_database_wait_seconds_count", ""] > 0
        assert now["paiju_cluster_workers", ""] == now["paiju_cluster_well", ""] == 1
        assert now["paiju_cluster_leases", ""] >= 2, "upkeep and polling"
        named = set(re.findall(r"`(paiju_\w+)", (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")))
        assert named - {"paiju_seconds_bucket"} <= {name for name, _ in now}, "what is written down is served"
        await running.stop()


def test_dashboard_and_alerts_ask_for_nothing_that_is_not_served() -> None:
    board, rules = ((ROOT / "deploy" / name).read_text(encoding="utf-8") for name in ("grafana.json", "alerts.yaml"))
    asked = [target["expr"] for panel in json.loads(board)["panels"] for target in panel.get("targets", ())]
    asked += re.findall(r"expr: '(.+)'$", rules, re.MULTILINE)
    assert len(asked) > 40
    named = set(re.findall(r"`((?:paiju|process)_\w+)", (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")))
    assert {name for one in asked for name in re.findall(r"\b(?:paiju|process)_\w+", one)} <= named
    assert rules.count("- alert: ") == rules.count("          action: ")
