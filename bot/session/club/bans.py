"""/ban and /unban: who may not sit at the tables of a group, and how they are taken from those at which they sit.

A ban is a person's, on all accounts that they have joined. Of somebody who has been forgotten a digest of each account
stays, so that forgetting is no way around it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.session.club.members.possessions import leave_parked
from bot.session.club.results import group_of
from bot.session.host import change
from bot.session.host.change import queue
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session, Table
from bot.session.people.directory import Person, name_of
from bot.session.play.dealing import close, vacate
from bot.session.play.places import take_away
from bot.session.port.commands import Ban, ChatRef, Origin, Unban
from bot.session.port.protocols import News
from bot.session.port.replies import Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from bot.session.state.guests import Place
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.groups import BanRow
from storage.themes.people import UserRow

__all__ = ["HANDLERS", "ban", "catch_up", "enforce", "enforce_blocks", "unban"]

_LISTED: Final = 19  # So many bans are listed with a button


async def ban(session: Session, origin: Origin, person: Person, command: Ban) -> Menu | Notice:
    """Let somebody sit nowhere in this group any more: they are removed wherever they sit here. Without a person: the list."""
    place = _place(origin, "ban")
    async with session.store.begin() as unit:
        chat = await session.chats.of(unit, origin)
        if command.user is None and not (command.name or command.who):
            return await _listed(unit, chat)
        found = await _meant(session, unit, chat, command)
        if found.id == person.user:
            raise Refused("ban_yourself")
        row = BanRow(chat.platform, chat.group, name_of(found.id), found.id, session.clock.now())
        if await unit.groups.ban(row.platform, row.group, row.who) is None:
            await unit.groups.put_ban(row)
        for call in await unit.groups.calls_of(found.id):
            if (call.platform, call.group) == (row.platform, row.group):
                await unit.groups.remove_call(call.platform, call.group, call.user, call.game)
        await leave_parked(unit, found.id, chat)
        await unit.commit()
    session.chats.keep(chat)
    group = ChatRef(place.platform, chat.group)
    enforce(session, group)
    session.announce(News(bans=frozenset({group})))
    return Notice("banned", {"name": found.name}, actions=(("unban", Unban(who=row.who)),))


async def unban(session: Session, origin: Origin, person: Person, command: Unban) -> Menu | Notice:
    _place(origin, "unban")
    async with session.store.begin() as unit:
        chat = await session.chats.of(unit, origin)
        rows = await unit.groups.bans(chat.platform, chat.group)
        if command.user is None and not (command.name or command.who):
            return await _listed(unit, chat)
        who, name = command.who, ""
        if who:
            named = [row.user for row in rows if row.who == who and row.user is not None]
            name = next((row.name for row in await unit.people.users(named)), "")
        elif command.user is not None:
            found = await _meant(session, unit, chat, command)
            who, name = name_of(found.id), found.name
        else:
            wanted = command.name.strip().lstrip("@").lower()
            users = await unit.people.users([row.user for row in rows if row.user is not None])
            banned = [row for row in users if row.name.lower() == wanted]
            if len(banned) > 1:
                raise Refused.with_body(await _listed(unit, chat))
            if not banned:
                raise Refused("not_banned", name=command.name)
            who, name = name_of(banned[0].id), banned[0].name
        if all(row.who != who for row in rows):
            raise Refused("not_banned", name=name or "?")
        await unit.groups.remove_ban(chat.platform, chat.group, who)
        await unit.commit()
    return Notice("unbanned", {"name": name}) if name else Notice("unbanned_nobody")


def _place(origin: Origin, name: str) -> ChatRef:
    if origin.chat is None:
        raise Refused("in_group_only", name=name)
    if not origin.admin:
        raise Refused("admins_only", name=name)
    return origin.chat


async def _listed(unit: UnitOfWork, chat: ChatRow) -> Menu:
    rows = await unit.groups.bans(chat.platform, chat.group)
    names = {row.id: row.name for row in await unit.people.users([row.user for row in rows if row.user is not None])}
    entries = tuple(
        MenuEntry("menu.unban", Unban(who=row.who), {"name": names[row.user]})
        if row.user is not None and names.get(row.user)
        else MenuEntry("menu.unban_nobody", Unban(who=row.who), {"number": number})
        for number, row in enumerate(rows[:_LISTED], start=1)
    )
    return Menu(
        Notice("bans" if rows else "no_bans", {"count": len(rows)} if rows else {"example": "ban Ann"}), entries
    )


async def _meant(session: Session, unit: UnitOfWork, chat: ChatRow, command: Ban | Unban) -> UserRow:
    """The person who is named: by mention, by the name in the list, by name among those who sit or have played here."""
    if command.who:
        user = int(command.who[1:]) if command.who[1:].isdecimal() else 0
        return _known(await unit.people.user(user), command.who)
    if command.user is not None:
        identity = await unit.people.identity(command.user.platform, command.user.external)
        return _known(None if identity is None else await unit.people.user(identity.user), command.name)
    name = command.name.strip().lstrip("@")
    home = await group_of(unit, chat)
    found = {row.id: row for row in await unit.results.find_players(name, chat=home.id, viewer=None)}
    found |= {row.id: row for row in await unit.people.users(_seated(session, chat, name))}
    if len(found) > 1:
        entries = tuple(
            MenuEntry("menu.ban", Ban(who=name_of(row.id)), {"name": row.name, "number": number})
            for number, row in enumerate(list(found.values())[:_LISTED], start=1)
        )
        raise Refused.with_body(Menu(Notice("which_ban", {"name": name}), entries))
    return _known(next(iter(found.values()), None), name)


def _known(row: UserRow | None, name: str) -> UserRow:
    if row is None:
        raise Refused("ban_unknown", name=name or "?")
    return row


def _seated(session: Session, chat: ChatRow, name: str) -> Sequence[int]:
    """Return who sits here under this name, and may never have finished a round."""
    books = [table.book for table in session.tables.values() if (chat.platform, chat.group) in _groups(table).values()]
    return [
        held.user
        for book in books
        for held in book.persons.values()
        if held.user is not None and session.people.name_of(held).lower() == name.lower()
    ]


# -- who sits is removed
def enforce(session: Session, group: ChatRef) -> None:
    """Take whoever is banned from our tables that are shown in a group; returns at once."""
    _enforce(session, lambda table: (group.platform, group.external) in _groups(table).values())


def enforce_blocks(session: Session) -> None:
    """Take whoever is blocked everywhere from our tables, and these from groups that are; returns at once."""
    if session.people.hosting.blocked:
        _enforce(session, lambda table: bool(_outcasts(session, table)) or _is_in_blocked_group(session, table))


def _outcasts(session: Session, table: Table) -> set[int]:
    """Those who have to do with a table and are blocked everywhere."""
    users = {held.user for held in table.book.participants if held.user is not None}
    return {user for user in users if name_of(user) in session.people.hosting.blocked}


def _is_in_blocked_group(session: Session, table: Table) -> bool:
    return any(session.people.hosting.bars_chat(place.chat) for place in table.places)


def _enforce(session: Session, concerned: Callable[[Table], bool]) -> None:
    def post(table: Table) -> None:
        queue(session, table, _enforced)

    for table in filter(concerned, list(session.tables.values())):
        post(table)
    session.unread.once_read(concerned, post)


async def catch_up(session: Session) -> None:
    """Take from our tables whoever sits there in spite of a ban: the process may have died before it was done, or they sat down
    in the same moment."""
    async with session.store.begin() as unit:
        found = await unit.groups.tables_of_banned()
    for number in found:
        table = session.tables.get(number)
        if table is not None:
            queue(session, table, _enforced)


def _groups(table: Table) -> dict[int, tuple[str, str]]:
    return {chat.id: (chat.platform, chat.group) for chat in (table.chat, *table.guests.values())}


async def _enforced(session: Session, table: Table) -> None:
    """Take from a table who is banned from its home or from the place through which they came; a private chat is no place of its
    own there, as it is of any. A guest place leaves a table at which somebody sits who is banned there but came through another.
    """
    if session.tables.get(table.id) is not table:
        return
    async with session.store.begin() as unit:
        banned = {
            chat: {row.user for row in await unit.groups.bans(*group) if row.user is not None}
            for chat, group in _groups(table).items()
        }
    outcasts = _outcasts(session, table)
    banned = {chat: users | outcasts for chat, users in banned.items()}
    found = any(held.user in who for who in banned.values() for held in table.book.participants)
    if not (found or _is_in_blocked_group(session, table)):
        return
    home, places = table.chat.id, {place.chat.id: place for place in table.places}

    def may_not(user: int | None, number: int | None) -> bool:
        came = places.get(home if number is None else number, places[home])
        alone = came.private and not came.home
        return any(
            user in banned[chat]
            for chat, place in places.items()
            if place.home or place is came or (alone and place.chat.platform == came.chat.platform)
        )

    async def work(draft: Book, unit: UnitOfWork) -> None:
        draft.people = replace(
            draft.people,
            waiters=tuple(waiter for waiter in draft.people.waiters if not may_not(waiter.user, waiter.place)),
            sit_ins=tuple(wish for wish in draft.people.sit_ins if not may_not(wish.user, wish.place)),
            lent=tuple(kept for kept in draft.people.lent if not may_not(kept.user, kept.place)),
        )
        for seat, held in sorted(draft.persons.items()):
            if may_not(held.user, held.place):
                told = Notice("you_were_banned", {"table": draft.id, "chat": table.chat.title})
                told = Notice("you_were_blocked", {"table": draft.id}) if held.user in outcasts else told
                draft.tell(held, told)
                vacate(draft, seat, session.clock.now())
        for place in places.values():
            if session.people.hosting.bars_chat(place.chat) and draft.row.state != "closed":
                await _leave_group(session, draft, place)
        for number in list(draft.places):
            if any(held.user in banned.get(number, ()) for held in draft.persons.values()):
                take_away(draft, places[number].chat)

    await change.change(session, table, work)


async def _leave_group(session: Session, draft: Book, place: Place) -> None:
    """Take a table from a group that is blocked; without its home it is closed."""
    if not place.home:
        take_away(draft, place.chat)
        return
    for held in draft.persons.values():
        draft.tell(held, Notice("group_was_blocked", {"table": draft.id, "chat": place.chat.title}))
    close(draft, session.clock.now())


HANDLERS: Final = (Direct(Ban, ban), Direct(Unban, unban))
