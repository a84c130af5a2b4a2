"""Tables are shown again without a change: after a pause, when time goes on, and when something about a person or a group has
changed outside their tables."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.session.host import change, tell
from bot.session.host.change import queue
from bot.session.host.session import Session, Table, of_seat, stands_in
from bot.session.port.commands import ChatRef
from bot.session.port.page import PAGE
from bot.session.port.updates import PrivateUpdate, told_left
from bot.session.state.book import Book
from bot.session.state.guests import is_told, seat_moment, table_moment, unstored
from storage.themes.tables import SeatRow

__all__ = [
    "follow_preferences", "is_time_news", "is_unrung", "leave_shown", "ring", "show_group", "show_reach", "tell_time",
]  # fmt: skip

_OLD_MESSAGE: Final = 40 * 3600.0
"""So many seconds after it was posted the message of a slow table is posted anew: Telegram lets bots delete for two days."""


def is_unrung(session: Session, table: Table) -> bool:
    """Tell whether somebody was asked while they looked, and has done nothing for so long that they may not look any more."""
    seats = table.book.seats
    return any(seat not in seats or not tell.is_looking(session, table, seats[seat]) for seat in table.attention.unrung)


async def ring(session: Session, table: Table) -> None:
    """Call those who were not called when they were asked, as they seemed to look, and who are still to answer."""
    waiting, table.attention.unrung = table.attention.unrung, {}
    if session.tables.get(table.id) is not table:
        return
    for seat, question in waiting.items():
        held = table.book.persons.get(seat)
        if held is None or held.away or not table.book.playing or table.book.questions.get(seat) != question:
            continue
        if tell.is_looking(session, table, held):
            table.attention.unrung[seat] = question
        else:
            _call(session, table, held)


def _call(session: Session, table: Table, held: SeatRow) -> None:
    """Show somebody's hand so that it rings, or call them in their place where it cannot."""
    table.version += 1
    if tell.to_call(session, table, held) is not None:
        tell.show_places(session, table, ping=(held,))
    if tell.has_outlet(session, held.platform):
        tell.show_hand(session, tell.private_update(session, table, held.seat, alert=True))


def leave_shown(session: Session, table: Table) -> bool:
    """Leave a table alone after a restart whose messages are all still right: it counts as seen. ``False`` if they are not."""
    if not _is_still_shown(session, table):
        return False
    tell.set_clocks(session, table)
    session.release(table)
    for seat in table.book.persons:
        session.clocks.seen(table.id, seat, session.clocks.uptime())
    # The same time is left as before, but it ends later: a slow table says so soon.
    table.told_left = dict.fromkeys(session.clocks.seconds_left(table.book), -1.0) if table.book.slow else {}
    # Of a result the platform is told, though nothing is sent that is there already: it stays when another message follows.
    if table.book.play.result is None:
        tell.show_page(session, tell.public_update(session, table))
    else:
        tell.show_places(session, table)
    return True


def _is_still_shown(session: Session, table: Table) -> bool:
    """Whether what the messages of a table showed last is what they would show now."""
    book = table.book
    if tell.lobby_question(session, book) and (not book.free_seats or book.lobby.until < session.clock.now()):
        return False
    if book.says.tells or table.chat.platform == PAGE or not is_told(book.row.shows, table_moment(book)):
        return False
    others = [place for place in table.places[1:] if place.chat.platform in session.frontends]
    if not all(is_told(place.shows, table_moment(book)) for place in others):
        return False
    if book.play.state is None:
        return True
    panels = [held for seat, held in book.persons.items() if not book.showing or book.has_seen(seat)]
    return all(
        is_told(held.shows, seat_moment(book, held.seat)) or not tell.has_outlet(session, held.platform)
        for held in panels
    )


# -- what has changed elsewhere
def show_reach(session: Session, user: int) -> None:
    _at_tables_of(session, user, _reach_shown)


def follow_preferences(session: Session, user: int) -> None:
    """Let what somebody is being asked follow the preferences that they have just set."""
    _at_tables_of(session, user, _preferences_followed)


