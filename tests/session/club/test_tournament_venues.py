"""One tournament in several groups: shown in each, signed up for in each, played where people are, decided at home."""

import pytest

from bot.session.port import commands as c
from bot.session.port.protocols import ChatMoved, Gone
from bot.session.port.replies import Menu
from bot.session.port.updates import Notice, StandingsUpdate
from storage.api import Store
from tests.memory import MemoryStore
from tests.session.club.test_tournaments import act_once, opened, tables_of
from tests.session.guests import GUEST, PRIVATE, fresh, shown, there, told
from tests.session.workers import Crew
from tests.session.world import GROUP, OTHER_GROUP, World, code


@pytest.fixture
async def world(store: Store) -> World:
    return await World(store, frontends=fresh()).start()


def standings(world: World, chat: c.ChatRef = GROUP) -> StandingsUpdate:
    every = [update for frontend in world.frontends for update in frontend.standings if update.chat == chat]
    return max(enumerate(every), key=lambda one: (one[1].version, one[0]))[1]


async def code_of(world: World) -> str:
    reply = await world.shown(Notice, "boss", c.InviteToTournament(1))
    return str(reply.data["code"])


async def brought(world: World, *names: str) -> None:
    """A tournament of one group to which ``dan`` has brought a group of the other platform, where these have signed up."""
    await opened(world, "ann", "bob", deals="1", rounds="2")
    assert (await world.do("dan", c.BringTournament(await code_of(world)), **there("dan"))).ok
    for name in names:
        assert code(await world.do(name, c.Enter(1), **there(name))) == "tournament_in"


async def begun(world: World) -> None:
    assert (await world.do("boss", c.StartTournament(), admin=True)).ok
    await world.advance(2.0)


async def ended(world: World) -> World:
    for _ in range(4000):
        if standings(world).state == "over":
            return world
        if not await act_once(world):
            await world.advance(1.0)
    raise AssertionError("the tournament does not end")


async def test_each_group_has_its_message_and_both_play(world: World) -> None:
    await brought(world, "dan", "eve")
    await world.do("dan", c.Language("zh"), **there("dan"), admin=True)
    await world.do("bob", c.Tournament())
    home, guest = standings(world), standings(world, GUEST)
    assert (home.home, home.elsewhere, guest.home, guest.elsewhere) == (True, ("Cards",), False, ("Friends",))
    assert [len(one.lines) for one in (home, guest)] == [4, 4]
    assert home.post.message
    assert guest.post.message
    assert home.post.message != guest.post.message
    assert (await code_of(world)) == home.code == guest.code
    await begun(world)
    assert standings(world, GUEST).language == "zh"
    for book in tables_of(world):
        came = {held.external: held.place for held in book.persons.values()}
        assert bool(book.places) == bool({"dan", "eve"} & came.keys()), "a table is shown where its people are"
        assert {name for name, place in came.items() if place is not None} == {"dan", "eve"} & came.keys()
        for name in {"dan", "eve"} & came.keys():
            assert world.frontends[1].hand(name, book.id).place.chat == GUEST
    messages = {chat: standings(world, chat).post.message for chat in (GROUP, GUEST)}
    before = [len(frontend.standings) for frontend in world.frontends]
    await ended(world)
    for chat in (GROUP, GUEST):
        final = standings(world, chat)
        assert (final.state, final.post.renew, len(final.lines)) == ("over", True, 6)
        every = zip(world.frontends, before, strict=True)
        edited = [one for frontend, known in every for one in frontend.standings[known:] if one.chat == chat]
        assert {one.post.message for one in edited} == {messages[chat]}, "one message in each, until the final one"
        assert [one.post.renew for one in edited].count(True) == 1


