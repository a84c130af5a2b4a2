"""Groups in which the bot may not do everything, or nothing any more; and table messages that scroll away unseen."""

import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.clock import SystemClock
from bot.frontends.telegram.frontend import TelegramFrontend
from bot.session.port.protocols import Delivered, Gone, Lacking, PublicTarget
from bot.session.port.updates import Notice
from games.contract import RoundResult
from tests.simulators.telegram import Group, Message, Person, TelegramSim

from .house import Table, open_house, panel_of
from .stage import Notebook, chat_of, connected, hand_update, info, table_update, user_of
from .test_delivery import in_play

TWO_DAYS = 48 * 3600


class SkippingClock(SystemClock):
    """The real time, and what a test lets pass besides."""

    def __init__(self) -> None:
        self.skipped = 0.0

    def now(self) -> float:
        return super().now() + self.skipped

    def monotonic(self) -> float:
        return super().monotonic() + self.skipped


@asynccontextmanager
async def a_frontend(sim: TelegramSim, manager: Notebook) -> AsyncIterator[tuple[TelegramFrontend, SkippingClock]]:
    clock = SkippingClock()
    frontend = await connected(sim, manager, clock=clock)
    try:
        yield frontend, clock
    finally:
        await frontend.stop()


def over(round_number: int) -> dict[str, Any]:
    result = RoundResult((2, -1, -1), (0,), {})
    return {**in_play(round_number), "table": info(12, "between", round_number), "result": result}


def boards(sim: TelegramSim, group: Group) -> list[Message]:
    return [message for message in sim.messages(group) if "#12" in message.text]


async def test_where_no_photos_may_be_sent_the_result_is_told_in_words_and_the_manager_hears_why(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben])
    group.forbids("can_send_photos")
    for number in (1, 2):
        frontend.show_table(table_update(group, ann, ben, version=2 * number, **in_play(number)))
        await sim.wait_for(lambda: "to bid" in sim.messages(group)[-1].text if sim.messages(group) else False)
        frontend.show_table(table_update(group, ann, ben, version=2 * number + 1, **over(number)))
        await sim.wait_for(lambda n=number: sim.find(group, f"/replay M17.{n}"))  # type: ignore[misc]  # a message
        await sim.wait_for(lambda: Lacking(chat_of(group), ("send_photos",)) in manager.outcomes)
    assert len(sim.called("sendPhoto", group)) == 1, "what is not allowed is not tried again at once"
    assert not any(isinstance(outcome, Gone) for outcome in manager.outcomes)


