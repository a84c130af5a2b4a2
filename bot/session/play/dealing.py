"""Dealing and being ready; the time between two rounds; the first round after a lesson.

Whoever is not ready while somebody is has the table's time to act. Half of it over, they are reminded; all of it over, they
are away: an AI player acts for them until they act themselves, and the next round is dealt.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.session.host import change
from bot.session.host.clocks import Due
from bot.session.host.request import Answer, Change, Direct, Refused, Request
from bot.session.host.session import Session, Surroundings
from bot.session.host.table import Table
from bot.session.host.tell import tell_person
from bot.session.people.directory import Person
from bot.session.play import contests as contest_deals
from bot.session.play import lookup, places
from bot.session.play.opening import open_table, resume_table
from bot.session.port.commands import Deal, FirstRound, NewTable, Origin, Ready, UserRef
from bot.session.port.replies import Body, Lobby, Menu
from bot.session.port.updates import Notice
from bot.session.state import rounds
from bot.session.state.book import Book
from bot.session.state.stored import is_adrift
from storage.api import UnitOfWork
from storage.themes.tables import SeatRow, TableRow

__all__ = ["HANDLERS", "LEVEL", "begin", "deal", "first_round", "go_on", "ready", "time_up"]


async def deal(request: Request, draft: Book, unit: UnitOfWork, command: Deal) -> Answer:
    """Start the match, the next round, or another match with the same seats. A table that has lost its place goes on in the
    group where this is asked."""
    if draft.home.adrift and request.in_group:
        return await places.go_on_here(request, draft, unit, command)
    request.seat(draft)
    await begin(request.session, draft, unit, request.person.user)
    return Answer(Notice("dealt", {"table": draft.id, "round": draft.row.round}))


async def taken_up(session: Session, origin: Origin, person: Person, command: Deal) -> Body | None:
    """Return where a table was put aside: take up the one that is named, or the only one of who sits at no other that is on."""
    if command.table is not None:
        if command.table in session.tables:
            return None
        own = await lookup.parked_of(session, person)
        rows = await lookup.parked_in(session, origin)
        rows += [row for row in own if origin.chat is None or is_adrift(row)]
        named = next((row for row in rows if row.id == command.table), None)
        return None if named is None else await _resumed(session, origin, person, named)
    seated = await lookup.of_person(session, person.user)
    if origin.chat is not None:
        here = {table.id for table in await lookup.in_chat(session, origin.chat)}
        seated = [table for table in seated if table.id in here]
    states = {table.book.row.state for table in seated}
    if states - {"over"}:
        return None
    parked, own = await lookup.parked_in(session, origin), await lookup.parked_of(session, person)
    mine = [row for row in own if origin.chat is None or row in parked or is_adrift(row)]
    rows = [row for row in mine if row.state != "over"] or ([] if states else mine or parked)
    if len(rows) == 1 and rows[0] in own:
        return await _resumed(session, origin, person, rows[0])
    return lookup.offer_parked(rows) if rows else None


async def _resumed(session: Session, origin: Origin, person: Person, row: TableRow) -> Body | None:
    """Take a table up; one that has lost its place goes on in this group next, as if it had been open."""
    if origin.chat is None or not is_adrift(row):
        return await resume_table(session, origin, person, row.id)
    await resume_table(
        session, replace(origin, update=""), person, row.id
    )  # the update is remembered with what comes next
    return None


async def begin(session: Surroundings, draft: Book, unit: UnitOfWork, asked: int | None = None) -> None:
    """Deal the next round, of the match or of a new one; ``Refused`` if that cannot be now. ``asked``: who asks for it."""
    if draft.playing:
        raise Refused("round_running", table=draft.id)
    rounds.regroup(draft, session.clock.now())
    if draft.free_seats:
        code = "seats_missing_private" if draft.home.private else "seats_missing"
        raise Refused(code, table=draft.id, missing=len(draft.free_seats))
    present = [held for _, held in sorted(draft.persons.items()) if not held.away]
    unseen = [held for held in present if not session.reach.can_see(draft, held)]
    if unseen:
        names = ", ".join(session.people.name_of(held) for held in unseen)
        missing = asked in {held.user for held in unseen}  # a way into the private chat helps nobody else
        raise Refused("unreachable_players", names=names, start_link=draft.id if missing else None)
    now = session.clock.now()
    draft.people = replace(draft.people, sit_ins=())
    if draft.contest is not None:
        if draft.row.state in ("over", "closed"):
            raise Refused("tournament_table_done", table=draft.id, tournament=draft.contest.tournament)
        await contest_deals.deal_contest(draft, unit, now, session.dice)
        return
    if draft.row.state in ("lobby", "over"):
        await rounds.begin_match(draft, unit, now)
    rounds.begin_round(draft, session.dice, now)


async def ready(request: Request, draft: Book, unit: UnitOfWork, command: Ready) -> Answer:
    """Ready for the next round: it starts when all present persons are."""
    seat = request.seat(draft)
    if draft.row.state not in ("between", "over"):
        raise Refused("round_running" if draft.playing else "not_dealt_yet", table=draft.id)
    if not any(held.ready for held in draft.persons.values()):  # from now on the others' time runs
        draft.seats = {other: replace(held, remaining=None) for other, held in draft.seats.items()}
    draft.seats[seat] = replace(draft.seats[seat], ready=True, away=False)
    waiting = sum(not (held.ready or held.away) for held in draft.persons.values())
    if waiting == 0:
        await begin(request.session, draft, unit, request.person.user)
        return Answer(Notice("dealt", {"table": draft.id, "round": draft.row.round}))
    return Answer(Notice("ready_noted", {"table": draft.id, "waiting": waiting}))


async def go_on(session: Session, before: Book, draft: Book, unit: UnitOfWork) -> None:
    """Play on between rounds, where nobody is waited for any more: whoever was has left, or lets an AI player act."""
    ready = any(held.ready for held in draft.persons.values())
    if not (before.missing and ready) or draft.missing or draft.free_seats:
        return
    present = [held for held in draft.persons.values() if not held.away]
    if all(session.reach.can_see(draft, held) for held in present):
        await begin(session, draft, unit)


async def time_up(session: Session, table: Table, due: Due) -> None:
    """Half or all of the time to get ready is over for a person (runs in the mailbox)."""
    book = table.book
    if session.tables.get(table.id) is not table or due.seat not in book.missing or due.question != book.next_round:
        return
    if due.what == "remind":
        _remind(session, table, due.seat)
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        late = {held.user for seat, held in draft.missing.items() if _is_over(session, table, seat)}
        for seat, held in draft.missing.items():
            if held.user in late:
                draft.seats[seat] = replace(held, away=True)
        if draft.missing:
            return
        await begin(session, draft, unit)
        for seat, held in draft.persons.items():  # who comes or goes between rounds may have moved the seats
            if held.user in late:
                draft.says.notices[seat] = Notice("dealt_without_you", {"table": draft.id})

    try:
        await change.change(session, table, work)
    except Refused:
        return  # it cannot be dealt: the table waits until somebody mends that
    except Exception:
        session.clocks.call_again(due)
        raise


def _is_over(session: Session, table: Table, seat: int) -> bool:
    clock = session.clocks.of(table.id, seat)
    return clock is not None and clock.remaining(session.uptime()) <= 0


def _remind(session: Session, table: Table, seat: int) -> None:
    held = table.book.seats[seat]
    person = session.people.in_seat(held)
    if person is not None and not person.wants("reminders"):
        return
    notice = Notice("ready_soon", {"table": table.id}, actions=(("ready", Ready(table.id)),))
    ref = UserRef(held.platform, held.external)
    tell_person(session, ref, notice, session.language_for(person, table.chat), table.id)


LEVEL: Final = "easy"

_UNHURRIED: Final = {"clock": "off", "ratings": "off"}


async def first_round(session: Session, origin: Origin, person: Person, command: FirstRound) -> Lobby | Menu | Notice:
    """Open a table here, fill it with easy AI players and deal. Nobody's time runs there, and nobody's rating changes."""
    opened = await open_table(session, origin, person, NewTable(command.game, "", _UNHURRIED, fresh=True))
    if not isinstance(opened, Notice):
        return opened
    table = session.tables[int(str(opened.data["table"]))]

    async def work(draft: Book, unit: UnitOfWork) -> None:
        now = session.clock.now()
        for seat in draft.free_seats:
            draft.seats[seat] = SeatRow(draft.id, seat, None, LEVEL, now)
        await begin(session, draft, unit)

    table.looking[person.user] = session.uptime()  # they pressed it where their hand is shown now
    await table.mailbox.call(lambda: change.change(session, table, work))
    return Notice("first_round_dealt", {"table": table.id})


HANDLERS: Final = (
    Change(Deal, deal, first=taken_up),
    Change(Ready, ready),
    Direct(FirstRound, first_round),
)
