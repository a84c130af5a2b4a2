"""Coming back after a restart: every open table as it was, shown again, its clocks waiting until somebody sees it."""

from __future__ import annotations

from functools import partial

from bot.session import flow, pledges, rounds
from bot.session.book import Book, save
from bot.session.hall import Hall
from bot.session.table import Table
from games import GAMES
from storage.api import ChatRow, TableRow, UnitOfWork

__all__ = ["resume", "show_platform"]


async def resume(hall: Hall) -> None:
    """Read every open table that is not put aside. One that cannot be read is left out, with a line in the log."""
    chats: dict[int, ChatRow] = {}
    async with hall.store.begin() as unit:
        rows = [row for row in await unit.open_tables() if not row.parked]
        for row in rows:
            if row.chat not in chats:
                chat = await unit.chat(row.chat)
                assert chat is not None, "a table stands in a chat"
                chats[row.chat] = chat
            await _take_up(hall, unit, row, chats[row.chat])
        await hall.people.read_seated(unit, [seat for table in hall.tables.values() for seat in table.book.company])
        await unit.commit()
    for chat in chats.values():
        hall.know_chat(chat)


async def _take_up(hall: Hall, unit: UnitOfWork, row: TableRow, chat: ChatRow) -> None:
    if row.game not in GAMES:
        hall.complain("a table of an unknown game is left alone", None, game=row.game, row=row.id)
        return
    try:
        book = await rounds.load(unit, row)
    except Exception as error:  # one table that cannot be replayed must not keep all others from coming back
        hall.complain("a table could not be replayed", None, error, row=row.id)
        return
    if book.playing and book.state is None:
        await _void(hall, unit, book)
    promised = await pledges.provide(hall, book, unit)
    hall.add_table(Table(book, chat, hall.tasks, held=book.playing or promised))


async def _void(hall: Hall, unit: UnitOfWork, book: Book) -> None:
    """A round under rules that are no longer known is void; the match keeps what it had."""
    before = book.copy()
    rounds.void_round(book, hall.clock.now())
    await save(unit, before, book)
    book.old_rounds.clear()


def show_platform(hall: Hall, platform: str) -> None:
    """Show the tables of a platform again, one after the other: those in play, those with news of the restart, and those
    whose last round's end may have been on its way when the process died."""
    hall.tasks.start(_show_all(hall, platform))


async def _show_all(hall: Hall, platform: str) -> None:
    for table in list(hall.tables.values()):
        if table.chat.platform == platform and _has_news(table):
            try:
                await table.mailbox.call(partial(_show, hall, table))
            except Exception as error:  # one table must not keep the others from being shown
                hall.complain("a table could not be shown again", table, error)


def _has_news(table: Table) -> bool:
    book = table.book
    return table.held or bool(book.tells or book.votes) or book.row.state in ("between", "over")


async def _show(hall: Hall, table: Table) -> None:
    if hall.tables.get(table.id) is table and _has_news(table):
        flow.show_again(hall, table)
