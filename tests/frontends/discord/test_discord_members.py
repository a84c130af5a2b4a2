"""A server as a group: all its channels are one, and who has left it is none of it any more."""

from pathlib import Path

from tests.frontends.discord.house import House, play_out, seat_and_deal
from tests.simulators.discord import DiscordSim, Message, VirtualChannel, VirtualGuild, VirtualUser

SEED = None  # Demonstrations are not rated


async def test_all_channels_of_a_server_are_one_group(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    await play_out(sim, people)
    await house.quiet()
    other = VirtualGuild(sim, sim.world.guilds[channel.raw.guild_id or 0]).channel("elsewhere")
    await people[0].slash(other, "new", game="doudizhu")
    for command, words in (
        ("leaderboard", "played anywhere in"),
        ("stats", "all rounds in"),
        ("history", "Matches · "),
    ):
        answer = await (await people[1].slash(other, command)).message()
        assert words in answer.text
        assert "player 1" in answer.text or "player 2" in answer.text


async def test_the_host_hears_of_a_player_who_has_left_the_server(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    sim.world.guilds[channel.raw.guild_id or 0].members.pop(people[1].id)
    (table,) = house.manager.session.tables.values()
    table.since -= 601  # it was opened ten minutes ago: until then nobody is asked after
    await people[1].slash(people[1].dm, "hand")

    def told() -> Message | None:
        return next((message for message in people[0].inbox if "has left the group" in message.text), None)

    message = await sim.wait_for(told)
    assert "player 2 (seat 2)" in message.text
    await people[0].press(message, "Give the seat away")
    await sim.wait_for(lambda: any("removed from table" in message.text for message in people[1].inbox))


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
        await sim.wait_for(lambda: not house.manager.session.chats.callees)
        assert not any("has opened" in message.text for message in ben.inbox)
