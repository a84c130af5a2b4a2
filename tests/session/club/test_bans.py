"""Who may not sit in a group: at no table of it, from wherever they come, and from now on."""

from bot.session.port import commands as c
from bot.session.port.replies import Menu
from bot.session.port.updates import Notice
from storage.api import Store
from storage.themes.groups import BanRow
from tests.session.guests import brought, fresh, invited, there, told
from tests.session.world import GROUP, OTHER_GROUP, World, code

THREAD = c.ChatRef("chat", "g1", "7")
BOB = c.UserRef("chat", "bob")


def person(name: str) -> c.UserRef:
    return c.UserRef("chat", name)


async def invitation(world: World, name: str, number: int) -> str:
    reply = await world.shown(Notice, name, c.Invite(number))
    return str(reply.data["code"])


async def test_who_is_banned_loses_the_seats_here_and_takes_none_in_any_way(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("dan", c.NewTable("doudizhu"), chat=THREAD)
    await world.do("bob", c.Join(2), chat=THREAD)
    await world.do("eve", c.NewTable("doudizhu"), chat=OTHER_GROUP)
    await world.do("bob", c.Join(3), chat=OTHER_GROUP)
    ticket = await invitation(world, "ann", number)
    assert code(await world.do("zoe", c.Ban(BOB), admin=True)) == "banned"
    for table in (1, 2):
        assert all(held.external != "bob" for held in world.book(table).persons.values())
    assert any(held.external == "bob" for held in world.book(3).persons.values())
    assert world.chat.codes("bob").count("you_were_banned") == 2
    world = await world.restarted()
    for command, more in (
        (c.Join(number), {}),
        (c.Join(2, 2), {"chat": THREAD}),
        (c.Join(code=ticket), {"private": True}),
        (c.NewTable("doudizhu", fresh=True), {}),
    ):
        assert code(await world.do("bob", command, **more)) == "banned_here", command
    assert code(await world.do("bob", c.NewTable("doudizhu", fresh=True), chat=OTHER_GROUP)) == "table_opened"
    assert code(await world.do("zoe", c.Unban(name="bob"), admin=True)) == "unbanned"
    assert code(await world.do("bob", c.Join(number))) == "joined"


async def test_a_round_goes_on_with_an_ai_player_and_the_table_has_another_host(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("bob", c.DealCards(number))
    await world.do("zoe", c.Ban(person("ann")), admin=True)
    book = world.book(number)
    assert book.playing
    assert 0 in book.people.stand_ins
    assert book.row.host == book.seats[1].user
    assert "you_are_host" in world.chat.codes("bob")


async def test_bans_are_named_by_mention_or_name_listed_with_buttons_and_for_administrators_only(world: World) -> None:
    await world.seated("ann", "bob", "cat")
    assert code(await world.do("ann", c.Ban(BOB))) == "admins_only"  # the host is none
    assert code(await world.do("ann", c.Ban())) == "admins_only"
    assert code(await world.do("ann", c.Ban(person("ann")), admin=True)) == "ban_yourself"
    assert code(await world.do("ann", c.Ban(person("nobody")), admin=True)) == "ban_unknown"
    assert code(await world.do("ann", c.Ban(name="nobody"), admin=True)) == "ban_unknown"
    assert code(await world.do("ann", c.Unban(name="Bob"), admin=True)) == "not_banned"
    assert code(await world.do("ann", c.Ban(BOB), admin=True, private=True)) == "in_group_only"
    assert (await world.do("ann", c.Ban(name="@Bob"), admin=True)).body == Notice(
        "banned", {"name": "Bob"}, (("unban", c.Unban(who="u2")),)
    )
    again = await world.do("ann", c.Ban(name="bob"), admin=True)
    assert again.ok or code(again) == "ban_unknown"  # not seated any more, and never finished a round here
    listed = await world.do("ann", c.Ban(), admin=True)
    assert isinstance(listed.body, Menu)
    assert listed.private
    assert [entry.data for entry in listed.body.entries] == [{"name": "Bob"}]
    assert code(await world.do("ann", listed.body.entries[0].command, admin=True)) == "unbanned"
    empty = await world.shown(Menu, "ann", c.Ban(), admin=True)
    assert (empty.notice.code, empty.entries) == ("no_bans", ())


async def test_forgetting_oneself_is_no_way_around_a_ban_and_leaves_no_name(store: Store) -> None:
    world = await World(store).start()
    number = await world.seated("ann", "bob", "cat")
    await world.do("zoe", c.Ban(BOB), admin=True)
    await world.do("bob", c.Notify(), chat=OTHER_GROUP)
    assert code(await world.do("bob", c.Forget(sure=True), private=True)) == "forgotten"
    async with store.begin() as unit:
        (row,) = await unit.groups.bans("chat", "g1")
        assert row.user is None
        assert "bob" not in row.who
        assert await unit.groups.calls("chat", "g2", "") == []
    assert code(await world.do("bob", c.Join(number))) == "banned_here"
    listed = await world.shown(Menu, "zoe", c.Ban(), admin=True)
    assert [entry.label for entry in listed.entries] == ["menu.unban_nobody"]
    assert code(await world.do("zoe", listed.entries[0].command, admin=True)) == "unbanned_nobody"
    assert code(await world.do("bob", c.Join(number))) == "joined"


async def test_a_seat_at_a_table_put_aside_is_lost_too(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat")
    await world.advance(7300)
    assert number not in world.manager.session.tables
    await world.do("zoe", c.Ban(BOB), admin=True)
    await world.do("ann", c.DealCards(number))
    assert [held.external for held in world.book(number).persons.values()] == ["ann", "cat"]


async def test_a_ban_that_was_stored_before_the_process_died_is_carried_out_after_it(store: Store) -> None:
    world = await World(store).start()
    number = await world.seated("ann", "bob", "cat")
    await world.kill()
    async with store.change() as unit:
        await unit.groups.put_ban(BanRow("chat", "g1", "u2", 2, 1.0))
    world = await world.restarted()
    await world.advance(61)
    assert [held.external for held in world.book(number).persons.values()] == ["ann", "cat"]
    await world.advance(61)
    assert world.chat.codes("bob").count("you_were_banned") == 1


async def test_a_ban_reaches_tables_whose_home_is_elsewhere(store: Store) -> None:
    world = await World(store, frontends=fresh()).start()
    number = await brought(world, "eve")
    assert code(await world.do("zoe", c.Ban(name="Eve"), **there("zoe", admin=True))) == "banned"
    assert {held.external for held in world.book(number).persons.values()} == {"ann", "dan"}
    assert "you_were_banned" in told(world, "eve")
    ticket = await invited(world)
    assert code(await world.do("eve", c.Join(code=ticket), **there("eve", None))) == "banned_here", "in private too"
    assert code(await world.do("fay", c.Join(code=ticket), **there("fay", None))) == "joined"
    assert code(await world.do("zoe", c.Ban(name="Fay"), **there("zoe", admin=True))) == "banned"
    assert {held.external for held in world.book(number).persons.values()} == {"ann", "dan"}
    assert code(await world.do("zoe", c.Ban(name="Ann"), **there("zoe", admin=True))) == "banned"
    assert {held.external for held in world.book(number).persons.values()} == {"ann", "dan"}, "her seat is the home's"
    assert [place.ref for place in world.manager.session.tables[number].places] == [GROUP]
    assert "guest_place_closed" in told(world, "dan")
