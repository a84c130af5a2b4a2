"""Something about a person or a group has changed outside their tables: the tables show it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from bot.session.port.commands import ChatRef
from bot.session.tables import change
from bot.session.tables.display import private_update, public_update
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from storage.api import StoreError, Unavailable

__all__ = ["heed_wishes", "safely", "show_group", "show_reach"]


def safely(
    session: Session, table: Table | None, work: Callable[[], Awaitable[None]]
) -> Callable[[], Coroutine[Any, Any, None]]:
    """A job that nobody waits for: what goes wrong is written to the log."""

    async def job() -> None:
        try:
            await work()
        except Unavailable:
            session.meter.count("store_errors")  # the memory itself says once what is wrong with it
        except StoreError as error:
            session.meter.count("store_errors")
            session.complain("the memory did not take an outcome", table, error)
        except change.TableBroken:
            pass
        except Exception as error:  # the mailbox must go on
            session.complain("an outcome could not be noted", table, error)

    return job


def show_reach(session: Session, user: int) -> None:
    """Whether somebody can be reached has changed: their tables show it."""
    for table in session.tables_of(user):
        seat = table.book.seat_of(user)
        if seat is not None:
            table.mailbox.post(safely(session, table, partial(_reach_shown, session, table, user)))


def heed_wishes(session: Session, user: int) -> None:
    """Somebody wants other questions to be answered by themselves: what they are being asked follows at once."""
    for table in session.tables_of(user):
        table.mailbox.post(safely(session, table, partial(_wishes_heeded, session, table, user)))


def show_group(session: Session, chat: ChatRef) -> None:
    """A group speaks another language now: its tables show it."""
    for table in session.tables_in(chat):
        table.mailbox.post(safely(session, table, partial(_group_shown, session, table)))


async def _wishes_heeded(session: Session, table: Table, user: int) -> None:
    seat = table.book.seat_of(user)
    gone = session.tables.get(table.id) is not table or table.broken
    if gone or seat is None or all(waited.seat != seat for waited in table.book.awaited):
        return
    change.set_clocks(session, table)
    frontend = session.frontends.get(table.book.seats[seat].platform)
    if frontend is not None:
        table.version += 1
        frontend.show_hand(private_update(session, table, seat))


async def _group_shown(session: Session, table: Table) -> None:
    frontend = session.frontends.get(table.chat.platform)
    if frontend is not None and session.tables.get(table.id) is table:
        table.version += 1
        frontend.show_table(public_update(session, table))


async def _reach_shown(session: Session, table: Table, user: int) -> None:
    seat = table.book.seat_of(user)
    frontend = session.frontends.get(table.chat.platform)
    if seat is None or frontend is None or session.tables.get(table.id) is not table:
        return
    change.set_clocks(session, table)  # the next round may wait for somebody who can see a hand now
    mute = session.reach.to_ping(table.book.seats[seat])
    waited = any(entry.seat == seat for entry in table.book.awaited)
    table.version += 1
    # In a round whoever is not waited for is called when it is their turn; a call now would be taken for that one.
    ping = (mute,) if mute is not None and (waited or not table.book.playing) else ()
    frontend.show_table(public_update(session, table, ping=ping))
    if mute is None and table.book.state is not None and table.book.playing:
        own = session.frontends.get(table.book.seats[seat].platform)
        if own is not None:
            own.show_hand(private_update(session, table, seat, alert=waited))
