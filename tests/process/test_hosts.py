"""Running the place, in the program as it ships: from the shell beside it, from a host's private chats on both platforms, in both
languages; what a host asks for reaches the tables, and nobody else learns that it could be asked for."""

import json
from typing import Any

import aiohttp
import pytest

from tests.process.conftest import Starter, tokens
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process


async def test_hosts_run_the_place(telegram: TelegramSim, discord: DiscordSim, program: Starter) -> None:
    host, ann, bob = (telegram.user(f"player {number}", started=True) for number in (1, 2, 3))
    group = telegram.group("friends", members=[ann, bob])
    dan = discord.user("player 4", locale="zh-CN")
    channel = discord.guild(members=[dan]).channel("others")
    hosts = {"HOSTS": f"telegram:{host.id},discord:{dan.id}"}
    given = {**tokens(telegram, discord), **hosts, "TURN_SECONDS": "0", "PAIJU_SEED": "7"}
    running = await program(**given).start()
    await discord.wait_until_ready()

    async def shell(*words: str, well: bool = True) -> str:
        command = program(*words, **given)
        assert (await command.finish() == 0) is well, command.output + command.errors
        assert len(command.errors) == (0 if well else 1)
        return "\n".join(command.output if well else command.errors)

    async def told(person: Any, text: str) -> str:
        sim = telegram if person in (host, ann, bob) else discord
        found: str = await sim.wait_for(lambda: next((one.text for one in person.inbox if text in one.text), None))
        return found

    async def served(path: str) -> str:
        async with aiohttp.ClientSession() as http, http.get(f"{running.page}/{path}") as answer:
            return await answer.text()

    for person in (host, ann, bob):
        await person.starts()
    await dan.slash(channel, "new", game="doudizhu")
    await ann.says(group, "/new doudizhu deals=1")
    await telegram.wait_for(lambda: telegram.find(group, "player 2"))
    await bob.says(group, "/join")
    await bob.says(group, "/ai")
    await ann.says(group, "/deal")
    await told(ann, "Your turn")

    # to everybody else it is as if there were no such command
    await ann.says(ann, "/frobnicate")
    await ann.says(ann, "/admin tables")
    assert await told(ann, "/admin") == (await told(ann, "/frobnicate")).replace("frobnicate", "admin")

    await host.says(host, "/admin tables")
    listed = await told(host, "2 open tables")
    assert f"friends (telegram:{group.id}) · waits for player" in listed
    assert await shell("admin", "tables") == listed

    # complaints come to all hosts, each in their language
    await bob.says(group, "/report M1.1 #1 somebody looks at my cards")
    await told(bob, "Thank you")
    assert f"player 3 (telegram:{bob.id}) complains about round M1.1: #1 somebody" in await told(host, "⚑")
    assert "举报了 M1.1" in await told(dan, "⚑")

    # what is announced stands at each table, with the time in the zone of whoever reads it where the platform can do that
    assert await shell("announce", "short break", "--at", "+15m") == "2 open tables are told."
    await telegram.wait_for(lambda: telegram.find(group, "short break"))
    shown = await discord.wait_for(lambda: next((one for one in channel.messages if "short break" in one.text), None))
    assert "主人的通知：short break（<t:" in shown.text

    # a block takes the seat, and every later try is refused in a sentence
    assert "player 3" in await shell("admin", "block", f"telegram:{bob.id}")
    await told(bob, "has blocked you. An AI player has your seat")
    await bob.says(group, "/join")
    await told(bob, "you can take no seat")
    assert await shell("admin", "unblock", "telegram:1", well=False) == "paiju: telegram:1 is not blocked."

    # maintenance holds through a restart, and is told by what watches over the process
    await dan.talks(dan.dm, "/admin 维护 on")
    await told(dan, "维护中")
    assert await running.stop() == 0
    running = await program(**given).start()
    await discord.wait_until_ready()
    assert json.loads(await served("healthz"))["maintenance"] is True
    assert 'paiju_now{what="maintenance"} 1.0' in await served("metrics")
    assert "正要维护" in (await dan.slash(channel, "new", game="doudizhu")).text

    assert "ends now" in await shell("admin", "end", "2")
    await told(ann, "has ended it. Finished rounds count")

    # what is stored of somebody is the same for them as for the shell, and comes to nobody else
    await ann.says(group, "/mydata")
    name, file = await telegram.wait_for(
        lambda: next((m.content.document for m in ann.inbox if m.content.document), None)
    )
    printed = json.loads(await shell("person", f"telegram:{ann.id}"))
    assert name.endswith(".json")
    assert printed.keys() == json.loads(file).keys()
    assert printed["identities"] == json.loads(file)["identities"]
    got = await dan.slash(channel, "mydata")
    assert got.ephemeral
    (contents,) = (await got.message()).files.values()
    assert json.loads(contents)["identities"][0]["external"] == str(dan.id)
    assert not [one for one in telegram.messages(group) if one.content.document]
    assert await running.stop() == 0
    assert not [line for line in running.errors + running.output if "Traceback" in line]
