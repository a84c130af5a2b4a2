"""An evening of a server: its own house rules, somebody called to the table, more time, seats drawn, somebody banned."""

from __future__ import annotations

import re
from pathlib import Path

from tests.frontends.discord.house import House
from tests.simulators.discord import DiscordSim, VirtualUser

MANAGES = 1 << 5
"""The permission to manage a server."""


def told(person: VirtualUser, words: str) -> int:
    return sum(words in message.text for message in person.inbox)


async def test_an_evening_of_a_server(sim: DiscordSim, tmp_path: Path) -> None:
    ann, ben, cat, zoe = people = [sim.user(name) for name in ("ann", "ben", "cat", "zoe")]
    guild = sim.guild(members=people)
    guild.raw.members[zoe.id] |= MANAGES
    channel, other = guild.channel("friends"), guild.channel("late")
    async with House(sim, tmp_path) as house:
        refused = await ann.slash(channel, "defaults", game="doudizhu", options="clock=60")
        assert "administrators" in refused.text
        card = await zoe.slash(channel, "defaults", game="doudizhu", options="clock=60 deals=1")
        assert "60 s" in card.text
        await cat.slash(other, "notify")
        await ben.slash(other, "notify", game="doudizhu")
        await ben.slash(other, "notify", off=True)
        await ann.slash(channel, "new", game="doudizhu")
        table = await sim.wait_for(lambda: next((m for m in channel.messages if m.has_button("Join")), None))
        assert "60 s" in table.text
        assert re.search(r"Waiting for players · ⏳ <t:[0-9]+:R>", table.text)
        call = await sim.wait_for(lambda: next((m for m in cat.inbox if "has opened table" in m.text), None))
        await cat.press(call, "Join")
        await sim.wait_for(lambda: "2. **cat**" in table.text)
        assert told(ben, "has opened") == told(ann, "has opened") == 0
        assert "Also shown" not in table.text  # it is seen in the group
        until = re.findall(r"<t:([0-9]+):R>", table.text)
        await ann.press(table, "10 more minutes")
        await sim.wait_for(lambda: re.findall(r"<t:([0-9]+):R>", table.text) != until)
        await ann.slash(channel, "swap", one="1", other="cat")
        await sim.wait_for(lambda: "1. **cat**" in table.text)
        banned = await zoe.slash(channel, "ban", user=cat)
        assert "cat may not sit" in banned.text
        await sim.wait_for(
            lambda: "cat" not in table.text.partition("free")[0] and told(cat, "may not sit at its tables")
        )
        again = await cat.press(table, "Join")
        assert "You may not sit" in again.text
        listed = await zoe.slash(other, "ban")
        assert "1 person" in listed.text
        (answer,) = [message for message in zoe.ephemerals if message.has_button("✖ cat")]
        await zoe.press(answer, "✖ cat")
        await cat.press(table, "Join")
        await sim.wait_for(lambda: "cat" in table.text)
        await house.quiet()


async def test_who_has_left_the_server_is_not_called(sim: DiscordSim, tmp_path: Path) -> None:
    ann, ben = people = [sim.user(name) for name in ("ann", "ben")]
    guild = sim.guild(members=people)
    channel = guild.channel("friends")
    async with House(sim, tmp_path) as house:
        await ben.slash(channel, "notify")
        del guild.raw.members[ben.id]
        await ann.slash(channel, "new", game="doudizhu")
        await sim.wait_for(lambda: next((m for m in channel.messages if m.has_button("Join")), None))
        await house.quiet()
        await sim.wait_for(lambda: not house.manager.session.callees)
        assert told(ben, "has opened") == 0
