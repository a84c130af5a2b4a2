"""A group's own house rules: what /new and the buttons of the game menu use there, and what wins over it."""

from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.grammar import read_command
from bot.session.port.replies import HouseCard, Lobby, SettingsCard
from storage.api import Store
from tests.session.world import OTHER_GROUP, World, code

THREAD = c.ChatRef("chat", "g1", "7")


def typed(text: str) -> c.Command:
    read = read_command("defaults", text)
    assert isinstance(read, c.Defaults), read
    return read


async def test_new_tables_are_opened_as_the_group_has_set_it_in_every_thread_and_after_a_restart(world: World) -> None:
    reply = await world.shown(
        HouseCard, "ann", typed("斗地主 no_shuttles spring=3 clock=30 ai=easy ratings=people"), admin=True
    )
    assert (reply.changed, reply.admin) == ("set", True)
    world = await world.restarted()
    await world.do("bob", c.NewTable("doudizhu"), chat=THREAD)
    table = world.chat.table(1).table
    assert (table.preset, table.clock, table.ratings) == ("no_shuttles", 30, "people")
    assert (table.options["shuttles"], table.options["spring"]) == (False, 3)
    await world.do("bob", c.FillAi(1), chat=THREAD)
    assert [player.level for player in world.chat.table(1).players[1:]] == ["easy", "easy"]
    shown = await world.shown(SettingsCard, "bob", c.TableSettings(1), chat=THREAD)
    assert shown.house is not None
    assert shown.house.options == {"spring": "3", "clock": "30", "ratings": "people", "ai": "easy"}
    await world.do("cat", c.NewTable("doudizhu"), chat=OTHER_GROUP)
    assert world.chat.table(2).table.preset != "no_shuttles"
    assert world.chat.table(2).table.clock == 90


async def test_what_is_typed_wins_and_a_preset_that_is_named_puts_the_groups_rules_aside(world: World) -> None:
    await world.do("ann", typed("doudizhu no_shuttles spring=3 clock=30"), admin=True)
    await world.do("ann", c.NewTable("doudizhu", options={"spring": "1", "clock": "45"}))
    assert world.chat.table(1).table.options["spring"] == 1
    assert world.chat.table(1).table.options["shuttles"] is False
    assert world.chat.table(1).table.clock == 45
    await world.do("ann", c.NewTable("doudizhu", "strict_wings", fresh=True))
    second = world.chat.table(2).table
    assert (second.preset, second.clock) == ("strict_wings", 30)
    assert second.options["shuttles"] is True
    assert second.options["spring"] != 3


async def test_the_buttons_of_the_game_menu_use_the_groups_rules(world: World) -> None:
    await world.do("ann", typed("doudizhu clock=30"), admin=True)
    menu = await world.shown(Lobby, "bob", c.NewTable())
    assert [(rules.game, rules.options) for rules in menu.house] == [("doudizhu", {"clock": "30"})]
    await world.do("bob", c.NewTable("doudizhu", menu.preset, dict(menu.options)))
    assert world.chat.table(1).table.clock == 30


async def test_rules_are_added_one_by_one_a_preset_begins_anew_and_clear_forgets(world: World) -> None:
    await world.do("ann", typed("doudizhu spring=3 clock=30"), admin=True)
    card = await world.shown(HouseCard, "ann", typed("doudizhu shuttles=no"), admin=True)
    assert card.rules[0].options == {"spring": "3", "clock": "30", "shuttles": "off"}
    card = await world.shown(HouseCard, "ann", typed("doudizhu strict_wings"), admin=True)
    assert (card.rules[0].preset, card.rules[0].options) == ("strict_wings", {"clock": "30"})
    card = await world.shown(HouseCard, "ann", typed("doudizhu clear"), admin=True)
    assert (card.changed, card.rules) == ("forgotten", ())
    await world.do("bob", c.NewTable("doudizhu"))
    assert world.chat.table(1).table.clock == 90


async def test_only_administrators_set_what_everybody_may_read_and_nothing_wrong_is_kept(world: World) -> None:
    assert code(await world.do("bob", typed("doudizhu clock=30"))) == "admins_only"
    assert code(await world.do("ann", typed("clock=30"), admin=True)) == "defaults_game"
    for wrong, why in (
        ("doudizhu spring=9", "option_refused"),
        ("doudizhu colour=red", "option_unknown"),
        ("doudizhu nonsense", "unknown_preset"),
        ("doudizhu clock=3", "option_refused"),
        ("doudizhu players=5", "players_fixed"),
        ("doudizhu ai=genius", "unknown_level"),
        ("whist clock=30", "unknown_game"),
    ):
        assert code(await world.do("ann", typed(wrong), admin=True)) == why, wrong
    assert code(await world.do("ann", typed("doudizhu"), private=True)) == "in_group_only"
    card = await world.shown(HouseCard, "bob", c.Defaults())
    assert (card.rules, card.admin) == ((), False)


async def test_a_rule_that_is_not_known_any_more_spoils_no_table(store: Store) -> None:
    from storage.themes.groups import HouseRow

    async with store.change() as unit:
        await unit.groups.put_house(HouseRow("chat", "g1", "doudizhu", "gone", '{"clock": "30"}'))
        await unit.groups.put_house(HouseRow("chat", "g1", "whist", "", "{}"))
    world = await World(store, settings=SessionSettings(turn_seconds=77)).start()
    await world.do("ann", c.ShowHelp())
    await world.do("ann", typed("gongzhu clock=30"), admin=True)
    assert code(await world.do("ann", c.NewTable("doudizhu"))) == "table_opened"
    assert world.chat.table(1).table.clock == 77