async def test_the_home_decides_and_a_guest_sends_it_away(world: World) -> None:
    await brought(world, "dan", "eve")
    guest = there("dan")
    assert code(await world.do("dan", c.StartTournament(1), **guest)) == "tournament_guest"
    assert code(await world.do("dan", c.StartTournament(1), **guest, admin=True)) == "tournament_guest"
    assert code(await world.do("eve", c.EndTournament(1), **there("eve"))) == "tournament_guest"
    await begun(world)
    books = [book for book in tables_of(world) if book.places]
    assert books
    assert code(await world.do("dan", c.EndTournament(1), **guest, admin=True)) == "tournament_taken_away"
    left = standings(world, GUEST)
    assert left.post.left
    for number in [book.id for book in books]:
        assert not world.book(number).places
        assert next(one for one in reversed(world.frontends[1].tables) if one.table.id == number).post.left
    assert "tournament_venue_closed" in told(world, "eve")
    assert standings(world).elsewhere == ()
    assert code(await world.do("dan", c.Enter(1), **guest)) == "tournament_unknown"
    assert {"dan", "eve"} <= {held.external for book in tables_of(world) for held in book.persons.values()}
    await world.shown(Menu, "boss", c.EndTournament(), admin=True)
    await ended(world)
    assert standings(world, GUEST) == left, "nothing more is said there"


async def test_a_guest_that_goes_away_takes_nobody_with_it(world: World) -> None:
    await brought(world, "dan", "eve")
    await begun(world)
    world.manager.report(Gone(GUEST))
    await world.settle()
    assert "tournament_venue_lost" in told(world, "dan")
    assert not any(book.places for book in tables_of(world))
    seen = len(world.frontends[1].standings)
    await ended(world)
    assert {"Dan", "Eve"} <= {player.name for line in standings(world).lines for player in line.players}
    assert len(world.frontends[1].standings) == seen


async def test_without_its_home_it_goes_on_in_the_next_group(world: World) -> None:
    await brought(world, "dan", "eve")
    await begun(world)
    world.manager.report(Gone(GROUP))
    await world.settle()
    home = standings(world, GUEST)
    assert (home.home, home.elsewhere) == (True, ())
    assert len(tables_of(world)) == 2, "also one at which nobody came through that group"
    assert {world.manager.session.tables[book.id].chat.external for book in tables_of(world)} == {GUEST.external}
    assert "tournament_venue_lost" in told(world, "ann")
    before = len(world.frontends[0].standings)
    for _ in range(4000):
        if standings(world, GUEST).state == "over":
            break
        if not await act_once(world):
            await world.advance(1.0)
    assert standings(world, GUEST).state == "over"
    assert len(world.frontends[0].standings) == before
    asked = await world.do("dan", c.Tournament("doudizhu"), **there("dan"), admin=True)
    assert asked.ok, "it is over, and another one may begin"


async def test_private_chats_and_the_page_come_by_the_code(world: World) -> None:
    await opened(world, "ann", deals="1", rounds="1")
    invitation = await code_of(world)
    alone = there("zoe", None)
    assert (await world.do("zoe", c.Started(c.INVITES + invitation), **alone)).ok
    assert standings(world, PRIVATE).home is False
    assert code(await world.do("zoe", c.Enter(1), **alone)) == "tournament_in"
    assert standings(world).elsewhere == (), "whose private chat it is, is nobody's business"
    page = {"user": c.UserRef("chat", "pat"), "chat": None, "page": True}
    assert code(await world.do("pat", c.invited(invitation), **page)) == "tournament_in"
    assert code(await world.do("pat", c.invited(invitation[:-1] + "?"), **page)) == "tournament_code_unknown"
    await begun(world)
    book = next(book for book in tables_of(world) if "zoe" in {held.external for held in book.persons.values()})
    assert shown(world, PRIVATE).table.private
    assert world.frontends[1].hand("zoe", book.id).place.chat == PRIVATE
    assert code(await world.do("zoe", c.EndTournament(1), **alone)) == "tournament_taken_away"
    assert standings(world, PRIVATE).post.left
    await world.do("zoe", c.Forget(sure=True), **alone)
    async with world.store.begin() as unit:
        assert await unit.tournaments.venues(1) == []


