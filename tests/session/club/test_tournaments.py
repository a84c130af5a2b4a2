"""Tournaments: signed up for, played at several tables with the same cards, killed in the middle, told to nobody too early."""

import json
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from bot.present import render
from bot.present.screens.screen import Span
from bot.present.words.text import LANGUAGES, name_of
from bot.session.play.contests import first_promise
from bot.session.port import commands as c
from bot.session.port.replies import FairCard, HistoryCard, Menu, PlainLines, PlayedCard, ReplayCard
from bot.session.port.updates import PrivateUpdate, PublicUpdate, RoundShown, StandingsUpdate
from bot.session.state.book import Book
from bot.tournaments import Shape, finished_deals
from storage.api import Store
from storage.databases import open_store
from tests.databases import database_in
from tests.postgres import need_server
from tests.session.workers import Crew
from tests.session.world import GROUP, World, code
from tests.storage.server.opened import Anywhere

FAST = {"clock": "10", "deals": "1", "rounds": "2"}
PEOPLE = [f"p{number:02}" for number in range(1, 17)]


def tables_of(world: World) -> list[Book]:
    """The books of the tournament's tables that are open, by their numbers in the stage."""
    books = [table.book for table in world.manager.session.tables.values() if table.book.contest is not None]
    return sorted(books, key=lambda book: book.contest.number if book.contest else 0)


async def opened(world: World, *names: str, game: str = "doudizhu", pairs: bool = False, **options: str) -> None:
    command = c.Tournament(game, pairs=pairs, options={"clock": "20", **options})
    assert (await world.do("boss", command, admin=True)).ok
    for name in names:
        assert code(await world.do(name, c.Enter(1))) == "tournament_in"


async def act_once(world: World) -> bool:
    """Whoever is waited for at some table acts; whether there was somebody."""
    for book in tables_of(world):
        for waited in book.awaited:
            held = book.seats[waited.seat]
            if held.user is not None and not held.away:
                await world.one_step(book.id)
                return True
    return False


async def played(world: World, most: int = 6000) -> World:
    for _ in range(most):
        if world.chat.standings[-1].state in ("over", "ended"):
            return world
        if not await act_once(world):
            await world.advance(1.0)
    raise AssertionError("the tournament does not end")


async def test_a_tournament_of_singles_from_sign_up_to_the_final_post(world: World) -> None:
    await opened(world, "ann", "bob", "cat", "dan", deals="3", rounds="2")
    assert code(await world.do("ann", c.Enter(1))) == "tournament_in_already"
    shown = len(world.chat.standings)
    alone = await world.shown(StandingsUpdate, "dan", c.Tournament(), private=True)
    assert len(alone.lines) == 4
    assert len(world.chat.standings) == shown
    assert code(await world.do("dan", c.Withdraw(1))) == "tournament_out"
    assert code(await world.do("ann", c.StartTournament())) == "tournament_admins"
    assert code(await world.do("boss", c.StartTournament(), admin=True)) == "tournament_started"
    assert code(await world.do("boss", c.StartTournament(), admin=True)) == "tournament_has_started"
    await world.advance(2.0)
    books = tables_of(world)
    assert [len(book.persons) for book in books].count(0) <= 1
    assert len(books) == 2
    assert {json.dumps(json.loads(book.round.deal)) for book in books if book.round} == {books[0].round.deal}  # type: ignore[union-attr]
    await played(world)
    final = world.chat.standings[-1]
    at_tables = {
        name_of(shown.players, player.seat, language)
        for shown in world.chat.hands
        for player in shown.players
        for language in LANGUAGES
        if player.kind == "ai"
    }
    in_standings = {
        span.text for language in LANGUAGES for row in render.standings(replace(final, language=language)).lines for span in row
        if isinstance(span, Span) and span.text.startswith("🤖")
    }  # fmt: skip
    assert at_tables
    assert at_tables <= in_standings, "an AI player has one name everywhere"
    at_table = next(shown for shown in world.chat.hands if shown.table.match and shown.play.result is not None)
    id_ = f"M{at_table.table.match}.{at_table.table.round}"
    replayed = await world.shown(ReplayCard, "ann", c.Replay(id_))
    ais = [one.name for one in at_table.players if one.kind == "ai"]
    assert [one.name for one in replayed.players if one.kind == "ai"] == ais
    history = await world.shown(HistoryCard, "ann", c.History())
    for line in history.lines:  # players change seats with every deal
        told = [one for one in world.chat.hands if line.id == f"M{one.table.match}" and one.play.result is not None]
        if told:  # AI players alone are shown no hand
            assert [one.name for one in line.players] == [one.name for one in told[-1].players]
            assert line.points == told[-1].score.totals
    assert (final.state, final.stage, len(final.lines)) == ("over", 2, 6)
    assert final.post.renew
    assert {line.deals for line in final.lines} == {6}
    assert sum(line.share or 0 for line in final.lines) in range(2997, 3004)
    assert tables_of(world) == []
    async with world.store.begin() as unit:
        assert len(await unit.tournaments.scores(1)) == 12
        pairings = await unit.tournaments.pairings(1)
        assert [row.state for row in [await unit.tables.get(one.table) for one in pairings] if row] == ["closed"] * 4
        rated = await unit.results.of_person(1, game="doudizhu", chat=None, limit=50)
    assert code(await world.do("boss", c.EndTournament(), admin=True)) == "tournament_over"
    assert rated is not None


