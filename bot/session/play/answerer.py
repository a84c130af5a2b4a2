"""Who answers when no person does: AI players, stand-ins, passes in advance, standing preferences.

An answer is prepared outside the table's mailbox, waits for a time that is drawn without looking at any card, and
enters the mailbox; it counts only if the same decision is still open and still not the person's own.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from bot.session.host import change
from bot.session.host.table import PendingAnswer, TableBroken
from bot.session.people.directory import never_of
from bot.session.play.turns import apply_action
from bot.session.port.origin import Elsewhere
from bot.session.state import answers, rounds
from games.base.actions import Action
from games.base.errors import IllegalAction
from storage.api import Unavailable

if TYPE_CHECKING:
    from bot.session.host.session import Session
    from bot.session.host.table import Table
    from bot.session.state.book import Book
    from games.contract import Awaited
    from storage.api import UnitOfWork

__all__ = ["choose", "wake"]

_RETRY = 2.0
"""Seconds until an answer is tried again that the store did not take."""
_RANDOM_OUT_OF = 2000
"""A ``random`` player chooses among so many of its legal actions at most."""


@dataclass(frozen=True, slots=True)
class _Job:
    """An answer to prepare: by an AI player of a level, or an action that is known already."""

    question: str
    cause: str
    level: str = ""
    action: Action | None = None
    at_once: bool = False
    """The person has given this very answer before, so that it may come without delay."""


def wake(session: Session, table: Table) -> None:
    """See to it that every decision which no person takes is being answered, and no other. Returns at once, and changes nothing;
    called after each job in a table's mailbox."""
    wanted: dict[int, _Job] = {}
    if not (table.held or table.broken) and session.tables.get(table.id) is table:
        for waited in table.book.awaited:
            job = _job(session, table, waited)
            if job is not None:
                wanted[waited.seat] = job
    table.drop_pending(
        keep=lambda seat, pending: (
            seat in wanted and (pending.question, pending.cause) == (wanted[seat].question, wanted[seat].cause)
        )
    )
    for seat, job in wanted.items():
        if seat not in table.pending:
            pending = table.pending[seat] = PendingAnswer(job.question, job.cause)
            pending.task = session.tasks.start(_prepare(session, table, table.book, seat, job, pending))


def _job(session: Session, table: Table, waited: Awaited) -> _Job | None:
    book = table.book
    held = book.seats[waited.seat]
    question = book.questions[waited.seat]
    if held.user is None:
        return _Job(question, "stand_in" if waited.seat in book.people.stand_ins else "ai", level=held.ai or "")
    never = never_of(session.people.in_seat(held))
    action, said_already = answers.answer_in_advance(book, waited, book.public_view, never)
    if action is not None:
        return _Job(question, "auto", action=action, at_once=said_already)
    return _Job(question, "stand_in", level=rounds.stand_in_level(book)) if held.away else None


async def _prepare(session: Session, table: Table, book: Book, seat: int, job: _Job, pending: PendingAnswer) -> None:
    """Think and wait, both at once; then queue the answer. ``book`` is the table as it was when the seat was asked."""
    delay = 0.0 if job.at_once else session.settings.ai_delay * session.delays.uniform(0.6, 1.4)
    if job.action is None:
        thinking = asyncio.ensure_future(choose(session, book, seat, job.level))
        try:
            await session.clock.sleep(delay)
            while delay and not thinking.done():  # thought that takes longer shows in whole delays only
                await session.clock.sleep(delay)
            action = await thinking
        finally:
            thinking.cancel()
    else:
        await session.clock.sleep(delay)
        action = job.action
    table.mailbox.post(lambda: _answer(session, table, seat, pending, action))


async def choose(session: Session, book: Book, seat: int, level: str) -> Action | None:
    """Return what an AI player of a level does for a seat, from that seat's view alone; ``None`` if it could not
    say.
    """
    action: Action | None = None
    try:
        if level == "random":
            return session.delays.choice(list(islice(book.game.legal(book.play.state, seat), _RANDOM_OUT_OF)))
        action = await session.thinker.choose(book.row.game, book.game.view(book.play.state, seat), level)
    except Exception as error:  # the table goes on with the fallback
        session.complain("an AI player failed", None, error, game=book.row.game, level=level)
    if action is None:
        session.meter.count("thinker_failures")
    return action


async def _answer(session: Session, table: Table, seat: int, pending: PendingAnswer, action: Action | None) -> None:
    """Take the answer (in the mailbox) if the decision is still open and still this pending's to take."""
    if table.pending.get(seat) is not pending or table.book.questions.get(seat) != pending.question:
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        chosen = action if action is not None else draft.game.fallback(draft.play.state, seat)
        try:
            draft.game.check(draft.play.state, seat, chosen)
        except IllegalAction as refusal:
            session.complain("an answer was refused", table, code=refusal.code)
            chosen = draft.game.fallback(draft.play.state, seat)
        apply_action(session, draft, seat, chosen, pending.cause)

    try:
        await change.change(session, table, work)
    except Unavailable:
        session.meter.count("store_errors")
        session.tasks.start(_later(session, table, seat, pending, action))
    except (TableBroken, Elsewhere):
        pass
    except Exception as error:  # nothing has changed; the fallback is tried in a moment, so that nobody waits for ever
        session.complain("an answer could not be carried out", table, error)
        session.tasks.start(_later(session, table, seat, pending, None))


async def _later(session: Session, table: Table, seat: int, pending: PendingAnswer, action: Action | None) -> None:
    await session.clock.sleep(_RETRY)
    table.mailbox.post(lambda: _answer(session, table, seat, pending, action))
