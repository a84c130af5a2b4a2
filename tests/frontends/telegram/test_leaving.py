"""Who has left a group while a seat there is theirs."""

from pathlib import Path

from tests.simulators.telegram import Person, TelegramSim

from .house import Table, open_house


async def test_the_host_hears_of_a_player_who_has_left_the_group(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path, seed=None) as house:
        for person in (ann, ben, dan):
            await person.starts()
        lobby = await Table(sim, group, [ann, ben, dan]).opens("/new doudizhu deals=1")
        await ann.press(lobby, "Start")
        group.leaves(ben)
        told = await sim.wait_for(lambda: sim.find(ann.chat, "has left the group"))
        assert "player 2 (seat 2)" in told.text
        group.members.remove(dan)  # without a word to the bot
        (table,) = house.manager.session.tables.values()
        table.since -= 601  # it was opened ten minutes ago: until then nobody is asked after
        await dan.says(dan.chat, "/hand")
        await sim.wait_for(lambda: sim.find(ann.chat, "player 4 (seat 3) has left the group"))
        await ann.press(told, "Give the seat away")
        await sim.wait_for(lambda: sim.find(ben.chat, "请离"))
