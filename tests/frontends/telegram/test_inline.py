"""Tables in chats where the bot is no member: offered behind its name, chosen, pressed, and edited where they stand."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.frontends.telegram.outgoing.api import INLINE, inline_chat, inline_id
from bot.session.port import commands as c
from tests.simulators.telegram import Group, Message, Person, TelegramSim

from .house import House, command_of, gather, moves, open_house, panel_of, to_act
from .stage import Notebook, connected

CARDS = re.compile(r"(?:Your \d+ cards: |手牌\d+张：)(.+)")
OVER = ("is over", "局结束")


@pytest.fixture
async def sim() -> AsyncIterator[TelegramSim]:
    async with TelegramSim(ephemeral=True) as sim:
        sim.inline_mode = True
        yield sim
    assert sim.violations == []


@pytest.fixture
def people(sim: TelegramSim) -> list[Person]:
    return [sim.user("player 1"), sim.user("player 2", "zh"), sim.user("player 3")]


@pytest.fixture
def chat(sim: TelegramSim, people: list[Person]) -> Group:
    """A chat of theirs in which the bot is no member."""
    group = sim.group("strangers", people)
    group.bot_status = "left"
    return group


@pytest.fixture
async def house(sim: TelegramSim, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(sim, tmp_path) as house:
        yield house


async def rests(house: House) -> None:
    """Until the bot has taken what came, and sent what follows."""
    await house.sim.wait_for(lambda: not house.sim.updates.unconfirmed)
    await house.rests()


async def sits_down(person: Person, message: Message) -> None:
    answer = await person.press(message, "Join" if message.button("Join") else "加入")
    if answer.url:
        await person.follows(answer.url)


async def deals(house: House, people: list[Person], message: Message) -> None:
    for person in people:
        await sits_down(person, message)
    await rests(house)
    await people[0].press(message, "Start")
    await rests(house)


async def play(house: House, people: list[Person], most: int = 200) -> None:
    """Play until the round is over, or so many turns."""
    await rests(house)
    while most and (turn := to_act(people)) is not None:
        await turn[0].press(turn[1], moves(turn[1])[0])
        await rests(house)
        most -= 1


def tables(house: House) -> int:
    return len(list(house.manager.session.tables.values()))


def is_said_there(sim: TelegramSim, chat: Group) -> bool:
    return any(call.chat == chat.id or (call.chat or 0) < INLINE for call in sim.calls)


def test_an_inline_message_is_a_chat_below_all_others() -> None:
    for name in ("AgAAAKgGAQBzGkEBG5_-x", "A"):
        assert inline_chat(name) < INLINE
        assert inline_id(inline_chat(name)) == name


@pytest.mark.parametrize("feedback", [True, False])
async def test_a_round_is_played_in_a_chat_without_the_bot(
    sim: TelegramSim, house: House, people: list[Person], chat: Group, feedback: bool
) -> None:
    sim.inline_feedback = feedback
    answer = await people[0].types_inline()
    games = ("Dou Dizhu", "Guandan", "Gou Ji", "Gong Zhu", "Liu Jia Tong", "Gan Deng Yan")
    assert answer.titles == [f"🀄 {name}" for name in games]
    assert answer.is_personal
    assert answer.button is not None, "who cannot be reached is led to Start"
    board = await people[0].chooses(chat, "Dou Dizhu")
    await rests(house)
    assert tables(house) == feedback, "typing opens nothing; the choice does, or the first press"
    if feedback:
        assert "player 1 · host" in board.text
    for person in people:
        await sits_down(person, board)
    await rests(house)
    assert "1. player 1 · host\n2. player 2\n3. player 3" in board.text, "the place speaks as who opened it"
    await people[2].says(people[2], "/prefer hand here")  # where nobody can be shown anything alone
    await rests(house)
    await people[0].press(board, "Start")
    await rests(house)
    shown = len(board.history)
    assert all(panel_of(person) for person in people)
    await play(house, people, 4)
    assert len(board.history) > shown + 1
    await house.restart()
    shown = len(board.history)
    await play(house, people)
    assert len(board.history) > shown + 1, "the same message after a restart"
    assert "Round 1 is over" in board.text
    assert not re.search(r"/[a-z]", board.text), "nobody can type a command there"
    assert any("第1局结束" in one.text for one in people[1].inbox), "everybody is told in their own language"
    assert [one for one in chat.messages if one is not board] == []
    assert not is_said_there(sim, chat)
    assert all(call.ok for call in sim.calls if "inline_message_id" in call.parameters)
    answer = await people[0].types_inline()
    assert answer.button is None
    assert answer.titles[-1] == "🀄 Dou Dizhu · #1, my table"
    hands = {
        found[1]
        for person in people
        for one in person.chat.messages
        for state in one.history
        if (found := CARDS.search(state.text))
    }
    public = [state.text for state in board.history] + [content.text for _, content in answer.offered]
    public = [text for text in public if not any(word in text for word in OVER)]
    public += [result["description"] for result, _ in answer.offered]
    await people[1].press(board, "Deal now")
    await rests(house)
    assert "Round 2 of 6" in board.text
    assert board.button("My hand"), "the next round takes the place of the result"
    assert len(hands) > 10
    assert not [hand for hand in hands if len(hand) > 20 and any(hand in text for text in public)]


async def test_two_who_press_at_once_and_updates_that_come_again_open_one_table(
    sim: TelegramSim, house: House, people: list[Person], chat: Group
) -> None:
    board = await people[0].chooses(chat, "Dou Dizhu")
    stale = board.frozen()
    await gather(*(person.press(stale, "Join") for person in people[:2]))
    sim.updates.redeliver(2)
    await house.restart()
    sim.updates.redeliver(2)
    await people[2].press(stale, "Join")
    await rests(house)
    assert tables(house) == 1
    assert sorted(re.findall(r"player \d", board.text.split("⚠️ player")[0])) == ["player 1", "player 2", "player 3"]
    answer = await people[2].press(stale, "Join")
    assert answer.url == "https://t.me/paiju_test_bot?start=t1", "they sit there; one step is left"


async def test_what_is_asked_there_is_answered_in_private_alone(
    sim: TelegramSim, house: House, people: list[Person], chat: Group
) -> None:
    wire = house.frontend._wire
    wire.links = replace(wire.links, by_start=True)  # in groups of this server a seat is taken by a link
    board = await people[0].chooses(chat, "Dou Dizhu")
    await sits_down(people[0], board)
    await rests(house)
    join = board.button("Join")
    assert join is not None
    assert join.data, "who can be reached need not go anywhere"
    await deals(house, people, board)
    shown = board.content
    for label in ("Rules", "House rules", "Played", "My hand"):
        answer = await people[2].press(board, label)
        assert (answer, answer.url) == ("", "https://t.me/paiju_test_bot?start=t1")
        await rests(house)
    assert board.content == shown
    assert not is_said_there(sim, chat)
    forged = sim.expect_answer("1", people[2])
    value = {"id": "1", "from": {"id": people[2].id, "is_bot": False, "first_name": "x"}, "chat_instance": "1"}
    sim.updates.emit("callback_query", value | {"inline_message_id": board.inline, "data": "3:T1-ABCDEFGH"})
    assert await forged
    assert board.content == shown, "a button that no table has does nothing"


async def test_my_open_table_comes_to_another_chat_and_brings_its_people(
    sim: TelegramSim, house: House, people: list[Person], chat: Group
) -> None:
    board = await people[0].chooses(chat, "Dou Dizhu")
    await sits_down(people[0], board)
    other = sim.group("others", people)
    other.bot_status = "left"
    again = await people[0].chooses(other, "#1")
    await sits_down(people[1], again)
    await rests(house)
    assert "player 2" in board.text
    assert "player 2" in again.text
    assert "3. 空位" in again.text, "the language of who brought it there"
    await people[1].press(again, "离开")
    await rests(house)
    assert "player 2" not in board.text
    assert again.text.endswith("👋 这一桌不在这里显示了，别处照常打。")
    assert again.labels == ["🀄 开一桌"]
    await people[0].press(board, "Invite")
    await rests(house)
    button = people[0].last.button("Show it in any chat")
    assert button is not None
    assert (await people[0].types_inline(button.inline or "")).titles == ["🀄 Dou Dizhu · #1, my table"]
    assert (await people[2].types_inline("gongzhu")).titles == ["🀄 Gong Zhu"]


async def test_what_is_chosen_before_the_bots_own_eyes_is_no_word_to_it(
    sim: TelegramSim, house: House, people: list[Person]
) -> None:
    await people[0].starts()
    await rests(house)
    known = sim.group("friends", people)
    for where in (people[0].chat, known):
        said = len(sim.calls)
        board = await people[0].chooses(where, "Gong Zhu")
        await rests(house)
        assert not [call for call in sim.calls[said:] if call.is_message], "nothing is answered"
        await people[0].press(board, "Join")
        await rests(house)
        assert "1. player 1 · host" in board.text


async def test_new_games_come_from_the_same_message_until_it_is_gone(
    sim: TelegramSim, house: House, people: list[Person], chat: Group
) -> None:
    board = await people[0].chooses(chat, "Dou Dizhu")
    await sits_down(people[0], board)
    await rests(house)
    await people[0].press(board, "Leave")
    await rests(house)
    assert board.text == "🀄 Dou Dizhu · #1\nThis table is closed."
    assert board.labels == ["🀄 Open a table"]
    await people[1].press(board, "Open a table")
    await rests(house)
    assert "#2" in board.text
    assert "player 2 · host" in board.text
    board.deleted = True
    await people[1].says(people[1], "/ai")
    await rests(house)
    lost = await sim.wait_for(lambda: sim.find(people[1], "不能再在"))
    assert any(isinstance(command_of(button), c.GoOnHere) for button in lost.buttons)
    await people[1].says(people[1], "/deal")
    await rests(house)
    assert panel_of(people[1]) is not None, "the match goes on in private"
    assert not is_said_there(sim, chat)
    other = sim.group("others", people)
    other.bot_status = "left"
    again = await people[1].chooses(other, "#2")
    await people[1].press(again, "加入")
    await rests(house)
    assert "▶ 1. player 2" in again.text, "the table has a place again"


async def test_a_chat_that_takes_no_edits_for_long_is_left_alone_until_then(
    sim: TelegramSim, house: House, people: list[Person], chat: Group
) -> None:
    board = await people[0].chooses(chat, "Dou Dizhu")
    await sits_down(people[0], board)
    await rests(house)
    sim.faults.next("flood", "editMessageText", retry_after=90)
    edits = len(sim.called("editMessageText"))
    await sits_down(people[1], board)
    await sim.wait_for(lambda: len(sim.called("editMessageText")) > edits)
    await sits_down(people[2], board)
    await house.manager.session.tasks.drain(5)
    assert len(sim.called("editMessageText")) == edits + 1
    assert "player 2" not in board.text


@pytest.mark.parametrize("on", [True, False])
async def test_without_inline_mode_nothing_of_it_is_listened_for(sim: TelegramSim, manager: Notebook, on: bool) -> None:
    sim.inline_mode = on
    frontend = await connected(sim, manager)
    await frontend.stop()
    kinds = {"message", "callback_query", "my_chat_member"}
    assert sim.updates.allowed == (kinds | {"inline_query", "chosen_inline_result"} if on else kinds)
