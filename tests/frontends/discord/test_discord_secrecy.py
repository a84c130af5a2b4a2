"""A hand is shown to its owner alone, also where Discord's rules make that easy to get wrong."""

import asyncio
import re

from tests.frontends.discord.house import House, act, offers, panel_of, seat_and_deal, turn_of
from tests.simulators.discord import DiscordSim, Handle, VirtualChannel, VirtualUser


async def opened_late(sim: DiscordSim, house: House, who: VirtualUser, channel: VirtualChannel) -> Handle:
    """My hand, pressed on the public table message while the table is busy for longer than a reply may take."""
    assert house._manager is not None
    busy = asyncio.Event()

    async def until_free() -> None:
        await busy.wait()

    table = house._manager.session.tables[1]
    table.mailbox.post(until_free)
    handle = await who.press(sim.table_message(channel, "My hand"), "My hand", wait=False)
    await sim.wait_for(lambda: handle.interaction.acknowledged_at is not None)
    busy.set()
    await sim.wait_for(lambda: handle.interaction.messages)
    return handle


async def test_a_hand_opened_late_from_the_table_message_stays_out_of_the_channel(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    owner = people[0]
    await house.quiet()
    late = await opened_late(sim, house, owner, channel)
    assert late.ephemeral
    hand = next(line for line in late.interaction.messages[0].text.split("\n") if re.match(r"Your \d+ cards", line))
    for _ in range(6):
        await act(sim, people)
        await house.quiet()
    table = sim.table_message(channel, "My hand")
    assert table.has_button("My hand"), "the table message is still one"
    for message in channel.messages:
        for version in message.versions:
            said = "\n".join(version.texts())
            assert hand not in said
            assert not any(button.custom_id and button.custom_id.startswith("h") for button in version.buttons())


async def test_a_hand_opened_late_is_kept_current_for_its_owner(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    found = turn_of(people)
    assert found is not None
    owner = found[0]
    await house.quiet()
    late = await opened_late(sim, house, owner, channel)
    panel = late.interaction.messages[0]
    await owner.press(panel, offers(panel)[0].custom_id or "")  # they play there from now on
    await house.quiet()
    before = panel.text
    await act(sim, [person for person in people if person is not owner])
    await house.quiet()
    await sim.wait_for(lambda: panel.deleted or panel.text != before)
    assert panel.ephemeral


async def test_hands_in_the_channel_go_on_there_after_a_restart_and_nobody_is_rung(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    for _ in range(3):
        await act(sim, people)
    await house.rests()
    hands = [panel_of(person) for person in people]
    assert all(hand is not None and hand.ephemeral for hand in hands)
    before = len(sim.calls)
    await house.stop()
    await house.start()
    await house.rests()
    assert not [call for call in sim.calls[before:] if "/messages" in call.path], "all of it is right still"
    person, panel = turn_of(people) or (people[0], None)
    assert panel is not None
    await person.select(panel, panel.selects[0].options[0][0])
    await house.rests()
    picked = panel.text
    await house.stop()
    await house.start()
    await house.rests()
    assert panel.text != picked, "what was picked is forgotten, and the panel says so"
    for _ in range(4):
        await act(sim, people)
        await house.rests()
        assert turn_of(people) is not None
    assert [panel_of(person) for person in people] == hands
    assert [person.inbox for person in people] == [[], [], []]
