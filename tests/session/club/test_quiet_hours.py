"""Hours in which nothing rings, what is told once when they are over, and the list of a day."""

from datetime import UTC, datetime

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.people.quiet import QuietHours, likely, local, read_hour, read_hours, read_zone
from bot.session.port import commands as c
from bot.session.port.replies import Menu, MenuEntry, Reply
from bot.session.port.updates import Notice, Turn
from storage.api import Store
from tests.cases import each
from tests.memory import MemoryStore
from tests.session.world import OTHER_GROUP, ManualClock, World, code

HOUR = 3_600
LATE = 8.0
NAMES = ("ann", "bob", "cat")
EVENING = datetime(2026, 3, 5, 21, 0, tzinfo=UTC).timestamp()


async def in_the_evening(store: Store) -> World:
    """A world on a Thursday at nine in the evening, UTC."""
    return await World(store, clock=ManualClock(EVENING)).start()


async def waiting(world: World, clock: str = "24h") -> tuple[int, str]:
    """A table that waits for somebody, who has quiet hours from ten in the evening till two."""
    number = await world.dealt(*NAMES, clock=clock)
    name = NAMES[world.book(number).awaited[0].seat]
    assert await world.typed(name, "/prefer quiet 22-2 UTC") == "quiet_set"
    return number, name


@each(
    ("text", "hours"),
    [
        ("23-8", (1380, 480)), ("22:30–7", (1350, 420)), ("23点到8点", (1380, 480)), ("２３-８", (1380, 480)),
        ("0-6", (0, 360)), ("24-6", (0, 360)), ("23点半至7点", (1410, 420)), ("13-14", (780, 840)),
        ("23", None), ("8-8", None), ("25-8", None), ("23:70-8", None), ("late", None), ("1-2-3", None),
    ],
)  # fmt: skip
def test_hours_are_read_as_people_write_them(text: str, hours: tuple[int, int] | None) -> None:
    assert read_hours(text) == hours
    assert read_hour("9") == 540


@each(
    ("text", "zone"),
    [
        ("asia/shanghai", "Asia/Shanghai"), ("北京", "Asia/Shanghai"), ("北京时间", "Asia/Shanghai"), ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"), ("UTC+8", "Etc/GMT-8"), ("-5", "Etc/GMT+5"), ("utc", "Etc/UTC"),
        ("nowhere", None), ("../etc/passwd", None), ("utc+99", None),
    ],
)  # fmt: skip
def test_zones_are_known_by_name_by_city_and_by_the_hours_to_utc(text: str, zone: str | None) -> None:
    assert read_zone(text) == zone


def test_every_zone_on_offer_is_one() -> None:
    assert all(read_zone(zone) == zone for language in ("en", "zh") for zone in likely(language))
    assert local(EVENING, "Asia/Shanghai").hour == 5
    assert local(EVENING, "gone").hour == 21


def test_quiet_hours_hold_over_midnight_and_end_at_their_own_hour_all_year() -> None:
    hours = QuietHours(23 * 60, 8 * 60, "Europe/Berlin")
    winter = datetime(2026, 1, 10, 7, 0, tzinfo=UTC).timestamp()  # eight in Berlin
    summer = datetime(2026, 7, 10, 6, 0, tzinfo=UTC).timestamp()
    for end in (winter, summer):
        assert [hours.holds(end + passed) for passed in (-9 * HOUR - 1, -9 * HOUR, -1, 0, 14 * HOUR)] == [
            False, True, True, False, False,
        ]  # fmt: skip
    assert hours.ended(winter).isoformat() == "2026-01-10"
    assert hours.ended(winter - 60).isoformat() == "2026-01-09"


