"""Tables whose place is lost, or where the bot may not do everything: who hears what, and how it goes on."""

from functools import partial
from typing import Any

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.manager import SessionSettings
from bot.session.play.opening import park
from bot.session.port import commands as c
from bot.session.port.protocols import Absent, Gone, Lacking, PrivateTarget, Unreachable
from bot.session.port.replies import Menu
from bot.session.port.updates import Notice, PrivateUpdate
from storage.api import Store
from tests.session.world import GROUP, OTHER_GROUP, RecordingFrontend, World, code

NAMES = ("ann", "bob", "cat")


async def lost(world: World, *names: str, lacking: tuple[str, ...] = (), **more: str) -> int:
    """A round is on, and the group is gone."""
    number = await world.seated(*names, **more)
    await world.do(names[0], c.DealCards(number))
    world.manager.report(Gone(GROUP, lacking))
    await world.settle()
    return number


async def aside(world: World, *names: str) -> int:
    """A round is on, and put aside."""
    number = await world.seated(*names)
    await world.do(names[0], c.DealCards(number))
    session = world.manager.session
    await session.tables[number].mailbox.call(partial(park, session, session.tables[number]))
    return number


def shown(world: World) -> int:
    return len(world.chat.tables)


async def test_a_table_whose_home_is_gone_goes_on_in_private_at_once_and_everybody_is_told_once(world: World) -> None:
    number = await lost(world, *NAMES)
    public = shown(world)
    for late in (Gone(GROUP), Gone(GROUP, thread=True), Absent(GROUP, c.UserRef("chat", "cat"))):
        world.manager.report(late)
        await world.settle()
    assert not any(notice.code == "player_left_group" for _, notice in world.chat.told)
    for name in NAMES:
        (notice,) = [
            notice for user, notice in world.chat.told if user.external == name and notice.code == "place_lost"
        ]
        assert notice.data == {"table": number, "chat": "Friends"}
        assert notice.actions == (("go_on_here", c.GoOnHere(number)),)
        assert world.chat.hand(name, number).table.adrift
        assert world.chat.hand(name, number).place.title == "", "nobody is led to where nothing is"
    for _ in range(8):
        await world.one_step(number)
    for name in NAMES:
        text = plain_text(render.hand(world.chat.hand(name, number)))
        assert "in the group" not in text, "what the others do is to be seen in the panel alone"
        assert "lost its place" in text
    await world.play_on(number)
    assert world.book(number).play.result is not None
    assert shown(world) == public, "nothing goes to where nothing can be shown"
    world = await world.restarted()
    assert world.book(number).home.adrift
    assert shown(world) == 0
    assert world.chat.hand("bob", number).play.result is not None
    assert (await world.do("ann", c.MyTurns(), private=True)).body == Notice("turns_none", {"tables": 1})


async def test_everybody_is_told_which_permission_was_taken(world: World) -> None:
    number = await lost(world, *NAMES, lacking=("send_messages",))
    notice = next(notice for _, notice in world.chat.told if notice.code == "place_closed")
    assert notice.data == {"table": number, "chat": "Friends", "rights": ("send_messages",)}


PRIVATE = c.ChatRef("chat", "ann's")
AWAY = c.ChatRef("other", "o1")


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (c.DealCards(), {"chat": OTHER_GROUP}),
        (c.DealCards(1), {"chat": OTHER_GROUP}),
        (c.DealCards(), {}),
        (c.GoOnHere(1), {}),
        (c.GoOnHere(1), {"chat": OTHER_GROUP, "ephemeral": True}),
        (c.GoOnHere(1), {"chat": None, "home": PRIVATE}),
        (c.GoOnHere(1), {"chat": AWAY}),
    ],
)
@pytest.mark.parametrize("parked", [False, True])
async def test_a_table_without_a_place_goes_on_wherever_one_of_its_people_says(
    store: Store, command: c.Command, where: dict[str, Any], parked: bool
) -> None:
    world = await World(store, frontends=(RecordingFrontend(), RecordingFrontend("other"))).start()
    number = await lost(world, *NAMES)
    if parked:
        session = world.manager.session
        await session.tables[number].mailbox.call(partial(park, session, session.tables[number]))
        assert code(await world.do("bob", c.MyHand(), private=True)) == "put_aside_adrift"
        command = c.DealCards(1) if isinstance(command, c.GoOnHere) else command
        if where.get("home"):
            assert code(await world.do("ann", command, **where)) == "resumed", "in private it goes on first"
            command = c.GoOnHere(1)
    there = where.get("chat") or where.get("home") or GROUP
    assert code(await world.do("ann", command, **where)) == "resumed"
    assert [place.ref for place in world.manager.session.tables[number].places] == [there]
    assert not world.book(number).home.adrift
    frontend = world.frontends[there == AWAY]
    assert (frontend.tables[-1].chat, frontend.tables[-1].table.private) == (there, there == PRIVATE)
    before = len(frontend.tables)
    await world.play_on(number)
    assert len(frontend.tables) > before
    assert {update.chat for update in frontend.tables[before:]} == {there}
    assert code(await world.do("bob", c.GoOnHere(number), private=True)) == "not_adrift"


