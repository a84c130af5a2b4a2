"""Which table a command means where several are there: never one whose match is over, unless there is nothing else."""

from dataclasses import fields, replace
from typing import Any

import pytest

from bot.session.handlers import HANDLERS
from bot.session.host.request import Direct
from bot.session.play.lookup import find_table, table_here
from bot.session.port import commands as c
from bot.session.port.commands.record import records
from bot.session.port.grammar import read_line, read_talk
from bot.session.port.replies import Menu
from bot.session.port.updates import Notice, PrivateUpdate
from tests.session.world import World

NAMES = ("ann", "bob", "cat")
SAID = (
    "bid 3", "不出", "7 7", "手牌", "/hint", "/table", "/settings", "/invite", "/join", "/ai", "/deal", "/hand",
    "/ready",
)  # fmt: skip


async def evening(world: World, over: int, live: str) -> int:
    """So many matches that are over, and one more table, which is returned; ann waits there to be asked."""
    for _ in range(over):
        number = await world.dealt(*NAMES)
        await world.end("ann", number)
    number = await world.seated(*(("ann",) if live == "lobby" else NAMES), game="doudizhu")
    if live == "playing":
        await world.do("ann", c.DealCards(number))
    assert {world.book(other).row.state for other in range(1, number)} == {"over"}
    return number


def open_commands() -> list[Any]:
    """Every command about a table that leaves open which, as typed and as a button."""
    found = []
    for record in records():
        given: dict[str, Any] = {entry.name: "7" for entry in fields(record.kind) if entry.name in ("text", "verb")}
        given |= {entry.name: 0 for entry in fields(record.kind) if entry.name == "seat"}
        if "table" in record.fields and not {"decision", "phrase"} & set(record.fields):
            found.append(record.kind(**{"table": None, **given}))
    return found + [c.AdvancePass()]


@pytest.mark.parametrize("live", ["lobby", "playing"])
@pytest.mark.parametrize("over", [1, 6])
async def test_no_command_ever_means_a_match_that_is_over_beside_another(world: World, over: int, live: str) -> None:
    number = await evening(world, over, live)
    session = world.manager.session
    commands = open_commands()
    assert len(commands) > 25
    for private in (False, True):
        for command in commands:
            origin = world.origin("ann", private=private, admin=not private)
            person = await session.people.meet(origin)
            if isinstance(HANDLERS[type(command)], Direct):
                meant = await table_here(session, origin, person)
            else:
                meant = await find_table(session, origin, person, command)
            assert meant is not None, command
            assert meant.id == number, (command, private)
        for text in SAID:
            reply = await world.do("ann", read(text), private=private)
            body = reply.body
            assert not (isinstance(body, Menu) and body.notice.code == "which_table"), (text, private)
            if isinstance(body, PrivateUpdate):
                assert body.table.id == number
    assert world.book(number).playing, "the next table was set up by words alone"
    await world.end("ann", number)
    assert (await world.do("ann", c.MyTurns(), private=True)).body == Notice("turns_nowhere")


def read(text: str) -> c.Command:
    command = read_line(text) or read_talk(text)
    assert isinstance(command, c.Command), text
    return command


async def test_what_somebody_answers_is_the_table_that_is_meant(world: World) -> None:
    one, other = [await world.seated(*NAMES) for _ in range(2)]
    slow = c.TableSettings(None, "clock", "120")
    asked = await world.shown(Menu, "ann", slow)
    assert [entry.command for entry in asked.entries] == [replace(slow, table=number) for number in (one, other)]
    for number in (one, other):
        await world.do("ann", slow, answers=world.book(number).row.message)
        assert world.book(number).terms.clock == 120
    for number in (one, other):
        await world.do("ann", c.DealCards(number))
        reply = await world.shown(
            PrivateUpdate, "cat", c.MyHand(), private=True, answers=world.book(number).seats[2].message
        )
        assert reply.table.id == number


async def test_where_somebody_is_waited_for_comes_before_where_they_only_sit(world: World) -> None:
    one, other = [await world.seated(*NAMES) for _ in range(2)]
    await world.do("ann", c.DealCards(other))
    first = NAMES[world.book(other).awaited[0].seat]
    assert (await world.do(first, read("bid 3"))).ok
    assert world.book(one).row.state == "lobby"
    await world.do("ann", c.DealCards())  # only where no round is on
    assert world.book(one).playing


async def test_the_match_that_is_over_is_still_there_where_it_is_the_only_one(world: World) -> None:
    for _ in range(2):
        number = await world.seated(*NAMES)
        await world.do("ann", c.DealCards())
        await world.end("ann", number)
    assert (await world.do("bob", c.TableSettings())).ok
    assert (await world.do("bob", c.DealCards())).ok, "the last one goes on with another match"
    assert world.book(2).playing
    assert world.book(1).row.state == "over"


async def test_so_many_finished_matches_stand_in_the_way_of_no_new_table(world: World) -> None:
    await evening(world, world.settings.tables_of_person, "lobby")
