"""From the chats to the manager: what is understood, in which order, and how every press is answered."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.frontends.telegram.frontend import TelegramFrontend
from bot.frontends.telegram.incoming import translation
from bot.session.port import buttons
from bot.session.port import commands as c
from bot.session.port.protocols import LetIn, PublicTarget
from bot.session.port.replies import HelpCard, Menu, MenuEntry, Reply, RulesCard, reply_to
from bot.session.port.updates import Notice
from tests.patience import patience
from tests.simulators.telegram import Button, Person, TelegramSim

from .stage import Notebook, chat_of, hand_update, lobby, said, table_update, user_of

pytestmark = pytest.mark.usefixtures("frontend")


async def test_a_press_reaches_the_manager_with_all_that_it_must_know(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    message = await lobby(sim, frontend, ann, ben)
    assert await ben.press(message, "Join") == ""
    origin, command = manager.heard[0]
    assert command == c.Join(12)
    assert (origin.user, origin.name, origin.locale) == (user_of(ben), "player 2", "zh")
    assert origin.chat == chat_of(message.chat)  # type: ignore[arg-type]  # a Group
    assert (origin.chat_title, origin.reachable) == ("friends", None)
    assert origin.message == f"{message.chat.id}:{message.message_id}"
    assert origin.update == str(sim.updates.sent[-1]["update_id"])


async def test_a_refusal_pops_up_in_the_readers_language(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    manager.answer = lambda origin, command: Reply("zh", False, Notice("not_seated_anywhere"))
    message = await lobby(sim, frontend, ann, ben)
    answer = await ben.press(message, "Join")
    assert answer.show_alert
    assert not answer.isascii()
    assert ben.inbox == []
    assert len(sim.messages(message.chat)) == 1


async def test_a_slow_manager_does_not_leave_a_button_spinning(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation, "ANSWER_WITHIN", 0.05)
    message = await lobby(sim, frontend, ann)
    manager.answer = lambda origin, command: said("not_seated_anywhere")
    gate = manager.gates[str(ann.id)] = asyncio.Event()
    assert await ann.press(message, "Join") == ""
    assert manager.heard == []
    gate.set()
    await sim.wait_for(lambda: ann.inbox)
    assert "/join" in ann.last.text
    assert sim.unanswered == 0


async def test_whom_only_the_answer_leads_to_the_private_chat_gets_it_however_late(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation, "ANSWER_WITHIN", 0.0)
    message = await lobby(sim, frontend, ann)
    manager.unreached.add(str(ann.id))
    manager.answer = lambda origin, command: Reply(
        "en", True, Notice("joined_start", {"table": 7, "seat": 1}, start_link=7)
    )
    gate = manager.gates[str(ann.id)] = asyncio.Event()
    asyncio.get_running_loop().call_later(0.1, gate.set)
    answer = await ann.press(message, "Join")
    assert answer.url
    assert answer.url.endswith("?start=t7")


@pytest.mark.parametrize(("fault", "more"), [("server_error", {}), ("flood", {"retry_after": 1})])
async def test_a_press_whose_answer_the_platform_did_not_take_is_answered_once_more(
    sim: TelegramSim, frontend: TelegramFrontend, ann: Person, ben: Person, fault: str, more: dict[str, Any]
) -> None:
    message = await lobby(sim, frontend, ann, ben)
    sim.faults.next(fault, "answerCallbackQuery", **more)  # type: ignore[arg-type] # one of the known faults
    await ben.press(message, "Join")
    assert sim.unanswered == 0


async def test_one_slow_person_does_not_hold_up_another_but_keeps_their_own_order(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    message = await lobby(sim, frontend, ann, ben)
    gate = manager.gates[str(ann.id)] = asyncio.Event()
    for label in ("Join", "House rules", "Join"):
        button = message.button(label)
        assert button is not None
        ann.presses(message, button)
    await ben.press(message, "Join")
    assert [origin.user for origin, _ in manager.heard] == [user_of(ben)]
    gate.set()
    await sim.wait_for(lambda: len(manager.heard) == 4)
    assert [type(command) for _, command in manager.heard[1:]] == [c.Join, c.TableSettings, c.Join]


async def test_commands_are_heard_with_and_without_the_bots_name_but_not_those_of_others(
    sim: TelegramSim, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    sim.privacy_mode = False
    await ann.says(group, "/join@other_bot")
    await ann.says(group, "hello there")
    await ann.says(group, "/join 2")
    await ann.says(group, f"/join@{sim.username}   3")
    await sim.wait_for(lambda: len(manager.heard) == 2)
    assert manager.commands() == [c.Join(seat=1), c.Join(seat=2)]


async def test_what_cannot_be_read_gets_an_example_in_the_private_chat(
    sim: TelegramSim, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    await ann.says(group, "/nonsense 5")
    await sim.wait_for(lambda: ann.inbox)
    assert "nonsense" in ann.last.text
    assert sim.messages(group) == []
    assert manager.heard == []


async def test_whoever_talks_to_the_bot_is_told_what_works_and_not_at_every_word(
    sim: TelegramSim, manager: Notebook, ann: Person, ben: Person
) -> None:
    sim.privacy_mode = False
    group = sim.group("friends", [ann, ben])
    manager.answer = lambda origin, command: reply_to(
        origin, command, origin.locale, HelpCard("group", ("new", "rules"))
    )
    await ann.says(group, "nice weather today")
    await ann.says(group, f"hello @{sim.username.upper()}, what can you do?")
    shown = await sim.wait_for(lambda: sim.messages(group))
    assert "/new" in shown[0].text
    assert [type(buttons.decode(button.data or "")) for button in shown[0].buttons] == [c.NewTable, c.ShowRules]
    for _ in range(3):
        await ann.says(group, "haha", reply_to=shown[0])
    await ben.says(group, "你好", reply_to=shown[0])
    await sim.wait_for(lambda: len(sim.messages(group)) == 2)
    assert "指令" in sim.messages(group)[1].text
    await ann.says(group, f"@{sim.username} /new doudizhu")
    await sim.wait_for(lambda: len(manager.heard) == 3)
    assert isinstance(manager.commands()[-1], c.NewTable)
    assert len(sim.messages(group)) <= 3


async def test_a_question_goes_away_when_it_is_settled(sim: TelegramSim, manager: Notebook, ann: Person) -> None:
    question = Menu(Notice("which_table"), (MenuEntry("#12", c.Leave(12), literal=True),))
    manager.answer = lambda origin, command: reply_to(origin, command, "en", question)
    await ann.says(ann, "/leave")
    await sim.wait_for(lambda: ann.inbox)
    asked = ann.last
    manager.answer = lambda origin, command: reply_to(origin, command, "en", Notice("left", {"table": 12}))
    assert "12" in await ann.press(asked, "#12")
    await sim.wait_for(lambda: asked.deleted)
    assert manager.commands()[-1] == c.Leave(12)


async def test_an_unknown_button_is_answered_kindly(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    message = await lobby(sim, frontend, ann)
    async with patience():
        answer = await ann.presses(message, Button("Old", "from another age"))
    assert answer
    assert manager.heard == []


async def test_whoever_has_just_been_made_an_administrator_no_more_is_none(
    sim: TelegramSim, manager: Notebook, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben], owner=ann)
    group.promotes(ben)
    await ben.says(group, "/end")
    await sim.wait_for(lambda: len(manager.heard) == 1)
    group.administrators.discard(ben.id)
    await ben.says(group, "/end")
    await sim.wait_for(lambda: len(manager.heard) == 2)
    assert [origin.admin for origin, _ in manager.heard] == [True, False]


async def test_whoever_is_answered_to_is_the_one_to_kick(
    sim: TelegramSim, manager: Notebook, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben])
    spoken = await ben.says(group, "I have to go")
    await ann.says(group, "/kick", reply_to=spoken)
    await sim.wait_for(lambda: manager.heard)
    (command,) = manager.commands()
    assert isinstance(command, c.Kick)
    assert command.user == user_of(ben)


async def test_the_manager_hears_which_message_words_answer(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    message = await lobby(sim, frontend, ann)
    await ann.says(message.chat, "不出", reply_to=message)
    await sim.wait_for(lambda: manager.heard)
    assert [origin.answers for origin, _ in manager.heard] == [f"{message.chat.id}:{message.message_id}"]


async def test_an_error_of_ours_is_a_sentence_and_no_traceback(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    def broken(origin: c.Origin, command: c.Command) -> Reply:
        raise ZeroDivisionError("Hand: 3s")

    message = await lobby(sim, frontend, ann)
    manager.answer = broken
    answer = await ann.press(message, "Join")
    assert "Nothing was changed" in answer
    assert "3s" not in answer


async def test_a_new_group_is_greeted(sim: TelegramSim, manager: Notebook, ann: Person) -> None:
    group = sim.group("friends", [ann])
    group.bot_status = "left"
    group.adds_bot(ann)
    await sim.wait_for(lambda: LetIn(chat_of(group), ann.language) in manager.outcomes)


async def test_a_table_shown_again_is_a_new_message_that_is_edited_from_then_on(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    frontend.show_table(table_update(group))
    first = await sim.wait_for(lambda: sim.find(group, "#12"))
    manager.answer = lambda origin, command: reply_to(origin, command, "en", table_update(group, ann))
    await ann.says(group, "/table")
    second = await sim.wait_for(lambda: sim.find(group, "player 1"))
    assert second is not first
    frontend.show_table(table_update(group, version=1))
    await sim.wait_for(lambda: "player 1" not in second.text)
    ref = f"{group.id}:{second.message_id}"
    await sim.wait_for(lambda: manager.delivered(PublicTarget(12, chat_of(group)))[-1] == ref)


async def test_rules_asked_for_by_a_button_do_not_fill_the_group(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, cem: Person
) -> None:
    message = await lobby(sim, frontend, ann, cem)
    manager.answer = lambda origin, command: reply_to(origin, command, "en", RulesCard("doudizhu", None))
    await ann.press(message, "Rules")
    await sim.wait_for(lambda: sim.find(ann, "landlord"))
    assert len(sim.messages(message.chat)) == 1
    await cem.press(message, "Rules")
    refused = await sim.wait_for(lambda: sim.find(message.chat, "for your eyes only"))
    assert "landlord" not in "".join(one.text for one in sim.messages(message.chat) if one is not message)
    assert refused.buttons


async def test_rules_that_are_typed_in_a_group_are_offered_there_in_one_line(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    message = await lobby(sim, frontend, ann, ben)
    manager.answer = lambda origin, command: reply_to(origin, command, "en", RulesCard("doudizhu", None))
    await ann.says(message.chat, "/rules doudizhu")
    offer = await sim.wait_for(lambda: sim.find(message.chat, "a page to read"))
    assert "\n" not in offer.text
    answer = await ben.press(offer, "Rules")
    assert (answer.url or "").startswith(f"https://t.me/{sim.username}")
    await sim.wait_for(lambda: sim.find(ben, "landlord"))
    for _ in range(8):  # whoever asks for ever more is given the page itself, in private
        await ann.says(message.chat, "/rules doudizhu")
    await sim.wait_for(lambda: sim.find(ann, "landlord"))
    assert not sim.find(ann, "a page to read")


async def test_a_panel_that_leads_to_another_table_stays_when_that_is_pressed(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    update = hand_update(group, ann, others=(13,))
    frontend.show_hand(update)
    first = await sim.wait_for(lambda: sim.find(ann, "#12"))
    frontend.show_hand(replace(update, table=replace(update.table, id=13), others=()))
    await sim.wait_for(lambda: sim.find(ann, "Dou Dizhu · #13"))
    await ann.press(first, "#13")
    await ann.says(ann, "/help")
    await sim.wait_for(lambda: not frontend.outbox.waiting and len(manager.heard) == 2)
    assert not first.deleted
