"""How a change happens at a table: worked out on a draft, committed, and only then told.

``change`` is the one way to alter a table. After the commit ``tell`` hands the new state to the frontends (hands
first), and the clocks are set for whoever is waited for now. AI players and standing orders begin to answer when the
job is done, see ``Mailbox``.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from bot.session.port.commands import Origin, UserRef
from bot.session.port.updates import Notice
from bot.session.state import motions, pledges, rounds
from bot.session.state.advance import answer_in_advance, never_of, put_to
from bot.session.state.book import Book, save
from bot.session.tables.clocks import VOTE, VOTE_SECONDS, Due, Running
from bot.session.tables.display import private_update, public_update
from bot.session.tables.session import Session
from bot.session.tables.surroundings import Surroundings
from bot.session.tables.table import Table
from games.actions import Action
from games.events import TrickWon
from storage.api import StaleSequence, Unavailable, UnitOfWork

__all__ = [
    "Job",
    "Repeated",
    "TableBroken",
    "apply_action",
    "change",
    "effect_text",
    "motion_of",
    "refuse_repetition",
    "settle",
    "show_again",
    "tell",
    "time_up",
    "try_again",
]

T = TypeVar("T")
Work = Callable[[Book, UnitOfWork], Awaitable[T]]
Job = Callable[[], Awaitable[None]]
"""Something for a mailbox."""
_LOUD = frozenset({"clock_away", "dealt_without_you"})
"""Sentences that a person must hear of, so that they notify."""
_TIMEOUTS = 2
"""Clock answers in a row after which an AI player acts."""


class Repeated(Exception):
    """This update was carried out before; ``effect`` is what was stored with it."""

    def __init__(self, effect: str) -> None:
        super().__init__("handled before")
        self.effect = effect


class TableBroken(Exception):
    """An invariant did not hold: the table has been stopped."""


def effect_text(ok: bool, code: str | None) -> str:
    """What is stored with an update, so that its repetition gets the same kind of answer."""
    return json.dumps({"ok": ok, "code": code})


async def refuse_repetition(unit: UnitOfWork, origin: Origin) -> None:
    """``Repeated`` if this update has had its effect."""
    stored = await unit.seen(origin.user.platform, origin.update) if origin.update else None
    if stored is not None:
        raise Repeated(stored)


async def change(
    session: Session,
    table: Table,
    work: Work[T],
    *,
    origin: Origin | None = None,
    effect: Callable[[T], str] | None = None,
    started: float | None = None,
) -> T:
    """Carry ``work`` out on a draft of the table and make it durable together with the update's id; then speak.

    Runs in the table's mailbox. ``Repeated`` if the update has had its effect already. Whatever else ``work`` raises
    undoes everything. An assertion stops the table: ``TableBroken``.
    """
    try:
        value, before = await _commit(session, table, work, origin, effect)
    except AssertionError as error:
        _stop(session, table, error)
        raise TableBroken from error
    if table.book is not before:
        settle(session, table, before, started)
    return value


async def _commit(
    session: Session, table: Table, work: Work[T], origin: Origin | None, effect: Callable[[T], str] | None
) -> tuple[T, Book]:
    begun = session.clock.monotonic()
    for attempt in (1, 2):
        try:
            async with session.store.begin() as unit:
                if origin is not None:
                    await refuse_repetition(unit, origin)
                before = table.book
                draft = before.copy()
                value = await work(draft, unit)
                motions.follow_seats(before, draft)
                _mark_seeded(session, draft)
                pledges.renew(session, draft)
                await save(unit, before, draft)
                if origin is not None and origin.update:
                    text = effect_text(True, None) if effect is None else effect(value)
                    await unit.remember(origin.user.platform, origin.update, text, session.clock.now())
                await unit.commit()
                table.book = draft
            break
        except StaleSequence:
            if attempt == 2:
                raise Unavailable("the log went on without us") from None
            async with session.store.begin() as unit:
                row = await unit.table(table.id)
                assert row is not None
                table.book = await rounds.load(unit, row)
    session.meter.observe("commit", session.clock.monotonic() - begun)
    return value, before


def _mark_seeded(session: Session, draft: Book) -> None:
    """A round has been dealt from the setting's seed: the table is a demonstration from then on."""
    if draft.new_rounds and session.settings.seed is not None and not draft.row.seed:
        draft.row = replace(draft.row, seed=json.dumps(session.settings.seed))


