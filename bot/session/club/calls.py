"""/notify: whoever wants to be called when a table opens in a group is told privately, once for each table.

Before anybody is told, the platform is asked whether they are still in the group: nobody hears of a table that they may
not see, and nobody in their quiet hours. Who has left, or is banned, is not called any more. A call is a courtesy: one
that a restart swallows is not made up for."""

from typing import Final

from bot.session.club.results import title_of
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session, Table
from bot.session.host.tell import tell_person
from bot.session.people.directory import Person, name_of
from bot.session.play.places import code_of
from bot.session.port.commands import ChatRef, Join, Notify, Origin, UserRef
from bot.session.port.updates import Notice
from games import GAMES, find_game
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.groups import CallRow

__all__ = ["HANDLERS", "forget", "look", "notify", "present"]


async def notify(session: Session, origin: Origin, person: Person, command: Notify) -> Notice:
    """Call somebody to the next tables of this group, of one game or of any; or not any more."""
    game = find_game(command.game) if command.game else None
    if command.game and game is None:
        raise Refused("unknown_game", name=command.game, games=", ".join(GAMES))
    key = "" if game is None else game.key
    async with session.store.change() as unit:
        chat = await _chat(session, unit, origin, command)
        if command.off:
            for row in await unit.groups.calls_of(person.user):
                if (row.platform, row.group) == (chat.platform, chat.group) and key in ("", row.game):
                    await unit.groups.remove_call(row.platform, row.group, row.user, row.game)
        else:
            now = session.clock.now()
            await unit.groups.put_call(
                CallRow(chat.platform, chat.group, person.user, key, person.ref.external, chat.id, now)
            )
    title = {"chat": title_of(chat)}
    if command.off:
        return Notice("notify_off", title)
    started = session.reach.privately(person.ref.platform, person.reachable) is not False
    stop = (("notify_off", Notify(off=True, chat=chat.id)),)
    if game is None:
        return Notice("notify_on", title, stop, start_link=None if started else "notify")
    return Notice("notify_on_game", {**title, "game": key}, stop, start_link=None if started else "notify")


async def _chat(session: Session, unit: UnitOfWork, origin: Origin, command: Notify) -> ChatRow:
    """The group that is meant: the one where it is asked, or for the button under a call the one of the table."""
    if command.chat is not None and command.off:
        named = await unit.chats.get(command.chat)
        if named is not None:
            return named
    if origin.chat is None or origin.page or origin.chat.platform != origin.user.platform:
        raise Refused("in_group_only", name="notify")
    return await session.chats.of(unit, origin)


# -- a table has opened
async def look(session: Session, table: Table, opener: Person) -> None:
    """Ask whether those who are to be called are still in the group; the answers come as ``Present`` or ``Absent``."""
    chat, frontend = table.chat, session.frontends.get(table.chat.platform)
    if frontend is None:
        return
    async with session.store.begin() as unit:
        rows = await unit.groups.calls(chat.platform, chat.group, table.book.row.game)
        banned = {row.who for row in await unit.groups.bans(chat.platform, chat.group)}
        for row in rows:
            known = await session.people.find(unit, UserRef(row.platform, row.external))
            if known is not None:
                session.people.keep(known)
    accounts = {
        UserRef(row.platform, row.external)
        for row in rows
        if row.user != opener.user and name_of(row.user) not in banned
    }
    place = ChatRef(chat.platform, chat.external, chat.thread)
    for account in sorted(accounts, key=lambda ref: ref.external):
        session.chats.callees.setdefault((place, account), set()).add(table.id)
        frontend.look_for(account, place, chat.group)


def present(session: Session, place: ChatRef, account: UserRef) -> None:
    """Tell somebody who is in the group of the tables to which they are to be called; returns at once."""
    person = session.people.at(account.platform, account.external)
    for number in sorted(session.chats.callees.pop((place, account), ())):
        table = session.tables.get(number)
        if table is not None and person is not None:
            _tell(session, table, person)


def _tell(session: Session, table: Table, person: Person) -> None:
    book, chat = table.book, table.chat
    free = len(book.free_seats)
    if session.is_quiet(person):
        return  # when they wake the table is no news any more
    if book.row.state != "lobby" or not free or book.seat_of(person.user) is not None or not book.home.invite:
        return
    host = next((session.people.name_of(held) for held in book.persons.values() if held.user == book.row.host), "")
    data = {"table": book.id, "game": book.row.game, "chat": title_of(chat), "name": host, "free": free}
    buttons = (("join", Join(code=code_of(book), alone=True)), ("notify_off", Notify(off=True, chat=chat.id)))
    tell_person(session, person.ref, Notice("called", data, buttons), session.language_for(person, chat))


async def forget(session: Session, place: ChatRef, account: UserRef) -> None:
    session.chats.callees.pop((place, account), None)
    chat = await session.chats.known(place)
    if chat is None:
        return
    async with session.store.change() as unit:
        identity = await unit.people.identity(account.platform, account.external)
        for row in [] if identity is None else await unit.groups.calls_of(identity.user):
            if (row.platform, row.group) == (chat.platform, chat.group):
                await unit.groups.remove_call(row.platform, row.group, row.user, row.game)


HANDLERS: Final = (Direct(Notify, notify),)
