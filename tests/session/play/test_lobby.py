"""Opening a table, taking seats, house rules."""

import asyncio

from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.replies import Menu, SettingsCard
from bot.session.port.updates import Notice
from storage.api import Store
from tests.session.world import OTHER_GROUP, World, code


async def test_whoever_opens_a_table_is_host_on_seat_one(world: World) -> None:
    reply = await world.do("ann", c.NewTable("斗地主", "no_shuttles", {"clock": "30", "deals": "4"}))
    assert reply.body == Notice("table_opened", {"table": 1, "game": "doudizhu", "preset": "no_shuttles"})
    shown = world.chat.table()
    assert (shown.players[0].name, shown.players[0].host) == ("Ann", True)
    assert shown.table.clock == 30
    assert (shown.table.options["shuttles"], shown.table.options["deals"]) == (False, 4)


async def test_of_two_who_run_for_the_last_seat_one_gets_it(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("cat", c.Leave(number))
    origins = [world.origin("dan"), world.origin("eve")]
    replies = await asyncio.gather(*(world.manager.handle(origin, c.Join(number, 2)) for origin in origins))
    await world.settle()
    assert sorted(reply.ok for reply in replies) == [False, True]
    assert {code(reply) for reply in replies} == {"joined", "seat_taken"}
    assert len(world.book(number).persons) == 3


async def test_before_the_first_deal_one_may_move(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("cat", c.Leave(number))
    assert (await world.do("bob", c.Join(number, 2))).body == Notice("moved", {"table": number, "seat": 3})
    assert world.book(number).seat_of(world.book(number).seats[2].user) == 2
    await world.do("dan", c.Join(number))
    await world.do("ann", c.DealCards(number))
    assert code(await world.do("bob", c.Join(number, 1))) == "moving_too_late"


async def test_when_the_host_leaves_whoever_has_sat_longest_is_host(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("ann", c.Leave(number))
    assert [player.name for player in world.chat.table(number).players if player.host] == ["Bob"]
    assert "you_are_host" in world.chat.codes("bob")


async def test_a_table_that_everybody_left_is_closed(world: World) -> None:
    number = await world.seated("ann")
    assert code(await world.do("ann", c.Leave(number))) == "table_closed"
    assert world.chat.table(number).table.state == "closed"
    assert code(await world.do("bob", c.Join(number))) == "table_is_closed"
    assert code(await world.do("bob", c.Ready(number))) == "table_is_closed"


async def test_empty_seats_are_filled_with_ai_players_of_known_levels(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu"))
    assert code(await world.do("ann", c.FillAi(level="genius"))) == "unknown_level"
    assert code(await world.do("bob", c.FillAi())) == "not_seated"
    assert (await world.do("ann", c.FillAi(count=1))).body == Notice(
        "ai_seated", {"table": 1, "count": 1, "level": "normal"}
    )
    assert code(await world.do("ann", c.FillAi(level="strong"))) == "ai_seated"
    assert code(await world.do("ann", c.FillAi())) == "no_free_seats"
    assert [player.level for player in world.chat.table().players[1:]] == ["normal", "strong"]


async def test_a_person_may_take_an_ai_players_seat(world: World) -> None:
    number = await world.seated("ann")
    assert code(await world.do("bob", c.Join(number))) == "joined"
    assert code(await world.do("cat", c.Join(number, 2))) == "joined"
    assert [player.kind for player in world.chat.table(number).players] == ["person"] * 3


async def test_house_rules_are_set_before_the_first_deal_and_locked_after_it(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    assert code(await world.do("bob", c.TableSettings(number, "spring", "3"))) == "setting_changed"
    assert code(await world.do("bob", c.TableSettings(number, "clock", "0"))) == "setting_changed"
    assert code(await world.do("bob", c.TableSettings(number, "spring", "lots"))) == "option_refused"
    assert code(await world.do("dan", c.TableSettings(number, "spring", "1"))) == "not_seated"
    assert world.chat.table(number).table.options["spring"] == 3
    assert code(await world.do("ann", c.TableSettings(number, "preset", "strict_wings"))) == "setting_changed"
    await world.do("ann", c.DealCards(number))
    assert code(await world.do("ann", c.TableSettings(number, "spring", "1"))) == "settings_locked"
    card = await world.shown(SettingsCard, "ann", c.TableSettings(number))
    assert card.locked
    assert card.table.clock == 0
    assert card.table.options["joker_kickers"] == "none"


async def test_with_several_tables_a_command_acts_where_its_sender_sits_else_asks(world: World) -> None:
    first, second = await world.seated("ann", "bob", "cat"), await world.seated("dan", "eve", "fay")
    asked = await world.do("gus", c.ShowTable())
    assert isinstance(asked.body, Menu)
    assert asked.private
    assert [entry.command for entry in asked.body.entries] == [c.ShowTable(first), c.ShowTable(second)]
    assert (await world.do("dan", c.DealCards())).body == Notice("dealt", {"table": second, "round": 1})
    await world.do("cat", c.Leave(first))
    await world.do("dan", c.Join(first))
    assert (await world.do("dan", c.FillAi(count=1))).body == Notice("no_free_seats", {"table": first})


async def test_a_table_of_another_group_is_not_touched_from_here(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    stranger = await world.do("gus", c.Join(number), chat=OTHER_GROUP)
    assert code(stranger) == "table_elsewhere"
    assert code(await world.do("gus", c.DealCards(), chat=OTHER_GROUP)) == "no_table_here"
    assert code(await world.do("gus", c.Join(99))) == "no_such_table"
    assert code(await world.do("gus", c.DealCards(number))) == "not_seated"


async def test_one_person_opens_so_many_tables_and_a_group_has_so_many_and_no_more(store: Store) -> None:
    few = SessionSettings(tables_of_person=2, tables_of_group=3)
    world = await World(store, settings=few).start()
    opened = await asyncio.gather(
        *(world.manager.handle(world.origin("ann"), c.NewTable("doudizhu", fresh=True)) for _ in range(9))
    )
    assert sorted(code(reply) for reply in opened) == ["table_opened"] * 2 + ["tables_of_person"] * 7
    refused = next(reply for reply in opened if not reply.ok)
    assert refused.body == Notice("tables_of_person", {"most": 2, "tables": "#1, #2"})
    assert code(await world.do("ann", c.NewTable("doudizhu"), chat=OTHER_GROUP)) == "tables_of_person"
    assert code(await world.do("bob", c.NewTable("doudizhu"))) == "table_opened"
    assert code(await world.do("bob", c.NewTable("doudizhu"))) == "tables_of_group"
    thread = c.ChatRef("chat", "g1", "7")
    assert code(await world.do("bob", c.NewTable("doudizhu"), chat=thread)) == "tables_of_group"
    assert code(await world.do("bob", c.NewTable("doudizhu"), chat=OTHER_GROUP)) == "table_opened"
    await world.do("ann", c.End(1))
    assert code(await world.do("ann", c.NewTable("doudizhu"))) == "table_opened"


async def test_how_strong_ai_players_are_is_a_rule_of_the_table(world: World) -> None:
    assert (await world.do("ann", c.NewTable("doudizhu", options={"ai": "strong"}))).ok
    assert (await world.do("ann", c.FillAi(1, 1))).ok
    assert {row.ai for row in world.book(1).seats.values() if row.ai} == {"strong"}
    body = await world.shown(Notice, "ann", c.TableSettings(1, "ai", "简单"))
    assert body.data["value"] == "easy", "told in everybody's own language"
    assert {row.ai for row in world.book(1).seats.values() if row.ai} == {"easy"}, "those who sit there too"
    assert code(await world.do("ann", c.TableSettings(1, "ai", "best"))) == "unknown_level"
    world = await world.restarted()
    assert (await world.do("ann", c.FillAi(1, 1))).ok
    assert [row.ai for row in world.book(1).seats.values() if row.ai] == ["easy", "easy"]
