"""A result names those who played it, for ever, whoever sits there now; and what each has won at a table is counted by person."""

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.port import commands as c
from bot.session.port.updates import PublicUpdate
from storage.api import Store
from tests.session.world import World, code

NAMES = ("ann", "bob", "cat")


def names(update: PublicUpdate) -> list[str]:
    return [player.name for player in update.players]


async def played(world: World, **options: str) -> int:
    number = await world.dealt(*NAMES, clock="0", **options)
    await world.play_on(number)
    return number


async def test_leaving_after_the_end_does_not_rewrite_the_result(world: World) -> None:
    number = await played(world)
    before = world.chat.table(number)
    said = await world.do("bob", c.Leave(number))
    assert code(said) == "left_between"
    after = world.chat.table(number)
    assert (names(after), after.play.result) == (["Ann", "Bob", "Cat"], before.play.result)
    assert [player.kind for player in after.seated] == ["person", "ai", "person"]
    text = plain_text(render.table(after))
    assert "Next round: 1. Ann · 2. 🤖" in text


async def test_a_newcomer_is_neither_named_in_the_result_nor_told_of_it(world: World) -> None:
    number = await played(world)
    await world.do("bob", c.Leave(number))
    await world.do("dan", c.Join(number))
    table = world.chat.table(number)
    assert names(table) == ["Ann", "Bob", "Cat"]
    assert [player.name for player in table.seated] == ["Ann", "Dan", "Cat"]
    assert [hand for hand in world.chat.hands if hand.user.external == "dan"] == []
    assert code(await world.do("dan", c.MyHand(number))) == "no_round_now"
    assert [player.name for player in world.chat.hand("ann", number).players] == ["Ann", "Bob", "Cat"]
    await world.do("ann", c.DealCards(number))
    assert names(world.chat.table(number)) == ["Ann", "Dan", "Cat"]
    assert world.chat.hand("dan", number).view.hand


async def test_who_left_in_the_round_is_named_when_an_ai_player_has_finished_it(world: World) -> None:
    number = await world.dealt(*NAMES, clock="0")
    assert code(await world.do("bob", c.Leave(number))) == "left_stand_in"
    assert [player.kind for player in world.chat.table(number).players] == ["person", "ai", "person"]
    await world.play_on(number)
    assert names(world.chat.table(number)) == ["Ann", "Bob", "Cat"]


async def test_the_names_survive_a_restart_also_of_a_table_that_was_stored_before_they_were_kept(store: Store) -> None:
    world = await World(store).start()
    number = await played(world)
    await world.do("bob", c.Leave(number))
    await world.do("dan", c.Join(number))
    world = await world.restarted()
    await world.do("ann", c.ShowTable(number))
    assert names(world.chat.table(number)) == ["Ann", "Bob", "Cat"]
    async with store.change() as unit:
        stored = await unit.tables.participants(number)
        assert {row.kind for row in stored} == {"dealt_in"}
        for row in stored:
            await unit.tables.remove_participant(row)
    world = await world.restarted()
    await world.do("ann", c.ShowTable(number))
    assert names(world.chat.table(number)) == ["Ann", "Bob", "Cat"]


async def test_who_is_forgotten_is_named_no_more_not_even_in_what_is_stored(store: Store) -> None:
    world = await World(store).start()
    number = await played(world)
    await world.do("bob", c.Leave(number))
    assert code(await world.do("bob", c.Forget(sure=True))) == "forgotten"
    await world.do("ann", c.ShowTable(number))
    assert names(world.chat.table(number)) == ["Ann", "", "Cat"]
    async with store.begin() as unit:
        named = [row.who.external for row in await unit.tables.participants(number)]
    assert "bob" not in named
    assert "cat" in named


async def test_what_each_has_won_at_a_table_is_counted_over_all_its_matches(world: World) -> None:
    number = await played(world, deals="1")
    first = world.chat.table(number).score.totals
    assert any(first)
    assert world.chat.table(number).score.tally == ()
    await world.do("ann", c.DealCards(number))
    assert world.chat.table(number).score.tally == first
    await world.play_on(number)
    second = world.chat.table(number).score.totals
    both = tuple(one + other for one, other in zip(first, second, strict=True))
    assert world.chat.table(number).score.tally == both
    await world.do("cat", c.Leave(number))
    await world.do("dan", c.Join(number))
    world = await world.restarted()
    await world.do("ann", c.ShowTable(number))
    table = world.chat.table(number)
    assert table.score.tally == (*both[:2], 0)
    assert "Dan 0" in plain_text(render.table(table))
