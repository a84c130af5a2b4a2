"""How a change happens at a table: worked out on a draft, saved if the table is still ours, and only then told.

``change`` is the one way to alter a table, and ``note`` its quiet sibling for what nobody is told by itself. After a change's
commit ``settle`` hands the new state to the frontends (hands first), and the clocks are set for whoever is waited for now. AI
players and standing orders begin to answer when the job is done, see ``Mailbox``.

Where several workers share one database every transaction that writes a table asks first whether it is still ours. A worker
that was stopped for a minute finds out here that others have gone on without it: it drops the table and tells nobody
anything. One process alone has no ``Ownership``, and nothing of this happens.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

import structlog

from bot.session.host.request import Answer
from bot.session.host.session import Session, Table, TableBroken
from bot.session.host.tell import say, set_clocks, tell
from bot.session.port.commands import Origin
from bot.session.port.commands.record import Elsewhere
from bot.session.port.updates import Notice, PrivateUpdate
from bot.session.state import guests, rounds, stored
from bot.session.state.book import Book, MatchScore, Says, Writes
from bot.session.state.stored import save, save_notes
from games.base.events import TrickWon
from games.base.options import Options
from storage.api import Conflict, StaleSequence, StoreError, Unavailable, UnitOfWork, Unsure
from storage.themes.tables import TableRow

__all__ = [
    "Changed", "Notes", "Quiet", "Repeated", "alone", "alone_with", "aside", "change", "check_ours", "code_of",
    "create", "effect_text", "is_ours", "keep_notes", "lose", "note", "once", "ours_of", "queue", "refuse_repetition",
    "settle", "take", "take_up", "write_last", "write_notes",
]  # fmt: skip

log = structlog.get_logger("session.change")

_FEW: Final = 16  # So many tables are asked about one by one; of more, all that are ours are read at once

P = ParamSpec("P")
T = TypeVar("T")

Work = Callable[[Book, UnitOfWork], Awaitable[T]]

Quiet = Callable[[Book], None]

Notes = list[tuple[Table, Book]]


class Repeated(Exception):
    """This update was carried out before; ``effect`` is what was stored with it."""

    def __init__(self, effect: str) -> None:
        super().__init__("handled before")
        self.effect = effect


@dataclass(frozen=True, slots=True)
class Changed(Generic[T]):
    """What came of a change: what its work returned, and the panels that were made and shown, by seat."""

    value: T
    panels: Mapping[int, PrivateUpdate]


def effect_text(ok: bool, said: object = None) -> str:
    """What is stored with an update, so that its repetition gets the same kind of answer: the sentence that was
    ``said`` where it is the same for everybody and always, as its data are not kept."""
    whole = isinstance(said, Notice) and not said.data and not said.code.startswith("refusal.")
    return json.dumps({"ok": ok, "code": code_of(said) if whole else None})


def code_of(body: object) -> str | None:
    """Return by what a sentence is known; ``None`` for anything else that is said."""
    return body.code if isinstance(body, Notice) else None


async def refuse_repetition(unit: UnitOfWork, origin: Origin) -> None:
    """Raise ``Repeated`` if this update has had its effect."""
    stored = await unit.updates.seen(origin.user.platform, origin.update) if origin.update else None
    if stored is not None:
        raise Repeated(stored)


async def remember(session: Session, unit: UnitOfWork, origin: Origin, effect: str = "") -> None:
    """Store what an update has done, so that it does nothing when it comes again."""
    if origin.update:
        await unit.updates.remember(
            origin.user.platform, origin.update, effect or effect_text(True), session.clock.now()
        )


@asynccontextmanager
async def once(session: Session, origin: Origin) -> AsyncIterator[UnitOfWork]:
    """A unit of work, committed at its end, whose update has its effect once: ``Repeated`` if it comes again."""
    async with session.store.change() as unit:
        await refuse_repetition(unit, origin)
        yield unit
        await remember(session, unit, origin)


async def change(
    session: Session, table: Table, work: Work[T], *, origin: Origin | None = None, started: float | None = None
) -> Changed[T]:
    """Carry ``work`` out on a draft of the table and make it durable together with the update's id; then speak. Runs in
    the table's mailbox. ``Repeated`` if the update has had its effect already. Whatever else ``work`` raises undoes
    everything. An assertion stops the table: ``TableBroken``. ``Elsewhere``: another worker has the table; here it is
    no more."""
    try:
        async with table.lock:
            value, before = await _save(session, table, work, origin)
    except AssertionError as error:
        _stop(session, table, error)
        raise TableBroken from error
    except Elsewhere:
        lose(session, table)
        raise
    return Changed(value, settle(session, table, before, started))


async def _save(session: Session, table: Table, work: Work[T], origin: Origin | None) -> tuple[T, Book]:
    """Write what ``work`` makes of a draft, with the update's id, in one transaction; return the book as it was before, too."""
    begun = session.clock.monotonic()
    for attempt in (1, 2):
        try:
            async with session.store.begin() as unit:
                await check_ours(session, unit, table.book)
                if table.stale:
                    await _read_again(unit, table)
                if origin is not None:
                    await refuse_repetition(unit, origin)
                before = table.book
                draft, noted = before.copy(), dict(table.unnoted)
                table.note_shown(draft)
                value = await work(draft, unit)
                guests.follow_votes(before, draft)
                if draft.places:
                    guests.follow_seats(before, draft)
                await _let_go(session, unit, draft)  # before rows that others wait for while they hold this one
                await _write(session, unit, before, draft)
                if origin is not None:
                    answer = value if isinstance(value, Answer) else Answer()
                    said = answer.body if isinstance(answer.body, Notice) else answer.toast
                    await remember(session, unit, origin, effect_text(True, said))
                await unit.commit()
                table.keep(draft)
                table.has_noted(noted)
            break
        except (StaleSequence, Conflict, Unsure):
            table.stale = True
            if attempt == 2:
                raise Unavailable("the log went on without us") from None
    passed = session.clock.monotonic() - begun
    session.meter.observe("commit", passed)
    log.debug("committed", table=table.id, match=draft.row.match, seq=draft.play.seq, seconds=passed)
    return value, before