def _at_tables_of(session: Session, user: int, work: Callable[[Session, Table, int], Awaitable[None]]) -> None:
    def post(table: Table) -> None:
        queue(session, table, work, user)

    for table in session.tables.of(user):
        post(table)
    session.unread.once_read(lambda table: table.book.seat_of(user) is not None, post)


def is_time_news(session: Session, table: Table) -> bool:
    """Whether a slow table would say otherwise now how much time is left."""
    return table.book.slow and table.book.playing and not table.held and table.told_left != _time_told(session, table)


def _time_told(session: Session, table: Table) -> dict[int, float]:
    return {seat: told_left(seconds) for seat, seconds in session.clocks.seconds_left(table.book).items()}


async def tell_time(session: Session, table: Table) -> None:
    """Say anew in the message of a slow table, and in the panels of those who are waited for, how much time is left, once that is
    another word: by an edit, which nobody hears, as long as the platform takes edits and removals of it."""
    told = _time_told(session, table)
    known, table.told_left = table.told_left.keys() == told.keys(), told
    if not known or session.tables.get(table.id) is not table:
        return
    table.version += 1
    for seat in told:
        if tell.has_outlet(session, table.book.seats[seat].platform):
            tell.show_hand(session, tell.private_update(session, table, seat))
    for place in table.places:
        if tell.has_outlet(session, place.chat.platform):
            old = place.message_at is not None and session.clock.now() - place.message_at >= _OLD_MESSAGE
            tell.show_table(session, tell.public_update(session, table, place, renew=old))


def show_group(session: Session, chat: ChatRef) -> None:
    def post(table: Table) -> None:
        queue(session, table, _group_shown, chat)

    for table in session.tables.shown_in(chat):
        post(table)
    session.unread.once_read(lambda table: stands_in(table, chat), post)


async def _preferences_followed(session: Session, table: Table, user: int) -> None:
    seat = table.book.seat_of(user)
    gone = session.tables.get(table.id) is not table or table.broken
    if gone or seat is None or all(waited.seat != seat for waited in table.book.awaited):
        return
    tell.set_clocks(session, table)
    if tell.has_outlet(session, table.book.seats[seat].platform):
        table.version += 1
        tell.show_hand(session, tell.private_update(session, table, seat))


async def _group_shown(session: Session, table: Table, chat: ChatRef) -> None:
    place = table.place_at(chat)
    if place is not None and tell.has_outlet(session, chat.platform) and session.tables.get(table.id) is table:
        table.version += 1
        tell.show_table(session, tell.public_update(session, table, place))


async def _reach_shown(session: Session, table: Table, user: int) -> None:
    seat = table.book.seat_of(user)
    if seat is None or session.tables.get(table.id) is not table:
        return
    tell.set_clocks(session, table)  # the next round may wait for somebody who can see a hand now
    mute = session.reach.to_ping(table.book.seats[seat])
    waited = any(entry.seat == seat for entry in table.book.awaited)
    table.version += 1
    # In a round whoever is not waited for is called when it is their turn; a call now would be taken for that one.
    ping = (table.book.seats[seat],) if mute is not None and (waited or not table.book.playing) else ()
    tell.show_places(session, table, ping=ping)
    shown = tell.has_outlet(session, table.book.seats[seat].platform)
    if mute is None and shown and table.book.play.state is not None and table.book.playing:
        tell.show_hand(session, tell.private_update(session, table, seat, alert=waited))


async def note_unstored(session: Session, table: Table, shown: PrivateUpdate) -> None:
    """Note before a panel shows what is not stored that after a restart it will not be right."""
    held = table.book.seats[shown.seat]
    beside = unstored(seat_moment(table.book, shown.seat))
    if shown.post.moment or held.shows == beside or not (held.message or held.beside):
        return

    def unknown(draft: Book) -> None:
        draft.seats[shown.seat] = replace(draft.seats[shown.seat], shows=beside)

    table.unnoted.pop(of_seat(shown.seat), None)
    await change.note(session, [(table, unknown)])
