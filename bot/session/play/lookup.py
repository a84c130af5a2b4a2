"""Which table a command means: the one it names, the one in the message that it answers, else of those where its sender
sits here the one that waits for them, is in play, in the lobby, between two rounds. Of several alike it asks.

Tables that other workers have, or that are ours and have not been read yet, are read from the store for that one
question; where there are none the store is not asked."""

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from hmac import compare_digest
from typing import Any

from bot.session.host.request import Refused
from bot.session.host.session import Foreign, Seen, Session, Table, stands_in
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.buttons import fits
from bot.session.port.commands import ChatRef, DealCards, NewTable, Origin
from bot.session.port.commands.record import Elsewhere
from bot.session.port.replies import Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.state import stored
from bot.session.state.guests import chats_of, is_at, people_of, titled
from games import GAMES
from storage.api import UnitOfWork
from storage.themes.tables import TableRow

__all__ = [
    "find", "find_table", "in_chat", "invited_to", "named_table", "of_person", "offer_parked", "parked_in",
    "parked_of", "put_aside", "read", "resume_entry", "table_here", "waits_for", "whole",
]  # fmt: skip

_OFFERED = 5  # So many tables that were put aside are offered


# -- tables that have not been read here
async def find(session: Session, number: int) -> Seen | None:
    if number in session.tables or not _may_be_open(session, number):
        return session.tables.get(number)
    async with session.store.begin() as unit:
        row = await unit.tables.get(number)
        return None if row is None else await read(unit, row)


def _may_be_open(session: Session, number: int) -> bool:
    """Whether a table that has not been read here may be open all the same."""
    return number in session.unread or (session.ownership is not None and 0 < number < 2**31)


async def in_chat(session: Session, chat: ChatRef) -> list[Seen]:
    others: list[Foreign] = []
    known = None if session.complete else await session.chats.known(chat)
    if known is not None:
        async with session.store.begin() as unit:
            rows = [*await unit.tables.open_in(known.id), *await unit.tables.guests_in(known.id)]
            others = [table for table in await _others(session, unit, rows) if stands_in(table, chat)]
    return _together(session, session.tables.shown_in(chat), others)


async def of_person(session: Session, user: int, unit: UnitOfWork | None = None) -> list[Seen]:
    others: list[Foreign] = []
    if not session.complete:
        async with nullcontext(unit) if unit is not None else session.store.begin() as unit:
            numbers = {seat.table for seat in await unit.tables.seats_of(user)} - session.tables.keys()
            rows = [row for number in sorted(numbers) if (row := await unit.tables.get(number)) is not None]
            others = await _others(session, unit, rows)
    return _together(session, session.tables.of(user), others)


async def _others(session: Session, unit: UnitOfWork, rows: Sequence[TableRow]) -> list[Foreign]:
    unknown = [row for row in rows if row.id not in session.tables and _may_be_open(session, row.id)]
    return [found for row in unknown if (found := await read(unit, row)) is not None]


def _together(session: Session, ours: Sequence[Table], others: Sequence[Foreign]) -> list[Seen]:
    """Return both, oldest first; of the others some may have been read here while the store was asked."""
    still = [other for other in others if other.id not in session.tables]
    return sorted([*ours, *still], key=lambda table: table.id)


async def read(unit: UnitOfWork, row: TableRow) -> Foreign | None:
    """A table that is open, as its rows say; ``None`` for any other, or one whose game is unknown here."""
    chat = await unit.chats.get(row.chat)
    if row.state == "closed" or row.parked or row.game not in GAMES or chat is None:
        return None
    book = await stored.load_rows(unit, row)
    return Foreign(book, chat, await chats_of(unit, book))


async def whole(session: Session, table: Seen) -> Seen:
    """A table with what goes on in its round."""
    if isinstance(table, Table):
        return table
    async with session.store.begin() as unit:
        book = await stored.load(unit, table.book.row)
        await session.people.read_seated(unit, book.participants)
        return Foreign(book, table.chat, table.guests)


# -- the table that is meant
async def find_table(session: Session, origin: c.Origin, person: Person, command: Any) -> Table:
    """The table that ``command`` is about; ``Refused`` with a sentence or a question otherwise, ``Elsewhere`` for one of
    another worker, or one that has still to be read."""
    if isinstance(command, c.Join) and command.code:
        return await invited_to(session, command.code)
    if command.table is not None:
        return await named_table(session, origin, person, command)
    found = await _meant(session, origin, person, command)
    if isinstance(found, Foreign):
        raise Elsewhere(found.id)
    return found


