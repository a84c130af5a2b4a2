"""Coming back after a restart: every open table as it was, shown again, its clocks waiting until somebody sees it."""

from __future__ import annotations

from functools import partial

from bot.session.state import rounds
from bot.session.tables import change
from bot.session.tables.refresh import show_again
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from games import GAMES
from storage.api import ChatRow, TableRow, UnitOfWork

__all__ = ["resume", "show_platform"]


async def resume(session: Session) -> None:
    """Read every open table that is not put aside. One that cannot be read is left out, with a line in the log."""
    chats: dict[int, ChatRow] = {}
    async with session.store.begin() as unit:
        rows = [row for row in await unit.open_tables() if not row.parked]
        for row in rows:
            if row.chat not in chats:
                chat = await unit.chat(row.chat)
                assert chat is not None, "a table stands in a chat"
                chats[row.chat] = chat
            await _take_up(session, unit, row, chats[row.chat])
        await session.people.read_seated(
            unit, [seat for table in session.tables.values() for seat in table.book.company]
        )
        await unit.commit()
    for chat in chats.values():
        session.know_chat(chat)


async def _take_up(session: Session, unit: UnitOfWork, row: TableRow, chat: ChatRow) -> None:
    if row.game not in GAMES:
        session.complain("a table of an unknown game is left alone", None, game=row.game, row=row.id)
        return
    try:
        stored = await rounds.load(unit, row)
    except Exception as error:  # one table that cannot be replayed must not keep all others from coming back
        session.complain("a table could not be replayed", None, error, row=row.id)
        return
    book, promised = await change.take_up(session, unit, stored, touched_at=row.touched_at)
    session.add_table(session.make_table(book, chat, held=book.playing or promised))


def show_platform(session: Session, platform: str) -> None:
    """Show the tables of a platform again, one after the other: those in play, those with news of the restart, and those
    whose last round's end may have been on its way when the process died."""
    session.tasks.start(_show_all(session, platform))


async def _show_all(session: Session, platform: str) -> None:
    for table in list(session.tables.values()):
        if table.chat.platform == platform and _has_news(table):
            try:
                await table.mailbox.call(partial(_show, session, table))
            except Exception as error:  # one table must not keep the others from being shown
                session.complain("a table could not be shown again", table, error)


def _has_news(table: Table) -> bool:
    book = table.book
    return table.held or bool(book.tells or book.votes) or book.row.state in ("between", "over")


async def _show(session: Session, table: Table) -> None:
    if session.tables.get(table.id) is table and _has_news(table):
        show_again(session, table)