async def test_where_nothing_may_be_written_the_manager_hears_what_is_missing(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    group.forbids("can_send_messages")
    frontend.show_table(table_update(group, ann))
    await sim.wait_for(lambda: Gone(chat_of(group), ("send_text",)) in manager.outcomes)


async def test_new_says_by_name_what_is_missing_and_opens_nothing(
    sim: TelegramSim, tmp_path: Path, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    group.forbids("can_send_messages")
    async with open_house(sim, tmp_path):
        await ann.says(group, "/new doudizhu")
        refused = await sim.wait_for(lambda: sim.find(ann, "cannot show a table here"))
        assert "“Send messages”" in refused.text
        group.allows("can_send_messages")
        group.forbids("can_send_photos")
        await ann.says(group, "/new doudizhu")
        await sim.wait_for(lambda: sim.find(group, "🀄"))
        await sim.wait_for(lambda: sim.find(ann, "“Send photos”"))


@pytest.mark.parametrize("where", ["the same group", "private"])
async def test_when_the_bot_is_thrown_out_of_a_round_everybody_is_told_once_and_the_match_goes_on(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, where: str
) -> None:
    dan = sim.user("player 4", started=True)
    people = [ann, ben, dan]
    group = sim.group("friends", people, forum=True)
    topic = group.topic("cards")
    async with open_house(sim, tmp_path):
        for person in people:
            await person.starts()
        await ann.says(group, "/new doudizhu deals=1", topic=topic)
        lobby = await sim.wait_for(lambda: sim.find(group, "🀄"))
        for person in people[1:]:
            await person.press(lobby, "Join")
        await ann.press(lobby, "Start")
        table = Table(sim, group, people)
        await sim.wait_for(table.to_act)
        group.removes_bot(by=ann)
        for person, words in (
            (ann, "cannot write in “friends”"),
            (ben, "不能再在“friends”发言"),
            (dan, "cannot write in"),
        ):
            await sim.wait_for(lambda p=person, w=words: sim.find(p, w))  # type: ignore[misc]  # a message
            assert sum(words in message.text for message in person.inbox) == 1
        panel = await sim.wait_for(lambda: next((m for m in dan.inbox if "has lost its place" in m.text), None))
        for _ in range(4):
            await table.one_move()
        if where == "private":
            await dan.press(panel, "Go on here")
            board = await sim.wait_for(lambda: next((m for m in dan.inbox if m.button("Rules")), None))
        else:
            group.adds_bot(by=ann)
            await ben.says(group, "/table", topic=topic)
            offer = await sim.wait_for(lambda: next((m for m in ben.inbox[::-1] if "/deal" in m.text), None))
            assert offer.button("在这里继续")
            await ben.says(group, "/deal", topic=topic)
            board = await sim.wait_for(
                lambda: next((m for m in sim.messages(group)[::-1] if "🀄 Dou Dizhu" in m.text), None)
            )
        shown = board.text
        await table.one_move()
        await sim.wait_for(lambda: board.text != shown)
        assert sum("cannot write in" in message.text for message in ann.inbox) == 1


async def test_a_table_whose_topic_is_deleted_goes_on_in_the_group_or_where_else_it_is(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben], forum=True)
    cards, talk = group.topic("cards"), group.topic("talk")

    def delete(topic: int) -> None:
        del group.topics[topic]
        for message in sim.messages(group):
            message.deleted |= message.thread == topic

    def board(topic: int | None, text: str) -> Message | None:
        return next((m for m in sim.messages(group) if m.thread == topic and "🀄" in m.text and text in m.text), None)

    async with open_house(sim, tmp_path):
        for person in (ann, ben):
            await person.starts()
        await ann.says(group, "/new doudizhu", topic=cards)
        await sim.wait_for(lambda: board(cards, "player 1"))
        await ann.says(ann, "/invite")
        code = await sim.wait_for(
            lambda: next((found[0] for m in ann.inbox if (found := re.search(r"\d+-[A-Z0-9]{8}", m.text))), None)
        )
        await ben.says(group, f"/join {code}", topic=talk)
        await sim.wait_for(lambda: board(talk, "player 2"))
        delete(talk)
        await ann.says(group, "/ai", topic=cards)
        await sim.wait_for(lambda: sim.find(ben, "不能再在“friends”发言") or sim.find(ben, "cannot write in “friends”"))
        assert board(None, "player 1") is None, "it goes on where it is at home"
        delete(cards)
        await ben.says(ben, "/deal")
        await sim.wait_for(lambda: board(None, "player 1"))
        await ann.says(group, "/away")  # in the group as such it is their table now
        await sim.wait_for(lambda: board(None, "🤖"))


async def test_a_table_whose_topic_is_closed_goes_on_in_the_group_and_with_that_closed_too_in_private(
    sim: TelegramSim, tmp_path: Path, ann: Person
) -> None:
    group = sim.group("friends", [ann], forum=True)
    cards = group.topic("cards")
    async with open_house(sim, tmp_path):
        await ann.starts()
        await ann.says(group, "/new doudizhu", topic=cards)
        await sim.wait_for(lambda: any(m.thread == cards and "🀄" in m.text for m in sim.messages(group)))
        for closed in (cards, None):
            group.closed_topics.add(closed)
            await ann.says(group, "/table", topic=closed)
            if closed is not None:
                await sim.wait_for(lambda: any(m.thread is None and "🀄" in m.text for m in sim.messages(group)))
        await sim.wait_for(lambda: sim.find(ann, "cannot write in “friends”"))
        await ann.press(ann.last, "Go on here")
        await sim.wait_for(lambda: any("🀄" in m.text and m.button("Invite a friend") for m in ann.inbox))


async def test_a_panel_too_old_to_be_deleted_loses_its_buttons_and_a_press_on_it_is_told_what_to_do(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    frontend.show_hand(hand_update(group, ann))
    old = await sim.wait_for(lambda: sim.find(ann, "#12"))
    old.date = int(time.time()) - TWO_DAYS - 60
    stale = old.frozen()
    frontend.show_hand(hand_update(group, ann, alert=True, version=1))
    await sim.wait_for(lambda: not old.buttons)
    assert not old.deleted
    assert panel_of(ann) is not old
    manager.answer = lambda origin, command: said_over()
    answer = await ann.press(stale, stale.buttons[0])
    assert "That question is over" in answer


def said_over() -> Any:
    from .stage import said

    return said("stale_decision")


def ref(message: Message) -> str:
    return f"{message.chat.id}:{message.message_id}"


async def renewed(
    sim: TelegramSim,
    manager: Notebook,
    frontend: TelegramFrontend,
    clock: SkippingClock,
    group: Group,
    people: list[Person],
    seconds: float,
) -> bool:
    """Whether a trick that begins after so long is shown on a new message."""
    await sim.wait_for(
        lambda: (
            manager.delivered(PublicTarget(12, chat_of(group)))[-1:] == [ref(message) for message in boards(sim, group)]
        )
    )
    (before,) = boards(sim, group)
    clock.skipped += seconds
    some = people if "player 2" not in before.text else people[:1]
    version = int(clock.skipped)
    frontend.show_table(table_update(group, *some, renew=True, message=ref(before), version=version, **in_play()))
    await sim.wait_for(lambda: shows(sim, group, len(some)))
    return boards(sim, group) != [before]


def shows(sim: TelegramSim, group: Group, people: int) -> bool:
    """Whether one message shows the table, with so many people."""
    return ["player 2" in message.text for message in boards(sim, group)] == [people == 2]


async def test_in_a_group_whose_talk_is_not_heard_the_table_is_renewed_by_its_age(
    sim: TelegramSim, manager: Notebook, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben], supergroup=True)
    async with a_frontend(sim, manager) as (frontend, clock):
        frontend.show_table(table_update(group, ann, ben, **in_play()))
        await sim.wait_for(lambda: boards(sim, group))
        assert not await renewed(sim, manager, frontend, clock, group, [ann, ben], 90)
        for number in range(60):
            await ann.says(group, f"talk {number}")
        assert await renewed(sim, manager, frontend, clock, group, [ann, ben], 31)
        for number in range(60):
            await ann.says(group, f"more talk {number}")
        assert await renewed(sim, manager, frontend, clock, group, [ann, ben], 61), "this group talks a lot"
        assert await renewed(sim, manager, frontend, clock, group, [ann, ben], 61), "and still it is not heard"
        assert not await renewed(sim, manager, frontend, clock, group, [ann, ben], 61), "it was silent meanwhile"


async def test_many_edits_age_a_table_message_whose_group_is_not_heard(
    sim: TelegramSim, frontend: TelegramFrontend, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben])
    for version in range(31):
        people = (ann, ben)[: 1 + version % 2]
        frontend.show_table(table_update(group, *people, version=version, **in_play()))
        await sim.wait_for(partial(shows, sim, group, len(people)))
    (old,) = boards(sim, group)
    frontend.show_table(table_update(group, ann, ben, renew=True, message=ref(old), version=99, **in_play()))
    await sim.wait_for(lambda: old.deleted)
    assert len(boards(sim, group)) == 1


