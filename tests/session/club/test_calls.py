"""Being called to the next table of a group: privately, once a table, and nobody who may not see the group."""

from bot.present import render
from bot.session.port import commands as c
from bot.session.port.buttons import decode, encode
from bot.session.port.updates import Notice
from tests.session.world import OTHER_GROUP, World, code

THREAD = c.ChatRef("chat", "g1", "7")


def calls(world: World, name: str) -> list[Notice]:
    return [notice for user, notice in world.chat.told if user.external == name and notice.code == "called"]


async def test_who_asked_is_called_once_to_each_table_and_joins_with_one_press(world: World) -> None:
    assert code(await world.do("bob", c.Notify())) == "notify_on"
    assert code(await world.do("bob", c.Notify("斗地主"))) == "notify_on_game"
    assert code(await world.do("cat", c.Notify("gongzhu"))) == "notify_on_game"
    world = await world.restarted()
    origin = world.origin("ann", chat=THREAD)
    for _ in range(2):  # the same update twice
        await world.manager.handle(origin, c.NewTable("doudizhu"))
        await world.settle()
    (call,) = calls(world, "bob")
    assert (call.data["game"], call.data["name"], call.data["free"]) == ("doudizhu", "Ann", 2)
    assert calls(world, "cat") == calls(world, "ann") == []
    join, stop = (command for _, command in call.actions)
    assert code(await world.do("bob", join, private=True)) == "joined_hello"
    assert code(await world.do("bob", stop, private=True)) == "notify_off"
    await world.do("ann", c.NewTable("doudizhu", fresh=True))
    assert len(calls(world, "bob")) == 1


async def test_nobody_is_called_who_opened_it_has_left_is_banned_or_asked_elsewhere(world: World) -> None:
    for name in ("ann", "bob", "cat", "dan"):
        await world.do(name, c.Notify())
    await world.do("eve", c.Notify(), chat=OTHER_GROUP)
    world.chat.gone.add("bob")
    await world.do("zoe", c.Ban(c.UserRef("chat", "cat")), admin=True)
    await world.do("ann", c.NewTable("doudizhu"))
    assert [name for name in ("ann", "bob", "cat", "dan", "eve") if calls(world, name)] == ["dan"]
    world.chat.gone.clear()  # who has come back asks again
    await world.do("ann", c.NewTable("doudizhu", fresh=True))
    assert not calls(world, "bob")
    async with world.store.begin() as unit:
        assert {row.external for row in await unit.groups.calls("chat", "g1", "")} == {"ann", "dan"}


async def test_nobody_is_called_as_long_as_the_platform_does_not_say_that_they_are_there(world: World) -> None:
    await world.do("bob", c.Notify())
    world.chat.silent = True
    await world.do("ann", c.NewTable("doudizhu"))
    assert world.chat.looked_for == ["bob"]
    assert not calls(world, "bob")


async def test_calls_are_of_a_group_and_of_one_game_or_all(world: World) -> None:
    assert code(await world.do("bob", c.Notify(), private=True)) == "in_group_only"
    assert code(await world.do("bob", c.Notify("whist"))) == "unknown_game"
    await world.do("bob", c.Notify("doudizhu"))
    await world.do("bob", c.Notify("gongzhu"))
    assert code(await world.do("bob", c.Notify("doudizhu", off=True))) == "notify_off"
    await world.do("ann", c.NewTable("doudizhu"))
    assert not calls(world, "bob")
    await world.do("ann", c.NewTable("gongzhu", fresh=True))
    assert len(calls(world, "bob")) == 1
    assert code(await world.do("bob", c.Notify(off=True), chat=OTHER_GROUP)) == "notify_off"
    await world.do("ann", c.NewTable("gongzhu", fresh=True))
    assert len(calls(world, "bob")) == 2


async def test_nobody_is_called_in_their_quiet_hours(world: World) -> None:
    for name in ("bob", "cat"):
        await world.do(name, c.Notify())
    assert world.clock.now() % 86_400 // 3600 == 13  # in UTC
    assert code(await world.do("bob", c.Prefer("quiet", "13-15 utc"), private=True)) == "quiet_set"
    await world.do("ann", c.NewTable("doudizhu"))
    assert not calls(world, "bob")
    assert len(calls(world, "cat")) == 1


async def test_a_table_that_a_button_opens_calls_people_too(world: World) -> None:
    await world.do("bob", c.Notify())
    for asked in (c.NewTable(), c.NewTable(preset="popular")):
        lobby = render.reply(await world.do("ann", asked))
        assert lobby is not None
        pressed = [decode(encode(button.command)) for row in lobby.rows for button in row if button.command is not None]
        opened = next(command for command in pressed if isinstance(command, c.NewTable))
        before = len(calls(world, "bob"))
        await world.do("ann", opened, message="7")
        assert len(calls(world, "bob")) == before + 1
