"""Where tables stand: what the bot may do there, what becomes of a table whose place is lost, and how it goes on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from bot.session.people.directory import Person, is_banned, language_hint
from bot.session.places import guests
from bot.session.places.guests import place_of
from bot.session.places.place import Place, is_at, titled
from bot.session.port.commands import ChatRef, Deal, GoOnHere, NewTable, Origin, UserRef
from bot.session.port.protocols import ESSENTIAL
from bot.session.port.replies import Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from bot.session.state.stored import is_adrift
from bot.session.tables import change
from bot.session.tables.request import Answer, Change, Refused, Request, Surroundings
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from storage.api import ChatRow, TableRow, UnitOfWork

__all__ = [
    "HANDLERS", "bring", "chat_for", "check_place", "go_on_here", "go_on_without", "is_news", "lose_home", "note_lacking",
    "offer_parked", "parked_in", "parked_of", "places_in", "put_aside", "resume_entry", "say_lacking", "take_away", "whole_group",
]  # fmt: skip

_OFFERED = 5
"""So many tables that were put aside are offered."""


# -- permissions


def check_place(origin: Origin) -> None:
    """Refused, with the names of what is missing, where a table could not be shown at all."""
    missing = tuple(right for right in origin.lacking if right in ESSENTIAL)
    if missing:
        raise Refused("cannot_write_here", rights=missing)


def say_lacking(book: Book, title: str, listener: UserRef, rights: Iterable[str], at: str = "") -> None:
    """Tell somebody once, by name, what the bot may not do in a chat. ``at`` marks what is missing in a guest place."""
    new = tuple(sorted(right for right in set(rights) if at + right not in book.home.lacking))
    if new:
        book.home = replace(book.home, lacking=book.home.lacking | ({at + right for right in new}))
        book.says.tells.append((listener, Notice("rights_missing", {"table": book.id, "chat": title, "rights": new})))


def _mark(place: Place) -> str:
    return "" if place.home else f"{place.chat.id}:"


def is_news(table: Table, chat: ChatRef, rights: Iterable[str]) -> bool:
    """Tell whether something is missing in a group of which nobody has been told yet."""
    known = table.book.home.lacking
    return any(_mark(place) + right not in known for place in places_in(table, chat) for right in rights)


async def note_lacking(session: Session, table: Table, chat: ChatRef, rights: tuple[str, ...]) -> None:
    """Less was shown than there is (runs in the mailbox): the host hears it, and of a guest place who sits there longest."""

    async def work(draft: Book, unit: UnitOfWork) -> None:
        for place in places_in(table, chat):
            listener = next((held for held in draft.persons.values() if held.user == draft.row.host), None)
            if not place.home:
                there = [held for held in draft.persons.values() if place_of(draft, held) == place.chat.id]
                listener = min(there, key=lambda held: (held.joined_at, held.seat), default=None)
            if listener is not None:
                ref = UserRef(listener.platform, listener.external)
                say_lacking(draft, titled(place.chat), ref, rights, _mark(place))

    if session.tables.get(table.id) is table and is_news(table, chat, rights):
        await change.change(session, table, work)


# -- places that come and go


def places_in(table: Table, chat: ChatRef) -> list[Place]:
    """Return the places of a table in a group, in whichever of its topics."""
    return [
        place for place in table.places if (place.chat.platform, place.chat.external) == (chat.platform, chat.external)
    ]


async def chat_for(session: Surroundings, unit: UnitOfWork, origin: Origin, person: Person) -> ChatRow:
    """Return the chat in which a table comes to be shown. A group that has not chosen a language speaks the platform's word
    for it, else that of whoever brings its first table."""
    chat = await session.chat_of(unit, origin)
    if chat.language is None and (spoken := language_hint(origin.group_locale) or person.speaks("")):
        chat = replace(chat, language=spoken)
        await unit.put_chat(chat)
    return chat


async def whole_group(unit: UnitOfWork, thread: ChatRow) -> ChatRow:
    """Return the group as such of one of its threads."""
    known = await unit.find_chat(thread.platform, thread.external, "")
    if known is not None:
        return known
    added = await unit.add_chat(thread.platform, thread.external, "", thread.title)
    chat = replace(thread, id=added.id, thread="")
    await unit.put_chat(chat)
    return chat


async def bring(request: Request, draft: Book, unit: UnitOfWork) -> Request:
    """Show the table in the chat from which somebody asks with its code, unless it is shown there. Returns the request as one
    from that place. The page is no place of its own: it shows every table to who sits there."""
    origin = request.origin
    if origin.place is None or origin.page or request.place is not None or is_at(request.chat, origin.place):
        return request
    check_place(origin)
    if len(draft.places) >= guests.MOST:
        raise Refused("guest_places_full", table=draft.id, most=guests.MOST)
    chat = await chat_for(request.session, unit, origin, request.person)
    if chat.id not in draft.places:
        visiting = sum(not row.parked for row in await unit.guests_in(chat.id))
        if visiting >= guests.MOST_HERE:
            raise Refused("guest_tables_full", most=guests.MOST_HERE)
        owner = request.person.user if origin.chat is None else None
        guests.bring(draft, chat, owner, request.session.clock.now())
    return replace(request, place=chat)


def take_away(draft: Book, chat: ChatRow) -> Answer:
    """Take the table from a guest place. Who sits there keeps the seat and plays on in private."""
    told = Notice("guest_place_closed", {"table": draft.id, "chat": titled(chat)})
    draft.says.tells += [(account, told) for account in guests.accounts_of(draft, chat.id)]
    guests.leave(draft, chat.id)
    return Answer(Notice("taken_away", {"table": draft.id}))


def go_on_without(table: Table, draft: Book, gone: Collection[Place]) -> None:
    """Go on in the other places, as these cannot be written to any more. Without its home, the first guest place becomes that."""
    for place in gone:
        told = Notice("guest_place_lost", {"table": draft.id, "chat": place.chat.title})
        people = () if place.private else guests.accounts_of(draft, place.chat.id)
        draft.says.tells += [(account, told) for account in people]
        if not place.home:
            guests.leave(draft, place.chat.id)
    if any(place.home for place in gone):
        guests.come_home(draft)


def lose_home(table: Table, draft: Book, lacking: tuple[str, ...]) -> None:
    """Go on without any place, and tell everybody at the table what happened, and how it gets another."""
    guests.lose_home(draft)
    data: dict[str, object] = {"table": draft.id, "chat": table.chat.title}
    code, data = ("place_closed", data | {"rights": lacking}) if lacking else ("place_lost", data)
    told = Notice(code, data, (("go_on_here", GoOnHere(draft.id)),))
    for held in draft.persons.values():
        draft.tell(held, told)


async def go_on_here(request: Request, draft: Book, unit: UnitOfWork, command: GoOnHere | Deal) -> Answer:
    """Make the place from which somebody asks the home of their table, which has lost its own. The page is no place."""
    request.seat(draft)
    origin = request.origin
    if not draft.home.adrift:
        raise Refused("not_adrift", table=draft.id)
    if origin.place is None or origin.page:
        raise Refused("no_place_here", table=draft.id)
    check_place(origin)
    chat = await chat_for(request.session, unit, origin, request.person)
    if await is_banned(unit, origin, request.person, chat):
        raise Refused("banned_here")
    guests.move_home(draft, chat, request.person.user if origin.chat is None else None)
    return Answer(Notice("resumed", {"table": draft.id}))


# -- tables put aside


async def parked_in(session: Session, origin: Origin) -> list[TableRow]:
    """Return tables of this group that were put aside, the most recent first, with those that are guests here."""
    if origin.place is None:
        return []
    chat = await session.known_chat(origin.place)
    if chat is None:
        return []
    async with session.store.begin() as unit:
        rows = [*await unit.tables_in(chat.id), *await unit.guests_in(chat.id)]
    return sorted((row for row in rows if row.parked), key=lambda row: -row.id)


async def parked_of(session: Session, person: Person) -> list[TableRow]:
    """Return tables that were put aside and at which a person sits, the most recent first."""
    async with session.store.begin() as unit:
        seats = {seat.table for seat in await unit.seats_of(person.user)}
        rows = [row for number in sorted(seats, reverse=True) if (row := await unit.table(number)) is not None]
    return [row for row in rows if row.parked and row.state != "closed"]


async def put_aside(session: Session, origin: Origin, person: Person, *, mine: bool) -> Menu | Notice | None:
    """Return what to say of tables that were put aside: those of this group (``mine``: where the sender sits), else
    the sender's.
    """
    own = await parked_of(session, person)
    here = [row for row in await parked_in(session, origin) if not mine or row in own]
    if len(rows := here or own) > 1:
        return offer_parked(rows)
    if here:
        return Notice("table_is_parked", {"table": here[0].id}, (("resume", Deal(here[0].id)),))
    if own and is_adrift(own[0]):
        return Notice("put_aside_adrift", {"table": own[0].id}, (("resume", Deal(own[0].id)),))
    if own:
        async with session.store.begin() as unit:
            chat = await unit.chat(own[0].chat)
        data = {"table": own[0].id, "chat": "" if chat is None else titled(chat)}
        return Notice("put_aside", data, (("resume", Deal(own[0].id)),))
    return None


def offer_parked(parked: list[TableRow]) -> Menu:
    """Return the question which of the tables that were put aside shall go on."""
    entries = tuple(resume_entry(row, Deal(table=row.id)) for row in parked[:_OFFERED])
    return Menu(Notice("tables_put_aside"), entries)


def resume_entry(row: TableRow, command: NewTable | Deal) -> MenuEntry:
    """Return the choice to go on with a table."""
    data = {"table": row.id, "game": row.game, "match": row.match or 0, "round": row.round}
    return MenuEntry("menu.resume", command, data)


HANDLERS: Final = (Change(GoOnHere, go_on_here),)