async def test_where_the_bot_hears_all_that_is_said_a_quiet_group_keeps_its_message(manager: Notebook) -> None:
    async with TelegramSim(privacy_mode=False) as sim:
        manager.changed = sim.changed
        ann, ben = sim.user("player 1", started=True), sim.user("player 2", started=True)
        group = sim.group("friends", [ann, ben], supergroup=True)
        async with a_frontend(sim, manager) as (frontend, clock):
            frontend.show_table(table_update(group, ann, ben, **in_play()))
            await sim.wait_for(lambda: boards(sim, group))
            assert not await renewed(sim, manager, frontend, clock, group, [ann, ben], 900)
            for number in range(8):
                await ann.says(group, f"talk {number}")
            await ann.says(group, "/help")
            await sim.wait_for(lambda: manager.heard)
            assert await renewed(sim, manager, frontend, clock, group, [ann, ben], 10)


async def test_ids_of_a_basic_group_say_nothing_about_it(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben])
    frontend.show_table(table_update(group, ann, **in_play()))
    (message,) = await sim.wait_for(lambda: boards(sim, group))
    group.last_message_id += 500  # the bot was busy in other chats
    await ann.says(group, "/help")
    await sim.wait_for(lambda: manager.heard)
    frontend.show_table(table_update(group, ann, ben, renew=True, message=ref(message), version=1, **in_play()))
    await sim.wait_for(lambda: "player 2" in message.text)
    frontend.tell(user_of(ann), Notice("you_are_host", {"table": 12}), "en")
    assert any(isinstance(outcome, Delivered) for outcome in manager.outcomes)
