"""One table in a chat and on the page at once: whatever is done in one place shows in the other, exactly once."""

import asyncio
from functools import partial
from typing import Any

from bot.session.port import commands as c
from tests.frontends.stage import Stage
from tests.frontends.web.doors import is_past, offers_at


async def test_a_round_is_played_half_in_the_chat_and_half_on_the_page(stage: Stage) -> None:
    await stage.deals(1)
    async with stage.page() as guest:
        await guest.connect("table-1")
        table: Any = stage.house.manager.session.tables[1]
        mine = 0
        while mine < 2:
            person, panel = await stage.sim.wait_for(stage.turn)
            book, asked, told = table.book, panel.text, [message.text for message in stage.shown()]
            if person != 1:
                await stage.presses(person, panel, c.Offer)
            else:
                hand = await guest.wait(partial(offers_at, book.decision(book.awaited[0].seat)), fresh=False)
                presses: list[Any] = [guest.ask("press", data=hand["panel"]["offers"][0]["data"])]
                if mine:  # in both places at once: one counts, the other is told so
                    presses.append(stage.presses(person, panel, c.Offer))
                done = await asyncio.gather(*presses)
                assert done[0]["ok"] or done[0]["toast"]
                mine += 1
            await stage.sim.wait_for(
                lambda turn=(person, panel), old=asked: stage.turn() != turn or turn[1].text != old
            )
            assert table.book.play.seq == book.play.seq + 1
            await stage.sim.wait_for(lambda old=told: [one.text for one in stage.shown()] != old)
            await guest.wait(partial(is_past, table.version), fresh=False)
        assert table.book.row.message is not None
        assert "web" not in table.book.row.message