async def test_the_zone_is_asked_for_once_and_offered_by_language(world: World) -> None:
    asked = await world.shown(Menu, "ann", c.Prefer("quiet", "23-8"), private=True)
    assert asked.notice.code == "which_zone"
    assert [entry.data["zone"] for entry in asked.entries] == list(likely("en"))
    assert code(await world.do("ann", asked.entries[1].command, private=True)) == "quiet_set"
    assert await world.typed("ann", "/prefer digest 9") == "digest_set"
    shown = await world.shown(Notice, "ann", c.Prefer(), private=True)
    assert {shown.data[name] for name in ("quiet", "digest", "zone")} == {"23:00–8:00", "9:00", "Europe/Berlin"}
    for slip, answer in (
        ("quiet 8", "prefer_value"),
        ("quiet 23-8 nowhere", "zone_unknown"),
        ("zone x", "zone_unknown"),
    ):
        assert await world.typed("ann", f"/prefer {slip}") == answer
    for name in ("quiet", "digest", "zone"):
        offered = await world.shown(Menu, "ann", c.Prefer(name), private=True)
        assert code(await world.do("ann", offered.entries[0].command, private=True)) == f"{name}_set"
    assert await world.typed("ann", "/偏好 免打扰 关") == "quiet_off"
    assert await world.typed("ann", "/prefer digest off") == "digest_off"


async def test_nothing_rings_in_quiet_hours_and_what_waits_is_told_once_when_they_end() -> None:
    world = await in_the_evening(MemoryStore())
    number, name = await waiting(world, "6h")
    await world.advance(1.2 * HOUR, late=LATE)
    seen = len(world.chat.hands)
    other = next(one for one in NAMES if one != name)
    await world.do(other, c.End(number))
    await world.advance(3.7 * HOUR, late=LATE)  # half of the time was over at midnight
    assert not any(
        update.alert or update.reminder for update in world.chat.hands[seen:] if update.user.external == name
    )
    told = [notice for user, notice in world.chat.told if user.external == name]
    assert told[-1].code == "vote_asked_end"
    assert told[-1].quiet
    assert not world.chat.table(number).post.quiet, "one of them sleeps: for the others the place stays as it is"
    world = await world.restarted()
    await world.advance(0.2 * HOUR, late=LATE)
    mine = [notice for user, notice in world.chat.told if user.external == name]
    assert [notice.code for notice in mine] == ["turns_after_quiet"]
    turns = mine[0].data["turns"]
    assert isinstance(turns, tuple)
    assert [(turn.table, turn.ready) for turn in turns if isinstance(turn, Turn)] == [(number, False)]
    assert not mine[0].quiet
    for language, word in (("en", f"#{number} Dou Dizhu · Friends"), ("zh", f"#{number} 斗地主 · Friends")):
        assert word in plain_text(render.notice(mine[0], language))
    await world.advance(0.3 * HOUR, late=LATE)  # and before the end they are reminded as usual
    assert [update.user.external for update in world.chat.hands if update.reminder] == [name]
    await world.stop()


async def test_who_is_called_in_a_quick_game_is_told_afterwards_too() -> None:
    world = await in_the_evening(MemoryStore())
    number = await world.seated(*NAMES, clock="off")
    for name in NAMES:
        assert await world.typed(name, "/prefer quiet 20-22 UTC") == "quiet_set"
    await world.do("ann", c.DealCards(number))
    assert not any(update.alert for update in world.chat.hands)
    assert not world.chat.table(number).ping
    assert world.chat.table(number).post.quiet
    await world.advance(0.9 * HOUR, late=LATE)
    assert "turns_after_quiet" not in [notice.code for _, notice in world.chat.told]
    await world.advance(0.2 * HOUR, late=LATE)
    name = NAMES[world.book(number).awaited[0].seat]
    assert [user.external for user, notice in world.chat.told if notice.code == "turns_after_quiet"] == [name]
    await world.stop()


async def test_the_list_of_the_day_comes_once_whatever_is_restarted(store: Store) -> None:
    world = await in_the_evening(store)
    number, name = await waiting(world)
    assert await world.typed(name, "/prefer digest 21:20 UTC") == "digest_set"
    await world.advance(0.3 * HOUR, late=LATE)
    assert "turns_digest" not in world.chat.codes(name)
    await world.advance(0.1 * HOUR, late=LATE)
    assert world.chat.codes(name).count("turns_digest") == 1
    world = await world.restarted()
    await world.advance(0.1 * HOUR, late=LATE)
    assert "turns_digest" not in world.chat.codes(name)
    listed = await world.shown(Menu, name, c.MyTurns(), private=True)
    assert [entry.command for entry in listed.entries] == [c.MyHand(number)]


