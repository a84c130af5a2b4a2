"""A tournament on Discord: opened by a slash command, signed up for with a button, played privately, told in one message."""

from __future__ import annotations

import re
from pathlib import Path

from tests.frontends.discord.house import House, offers, turn_of
from tests.simulators.discord import DiscordSim, Message, VirtualChannel

MANAGES = 1 << 5


def standings(channel: VirtualChannel) -> Message:
    return [message for message in channel.messages if "🏆" in message.text][-1]


async def test_a_tournament_of_a_server(sim: DiscordSim, tmp_path: Path) -> None:
    ann, ben = people = [sim.user(name) for name in ("ann", "ben")]
    guild = sim.guild(members=people)
    guild.raw.members[ann.id] |= MANAGES
    channel = guild.channel("friends")
    async with House(sim, tmp_path) as house:
        assert "administrators" in (await ben.slash(channel, "tournament open", game="gandengyan")).text
        await ann.slash(channel, "tournament open", game="gandengyan", rounds=1, options="players=2 deals=1")
        await sim.wait_for(lambda: any("🏆" in message.text for message in channel.messages))
        for person in people:
            assert "You are in" in (await person.press(standings(channel), "Sign up")).text
        await sim.wait_for(lambda: "Signed up: 2" in standings(channel).text)
        await ann.slash(channel, "tournament start")
        await sim.wait_for(lambda: "Round 1 of 1" in standings(channel).text)
        for _ in range(200):
            await sim.wait_for(lambda: turn_of(people) or "Final standings" in standings(channel).text)
            turn = turn_of(people)
            if turn is None:
                break
            person, panel = turn
            before = panel.text
            await person.press(panel, offers(panel)[-1].custom_id or "")
            await sim.wait_for(lambda: turn_of(people) != (person, panel) or panel.text != before)  # noqa: B023
        await house.quiet()
    final = standings(channel)
    assert any(re.search(r"Standings: </tournament standings:\d+>", message.text) for message in ben.inbox)
    assert re.search(r"Another one: </tournament open:\d+> gandengyan", final.text)
    assert sum("🏆" in message.text for message in channel.messages) == 1, "one message that stays current"
    assert len(re.findall(r"%$", final.text, re.MULTILINE)) == 4
    for message in channel.messages:
        assert not re.search(r"\b\d+ cards\b|trick", message.text)
