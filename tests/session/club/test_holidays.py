"""Going away until a day: an AI player acts until then at all tables, then people are back by themselves."""

from datetime import UTC, date, datetime, timedelta

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.club.members.holiday import read_until
from bot.session.port import commands as c
from bot.session.port.grammar import read_line
from bot.session.port.replies import Menu
from bot.session.port.updates import Notice
from games.base.actions import action_text
from storage.api import Store
from tests.cases import each
from tests.session.world import ManualClock, World, code

HOUR, DAY = 3_600, 86_400
LATE = 8.0
NAMES = ("ann", "bob", "cat")
TODAY = date(2026, 7, 30)  # a Thursday
NOON = datetime(2026, 7, 30, 12, 0, tzinfo=UTC).timestamp()


@each(
    ("text", "until"),
    [
        ("until 3 August", date(2026, 8, 3)), ("August 3rd", date(2026, 8, 3)), ("till 3 Aug.", date(2026, 8, 3)),
        ("until 3 Aug 2027", date(2027, 8, 3)), ("until 2026-08-03", date(2026, 8, 3)), ("2026/8/3", date(2026, 8, 3)),
        ("到8月3日", date(2026, 8, 3)), ("8月3号为止", date(2026, 8, 3)), ("２０２６年８月３日", date(2026, 8, 3)),
        ("until 5 March", date(2027, 3, 5)), ("7月30日", date(2027, 7, 30)), ("tomorrow", date(2026, 7, 31)),
        ("到明天", date(2026, 7, 31)), ("后天", date(2026, 8, 1)), ("until Monday", date(2026, 8, 3)),
        ("周四", date(2026, 8, 6)), ("下周日", date(2026, 8, 2)), ("3d", timedelta(days=3)), ("for 2 weeks", timedelta(14)),
        ("12小时", timedelta(hours=12)), ("5 天", timedelta(days=5)),
        ("until 31 June", None), ("2026-13-01", None), ("soon", None), ("until", None), ("3", None), ("", None),
    ],
)  # fmt: skip
def test_a_day_is_read_as_people_write_it_in_both_languages(text: str, until: date | timedelta | None) -> None:
    assert read_until(text, TODAY) == until


async def holiday(world: World, name: str, line: str) -> Notice:
    command = read_line(line)
    assert isinstance(command, c.Command)
    reply = await world.do(name, command)
    if isinstance(reply.body, Menu):  # where is that?
        reply = await world.do(name, reply.body.entries[0].command, private=True)
    assert isinstance(reply.body, Notice)
    return reply.body


async def two_tables(world: World) -> tuple[int, int]:
    numbers = []
    for _ in range(2):
        numbers.append(await world.seated(*NAMES, clock="24h"))
        await world.do("ann", c.DealCards(numbers[-1]))
    return numbers[0], numbers[1]


def away(world: World, number: int, name: str) -> bool:
    return bool(world.book(number).seats[NAMES.index(name)].away)


async def test_who_goes_away_is_back_by_themselves_at_all_tables_and_told_once(store: Store) -> None:
    world = await World(store, clock=ManualClock(NOON)).start()
    numbers = await two_tables(world)
    said = await holiday(world, "ann", "/away until tomorrow")
    assert said.code == "holiday_set"
    assert (said.data["day"], said.data["hour"], said.data["zone"], said.data["tables"]) == (
        "2026-07-31", "8:00", "Europe/London", 2,
    )  # fmt: skip
    assert all(away(world, number, "ann") for number in numbers)
    world = await world.restarted()
    await world.advance(120)
    assert all(away(world, number, "ann") for number in numbers)
    world.clock.jump(19 * HOUR)  # the machine sleeps, and wakes up a quarter of an hour after eight in London
    world = await world.restarted()
    await world.advance(200)
    assert not any(away(world, number, "ann") for number in numbers)
    codes = world.chat.codes("ann")
    assert len([one for one in codes if one.startswith("holiday_over")]) == 1
    world = await world.restarted()
    await world.advance(120)
    assert not [one for one in world.chat.codes("ann") if one.startswith("holiday_over")]


async def test_back_ends_it_everywhere_and_whoever_acts_is_back_at_that_table(store: Store) -> None:
    world = await World(store, clock=ManualClock(NOON)).start()
    first, second = await two_tables(world)
    assert (await holiday(world, "ann", "/托管 到8月3日")).code == "holiday_set"
    await world.do("bob", c.Away(second))
    while world.book(first).awaited[0].seat != 0:
        await world.one_step(first)
    bid = action_text(world.choice(world.book(first), 0))
    assert (await world.do("ann", c.PlayText(bid, first), private=True)).ok
    await world.advance(180)
    assert not away(world, first, "ann")
    assert away(world, second, "ann")
    assert (await holiday(world, "ann", "/back")).code == "holiday_ended"
    assert not away(world, first, "ann")
    assert not away(world, second, "ann")
    assert away(world, second, "bob")
    assert code(await world.do("ann", c.Back(second))) == "not_away"


async def test_a_table_that_is_sat_down_at_later_is_no_part_of_the_holiday(store: Store) -> None:
    world = await World(store, clock=ManualClock(NOON)).start()
    first, _ = await two_tables(world)
    assert (await holiday(world, "ann", "/away 3d")).code == "holiday_set"
    await world.advance(10)
    third = await world.dealt(*NAMES, clock="24h")
    await world.advance(180)
    assert away(world, first, "ann")
    assert not away(world, third, "ann")


async def test_what_cannot_be_a_return_is_refused_in_a_sentence(store: Store) -> None:
    world = await World(store, clock=ManualClock(NOON)).start()
    assert (await holiday(world, "ann", "/away 3d")).code == "not_seated_anywhere"
    number, _ = await two_tables(world)
    for text, answer in (
        ("soon", "until_unreadable"), ("2026-07-30", "until_past"), ("2020-01-01", "until_past"), ("0d", "until_past"),
        ("2029-01-01", "until_far"),
    ):  # fmt: skip
        assert (await holiday(world, "ann", f"/away {text}")).code == answer
    assert not away(world, number, "ann")
    assert (await world.do("ann", c.Away(number))).ok


async def test_a_wall_clock_that_was_just_set_ends_no_holiday(store: Store) -> None:
    world = await World(store, clock=ManualClock(NOON)).start()
    number, _ = await two_tables(world)
    await holiday(world, "ann", "/away 3d")
    await world.advance(60)
    world.clock.set_wall(5 * DAY)
    await world.advance(300)
    world.clock.set_wall(-5 * DAY)
    await world.advance(900)
    assert away(world, number, "ann")
    assert not [one for one in world.chat.codes("ann") if one.startswith("holiday")]


def test_the_day_is_said_in_the_readers_words() -> None:
    data = {"day": "2026-08-03", "hour": "8:00", "zone": "Asia/Shanghai", "tables": 2}
    said = [plain_text(render.notice(Notice("holiday_set", data), language)) for language in ("en", "zh")]
    assert "until 3 August 2026, 8:00 (Beijing), at 2 tables." in said[0]
    assert "到2026年8月3日 8:00（北京）为止，2桌由电脑" in said[1]
