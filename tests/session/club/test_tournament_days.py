"""A tournament over days: long clocks, nights, holidays, a restart, and somebody who never comes."""

from dataclasses import replace
from datetime import UTC, datetime

from bot.session.port import commands as c
from bot.session.state.book import Book
from storage.api import Store
from storage.themes.tables import SeatRow
from tests.session.club.test_tournaments import opened, tables_of
from tests.session.world import PARK_AFTER, ManualClock, World, code

HOUR, DAY = 3_600, 86_400
LATE = 8.0
NOON = datetime(2026, 7, 30, 12, 0, tzinfo=UTC).timestamp()


def seat(world: World, name: str) -> tuple[Book, SeatRow]:
    return next((book, held) for book in tables_of(world) for held in book.persons.values() if held.external == name)


def is_away(world: World, name: str) -> bool:
    return seat(world, name)[1].away


def next_to_act(world: World, names: tuple[str, ...]) -> int | None:
    """A table at which one of these people is waited for."""
    for book in tables_of(world):
        held = [book.seats[waited.seat] for waited in book.awaited]
        if any(one.external in names and not one.away for one in held):
            return book.id
    return None


async def stage_over(world: World, until: int, *names: str) -> None:
    """Every hour these people do all that waits for them, until the stage before ``until`` is over."""

    def over() -> bool:
        shown = world.chat.standings[-1] if world.chat.standings else None
        return shown is not None and (shown.state == "over" or shown.stage >= until)

    for _ in range(40):
        while not over() and (number := next_to_act(world, names)) is not None:
            await world.one_step(number)
            await world.advance(5.0)
        if over():
            return
        await world.advance(60.0)
        if next_to_act(world, names) is None:
            await world.advance(HOUR, late=LATE)
    raise AssertionError("it does not go on")


async def test_a_tournament_is_played_over_days(store: Store) -> None:
    """Bob never comes, cat goes on holiday, and the machine is off for two days in the middle."""
    world = await World(store, clock=ManualClock(NOON)).start()
    await opened(world, "ann", "bob", "cat", "dan", rounds="2", deals="1", clock="3h")
    assert await world.typed("ann", "/prefer quiet 13-7 UTC") == "quiet_set"
    await world.do("boss", c.StartTournament(), admin=True)
    await world.advance(2.0)
    await stage_over(world, 2, "ann", "cat", "dan")
    assert is_away(world, "bob"), "an AI player plays for him after two turns that he let pass, and goes on doing so"
    assert not is_away(world, "ann")
    assert world.clock.now() >= NOON + 6 * HOUR
    assert not world.chat.standings[-1].post.quiet, "one of them sleeps"
    assert code(await world.do("cat", c.GoAway("3d"), private=True)) == "holiday_set"
    before = {book.id: (book.play.seq, book.row.round) for book in tables_of(world)}
    world.clock.jump(2 * DAY)
    world = await world.restarted()
    assert {book.id: (book.play.seq, book.row.round) for book in tables_of(world)} == before
    assert is_away(world, "cat")
    await world.advance(HOUR, late=LATE)
    assert not is_away(world, "ann"), "an outage is nobody's time"
    await stage_over(world, 3, "ann", "dan")
    final = world.chat.standings[-1]
    assert (final.state, len(final.lines)) == ("over", 6)
    assert sum(not player.level for line in final.lines for player in line.players) == 4, "nobody has lost their place"


async def test_who_is_on_holiday_stays_so_in_the_next_stage_and_comes_back(store: Store) -> None:
    world = await World(store, clock=ManualClock(NOON)).start()
    await opened(world, "ann", "bob", "cat", "dan", rounds="2", deals="1", clock="24h")
    await world.do("boss", c.StartTournament(), admin=True)
    await world.advance(2.0)
    assert code(await world.do("ann", c.GoAway("3h"), private=True)) == "holiday_set"
    await stage_over(world, 2, "bob", "cat", "dan")
    assert is_away(world, "ann")
    await world.advance(3.1 * HOUR, late=LATE)
    assert not is_away(world, "ann")


async def test_a_table_that_has_finished_waits_for_the_others(world: World) -> None:
    """However long they take: it is not put aside meanwhile."""
    await opened(world, "ann", rounds="2", deals="1", clock="3h")
    await world.do("boss", c.StartTournament(), admin=True)
    await world.advance(PARK_AFTER + 3.5 * HOUR, late=LATE)
    assert sorted(book.row.state for book in tables_of(world)) == ["over", "playing"]
    await stage_over(world, 2, "ann")
    assert {book.contest.stage for book in tables_of(world) if book.contest is not None} == {2}


async def test_the_message_of_a_long_tournament_is_posted_anew_in_silence(world: World) -> None:
    await opened(world, "ann", rounds="2", deals="1", clock="72h")
    await world.do("boss", c.StartTournament(), admin=True)
    await world.advance(2.0)
    before = len(world.chat.standings)
    async with world.store.change() as unit:
        row = await unit.tournaments.get(1)
        assert row is not None
        assert row.message_at is not None
        await unit.tournaments.put(replace(row, message_at=row.message_at - 41 * HOUR))
    await world.advance(2.5 * HOUR, late=LATE)
    assert [one.post.quiet for one in world.chat.standings[before:] if one.post.renew] == [True]
