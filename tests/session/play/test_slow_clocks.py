"""Games over hours and days: long clocks, their reminders, and tables that wait."""

from collections.abc import Callable

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.host.request import Refused
from bot.session.play.house_rules import read_clock
from bot.session.port import commands as c
from bot.session.port.replies import SettingsCard
from tests.cases import each
from tests.session.play.test_time import JUMPS
from tests.session.world import PARK_AFTER, World

HOUR = 3_600
LATE = 8.0
NAMES = ("ann", "bob", "cat")


async def dealt(world: World, clock: str, game: str = "doudizhu") -> tuple[int, str]:
    number = await world.dealt(*NAMES, game=game, clock=clock)
    return number, NAMES[world.book(number).awaited[0].seat]


@each(
    ("text", "seconds"),
    [
        ("90", 90), ("45s", 45), ("90 秒", 90), ("5m", 300), ("5 min", 300), ("10分钟", 600), ("24h", 86_400),
        ("72H", 259_200), ("２４小时", 86_400), ("off", 0), ("关", 0), ("0", 0),
    ],
)  # fmt: skip
def test_a_clock_is_written_in_seconds_minutes_or_hours(text: str, seconds: int) -> None:
    assert read_clock(text) == seconds


@pytest.mark.parametrize("text", ["73h", "5s", "soon", "1.5h", "-5m", "h", "999999h", "00"])
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_clock(text)


async def test_the_rules_of_a_table_say_its_clock_in_hours(world: World) -> None:
    number = await world.seated(*NAMES, clock="90")
    changed = await world.do("ann", c.TableSettings(number, "clock", "36 h"))
    shown = await world.do("ann", c.TableSettings(number))
    assert isinstance(shown.body, SettingsCard)
    for language, word in (("en", "36 h"), ("zh", "36小时")):
        for reply in (changed, shown):
            screen = render.reply(type(reply)(language, True, reply.body))
            assert screen is not None
            assert word in plain_text(screen)


async def test_a_slow_table_reminds_at_half_time_and_before_the_end_and_is_not_put_aside(world: World) -> None:
    number, name = await dealt(world, "8h")
    reminded: list[int] = []
    for _ in range(16):
        await world.advance(HOUR / 2, late=LATE)
        reminded.append(sum(update.reminder for update in world.chat.hands))
    assert 8 * HOUR > PARK_AFTER
    assert reminded[:15] == [0] * 7 + [1] * 6 + [2] * 2
    assert {update.user.external for update in world.chat.hands if update.reminder} == {name}
    hurry = [plain_text(render.hand(update)).partition(" · ")[0] for update in world.chat.hands if update.reminder]
    assert hurry == ["⏰ 4 h left", "⏰ 1 h left"]
    assert number in world.manager.session.tables
    await world.advance(60)
    assert world.book(number).seats[NAMES.index(name)].timeouts == 1


async def test_what_is_left_outlives_an_outage_and_no_reminder_comes_twice(world: World) -> None:
    number, name = await dealt(world, "2h")
    await world.advance(1.2 * HOUR, late=LATE)
    assert [update.reminder for update in world.chat.hands].count(True) == 1
    world.clock.jump(50 * HOUR)
    world = await world.restarted()
    left = world.chat.hand(name, number).seconds_left
    assert left is not None
    assert abs(left - 0.8 * HOUR) <= 20
    await world.advance(0.4 * HOUR, late=LATE)
    assert [update.reminder for update in world.chat.hands].count(True) == 0
    await world.advance(0.2 * HOUR, late=LATE)
    assert [update.reminder for update in world.chat.hands].count(True) == 1
    assert number in world.manager.session.tables


async def test_no_question_is_a_short_one_where_people_look_in_now_and_then(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat", "dan", game="gongzhu", clock="4h")
    asked = world.book(number).awaited
    assert all(entry.seconds for entry in asked)
    assert world.manager.session.clocks.seconds_left(world.manager.session.tables[number].book) == {
        entry.seat: 4 * HOUR for entry in asked
    }


async def test_the_table_says_each_hour_anew_how_much_time_is_left_and_stays_where_it_is(world: World) -> None:
    number, name = await dealt(world, "5h")
    posted = world.book(number).row.message
    seen = len(world.chat.tables)
    await world.advance(2.1 * HOUR, late=LATE)
    told = world.chat.tables[seen:]
    assert 2 <= len(told) <= 4
    assert {update.post.message for update in told} == {posted}
    assert not any(update.post.renew or update.ping or update.ended for update in told)
    for screen in (render.table(told[-1]), render.hand(world.chat.hand(name, number))):
        assert "(2 h 50 min left)" in plain_text(screen)
    assert len([update for update in world.chat.hands if update.alert and not update.reminder]) == len(NAMES)


async def test_between_rounds_a_slow_table_waits_a_turn_longer_than_others(world: World) -> None:
    number = await world.dealt(*NAMES, clock="3h")
    await world.play_on(number)
    await world.advance(PARK_AFTER + 2 * HOUR, late=LATE)
    assert number in world.manager.session.tables
    await world.advance(1.2 * HOUR, late=LATE)
    assert number not in world.manager.session.tables


async def test_a_message_that_could_not_be_removed_much_longer_is_posted_anew(world: World) -> None:
    number, _ = await dealt(world, "72h")
    posted = world.book(number).row.message
    world.clock.set_wall(
        41 * HOUR
    )  # a test need not live through two days; that the wall clock jumps costs nobody time
    await world.advance(1.1 * HOUR, late=LATE)
    assert world.chat.tables[-1].post.renew
    assert world.book(number).row.message != posted
    seen = len(world.chat.tables)
    await world.advance(1.1 * HOUR, late=LATE)
    assert [update.post.renew for update in world.chat.tables[seen:]] == [False]


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
async def test_a_clock_that_jumps_costs_nobody_an_hour(world: World, jump: Callable[[World], None]) -> None:
    number, name = await dealt(world, "24h")
    await world.advance(100, late=LATE)
    jump(world)
    await world.advance(100, late=LATE)
    table = world.manager.session.tables[number]
    left = world.manager.session.clocks.seconds_left(table.book)[NAMES.index(name)]
    assert 24 * HOUR - 210 <= left <= 24 * HOUR - 180
    assert not [update for update in world.chat.hands if update.reminder]
