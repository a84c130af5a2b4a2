"""After a restart: what is still right on people's screens is left alone, and only the rest is shown again."""

from __future__ import annotations

from pathlib import Path

from bot.session.port import commands as c
from tests.frontends.telegram.house import House, Table, command_of, moves, open_house, panel_of
from tests.frontends.untold import play_untold
from tests.simulators.telegram import Message, Person, TelegramSim

_WRITES = ("send", "edit", "delete")


async def in_play(sim: TelegramSim, house: House, presses: int = 3) -> Table:
    """A table of three, some moves into its round, everything shown."""
    people = [sim.user(name, started=True) for name in ("ann", "ben", "cem")]
    for person in people:
        await person.starts()
    table = Table(sim, sim.group("friends", people), people, seed=5)
    lobby = await table.opens("/new doudizhu deals=2")
    await people[0].press(lobby, "Start")
    for _ in range(presses):
        await table.one_move()
    await sim.wait_for(table.to_act)
    await rests(house)
    return table


async def rests(house: House) -> None:
    """Until everything is sent and noted."""
    intake = house.frontend._intake
    assert intake is not None
    await intake._queues.finish()
    for _ in range(2):
        await house.frontend._outbox.drained()
        await house.manager.session.tasks.drain(5)


def written(sim: TelegramSim, since: int) -> list[tuple[str, int | None]]:
    """The calls by which messages were written, edited or removed: method and chat."""
    return [(call.method, call.chat) for call in sim.calls[since:] if call.chat and call.method.startswith(_WRITES)]


def turn_at(table: Table) -> tuple[Person, Message]:
    turn = table.to_act()
    assert turn is not None
    return turn


async def test_nothing_is_sent_after_a_restart_in_which_nothing_has_happened(sim: TelegramSim, tmp_path: Path) -> None:
    async with open_house(sim, tmp_path) as house:
        table = await in_play(sim, house)
        person, panel = turn_at(table)
        before = len(sim.calls)
        await house.restart()
        await rests(house)
        assert written(sim, before) == []
        (number,) = house.manager.session.tables
        assert not house.manager.session.tables[number].held, "a table that everybody sees goes on"
        await person.press(panel, moves(panel)[0])
        await sim.wait_for(lambda: (turn := table.to_act()) is not None and turn[0] is not person)
        await rests(house)
        edited = {chat for method, chat in written(sim, before) if method.startswith("edit")}
        assert edited == {person.id, table.group.id}, "whoever only waits is not written to"


async def test_picked_cards_that_a_restart_forgets_go_from_the_panel_and_nothing_else_is_sent(
    sim: TelegramSim, tmp_path: Path
) -> None:
    async with open_house(sim, tmp_path) as house:
        table = await in_play(sim, house)
        person, panel = turn_at(table)
        unpicked = panel.text
        pick = next(button for button in panel.buttons if isinstance(command_of(button), c.Pick))
        await person.press(panel, pick)
        await sim.wait_for(lambda: "✋" in panel.text)
        await rests(house)
        before = len(sim.calls)
        await house.restart()
        await rests(house)
        shown = panel_of(person)
        assert shown is not None
        assert shown.text == unpicked
        assert written(sim, before) == [("editMessageText", person.id)]


async def test_news_that_a_kill_kept_back_is_told_after_it(sim: TelegramSim, tmp_path: Path) -> None:
    async with open_house(sim, tmp_path) as house:
        table = await in_play(sim, house)
        actor = await play_untold(house.manager)
        before = len(sim.calls)
        await house.restart()
        await sim.wait_for(lambda: (turn := table.to_act()) is not None and turn[0].id != int(actor))
        await rests(house)
        rung = [
            call
            for call in sim.calls[before:]
            if call.method == "sendMessage" and call.chat is not None and call.chat > 0
        ]
        assert [call.chat for call in rung] == [turn_at(table)[0].id], "who is next hears of it, once"
        assert ("editMessageText", table.group.id) in written(sim, before)
