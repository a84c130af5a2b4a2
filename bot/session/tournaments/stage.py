"""The tables of one stage: opened together with their pairings, closed when the next stage has begun."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from random import Random

from bot.session.contests.secrecy import pairing_of, score_of
from bot.session.places import guests
from bot.session.seats.seats import close
from bot.session.state.book import Book
from bot.session.tables import change
from bot.session.tables.refresh import safely
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from bot.session.tournaments.display import shape_of
from bot.tournaments.contest import Contest
from bot.tournaments.pairing import Tables, pair
from bot.tournaments.standings import standings
from games import GAMES
from storage.api import ChatRow, EntrantRow, PairingRow, SeatRow, TableRow, TournamentRow, UnitOfWork

__all__ = ["chats_of", "close_tables", "follow_venues", "open_tables", "pair_up", "take_up"]


async def pair_up(unit: UnitOfWork, row: TournamentRow, entries: Sequence[int], chance: Random) -> Tables:
    """Return who meets whom in the next stage."""
    pairings = [pairing_of(one) for one in await unit.pairings(row.id)]
    scores = [score_of(one) for one in await unit.scores(row.id)]
    ranked = [one.entry for one in standings(entries, pairings, scores, shape_of(row))]
    if not pairings:
        chance.shuffle(ranked)
    before: list[Tables] = [[] for _ in range(row.stage)]
    for pairing in pairings:
        before[pairing.stage - 1].append(pairing.entries)
    return pair(ranked, shape_of(row).sides, before, row.stages, chance)


async def open_tables(
    session: Session,
    unit: UnitOfWork,
    row: TournamentRow,
    entrants: Sequence[EntrantRow],
    tables: Tables,
    holidays: Mapping[int, float],
) -> list[Book]:
    """Write the tables of ``row.stage``; the caller commits, and then takes them up. ``holidays`` as in ``Book``: who is on one
    stays so, and who has come back from it early is not sent away again."""
    books = []
    for number, entries in enumerate(tables, 1):
        players = [entrant for entry in entries for entrant in entrants if entrant.entry == entry]
        first = (row.stage - 1) * row.deals + 1
        contest = Contest(
            row.id, row.stage, number, first, row.deals, row.members, tuple(range(row.players)), (0,) * row.players,
            tuple(entries),
        )  # fmt: skip
        book = await _write(session, unit, row, players, contest, holidays)
        await unit.add_pairing(
            PairingRow(row.id, row.stage, number, book.id, json.dumps(entries), first, row.deals),
        )
        await session.people.read_seated(unit, book.company)
        books.append(book)
    return books


async def _write(
    session: Session,
    unit: UnitOfWork,
    row: TournamentRow,
    players: Sequence[EntrantRow],
    contest: Contest,
    holidays: Mapping[int, float],
) -> Book:
    now, options = session.clock.now(), GAMES[row.game].option_set.complete(json.loads(row.options))
    table = TableRow(
        id=0,
        chat=row.chat,
        game=row.game,
        options=json.dumps(dict(options)),
        preset=row.preset,
        players=row.players,
        state="lobby",
        host=None,
        clock=row.clock,
        seed="" if session.settings.seed is None else json.dumps(session.settings.seed),
        created_at=now,
        touched_at=now,
    )
    venues = {there.chat: there for there in await unit.venues(row.id)}
    shown = dict.fromkeys(there for there in venues if any(one.place == there and one.user for one in players))
    chats = [chat for number in shown if (chat := await unit.chat(number)) is not None]

    def fill(draft: Book) -> None:
        for chat in chats:
            guests.bring(draft, chat, venues[chat.id].person, now)
        draft.contest, draft.ratings = contest, row.ratings
        draft.holidays = {user: holidays[user] for one in players if (user := one.user or 0) in holidays}
        draft.ephemeral = frozenset(one.user for one in players if one.user is not None and one.ephemeral)
        for seat, one in enumerate(players):
            draft.seats[seat] = SeatRow(
                draft.id, seat, one.user, one.ai, one.joined_at, away=one.away, platform=one.platform, external=one.external,
                place=one.place if one.place in venues else None,
            )  # fmt: skip

    return await change.create(session, unit, table, options, fill)


async def chats_of(unit: UnitOfWork, books: Sequence[Book]) -> dict[int, ChatRow]:
    """Return the chats in which these tables are to be shown."""
    wanted = {number: None for book in books for number in (book.row.chat, *book.places)}
    return {number: chat for number in wanted if (chat := await unit.chat(number)) is not None}


def take_up(session: Session, books: Sequence[Book], chats: Mapping[int, ChatRow]) -> None:
    """Open tables that were written and committed; they are dealt by the conductor."""
    for chat in chats.values():
        session.know_chat(chat)
    for book in books:
        visited = {number: chats[number] for number in book.places if number in chats}
        session.add_table(session.make_table(book, chats[book.row.chat], visited))


def close_tables(session: Session, row: TournamentRow) -> None:
    """Close the tables of a tournament that are open here and belong to no stage that is played."""
    for table in list(session.tables.values()):
        contest = table.book.contest
        if contest is None or contest.tournament != row.id:
            continue
        if row.state != "playing" or contest.stage < row.stage:
            table.mailbox.post(safely(session, table, partial(_close, session, table)))


async def _close(session: Session, table: Table) -> None:
    async def work(draft: Book, unit: UnitOfWork) -> None:
        close(draft, session.clock.now())

    if session.tables.get(table.id) is table and table.book.row.state != "closed":
        await change.change(session, table, work)


async def follow_venues(session: Session, number: int) -> None:
    """Take the tables of a tournament that are open here from chats in which it is shown no more. Who came through one of them
    keeps the seat."""
    tables = [
        table
        for table in session.tables.values()
        if table.book.contest is not None and table.book.contest.tournament == number and table.book.places
    ]
    if not tables:
        return
    async with session.store.begin() as unit:
        shown = {there.chat for there in await unit.venues(number)}
    for table in tables:
        if gone := [chat for chat in table.book.places if chat not in shown]:
            table.mailbox.post(safely(session, table, partial(_leave, session, table, gone)))


async def _leave(session: Session, table: Table, chats: Collection[int]) -> None:
    async def work(draft: Book, unit: UnitOfWork) -> None:
        for chat in chats:
            if chat in draft.places:
                guests.leave(draft, chat)

    if session.tables.get(table.id) is table and table.book.row.state != "closed":
        await change.change(session, table, work)
