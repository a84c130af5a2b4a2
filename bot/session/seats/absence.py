"""A member who has left the group plays on from their private chat: the host is told, and may give the seat away.

Groups say nothing, or not always, when somebody goes. So when a player acts in private the platform is asked now and then
whether they are still there; the answer comes as an ``Absent``.
"""

from __future__ import annotations

from typing import Final

from bot.session.people.directory import Person
from bot.session.port.commands import ChatRef, Kick, Origin, UserRef
from bot.session.port.updates import Notice
from bot.session.seats import substitutes
from bot.session.state.book import Book
from bot.session.tables import change
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from storage.api import UnitOfWork

__all__ = ["look_for", "note", "tables_without"]

_AGAIN: Final = 600.0
"""Seconds until the platform is asked about the same player of a table again."""


def look_for(session: Session, table: Table, origin: Origin, person: Person) -> None:
    """Find out whether somebody who acts from their private chat is still in the group of their table."""
    seat = table.book.seat_of(person.user)
    if origin.chat is not None or seat is None or table.book.home.adrift:
        return
    held, now = table.book.seats[seat], session.uptime()
    place = table.place_of(held)
    frontend = session.frontends.get(place.chat.platform)
    asked = table.looked.get(person.user, table.since)  # when it was opened or came back, they were there
    if place.private or frontend is None or held.platform != place.chat.platform or now - asked < _AGAIN:
        return
    table.looked[person.user] = now
    frontend.look_for(UserRef(held.platform, held.external), place.ref, place.chat.group)


def tables_without(session: Session, chat: ChatRef, user: UserRef) -> list[Table]:
    """Return the tables at which somebody sits through a chat (in whatever thread) who is not there any more."""
    return [table for table in session.tables.values() if _sits_through(table, chat, user)]


def _sits_through(table: Table, chat: ChatRef, user: UserRef) -> bool:
    seat = _seat(table, user)
    there = None if seat is None or table.book.home.adrift else table.place_of(table.book.seats[seat]).chat
    return there is not None and (there.platform, there.external) == (chat.platform, chat.external)


def _seat(table: Table, user: UserRef) -> int | None:
    seats = table.book.persons.items()
    return next(
        (seat for seat, held in seats if (held.platform, held.external) == (user.platform, user.external)), None
    )


async def note(session: Session, table: Table, user: UserRef) -> None:
    """Tell the host, once, that a player has left the group (runs in the mailbox)."""
    seat = _seat(table, user)
    if seat is None or session.tables.get(table.id) is not table or user in table.absent:
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        decider = substitutes.decider(draft, seat)
        if decider is None:
            return
        data = {"table": draft.id, "seat": seat + 1, "name": session.people.name_of(draft.seats[seat])}
        give = (("give_away", Kick(draft.id, name=str(seat + 1))),)
        told = Notice("player_left_group", data, give)
        draft.tell(decider, told)

    await change.change(session, table, work)
    table.absent.add(user)