@pytest.mark.parametrize("set_to", [5 * HOUR, -3 * HOUR])
async def test_a_wall_clock_that_was_just_set_rings_for_nobody_and_tells_nothing(set_to: float) -> None:
    world = await in_the_evening(MemoryStore())
    _, name = await waiting(world)
    await world.advance(1.2 * HOUR, late=LATE)  # quiet
    told = len(world.chat.told)
    world.clock.set_wall(set_to)  # no quiet hour
    await world.advance(300)
    person = world.manager.session.people.at("chat", name)
    assert world.manager.session.is_quiet(person)
    world.clock.set_wall(-set_to)  # it was wrong
    await world.advance(900)
    assert world.manager.session.is_quiet(person)
    assert len(world.chat.told) == told
    await world.stop()


async def test_turns_are_listed_from_everywhere_the_most_pressing_first(world: World) -> None:
    assert code(await world.do("ann", c.MyTurns())) == "turns_nowhere"
    first = await world.seated("ann", "bob", "cat", clock="24h")
    assert code(await world.do("ann", c.MyTurns())) == "turns_none"
    second = await world.seated("ann", "bob", "cat", clock="1h")
    for number in (first, second):
        await world.do("ann", c.DealCards(number))
        while NAMES[world.book(number).awaited[0].seat] != "ann":
            await world.one_step(number)
    listed = await world.do("ann", c.MyTurns(), private=True)
    assert isinstance(listed.body, Menu)
    assert listed.private
    assert [entry.command for entry in listed.body.entries] == [c.MyHand(second), c.MyHand(first)]
    screen = render.reply(listed)
    assert screen is not None
    labels = [button.label for row in screen.rows for button in row]
    assert labels[0].startswith(f"#{second} Dou Dizhu · Friends · 1 h left")
    assert f"#{first} Dou Dizhu · Friends · 24 h left" in plain_text(screen)


def test_no_turn_is_cut_a_chat_that_is_too_long_stands_above_its_button_alone() -> None:
    turn = Turn(12, "liujiatong", "Club · #cards-threads-of-the-club", 86340)
    screen = render.reply(Reply("en", True, Menu(Notice("turns_waiting", {"count": 1, "turns": (turn,)}), (
        MenuEntry("menu.turn", c.MyHand(12), {"turn": turn}),
    ))))  # fmt: skip
    assert screen is not None
    assert screen.rows[0][0].label == "#12 Liu Jia Tong · 23 h 59 min left"
    assert "cards-threads-of-the-club · 23 h 59 min left" in plain_text(screen)


async def test_whose_time_ends_at_night_is_reminded_before_it_and_once() -> None:
    world = await in_the_evening(MemoryStore())
    _, name = await waiting(world, "4h")  # from nine to one, quiet from ten to two
    await world.advance(0.4 * HOUR, late=LATE)
    assert not [update for update in world.chat.hands if update.reminder]
    await world.advance(2.5 * HOUR, late=LATE)
    reminders = [update for update in world.chat.hands if update.reminder]
    assert [update.user.external for update in reminders] == [name]
    assert plain_text(render.hand(reminders[0])).startswith(("⏰ 3 h 2", "⏰ 3 h 3"))
    await world.stop()


async def test_a_turn_is_listed_with_the_place_through_which_one_came(world: World) -> None:
    number = await world.seated("ann", "bob", "cat", clock="24h")
    assert (await world.do("cat", c.Leave(number))).ok
    invited = await world.shown(Notice, "ann", c.Invite(number), private=True)
    joining = c.Join(code=str(invited.data["code"]))
    assert (await world.do("zoe", joining, chat=OTHER_GROUP, chat_title="Elsewhere")).ok
    await world.do("ann", c.DealCards(number))
    for name, chat in (("ann", "Friends"), ("zoe", "Elsewhere")):
        held = world.book(number).persons.values()
        seat = next(row.seat for row in held if row.external == name)
        while world.book(number).awaited[0].seat != seat:
            await world.one_step(number)
        listed = await world.shown(Menu, name, c.MyTurns(), private=True)
        turn = listed.entries[0].data["turn"]
        assert isinstance(turn, Turn)
        assert (turn.table, turn.chat) == (number, chat)
