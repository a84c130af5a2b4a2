"""Between rounds: somebody is ready and somebody is not, and the table has a clock.

Whoever is not ready has the table's time to act, from the moment in which the first is. Half of it over, they are
reminded; all of it over, they are away: an AI player acts for them until they act themselves, and the next round is dealt.
"""

from __future__ import annotations

from dataclasses import replace

from bot.session.port.commands import Ready, UserRef
from bot.session.port.updates import Notice
from bot.session.seats import start
from bot.session.state.book import Book
from bot.session.tables import change
from bot.session.tables.clocks import Due
from bot.session.tables.outlets import tell_person
from bot.session.tables.request import Refused
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from storage.api import UnitOfWork

__all__ = ["go_on", "time_up"]


async def go_on(session: Session, before: Book, draft: Book, unit: UnitOfWork) -> None:
    """Play on between rounds, where nobody is waited for any more: whoever was has left, or lets an AI player act."""
    ready = any(held.ready for held in draft.persons.values())
    if not (before.missing and ready) or draft.missing or draft.free_seats:
        return
    present = [held for held in draft.persons.values() if not held.away]
    if all(session.reach.can_see(draft, held) for held in present):
        await start.begin(session, draft, unit)


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
        await start.begin(session, draft, unit)
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
