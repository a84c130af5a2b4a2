"""The round's memory on Discord: an answer that its reader alone sees, turned where it stands; the channel sees nothing of it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.frontends.discord.house import House, act, deal, panel_of, seat_all, turn_of
from tests.simulators.discord import DiscordSim, Message, VirtualUser


def cards_of(person: VirtualUser) -> list[Message]:
    """What tells this person alone of the cards played."""
    return [message for message in [*person.ephemerals, *person.inbox] if "Cards played" in message.text]


async def test_each_looks_it_up_alone_and_turns_it_in_place(sim: DiscordSim, tmp_path: Path) -> None:
    ann, ben, eve = (sim.user(f"player {number}") for number in (1, 2, 3))
    channel = sim.guild(members=[ann, ben, eve]).channel("friends")
    async with House(sim, tmp_path) as house:
        await ann.slash(channel, "new", game="gongzhu")
        table = await sim.wait_for(lambda: next((m for m in channel.messages if m.has_button("Join")), None))
        await ben.press(table, "Join")
        await ann.slash(channel, "ai")
        await deal(sim, [ann, ben], channel)
        for _ in range(22):
            assert await act(sim, [ann, ben])
        await house.quiet()
        posted = len(channel.messages)
        asked = await ann.press(channel.messages[-1], "🗂 Played")
        assert asked.ephemeral
        card = await asked.message()
        assert "📊 Still out" in card.text
        await ann.press(card, "🖼")
        await sim.wait_for(lambda: card.current.attachments)
        await ann.press(card, "Earlier")
        await sim.wait_for(lambda: re.search(r"Tricks? 1(–\d)? of \d", card.text))
        assert cards_of(ann) == [card]
        found = turn_of([ann, ben])
        assert found is not None
        beside = await found[0].press(found[1], "🗂 Played")  # the panel stays what it is
        assert "📊 Still out" in (await beside.message()).text
        assert panel_of(found[0]) is not None
        watched = await eve.slash(channel, "played")
        assert watched.ephemeral
        assert "📊 Not played yet" in (await watched.message()).text
        await eve.press(await watched.message(), "Earlier")
    async with House(sim, tmp_path) as house:
        await ann.press(card, "Later")  # a button outlives the process
        await sim.wait_for(lambda: "📊 Still out" in card.text)
        mine = await ann.slash(ann.dm, "played")
        assert "📊 Still out" in (await mine.message()).text
        await house.quiet()
        assert len(channel.messages) == posted


async def test_a_table_may_do_without_the_counter(sim: DiscordSim, tmp_path: Path) -> None:
    ann, ben, cem = (sim.user(f"player {number}") for number in (1, 2, 3))
    channel = sim.guild(members=[ann, ben, cem]).channel("friends")
    async with House(sim, tmp_path):
        offered = await ann.autocomplete(channel, "new", game="doudizhu", options="coun")
        assert [value for _, value in offered] == ["counter=on", "counter=off"]
        await seat_all(sim, [ann, ben, cem], channel, options="counter=off")
        await deal(sim, [ann, ben, cem], channel)
        shown = await ben.slash(channel, "played")
        text = (await shown.message()).text
        assert "keeps no count" in text
        assert "Still out" not in text
