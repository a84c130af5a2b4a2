"""Coming back after a restart: every open table as it was, shown again, its clocks waiting until somebody sees it."""

from __future__ import annotations

from dataclasses import replace

from bot.session import flow, rounds
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
        await unit.commit()
    for chat in chats.values():
        hall.keep_chat(chat)


async def _take_up(hall: Hall, unit: UnitOfWork, row: TableRow, chat: ChatRow) -> None:
    if row.game not in GAMES:
        hall.complain("a table of an unknown game is left alone", None, game=row.game, row=row.id)
        return
    try:
        book = await rounds.load(unit, row)
    except Exception as error:  # one table that cannot be replayed must not keep all others from coming back
        hall.complain("a table could not be replayed", None, error, row=row.id)
        return
    await hall.people.read_seated(unit, book.seats.values())
    if book.playing and book.state is None:
        await _void(hall, unit, book)
    hall.add_table(Table(book, chat, hall.tasks, held=book.playing))


async def _void(hall: Hall, unit: UnitOfWork, book: Book) -> None:
    """A round under rules that are no longer known is void; the match keeps what it had."""
    before = book.copy()
    rounds.void_round(book, hall.clock.now())
    await save(unit, before, book)
    book.old_rounds.clear()


def show_platform(hall: Hall, platform: str) -> None:
    """Show the tables of a platform again: those in play, and those that have news from the restart."""
    for table in list(hall.tables.values()):
        if table.chat.platform == platform and (table.held or table.book.tells):
            for ref, notice in table.book.tells:
                frontend = hall.frontends.get(ref.platform)
                if frontend is not None:
                    person = hall.people.at(ref.platform, ref.external)
                    frontend.tell(ref, notice, hall.language_for(person, table.chat), table.id)
            table.book = replace(table.book, tells=[])
            flow.show_again(hall, table)
