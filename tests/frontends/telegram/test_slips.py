"""What people get wrong on Telegram is answered to them alone, in their language, and the group learns nothing of it."""

from pathlib import Path

import pytest

from tests.simulators.telegram import Group, Person, TelegramSim

from .house import House, Table, open_house, panel_of

SLIPS = ["/play 2 2 2 2", "/play hello", "/bid 9", "/do burn 3", "/hint", "/hand", "/hand plain", "/autopass"]
_REASONS = ("You do not hold", "not your turn", "没有这些牌", "还没轮到", "I cannot read", "看不懂", "Hand: ")


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


def told(sim: TelegramSim, person: Person) -> int:
    return sum(call.ok for call in sim.called("sendMessage", person))


def state(house: House) -> tuple[int, object]:
    book = house.manager.session.tables[1].book
    return book.play.seq, book.play.state


async def test_the_reason_of_a_refusal_in_the_group_reaches_its_sender_alone(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person, watcher: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan, watcher])
    async with open_house(sim, tmp_path) as house:
        table = await dealt(sim, group, [ann, ben, dan])
        before = state(house)
        for person in table.people:
            for slip in SLIPS:
                had = told(sim, person)
                await person.says(group, slip)
                await sim.wait_for(lambda person=person, had=had: told(sim, person) > had)  # type: ignore[misc] # bound now
        assert state(house) == before
        assert any("还没轮到" in text or "没有" in text for text in ben.sees())
        for text in watcher.sees():
            assert not any(reason in text for reason in _REASONS), text


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


async def test_the_same_slips_in_the_private_chat_are_answered_there_one_by_one(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path) as house:
        table = await dealt(sim, group, [ann, ben, dan])
        before = state(house)
        shown = len(sim.messages(group, everyone=True))
        for person in table.people:
            for slip in ("/play 2 2 2 2", "/play hello", "sesame open", "/join", "/frobnicate", "/new doudizhu"):
                had = told(sim, person)
                await person.says(person, slip)
                await sim.wait_for(lambda person=person, had=had: told(sim, person) > had)  # type: ignore[misc] # bound now
        assert state(house) == before
        assert len(sim.messages(group, everyone=True)) == shown


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