async def test_sixteen_players_six_of_them_ai_players_killed_in_the_middle(tmp_path: Path) -> None:
    """Pairs at four tables, over two stages; the process is gone without a word again and again."""
    store: Store = await open_store(database_in(tmp_path))
    world = await World(store).start()
    await opened(world, *PEOPLE[:10], game="guandan", fill="16", rounds="2", deals="1")
    await world.do("boss", c.StartTournament(), admin=True)
    await world.advance(2.0)
    books = tables_of(world)
    assert [book.row.players for book in books] == [4] * 4
    assert sum(len(book.persons) for book in books) == 10
    for steps in (5, 60, 300):
        for _ in range(steps):
            if not await act_once(world):
                await world.advance(1.0)
        before = {book.id: (book.play.seq, book.row.round, book.contest) for book in tables_of(world)}
        world = await world.restarted()
        assert {book.id: (book.play.seq, book.row.round, book.contest) for book in tables_of(world)} == before
        await world.advance(16.0)
    await played(world)
    final = world.chat.standings[-1]
    assert (final.state, len(final.lines)) == ("over", 8)
    assert {len(line.players) for line in final.lines} == {2}
    assert sum(bool(player.level) for line in final.lines for player in line.players) == 6
    async with store.begin() as unit:
        assert [(row.stage, row.number) for row in await unit.tournaments.pairings(1)] == [
            (s, n) for s in (1, 2) for n in range(1, 5)
        ]
        assert len({(row.deal, row.number) for row in await unit.tournaments.scores(1)}) == 8
    await world.stop()
    await store.close()


async def test_partners_stay_and_change_lines(world: World) -> None:
    await opened(world, "ann", game="guandan", rounds="1", deals="2")
    assert code(await world.do("bob", c.Enter(1, 1))) == "tournament_in"
    assert code(await world.do("eve", c.Enter(1, 1))) == "tournament_pair_full"
    await world.do("boss", c.StartTournament(), admin=True)
    lines: dict[int, set[int]] = {}
    await world.advance(2.0)
    for name in ("ann", "bob"):
        await world.do(name, c.Away(), private=True)
    for _ in range(4000):
        if world.chat.standings[-1].state == "over":
            break
        await world.advance(1.0)
        for book in tables_of(world):
            seats = {held.external: seat for seat, held in book.persons.items()}
            if seats and book.playing:
                assert (seats["ann"] - seats["bob"]) % 2 == 0
                lines.setdefault(book.row.round, set()).add(seats["ann"] % 2)
    assert sorted(lines) == [1, 2]


async def test_nothing_of_a_deal_is_told_before_all_tables_have_finished_it(world: World) -> None:
    """No card in the group, no replay, no secret; afterwards the deal can be computed again."""
    world.manager.session.dice = None  # promised deals, as in earnest
    await opened(world, "ann", "bob", "cat", "dan", "eve", "fay", deals="1", rounds="1")
    await world.do("boss", c.StartTournament(), admin=True)
    await world.advance(2.0)
    first, other = tables_of(world)
    assert first.round is not None
    assert other.round is not None
    assert first.round.deal == other.round.deal
    me, you = first.seats[0].external, other.seats[0].external
    while tables_of(world)[0].playing:
        await world.one_step(first.id)
    id_ = f"M{first.row.match}.1"
    assert code(await world.do(you, c.Replay(id_))) == "replay_tournament"
    assert code(await world.do(me, c.Replay(id_))) == "replay_tournament"
    card = await world.shown(FairCard, you, c.Fair(id_))
    assert (card.secret, card.verdict, card.tournament) == ("", "open", 1)
    plain = await world.shown(PlainLines, you, c.ShowTable(first.id, plain=True))
    assert {line.split(":")[0] for line in plain.lines} == {
        "table", "game", "state", "round", "match", "places",
    }  # fmt: skip
    assert code(await world.do(you, c.PlayedCards(first.id))) == "not_seated"
    assert world.chat.standings[-1].lines[0].share is None
    for update in world.chat.tables:
        assert (update.view, update.play, update.fairness) == (None, RoundShown(), None)
    while tables_of(world) and tables_of(world)[-1].playing:
        await world.one_step(other.id)
    await world.advance(20.0)
    assert world.chat.standings[-1].state == "over"
    assert isinstance((await world.do(you, c.Replay(id_))).body, ReplayCard)
    card = await world.shown(FairCard, you, c.Fair(id_))
    assert (card.verdict, len(card.secret), len(card.words)) == ("fits", 64, 6)