async def _meant(session: Session, origin: c.Origin, person: Person, command: Any) -> Seen:
    here = None if origin.chat is None else await in_chat(session, origin.chat)
    mine = await of_person(session, person.user)
    around = here if here is not None else await in_chat(session, origin.home) if origin.home is not None else []
    if (answered := _answered(origin, (*around, *mine))) is not None:
        return answered
    own = [table for table in mine if not _is_over(table)]
    if here is None and isinstance(command, c.Join) and not own:
        raise Refused("join_by_code")
    choice: list[Seen] = []
    for over in (False, True):  # a match that is over counts only where there is nothing else
        of_those = [[table for table in tables if _is_over(table) is over] for tables in (around, mine)]
        choice = choice or _candidates(origin, person, command, *of_those)
    if isinstance(command, c.Leave) and not choice:
        choice = [table for table in around if _is_idle(table, origin.chat)]
    if not choice and here is not None and (lost := [table for table in own if table.book.home.adrift]):
        if not isinstance(command, c.DealCards | c.GoOnHere):
            raise Refused("table_adrift", (("go_on_here", c.GoOnHere(lost[0].id)),), table=lost[0].id)
        choice = lost
    if not choice:
        if here == [] and own and command.record.seated and not isinstance(command, c.Join):
            raise Refused("not_shown_here", table=own[0].id)
        raise await _nowhere(session, origin, person, here or [])
    choice = await _likeliest(session, person, choice, command.record.first)
    if len(choice) == 1:
        return choice[0]
    if isinstance(command, c.Join):
        free = [table for table in choice if table.book.free_seats]
        if len(free) == 1:
            return free[0]
    raise Refused.with_body(_ask(choice, command))


def _candidates(origin: c.Origin, person: Person, command: Any, around: list[Seen], mine: list[Seen]) -> list[Seen]:
    """Return which may be meant of the tables that are shown where somebody asks, and of those where they sit."""
    record = command.record
    if origin.chat is None:
        return mine or around
    choice = [table for table in around if table.book.seat_of(person.user) is not None]
    if isinstance(command, c.Leave):
        choice += [table for table in around if _waits(table, person) and table not in choice]
    if isinstance(command, c.Join) and command.seat is None:
        return [table for table in around if table not in choice] or choice
    if not choice and (not record.seated or (origin.admin and record.admin)):
        choice = around
    return choice or (mine if record.anywhere else [])


async def _likeliest(session: Session, person: Person, tables: list[Seen], first: tuple[str, ...] = ()) -> list[Seen]:
    """The tables that are meant before the others: in one of these phases, where the person is waited for, in play, in
    the lobby, between two rounds. Of matches that are over that is the last one."""
    if len(tables) < 2:
        return tables
    order = (*first, "awaited", "playing", "lobby", "between", "over")
    by_rank: dict[int, list[Seen]] = {}
    for table in tables:
        phase = table.book.row.state
        seen = await whole(session, table) if phase in ("playing", "between") else table
        words = (phase, "awaited") if waits_for(seen, person) else (phase,)
        by_rank.setdefault(min(order.index(word) for word in words), []).append(table)
    best = by_rank[min(by_rank)]
    return [max(best, key=lambda table: table.book.row.match or 0)] if _is_over(best[0]) else best


def _is_over(table: Seen) -> bool:
    return table.book.row.state == "over"


def _answered(origin: c.Origin, tables: Iterable[Seen]) -> Seen | None:
    """The table that is shown in the message which somebody answers: the table's own, or their panel."""
    return next((table for table in tables if origin.answers and origin.answers in table.book.messages), None)


def _waits(table: Seen, person: Person) -> bool:
    return any(waiter.user == person.user for waiter in table.book.people.waiters)


def _is_idle(table: Seen, chat: c.ChatRef | None) -> bool:
    """Whether a table is a guest in this chat through which nobody has come."""
    guests = (number for number, there in table.guests.items() if chat is not None and is_at(there, chat))
    return any(not people_of(table.book, number) for number in guests)


async def _nowhere(session: Session, origin: c.Origin, person: Person, here: list[Seen]) -> Refused:
    aside = await put_aside(session, origin, person, mine=bool(here))
    if aside is not None:
        return Refused.with_body(aside)
    if origin.chat is None:
        return Refused("not_seated_anywhere" if origin.home is None else "no_table_of_yours")
    if len(here) == 1:
        return Refused("not_seated", actions=(("join", c.Join(here[0].id)),), table=here[0].id)
    return Refused("not_seated_anywhere") if here else Refused("no_table_here")


def _ask(choice: list[Seen], command: Any) -> Menu:
    """The tables to choose from. What is too long for a button is to be sent again; the buttons then open the hands."""
    code = "which_table"
    if not all(fits(replace(command, table=table.id)) for table in choice):
        code, command = "which_table_again", c.MyHand()
    entries = tuple(
        MenuEntry(
            "menu.table",
            replace(command, table=table.id),
            {"table": table.id, "game": table.book.row.game, "state": table.book.row.state},
        )
        for table in choice
    )
    return Menu(Notice(code), entries)


async def invited_to(session: Session, code: str) -> Table:
    """The table to which a code invites (``12-ABCDEFGH``); refused alike whether table or code is wrong."""
    number, _, secret = code.partition("-")
    table = await find(session, int(number)) if number.isascii() and number.isdigit() else None
    if table is None or not table.book.home.invite or not compare_digest(table.book.home.invite, secret.upper()):
        raise Refused("invitation_unknown")
    if isinstance(table, Foreign):
        raise Elsewhere(table.id)
    return table


