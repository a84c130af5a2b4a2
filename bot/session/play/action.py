"""An action carried out on a draft of a table, by whomever, and what the clock does when a person lets it run out."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.session.port.updates import Notice
from bot.session.state import rounds
from bot.session.state.book import Book
from bot.session.tables import change
from bot.session.tables.clocks import Due
from bot.session.tables.display import private_update
from bot.session.tables.outlets import has_outlet, show_hand
from bot.session.tables.request import Surroundings
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from games.base.actions import Action
from storage.api import UnitOfWork

__all__ = ["apply_action", "time_up"]

_TIMEOUTS: Final = 2
"""Clock answers in a row after which an AI player acts."""


def apply_action(session: Surroundings, draft: Book, seat: int, action: Action, cause: str) -> None:
    """Carry an action out on a draft, with what it means for the seat: its clock, its picks, whether it is away.

    ``IllegalAction`` changes nothing.
    """
    asked = draft.questions
    rounds.act(draft, seat, action, cause, session.dice, session.clock.now())
    for other, was in draft.seats.items():
        if was.remaining is not None and draft.questions.get(other) != asked.get(other):
            draft.seats[other] = replace(was, remaining=None)
    held = draft.seats[seat]
    timeouts = held.timeouts + 1 if cause == "clock" else 0 if cause == "player" else held.timeouts
    away = held.away
    if cause == "clock" and timeouts >= _TIMEOUTS and not away:
        away = True
        draft.says.notices[seat] = Notice("clock_away", {"table": draft.id})
    elif cause == "clock":
        draft.says.notices[seat] = Notice("clock_acted", {"table": draft.id})
    draft.seats[seat] = replace(held, timeouts=timeouts, away=away)
    session.meter.count("fallbacks", int(cause == "clock"))


async def time_up(session: Session, table: Table, due: Due) -> None:
    """Act on a clock that has reached a reminder or its end (runs in the mailbox)."""
    clock = session.clocks.of(table.id, due.seat)
    book = table.book
    if clock is None or table.broken or not clock.question == due.question == book.questions.get(due.seat):
        return
    if due.what == "remind":
        _remind(session, table, due.seat)
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        action = draft.game.fallback(draft.play.state, due.seat)
        apply_action(session, draft, due.seat, action, "clock")

    try:
        await change.change(session, table, work)
    except Exception:
        session.clocks.call_again(due)
        raise


def _remind(session: Session, table: Table, seat: int) -> None:
    held = table.book.seats[seat]
    person = session.people.in_seat(held)
    if not has_outlet(session, held.platform) or (person is not None and not person.wants("reminders")):
        return
    table.version += 1
    table.unrung.pop(seat, None)
    show_hand(session, private_update(session, table, seat, alert=True, reminder=True))
