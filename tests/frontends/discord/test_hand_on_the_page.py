"""One table in a channel and in the Activity at once: whatever is done in one place shows in the other, exactly once."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from bot.frontends.web import ChatHosts
from bot.session.port.page import PagePlace
from tests.frontends.discord.house import House, deal, offers, panel_of, seat_all, turn_of
from tests.frontends.web.doors import PUBLIC, is_past, offers_at, page_beside
from tests.simulators.discord import DiscordSim, VirtualUser


async def test_a_round_is_played_half_in_the_channel_and_half_in_the_activity(sim: DiscordSim, tmp_path: Path) -> None:
    people = [sim.user(f"player {number}") for number in (1, 2, 3)]
    channel = sim.guild(members=people).channel("friends")
    hosts = ChatHosts(
        PagePlace(PUBLIC, activity=True),
        discord_secret=sim.oauth.secret,
        discord_api=sim.base_url,
        discord_app=lambda: sim.world.bot.id,
    )
    async with House(sim, tmp_path) as house:
        table = await seat_all(sim, people, channel)
        await deal(sim, people, channel)
        code = sim.oauth.code(people[0].account)
        async with page_beside(house.manager, hosts, "/api/discord/session", code=code) as guest:
            await guest.connect("table-1")
            mine = 0
            while mine < 2:
                person, panel = await sim.wait_for(lambda: turn_of(people))
                live = house.manager.session.tables[1]
                book, told = live.book, table.text
                if person is not people[0]:
                    await person.press(panel, offers(panel)[0].custom_id or "")
                else:
                    hand = await guest.wait(partial(offers_at, book.decision(book.awaited[0].seat)), fresh=False)
                    offer, old = hand["panel"]["offers"][0], offers(panel)[0].custom_id or ""
                    presses = [asyncio.ensure_future(guest.ask("press", data=offer["data"]))]
                    if mine:  # in both places at once: one counts
                        await person.press(panel, old)
                    await asyncio.gather(*presses)
                    mine += 1
                    await sim.wait_for(partial(_is_answered, person, old))
                assert live.book.play.seq == book.play.seq + 1
                await guest.wait(partial(is_past, live.version), fresh=False)
                await house.quiet()
                newest = [message for message in channel.messages if "Dou Dizhu" in message.text]
                assert newest[-1].text != told or newest[-1] is not table
            assert live.book.row.message is not None
            assert "web" not in live.book.row.message


def _is_answered(person: VirtualUser, custom_id: str) -> bool:
    panel = panel_of(person)
    return panel is not None and not panel.has_button(custom_id)
