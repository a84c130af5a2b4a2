"""Clocks that jump, machines that sleep: what runs goes by the time in which the process was getting on."""

from collections.abc import Callable

import pytest

from bot.session.host.clocks import Uptime
from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from storage.api import Store
from tests.session.world import World, code

DAY, HOUR = 86_400, 3_600
NAMES = ("ann", "bob", "cat")


def set_wall(seconds: float) -> Callable[[World], None]:
    return lambda world: world.clock.set_wall(seconds)


JUMPS = {
    "the wall clock is set a day ahead": set_wall(DAY),
    "the wall clock is set an hour back": set_wall(-HOUR),
    "the machine sleeps for a day, and every clock counts it": lambda world: world.clock.jump(DAY),
    "it wakes up with a wall clock that is a year behind": lambda world: (
        world.clock.jump(DAY),
        world.clock.set_wall(-366 * DAY),
    ),
}


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
async def test_a_clock_that_jumps_costs_nobody_time_parks_nothing_and_drops_no_vote(
    world: World, jump: Callable[[World], None]
) -> None:
    number = await world.dealt(*NAMES, clock="90")
    mover = world.book(number).awaited[0].seat
    voter = next(name for name in NAMES if name not in ("ann", NAMES[mover]))
    await world.do(voter, c.End(number))
    await world.advance(20)
    jump(world)
    await world.advance(5)
    await world.do("gus", c.ShowTable(number))
    shown = world.chat.table(number)
    assert shown.table.state == "playing"
    assert not shown.table.parked
    assert 63 <= shown.clocks.seconds_left[mover] <= 66
    assert shown.motion is not None
    assert 33 <= shown.motion.seconds <= 36
    await world.advance(120)  # a whole round of looking for tables that nobody touches
    assert number in world.manager.session.tables
    assert world.book(number).votes == ()
    assert world.book(number).seats[mover].timeouts >= 1


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
async def test_a_vote_survives_a_restart_with_a_clock_that_jumped_and_lapses_a_minute_later(
    world: World, jump: Callable[[World], None]
) -> None:
    number = await world.dealt(*NAMES, clock="0")
    await world.do("bob", c.End(number))
    await world.advance(40)
    jump(world)
    world = await world.restarted()
    motion = world.chat.table(number).motion
    assert motion is not None
    assert (motion.votes, motion.seconds) == (1, 60)
    await world.advance(58)
    assert world.book(number).votes
    await world.advance(4)
    assert world.book(number).votes == ()
    assert code(await world.do("cat", c.Vote(number))) == "no_such_motion"


async def test_a_clock_an_hour_back_does_not_keep_a_table_from_being_put_aside_in_time(store: Store) -> None:
    world = await World(store, settings=SessionSettings(park_after=HOUR)).start()
    number = await world.seated(*NAMES, clock="0")
    await world.do("ann", c.Extend(number))
    await world.advance(600)
    world.clock.set_wall(-HOUR)
    await world.do("ann", c.DealCards(number))
    await world.advance(HOUR - 120)
    assert number in world.manager.session.tables
    await world.advance(300)
    assert number not in world.manager.session.tables


async def test_an_outage_does_not_count_as_time_in_which_nobody_came(world: World) -> None:
    number = await world.seated(*NAMES, clock="0")
    world.clock.jump(3 * DAY)
    world = await world.restarted()
    await world.advance(120)
    assert number in world.manager.session.tables


def test_a_pause_between_two_looks_is_left_out_as_soon_as_it_is_too_long() -> None:
    watch = Uptime()
    assert watch.look(1000.0) == 0
    assert watch.at(1001.5) == 1.5
    assert watch.look(1002.0) == 2
    assert watch.at(1002.0 + DAY) == 2
    assert watch.look(1002.0 + DAY) == 2
    assert watch.look(1003.0 + DAY) == 3
