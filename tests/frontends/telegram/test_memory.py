"""The round's memory on Telegram: one message for each person and table, and none in the group."""

from pathlib import Path

from tests.simulators.telegram import Group, Message, Person, TelegramSim

from .house import House, Table, open_house, panel_of


def cards_of(person: Person) -> list[Message]:
    return [message for message in person.inbox if not message.deleted and "Cards played" in message.text]


async def play(table: Table, moves: int) -> None:
    for _ in range(moves):
        assert await table.one_move()


async def seated(house: House, sim: TelegramSim, group: Group, people: list[Person], rules: str) -> Table:
    for person in people:
        await person.starts()
    table = Table(sim, group, people)
    message = await table.opens(f"/new {rules}")
    await people[0].says(group, "/ai")
    await people[0].press(message, "Start")
    await sim.wait_for(lambda: table.to_act() and table.table_message().button("Played"))
    return table


async def test_each_looks_it_up_in_one_message_and_the_group_sees_none(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, cem: Person
) -> None:
    group = sim.group("friends", [ann, ben, cem])
    async with open_house(sim, tmp_path) as house:
        table = await seated(house, sim, group, [ann, ben], "gongzhu")
        await play(table, 22)
        before = len(sim.messages(group))
        answer = await ann.press(table.table_message(), "🗂 Played")
        assert answer.url is not None
        assert "start=t1" in answer.url  # it opens the private chat, where it stands
        card = (await sim.wait_for(lambda: cards_of(ann)))[0]
        assert "📊 Still out" in card.text
        pictures = len([one for one in ann.inbox if one.content.photo])
        await ann.press(card, "🖼")
        await sim.wait_for(lambda: len([one for one in ann.inbox if one.content.photo]) > pictures)
        await ann.press(card, "Earlier ▶")
        await sim.wait_for(lambda: "Trick 1\n" in card.text)
        assert cards_of(ann) == [card]
        await play(table, 1)  # a newer panel stands below it now, and it is still turned where it is
        await ann.press(card, "◀ Later")
        await sim.wait_for(lambda: "📊 Still out" in card.text)
        await ann.says(ann, "/played")
        await sim.wait_for(lambda: cards_of(ann) and cards_of(ann) != [card])
        (again,) = await sim.wait_for(lambda: cards_of(ann) if len(cards_of(ann)) == 1 else None)
        await house.restart()
        await ann.press(again, "🔄 Now")  # a button outlives the process
        await sim.wait_for(lambda: "📊 Still out" in again.text)
        await ann.press(again, "My hand")  # back to the cards: the card goes, the panel comes
        await sim.wait_for(lambda: not cards_of(ann) and panel_of(ann))
        assert len(sim.messages(group)) == before

        await cem.starts()  # only watches: what everybody has seen, with nobody's hand taken off
        await cem.press(table.table_message(), "🗂 Played")
        (watched,) = await sim.wait_for(lambda: cards_of(cem))
        assert "📊 Not played yet" in watched.text
        await cem.press(watched, "Earlier ▶")
        await sim.wait_for(lambda: "Trick 1\n" in watched.text)
        await cem.press(watched, "Close")
        await sim.wait_for(lambda: not cards_of(cem))
        assert len(sim.messages(group)) == before
    assert sim.unanswered == 0
