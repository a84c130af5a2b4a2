"""One table in several places: who is shown what where, who may do what, and what happens when a place goes."""

import random

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.port import commands as c
from bot.session.port.protocols import ChatMoved, Delivered, Gone, Lacking, PrivateTarget, PublicTarget
from bot.session.port.replies import Menu
from bot.session.port.updates import Notice
from games.base.actions import action_text
from storage.api import Store
from tests.seeds import seeds
from tests.session.guests import GUEST, PRIVATE, TOPIC, brought, fresh, invited, lines, shown, there, told
from tests.session.world import GROUP, RecordingFrontend, World, code


@pytest.fixture
async def world(store: Store) -> World:
    return await World(store, frontends=fresh()).start()


async def test_every_place_has_its_own_message_in_its_own_language(world: World) -> None:
    await brought(world)
    await world.do("dan", c.Language("zh"), **there("dan"), admin=True)
    home, guest = shown(world, GROUP), shown(world, GUEST)
    assert (home.home, home.elsewhere) == (True, ("Cards",))
    assert (guest.home, guest.elsewhere) == (False, ("Friends",))
    assert home.post.message != guest.post.message
    assert (home.language, guest.language) == ("en", "zh")
    await world.do("ann", c.FillAi(1))
    await world.do("dan", c.DealCards(1), **there("dan"))
    assert {update.version for update in (shown(world, GROUP), shown(world, GUEST))} == {shown(world, GROUP).version}
    assert world.frontends[1].hand("dan").place.chat == GUEST
    assert world.frontends[1].hand("dan").place.message == shown(world, GUEST).post.message
    assert lines(await world.do("ann", c.ShowTable(1, plain=True)))[4] == "places: 2"


def all_arrived(world: World, number: int) -> None:
    """Everything that was sent last has arrived, and the platform says what it shows."""
    table = world.manager.session.tables[number]
    for place in table.places:
        moment = shown(world, place.ref).post.moment
        world.manager.report(Delivered(PublicTarget(number, place.ref), str(place.message), f"{moment} digest"))
    for held in table.book.persons.values():
        user = c.UserRef(held.platform, held.external)
        moment = next(f for f in world.frontends if f.platform == user.platform).hand(user.external).post.moment
        world.manager.report(Delivered(PrivateTarget(user, number), str(held.message), f"{moment} digest"))


async def test_a_restart_finds_every_message_and_sends_nothing_new(world: World) -> None:
    number = await brought(world)
    await world.do("ann", c.FillAi(number))
    await world.do("ann", c.DealCards(number))
    all_arrived(world, number)
    await world.settle()
    before = {place.ref: place.message for place in world.manager.session.tables[number].places}
    await world.advance(10)
    world = await world.restarted(frontends=fresh())
    assert [frontend.tables + frontend.hands for frontend in world.frontends] == [[], []]
    assert {place.ref: place.message for place in world.manager.session.tables[number].places} == before
    await world.one_step(number)
    await world.advance(2)
    assert all(frontend.tables for frontend in world.frontends), "the next play is shown in both"


async def test_whoever_can_be_called_only_in_a_group_is_called_in_their_own(world: World) -> None:
    number = await brought(world, "eve")
    world.frontends[1].blocked |= {"dan", "eve"}
    await world.do("dan", c.DealCards(number), **there("dan", ephemeral=True))
    await world.do("eve", c.ShowTable(number), **there("eve", ephemeral=True))
    await world.do("dan", c.ShowTable(number), **there("dan", ephemeral=True))
    await world.do("ann", c.DealCards(number))
    for _ in range(12):
        await world.one_step(number)
    called = {
        (user.external, update.chat) for front in world.frontends for update in front.tables for user in update.ping
    }
    assert called <= {("dan", GUEST), ("eve", GUEST)}
    assert called


async def test_host_and_administrators_are_those_of_the_home(world: World) -> None:
    number = await brought(world)
    await world.do("ann", c.FillAi(number))
    await world.do("ann", c.DealCards(number))
    boss = there("zoe", admin=True)
    assert code(await world.do("zoe", c.Kick(number, name="ann"), **boss)) == "guest_admin"
    assert code(await world.do("zoe", c.TableSettings(number, "bids", "3"), **boss)) == "guest_admin"
    assert code(await world.do("zoe", c.End(number), **there("zoe"))) == "not_seated"
    assert code(await world.do("zoe", c.End(), **boss)) == "taken_away"
    assert world.book().playing
    assert shown(world, GUEST).post.left
    assert "guest_place_closed" in told(world, "dan")
    assert world.book().seat_of(world.book().seats[1].user) == 1, "dan keeps the seat"
    assert code(await world.do("zoe", c.ShowTable(), **boss)) == "no_table_here"
    before = len(world.frontends[1].tables)
    await world.one_step(number)
    assert len(world.frontends[1].tables) == before
    assert world.frontends[1].hand("dan").place.chat == GROUP