async def _read_again(unit: UnitOfWork, table: Table) -> None:
    """Read the table as it is stored: somebody else has changed it, or a commit of ours whose answer was lost."""
    row = await unit.tables.get(table.id)
    assert row is not None
    book = await stored.load(unit, row)
    book.fence = table.book.fence
    table.book = book
    table.follow_places(
        [chat for number in (row.chat, *book.places) if (chat := await unit.chats.get(number)) is not None]
    )
    table.stale = False


async def _write(session: Session, unit: UnitOfWork, before: Book, draft: Book) -> None:
    """Write what differs, and with it the promise of the next deal where the table waits for one."""
    _mark_seeded(session, draft)
    if session.dice is None:
        rounds.promise_next(draft, session.clock.now())
    await save(unit, before, draft)


def _mark_seeded(session: Session, draft: Book) -> None:
    """Mark a table whose round was dealt from the setting's seed: it is a demonstration from then on."""
    if draft.writes.new_rounds and session.settings.seed is not None and not draft.terms.seed:
        draft.terms = replace(draft.terms, seed=json.dumps(session.settings.seed))


def _stop(session: Session, table: Table, error: AssertionError) -> None:
    table.broken = True
    table.drop_pending()
    session.clocks.drop(table.id)
    session.meter.count("broken_tables")
    session.complain("table stopped", table, error)


# -- tables that are made, and those that come back
async def create(
    session: Session, unit: UnitOfWork, row: TableRow, options: Options, fill: Callable[[Book], None]
) -> Book:
    """Write a new table and what ``fill`` puts on its first draft. The row gets its id here; the caller commits."""
    row = await unit.tables.add(row)
    before = Book(row=row, options=options, seats={}, score=MatchScore((0,) * row.players))
    await take(session, unit, before)
    draft = before.copy()
    fill(draft)
    await _write(session, unit, before, draft)
    draft.writes = Writes()
    return draft


