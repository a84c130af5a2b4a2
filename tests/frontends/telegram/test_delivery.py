"""From the port to the chats: what is edited, what is posted anew, and what happens when the platform says no."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from bot.frontends.telegram.frontend import TelegramFrontend
from bot.frontends.telegram.outgoing.api import LIMITS
from bot.session.port.commands import ChatRef
from bot.session.port.protocols import ChatMoved, Delivered, Gone, PrivateTarget, PublicTarget, Unreachable
from bot.session.port.updates import Motion, Notice
from games.contract import RoundResult
from tests.simulators.telegram import Group, Message, Person, TelegramSim

from .stage import GAME, Notebook, chat_of, connected, dealt, frontend_of, hand_update, info, table_update, user_of


def in_play(round_number: int = 1) -> dict[str, Any]:
    """What makes a table one at the first bid of a round."""
    return {"table": info(12, "playing", round_number), "view": GAME.view(dealt().state, None)}


async def chatter(sim: TelegramSim, manager: Notebook, group: Group, person: Person) -> None:
    """So much talk that what stood there before has scrolled away."""
    for n in range(12):
        await person.says(group, f"chatter {n}")
    await person.says(group, "/help")
    await sim.wait_for(lambda: manager.heard)


async def first_table(sim: TelegramSim, frontend: TelegramFrontend, group: object, *people: Person) -> Message:
    frontend.show_table(table_update(group, *people))  # type: ignore[arg-type]  # a Group
    return await sim.wait_for(lambda: sim.find(group, "12"))  # type: ignore[arg-type]  # a Group


async def test_showing_the_same_after_a_restart_is_harmless(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    message = await first_table(sim, frontend, group, ann)
    await frontend.stop()
    again = frontend_of(sim)
    await again.start(manager)
    again.show_table(table_update(group, ann, message=f"{group.id}:{message.message_id}"))
    await sim.wait_for(lambda: len(manager.delivered(PublicTarget(12, chat_of(group)))) == 2)
    refusals = [call.error for call in sim.called("editMessageText")]
    assert refusals[0] is not None
    assert "not modified" in refusals[0]
    assert len(sim.messages(group)) == 1
    await again.stop()


async def test_a_trick_begins_on_a_new_message_only_if_the_old_one_has_scrolled_away(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben], supergroup=True)
    playing = in_play()
    frontend.show_table(table_update(group, ann, **playing))
    message = await sim.wait_for(lambda: sim.find(group, "12"))
    ref = f"{group.id}:{message.message_id}"
    frontend.show_table(table_update(group, ann, ben, renew=True, message=ref, version=1, **playing))
    await sim.wait_for(lambda: "player 2" in message.text)
    await chatter(sim, manager, group, ann)
    frontend.show_table(table_update(group, ann, version=2, **playing))
    await sim.wait_for(lambda: "player 2" not in message.text)
    frontend.show_table(table_update(group, ann, ben, renew=True, message=ref, version=3, **playing))
    await sim.wait_for(lambda: message.deleted)  # what stood in it was true no more
    (newest,) = sim.messages(group)
    assert newest.message_id > message.message_id
    frontend.show_table(table_update(group, ann, version=4, **playing))
    await sim.wait_for(lambda: "player 2" not in newest.text)


async def test_a_lobby_that_has_scrolled_away_comes_back_when_it_changes(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben], supergroup=True)
    message = await first_table(sim, frontend, group, ann)
    await chatter(sim, manager, group, ann)
    frontend.show_table(table_update(group, ann, ben, version=1))
    await sim.wait_for(lambda: message.deleted)
    assert ["player 2" in one.text for one in sim.messages(group)] == [True]


async def test_the_end_of_a_round_is_a_new_message_that_rings_and_nobody_is_waited_for_in_it_later(
    sim: TelegramSim, frontend: TelegramFrontend, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben])
    playing = in_play()
    frontend.show_table(table_update(group, ann, ben, **playing))
    table = await sim.wait_for(lambda: sim.find(group, "12"))
    over = {**playing, "table": info(12, "between", 1), "result": RoundResult((2, -1, -1), (0,), {})}
    frontend.show_table(table_update(group, ann, ben, version=1, ended=True, ping=(user_of(ben),), **over))
    result = await sim.wait_for(lambda: sim.find(group, "Round 1 is over"))
    assert not result.silent
    assert result in ben.notifications
    await sim.wait_for(lambda: table.deleted)
    assert "Waiting for" in result.text
    frontend.show_table(table_update(group, ann, version=2, **over))
    await sim.wait_for(lambda: "player 2" not in result.text)
    frontend.show_table(table_update(group, ann, ben, version=3, renew=True, **in_play(2)))
    await sim.wait_for(lambda: not result.buttons)
    assert "Round 1 is over" in result.text
    assert "Waiting for" not in result.text


async def test_a_table_message_that_was_deleted_is_posted_anew(
    sim: TelegramSim, frontend: TelegramFrontend, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben])
    message = await first_table(sim, frontend, group, ann)
    message.deleted = True
    frontend.show_table(table_update(group, ann, ben, version=1))
    await sim.wait_for(lambda: sim.find(group, "player 2"))


async def test_an_alert_is_a_new_message_that_notifies_and_the_old_panel_goes(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann], supergroup=True)
    table = await first_table(sim, frontend, group, ann)
    frontend.show_hand(hand_update(group, ann))
    first = await sim.wait_for(lambda: sim.find(ann, "#12"))
    assert ann.notifications == []
    frontend.show_hand(hand_update(group, ann, seconds_left=50, version=1))
    await sim.wait_for(lambda: len(first.history) == 2)
    frontend.show_hand(hand_update(group, ann, alert=True, version=2))
    await sim.wait_for(lambda: first.deleted)
    assert len(ann.inbox) == 1
    assert ann.notifications == [ann.last]
    inner = str(group.id).removeprefix("-100")
    assert ann.last.link(f"t.me/c/{inner}/{table.message_id}$")
    last = Delivered(PrivateTarget(user_of(ann), 12), f"{ann.id}:{ann.last.message_id}")
    await sim.wait_for(lambda: manager.outcomes[-1] == last)


async def test_a_hand_that_is_wanted_in_the_group_comes_by_private_chat_when_half_of_the_time_is_over(
    sim: TelegramSim, frontend: TelegramFrontend, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben])
    frontend.show_hand(hand_update(group, ann, where="here", alert=True, version=1))
    await frontend.drained()
    assert ann.inbox == [], "the group calls her by name"
    frontend.show_hand(hand_update(group, ann, where="here", reminder=True, version=2))
    await sim.wait_for(lambda: sim.find(ann, "#12"))
    frontend._sender.group_hands.known = False  # the platform cannot
    frontend.show_hand(hand_update(group, ben, where="here", alert=True, version=3))
    await sim.wait_for(lambda: sim.find(ben, "#12"))


async def test_a_burst_of_states_becomes_few_calls_and_an_alert_among_them_is_not_lost(
    sim: TelegramSim, manager: Notebook, ann: Person
) -> None:
    frontend = await connected(sim, manager, pace=5.0)
    group = sim.group("friends", [ann])
    for n in range(30):
        frontend.show_hand(hand_update(group, ann, title=f"friends {n}", alert=n == 7, version=n))
    last = await sim.wait_for(lambda: sim.find(ann, "friends 29"))
    assert last in ann.notifications
    assert len(sim.called("sendMessage", ann)) + len(sim.called("editMessageText", ann)) <= 4
    await frontend.stop()


async def test_who_never_pressed_start_or_blocks_is_reported_unreachable(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, cem: Person
) -> None:
    group = sim.group("friends", [ann, cem])
    frontend.show_hand(hand_update(group, cem))
    await sim.wait_for(lambda: Unreachable(PrivateTarget(user_of(cem), 12)) in manager.outcomes)
    frontend.show_hand(hand_update(group, ann))
    await sim.wait_for(lambda: ann.inbox)
    sim.updates.hold()
    ann.blocks()
    frontend.tell(user_of(ann), Notice("clock_acted", {"table": 12}), "en", 12)
    await sim.wait_for(lambda: Unreachable(PrivateTarget(user_of(ann), 12)) in manager.outcomes)
    sim.updates.release()
    await sim.wait_for(lambda: Unreachable(PrivateTarget(user_of(ann))) in manager.outcomes)


async def test_a_group_that_threw_the_bot_out_is_gone(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    sim.updates.hold()
    group.removes_bot(ann)
    frontend.show_table(table_update(group, ann))
    await sim.wait_for(lambda: Gone(chat_of(group)) in manager.outcomes)
    manager.outcomes.clear()
    sim.updates.release()
    await sim.wait_for(lambda: Gone(chat_of(group)) in manager.outcomes)


async def test_a_group_that_moved_gets_its_table_in_the_new_place(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben])
    await first_table(sim, frontend, group, ann)
    new = group.migrates(announce=False)
    frontend.show_table(table_update(group, ann, ben, version=1))
    await sim.wait_for(lambda: sim.find(new, "player 2"))
    assert ChatMoved("telegram", str(group.id), str(new.id)) in manager.outcomes
    frontend.show_table(table_update(new, ann, version=2))
    await sim.wait_for(lambda: "player 2" not in sim.messages(new)[0].text)
    assert len(sim.messages(new)) == 1


async def test_the_service_message_of_a_move_is_enough(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    new = group.migrates()
    await sim.wait_for(lambda: ChatMoved("telegram", str(group.id), str(new.id)) in manager.outcomes)
    frontend.show_table(table_update(group, ann))
    await sim.wait_for(lambda: sim.find(new, "#12"))
    assert len(sim.called("sendMessage", group)) == 0


async def test_a_table_stays_in_its_topic_and_the_manager_hears_when_that_goes(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("forum", [ann], forum=True)
    topic = group.topic("cards")
    frontend.show_table(table_update(group, ann, topic=topic))
    message = await sim.wait_for(lambda: sim.find(group, "#12"))
    assert message.thread == topic
    del group.topics[topic]
    message.deleted = True
    frontend.show_table(
        table_update(group, ann, seconds_left={0: 60}, motion=Motion("end", None, 1, 2, 60), topic=topic, version=1)
    )
    await sim.wait_for(lambda: Gone(chat_of(group, topic), thread=True) in manager.outcomes)
    assert sim.find(group, "#12") is None, "nobody has said where it is to go on"


async def test_a_broken_server_is_tried_again(sim: TelegramSim, frontend: TelegramFrontend, ann: Person) -> None:
    group = sim.group("friends", [ann])
    sim.faults.next("server_error", "sendMessage")
    frontend.show_table(table_update(group, ann))
    await sim.wait_for(lambda: sim.find(group, "#12"))
    assert len(sim.messages(group)) == 1


async def test_a_sentence_whose_answer_was_lost_is_not_said_twice(
    sim: TelegramSim, frontend: TelegramFrontend, ann: Person
) -> None:
    sim.faults.next("lost_answer", "sendMessage")
    frontend.tell(user_of(ann), Notice("clock_acted", {"table": 12}), "en", 12)
    frontend.tell(user_of(ann), Notice("you_are_host", {"table": 12}), "en", 12)
    await sim.wait_for(lambda: sim.find(ann, "host"))
    assert len(ann.inbox) == 2


async def test_a_hand_whose_answer_was_lost_is_shown_again_after_a_pause(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    sim.faults.next("lost_answer", "sendMessage")
    frontend.show_hand(hand_update(group, ann, alert=True))
    await sim.wait_for(lambda: manager.delivered(PrivateTarget(user_of(ann), 12)))
    first, second = sim.called("sendMessage", ann)
    assert second.at - first.at >= 0.3
    assert len(ann.inbox) == 2


async def test_a_press_on_the_message_in_doubt_proves_that_it_arrived(
    sim: TelegramSim, manager: Notebook, ann: Person
) -> None:
    frontend = await connected(sim, manager, doubt_seconds=3.0)
    group = sim.group("friends", [ann])
    sim.faults.next("lost_answer", "sendMessage")
    frontend.show_hand(hand_update(group, ann, alert=True))
    message = await sim.wait_for(lambda: sim.find(ann, "#12"))
    await sim.wait_for(lambda: frontend.outbox.waiting)
    await ann.press(message, "1")
    frontend.show_hand(hand_update(group, ann, title="elsewhere", version=1))
    await sim.wait_for(lambda: "elsewhere" in message.text)
    assert len(ann.inbox) == 1
    await frontend.stop()


async def test_of_two_messages_of_a_table_that_a_lost_answer_has_left_the_older_loses_its_buttons(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    sim.faults.next("lost_answer", "sendMessage")
    frontend.show_table(table_update(group, ann))
    older, newer = await sim.wait_for(lambda: found if len(found := sim.messages(group)) == 2 else None)
    await sim.wait_for(lambda: manager.delivered(PublicTarget(12, chat_of(group))))
    await ann.press(older, "Join")
    await sim.wait_for(lambda: not older.buttons)
    assert newer.buttons


async def test_a_group_that_has_had_its_twenty_a_minute_is_waited_for_and_asked_nothing_else(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben])
    frontend.show_table(table_update(group, ann))
    await sim.wait_for(lambda: manager.delivered(PublicTarget(12, chat_of(group))))
    sim.faults.next("flood", "editMessageText", chat=group.id, retry_after=20)
    frontend.show_table(table_update(group, ann, ben, version=1))
    refused = await sim.wait_for(lambda: [call for call in sim.calls if not call.ok])
    frontend.tell(user_of(ann), Notice("left", {"table": 12}), "en", 12)
    await sim.wait_for(lambda: ann.inbox)
    assert frontend.outbox.waiting
    assert [call for call in sim.calls[sim.calls.index(refused[0]) :] if call.chat == group.id] == refused


async def test_what_is_told_before_the_connection_stands_arrives_after_it(
    sim: TelegramSim, manager: Notebook, ann: Person
) -> None:
    frontend = frontend_of(sim)
    group = sim.group("friends", [ann])
    frontend.show_table(table_update(group, ann))
    frontend.tell(user_of(ann), Notice("unreachable_players", {"names": "x"}, start_link=12), "en", 12)
    sim.faults.next("server_error", "getMe", count=2)
    await frontend.start(manager)
    await sim.wait_for(lambda: sim.find(group, "#12") and ann.inbox)
    assert ann.last.link(f"t.me/{sim.username}") == f"https://t.me/{sim.username}?start=t12"
    await frontend.stop()


async def test_the_menu_is_set_in_both_languages(sim: TelegramSim, frontend: TelegramFrontend) -> None:
    await sim.wait_for(lambda: ("short_description", "zh") in sim.profile)
    english, chinese = sim.commands["default", ""], sim.commands["default", "zh"]
    assert [c["command"] for c in english] == [c["command"] for c in chinese]
    assert {"new", "join", "deal", "hand", "play", "leaderboard"} <= {c["command"] for c in english}
    assert all(not c["description"].isascii() for c in chinese)


async def test_a_wrong_chat_reference_of_another_platform_is_not_sent_anywhere(
    sim: TelegramSim, frontend: TelegramFrontend, ann: Person, manager: Notebook
) -> None:
    group = sim.group("friends", [ann])
    gone = replace(table_update(group, ann), chat=ChatRef("telegram", "-99"))
    frontend.show_table(gone)
    await sim.wait_for(lambda: Gone(ChatRef("telegram", "-99")) in manager.outcomes)
    assert sim.messages(group) == []


async def test_the_true_pace_is_kept_against_a_platform_that_counts(manager: Notebook) -> None:
    async with TelegramSim(pace=1.0) as strict:
        one, two = strict.user("player 5", started=True), strict.user("player 6", started=True)
        group = strict.group("friends", [one, two])
        frontend = await connected(strict, manager, pace=1.0)
        for n in range(5):
            for person in (one, two):
                frontend.show_hand(hand_update(group, person, alert=n == 3, seconds_left=90 - 10 * n, version=n))
            frontend.show_table(table_update(group, one, motion=Motion("end", None, 1, n + 2, 60), version=n))
            sent = len(strict.called("editMessageText", group)) + len(strict.called("sendMessage", group))
            await strict.wait_for(
                lambda sent=sent: (
                    len(strict.called("editMessageText", group))  # type: ignore[misc]  # bound above
                    + len(strict.called("sendMessage", group))
                    > sent
                )
            )
        await strict.wait_for(lambda: not frontend.outbox.waiting)
        await frontend.stop()
        counted = [call for call in strict.calls if call.is_message]
        assert [call.error for call in counted if not call.ok] == []
        for chat in (one, two, group):
            times = [call.at for call in counted if call.chat == strict.chat(chat).id]
            assert all(later - earlier >= 1.0 for earlier, later in pairwise(times))


def test_every_group_however_old_has_the_rate_of_groups() -> None:
    assert [LIMITS.is_group(chat) for chat in (-1, -4_000, -1_001_234_567_890, 1, 5_000_000_001, "all")] == [
        True
    ] * 3 + [False] * 3
