"""A word before the night: somebody's time will be over in their quiet hours, in which nobody may remind them."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.session.people.quiet import local, quiet_hours
from bot.session.play import action
from bot.session.tables.clocks import Due
from bot.session.tables.refresh import safely
from bot.session.tables.session import Session
from bot.session.tables.table import Table

__all__ = ["look"]

_BEFORE: Final = 30
"""So many minutes before the quiet hours they are reminded."""


def look(session: Session) -> None:
    """Remind those whose time ends in the quiet hours that are about to begin; returns at once."""
    if session.wall.doubted(session.uptime()):
        return
    for table in session.tables.values():
        if table.book.slow and table.book.playing and not table.held:
            for entry in table.book.awaited:
                _look(session, table, entry.seat)


def _look(session: Session, table: Table, seat: int) -> None:
    clock = session.clocks.of(table.id, seat)
    person = session.people.in_seat(table.book.seats[seat])
    hours = None if person is None else quiet_hours(person.prefs)
    now = session.clock.now()
    if clock is None or not clock.reminders or hours is None or hours.holds(now):
        return
    there = local(now, hours.zone)
    before = (hours.start - there.hour * 60 - there.minute) % (24 * 60)
    if before <= _BEFORE and clock.remaining(session.uptime()) <= (before + hours.length) * 60:
        clock.reminders = ()  # this was the last one
        due = Due(table.id, seat, clock.question, "remind")
        table.mailbox.post(safely(session, table, partial(action.time_up, session, table, due)))
