"""Open tables that are ours and have not been read yet: each is read as soon as somebody needs it, the rest little by little.

So a start does not wait until the logs of thousands of tables have been replayed, nor do the people of a worker that has died.
What stands on their screens stays there meanwhile, and no clock runs before its table has been read.
"""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Final

import structlog

from bot.session.host import change
from bot.session.host.refresh import leave_shown
from bot.session.host.session import Session, Table
from bot.session.host.tell import show_again
from bot.session.port.commands.record import Elsewhere
from bot.session.state import stored
from bot.session.state.guests import chats_of
from games import GAMES
from storage.api import StoreError, UnitOfWork

__all__ = ["has_news", "is_shown", "read", "read_in_time", "show"]

log = structlog.get_logger("session")


_SLICE: Final = 8  # So many tables are read in one transaction: whoever presses waits for one such at most

_AT_LEAST: Final = 0.002  # Seconds between two slices, if the one before took less

_RETRY: Final = 1.0  # Seconds until the memory is asked again that did not answer


async def read_in_time(session: Session) -> list[Table]:
    """Read what has not been read: a few tables at once, which are returned; of many each when it is needed, the rest
    later on. Those that are returned are not shown yet. ``StoreError`` if the memory cannot be read."""
    if len(session.unread) > session.settings.read_at_once:
        if session.unread.reader is None or session.unread.reader.done():
            session.unread.reader = session.tasks.start(_read_on(session))
        return []
    before, numbers = set(session.tables), list(session.unread)
    for start in range(0, len(numbers), _SLICE):
        await _read_once(session, numbers[start : start + _SLICE], shown=False)
    return [table for number, table in session.tables.items() if number not in before]


async def read(session: Session, numbers: Iterable[int]) -> None:
    """Read these tables as far as that has not been done, and let them be shown. ``StoreError`` if the memory cannot be read."""
    await _read_once(session, [number for number in numbers if number in session.unread], shown=True)


async def _read_on(session: Session) -> None:
    """Read what nobody has asked for yet. After each slice half as much time passes as it took, which is left for play."""
    pause = _AT_LEAST
    while session.unread:
        await session.clock.sleep(pause)
        began = session.clock.monotonic()
        try:
            await read(session, list(islice((n for n in session.unread if n not in session.unread.reading), _SLICE)))
            pause = max(_AT_LEAST, (session.clock.monotonic() - began) / 2)
        except StoreError:
            session.meter.count("store_errors")  # the memory itself says once what is wrong with it
            pause = _RETRY
    log.info("all open tables have been read", tables=len(session.tables))


async def _read_once(session: Session, numbers: Sequence[int], *, shown: bool) -> None:
    under_way = {session.unread.reading[number] for number in numbers if number in session.unread.reading}
    new = [number for number in numbers if number not in session.unread.reading]
    if new:
        task = session.tasks.start(_read(session, new, shown=shown))
        session.unread.reading |= dict.fromkeys(new, task)
        under_way.add(task)
    await asyncio.gather(*map(asyncio.shield, under_way))


async def _read(session: Session, numbers: Sequence[int], *, shown: bool) -> None:
    try:
        async with session.unread.adopting:
            try:
                await _take_up(session, numbers, shown=shown)
            except StoreError:
                raise
            except Exception as error:  # one table must not keep the others from coming back
                for number in numbers if len(numbers) > 1 else ():
                    await _alone(session, number, shown=shown)
                if len(numbers) == 1:
                    _leave_alone(session, numbers[0], error)
    finally:
        for number in numbers:
            session.unread.reading.pop(number, None)


async def _alone(session: Session, number: int, *, shown: bool) -> None:
    try:
        await _take_up(session, [number], shown=shown)
    except StoreError:
        raise
    except Exception as error:
        _leave_alone(session, number, error)


def _leave_alone(session: Session, number: int, error: Exception | None) -> None:
    """Go on without a table that cannot be played here; it stays as it is stored."""
    if error is not None:
        session.complain("a table could not be replayed", None, error, row=number)
    session.unread.left_alone.add((number, session.unread.pop(number, 0)))


async def _take_up(session: Session, numbers: Sequence[int], *, shown: bool) -> None:
    """Read tables in one transaction, side by side, so that what they ask goes to the store together."""
    wanted = [(number, session.unread[number]) for number in numbers if number in session.unread]
    async with session.store.change() as unit:
        done = await asyncio.gather(*(_load(session, unit, *one) for one in wanted), return_exceptions=True)
        for fault in done:
            if isinstance(fault, BaseException):
                raise fault
        found = [table for table in done if isinstance(table, Table)]
        await session.people.read_seated(unit, [seat for table in found for seat in table.book.participants])
    for number, fence in wanted:
        if session.unread.get(number) == fence:
            del session.unread[number]
    for table in found:
        if (before := session.tables.get(table.id)) is not None:
            change.lose(session, before)  # it was away meanwhile, and we have not noticed
        for chat in (table.chat, *table.guests.values()):
            session.chats.keep(chat)
        session.add_table(table)
    for table in found:
        if shown and is_shown(session, table) and has_news(table):
            table.mailbox.post(partial(show, session, table))
    session.unread.catch_up(found)


async def _load(session: Session, unit: UnitOfWork, number: int, fence: int) -> Table | None:
    """A table out of the store; ``None`` if it is not open any more, another worker's, or cannot be played here."""
    row = await unit.tables.get(number)
    chat = None if row is None else await unit.chats.get(row.chat)
    if row is None or chat is None or row.state == "closed" or row.parked:
        return None
    if row.game not in GAMES:
        session.complain("a table of an unknown game is left alone", None, game=row.game, row=number)
        session.unread.left_alone.add((number, fence))
        return None
    try:
        loaded = await stored.load(unit, row)
    except StoreError:
        raise
    except Exception as error:
        session.complain("a table could not be replayed", None, error, row=number)
        session.unread.left_alone.add((number, fence))
        return None
    loaded.fence = fence
    try:
        book, promised = await change.take_up(session, unit, loaded, touched_at=row.touched_at)
    except Elsewhere:
        return None  # it has another owner already
    return session.tables.make(book, chat, await chats_of(unit, book), held=book.playing or promised)


# -- showing them
def has_news(table: Table) -> bool:
    """Whether a table that has been read is to be shown: it is in play, or there is news of the restart, or its last
    round's end may have been on its way when the process died."""
    book = table.book
    waits = book.row.state == "lobby" and book.lobby.until
    unknown = not book.row.shows  # a message that was in doubt, or everything is to be shown anew
    return bool(table.held or waits or unknown or book.says.tells or book.votes) or book.row.state in (
        "between",
        "over",
    )


def is_shown(session: Session, table: Table) -> bool:
    """Whether the platform of any of its places is there."""
    return any(place.chat.platform in session.frontends for place in table.places)


async def show(session: Session, table: Table) -> None:
    """Show a table again (in its mailbox), unless all of its messages are still right."""
    try:
        if session.tables.get(table.id) is table and has_news(table) and await change.is_ours(session, table):
            table.told = set(session.frontends)
            if leave_shown(session, table):
                return
            show_again(session, table)
    except Elsewhere:
        pass
    except Exception as error:  # one table must not keep the others from being shown
        session.complain("a table could not be shown again", table, error)
