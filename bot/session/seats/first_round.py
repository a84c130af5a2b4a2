"""The first round after a lesson: a table of one's own with easy AI players, dealt at once, without hurry or consequence."""

from __future__ import annotations

from typing import Final

from bot.session.people.directory import Person
from bot.session.port.commands import FirstRound, NewTable, Origin
from bot.session.port.replies import Lobby, Menu
from bot.session.port.updates import Notice
from bot.session.seats.opening import open_table
from bot.session.seats.start import begin
from bot.session.state.book import Book
from bot.session.tables import change
from bot.session.tables.request import Direct
from bot.session.tables.session import Session
from storage.api import SeatRow, UnitOfWork

__all__ = ["HANDLERS", "LEVEL", "first_round"]

LEVEL: Final = "easy"
_UNHURRIED: Final = {"clock": "off", "ratings": "off"}


async def first_round(session: Session, origin: Origin, person: Person, command: FirstRound) -> Lobby | Menu | Notice:
    """Open a table here, fill it with easy AI players and deal. Nobody's time runs there, and nobody's rating changes."""
    opened = await open_table(session, origin, person, NewTable(command.game, "", _UNHURRIED, fresh=True))
    if not isinstance(opened, Notice):
        return opened
    table = session.tables[int(str(opened.data["table"]))]

    async def work(draft: Book, unit: UnitOfWork) -> None:
        now = session.clock.now()
        for seat in draft.free_seats:
            draft.seats[seat] = SeatRow(draft.id, seat, None, LEVEL, now)
        await begin(session, draft, unit)

    table.looking[person.user] = session.uptime()  # they pressed it where their hand is shown now
    await table.mailbox.call(lambda: change.change(session, table, work))
    return Notice("first_round_dealt", {"table": table.id})


HANDLERS: Final = (Direct(FirstRound, first_round),)
