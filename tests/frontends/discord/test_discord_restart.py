"""After a restart: what is still right on people's screens is left alone, and only the rest is shown again."""

from __future__ import annotations

from pathlib import Path

from bot.session.port import commands as c
from tests.frontends.discord.house import House, act, deal, meaning, offers, over, panel_of, seat_all, turn_of
from tests.frontends.untold import play_untold
from tests.simulators.discord import Button, DiscordSim, Message, VirtualChannel, VirtualUser


async def in_play(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel, options: str = "deals=2"
) -> None:
    """A table of three, some moves into its round, everything shown."""
    await seat_all(sim, people, channel, options)
    await deal(sim, people, channel)
    for _ in range(3):
        await act(sim, people)
    await sim.wait_for(lambda: turn_of(people))
    await rests(house)


async def rests(house: House) -> None:
    """Until everything is sent and noted."""
    for _ in range(2):
        await house.quiet()
        await house.manager.session.tasks.drain(5)


def written(sim: DiscordSim, since: int) -> list[tuple[str, str]]:
    """The calls by which messages were posted, edited or removed."""
    return [(call.method, call.path) for call in sim.calls[since:] if "/messages" in call.path and call.method != "GET"]


def turn_at(people: list[VirtualUser]) -> tuple[VirtualUser, Message]:
    turn = turn_of(people)
    assert turn is not None
    return turn


def picks(button: Button) -> bool:
    said = meaning(button)
    return said is not None and isinstance(said.command, c.Pick)


async def test_nothing_is_sent_after_a_restart_in_which_nothing_has_happened(
    sim: DiscordSim, tmp_path: Path, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    async with House(sim, tmp_path) as house:
        await in_play(sim, house, people, channel)
        before = len(sim.calls)
    person, panel = turn_at(people)
    async with House(sim, tmp_path) as house:
        await rests(house)
        assert written(sim, before) == []
        (number,) = house.manager.session.tables
        assert not house.manager.session.tables[number].held, "a table that everybody sees goes on"
        await person.press(panel, offers(panel)[0].custom_id or "")
        await sim.wait_for(lambda: over(people) or ((turn := turn_of(people)) is not None and turn[0] is not person))
        await rests(house)
        assert len([path for method, path in written(sim, before) if method == "PATCH"]) <= 2, "the group, who acted"


async def test_picked_cards_that_a_restart_forgets_go_from_the_panel_and_the_group_hears_nothing(
    sim: DiscordSim, tmp_path: Path, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    async with House(sim, tmp_path) as house:
        await in_play(sim, house, people, channel)
        person, panel = turn_at(people)
        await person.press(panel, next(button for button in panel.buttons if picks(button)).custom_id or "")
        await sim.wait_for(lambda: "✋" in panel.text)
        await rests(house)
        before = len(sim.calls)
    async with House(sim, tmp_path) as house:
        await rests(house)
        shown = panel_of(person)
        assert shown is panel
        assert "✋" not in shown.text
        assert all(method == "PATCH" and str(channel.id) not in path for method, path in written(sim, before))


async def test_news_that_a_kill_kept_back_is_told_after_it(
    sim: DiscordSim, tmp_path: Path, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    async with House(sim, tmp_path) as house:
        await in_play(sim, house, people, channel)
        actor = await play_untold(house.manager)
        before = len(sim.calls)
    async with House(sim, tmp_path) as house:
        await sim.wait_for(lambda: (turn := turn_of(people)) is not None and str(turn[0].id) != actor)
        await rests(house)
        assert [method for method, _ in written(sim, before)].count("POST") == 1, "who is next hears of it, once"


async def test_a_result_stays_to_be_read_though_the_bot_was_restarted_after_it(
    sim: DiscordSim, tmp_path: Path, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    async with House(sim, tmp_path) as house:
        await seat_all(sim, people, channel)
        await deal(sim, people, channel)
        while await act(sim, people):
            pass
        await rests(house)
        (result,) = [message for message in channel.messages if message.has_button("Another match")]
        before = len(sim.calls)
    async with House(sim, tmp_path) as house:
        await rests(house)
        assert written(sim, before) == []
        await people[0].press(result, "Another match")
        await sim.wait_for(lambda: turn_of(people))
        await rests(house)
        assert not result.deleted
        assert channel.messages[-1] is not result, "the next match has a message of its own"