async def test_a_host_who_leaves_is_followed_by_somebody_of_the_home(world: World) -> None:
    number = await brought(world)
    assert (await world.do("bob", c.Join(number))).ok
    assert code(await world.do("ann", c.Leave(number))) == "left"
    assert "you_are_host" in told(world, "bob")
    assert code(await world.do("bob", c.Leave(number))) == "left"
    assert "you_are_host" in told(world, "dan")


async def test_a_place_goes_with_its_last_person_and_is_told_once(world: World) -> None:
    number = await brought(world, "eve")
    await world.do("dan", c.Leave(number), **there("dan"))
    assert not shown(world, GUEST).post.left
    await world.do("ann", c.Kick(number, name="eve"))
    assert [update.post.left for update in world.frontends[1].tables].count(True) == 1
    assert shown(world, GUEST).post.left
    assert shown(world, GROUP).elsewhere == ()
    await world.do("ann", c.FillAi(number))
    assert shown(world, GUEST).post.left
    assert lines(await world.do("ann", c.ShowTable(number, plain=True)))[4] == "places: 1"
    assert code(await world.do("eve", c.Join(number), **there("eve"))) == "table_elsewhere"


async def test_a_place_that_is_lost_is_left_and_its_people_play_on(world: World) -> None:
    number = await brought(world, "eve")
    await world.do("ann", c.DealCards(number))
    world.manager.report(Gone(GUEST))
    await world.settle()
    assert number in world.manager.session.tables
    for name in ("dan", "eve"):
        assert told(world, name).count("guest_place_lost") == 1
    assert "guest_place_lost" not in told(world, "ann")
    assert [place.ref for place in world.manager.session.tables[number].places] == [GROUP]
    await world.play_on(number)


async def test_a_home_that_is_lost_is_followed_by_the_first_guest_place(world: World) -> None:
    number = await brought(world, "eve")
    await world.do("ann", c.DealCards(number))
    message = world.manager.session.tables[number].place_at(GUEST)
    assert message is not None
    world.manager.report(Gone(GROUP, ("send_messages",)))
    await world.settle()
    assert told(world, "ann").count("guest_place_lost") == 1
    home = shown(world, GUEST)
    assert (home.home, home.elsewhere, home.post.message) == (True, (), message.message)
    await world.kill()
    world = await world.restarted()
    assert [place.ref for place in world.manager.session.tables[number].places] == [GUEST]
    world.manager.report(Gone(GUEST))
    await world.settle()
    assert world.book(number).home.adrift, "nothing is left to show it in but private panels"


async def test_a_group_that_moves_is_the_same_place_under_its_new_id(world: World) -> None:
    number = await brought(world)
    new = c.ChatRef("other", "o2")
    await world.do("zoe", c.ShowTable(), **there("zoe", new))
    world.manager.report(ChatMoved("other", "o1", "o2"))
    await world.settle()
    assert not any(update.post.left for update in world.frontends[1].tables)
    assert shown(world, new).post.message is None, "old messages cannot be edited there"
    assert code(await world.do("eve", c.Join(number), **there("eve", new))) == "joined"
    world = await world.restarted()
    assert {place.ref for place in world.manager.session.tables[number].places} == {GROUP, new}


