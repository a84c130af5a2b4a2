"""What people get wrong on Telegram is answered to them alone, in their language, and the group learns nothing of it."""

from pathlib import Path

import pytest

from tests.simulators.telegram import Group, Person, TelegramSim

from .house import House, Table, open_house, panel_of


@pytest.fixture
def watcher(sim: TelegramSim) -> Person:
    return sim.user("watcher")


async def dealt(sim: TelegramSim, group: Group, people: list[Person]) -> Table:
    for person in people:
        await person.starts()
    table = Table(sim, group, people, seed=9)
    lobby = await table.opens("/new doudizhu deals=1")
    await people[0].press(lobby, "▶ Start")
    await sim.wait_for(table.to_act)
    await sim.wait_for(lambda: all(panel_of(person) for person in people))
    return table


def state(house: House) -> tuple[int, object]:
    book = house.manager.session.tables[1].book
    return book.play.seq, book.play.state


async def test_a_deed_of_somebody_whom_no_private_message_reaches_is_not_asked_for_again(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person, watcher: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan, watcher])
    async with open_house(sim, tmp_path) as house:
        table = await dealt(sim, group, [ann, ben, dan])
        found = table.to_act()
        assert found is not None
        before = state(house)[0]
        found[0].blocks()
        await found[0].says(group, "/bid 1")
        await sim.wait_for(lambda: state(house)[0] == before + 1)
        await house.frontend._outbox.drained()
        assert not any("ask again" in text or "not accepted" in text for text in watcher.sees())


async def test_words_of_the_game_are_understood_in_the_private_chat_and_a_refusal_leads_to_its_rule(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path) as house:
        table = await dealt(sim, group, [ann, ben, dan])
        found = table.to_act()
        assert found is not None
        bidder = found[0]
        await bidder.says(bidder, "bid 9")
        refused = await sim.wait_for(lambda: next((m for m in sim.messages(bidder) if m.button("📖")), None))
        assert "DZ-" not in refused.text
        await bidder.press(refused, "📖")
        await sim.wait_for(
            lambda: any("higher than before" in text or "要比前面的高" in text for text in bidder.sees())
        )
        before = state(house)[0]
        await bidder.says(bidder, "不叫")
        await sim.wait_for(lambda: state(house)[0] == before + 1)
        after = await sim.wait_for(lambda: found if (found := table.to_act()) and found[0] is not bidder else None)
        await after[0].says(after[0], "/do Don’t bid")
        await sim.wait_for(lambda: state(house)[0] == before + 2)
