"""Places that go and come back, move, are shown several tables, or to which nobody sits: the table goes on in every one."""

from dataclasses import replace

import pytest

from bot.session.port import commands as c
from bot.session.port.protocols import ChatMoved, Gone
from bot.session.port.replies import Menu
from storage.api import Store
from tests.session.guests import GUEST, brought, fresh, invited, shown, there, told
from tests.session.world import GROUP, World, code

HOUR = 3600.0
LATE = 8.0


@pytest.fixture
async def world(store: Store) -> World:
    return await World(store, frontends=fresh()).start()


def places(world: World, number: int = 1) -> list[c.ChatRef]:
    return [place.ref for place in world.manager.session.tables[number].places]


def message_in(world: World, chat: c.ChatRef, number: int = 1) -> str | None:
    place = world.manager.session.tables[number].place_at(chat)
    assert place is not None
    return place.message


def through(world: World, name: str) -> c.ChatRef:
    return next(f for f in world.frontends if any(h.user.external == name for h in f.hands)).hand(name).place.chat


async def test_a_place_that_was_taken_away_comes_back_with_its_people(world: World) -> None:
    number = await brought(world)
    await world.do("ann", c.FillAi(number))
    await world.do("ann", c.DealCards(number))
    old = shown(world, GUEST).post.message
    assert code(await world.do("zoe", c.End(), **there("zoe", admin=True))) == "taken_away"
    assert through(world, "dan") == GROUP
    assert code(await world.do("dan", c.Leave(), **there("dan"))) == "not_shown_here"
    world = await world.restarted(frontends=fresh())
    card = await invited(world)
    assert code(await world.do("eve", c.Join(code=card), **there("eve"))) == "joined_next_round"
    assert places(world) == [GROUP, GUEST]
    assert shown(world, GUEST).post.message != old, "the message that said good-bye stays what it is"
    assert through(world, "dan") == GUEST, "who came through it belongs there again"
    await world.do("eve", c.Leave(number), **there("eve"))
    assert places(world) == [GROUP, GUEST], "and keeps it"
    await world.do("dan", c.Leave(number), **there("dan"))
    assert shown(world, GUEST).post.left


async def test_a_home_that_was_lost_comes_back_as_a_guest_with_its_people(world: World) -> None:
    number = await brought(world, "eve")
    await world.do("ann", c.DealCards(number))
    world.manager.report(Gone(GROUP, ("send_messages",)))
    await world.settle()
    assert (places(world), through(world, "ann")) == ([GUEST], GUEST)
    assert code(await world.do("ann", c.Join(code=await invited(world)))) == "place_brought"
    assert (shown(world, GUEST).home, shown(world, GROUP).home) == (True, False)
    assert (through(world, "ann"), through(world, "dan")) == (GROUP, GUEST)
    assert code(await world.do("zoe", c.Kick(number, name="dan"), admin=True)) == "guest_admin", "it has lost its say"
    assert (await world.do("ann", c.Kick(number, name="eve"))).ok, "whoever was host is"
    await world.do("ann", c.Leave(number))
    assert shown(world, GROUP).post.left
    assert "you_are_host" in told(world, "dan")


async def test_a_home_that_moves_stays_the_home_and_the_guests_notice_nothing(world: World) -> None:
    number = await brought(world, "eve")
    await world.do("ann", c.DealCards(number))
    new, kept = c.ChatRef("chat", "g9"), message_in(world, GUEST)
    world.manager.report(ChatMoved("chat", "g1", "g9"))
    await world.settle()
    assert places(world) == [new, GUEST]
    assert shown(world, new).home
    assert shown(world, new).post.message is None, "old messages cannot be edited there"
    assert message_in(world, GUEST) == kept
    assert through(world, "ann") == new
    await world.play_on(number)
    assert {shown(world, chat).play.result is None for chat in (new, GUEST)} == {False}


async def test_where_two_tables_are_shown_commands_ask_which(world: World) -> None:
    await brought(world)
    await world.do("bob", c.NewTable("doudizhu", fresh=True))
    reply = await world.do("dan", c.Join(code=await invited(world, 2, "bob")), **there("dan"))
    assert code(reply) == "place_joined"
    for command in (c.ShowTable(), c.DealCards(), c.Leave(), c.TableSettings(), c.Invite(), c.FillAi()):
        asked = (await world.do("dan", command, **there("dan"))).body
        assert isinstance(asked, Menu), command
        assert asked.notice.code == "which_table"
        assert [entry.command for entry in asked.entries] == [replace(command, table=number) for number in (1, 2)]
    asked = (await world.do("zoe", c.End(), **there("zoe", admin=True))).body
    assert isinstance(asked, Menu), "also who takes one away"
    assert code(await world.do("zoe", asked.entries[0].command, **there("zoe", admin=True))) == "taken_away"
    assert places(world, 1) == [GROUP]
    assert places(world, 2) == [GROUP, GUEST]
    assert code(await world.do("dan", c.Invite(2), **there("dan"))) == "invitation"
    assert code(await world.do("dan", c.Invite(), **there("dan"))) == "invitation", "only one is left here to sit at"


async def test_who_looks_on_in_a_guest_place_sees_that_place_and_no_hand(world: World) -> None:
    number = await brought(world, "eve")
    await world.do("dan", c.Language("zh"), **there("dan"), admin=True)
    await world.do("ann", c.DealCards(number))
    before = len(world.frontends[1].tables)
    assert (await world.do("zoe", c.ShowTable(), **there("zoe"))).ok
    (looked,) = world.frontends[1].tables[before:]
    assert (looked.chat, looked.language, looked.home) == (GUEST, "zh", False)
    for command in (c.MyHand(), c.MyHand(number), c.Hint(number), c.PlayText("3", number), c.Invite(number), c.Leave()):
        assert code(await world.do("zoe", command, **there("zoe"))) == "not_seated", command
    assert not any(hand.user.external == "zoe" for front in world.frontends for hand in front.hands)


async def test_a_place_in_which_nobody_sits_is_kept_current_in_its_language(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("dan", c.Join(code=await invited(world)), **there("dan"))
    await world.do("ann", c.DealCards(number))
    await world.do("dan", c.Language("zh"), **there("dan"), admin=True)
    assert (shown(world, GUEST).language, shown(world, GROUP).language) == ("zh", "en")
    seen = len(world.frontends[1].tables)
    for _ in range(5):
        await world.one_step(number)
    assert len(world.frontends[1].tables) - seen == 5
    assert shown(world, GUEST).version == shown(world, GROUP).version
    assert not any(update.ping for update in world.frontends[1].tables), "nobody there is called"


async def test_a_slow_table_is_posted_anew_in_every_place_before_its_message_is_too_old(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu", options={"clock": "72h"}))
    await world.do("dan", c.Join(code=await invited(world)), **there("dan"))
    await world.do("ann", c.FillAi(1))
    await world.do("ann", c.DealCards(1))
    await world.settle()
    world.clock.set_wall(20 * HOUR)
    late = c.ChatRef("other", "o2")
    await world.do("eve", c.Join(code=await invited(world)), **there("eve", late))
    before = {chat: message_in(world, chat) for chat in (GROUP, GUEST, late)}
    world.clock.set_wall(21 * HOUR)
    await world.advance(1.1 * HOUR, late=LATE)
    same = {chat for chat, message in before.items() if message_in(world, chat) == message}
    assert same == {late}, "which came there later"
    assert {shown(world, chat).post.renew for chat in (GROUP, GUEST)} == {True}
    assert not shown(world, late).post.renew