async def test_topics_of_one_group_are_places_of_their_own_with_the_groups_administrators(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu"))
    card = await invited(world)
    assert code(await world.do("bob", c.Join(code=card), chat=TOPIC)) == "place_joined"
    assert code(await world.do("cat", c.Join(code=card), chat=TOPIC)) == "joined", "it is there already"
    assert code(await world.do("bob", c.Join(code=card), chat=TOPIC)) == "already_seated"
    assert code(await world.do("bob", c.Join(code=card))) == "already_seated"
    assert {place.ref for place in world.manager.session.tables[1].places} == {GROUP, TOPIC}
    assert code(await world.do("zoe", c.Kick(1, name="bob"), chat=TOPIC, admin=True)) == "kicked"
    world.manager.report(Gone(GROUP))
    await world.settle()
    assert world.book(1).home.adrift, "the group has gone with all its topics"


async def test_a_code_brings_a_place_also_by_somebody_who_sits_there_and_to_a_full_table(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    card = await invited(world)
    assert code(await world.do("ann", c.Join(code=card), chat=TOPIC)) == "place_brought"
    assert code(await world.do("dan", c.Join(code=card), **there("dan"))) == "place_brought_full"
    assert shown(world, GUEST).elsewhere == ("Friends", "Friends")
    assert code(await world.do("dan", c.Leave(), **there("dan"))) == "taken_away"
    assert shown(world, GUEST).post.left
    await world.do("ann", c.Leave(number))
    assert TOPIC in {place.ref for place in world.manager.session.tables[number].places}, "nobody had come through it"


async def test_a_private_chat_is_a_place_that_others_know_by_name_only(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu"))
    card = await invited(world)
    assert code(await world.do("eve", c.Join(code=card), **there("eve", None))) == "joined"
    assert shown(world, PRIVATE).table.private
    assert shown(world, GROUP).elsewhere == ("Eve",)
    assert not shown(world, GROUP).table.private
    await world.do("eve", c.FillAi(1), **there("eve", None))
    await world.do("eve", c.DealCards(1), **there("eve", None))
    await world.play_on(1)
    assert not any(update.ended for update in world.frontends[1].tables), "the result of one's own has rung already"
    await world.do("eve", c.Leave(1), **there("eve", None))
    assert shown(world, PRIVATE).post.left


async def test_whoever_only_watches_in_private_sends_the_table_away_again(world: World) -> None:
    await world.seated("ann", "bob", "cat")
    watched = there("eve", None)
    assert code(await world.do("eve", c.Join(code=await invited(world)), **watched)) == "place_brought_full"
    assert shown(world, GROUP).elsewhere == ("",)
    assert code(await world.do("eve", c.Leave(), **watched)) == "taken_away"
    assert shown(world, PRIVATE).post.left
    assert code(await world.do("eve", c.Leave(), **watched)) == "no_table_of_yours"


async def test_without_its_home_a_table_goes_to_a_group_before_a_private_chat(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu"), ephemeral=True)
    card = await invited(world)
    await world.do("eve", c.Join(code=card), **there("eve", None))
    await world.do("dan", c.Join(code=card), **there("dan", ephemeral=True))
    assert len(world.book().people.ephemeral) == 2
    world.manager.report(Gone(GROUP))
    await world.settle()
    assert (shown(world, GUEST).home, shown(world, PRIVATE).home) == (True, False)
    assert len(world.book().people.ephemeral) == 1, "in a group that has gone nobody can be shown a hand"


async def test_whoever_has_left_their_own_group_is_missed_there(world: World) -> None:
    await brought(world)
    world.frontends[1].gone.add("dan")
    await world.advance(700)
    assert (await world.do("dan", c.FillAi(1), **there("dan", None))).ok
    assert world.frontends[1].looked_for == ["dan"]
    assert "player_left_group" in told(world, "ann")


async def test_a_table_of_a_private_chat_comes_to_a_group(world: World) -> None:
    await world.do("eve", c.NewTable("doudizhu"), **there("eve", None))
    reply = await world.shown(Notice, "eve", c.Invite(1), **there("eve", None))
    assert code(await world.do("bob", c.Join(code=str(reply.data["code"])))) == "place_joined"
    assert (shown(world, GROUP).home, shown(world, GROUP).elsewhere) == (False, ("Eve",))
    assert code(await world.do("zoe", c.End(1), admin=True)) == "taken_away"


async def test_what_is_missing_in_a_guest_place_is_told_once_to_who_sits_there(world: World) -> None:
    await brought(world)
    for _ in range(2):
        world.manager.report(Lacking(GUEST, ("attach_files",)))
        await world.settle()
    assert told(world, "dan").count("rights_missing") == 1
    assert "rights_missing" not in told(world, "ann")
    elsewhere = there("eve", c.ChatRef("other", "o9"), lacking=("send_messages",))
    refused = await world.do("eve", c.Join(code=await invited(world)), **elsewhere)
    assert code(refused) == "cannot_write_here"


async def test_a_table_that_was_put_aside_goes_on_in_all_its_places(store: Store) -> None:
    world = await World(store, frontends=fresh()).start()
    number = await brought(world)
    await world.do("ann", c.FillAi(number))
    await world.do("ann", c.DealCards(number))
    await world.advance(world.settings.park_after + 120)
    assert shown(world, GUEST).table.parked
    assert code(await world.do("zoe", c.DealCards(number), **there("zoe"))) in ("table_elsewhere", "table_is_parked")
    offered = await world.do("dan", c.ShowTable(), **there("dan"))
    assert code(offered) == "table_is_parked"
    assert code(await world.do("dan", c.DealCards(number), **there("dan"))) == "resumed"
    assert {shown(world, chat).table.parked for chat in (GROUP, GUEST)} == {False}
    await world.end("ann", number)
    await world.do("ann", c.End(number))
    assert shown(world, GUEST).table.state == "closed"
    async with store.begin() as unit:
        assert await unit.tables.places(number) == []


async def test_the_page_is_a_place_that_the_others_name_and_whoever_comes_there_sees_the_table(store: Store) -> None:
    one, other = fresh()
    world = await World(store, frontends=(one, other, RecordingFrontend("web"))).start()
    await world.do("ann", c.NewTable("doudizhu"))
    card = await invited(world)
    assert code(await world.do("bob", c.Join(code=card))) == "joined", "at home there is nothing else to show"
    assert not shown(world, GROUP).by_page
    guest = {"user": c.UserRef("web", "w1"), "chat": None, "chat_title": "", "page": True}
    assert code(await world.do("eve", c.Join(code=card), **guest)) == "joined"
    await world.do("dan", c.Join(code=card), **there("dan"))
    for chat, other_place in ((GROUP, "Cards"), (GUEST, "Friends")):
        assert shown(world, chat).by_page
        said = plain_text(render.table(shown(world, chat)))
        assert f"Also shown to {other_place}, people at the page" in said


async def test_results_belong_to_the_home(store: Store) -> None:
    world = await World(store, frontends=fresh()).start()
    number = await brought(world)
    await world.do("ann", c.FillAi(number))
    await world.play_on(number)
    async with store.begin() as unit:
        home = await unit.chats.find("chat", "g1", "")
        guest = await unit.chats.find("other", "o1", "")
        assert home is not None
        assert guest is not None
        assert len(await unit.matches.latest(home.id, None, limit=9, offset=0)) == 1
        assert list(await unit.matches.latest(guest.id, None, limit=9, offset=0)) == []


async def test_who_is_forgotten_leaves_no_private_chat_behind(store: Store) -> None:
    world = await World(store, frontends=fresh()).start()
    await world.seated("ann", "bob", "cat")
    await world.do("eve", c.Join(code=await invited(world)), **there("eve", None))
    async with store.begin() as unit:
        assert len(await unit.tables.places(1)) == 1
    assert isinstance((await world.do("eve", c.Forget(), **there("eve", None))).body, Menu)
    assert code(await world.do("eve", c.Forget(sure=True), **there("eve", None))) == "forgotten"
    async with store.begin() as unit:
        assert await unit.tables.places(1) == []
        assert await unit.chats.find("other", PRIVATE.external, "") is None
    assert [place.ref for place in world.manager.session.tables[1].places] == [GROUP]
    assert code(await world.do("eve", c.Join(code=await invited(world)), **there("eve", None))) == "place_brought_full"
    assert [place.ref for place in world.manager.session.tables[1].places] == [GROUP, PRIVATE], "as somebody new"


@pytest.mark.parametrize("seed", seeds(3, 24))
async def test_no_place_ever_sees_a_hand_whatever_happens(store: Store, seed: int) -> None:
    """People come, play, leave and lose places at random: every place is shown the view of nobody, hands go to who holds them."""
    draw = random.Random(seed)
    world = await World(store, frontends=fresh(), seed=seed).start()
    number = await brought(world)
    card = await invited(world)
    places = [None, GUEST, c.ChatRef("other", "o2"), c.ChatRef("other", "o3", "5")]
    people = ["ann", "dan", "eve", "fay"]
    for _ in range(60):
        if number not in world.manager.session.tables:
            break
        name, chat = draw.choice(people), draw.choice(places)
        origin = {} if name == "ann" else there(name, chat)
        book = world.book(number)
        waited = [entry.seat for entry in book.awaited if book.seats[entry.seat].external == name]
        if waited and draw.random() < 0.8:
            text = action_text(world.choice(book, waited[0]))
            await world.do(name, c.PlayText(text, number, sure=True), **{**origin, "chat": None})
            continue
        wish = draw.choice(
            [c.Join(code=card), *(kind(number) for kind in (c.Leave, c.FillAi, c.DealCards, c.ShowTable, c.Back))]
        )
        if name == "ann" and isinstance(wish, c.Leave):
            continue
        await world.do(name, wish, **origin)
        if draw.random() < 0.08 and chat is not None:
            world.manager.report(Gone(chat))
            await world.settle()
        await world.advance(1.0)
    table = world.manager.session.tables.get(number)
    for frontend in world.frontends:
        for update in frontend.tables:
            assert update.view is None or (update.view.viewer is None and update.view.hand is None)
            assert all(event.audience is None for event, _ in update.play.recent)
            assert update.chat.platform == frontend.platform
        for hand in frontend.hands:
            assert hand.view.viewer == hand.seat
            assert hand.user.platform == frontend.platform
    if table is not None:
        assert len({place.ref for place in table.places}) == len(table.places)
        assert table.guests.keys() == table.book.places.keys()
