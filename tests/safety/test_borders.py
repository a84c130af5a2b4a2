"""What one person, one group, one platform or one match has is nobody else's."""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.cli_records import export
from bot.errors import CommandError
from bot.session.play.opening import park
from bot.session.port import commands as c
from bot.session.port.replies import PlainLines
from bot.session.port.updates import PrivateUpdate
from storage.databases import open_store
from tests.memory import MemoryStore
from tests.session.host.test_secrecy import cards_in
from tests.session.world import GROUP, OTHER_GROUP, RecordingFrontend, World, code

NAMES = ("ann", "bob", "cat")
TOPIC = c.ChatRef("chat", "g1", "42")


@pytest.mark.parametrize("command", [c.End(1), c.Kick(1, name="1")])
async def test_whoever_administers_another_group_is_an_ordinary_player_here(world: World, command: c.Command) -> None:
    number = await world.dealt(*NAMES)
    reply = await world.do("bob", command, chat=OTHER_GROUP, admin=True)
    assert code(reply) == "vote_started"
    assert world.book(number).playing
    assert set(world.book(number).persons) == {0, 1, 2}


async def test_an_administrator_is_one_in_every_topic_of_the_group(world: World) -> None:
    number = await world.dealt(*NAMES)
    reply = await world.end("bob", number, chat=TOPIC, admin=True)
    assert code(reply) == "ended"


async def test_a_button_of_a_finished_match_does_not_act_in_the_next_one(world: World) -> None:
    number = await world.dealt(*NAMES)
    first = NAMES[world.book(number).awaited[0].seat]
    panel = world.chat.hand(first).panel
    assert panel is not None
    old = [panel.offers[0].command, panel.counters[0].command, c.PlayPicked(number, panel.decision)]
    await world.end("ann", number)
    for _ in range(40):  # until the same person is asked first again, as long ago
        await world.do("ann", c.DealCards(number))
        if NAMES[world.book(number).awaited[0].seat] == first:
            break
        await world.end("ann", number)
    assert NAMES[world.book(number).awaited[0].seat] == first
    seq = world.book(number).play.seq
    for command in old:
        assert code(await world.do(first, command, private=True)) == "stale_decision"
    assert world.book(number).play.seq == seq
    assert not world.chat.hand(first).panel.picked  # type: ignore[union-attr]


async def test_a_table_that_was_put_aside_comes_back_with_news_that_count_as_newer(world: World) -> None:
    number = await world.dealt(*NAMES)
    for _ in range(8):
        await world.one_step(number)
    table, hand = world.chat.table(number).version, world.chat.hand("ann").version
    session = world.manager.session
    await session.tables[number].mailbox.call(partial(park, session, session.tables[number]))
    assert number not in session.tables
    await world.do("ann", c.DealCards(number))
    assert world.chat.table(number).version > table
    assert world.chat.hand("ann").version > hand


async def test_an_answer_given_again_shows_the_hand_as_it_is_now(world: World) -> None:
    number = await world.dealt(*NAMES)
    asked = world.origin("ann", private=True)
    first = (await world.manager.handle(asked, c.MyHand(number))).body
    for _ in range(7):
        await world.one_step(number)
    again = await world.manager.handle(asked, c.MyHand(number))
    assert again.repeated
    assert isinstance(first, PrivateUpdate)
    assert isinstance(again.body, PrivateUpdate)
    assert again.body.version >= world.chat.hand("ann").version
    assert again.body.view == world.chat.hand("ann").view


async def test_an_answer_given_again_to_somebody_who_has_left_holds_no_hand(world: World) -> None:
    number = await world.dealt(*NAMES)
    asked = world.origin("bob", private=True)
    assert isinstance((await world.manager.handle(asked, c.MyHand(number))).body, PrivateUpdate)
    await world.do("bob", c.Leave(number))
    again = await world.manager.handle(asked, c.MyHand(number))
    assert again.repeated
    assert not isinstance(again.body, PrivateUpdate)


async def test_nobody_gets_an_answer_that_was_meant_for_somebody_else(world: World) -> None:
    number = await world.dealt(*NAMES)
    asked = world.origin("ann", private=True, update="the-same")
    assert isinstance((await world.manager.handle(asked, c.MyHand(number, plain=True))).body, PlainLines)
    other = world.origin("bob", private=True, update="the-same")
    reply = await world.manager.handle(other, c.MyHand(number, plain=True))
    mine = await world.do("ann", c.MyHand(number, plain=True), private=True)
    assert reply.body != mine.body