def _stop(session: Session, table: Table, error: AssertionError) -> None:
    table.broken = True
    table.forget_minds()
    session.clocks.drop(table.id)
    session.meter.count("broken_tables")
    session.complain("table stopped", table, error)


# -- after the commit


def settle(session: Session, table: Table, before: Book, started: float | None = None) -> None:
    """Everything that follows a commit: seats noted, clocks set, the news told.

    What is committed stays so: a fault in telling it is written to the log and stops nothing.
    """
    book = table.book
    session.note_seats(table.id, before.seats, book.seats)
    _count(session, table, before)
    gone = book.row.state == "closed" or book.row.parked
    if not gone:
        set_clocks(session, table)
    try:
        for ref, notice in book.tells:
            _say(session, ref, notice, table)
        tell(session, table, before, started)
    except Exception as error:
        session.complain("the news could not be told", table, error)
    if gone:
        session.drop_table(table)
    if not book.playing:
        table.broken = False  # what could not go on is over
    book.forget_changes()


def _count(session: Session, table: Table, before: Book) -> None:
    """For the host: what happened, in numbers and in a few lines."""
    book = table.book
    session.meter.count("actions", len(book.log))
    session.meter.count("rounds", len(book.old_rounds))
    for row in book.old_rounds:
        session.note("round ended", table, round=row.round, status=row.status)
    for row in book.new_rounds:
        session.note("round dealt", table, round=row.round)
    if book.row.state == "closed" or book.row.parked:
        session.note("table closed" if book.row.state == "closed" else "table put aside", table)


def _say(session: Session, ref: UserRef, notice: Notice, table: Table) -> None:
    frontend = session.frontends.get(ref.platform)
    if frontend is not None:
        person = session.people.at(ref.platform, ref.external)
        frontend.tell(ref, notice, session.language_for(person, table.chat), table.id)


def set_clocks(session: Session, table: Table) -> None:
    """A clock for every person who is waited for and present, and for a vote; none for anybody else."""
    book, now = table.book, session.uptime()
    asked = {} if table.broken or not book.row.clock else _asked(session, book)
    since = None if table.held else now
    for seat in range(book.row.players):
        if seat not in asked:
            session.clocks.disarm(table.id, seat)
            continue
        (question, total), running = asked[seat], session.clocks.of(table.id, seat)
        remaining = book.seats[seat].remaining
        left = total if remaining is None else min(total, remaining)
        if running is not None and running.question == question:
            if total <= running.total:
                continue
            left = total - (running.total - running.remaining(now))  # the question is put in another way now
        session.clocks.arm(table.id, seat, Running(question, total, left, since))
        if not book.playing:  # the result has been before everybody's eyes for a while
            session.clocks.seen(table.id, seat, now)
    motion, vote = motion_of(book), session.clocks.of(table.id, VOTE)
    if not motion:
        session.clocks.disarm(table.id, VOTE)
    elif vote is None or vote.question != motion:
        session.clocks.arm(table.id, VOTE, Running(motion, VOTE_SECONDS, VOTE_SECONDS, since))


def _asked(session: Session, book: Book) -> dict[int, tuple[str, float]]:
    """Whose time runs: for each such seat what it is being asked, and the seconds that it has for it in all."""
    asked: dict[int, tuple[str, float]] = {}
    questions = book.questions
    for entry in book.awaited:
        held = book.seats[entry.seat]
        if held.user is not None and not held.away:
            put = put_to(entry, never_of(session.people.in_seat(held)))
            asked[entry.seat] = questions[entry.seat], float(put.seconds or book.row.clock)
    if all(session.reach.can_see(book, held) for held in book.persons.values() if held.ready):
        asked |= {seat: (book.next_round, float(book.row.clock)) for seat in book.missing}
    return asked


def motion_of(book: Book) -> str:
    """The vote that is on, as one text; ``""``: none is."""
    return f"{book.votes[0].motion}/{book.votes[0].expires_at}" if book.votes else ""


def try_again(session: Session, due: Due) -> None:
    """What was due could not be done: the next tick announces it once more."""
    clock = session.clocks.of(due.table, due.seat)
    if clock is not None and clock.question == due.question:
        clock.called = False


