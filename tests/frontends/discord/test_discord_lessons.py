"""A lesson on Discord: for one person's eyes inside a channel, one message that is turned from step to step."""

from __future__ import annotations

from pathlib import Path

from tests.frontends.discord.house import House
from tests.simulators.discord import DiscordSim


async def test_a_lesson_inside_a_channel_is_seen_by_who_asked_alone(sim: DiscordSim, tmp_path: Path) -> None:
    ann, cem = sim.user("player 1"), sim.user("player 2")
    channel = sim.guild(members=[ann, cem]).channel("friends")
    async with House(sim, tmp_path):
        shown = await ann.slash(channel, "learn", game="gandengyan")
        assert shown.ephemeral
        message = await shown.message()
        assert "step 1 of 10" in message.text
        await ann.press(message, "Next")
        await sim.wait_for(lambda: "step 2 of 10" in message.text)
        await ann.press(message, "single K")
        await sim.wait_for(lambda: "Only the 7 will do" in message.text)
        await ann.press(message, "single 7")
        await sim.wait_for(lambda: "Just one higher" in message.text)
        assert len(ann.ephemerals) == 1
        assert cem.ephemerals == []
        assert not [one for one in channel.messages if "🎓" in one.text]
