"""Being ready and the deal itself; the time between two rounds.

Whoever is not ready while somebody is has the table's time to act. Half of it over, they are reminded; all of it over, they
are away: an AI player acts for them until they act themselves, and the next round is dealt.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.session.host import change
from bot.session.host.clocks import Due
from bot.session.host.request import Answer, Change, Refused, Request
from bot.session.host.session import Session, Surroundings
from bot.session.host.table import Table
from bot.session.host.tell import tell_person
from bot.session.play import contests as contest_deals
from bot.session.port.commands import Ready, UserRef
from bot.session.port.updates import Notice
from bot.session.state import rounds
from bot.session.state.book import Book
from storage.api import UnitOfWork

__all__ = ["HANDLERS", "begin", "go_on", "ready", "time_up"]


async def begin(session: Surroundings, draft: Book, unit: UnitOfWork, asked: int | None = None) -> None:
    """Deal the next round, of the match or of a new one; ``Refused`` if that cannot be now. ``asked``: who asks for it."""
    if draft.playing:
        raise Refused("round_running", table=draft.id)
    rounds.regroup(draft, session.clock.now())
    if draft.free_seats:
        code = "seats_missing_private" if draft.home.private else "seats_missing"
        raise Refused(code, table=draft.id, missing=len(draft.free_seats))
    present = [held for _, held in sorted(draft.persons.items()) if not held.away]
    unseen = [held for held in present if not session.reach.can_see(draft.people.ephemeral, held)]
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


# -- between two rounds


async def go_on(session: Session, before: Book, draft: Book, unit: UnitOfWork) -> None:
    """Play on between rounds, where nobody is waited for any more: whoever was has left, or lets an AI player act."""
    ready = any(held.ready for held in draft.persons.values())
    if not (before.missing and ready) or draft.missing or draft.free_seats:
        return
    present = [held for held in draft.persons.values() if not held.away]
    if all(session.reach.can_see(draft.people.ephemeral, held) for held in present):
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


HANDLERS: Final = (Change(Ready, ready),)
