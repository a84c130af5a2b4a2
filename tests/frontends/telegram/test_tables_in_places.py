"""One table in two groups and two topics of one bot: each place has its message, and what befalls one is nothing to the other."""

from bot.frontends.telegram.frontend import TelegramFrontend
from bot.session.port.protocols import FENCE_BITS, Delivered, Gone, PublicTarget
from tests.simulators.telegram import Person, TelegramSim

from .stage import Notebook, chat_of, hand_update, table_update
from .test_delivery import in_play


async def test_two_groups_show_the_same_table_each_in_its_language_and_its_message(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    here, there = sim.group("friends", [ann], supergroup=True), sim.group("cousins", [ben], supergroup=True)
    frontend.show_table(table_update(here, ann, ben, elsewhere=("cousins",)))
    frontend.show_table(table_update(there, ann, ben, home=False, language="zh", elsewhere=("friends",)))
    first = await sim.wait_for(lambda: sim.find(here, "Also shown to cousins"))
    second = await sim.wait_for(lambda: sim.find(there, "同桌还在：friends"))
    for group in (here, there):
        frontend.show_table(table_update(group, ann, ben, home=group is here, version=1, **in_play()))
    await sim.wait_for(lambda: len(first.history) == len(second.history) == 2)
    assert sim.messages(here) == [first]
    assert sim.messages(there) == [second]
    for group, message in ((here, first), (there, second)):
        place = PublicTarget(12, chat_of(group))
        await sim.wait_for(lambda place=place: len(manager.delivered(place)) == 2)  # type: ignore[misc]  # a default
        assert manager.delivered(place) == [f"{group.id}:{message.message_id}"] * 2
    assert len(sim.called("editMessageText")) == 2
    frontend.show_hand(hand_update(there, ben))
    inner = str(there.id).removeprefix("-100")
    panel = await sim.wait_for(lambda: sim.find(ben, "#12"))
    assert panel.link(f"t.me/c/{inner}/{second.message_id}$"), (
        "the way back leads to the group through which one sits there"
    )


async def test_two_topics_of_one_group_have_each_their_own_message(
    sim: TelegramSim, frontend: TelegramFrontend, ann: Person
) -> None:
    group = sim.group("forum", [ann], forum=True)
    topics = [group.topic("cards"), group.topic("talk")]
    for topic in topics:
        frontend.show_table(table_update(group, ann, topic=topic))
    await sim.wait_for(lambda: len(sim.messages(group)) == 2)
    for topic in topics:
        frontend.show_table(table_update(group, ann, topic=topic, version=1, **in_play()))
    await sim.wait_for(lambda: len(sim.called("editMessageText")) == 2)
    assert [message.thread for message in sim.messages(group)] == topics
    assert [len(message.history) for message in sim.messages(group)] == [2, 2]


async def test_a_place_that_is_left_gets_one_last_edit_and_no_report(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    here, there = sim.group("friends", [ann]), sim.group("cousins", [ben])
    for group in (here, there):
        frontend.show_table(table_update(group, ann, ben, **in_play()))
    await sim.wait_for(lambda: sim.messages(here) and sim.messages(there))
    (last,) = sim.messages(there)
    frontend.show_table(table_update(there, ann, ben, left=True, version=1, **in_play()))
    await sim.wait_for(lambda: "is not shown here any more" in last.text)
    assert last.buttons == []
    assert [o for o in manager.outcomes if isinstance(o, Delivered)] == [
        Delivered(PublicTarget(12, chat_of(group)), f"{group.id}:{message.message_id}")
        for group in (here, there)
        for message in sim.messages(group)
    ]
    frontend.show_table(table_update(there, ann, ben, version=2, **in_play()))
    await sim.wait_for(lambda: len(sim.messages(there)) == 2)  # the place is brought again: a new message
    assert "My hand" in sim.messages(there)[1].buttons[0].text
    assert len(sim.messages(here)[0].history) == 1


async def test_a_group_that_is_gone_keeps_no_other_place_from_the_table(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    here, there = sim.group("friends", [ann]), sim.group("cousins", [ben])
    for group in (here, there):
        frontend.show_table(table_update(group, ann, ben))
    await sim.wait_for(lambda: sim.messages(here) and sim.messages(there))
    there.is_deleted()
    for version in (1, 2):
        for group in (here, there):
            left = group is there and version == 2
            frontend.show_table(table_update(group, ann, ben, left=left, version=version, **in_play()))
        await sim.wait_for(lambda: "Round" in sim.messages(here)[0].text)
    await sim.wait_for(lambda: Gone(chat_of(there)) in manager.outcomes)
    assert not any(isinstance(outcome, Gone) and outcome.chat == chat_of(here) for outcome in manager.outcomes)


async def test_a_table_that_another_worker_has_had_is_edited_where_that_has_left_it(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    target, sender = PublicTarget(12, chat_of(group)), frontend._sender
    frontend.show_table(table_update(group, ann, version=of_owner(1), **in_play()))
    (first,) = await sim.wait_for(lambda: sim.messages(group))
    await sim.wait_for(lambda: manager.delivered(target))
    ours = sender.memory.find(target)
    assert ours is not None
    sender.memory.forget(target)  # what follows is done by a worker that has never had the table
    frontend.show_table(table_update(group, ann, version=of_owner(2), **in_play()))
    await sim.wait_for(lambda: len(manager.delivered(target)) == 2)
    first.deleted = True
    (other,) = sim.messages(group)
    sender.memory.remember(target, ours)
    told = f"{group.id}:{other.message_id}"
    frontend.show_table(table_update(group, ann, version=of_owner(3), message=told))
    await sim.wait_for(lambda: len(other.history) == 2)
    assert sim.messages(group) == [other]


def of_owner(fence: int) -> int:
    """The version of the first update by the owner with this fence."""
    return (fence << FENCE_BITS) + 1
