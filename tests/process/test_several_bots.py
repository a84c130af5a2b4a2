"""Several bots of one house through the real program: each with its own groups and its own limits, all with the same people."""

import json
import re
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial

import aiohttp
import pytest

from tests import postgres
from tests.cluster.server import Server as Redis
from tests.frontends.telegram.house import moves, to_act
from tests.process.conftest import Starter
from tests.process.program import Program
from tests.simulators.discord import DiscordSim, VirtualUser
from tests.simulators.telegram import Message, Person, TelegramSim

pytestmark = pytest.mark.process
SECOND = "700000002:another-simulated-token-0123456789abcdef"


@dataclass
class Someone:
    """A person as both bots meet them."""

    first: Person
    second: Person


class Town:
    """Two bots on Telegram, at one address: each has a group of its own, and both are in a third."""

    def __init__(self, first: TelegramSim, second: TelegramSim) -> None:
        first.knows(second)
        self.first, self.second = first, second
        self.ann, self.ben = (Someone(first.user(name), second.user(name)) for name in ("Ann", "Ben"))
        self.both = tuple(sim.group("both", [who]) for sim, who in ((first, self.ann.first), (second, self.ann.second)))
        self.one = first.group("one", [self.ann.first])
        second.group("nowhere", [])
        self.two = second.group("two", [self.ben.second])
        assert self.ann.first.id == self.ann.second.id
        assert self.both[0].id == self.both[1].id
        assert self.one.id != self.two.id
        both = {"TELEGRAM_TOKENS": f"{first.token}, {second.token}"}
        self.settings = {"TELEGRAM_API_BASE_URL": first.base_url, "TURN_SECONDS": "0", "PAIJU_SEED": "8", **both}

    def asked(self) -> tuple[Person, Message] | None:
        return to_act([self.ann.first, self.ben.second])

    async def acts(self) -> bool:
        """Whoever is asked presses what is offered first; False when the match is over."""
        await self.first.wait_for(lambda: self.asked() or self.first.find(self.one, "The match is over"))
        turn = self.asked()
        if turn is None:
            return False
        before = turn[1].content
        await turn[0].press(turn[1], moves(turn[1])[0])
        await self.first.wait_for(lambda: turn[1].deleted or turn[1].content != before)
        return True

    async def comes_together(self, number: int = 1) -> None:
        """Ann opens a table in the first bot's group, Ben brings it to the second's by its code, and a round is dealt."""
        first, second, table = self.first, self.second, f"#{number}"
        await self.ann.first.starts()
        await self.ben.second.starts()
        await self.ann.first.says(self.one, "/new gandengyan players=2 deals=1")
        await self.ann.first.press(await first.wait_for(lambda: first.find(self.one, table)), "Invite")
        told = await first.wait_for(lambda: first.find(self.ann.first, f"/join {number}-"))
        await self.ben.second.says(self.two, f"/join {told.text.partition('/join ')[2].split()[0]}")
        await second.wait_for(lambda: "1. Ann" in getattr(second.find(self.two, table), "text", ""))
        await first.wait_for(lambda: "2. Ben" in getattr(first.find(self.one, table), "text", ""))
        board = first.find(self.one, table)
        assert board is not None
        await self.ann.first.press(board, "Start")
        await first.wait_for(self.asked)


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    async with TelegramSim() as first, TelegramSim(token=SECOND, username="paiju_second_bot") as second:
        yield Town(first, second)
        assert first.violations == []
        assert second.violations == []


async def health(running: Program) -> dict[str, object]:
    async with aiohttp.ClientSession() as http, http.get(f"{running.page}/healthz") as answer:
        found: dict[str, object] = await answer.json()
        return found


async def test_who_has_started_another_bot_plays_at_a_table_of_this_one(town: Town, program: Starter) -> None:
    running = await program(**town.settings).start()
    first, second, ann, ben = town.first, town.second, town.ann, town.ben
    assert {"telegram", "telegram 700000002"} <= set((await health(running))["checks"])  # type: ignore[call-overload]
    await town.comes_together()
    await town.acts()
    await first.wait_for(town.asked)
    posted = [len(first.called("sendMessage", town.one)), len(second.called("sendMessage", town.two))]

    await running.kill()
    running = await program(**town.settings).start()
    await town.acts()
    await first.wait_for(town.asked)
    now = [len(first.called("sendMessage", town.one)), len(second.called("sendMessage", town.two))]
    assert now == posted, "each bot goes on with its own messages"
    town.one.joins(ben.first)
    rung = len(ben.second.notifications)
    await ben.first.press(first.messages(town.one)[-1], "My hand")
    await second.wait_for(
        lambda: len(ben.second.notifications) > rung
    )  # asked for there, it comes by the bot that they know
    assert not first.messages(ben.first), "nobody is written to by a bot that they have not started"
    assert not second.messages(ann.second)
    assert {one["update_id"] for one in first.updates.sent} & {one["update_id"] for one in second.updates.sent}

    await ben.first.starts()
    await ben.first.says(ben.first, "/hand")
    await first.wait_for(lambda: first.find(ben.first, "Gan Deng Yan"))
    await first.wait_for(lambda: not second.find(ben.second, "Gan Deng Yan"))  # the other bot's panel goes
    ben.first.blocks()
    await second.wait_for(lambda: second.find(ben.second, "Gan Deng Yan"))
    while await town.acts():
        pass
    await second.wait_for(lambda: second.find(town.two, "The match is over"))
    await running.stop()
    said = "\n".join(running.output + running.errors)
    assert "simulated-token" not in said, "no token is ever written to the log"