async def test_the_same_number_on_two_platforms_is_two_people() -> None:
    chat, other = RecordingFrontend("chat"), RecordingFrontend("other")
    world = await World(MemoryStore(), frontends=(chat, other)).start()
    number = await world.dealt(*NAMES)
    stranger = c.UserRef("other", "ann")
    for command in (c.MyHand(number), c.MyHand(), c.Hint(number), c.PlayText("pass", number), c.Leave(number)):
        for where in (None, GROUP):
            asked = replace(world.origin("ann", user=stranger), chat=where, name="Ann")
            reply = await world.manager.handle(asked, command)
            assert not reply.ok
            assert not isinstance(reply.body, PrivateUpdate | PlainLines)
    asked = replace(world.origin("ann", user=stranger), chat=None)
    assert await world.manager.completions(asked, "", number) == []
    assert {update.user.platform for update in chat.hands} == {"chat"}
    assert other.hands == []
    await world.stop()


async def test_completions_are_for_those_who_sit_there(world: World) -> None:
    number = await world.dealt(*NAMES)
    while not world.chat.table(number).view.standing:  # type: ignore[union-attr]
        await world.one_step(number)
    awaited = NAMES[world.book(number).awaited[0].seat]
    for name in (*NAMES, "dan"):
        found = await world.manager.completions(world.origin(name), "", number)
        assert name == awaited or found == []


async def test_who_waits_for_a_seat_sees_nothing_of_the_hand_that_is_played_there(world: World) -> None:
    number = await world.dealt("ann", "bob")
    assert code(await world.do("dan", c.Join(number))) == "joined_next_round"
    for _ in range(4):
        for command in (c.MyHand(number), c.MyHand(number, plain=True), c.Hint(number), c.PlayText("pass", number)):
            reply = await world.do("dan", command)
            assert not reply.ok
            assert not isinstance(reply.body, PrivateUpdate | PlainLines)
        assert await world.manager.completions(world.origin("dan"), "", number) == []
        await world.one_step(number)
    assert all(update.user.external != "dan" for update in world.chat.hands)


@pytest.mark.parametrize("leaves", [True, False])
async def test_whoever_has_left_or_was_removed_hears_nothing_more(world: World, leaves: bool) -> None:
    number = await world.dealt(*NAMES)
    await world.do(*(("bob", c.Leave(number)) if leaves else ("ann", c.Kick(number, name="2"))))
    shown = [update.version for update in world.chat.hands if update.user.external == "bob"]
    for _ in range(6):
        await world.one_step(number)
    assert shown == [update.version for update in world.chat.hands if update.user.external == "bob"]
    for command in (c.MyHand(number), c.MyHand(number, plain=True), c.Hint(number)):
        assert not (await world.do("bob", command)).ok


async def test_at_two_tables_each_panel_has_the_hand_of_its_own_table(world: World) -> None:
    one, two = await world.seated(*NAMES), await world.seated("dan", "ann", "eve")
    await world.do("ann", c.DealCards(one))
    await world.do("dan", c.DealCards(two))
    for number, seat in ((one, 0), (two, 1)):
        book = world.book(number)
        assert world.chat.hand("ann", number).view.hand == book.game.hands(book.play.state)[seat]
        reply = await world.do("ann", c.MyHand(number), private=True)
        assert isinstance(reply.body, PrivateUpdate)
        assert reply.body.view.hand == book.game.hands(book.play.state)[seat]


@pytest.mark.parametrize("ids", ["M1", "M1.1", "1.1"])
async def test_a_round_that_is_not_over_can_be_exported_and_replayed_by_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ids: str
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paiju.db'}"
    world = await World(await open_store(url)).start()
    number = await world.dealt(*NAMES)
    for _ in range(6):
        await world.one_step(number)
    assert world.book(number).playing
    with pytest.raises(CommandError) as refused:
        await asyncio.to_thread(export, ids, url)
    said = capsys.readouterr()
    assert not cards_in(str(refused.value) + said.err)
    assert not cards_in(said.out)
    for name in (*NAMES, "dan"):
        for private in (False, True):
            reply = await world.do(name, c.Replay(ids), private=private)
            assert not cards_in(reply.body)
    await world.end("ann", number)
    with pytest.raises(CommandError):
        await asyncio.to_thread(export, ids, url)
    await world.stop()
    await world.store.close()
