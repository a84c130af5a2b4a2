"""The course of a tournament: started, stage after stage with the tables of each, ended; and who lets it go on by itself.

Each step is one transaction in which nobody else takes it. Whoever finishes the last deal of a stage, at whichever worker, comes
here; of several who come at once the first opens the next stage, and the others find that it is open. The conductor looks at the
tables that are open here and remembers nothing that matters: after a restart, or when a table has come from another worker, it
sees the same and does the same.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from random import Random, SystemRandom
from typing import Final

from bot import tournaments as contests
from bot.session.club.tournaments import display
from bot.session.club.tournaments.display import shape_of
from bot.session.host import change
from bot.session.host.change import aside, queue
from bot.session.host.request import Refused
from bot.session.host.session import Session, Table
from bot.session.play import dealing
from bot.session.play.contests import pairing_of, score_of
from bot.session.play.dealing import close
from bot.session.state import guests
from bot.session.state.book import Book, Participants
from games import GAMES
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.tables import SeatRow, TableRow, Terms
from storage.themes.tournaments import EntrantRow, PairingRow, TournamentRow

__all__ = [
    "LEVEL", "Conductor", "advance", "chance", "chats_of", "close_tables", "finish", "follow_venues", "given_up",
    "launch", "open_tables", "pair_up", "stand_in_level", "take_up",
]  # fmt: skip


async def pair_up(unit: UnitOfWork, row: TournamentRow, entries: Sequence[int], chance: Random) -> contests.Tables:
    """Who meets whom in the next stage."""
    pairings = [pairing_of(one) for one in await unit.tournaments.pairings(row.id)]
    scores = [score_of(one) for one in await unit.tournaments.scores(row.id)]
    ranked = [one.entry for one in contests.standings(entries, pairings, scores, shape_of(row))]
    if not pairings:
        chance.shuffle(ranked)
    before: list[contests.Tables] = [[] for _ in range(row.stage)]
    for pairing in pairings:
        before[pairing.stage - 1].append(pairing.entries)
    return contests.pair(ranked, shape_of(row).sides, before, row.stages, chance)


async def open_tables(
    session: Session,
    unit: UnitOfWork,
    row: TournamentRow,
    entrants: Sequence[EntrantRow],
    tables: contests.Tables,
    holidays: Mapping[int, float],
) -> list[Book]:
    """Write the tables of ``row.stage``; the caller commits, and then takes them up. ``holidays`` as in ``Book``: who is on one
    stays so, and who has come back from it early is not sent away again."""
    books = []
    for number, entries in enumerate(tables, 1):
        players = [entrant for entry in entries for entrant in entrants if entrant.entry == entry]
        first = (row.stage - 1) * row.deals + 1
        contest = contests.TournamentTable(
            row.id, row.stage, number, first, row.deals, row.terms.members, sat=tuple(range(row.terms.players)),
            won=(0,) * row.terms.players, entries=tuple(entries),
        )  # fmt: skip
        book = await _write(session, unit, row, players, contest, holidays)
        await unit.tournaments.add_pairing(
            PairingRow(row.id, row.stage, number, book.id, json.dumps(entries), first, row.deals)
        )
        await session.people.read_seated(unit, book.participants)
        books.append(book)
    return books


async def _write(
    session: Session,
    unit: UnitOfWork,
    row: TournamentRow,
    players: Sequence[EntrantRow],
    contest: contests.TournamentTable,
    holidays: Mapping[int, float],
) -> Book:
    now, options = session.clock.now(), GAMES[row.game].option_set.complete(json.loads(row.terms.options))
    seed = "" if session.settings.seed is None else json.dumps(session.settings.seed)
    table = TableRow(
        id=0,
        chat=row.chat,
        game=row.game,
        options=json.dumps(dict(options)),
        preset=row.terms.preset,
        players=row.terms.players,
        state="lobby",
        host=None,
        terms=Terms(row.terms.clock, seed, ratings=row.terms.ratings),
        created_at=now,
        touched_at=now,
    )
    venues = {there.chat: there for there in await unit.tournaments.venues(row.id)}
    shown = dict.fromkeys(there for there in venues if any(one.place == there and one.user for one in players))
    chats = [chat for number in shown if (chat := await unit.chats.get(number)) is not None]

    def fill(draft: Book) -> None:
        for chat in chats:
            guests.bring(draft, chat, venues[chat.id].person, now)
        draft.contest = contest
        draft.people = Participants(
            holidays={user: holidays[user] for one in players if (user := one.user or 0) in holidays},
            ephemeral=frozenset(one.user for one in players if one.user is not None and one.ephemeral),
        )
        for seat, one in enumerate(players):
            draft.seats[seat] = SeatRow(
                draft.id, seat, one.user, one.ai, one.joined_at, away=one.away, platform=one.platform, external=one.external,
                place=one.place if one.place in venues else None,
            )  # fmt: skip

    return await change.create(session, unit, table, options, fill)


async def chats_of(unit: UnitOfWork, books: Sequence[Book]) -> dict[int, ChatRow]:
    wanted = {number: None for book in books for number in (book.row.chat, *book.places)}
    return {number: chat for number in wanted if (chat := await unit.chats.get(number)) is not None}


def take_up(session: Session, books: Sequence[Book], chats: Mapping[int, ChatRow]) -> None:
    """Open tables that were written and committed; they are dealt by the conductor."""
    for chat in chats.values():
        session.chats.keep(chat)
    for book in books:
        visited = {number: chats[number] for number in book.places if number in chats}
        session.add_table(session.tables.make(book, chats[book.row.chat], visited))


def close_tables(session: Session, row: TournamentRow) -> None:
    for table in list(session.tables.values()):
        contest = table.book.contest
        if contest is None or contest.tournament != row.id:
            continue
        if row.state != "playing" or contest.stage < row.stage:
            queue(session, table, _close)


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
        shown = {there.chat for there in await unit.tournaments.venues(number)}
    for table in tables:
        if gone := [chat for chat in table.book.places if chat not in shown]:
            queue(session, table, _leave, gone)


async def _leave(session: Session, table: Table, chats: Collection[int]) -> None:
    async def work(draft: Book, unit: UnitOfWork) -> None:
        for chat in chats:
            if chat in draft.places:
                guests.leave(draft, chat)

    if session.tables.get(table.id) is table and table.book.row.state != "closed":
        await change.change(session, table, work)


LEVEL: Final = "normal"  # How strong AI players are that fill up


def chance(session: Session, row: TournamentRow) -> Random:
    """What draws who meets whom; it repeats itself where deals do."""
    seed = session.settings.seed
    return SystemRandom() if seed is None else Random(f"{seed}/{row.id}/{row.stage}")


def stand_in_level(game: str) -> str:
    levels = GAMES[game].levels
    return LEVEL if LEVEL in levels else levels[-1]


async def launch(session: Session, unit: UnitOfWork, row: TournamentRow) -> tuple[TournamentRow, list[Book]]:
    """Close the sign-up: AI players fill up, everybody gets an entry, and the tables of the first stage are written."""
    shape, came = shape_of(row), await unit.tournaments.entrants(row.id)
    entrants = _entries(
        row, came, contests.entries_needed(shape, -(-len(came) // row.terms.members), row.fill), session.clock.now()
    )
    entries = sorted({entrant.entry for entrant in entrants})
    row = replace(
        row,
        state="playing",
        stages=row.stages or contests.usual_stages(shape, len(entries)),
        deals=row.deals or contests.usual_deals(shape),
    )
    return await _next(session, unit, row, entrants, {})


def _entries(row: TournamentRow, came: Sequence[EntrantRow], wanted: int, now: float) -> list[EntrantRow]:
    """All players: whole entries as they signed up, then those who look for partners together, then AI players."""
    by_entry: dict[int, list[EntrantRow]] = {}
    for entrant in came:
        by_entry.setdefault(entrant.entry, []).append(entrant)
    whole = [held for held in by_entry.values() if len(held) == row.terms.members]
    looking = [one for held in by_entry.values() if len(held) < row.terms.members for one in held]
    queue = [one for held in whole for one in held] + looking
    number, level = max((one.number for one in came), default=0), stand_in_level(row.game)
    while len(queue) < wanted * row.terms.members:
        number += 1
        queue.append(EntrantRow(row.id, number, 0, None, level, "", "", False, False, "", now))
    return [replace(one, entry=at // row.terms.members + 1) for at, one in enumerate(queue)]


async def _next(
    session: Session,
    unit: UnitOfWork,
    row: TournamentRow,
    entrants: Sequence[EntrantRow],
    holidays: Mapping[int, float],
) -> tuple[TournamentRow, list[Book]]:
    tables = await pair_up(unit, row, sorted({entrant.entry for entrant in entrants}), chance(session, row))
    row = replace(row, stage=row.stage + 1, revision=row.revision + 1)
    for entrant in entrants:
        await unit.tournaments.put_entrant(entrant)
    await unit.tournaments.put(row)
    return row, await open_tables(session, unit, row, entrants, tables, holidays)


async def advance(session: Session, number: int) -> bool:
    """Begin the next stage, or end the tournament, if every table has played all deals of this one; whether that was so."""
    async with session.store.begin() as unit:
        row = await unit.tournaments.hold(number)
        if row is None:
            return False
        books: list[Book] = []
        moved = row.state == "playing" and await _is_done(unit, row)
        if moved:
            if row.stage >= row.stages:
                row = await finish(session, unit, row, "over")
            else:
                present, holidays = await _present(unit, row)
                row, books = await _next(session, unit, row, present, holidays)
        chats = await chats_of(unit, books)
        if moved:
            await unit.commit()
    take_up(session, books, chats)
    close_tables(session, row)
    if moved:
        await display.show(session, number, renew=row.state == "over")
    return moved


async def _is_done(unit: UnitOfWork, row: TournamentRow) -> bool:
    pairings = [pairing_of(one) for one in await unit.tournaments.pairings(row.id)]
    finished = contests.finished_deals(pairings, [score_of(one) for one in await unit.tournaments.scores(row.id)])
    return all(deal in finished for deal in range((row.stage - 1) * row.deals + 1, row.stage * row.deals + 1))


async def _present(unit: UnitOfWork, row: TournamentRow) -> tuple[list[EntrantRow], dict[int, float]]:
    """Return the players as the stage has left them: an AI player follows whoever gave their seat up, and who did not act in time
    begins the next stage as one who is away. Also their holidays, as ``Book.holidays`` has them."""
    seats, began, holidays = dict[int, SeatRow](), row.created_at, dict[int, float]()
    for pairing in await unit.tournaments.pairings(row.id):
        if pairing.stage == row.stage and (table := await unit.tables.get(pairing.table)) is not None:
            seats |= {held.user: held for held in await unit.tables.seats(table.id) if held.user is not None}
            holidays |= {
                one.user: one.holiday for one in await unit.tables.regulars(table.id) if one.holiday is not None
            }
            began = table.created_at
    found = []
    for entrant in await unit.tournaments.entrants(row.id):
        held = None if entrant.user is None else seats.get(entrant.user)
        if held is not None:
            found.append(replace(entrant, away=held.away))
        elif entrant.user is None or entrant.joined_at > began:  # who came during the stage plays from now on
            found.append(entrant)
        else:
            found.append(given_up(row, entrant))
    return found, holidays


def given_up(row: TournamentRow, entrant: EntrantRow) -> EntrantRow:
    level = stand_in_level(row.game)
    return replace(entrant, user=None, ai=level, platform="", external="", ephemeral=False, away=False, place=None)


async def finish(session: Session, unit: UnitOfWork, row: TournamentRow, state: str) -> TournamentRow:
    row = replace(row, state=state, ended_at=session.clock.now(), revision=row.revision + 1)
    await unit.tournaments.put(row)
    return row


PAUSE: Final = 20.0  # Seconds in which people look at a result before the next deal comes, unless all are ready sooner
SHARE: Final = 24  # At a slow table that is this part of the time that they have for an answer: an hour of a day
OFTEN: Final = 3600.0  # Seconds after which it is looked whether the messages of a tournament over days have grown old
AGAIN: Final = 15.0
"""Seconds after which it is asked once more whether a stage is done: another worker may have finished it."""


class Conductor:
    """Looks at all tables of tournaments, once a tick."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seen: dict[int, tuple[str, int]] = {}
        """What each table was doing when it was looked at last: its state and its round."""
        self._since: dict[int, float] = {}  # Since when it does that
        self._asked: dict[int, float] = {}  # When it was last asked, by tournament, whether it goes on
        self._freshened: dict[int, float] = {}  # When it was last looked, by tournament, how old its messages are

    def look(self, now: float) -> None:
        tables = [table for table in self._session.tables.values() if table.book.contest is not None]
        open_here = {table.id for table in tables}
        self._seen = {number: seen for number, seen in self._seen.items() if number in open_here}
        self._since = {number: since for number, since in self._since.items() if number in open_here}
        changed = set()
        for table in tables:
            contest, row = table.book.contest, table.book.row
            assert contest is not None
            doing = row.state, row.round
            if self._seen.get(table.id) != doing:
                if table.id in self._seen and row.state in ("between", "over"):
                    changed.add(contest.tournament)
                self._seen[table.id], self._since[table.id] = doing, now
            if row.state in ("lobby", "between") and now - self._since[table.id] >= self._pause(table):
                self._since[table.id] = now
                queue(self._session, table, _deal)
        self._ask(tables, changed, now)

    def _pause(self, table: Table) -> float:
        """How long a table waits before the next deal; not at all where nobody reads its result."""
        book = table.book
        waits = [held for held in book.persons.values() if not held.away]
        if not waits or book.row.state != "between":
            return 0.0
        return max(PAUSE, book.clock / SHARE) if book.slow else PAUSE

    def _ask(self, tables: list[Table], changed: set[int], now: float) -> None:
        """Ask of each tournament whether its stage is done: when a table here has finished it, and now and then."""
        numbers = {table.book.contest.tournament for table in tables if table.book.contest is not None}
        self._asked = {number: at for number, at in self._asked.items() if number in numbers}
        self._freshen(
            {table.book.contest.tournament for table in tables if table.book.slow and table.book.contest}, now
        )
        for number in numbers:
            first = number not in self._asked  # what was to be shown may have been lost with the process
            if first or number in changed or now - self._asked[number] >= AGAIN:
                self._asked[number] = now
                aside(self._session, _go_on(self._session, number, show=first or number in changed))

    def _freshen(self, numbers: set[int], now: float) -> None:
        """Look now and then at the messages of tournaments over days."""
        self._freshened = {number: self._freshened.get(number, now) for number in numbers}
        for number, at in self._freshened.items():
            if now - at >= OFTEN:
                self._freshened[number] = now
                aside(self._session, display.freshen(self._session, number))


async def _go_on(session: Session, number: int, *, show: bool) -> None:
    """Begin the next stage if it is time; else show how the tournament stands if that may be something else now."""
    if not await advance(session, number) and show:
        await display.show(session, number)
    await follow_venues(session, number)  # another worker may have heard that a chat is shown it no more


async def _deal(session: Session, table: Table) -> None:
    """Deal the next deal (runs in the mailbox). Whoever cannot be shown a hand any more is played for."""

    async def work(draft: Book, unit: UnitOfWork) -> None:
        if draft.row.state not in ("lobby", "between"):
            raise Refused("round_running", table=draft.id)
        for seat, held in draft.persons.items():
            if not session.reach.can_see(draft.people.ephemeral, held):
                draft.seats[seat] = replace(held, away=True)
        await dealing.begin(session, draft, unit)

    if session.tables.get(table.id) is not table or table.broken or table.held:
        return
    try:
        await change.change(session, table, work)
    except Refused:
        return  # somebody was first