async def take_up(session: Session, unit: UnitOfWork, before: Book, *, touched_at: float) -> tuple[Book, bool]:
    """A table that has been loaded, no longer put aside; a round under rules that are not known any more is
    void. Also whether a new promise was made, which the table has to show. The caller commits. ``Elsewhere``: another
    worker has it."""
    await check_ours(session, unit, before)
    draft = before.copy()
    draft.row = replace(before.row, parked=False, touched_at=touched_at)
    if before.row.parked:  # its messages say since then that it is put aside
        draft.row = replace(draft.row, shows="")
        draft.places = {chat: replace(there, shows="") for chat, there in draft.places.items()}
        draft.seats = {seat: replace(held, shows="") for seat, held in draft.seats.items()}
    if draft.playing and draft.play.state is None:
        rounds.void_round(draft, session.clock.now())
    await _write(session, unit, before, draft)
    promised = bool(draft.writes.pledges)
    draft.writes = Writes()
    return draft, promised


# -- what nobody is told by itself
async def note(session: Session, noted: Iterable[tuple[Table, Quiet]]) -> None:
    """Change one or several tables quietly, in one transaction: ids of messages, seconds left on clocks. Nothing is
    shown. Those that are not ours any more are dropped; ``Elsewhere`` if none is left."""
    wanted = {table: work for table, work in noted if session.tables.get(table.id) is table}
    async with alone_with(wanted), session.store.begin() as unit:
        ours = await ours_of(session, unit, wanted)
        if wanted and not ours:
            raise Elsewhere(next(iter(wanted)).id)
        notes = await _write_notes(session, unit, [(table, wanted[table]) for table in ours])
        await unit.commit()
        keep_notes(notes)


async def write_notes(session: Session, unit: UnitOfWork, noted: Iterable[tuple[Table, Quiet]]) -> Notes:
    """Write quiet changes with whatever else is written in ``unit``. No table changes before ``keep_notes``: the caller
    is ``alone_with`` them since before the unit began. Tables that have been closed meanwhile are left out.
    ``Elsewhere``: one of them is not ours any more."""
    wanted = list(noted)
    for table, _ in wanted:
        await check_ours(session, unit, table.book)
    return await _write_notes(session, unit, wanted)


async def _write_notes(session: Session, unit: UnitOfWork, noted: Iterable[tuple[Table, Quiet]]) -> Notes:
    notes: Notes = []
    for table, work in noted:
        if session.tables.get(table.id) is table:
            draft = table.book.quiet_copy()
            work(draft)
            notes.append((table, draft))
    await save_notes(unit, [(table.book, draft) for table, draft in notes])
    return notes


async def write_last(unit: UnitOfWork, table: Table, work: Quiet) -> None:
    """Write a quiet change of a table that is about to be dropped, and was set free in ``unit``."""
    draft = table.book.quiet_copy()
    work(draft)
    await save_notes(unit, [(table.book, draft)])


def keep_notes(notes: Notes) -> None:
    """Let the tables follow the quiet changes that were committed, before anybody else begins a unit of work."""
    for table, draft in notes:
        table.keep(draft)


# -- after the commit
def settle(session: Session, table: Table, before: Book, started: float | None = None) -> Mapping[int, PrivateUpdate]:
    """Return everything that follows a commit: seats noted, clocks set, the news told. What is committed stays so: a
    fault in telling it is written to the log and stops nothing. Returns the panels shown, by seat."""
    book, panels = table.book, dict[int, PrivateUpdate]()
    session.tables.note_seats(table.id, before.seats, book.seats)
    for chat in book.writes.chats:
        session.keep_chat(chat)
    _count(session, table, before)
    gone = book.row.state == "closed" or book.row.parked
    if any(isinstance(event, TrickWon) for event in book.says.events):
        table.unsaved.turn(session.clocks.uptime())
    if not gone:
        set_clocks(session, table)
    try:
        for ref, notice in book.says.tells:
            say(session, ref, notice, table)
        tell(session, table, before, started, panels)
    except Exception as error:
        session.complain("the news could not be told", table, error)
    if gone:
        session.drop_table(table)
    if not book.playing:
        table.broken = False  # what could not go on is over
    book.writes, book.says = Writes(), Says()
    return panels


def _count(session: Session, table: Table, before: Book) -> None:
    book = table.book
    session.meter.count("actions", len(book.writes.log))
    session.meter.count("rounds", len(book.writes.old_rounds))
    for row in book.writes.old_rounds:
        session.note("round ended", table, round=row.round, status=row.status)
    for row in book.writes.new_rounds:
        session.note("round dealt", table, round=row.round)
    if book.row.state == "closed" or book.row.parked:
        session.note("table closed" if book.row.state == "closed" else "table put aside", table)