async def test_limits_and_refusals(world: World) -> None:
    await opened(world, "ann", deals="1", rounds="1")
    invitation = await code_of(world)
    assert code(await world.do("bob", c.invited("T1-WRONGONE"), chat=OTHER_GROUP)) == "tournament_code_unknown"
    assert code(await world.do("bob", c.invited("T9" + invitation[2:]), chat=OTHER_GROUP)) == "tournament_code_unknown"
    for number in range(8):
        assert (await world.do("bob", c.invited(invitation), chat=c.ChatRef("chat", f"x{number}"))).ok
    assert code(await world.do("bob", c.invited(invitation), chat=OTHER_GROUP)) == "tournament_venues_full"
    before = len(world.chat.standings)
    assert (await world.do("bob", c.invited(invitation), chat=c.ChatRef("chat", "x3"))).ok, "shown again where it is"
    assert [update.chat.external for update in world.chat.standings[before:]] == ["x3"]
    await world.do("boss", c.EndTournament(sure=True), admin=True)
    assert code(await world.do("bob", c.invited(invitation), chat=OTHER_GROUP)) == "tournament_over"
    assert standings(world, c.ChatRef("chat", "x3")).state == "ended"


async def test_a_group_that_moves_keeps_its_tournaments(world: World) -> None:
    await brought(world, "dan")
    moved = c.ChatRef("other", "o9")
    world.manager.report(ChatMoved("other", "o1", "o9"))
    await world.settle()
    assert code(await world.do("eve", c.Enter(1), **there("eve", moved))) == "tournament_in"
    assert len(standings(world, moved).lines) == 4
    await begun(world)
    assert {book.id for book in tables_of(world) if book.places} == {
        update.table.id for update in world.frontends[1].tables if update.chat == moved
    }


async def test_people_come_to_its_tables_by_the_tournaments_code_alone(world: World) -> None:
    await brought(world, "dan")
    await begun(world)
    book = next(book for book in tables_of(world) if book.persons)
    name = next(iter(book.persons.values())).external
    user = c.UserRef("other" if name == "dan" else "chat", name)
    reply = await world.shown(Notice, name, c.Invite(book.id), private=True, user=user)
    assert reply.data["code"] == await code_of(world)


async def test_tables_of_other_workers_are_shown_and_leave_where_the_tournament_is() -> None:
    """The code comes in at one worker, people at another, and the tables are a third one's: all follow what is stored."""
    crew = await Crew(MemoryStore()).begin()
    options = {"clock": "20", "deals": "1", "rounds": "2"}
    assert (await crew.do("a", "boss", c.Tournament("doudizhu", options=options), admin=True)).ok
    reply = await crew.do("b", "boss", c.InviteToTournament(1))
    assert isinstance(reply.body, Notice)
    invitation = str(reply.body.data["code"])
    assert (await crew.do("b", "dan", c.BringTournament(invitation), chat=OTHER_GROUP, chat_title="Cards")).ok
    for name, chat in (("ann", GROUP), ("dan", OTHER_GROUP), ("eve", OTHER_GROUP)):
        assert code(await crew.do("c", name, c.Enter(1), chat=chat)) == "tournament_in"
    assert code(await crew.do("a", "boss", c.StartTournament(), admin=True)) == "tournament_started"
    await crew.advance(2.0)
    async with crew.store.begin() as unit:
        tables = [one.table for one in await unit.tournaments.pairings(1)]
    visiting = [table for table in tables if crew.book(table).places]
    assert visiting
    for table in visiting:
        await crew.move(table, "c")
        assert crew.book(table).places
    taken = await crew.do("b", "dan", c.EndTournament(1), chat=OTHER_GROUP, admin=True)
    assert code(taken) == "tournament_taken_away"
    await crew.advance(16.0)
    assert not any(crew.book(table).places for table in visiting)
    for _ in range(80):
        async with crew.store.begin() as unit:
            row = await unit.tournaments.get(1)
        if row is None or row.state != "playing":
            break
        await crew.advance(15.0)
    assert row is not None
    assert (row.state, row.stage) == ("over", 2)
    final = [one for world in crew.worlds.values() for one in world.chat.standings if one.state == "over"]
    assert {update.chat for update in final} == {GROUP}
    await crew.stop()
