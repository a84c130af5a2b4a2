"""What belongs to a person in the store beyond their own row, and how it comes to another one, or to nobody.

Accounts are joined, parted and forgotten only while the person holds nothing at an open table; tables that were put
aside are dealt with here. Each person has at most one account a platform, and a chat stands on one platform: so the
platform says which account something was played with.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from bot.ratings.ledger import doubt
from bot.session.state.book import Book
from bot.session.state.pledges import forget_words
from bot.session.tables import change
from bot.session.tables.refresh import safely
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from storage.api import SeatRow, TableRow, UnitOfWork

__all__ = ["clear_memory", "clear_traces", "hand_over", "held_at"]

_PLACES: Final = ("waiters", "wishes", "kept", "cast")
"""Lists in ``TableRow.extra`` whose entries begin with a seat and a person."""
_STAND_IN: Final = "normal"


async def held_at(session: Session, unit: UnitOfWork, user: int) -> Table | None:
    """An open table at which a person sits, waits for a seat or has one kept; as stored, so that nothing slips past."""
    for seat in await unit.seats_of(user):
        if seat.table in session.tables:
            return session.tables[seat.table]
    for table in session.tables.values():
        book = table.book
        waiting = {one.user for one in (*book.waiters, *book.wishes)} | {one.user for one in book.kept}
        if user in waiting:
            return table
    return None


async def hand_over(unit: UnitOfWork, user: int, to: int, platform: str | None = None) -> None:
    """Results, rounds and seats at tables put aside become another person's: all, or those of one platform.

    Ratings are in doubt from then on. The caller commits.
    """
    await unit.move_results(user, to, platform)
    for row in await unit.rounds_naming(f"[{user}, "):
        match = await unit.match(row.match)
        if match is not None and await _is_on(unit, match.chat, platform):
            seats = [[to if held == user else held, ai] for held, ai in json.loads(row.seats)]
            await unit.put_round(replace(row, seats=json.dumps(seats)))
    for word in await unit.luck_of(user):
        table = await unit.table(word.table)
        if table is not None and await _is_on(unit, table.chat, platform):
            await unit.put_luck(replace(word, user=to))
    for table, seats_there in await _parked(unit):
        if await _is_on(unit, table.chat, platform):
            for seat in seats_there:
                if seat.user == user:
                    await unit.put_seat(replace(seat, user=to))
            await _put_changed(unit, table, user, to, to)
    await doubt(unit)


async def clear_traces(unit: UnitOfWork, user: int) -> None:
    """Nothing that is stored says any more who this was: of words only digests are left, seats at tables put aside fall to AI
    players. Results and rounds keep a bare number. The caller commits."""
    await forget_words(unit, user)
    for table in await unit.open_tables():
        if not table.parked:  # nobody who is forgotten sits there, but they may have played its last round
            await _put_changed(unit, table, user, None, table.host)
    for table, seats in await _parked(unit):
        for seat in seats:
            if seat.user != user:
                continue
            if table.state == "lobby":
                await unit.remove_seat(table.id, seat.seat)
            else:
                await unit.put_seat(SeatRow(table.id, seat.seat, None, _STAND_IN, seat.joined_at))
        others = sorted((seat for seat in seats if seat.user not in (None, user)), key=lambda seat: seat.joined_at)
        await _put_changed(unit, table, user, None, others[0].user if others else None)
    await unit.remove_link(user)
    for account in await unit.identities(user):
        await unit.forget_updates(account.platform, f"{account.external}:")


async def clear_memory(session: Session, user: int) -> None:
    """The same for tables that are open: nobody who is forgotten sits there, but they may have played its last round."""
    for table in list(session.tables.values()):
        if any(one.user == user for one in table.book.cast) or user in table.book.tally:
            await table.mailbox.call(safely(session, table, partial(_forget_at, session, table, user)))


async def _forget_at(session: Session, table: Table, user: int) -> None:
    async def work(draft: Book, unit: UnitOfWork) -> None:
        draft.cast = tuple(one for one in draft.cast if one.user != user)
        draft.tally = {other: points for other, points in draft.tally.items() if other != user}

    if session.tables.get(table.id) is table:
        await change.change(session, table, work)


async def _is_on(unit: UnitOfWork, chat: int, platform: str | None) -> bool:
    if platform is None:
        return True
    row = await unit.chat(chat)
    return row is not None and row.platform == platform


async def _parked(unit: UnitOfWork) -> Sequence[tuple[TableRow, Sequence[SeatRow]]]:
    return [(table, await unit.seats(table.id)) for table in await unit.open_tables() if table.parked]


async def _put_changed(unit: UnitOfWork, table: TableRow, user: int, to: int | None, host: int | None) -> None:
    """Write the table's own row with one person in another's place, or in nobody's."""
    extra: dict[str, Any] = json.loads(table.extra or "{}")
    for name in _PLACES:
        entries = [[seat, to if held == user else held, *rest] for seat, held, *rest in extra.get(name, ())]
        extra[name] = [entry for entry in entries if entry[1] is not None]
    tally: dict[int, int] = {}
    for held, points in extra.get("tally", ()):
        owner = to if held == user else held
        if owner is not None:
            tally[owner] = tally.get(owner, 0) + points
    extra["tally"] = sorted(tally.items())
    seen = {to if held == user else held for held in extra.get("ephemeral", ())}
    extra["ephemeral"] = sorted(held for held in seen if held is not None)
    changed = replace(
        table,
        host=host if table.host == user else table.host,
        extra=json.dumps({name: value for name, value in extra.items() if value}),
    )
    if changed != table:
        await unit.put_table(changed)