# -- whether a table is still ours
@asynccontextmanager
async def alone_with(tables: Iterable[Table]) -> AsyncIterator[None]:
    """Let nobody else write these tables, nor put another book in their place, until this is over."""
    async with AsyncExitStack() as held:
        for table in sorted(tables, key=lambda table: table.id):
            await held.enter_async_context(table.lock)
        yield


@asynccontextmanager
async def alone(session: Session) -> AsyncIterator[None]:
    """Let nobody else write any table of ours, nor read one that has not been read yet, until this is over."""
    async with session.unread.adopting, alone_with(session.tables.values()):
        yield


async def check_ours(session: Session, unit: UnitOfWork, book: Book) -> None:
    """Raise ``Elsewhere`` if the table is not ours any more; else nobody takes it before ``unit`` is over."""
    owners = session.ownership
    if owners is not None and not await unit.owners.hold(book.id, owners.worker, book.fence):
        raise Elsewhere(book.id)


async def ours_of(session: Session, unit: UnitOfWork, tables: Collection[Table]) -> list[Table]:
    """Those of these tables that are still ours, as ``check`` does; the others are dropped."""
    owners = session.ownership
    if owners is None:
        return list(tables)
    if len(tables) > _FEW:
        held = {(row.table, row.fence) for row in await unit.owners.hold_all(owners.worker)}
        ours = [table for table in tables if (table.id, table.book.fence) in held]
    else:
        ours = [table for table in tables if await unit.owners.hold(table.id, owners.worker, table.book.fence)]
    for table in tables:
        if table not in ours:
            lose(session, table)
    return ours


async def is_ours(session: Session, table: Table) -> bool:
    owners = session.ownership
    if owners is None or owners.sure:
        return True
    async with session.store.begin() as unit:
        return bool(await ours_of(session, unit, [table]))


async def take(session: Session, unit: UnitOfWork, book: Book) -> None:
    """Make a table ours that nobody else plays: a new one, or one that was put aside. The caller commits."""
    if session.ownership is not None:
        book.fence = await unit.owners.give(book.id, session.ownership.worker)


async def _let_go(session: Session, unit: UnitOfWork, draft: Book) -> None:
    """Write that a table which is closed or put aside has no owner any more. The caller commits."""
    owners = session.ownership
    if owners is None:
        return
    if draft.row.state == "closed":
        await unit.owners.forget(draft.id)
    elif draft.row.parked:
        await unit.owners.release([(draft.id, draft.fence)], owners.worker)


def lose(session: Session, table: Table) -> None:
    """Drop a table that another worker has now. Who waits in its mailbox is sent there; nobody is told anything."""
    if session.tables.get(table.id) is table:
        session.drop_table(table)
        table.mailbox.close(lambda: Elsewhere(table.id))
        for frontend in session.frontends.values():
            frontend.let_go(table.id)


def queue(
    session: Session,
    table: Table,
    work: Callable[Concatenate[Session, Table, P], Awaitable[None]],
    *args: P.args,
    **named: P.kwargs,
) -> None:
    """Queue ``work(session, table, …)`` in the table's mailbox, for which nobody waits. It is not done at a table that another
    worker has by then."""
    if_ours = partial(_if_ours, session, table, partial(work, session, table, *args, **named))
    table.mailbox.post(lambda: _safely(session, table, if_ours()))


async def _if_ours(session: Session, table: Table, work: Callable[[], Awaitable[None]]) -> None:
    if await is_ours(session, table):
        await work()


def aside(session: Session, work: Coroutine[Any, Any, None]) -> None:
    """Let something be done beside everything else, for which nobody waits."""
    session.tasks.start(_safely(session, None, work))


async def _safely(session: Session, table: Table | None, work: Awaitable[None]) -> None:
    """Do something; what goes wrong is written to the log."""
    try:
        await work
    except (Elsewhere, TableBroken):
        pass
    except Unavailable:
        session.meter.count("store_errors")  # the memory itself says once what is wrong with it
    except StoreError as error:
        session.meter.count("store_errors")
        session.complain("the memory did not take an outcome", table, error)
    except Exception as error:  # the mailbox must go on
        session.complain("an outcome could not be noted", table, error)
