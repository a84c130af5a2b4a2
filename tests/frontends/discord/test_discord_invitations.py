"""The Invite button of a channel's lobby: the answer is for who pressed it alone, also at a table that came as a guest."""

from __future__ import annotations

from pathlib import Path

from tests.frontends.discord.house import House
from tests.simulators.discord import DiscordSim, Message


async def test_who_sits_there_gets_the_invitation_alone_in_each_place(sim: DiscordSim, tmp_path: Path) -> None:
    ann, ben, zoe = sim.user("Ann"), sim.user("Ben", locale="zh-CN"), sim.user("Zoe")
    channel = sim.guild("Club", members=[ann, zoe]).channel("friends")
    other = sim.guild("Cousins", members=[ben]).channel("cards")

    def lobby(button: str, where: list[Message]) -> Message | None:
        return next((message for message in where if message.has_button(button)), None)

    async with House(sim, tmp_path) as house:
        await ann.slash(channel, "new", game="doudizhu")
        message = await sim.wait_for(lambda: lobby("Invite", channel.messages))
        await house.quiet()
        shown = len(message.versions), len(channel.messages)
        told = await ann.press(message, "Invite")
        assert told.ephemeral
        code = told.text.partition("invitation:")[2].split("`")[0]
        assert f"/join {code}" in told.text
        refused = await zoe.press(message, "Invite")
        assert refused.ephemeral
        assert code not in refused.text
        await house.quiet()
        assert (len(message.versions), len(channel.messages)) == shown, "nothing is said or changed in the channel"
        await ben.slash(other, "join", invitation=code)
        guest = await sim.wait_for(lambda: lobby("邀请", other.messages))
        passed_on = await ben.press(guest, "邀请")
        assert passed_on.ephemeral
        assert code in passed_on.text
        await house.quiet()
    assert sim.violations == []
