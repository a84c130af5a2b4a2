"""The way from Discord to the page: an Activity where there is one, else a personal link for one person's eyes."""

from pathlib import Path

from bot.session.port.page import PagePlace
from tests.frontends.discord.house import House, panel_of, seat_and_deal
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser

PLACE = PagePlace("https://paiju.example.org")
ACTIVITY = PagePlace("https://paiju.example.org", activity=True)


async def test_the_button_of_the_hand_opens_the_activity(
    sim: DiscordSim, tmp_path: Path, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    async with House(sim, tmp_path, page=ACTIVITY):
        await seat_and_deal(sim, people, channel)
        panel = panel_of(people[0])
        assert panel is not None
        assert (await people[0].press(panel, "Open my hand")).launched
        assert (await people[1].slash(channel, "page")).launched
        # An application whose Activity was switched off meanwhile: the link does it.
        sim.world.has_activity = False
        handle = await people[0].press(panel, "Open my hand")
        message = await handle.message()
        assert message.ephemeral
        assert any((button.url or "").startswith(f"{ACTIVITY.url}/#in=") for button in message.buttons)


async def test_the_command_that_the_portal_makes_stays_at_every_start(sim: DiscordSim, tmp_path: Path) -> None:
    sim.switches_activities_on()
    for _ in range(2):
        async with House(sim, tmp_path, page=ACTIVITY):
            assert sim.commands["launch"]["handler"] == 2
            assert "page" in sim.commands


async def test_without_an_activity_the_link_is_for_one_person_alone(
    sim: DiscordSim, tmp_path: Path, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    async with House(sim, tmp_path, page=PLACE):
        for where in (channel, people[0].dm):
            handle = await people[0].slash(where, "page")
            message = await handle.message()
            assert message.ephemeral
            assert any((button.url or "").startswith(f"{PLACE.url}/#in=") for button in message.buttons)
        assert not any("#in=" in word for person in people[1:] for word in person.sees())


async def test_without_a_public_address_nothing_of_it_is_offered(
    sim: DiscordSim, tmp_path: Path, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    async with House(sim, tmp_path):
        assert "page" not in sim.commands
        await seat_and_deal(sim, people, channel)
        panel = panel_of(people[0])
        assert panel is not None
        assert not panel.has_button("Open my hand")
