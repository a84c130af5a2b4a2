"""One table in a group and on the page at once: whatever is done in one place shows in the other, exactly once."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any

from bot.frontends.web import ChatHosts
from bot.session.port.page import PagePlace
from tests.frontends.web.doors import PUBLIC, Guest, init_data, is_past, offers_at, page_beside
from tests.simulators.telegram import Person, TelegramSim

from .house import House, Table, moves, open_house, panel_of


def as_mini_app(house: House, person: Person) -> AbstractAsyncContextManager[Guest]:
    """The page, opened by somebody inside Telegram."""
    token = house.sim.token
    hosts = ChatHosts(PagePlace(PUBLIC), token)
    return page_beside(house.manager, hosts, "/api/telegram/session", init_data=init_data(person.id, token=token))


async def test_a_round_is_played_half_in_the_chat_and_half_on_the_page(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path, seed=3) as house:
        table = Table(sim, group, [ann, ben, dan])
        for person in table.people:
            await person.starts()
        lobby = await table.opens("/new doudizhu deals=1")
        await ann.press(lobby, "Start")
        await sim.wait_for(table.to_act)
        async with as_mini_app(house, ann) as guest:
            await guest.connect("table-1")
            for turn in range(8):
                person, panel = await sim.wait_for(table.to_act)
                book = house.manager.session.tables[1].book
                before, seat, told = book.play.seq, book.awaited[0].seat, table.table_message().content
                if person is not ann:
                    await person.press(panel, moves(panel)[0])
                else:
                    mine = await guest.wait(partial(offers_at, book.decision(seat)), fresh=False)
                    offer = mine["panel"]["offers"][0]["data"]
                    presses: list[Coroutine[Any, Any, Any]] = [guest.ask("press", data=offer)]
                    if turn % 2:  # in both places at once: one counts, the other is told so
                        same = next(button for button in moves(panel) if button.data == offer)
                        presses.append(ann.press(panel, same))
                    done = await asyncio.gather(*presses)
                    assert done[0]["ok"] or done[0]["toast"]
                    await sim.wait_for(lambda old=offer: not _still_offers(ann, old))  # type: ignore[misc]
                assert book.play.seq == before
                assert house.manager.session.tables[1].book.play.seq == before + 1
                await sim.wait_for(lambda old=told: table.table_message().content != old)  # type: ignore[misc]
                await guest.wait(partial(is_past, house.manager.session.tables[1].version), fresh=False)
            row = house.manager.session.tables[1].book.row
            assert row.message is not None
            assert "web" not in row.message
    assert sim.violations == []


async def test_somebody_who_never_pressed_start_plays_a_table_of_their_own_on_the_page(
    sim: TelegramSim, tmp_path: Path, cem: Person
) -> None:
    async with open_house(sim, tmp_path) as house, as_mini_app(house, cem) as guest:
        await guest.connect()
        await guest.play_now()
        hand = await guest.my_turn()
        assert (await guest.ask("press", data=hand["panel"]["offers"][0]["data"]))["ok"]
        book = next(iter(house.manager.session.tables.values())).book
        assert book.row.message is not None
        assert book.row.message.startswith("web")
        person = house.manager.session.people.at("telegram", str(cem.id))
        assert person is not None
        assert person.reachable is not True
    assert sim.violations == []


def _still_offers(person: Person, data: str) -> bool:
    panel = panel_of(person)
    return panel is None or any(button.data == data for button in panel.buttons)