async def test_what_one_bot_may_not_send_does_not_slow_the_other(town: Town, program: Starter) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address, secret = f"http://127.0.0.1:{port}/telegram", "a-word-between-two-servers"
    hooks = {"WEB_PORT": str(port), "TELEGRAM_WEBHOOK_URL": address, "TELEGRAM_WEBHOOK_SECRET": secret}
    await program(**town.settings, **hooks).start()
    await town.first.wait_for(lambda: town.first.updates.webhook_url and town.second.updates.webhook_url)
    headers = {"X-Telegram-Bot-Api-Secret-Token": secret}
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.post(f"{address}/700000002", data=b'{"update_id": 1}') as answer,
    ):
        assert answer.status == 403, "each bot's webhook has a secret of its own"
    town.first.faults.next("flood", "sendMessage", town.one.id, count=1000, retry_after=3600)
    await town.ann.first.says(town.one, "/new gandengyan")
    await town.first.wait_for(lambda: any(call.error for call in town.first.called("sendMessage", town.one)))
    await town.ben.second.says(town.two, "/new gandengyan")
    await town.second.wait_for(lambda: town.second.find(town.two, "#2"))
    assert not town.first.messages(town.one)


async def test_a_token_that_is_refused_is_told_from_the_others(town: Town, program: Starter) -> None:
    wrong = town.second.token[:-1] + "x"
    refused = program(**{**town.settings, "TELEGRAM_TOKENS": f"{town.first.token},{wrong}"})
    assert await refused.finish() == 1
    (line,) = (line for line in refused.errors if line.startswith("paiju:"))
    assert "700000002" in line
    assert wrong not in "\n".join(refused.output + refused.errors)


async def test_two_bots_in_one_group_say_nothing_twice(town: Town, program: Starter) -> None:
    running = await program(**town.settings).start()
    first, second, (here, there) = town.first, town.second, town.both
    await town.ann.first.starts()
    await town.ann.first.says(here, "/new gandengyan players=2")
    lobby = await first.wait_for(lambda: first.find(here, "#1"))
    await town.ann.second.says(there, "/rules gandengyan")  # heard by the second alone in this town, which is not its
    await town.ann.second.says(there, "/table@paiju_second_bot")
    await first.wait_for(lambda: lobby.deleted or first.messages(here)[-1] is not lobby)
    assert first.find(here, "#1"), "asked of the other bot, the table still comes by its own"
    assert not second.messages(there)

    here.removes_bot(town.ann.first)
    await first.wait_for(lambda: first.find(town.ann.first, "goes on in private"))
    await running.stop()
    await program(**town.settings).start()
    await town.ann.second.says(there, "/new gandengyan players=2")  # a group goes over to the bot that is used there
    await second.wait_for(lambda: second.find(there, "#2"))
    await town.ann.second.says(there, "/ai")
    await second.wait_for(lambda: "AI" in (second.find(there, "#2") or lobby).text)


async def test_the_groups_of_a_bot_without_a_token_wait_for_it(town: Town, program: Starter) -> None:
    running = await program(**town.settings).start()
    await town.comes_together()
    await running.stop()
    before = len(town.second.calls)
    alone = {**town.settings, "TELEGRAM_TOKENS": town.first.token}
    running = await program(**alone).start()
    await town.ben.first.starts()
    await town.ben.first.says(town.ben.first, "/hand")
    panel = await town.first.wait_for(lambda: to_act([town.ann.first, town.ben.first]))
    await panel[0].press(panel[1], moves(panel[1])[0])
    await running.says("a bot has groups and no token: their tables wait")
    await running.stop()
    assert len(town.second.calls) == before
    await program(**town.settings).start()
    await town.second.wait_for(lambda: "not played" not in (town.second.find(town.two, "#1") or panel[1]).text)


async def test_workers_share_all_bots(town: Town, program: Starter, redis: Redis) -> None:
    server = postgres.need_server()
    shared = {**town.settings, "DATABASE_URL": server.url(await server.made()), "CLUSTER_URL": redis.url}
    first = await program(**shared, WORKER_NAME="w1").start()
    await program(**shared, WORKER_NAME="w2").start()
    shown = program("cluster", "--json", **shared)
    assert await shown.finish() == 0
    leases = {name for worker in json.loads("\n".join(shown.output))["workers"] for name in worker["leases"]}
    assert leases >= {"telegram:polling", "telegram:polling@700000002"}, "each bot is listened for by one worker"
    await town.comes_together()
    await town.acts()
    await first.stop()
    while await town.acts():
        pass
    await town.second.wait_for(lambda: town.second.find(town.two, "The match is over"))
    assert not town.first.messages(town.ben.first)


