"""Where somebody is waited for: at all their tables, in all places, other workers' included."""

from __future__ import annotations

from typing import Final

from bot.session.people.directory import Person
from bot.session.places.guests import place_of
from bot.session.port import commands as c
from bot.session.port.replies import Menu, MenuEntry
from bot.session.port.updates import Notice, Turn
from bot.session.seats import foreign
from bot.session.seats.foreign import Seen
from bot.session.seats.places import put_aside
from bot.session.tables.request import Direct
from bot.session.tables.session import Session
from bot.session.tables.table import Table

__all__ = ["HANDLERS", "turns_of", "way_to"]

_MOST: Final = 19
"""So many tables a message has buttons for."""


async def turns(session: Session, origin: c.Origin, person: Person, command: c.Turns) -> Menu | Notice:
    """Return the tables that wait for the sender, each with a button; whose time is over first comes first."""
    found = await turns_of(session, person.user)
    if not found:
        seated = [table for table in await foreign.of_person(session, person.user) if table.book.row.state != "over"]
        if seated:
            return Notice("turns_none", {"tables": len(seated)})
        return await put_aside(session, origin, person, mine=True) or Notice("turns_nowhere")
    entries = tuple(MenuEntry("menu.turn", way_to(turn), {"turn": turn}) for turn in found[:_MOST])
    return Menu(Notice("turns_waiting", {"count": len(found), "turns": tuple(found[:_MOST])}), entries)


async def turns_of(session: Session, user: int, *, coming_back: bool = False) -> list[Turn]:
    """Return the tables that wait for somebody who acts there themselves (``coming_back``: or soon will), the least time left
    first."""
    found = []
    for table in await foreign.of_person(session, user):
        seat = table.book.seat_of(user)
        if seat is not None and (coming_back or not table.book.seats[seat].away):
            turn = _turn(session, await foreign.whole(session, table), seat)
            if turn is not None:
                found.append(turn)
    return sorted(found, key=lambda turn: (turn.seconds is None, turn.seconds, turn.table))


def _turn(session: Session, table: Seen, seat: int) -> Turn | None:
    book = table.book
    ready = seat in book.missing
    if not ready and all(entry.seat != seat for entry in book.awaited):
        return None
    left = session.seconds_left(table).get(seat) if isinstance(table, Table) else _written(table, seat)
    number = place_of(book, book.seats[seat])
    private = book.places[number].person is not None if number in book.places else book.private or book.adrift
    title = "" if private else table.guests.get(number, table.chat).title
    return Turn(table.id, book.row.game, title, left, ready)


def _written(table: foreign.Foreign, seat: int) -> int | None:
    """Return what another worker has written last of the time left."""
    book = table.book
    left = book.seats[seat].remaining
    return round(book.clock if left is None else left) if book.clock else None


def way_to(turn: Turn) -> c.Command:
    """Return the command that leads from a list to the table."""
    return c.Ready(turn.table) if turn.ready else c.MyHand(turn.table)


HANDLERS: Final = (Direct(c.Turns, turns),)