async def test_who_may_not_bring_a_table_without_a_place_hears_why_and_others_how(world: World) -> None:
    number = await lost(world, *NAMES)
    for command in (c.ShowTable(), c.Leave(), c.TableSettings()):
        refused = await world.do("bob", command)
        assert refused.body == Notice("table_adrift", {"table": number}, (("go_on_here", c.GoOnHere(number)),))
        assert refused.private
    assert isinstance((await world.do("bob", c.MyHand())).body, PrivateUpdate), "the hand is there everywhere"
    assert code(await world.do("dan", c.ShowTable())) == "no_table_here"
    assert code(await world.do("dan", c.GoOnHere(number), private=True)) == "not_seated"
    assert code(await world.do("dan", c.DealCards(number), chat=OTHER_GROUP)) == "table_elsewhere"
    assert code(await world.do("bob", c.DealCards(), lacking=("send_messages",))) == "cannot_write_here"
    assert code(await world.do("bob", c.GoOnHere(number), private=True)) == "no_place_here"
    assert world.book(number).home.adrift


async def test_where_nobody_can_be_shown_a_hand_and_where_nothing_is_on_a_lost_table_is_put_aside(world: World) -> None:
    over = await world.dealt(*NAMES)
    await world.end("ann", over)
    world.chat.needs_start = True
    number = await world.seated("dan", "eve", "fay")
    for name in ("dan", "eve", "fay"):
        world.chat.blocked.add(name)
        world.manager.report(Unreachable(PrivateTarget(c.UserRef("chat", name), number)))
    await world.settle()
    told = len(world.chat.told)
    world.manager.report(Gone(GROUP))
    await world.settle()
    assert not world.manager.session.tables
    assert len(world.chat.told) == told


async def test_hand_and_table_know_what_was_put_aside(world: World) -> None:
    number = await aside(world, *NAMES)
    world = await world.restarted()
    alone = Notice("put_aside", {"table": number, "chat": "Friends"}, (("resume", c.DealCards(number)),))
    for asked in (c.MyHand(), c.MyTurns()):
        assert (await world.do("bob", asked, private=True)).body == alone
    for command in (c.ShowTable(), c.MyHand(), c.PlayText("pass"), c.Join()):
        here = await world.do("bob", command)
        assert here.body == Notice("table_is_parked", {"table": number}, (("resume", c.DealCards(number)),))
    assert code(await world.do("dan", c.MyHand(), private=True)) == "not_seated_anywhere"
    assert code(await world.do("dan", c.ShowTable(), chat=OTHER_GROUP)) == "no_table_here"


async def test_two_tables_that_were_put_aside_are_both_offered(world: World) -> None:
    session = world.manager.session
    for number in [await world.seated(*NAMES) for _ in range(2)]:
        await session.tables[number].mailbox.call(partial(park, session, session.tables[number]))
    for command in (c.ShowTable(), c.DealCards()):
        offered = await world.shown(Menu, "ann", command)
        assert [entry.command for entry in offered.entries] == [c.DealCards(2), c.DealCards(1)]


async def test_whoever_sits_there_goes_on_from_the_private_panel_and_nobody_else(world: World) -> None:
    number = await aside(world, *NAMES)
    assert code(await world.do("dan", c.DealCards(number), private=True)) == "table_is_parked"
    assert code(await world.do("cat", c.DealCards(number), private=True)) == "resumed"
    assert world.book(number).playing
    assert world.chat.hand("cat", number).panel is not None


async def test_no_table_is_opened_or_taken_up_where_it_could_not_be_shown(world: World) -> None:
    closed = ("attach_files", "send_messages")
    refused = await world.do("ann", c.NewTable("doudizhu"), lacking=closed)
    assert refused.body == Notice("cannot_write_here", {"rights": ("send_messages",)})
    assert world.chat.tables == []
    number = await aside(world, *NAMES)
    assert code(await world.do("ann", c.DealCards(number), lacking=closed)) == "cannot_write_here"
    assert number not in world.manager.session.tables


async def test_the_host_is_told_once_what_is_missing(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu"), lacking=("attach_files",))
    notice = Notice("rights_missing", {"table": 1, "chat": "Friends", "rights": ("attach_files",)})
    assert [said for _, said in world.chat.told if said.code == "rights_missing"] == [notice]
    for _ in range(2):
        world.manager.report(Lacking(GROUP, ("attach_files",)))
        await world.settle()
    world = await world.restarted()
    world.manager.report(Lacking(GROUP, ("attach_files",)))
    await world.settle()
    assert "rights_missing" not in world.chat.codes("ann")
    world.manager.report(Lacking(GROUP, ("attach_files", "send_messages")))
    await world.settle()
    said = [notice.data["rights"] for _, notice in world.chat.told if notice.code == "rights_missing"]
    assert said == [("send_messages",)]


async def test_a_table_nobody_touched_is_put_aside_without_a_word(store: Store) -> None:
    world = await World(store, settings=SessionSettings(park_after=3600)).start()
    number = await world.dealt(*NAMES, clock="0")
    before = len(world.chat.told)
    await world.advance(world.settings.park_after + 120)
    assert number not in world.manager.session.tables
    assert len(world.chat.told) == before


async def test_a_running_clock_says_when_it_is_over_and_one_that_waits_does_not(world: World) -> None:
    number = await world.dealt(*NAMES, clock="90")
    await world.one_step(number)
    shown = world.chat.table(number)
    (seat,) = shown.clocks.seconds_left
    assert shown.clocks.due == {seat: round(world.clock.now()) + shown.clocks.seconds_left[seat]}
    assert world.chat.hand(NAMES[seat], number).due == shown.clocks.due[seat]
