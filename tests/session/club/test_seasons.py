"""The post about a month: to each group that played, once, whatever the clock, the host and the platforms do."""

from datetime import UTC, datetime

from bot import ratings
from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.port import commands as c
from bot.session.port.protocols import Gone, PostTarget, SeasonCard
from storage.api import Store
from storage.themes.chats import ChatRow
from storage.themes.results import ResultRow
from tests.session.workers import Crew
from tests.session.world import GROUP, OTHER_GROUP, ManualClock, RecordingFrontend, World
from tests.storage.store_rows import match_row, table_row

DAY = 86_400.0
NAMES = ("ann", "bob", "cat")


def moment(year: int, month: int, day: int, hour: int = 12) -> float:
    return datetime(year, month, day, hour, tzinfo=UTC).timestamp()


async def played(
    store: Store, *, until: float, rounds: int = 12, group: c.ChatRef = GROUP, title: str = "Friends"
) -> None:
    """Ann, Bob and Cat have played; Ann has won most, Bob and Cat together the rest."""
    async with store.change() as unit:
        chat = await unit.chats.find(group.platform, group.external, "")
        if chat is None:
            chat = await unit.chats.add(group.platform, group.external, "", title)
        users = []
        for name in NAMES:
            known = await unit.people.identity("chat", name)
            users.append(known.user if known else (await unit.people.add_user(name.title(), "chat", name)).id)
        table = (await unit.tables.add(table_row(chat.id, state="closed"))).id
        match = (await unit.matches.add(match_row(table, chat.id))).id
        for number in range(1, rounds + 1):
            at, landlord_won = until - 60.0 * (rounds - number), number % 3 != 0
            rows = [
                ResultRow(match, number, seat, "doudizhu", chat.id, user, None, "",
                          (3 + 3 * (seat == 0)) * (1 if (seat == 0) == landlord_won else -1),
                          (seat == 0) == landlord_won, None, at, side=int(seat != 0))
                for seat, user in enumerate(users)
            ]  # fmt: skip
            await unit.results.add(rows)
            await ratings.rate_round(unit, match, number, rows, "on")


async def house(store: Store, at: float, **more: object) -> World:
    return await World(store, clock=ManualClock(at), **more).start()  # type: ignore[arg-type]  # options of a world


async def an_hour(world: World) -> None:
    await world.advance(3600 + 400)


def cards(world: World) -> list[tuple[PostTarget, SeasonCard]]:
    return [(target, body) for target, body in world.chat.posts if isinstance(body, SeasonCard)]


async def test_each_group_that_played_hears_of_its_month_once(store: Store) -> None:
    end = moment(2026, 10, 31, 23)
    await played(store, until=end)
    await played(store, until=moment(2026, 9, 20), group=OTHER_GROUP)
    await played(store, until=end, group=c.ChatRef("chat", "dm"), title="")  # somebody's private chat
    world = await house(store, moment(2026, 11, 1, 0))
    await an_hour(world)
    ((target, card),) = cards(world)
    assert target.chat == GROUP
    assert (card.season, card.group, card.rounds, card.persons) == ("2026-10", "Friends", 12, 3)
    titles = {one.code: one.names for one in card.titles}
    assert (titles["champion"], titles["win"], titles["pair"]) == (("Ann",), ("Ann",), ("Bob", "Cat"))
    for language in ("en", "zh"):
        text = plain_text(render.post(card, language))
        assert "Ann" in text
        assert "…" not in text
    await world.advance(1800)
    world = await world.restarted()
    await an_hour(world)
    assert cards(world) == []


async def test_a_post_that_did_not_arrive_is_made_again_and_one_that_cannot_arrive_is_not(store: Store) -> None:
    await played(store, until=moment(2026, 10, 10))
    world = await house(
        store, moment(2026, 11, 6), frontends=(RecordingFrontend(silent=True),)
    )  # an outage over the first
    await an_hour(world)
    assert len(cards(world)) == 1
    world = await world.restarted(frontends=(RecordingFrontend(silent=True),))
    await an_hour(world)
    assert len(cards(world)) == 1
    await an_hour(world)
    assert len(cards(world)) == 2
    world.manager.report(Gone(GROUP))
    await world.settle()
    world = await world.restarted()
    await an_hour(world)
    assert cards(world) == []


async def test_who_has_left_or_been_forgotten_is_not_named(store: Store) -> None:
    await played(store, until=moment(2026, 10, 10))
    async with store.change() as unit:
        cat = await unit.people.identity("chat", "cat")
        assert cat is not None
        person = await unit.people.user(cat.user)
        assert person is not None
        await unit.people.put_user(type(person)(person.id, ""))
    frontend = RecordingFrontend()
    frontend.gone = {"ann"}
    world = await house(store, moment(2026, 11, 1), frontends=(frontend,))
    await an_hour(world)
    ((_, card),) = cards(world)
    assert "ann" in frontend.looked_for
    assert {name for one in card.titles for name in one.names} == {"Bob"}
    assert card.persons == 3


async def test_a_clock_that_is_wrong_posts_nothing(store: Store) -> None:
    await played(store, until=moment(2026, 10, 10))
    world = await house(store, moment(2026, 10, 20))
    world.clock.set_wall(13 * DAY)  # it says November now, for half an hour
    await world.advance(1800)
    world.clock.set_wall(-13 * DAY)
    await an_hour(world)
    assert cards(world) == []
    world.clock.set_wall(22 * DAY)  # too late for a month that is long over
    await an_hour(world)
    assert cards(world) == []
    world.clock.set_wall(-8 * DAY)
    await an_hour(world)
    assert [card.season for _, card in cards(world)] == ["2026-10"]
    world.clock.set_wall(-31 * DAY)  # September is older than what was told
    await an_hour(world)
    assert len(cards(world)) == 1


async def test_of_several_workers_one_posts_and_another_goes_on_when_it_is_gone(store: Store) -> None:
    await played(store, until=moment(2026, 10, 10))
    crew = await Crew(store, workers="ab").begin()
    crew.clock.set_wall(moment(2026, 11, 1) - crew.clock.now())
    await crew.advance(3600 + 400)
    first, second = crew.worlds["a"], crew.worlds["b"]
    assert (len(cards(first)), len(cards(second))) == (1, 0)
    async with store.begin() as unit:
        assert [row.sent for row in await unit.seasons.posts("2026-10")] == [True]
    await first.stop()
    del crew.worlds["a"]
    await crew.advance(300)
    assert cards(second) == []
    await second.stop()


async def test_the_post_goes_where_most_was_played(store: Store) -> None:
    for group, rounds in ((GROUP, 5), (OTHER_GROUP, 9)):
        await played(store, until=moment(2026, 10, 10), rounds=rounds, group=group)
    async with store.change() as unit:
        for ref in (GROUP, OTHER_GROUP):
            chat = await unit.chats.find(ref.platform, ref.external, "")
            assert chat is not None
            await unit.chats.put(
                ChatRow(chat.id, "chat", ref.external, "", ref.external, group="server", group_title="Server")
            )
    world = await house(store, moment(2026, 11, 2))
    await an_hour(world)
    ((target, card),) = cards(world)
    assert (target.chat, card.group, card.rounds) == (OTHER_GROUP, "Server", 14)
