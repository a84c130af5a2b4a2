"""Leaderboard, statistics and history on Discord: pages, pictures, and whose message may be changed."""

from __future__ import annotations

from tests.frontends.discord.house import House, deal, play_out, seat_all
from tests.simulators.discord import DiscordSim, Message, VirtualChannel, VirtualGuild, VirtualUser

SEED = None
"""Demonstrations are not rated."""


async def test_a_match_is_seen_on_the_lists_in_pictures_and_in_the_history(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    await play_out(sim, people)
    await house.quiet()
    board = await (await people[0].slash(channel, "leaderboard", game="doudizhu")).message()
    assert "all time" in board.text
    assert not board.current.attachments
    everywhere = await (await people[1].press(board, "Everywhere")).message()
    assert everywhere.ephemeral  # a message that all see is turned by nobody for all
    assert "player 2" in everywhere.text
    assert "player 1" not in everywhere.text
    listed = await people[1].press(everywhere, "Name me here")
    assert listed.text
    picture = await (await people[0].press(board, "Picture")).message()
    assert picture.ephemeral
    assert [one["content_type"] for one in picture.current.attachments] == ["image/png"]
    stats = await (await people[2].slash(channel, "stats", who="player 1")).message()
    assert "player 1" in stats.text
    assert "Rating" in stats.text
    achieved = await (await people[2].press(stats, "Achievements")).message()
    assert "play 100 rounds · 1/100" in achieved.text
    assert any("🏅 New: **First win**" in message.text for person in people for message in person.inbox)
    chart = await (await people[2].press(stats, "Picture")).message()
    assert "player 1" in chart.text
    assert len(chart.current.attachments) == 1
    history = await (await people[1].slash(channel, "history")).message()
    assert "M1" in history.text
    settings = await people[0].slash(channel, "settings")
    assert "Ratings" in settings.text


async def test_all_channels_of_a_server_are_one_group(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
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
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
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