async def test_what_each_bot_hears_is_carried_to_the_worker_that_has_the_table(
    town: Town, program: Starter, redis: Redis
) -> None:
    server = postgres.need_server()
    shared = {**town.settings, "DATABASE_URL": server.url(await server.made()), "CLUSTER_URL": redis.url}
    first = await program(**shared, WORKER_NAME="w1").start()

    async def workers() -> dict[str, dict[str, object]]:
        shown = program("cluster", "--json", **shared)
        await shown.finish()
        return {one["name"]: one for one in json.loads("\n".join(shown.output))["workers"]}

    for number in (1, 2):
        await town.comes_together(number)
    await program(**shared, WORKER_NAME="w2").start()
    while (await workers())["w2"]["tables"] != 1:
        pass
    before = await counted(first)
    people = [town.ann.first, town.ben.second]

    def asked(number: int) -> tuple[Person, Message] | None:
        panels = [(one, message) for one in people for message in one.inbox if f"#{number}\n" in message.text]
        return next((found for found in panels if moves(found[1]) and "Your turn" in found[1].text), None)

    for number in (1, 2, 1, 2, 1, 2):  # whoever is next, by either bot; one table is elsewhere
        person, message = await town.first.wait_for(partial(asked, number))
        shown = message.content
        await person.press(message, moves(message)[0])
        await town.first.wait_for(lambda message=message, shown=shown: message.deleted or message.content != shown)  # type: ignore[misc]
    while int(str((found := await workers())["w1"]["carried"])) < 3:  # it tells of itself now and then
        pass
    assert {"telegram:polling", "telegram:polling@700000002"} <= set(found["w1"]["leases"])  # type: ignore[call-overload]
    assert not town.first.messages(town.ben.first), "and it is answered by the bot that was asked"
    now = await counted(first)
    assert all(now[bot] > before[bot] for bot in ("telegram", "telegram 700000002")), "each has calls of its own"


async def counted(running: Program) -> dict[str, float]:
    """How many calls each bot has made."""
    async with aiohttp.ClientSession() as http, http.get(f"{running.page}/metrics") as answer:
        found = re.findall(r'^paiju_bot_calls\{bot="(.*?)".*\} (.*)$', await answer.text(), re.MULTILINE)
    return {bot: float(calls) for bot, calls in found}


def _is_dealt(person: VirtualUser) -> bool:
    return any("cards: " in shown.text for shown in [*person.ephemerals, *person.inbox])


async def test_two_applications_on_discord(program: Starter) -> None:
    async with DiscordSim() as first, DiscordSim(beside=first) as second:
        running = await program(
            DISCORD_TOKEN=first.token,
            DISCORD_TOKENS=f"{first.token},{second.token}",
            DISCORD_API_BASE_URL=first.base_url,
            TURN_SECONDS="0",
        ).start()
        await first.wait_until_ready()
        await second.wait_until_ready()
        ann, ben = first.user("Ann"), first.user("Ben")
        also = second.meets(ben)
        one = first.guild("one", members=[ann]).channel("cards")
        two = second.guild("two", members=[also]).channel("cards")
        await ann.slash(one, "new", game="gandengyan", players=2)
        await ann.slash(one, "invite")
        code = await first.wait_for(
            lambda: next((re.split("[ `]", s.split("/join ")[1])[0] for s in ann.sees() if "/join " in s), "")
        )
        for sim, person, place in ((first, ann, one), (second, also, two)):
            unknown = await person.slash(place, "join", invitation="1-AAAAAAAA")
            assert f"</invite:{sim.commands['invite']['id']}>" in unknown.text, "each application has its own commands"
        await also.slash(two, "join", invitation=code)
        await second.wait_for(lambda: any("Ann" in m.text for m in two.messages))
        await ann.press(await first.wait_for(lambda: first.table_message(one, "Start")), "Start")
        for sim, person in ((first, ann), (second, also)):
            await sim.wait_for(partial(_is_dealt, person))
        assert first.world.private_channel(ben.account).id not in {m.channel.id for m in first.world.messages.values()}
        assert first.violations == []
        assert second.violations == []
        assert running.running


async def test_a_message_that_was_chosen_from_one_bot_is_edited_by_that_bot(town: Town, program: Starter) -> None:
    town.second.inline_mode = town.second.inline_feedback = True
    running = await program(**town.settings).start()
    ben, chat = town.ben.second, town.second.group("strangers", [town.ben.second])
    chat.bot_status = "left"
    await ben.starts()
    board = await ben.chooses(chat, "Dou Dizhu")
    await town.second.wait_for(lambda: "1. Ben" in board.text)
    await running.kill()
    await program(**town.settings).start()
    await ben.press(board, "Start with AI")
    await town.second.wait_for(lambda: board.button("My hand"))
    assert not [call for call in town.first.calls if "inline_message_id" in call.parameters]
