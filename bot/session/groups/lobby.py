"""A table of a group that waits for players does not wait for ever: its time is shown, and /extend gives more of it.

It stands still while all seats are taken. When it ends with seats free, nothing is dealt and nobody loses a seat: the table
message says so and the host is asked once, alone, whether AI players shall fill up. Only a table at which one person is left, and
where nothing has happened for as long again, is put aside, from where one press brings it back as it was.
"""

from __future__ import annotations

from typing import Final

from bot.session.port.commands import Extend, FillAi, UserRef
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from bot.session.tables import change
from bot.session.tables.clocks import LOBBY, LOBBY_SECONDS, Due
from bot.session.tables.refresh import lobby_question
from bot.session.tables.request import Answer, Change, Refused, Request
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from storage.api import UnitOfWork

__all__ = ["HANDLERS", "extend", "time_up"]

_LONGEST: Final = 86_400.0


async def extend(request: Request, draft: Book, unit: UnitOfWork, command: Extend) -> Answer:
    """Give people more time to come; anybody at the table may, and an administrator of the group."""
    if not request.admin:
        request.seat(draft)
    if draft.row.state != "lobby":
        raise Refused("extend_too_late", table=draft.id)
    if draft.private:
        raise Refused("extend_nobody", table=draft.id)
    if not draft.free_seats:
        raise Refused("extend_full", table=draft.id)
    running = None if draft.lobby_over else request.session.clocks.of(draft.id, LOBBY)
    draft.lobby_over = False
    if command.minutes is not None and command.minutes <= 0:
        draft.lobby_until = 0.0
        return Answer(Notice("extended_for_ever", {"table": draft.id}))
    left = 0.0 if running is None else running.remaining(request.session.uptime())
    more = LOBBY_SECONDS if command.minutes is None else command.minutes * 60.0
    seconds = min(left + more, _LONGEST)
    draft.lobby_until = request.session.clock.now() + seconds
    return Answer(Notice("extended", {"table": draft.id, "minutes": round(seconds / 60)}))


async def time_up(session: Session, table: Table, due: Due) -> bool:
    """Take note that a table's time is over (runs in its mailbox); return whether it is to be put aside."""
    book = table.book
    if session.tables.get(table.id) is not table or lobby_question(book) != due.question:
        return False
    idle = session.uptime() - table.touched >= LOBBY_SECONDS
    if book.lobby_over and idle and len(book.persons) == 1:
        return True

    async def work(draft: Book, unit: UnitOfWork) -> None:
        again = draft.lobby_over
        alone = len(draft.persons) == 1
        draft.lobby_over = True
        draft.lobby_until = session.clock.now() + LOBBY_SECONDS if alone or not again else 0.0
        host = next((held for held in draft.persons.values() if held.user == draft.row.host), None)
        if host is not None and not again:
            data = {"table": draft.id, "free": len(draft.free_seats)}
            buttons = (("ai", FillAi(draft.id)), ("extend", Extend(draft.id)))
            draft.tells.append((UserRef(host.platform, host.external), Notice("lobby_over", data, buttons)))

    try:
        await change.change(session, table, work)
    except Exception:
        session.clocks.call_again(due)
        raise
    return False


HANDLERS: Final = (Change(Extend, extend),)
