"""Holidays at a table: an AI player acts for somebody until a day that they have named, then they are back by themselves.

What a person has said stands among their preferences; each of their tables follows it, whoever has it, and marks in its book
until when. Whoever acts at a table is back there, and is not sent away again by the same holiday.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.session.state.book import Book
from bot.session.tables import change
from bot.session.tables.refresh import safely
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from storage.api import UnitOfWork

__all__ = ["Holiday", "follow", "follow_all", "holiday_of"]


@dataclass(frozen=True, slots=True)
class Holiday:
    """Away from ``since`` until ``until``, in seconds since 1970."""

    until: float
    since: float


def holiday_of(prefs: Mapping[str, Any]) -> Holiday | None:
    """Return the holiday among somebody's preferences, ``None`` if they have none."""
    found = prefs.get("holiday")
    return Holiday(*found) if found else None


def follow(session: Session, user: int) -> None:
    """Let our tables follow what somebody has said about their holiday; returns at once."""
    for table in session.tables_of(user):
        _look(session, table)


def follow_all(session: Session) -> None:
    """Look at every table of ours whether somebody goes or comes; returns at once."""
    if not session.wall.doubted(session.uptime()):
        for table in list(session.tables.values()):
            _look(session, table)


def _look(session: Session, table: Table) -> None:
    if not table.broken and _moves(session, table.book):
        table.mailbox.post(safely(session, table, partial(_move, session, table)))


def _moves(session: Session, book: Book) -> dict[int, Holiday | None]:
    """Return by seat who goes on a holiday now, and who (``None``) comes back from one."""
    now, moves = session.clock.now(), dict[int, Holiday | None]()
    for seat, held in book.persons.items():
        person = session.people.in_seat(held)
        if person is None or held.user is None:
            continue
        said, marked = holiday_of(person.prefs), book.people.holidays.get(held.user)
        if said is not None and said.until != marked and said.until > now and held.joined_at <= said.since:
            moves[seat] = said
        elif marked is not None and (said is None or said.until != marked):
            moves[seat] = None
    return moves


async def _move(session: Session, table: Table) -> None:
    """Carry that out (runs in the mailbox)."""

    async def work(draft: Book, unit: UnitOfWork) -> None:
        for seat, said in _moves(session, draft).items():
            held, holidays = draft.seats[seat], dict(draft.people.holidays)
            assert held.user is not None
            if said is not None:
                clock = session.clocks.of(draft.id, seat)
                left = None if clock is None else clock.remaining(session.uptime())
                draft.seats[seat] = replace(held, away=True, remaining=left)
                holidays[held.user] = said.until
            else:
                draft.seats[seat] = replace(held, away=False, timeouts=0)
                del holidays[held.user]
            draft.people = replace(draft.people, holidays=holidays)

    if session.tables.get(table.id) is table and _moves(session, table.book):
        await change.change(session, table, work)