async def named_table(session: Session, origin: c.Origin, person: Person, command: Any) -> Table:
    number = command.table
    table = session.tables.get(number)
    if table is None and number in session.unread:
        raise Elsewhere(number)
    if table is None:
        raise await _not_open(session, origin, number)
    here = origin.place is not None and stands_in(table, origin.place)
    seated = table.book.seat_of(person.user) is not None or _waits(table, person)
    if isinstance(command, c.End) and table.unsaved.was_asked(person.user, command.sure, session.clocks.uptime()):
        return table  # an administrator who was asked in private whether the round shall really be given up
    if isinstance(command, c.TurnPlayed) and table.unsaved.has_watched(person.user):
        return table  # who looks on in its place turns the pages in private, where the group is spared them
    if not here and not (seated and (origin.chat is None or not isinstance(command, c.Join))):
        if origin.chat is None and isinstance(command, c.Join):
            raise Refused("join_by_code")
        raise Refused("table_elsewhere" if origin.chat is not None else "not_seated", table=number)
    return table


async def _not_open(session: Session, origin: c.Origin, number: int) -> Refused:
    async with session.store.begin() as unit:
        row = await unit.tables.get(number) if 0 < number < 2**31 else None
    if row is None:
        return Refused("no_such_table", table=number)
    if row.state == "closed":
        return Refused("table_is_closed", table=number)
    if not row.parked and session.ownership is not None and row.game in GAMES:
        raise Elsewhere(number)
    code = "put_aside_adrift" if row.home.adrift else "table_is_parked"
    return Refused(code, actions=(("resume", c.DealCards(number)),), table=number)


async def table_here(session: Session, origin: c.Origin, person: Person, number: int | None = None) -> Seen | None:
    if number is not None:
        named = await find(session, number)
        return None if named is None else await whole(session, named)
    choice = mine = await of_person(session, person.user)
    if origin.chat is not None:
        here = await in_chat(session, origin.chat)
        sits_at = {table.id for table in mine}
        choice = [table for table in here if table.id in sits_at] or here
    answered = _answered(origin, choice)
    choice = [answered] if answered is not None else await _likeliest(session, person, choice)
    return await whole(session, choice[0]) if choice else None


def waits_for(table: Seen, person: Person) -> bool:
    seat = table.book.seat_of(person.user)
    return table.book.play.state is not None and (
        seat in table.book.missing or any(entry.seat == seat for entry in table.book.awaited)
    )


# -- tables put aside
async def parked_in(session: Session, origin: Origin) -> list[TableRow]:
    """Return tables of this group that were put aside, the most recent first, with those that are guests here."""
    if origin.place is None:
        return []
    chat = await session.chats.known(origin.place)
    if chat is None:
        return []
    async with session.store.begin() as unit:
        rows = [*await unit.tables.open_in(chat.id), *await unit.tables.guests_in(chat.id)]
    return sorted((row for row in rows if row.parked), key=lambda row: -row.id)


async def parked_of(session: Session, person: Person) -> list[TableRow]:
    """Return tables that were put aside and at which a person sits, the most recent first."""
    async with session.store.begin() as unit:
        seats = {seat.table for seat in await unit.tables.seats_of(person.user)}
        rows = [row for number in sorted(seats, reverse=True) if (row := await unit.tables.get(number)) is not None]
    return [row for row in rows if row.parked and row.state != "closed"]


async def put_aside(session: Session, origin: Origin, person: Person, *, mine: bool) -> Menu | Notice | None:
    """What to say of tables that were put aside: those of this group (``mine``: where the sender sits), else the
    sender's."""
    own = await parked_of(session, person)
    here = [row for row in await parked_in(session, origin) if not mine or row in own]
    if len(rows := here or own) > 1:
        return offer_parked(rows)
    if here:
        return Notice("table_is_parked", {"table": here[0].id}, (("resume", DealCards(here[0].id)),))
    if own and own[0].home.adrift:
        return Notice("put_aside_adrift", {"table": own[0].id}, (("resume", DealCards(own[0].id)),))
    if own:
        async with session.store.begin() as unit:
            chat = await unit.chats.get(own[0].chat)
        data = {"table": own[0].id, "chat": "" if chat is None else titled(chat)}
        return Notice("put_aside", data, (("resume", DealCards(own[0].id)),))
    return None


def offer_parked(parked: list[TableRow]) -> Menu:
    """The question which of the tables that were put aside shall go on."""
    entries = tuple(resume_entry(row, DealCards(table=row.id)) for row in parked[:_OFFERED])
    return Menu(Notice("tables_put_aside"), entries)


def resume_entry(row: TableRow, command: NewTable | DealCards) -> MenuEntry:
    data = {"table": row.id, "game": row.game, "match": row.match or 0, "round": row.round}
    return MenuEntry("menu.resume", command, data)