def tell(session: Session, table: Table, before: Book | None, started: float | None = None) -> None:
    """Show the table to everybody: each player's hand first, then the channel. ``before`` ``None``: after a pause."""
    book = table.book
    table.version += 1
    ended, ping = _has_ended(book, before), []
    if book.state is not None:
        for seat, held in sorted(book.persons.items()):
            if book.showing and not book.has_seen(seat):
                continue  # they sit down for the next round; the last one is not theirs
            alert = _newly_wanted(session, table, before, seat)
            frontend = session.frontends.get(held.platform)
            if frontend is not None:
                notice = book.notices.get(seat)
                loud = alert or (notice is not None and notice.code in _LOUD)
                frontend.show_hand(private_update(session, table, seat, alert=loud, notice=notice))
            if alert and started is not None:
                session.meter.observe("notify", session.clock.monotonic() - started)
            wanted = ended or any(entry.seat == seat for entry in book.awaited)
            mute = session.reach.to_ping(held) if alert and wanted else None
            if mute is not None:
                ping.append(mute)
    frontend = session.frontends.get(table.chat.platform)
    if frontend is not None:
        new_round = book.playing if before is None else before.row.round != book.row.round
        renew = new_round or any(isinstance(event, TrickWon) for event in book.events)
        rings = ended and not book.private  # in a private chat the result of one's own has rung already
        frontend.show_table(public_update(session, table, renew=renew, ended=rings, ping=tuple(ping)))


def _has_ended(book: Book, before: Book | None) -> bool:
    """Whether a round has just ended with a result, or before a restart whose table message is older than that."""
    if book.playing or book.result is None or book.round is None:
        return False
    if before is not None:
        return before.playing
    return book.row.message_at is not None and book.row.message_at < (book.round.ended_at or 0.0)


def _newly_wanted(session: Session, table: Table, before: Book | None, seat: int) -> bool:
    """Whether something is wanted of a present person now that was not wanted before, a new hand was dealt, or the round
    has just ended.

    What answers by itself (a standing pass, a preference, a hand too small) is wanted of nobody.
    """
    book = table.book
    held = book.seats[seat]
    person = session.people.in_seat(held)
    if held.away or (person is not None and not person.wants("alerts")):
        return False
    if not book.playing:
        return before is not None and _has_ended(book, before)
    question = book.questions.get(seat)
    waited = next((entry for entry in book.awaited if entry.seat == seat), None)
    if waited is not None and answer_in_advance(book, waited, book.public_view, never_of(person))[0] is not None:
        question = None
    if before is None:
        return question is not None
    if not before.playing or (before.row.match, before.row.round) != (book.row.match, book.row.round):
        return True
    return question is not None and before.questions.get(seat) != question


def show_again(session: Session, table: Table) -> None:
    """After a restart or a pause: everybody sees the table again; clocks and minds wait until it has arrived."""
    for ref, notice in table.book.tells:
        _say(session, ref, notice, table)
    table.book.tells.clear()
    set_clocks(session, table)
    tell(session, table, None)


# -- acting


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
        draft.notices[seat] = Notice("clock_away", {"table": draft.id})
    elif cause == "clock":
        draft.notices[seat] = Notice("clock_acted", {"table": draft.id})
    draft.seats[seat] = replace(held, timeouts=timeouts, away=away)
    session.meter.count("fallbacks", int(cause == "clock"))


async def time_up(session: Session, table: Table, due: Due) -> None:
    """A clock has reached half time or its end (runs in the mailbox)."""
    clock = session.clocks.of(table.id, due.seat)
    book = table.book
    if clock is None or table.broken or not clock.question == due.question == book.questions.get(due.seat):
        return
    if due.what == "half":
        _remind(session, table, due.seat)
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        action = draft.game.fallback(draft.state, due.seat)
        apply_action(session, draft, due.seat, action, "clock")

    try:
        await change(session, table, work)
    except Exception:
        try_again(session, due)
        raise


def _remind(session: Session, table: Table, seat: int) -> None:
    held = table.book.seats[seat]
    person = session.people.in_seat(held)
    frontend = session.frontends.get(held.platform)
    if frontend is None or (person is not None and not person.wants("reminders")):
        return
    table.version += 1
    frontend.show_hand(private_update(session, table, seat, alert=True, reminder=True))