async def test_no_way_leads_to_a_deal_that_another_table_still_plays(world: World) -> None:
    """One table has finished: whoever sits at the other one, or anywhere, learns neither a card nor who won."""
    await opened(world, "ann", "bob", "cat", "dan", "eve", "fay", deals="1", rounds="1")
    await world.do("boss", c.StartTournament(), admin=True)
    await world.advance(2.0)
    first, other = tables_of(world)
    number, match = first.id, first.row.match
    me, you = first.seats[0].external, other.seats[0].external
    while world.book(number).playing:
        await world.one_step(number)
    round_ = f"M{match}.1"
    ways = [
        c.Replay(round_), c.Replay(f"M{match}"), c.ShareRound(round_), c.Fair(round_), c.PlayedCards(number),
        c.TurnPlayed(number, f"{match}-1", 5), c.ShowTable(number), c.ShowTable(number, plain=True), c.MyHand(number),
        c.Hint(number), c.Join(number), c.Stats(c.UserRef("chat", me)), c.Invite(number),
    ]  # fmt: skip
    shown = len(world.chat.tables)
    for name, more in ((you, {}), (you, {"private": True}), ("zoe", {}), ("zoe", {"private": True}), (me, {})):
        for command in ways:
            if name == me and isinstance(command, c.MyHand | c.PlayedCards | c.TurnPlayed | c.Hint):
                continue  # for their eyes alone: what they have played themselves
            origin = world.origin(name, **more)
            for _ in range(2):  # the second time the same update once more
                body = (await world.manager.handle(origin, command)).body
                await world.settle()
                assert not isinstance(body, ReplayCard | PlayedCard | PrivateUpdate), command
                if isinstance(body, PublicUpdate):
                    assert (body.view, body.play) == (None, RoundShown()), command
                if isinstance(body, FairCard):
                    assert (body.secret, body.verdict) == ("", "open")
                if isinstance(body, PlainLines):
                    assert not any(line.startswith(("seat", "hand", "points", "result", "last")) for line in body.lines)
        history = (await world.do(name, c.History(), **more)).body if name != "zoe" or not more else None
        for line in history.lines if isinstance(history, HistoryCard) else ():
            assert (line.status, line.rounds, line.won, line.course) == ("open", 0, (), ())
            assert not any(line.points)
    assert all(update.view is None and update.play.result is None for update in world.chat.tables[shown:])
    for told in world.chat.told:
        assert "cards" not in told[1].data
    await played(world)
    history = await world.shown(HistoryCard, you, c.History())
    assert any(any(line.points) for line in history.lines), "afterwards everybody may read it"


async def test_who_leaves_is_played_for_and_somebody_else_may_step_in(world: World) -> None:
    await opened(world, "ann", "bob", rounds="2", deals="1")
    await world.do("boss", c.StartTournament(), admin=True)
    await world.advance(2.0)
    assert code(await world.do("ann", c.Leave(), private=True)) == "left_stand_in"
    assert code(await world.do("zoe", c.Enter(1))) == "tournament_in_later"
    for _ in range(3000):
        if world.chat.standings[-1].stage == 2:
            break
        if not await act_once(world):
            await world.advance(1.0)
    sitting = {held.external for book in tables_of(world) for held in book.persons.values()}
    assert sitting == {"bob", "zoe"}
    book = next(book for book in tables_of(world) if book.persons)
    assert code(await world.do("bob", c.End(book.id))) == "tournament_table_end"
    assert code(await world.do("ann", c.Join(book.id))) == "tournament_table_join"
    asked = await world.shown(Menu, "boss", c.EndTournament(), admin=True)
    assert code(await world.do("boss", asked.entries[0].command, admin=True)) == "tournament_ended"
    await world.advance(1.0)
    assert tables_of(world) == []
    assert world.chat.standings[-1].state == "ended"


async def test_absent_people_are_played_for_by_the_clock(world: World) -> None:
    """Nobody does anything at all: the tournament ends all the same."""
    await opened(world, "ann", "bob", "cat", rounds="2", deals="1", clock="10")
    await world.do("boss", c.StartTournament(), admin=True)
    for _ in range(60):
        if world.chat.standings[-1].state == "over":
            break
        await world.advance(30.0)
    assert world.chat.standings[-1].state == "over"


