"""Whole matches of Dou Dizhu over the wire: real library, real manager, real database."""

from pathlib import Path

import pytest

from tests.simulators.telegram import Person, TelegramSim

from .house import House, Table, open_house, panel_of


@pytest.mark.parametrize("supergroup", [False, True])
async def test_who_never_pressed_start_is_seated_by_it_and_led_back(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, cem: Person, supergroup: bool
) -> None:
    group = sim.group("friends", [ann, ben, cem], supergroup=supergroup)
    async with open_house(sim, tmp_path):
        for person in (ann, ben):
            await person.starts()
        table = Table(sim, group, [ann, ben])
        lobby = await table.opens()
        answer = await cem.press(lobby, "Join")
        assert not answer  # a text would hide the way into the private chat
        assert answer.url is not None
        await sim.wait_for(lambda: lobby.button("▶ Start"))
        refusal = await ann.press(lobby, "▶ Start")
        assert "player 3" in refusal
        assert panel_of(ann) is None
        await cem.follows(answer.url)
        told = await sim.wait_for(lambda: sim.find(cem, "You sit at table #1 (Dou Dizhu) in friends"))
        there = f"https://t.me/c/{str(group.id).removeprefix('-100')}/{lobby.message_id}"
        assert [button.url for button in told.buttons] == [there] * supergroup  # messages of others have no address
        await ann.press(lobby, "▶ Start")
        await sim.wait_for(lambda: panel_of(cem))


async def test_a_redelivered_press_changes_nothing_twice(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path) as house:
        for person in (ann, ben, dan):
            await person.starts()
        table = Table(sim, group, [ann, ben, dan])
        lobby = await table.opens()
        await ann.press(lobby, "▶ Start")
        await sim.wait_for(table.to_act)
        for _ in range(4):
            sim.updates.duplicate_next()
            await table.one_move()
        await sim.wait_for(lambda: not sim.updates.unconfirmed)
        await house.restart()
        done = await lines_of(house)
        sim.updates.redeliver(1)
        await sim.wait_for(lambda: not sim.updates.unconfirmed)
        await sim.wait_for(table.to_act)
        assert await lines_of(house) == done


async def lines_of(house: House) -> int:
    """How many actions are on record at the first table."""
    return sum(table.book.play.seq for table in house.manager.session.tables.values())


async def test_no_call_asks_for_a_message_that_is_gone_after_leaving_and_ending(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path) as house:
        for person in (ann, ben, dan):
            await person.starts()
        lobby = await Table(sim, group, [ann, ben, dan]).opens()
        await ann.press(lobby, "▶ Start")
        await sim.wait_for(lambda: all(panel_of(person) for person in (ann, ben, dan)))
        await dan.says(dan, "/leave")
        await sim.wait_for(lambda: panel_of(dan) is None)
        for _ in range(2):
            await ann.says(group, "/end")
        await sim.wait_for(lambda: panel_of(ann) is None and panel_of(ben) is None)
        await house.restart()
        await ann.says(group, "/deal")
        await sim.wait_for(lambda: panel_of(ann) and panel_of(ben))
    assert [call for call in sim.calls if "not found" in (call.error or "")] == []
