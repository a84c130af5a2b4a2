"""What became of messages: where they are now, who cannot be reached, which chats are gone or have moved."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from bot.ratings import ledger
from bot.session import absence, flow, minds, places
from bot.session.book import Book
from bot.session.commands import ChatRef, UserRef
from bot.session.hall import Hall
from bot.session.ports import (
    Absent,
    ChatMoved,
    Delivered,
    Gone,
    Lacking,
    Outcome,
    PrivateTarget,
    PublicTarget,
    Unreachable,
)
from bot.session.show import private_update, public_update
from bot.session.table import Table
from bot.session.upkeep import refresh_ratings
from storage.api import StoreError, Unavailable, UnitOfWork

__all__ = ["heed_wishes", "park", "reached", "release", "report", "safely", "show_group", "show_reach"]


def report(hall: Hall, outcome: Outcome) -> None:
    """Take note of an outcome; returns at once."""
    match outcome:
        case Delivered(PublicTarget(number), message):
            table = hall.tables.get(number)
            if table is not None and (table.held or table.book.row.message != message):
                table.mailbox.post(safely(hall, table, partial(_posted, hall, table, message)))
        case Delivered(PrivateTarget(user, number), message):
            _delivered(hall, user, number, message)
        case Unreachable(PrivateTarget(user)):
            hall.tasks.start(safely(hall, None, partial(reached, hall, user, False))())
        case Gone(chat, lacking):
            for table in hall.tables_of_chat(chat):
                table.mailbox.post(safely(hall, table, partial(park, hall, table, lost=lacking)))
        case Lacking(chat, rights):
            for table in hall.tables_of_chat(chat):
                if not table.book.lacking.issuperset(rights):
                    table.mailbox.post(safely(hall, table, partial(places.note_lacking, hall, table, rights)))
        case Absent(chat, user):
            for table in absence.tables_without(hall, chat, user):
                table.mailbox.post(safely(hall, table, partial(absence.note, hall, table, user)))
        case ChatMoved(platform, old, new):
            hall.tasks.start(safely(hall, None, partial(_moved, hall, platform, old, new))())


def _delivered(hall: Hall, user: UserRef, number: int | None, message: str) -> None:
    person = hall.people.at(user.platform, user.external)
    if person is not None and person.reachable is not True:
        hall.tasks.start(safely(hall, None, partial(reached, hall, user, True))())
    table = None if number is None else hall.tables.get(number)
    if table is None or person is None:
        return
    seat = table.book.seat_of(person.user)
    if seat is None or table.book.seats[seat].external != user.external:
        return  # shown to another account of the same person
    hall.clocks.seen(table.id, seat, hall.uptime())
    if table.book.state is not None and (table.held or table.book.seats[seat].message != message):
        user_id = person.user
        table.mailbox.post(safely(hall, table, partial(_shown, hall, table, user_id, message)))


def safely(
    hall: Hall, table: Table | None, work: Callable[[], Awaitable[None]]
) -> Callable[[], Coroutine[Any, Any, None]]:
    """A job that nobody waits for: what goes wrong is written to the log."""

    async def job() -> None:
        try:
            await work()
        except Unavailable:
            hall.meter.count("store_errors")  # the memory itself says once what is wrong with it
        except StoreError as error:
            hall.meter.count("store_errors")
            hall.complain("the memory did not take an outcome", table, error)
        except flow.TableBroken:
            pass
        except Exception as error:  # the mailbox must go on
            hall.complain("an outcome could not be noted", table, error)

    return job


def release(hall: Hall, table: Table, user: int | None = None) -> None:
    """Somebody sees the table (again): its clocks and AI players go on."""
    if not table.held or (user is not None and table.book.seat_of(user) is None):
        return
    table.held = False
    hall.clocks.release(table.id, hall.uptime())
    minds.wake(hall, table)


async def _posted(hall: Hall, table: Table, message: str) -> None:
    """The table message has this id now. Quiet: nothing is told anew."""
    release(hall, table)
    if hall.tables.get(table.id) is table and table.book.row.message != message:
        row = replace(table.book.row, message=message, message_at=hall.clock.now())
        async with hall.store.begin() as unit:
            await unit.put_table(row)
            await unit.commit()
            table.book.row = row


async def _shown(hall: Hall, table: Table, user: int, message: str) -> None:
    """A panel message has this id now."""
    release(hall, table)
    seat = table.book.seat_of(user)
    if seat is None or hall.tables.get(table.id) is not table or table.book.seats[seat].message == message:
        return
    held = replace(table.book.seats[seat], message=message)
    async with hall.store.begin() as unit:
        await unit.put_seat(held)
        await unit.commit()
        table.book.seats[seat] = held


async def reached(hall: Hall, user: UserRef, reachable: bool) -> None:
    """Private messages arrive (or do not): written down, and seen at every table where the person sits."""
    async with hall.store.begin() as unit:
        person = await hall.people.find(unit, user)
        if person is None or person.reachable is reachable:
            return
        person = replace(person, reachable=reachable)
        await hall.people.write(unit, person)
        await unit.commit()
        hall.people.keep(person)
    show_reach(hall, person.user)


def show_reach(hall: Hall, user: int) -> None:
    """Whether somebody can be reached has changed: their tables show it."""
    for table in hall.tables_of(user):
        seat = table.book.seat_of(user)
        if seat is not None:
            table.mailbox.post(safely(hall, table, partial(_reach_shown, hall, table, user)))


def heed_wishes(hall: Hall, user: int) -> None:
    """Somebody wants other questions to be answered by themselves: what they are being asked follows at once."""
    for table in hall.tables_of(user):
        table.mailbox.post(safely(hall, table, partial(_wishes_heeded, hall, table, user)))


def show_group(hall: Hall, chat: ChatRef) -> None:
    """A group speaks another language now: its tables show it."""
    for table in hall.tables_in(chat):
        table.mailbox.post(safely(hall, table, partial(_group_shown, hall, table)))


async def _wishes_heeded(hall: Hall, table: Table, user: int) -> None:
    seat = table.book.seat_of(user)
    gone = hall.tables.get(table.id) is not table or table.broken
    if gone or seat is None or all(waited.seat != seat for waited in table.book.awaited):
        return
    flow.set_clocks(hall, table)
    hall.wake(table)
    frontend = hall.frontends.get(table.book.seats[seat].platform)
    if frontend is not None:
        table.version += 1
        frontend.show_hand(private_update(hall, table, seat))


async def _group_shown(hall: Hall, table: Table) -> None:
    frontend = hall.frontends.get(table.chat.platform)
    if frontend is not None and hall.tables.get(table.id) is table:
        table.version += 1
        frontend.show_table(public_update(hall, table))


async def _reach_shown(hall: Hall, table: Table, user: int) -> None:
    seat = table.book.seat_of(user)
    frontend = hall.frontends.get(table.chat.platform)
    if seat is None or frontend is None or hall.tables.get(table.id) is not table:
        return
    flow.set_clocks(hall, table)  # the next round may wait for somebody who can see a hand now
    mute = hall.reach.to_ping(table.book.seats[seat])
    waited = any(entry.seat == seat for entry in table.book.awaited)
    table.version += 1
    # In a round whoever is not waited for is called when it is their turn; a call now would be taken for that one.
    ping = (mute,) if mute is not None and (waited or not table.book.playing) else ()
    frontend.show_table(public_update(hall, table, ping=ping))
    if mute is None and table.book.state is not None and table.book.playing:
        own = hall.frontends.get(table.book.seats[seat].platform)
        if own is not None:
            own.show_hand(private_update(hall, table, seat, alert=waited))


async def park(hall: Hall, table: Table, *, lost: tuple[str, ...] | None = None) -> None:
    """Put a table aside with everything it has (runs in its mailbox).

    ``lost``: its chat cannot be written to any more, for want of these permissions if there are any; everybody hears it.
    """
    if hall.tables.get(table.id) is not table:
        return
    now = hall.uptime()
    hall.clocks.hold(table.id, now)

    async def work(draft: Book, unit: UnitOfWork) -> None:
        draft.row = replace(draft.row, parked=True)
        for seat, held in draft.seats.items():
            clock = hall.clocks.of(table.id, seat)
            if clock is not None:
                draft.seats[seat] = replace(held, remaining=clock.remaining(now))
        if lost is not None:
            places.say_lost(table, draft, lost)

    try:
        await flow.change(hall, table, work)
    except StoreError:
        hall.clocks.release(table.id, now)
        raise


async def _moved(hall: Hall, platform: str, old: str, new: str) -> None:
    """A group has another id: its rows follow, and its tables post anew, as old messages cannot be edited there."""
    async with hall.store.begin() as unit:
        await unit.move_chat(platform, old, new)
        await ledger.doubt(unit)  # two groups may have become one, and with them their lists
        await unit.commit()
    hall.tasks.start(refresh_ratings(hall))
    hall.forget_chats()
    for table in list(hall.tables.values()):
        if table.chat.platform == platform and table.chat.external in (old, new):
            table.mailbox.post(safely(hall, table, partial(_follow, hall, table)))


async def _follow(hall: Hall, table: Table) -> None:
    async with hall.store.begin() as unit:
        row = await unit.table(table.id)
        chat = None if row is None else await unit.chat(row.chat)
        if row is None or chat is None:
            return
        moved = replace(table.book.row, chat=chat.id, message=None, message_at=None)
        await unit.put_table(moved)
        await unit.commit()
        table.book.row, table.chat = moved, chat
    flow.tell(hall, table, table.book)