async def test_refusals_name_what_would_work(world: World) -> None:
    assert code(await world.do("ann", c.Tournament())) == "tournament_none"
    assert code(await world.do("ann", c.Tournament("doudizhu"))) == "admins_only"
    assert code(await world.do("ann", c.Tournament("doudizhu", pairs=True), admin=True)) == "tournament_alone"
    assert code(await world.do("ann", c.Tournament("chess"), admin=True)) == "tournament_which"
    assert code(await world.do("ann", c.Tournament("doudizhu"), private=True)) == "group_only"
    bad = c.Tournament("doudizhu", options={"rounds": "99"})
    assert code(await world.do("ann", bad, admin=True)) == "option_refused"
    assert (await world.do("ann", c.Tournament("gongzhu", pairs=True), admin=True)).ok
    assert world.chat.standings[-1].terms.members == 2
    assert code(await world.do("ann", c.Tournament("gouji"), admin=True)) == "tournament_running"
    assert code(await world.do("ann", c.StartTournament(), admin=True)) == "tournament_nobody"
    elsewhere = replace(GROUP, external="g2")
    assert code(await world.do("bob", c.Enter(1), chat=elsewhere)) == "tournament_unknown"


async def test_who_is_forgotten_is_no_entrant_any_more(world: World) -> None:
    await opened(world, "ann", "bob")
    await world.do("ann", c.Forget(sure=True), private=True)
    async with world.store.begin() as unit:
        assert [(row.user is None, row.external) for row in await unit.tournaments.entrants(1)] == [
            (True, ""),
            (False, "bob"),
        ]
    assert (await world.do("boss", c.Forget(sure=True), private=True)).ok
    async with world.store.begin() as unit:
        row = await unit.tournaments.get(1)
        assert row is not None
        assert row.opener is None


async def test_a_press_that_comes_twice_signs_up_once(world: World) -> None:
    await opened(world)
    origin = world.origin("ann")
    for _ in range(2):
        await world.manager.handle(origin, c.Enter(1))
    again = await World(world.store, clock=world.clock).start()
    reply = await again.manager.handle(origin, c.Enter(1))
    assert reply.repeated
    assert len(again.chat.standings or world.chat.standings[-1].lines) >= 1
    async with world.store.begin() as unit:
        assert len(await unit.tournaments.entrants(1)) == 1


def test_one_promise_binds_all_deals() -> None:
    commitment, root = first_promise(3)
    assert len(commitment) == len(root) == 64
    assert first_promise(3) != (commitment, root)
    assert finished_deals([], []) == frozenset()
    assert Shape(4, 2).sides == 2


async def test_tables_of_a_tournament_at_several_workers() -> None:
    """Each worker plays its tables; whoever finishes last opens the next stage, and nobody opens it twice."""
    url = need_server().url(await need_server().used())
    stores = [await open_store(url, meeting=Anywhere()) for _ in range(3)]
    crew = await Crew(*stores).begin()
    assert (await crew.do("a", "boss", c.Tournament("doudizhu", options=FAST), admin=True)).ok
    for name in ("ann", "bob", "cat"):
        assert code(await crew.do("b", name, c.Enter(1))) == "tournament_in"
    assert code(await crew.do("c", "boss", c.StartTournament(), admin=True)) == "tournament_started"
    await crew.advance(2.0)
    homes = cycle("abc")
    for _ in range(80):
        async with crew.store.begin() as unit:
            row = await unit.tournaments.get(1)
            tables = [one.table for one in await unit.tournaments.pairings(1) if row and one.stage == row.stage]
        if row is None or row.state != "playing":
            break
        for table in tables:
            if await crew.owner(table):
                await crew.move(table, next(homes))
        await crew.advance(15.0)
    assert row is not None
    assert (row.state, row.stage) == ("over", 2)
    async with crew.store.begin() as unit:
        assert len(await unit.tournaments.pairings(1)) == len(await unit.tournaments.scores(1)) == 4
    await crew.stop()
    for store in stores:
        await store.close()


async def test_tables_of_a_tournament_go_on_without_any_person(world: World) -> None:
    """Everybody leaves, at once or one by one, also whoever is called host: AI players play it to its end."""
    await opened(world, "ann", "bob", "cat", rounds="1", deals="2")
    await world.do("boss", c.StartTournament(), admin=True)
    await world.advance(2.0)
    for book in tables_of(world):
        table = world.manager.session.tables[book.id]
        for held in list(book.persons.values()):
            table.book.row = replace(table.book.row, host=held.user)
            assert code(await world.do(held.external, c.Leave(book.id), private=True)) == "left_stand_in"
    assert all(not book.persons for book in tables_of(world))
    for _ in range(60):
        if world.chat.standings[-1].state == "over":
            break
        await world.advance(30.0)
    assert world.chat.standings[-1].state == "over"
