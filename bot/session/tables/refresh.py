"""What everybody sees is brought up to date: after a change, after a pause, and when something about a person or a group has
changed outside their tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Set
from functools import partial
from typing import Any, Final

from bot.session.people.directory import never_of
from bot.session.people.moments import is_called, is_told, seat_moment, table_moment
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.origin import Elsewhere
from bot.session.port.updates import Notice, PrivateUpdate, told_left
from bot.session.state.answers import answer_in_advance, put_to
from bot.session.state.book import Book
from bot.session.tables.clocks import LOBBY, VOTE, VOTE_SECONDS, Running
from bot.session.tables.display import private_update, public_update
from bot.session.tables.fences import is_ours
from bot.session.tables.outlets import PAGE, has_outlet, show_hand, show_page, show_table, tell_person
from bot.session.tables.session import Session, stands_in
from bot.session.tables.table import Table, TableBroken
from games.base.events import TrickWon
from storage.api import SeatRow, StoreError, Unavailable

__all__ = [
    "LOOKING",
    "heed_wishes",
    "is_time_news",
    "is_unrung",
    "leave_shown",
    "lobby_question",
    "motion_of",
    "ring",
    "safely",
    "say",
    "set_clocks",
    "show_again",
    "show_group",
    "show_reach",
    "tell",
    "tell_time",
]

_OLD_MESSAGE: Final = 40 * 3600.0
"""So many seconds after it was posted the message of a slow table is posted anew: Telegram lets bots delete for two days."""
_LOBBY_LEAST: Final = 120.0
"""Seconds that people have at least to come, once the table is there again or a seat is free again."""
LOOKING: Final = 60.0
"""So many seconds after somebody did something where their hand is shown they are taken to look at it still."""
_LOUD = frozenset({"clock_away", "dealt_without_you"})
"""Sentences that a person must hear of, so that they notify."""


def safely(
    session: Session, table: Table | None, work: Callable[[], Awaitable[None]]
) -> Callable[[], Coroutine[Any, Any, None]]:
    """Return a job that nobody waits for: what goes wrong is written to the log. It is not done at a table that another worker
    has now."""

    async def job() -> None:
        try:
            if table is None or await is_ours(session, table):
                await work()
        except Elsewhere:
            pass
        except Unavailable:
            session.meter.count("store_errors")  # the memory itself says once what is wrong with it
        except StoreError as error:
            session.meter.count("store_errors")
            session.complain("the memory did not take an outcome", table, error)
        except TableBroken:
            pass
        except Exception as error:  # the mailbox must go on
            session.complain("an outcome could not be noted", table, error)

    return job


# -- after a change


def say(session: Session, ref: UserRef, notice: Notice, table: Table) -> None:
    """Say a sentence to one person, in their language."""
    person = session.people.at(ref.platform, ref.external)
    seat = None if person is None else table.book.seat_of(person.user)
    chat = table.chat if seat is None else table.place_of(table.book.seats[seat]).chat
    tell_person(session, ref, notice, session.language_for(person, chat), table.id)


def set_clocks(session: Session, table: Table) -> None:
    """Set a clock for every person who is waited for and present, and for a vote; none for anybody else."""
    book, now = table.book, session.uptime()
    if not book.clock:
        table.untimed = dict(book.questions)  # when somebody else sits down, time runs from the next question on
    asked = {} if table.broken or not book.clock else _asked(session, book)
    since = None if table.held else now
    for seat in range(book.row.players):
        if seat not in asked or table.untimed.get(seat) == asked[seat][0]:
            session.clocks.disarm(table.id, seat)
            continue
        (question, total), running = asked[seat], session.clocks.of(table.id, seat)
        remaining = book.seats[seat].remaining
        left = total if remaining is None else min(total, remaining)
        if running is not None and running.question == question:
            if total <= running.total:
                continue
            left = total - (running.total - running.remaining(now))  # the question is put in another way now
        session.clocks.arm(table.id, seat, Running(question, total, left, since))
        if not book.playing:  # the result has been before everybody's eyes for a while
            session.clocks.seen(table.id, seat, now)
    motion, vote = motion_of(book), session.clocks.of(table.id, VOTE)
    if not motion:
        session.clocks.disarm(table.id, VOTE)
    elif vote is None or vote.question != motion:
        session.clocks.arm(table.id, VOTE, Running(motion, VOTE_SECONDS, VOTE_SECONDS, since))
    _set_lobby(session, table, since)


def _set_lobby(session: Session, table: Table, since: float | None) -> None:
    """Set the clock of a table that waits for people. After an outage there is time to see it again."""
    waits, running = lobby_question(table.book), session.clocks.of(table.id, LOBBY)
    if not waits:
        session.clocks.disarm(table.id, LOBBY)
    elif running is None or running.question != waits:
        left = max(table.book.lobby.until - session.clock.now(), _LOBBY_LEAST)
        session.clocks.arm(table.id, LOBBY, Running(waits, left, left, since))


def _asked(session: Session, book: Book) -> dict[int, tuple[str, float]]:
    """Return whose time runs: for each such seat what it is being asked, and the seconds that it has for it in all."""
    asked: dict[int, tuple[str, float]] = {}
    questions = book.questions
    for entry in book.awaited:
        held = book.seats[entry.seat]
        if held.user is not None and not held.away:
            put = put_to(entry, never_of(session.people.in_seat(held)))
            short = None if book.slow else put.seconds  # where people look in now and then, no question is a short one
            asked[entry.seat] = questions[entry.seat], float(short or book.row.clock)
    if all(session.reach.can_see(book, held) for held in book.persons.values() if held.ready):
        asked |= {seat: (book.next_round, float(book.row.clock)) for seat in book.missing}
    return asked


def lobby_question(book: Book) -> str:
    """Return the time in which people may come, as one text; ``""``: it does not run, as nobody can come or it has no end."""
    waits = book.row.state == "lobby" and book.lobby.until and book.free_seats and not book.slow
    return f"lobby/{book.lobby.until}" if waits else ""


def motion_of(book: Book) -> str:
    """Return the vote that is on, as one text; ``""``: none is."""
    return f"{book.votes[0].motion}/{book.votes[0].expires_at}" if book.votes else ""


def tell(
    session: Session,
    table: Table,
    before: Book | None,
    started: float | None = None,
    panels: dict[int, PrivateUpdate] | None = None,
) -> None:
    """Show the table to everybody: each player's hand first, then its places. ``before`` ``None``: after a pause.

    Each panel is made once; ``panels`` takes them, by seat.
    """
    book = table.book
    table.version += 1
    ended, ping = _has_ended(book, before, book.row.message_at), list[SeatRow]()
    if book.play.state is not None:
        for seat, held in sorted(book.persons.items()):
            if book.showing and not book.has_seen(seat):
                continue  # they sit down for the next round; the last one is not theirs
            alert = _newly_wanted(session, table, before, seat)
            if alert and _is_looking(session, table, held) and not session.is_quiet(session.people.in_seat(held)):
                alert = False
                table.unrung |= {seat: book.questions[seat]} if seat in book.questions else {}
            if has_outlet(session, held.platform):
                notice = book.says.notices.get(seat)
                loud = alert or (notice is not None and notice.code in _LOUD)
                panel = private_update(session, table, seat, alert=loud, notice=notice)
                if panels is not None:
                    panels[seat] = panel
                show_hand(session, panel)
            if alert and started is not None:
                session.meter.observe("notify", session.clock.monotonic() - started)
            wanted = ended or any(entry.seat == seat for entry in book.awaited)
            if alert and wanted:
                ping.append(held)
    new_round = book.playing if before is None else before.row.round != book.row.round
    _show_places(
        session,
        table,
        renew=new_round or any(isinstance(event, TrickWon) for event in book.says.events),
        ended={place.chat.id for place in table.places if _has_ended(book, before, place.message_at)},
        ping=ping,
    )
    for place in table.take_left():
        if has_outlet(session, place.chat.platform):
            show_table(session, public_update(session, table, place, left=True))


def _is_looking(session: Session, table: Table, held: SeatRow) -> bool:
    """Tell whether somebody has their hand before their eyes, as they did something there a moment ago."""
    seen = None if held.user is None else table.looking.get(held.user)
    return seen is not None and session.uptime() - seen < LOOKING


def is_unrung(session: Session, table: Table) -> bool:
    """Tell whether somebody was asked while they looked, and has done nothing for so long that they may not look any more."""
    seats = table.book.seats
    return any(seat not in seats or not _is_looking(session, table, seats[seat]) for seat in table.unrung)


async def ring(session: Session, table: Table) -> None:
    """Call those who were not called when they were asked, as they seemed to look, and who are still to answer."""
    waiting, table.unrung = table.unrung, {}
    if session.tables.get(table.id) is not table:
        return
    for seat, question in waiting.items():
        held = table.book.persons.get(seat)
        if held is None or held.away or not table.book.playing or table.book.questions.get(seat) != question:
            continue
        if _is_looking(session, table, held):
            table.unrung[seat] = question
        else:
            _call(session, table, held)


def _call(session: Session, table: Table, held: SeatRow) -> None:
    """Show somebody's hand so that it rings, or call them in their place where it cannot."""
    table.version += 1
    if session.reach.to_ping(held) is not None:
        _show_places(session, table, ping=(held,))
    if has_outlet(session, held.platform):
        show_hand(session, private_update(session, table, held.seat, alert=True))


def _show_places(
    session: Session, table: Table, *, renew: bool = False, ended: Set[int] = frozenset(), ping: Iterable[SeatRow] = ()
) -> None:
    """Show the table in each of its places; ``ended``: chats that have yet to hear of a round's end. Of those to be called whom
    only a group can notify, each is in the place where they sit."""
    called = [
        (table.place_of(held).chat.id, mute) for held in ping if (mute := session.reach.to_ping(held)) is not None
    ]
    for place in table.places:
        if has_outlet(session, place.chat.platform):
            here = tuple(mute for chat, mute in called if chat == place.chat.id)
            rings = (
                place.chat.id in ended and not place.private
            )  # in a private chat the result of one's own has rung already
            show_table(session, public_update(session, table, place, renew=renew, ended=rings, ping=here))


def _has_ended(book: Book, before: Book | None, message_at: float | None = None) -> bool:
    """Tell whether a round has just ended with a result, or before a restart a place's message (``message_at``) is older than
    that."""
    if book.playing or book.play.result is None or book.round is None:
        return False
    if before is not None:
        return before.playing
    return message_at is not None and message_at < (book.round.ended_at or 0.0)


def _newly_wanted(session: Session, table: Table, before: Book | None, seat: int) -> bool:
    """Tell whether something is wanted of a present person now that was not wanted before, a new hand was dealt, or
    the round
    has just ended.

    What answers by itself (a standing pass, a preference, a hand too small) is wanted of nobody.
    """
    book = table.book
    held = book.seats[seat]
    person = session.people.in_seat(held)
    if held.away or (person is not None and not person.wants("alerts")):
        return False
    if not book.playing:
        return before is not None and _has_ended(book, before)
    question = book.questions.get(seat)
    waited = next((entry for entry in book.awaited if entry.seat == seat), None)
    if waited is not None and answer_in_advance(book, waited, book.public_view, never_of(person))[0] is not None:
        question = None
    if before is None:  # after a restart: unless their panel says so already
        return question is not None and not is_called(held.shows, seat_moment(book, seat))
    if not before.playing or (before.row.match, before.row.round) != (book.row.match, book.row.round):
        return True
    return question is not None and before.questions.get(seat) != question


def show_again(session: Session, table: Table) -> None:
    """Show the table to everybody again after a restart or a pause; clocks and minds wait until it has arrived."""
    for ref, notice in table.book.says.tells:
        say(session, ref, notice, table)
    table.book.says.tells.clear()
    set_clocks(session, table)
    tell(session, table, None)


def leave_shown(session: Session, table: Table) -> bool:
    """Leave a table alone after a restart whose messages are all still right: it counts as seen. ``False`` if they are not."""
    if not _is_still_shown(session, table):
        return False
    set_clocks(session, table)
    session.release(table)
    for seat in table.book.persons:
        session.clocks.seen(table.id, seat, session.uptime())
    # The same time is left as before, but it ends later: a slow table says so soon.
    table.told_left = dict.fromkeys(session.seconds_left(table), -1.0) if table.book.slow else {}
    # Of a result the platform is told, though nothing is sent that is there already: it stays when another message follows.
    if table.book.play.result is None:
        show_page(session, public_update(session, table))
    else:
        _show_places(session, table)
    return True


def _is_still_shown(session: Session, table: Table) -> bool:
    """Tell whether what the messages of a table showed last is what they would show now."""
    book = table.book
    if lobby_question(book) and book.lobby.until < session.clock.now():
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
        is_told(held.shows, seat_moment(book, held.seat)) or not has_outlet(session, held.platform) for held in panels
    )


# -- what has changed elsewhere


def show_reach(session: Session, user: int) -> None:
    """Show at somebody's tables that they can be reached now, or not any more."""
    _at_tables_of(session, user, _reach_shown)


def heed_wishes(session: Session, user: int) -> None:
    """Let what somebody is being asked follow the preferences that they have just set."""
    _at_tables_of(session, user, _wishes_heeded)


def _at_tables_of(session: Session, user: int, work: Callable[[Session, Table, int], Awaitable[None]]) -> None:
    def post(table: Table) -> None:
        table.mailbox.post(safely(session, table, partial(work, session, table, user)))

    for table in session.tables_of(user):
        post(table)
    session.once_read(lambda table: table.book.seat_of(user) is not None, post)


def is_time_news(session: Session, table: Table) -> bool:
    """Tell whether a slow table would say otherwise now how much time is left."""
    return table.book.slow and table.book.playing and not table.held and table.told_left != _time_told(session, table)


def _time_told(session: Session, table: Table) -> dict[int, float]:
    return {seat: told_left(seconds) for seat, seconds in session.seconds_left(table).items()}


async def tell_time(session: Session, table: Table) -> None:
    """Say anew in the message of a slow table, and in the panels of those who are waited for, how much time is left, once that is
    another word: by an edit, which nobody hears, as long as the platform takes edits and removals of it."""
    told = _time_told(session, table)
    known, table.told_left = table.told_left.keys() == told.keys(), told
    if not known or session.tables.get(table.id) is not table:
        return
    table.version += 1
    for seat in told:
        if has_outlet(session, table.book.seats[seat].platform):
            show_hand(session, private_update(session, table, seat))
    for place in table.places:
        if has_outlet(session, place.chat.platform):
            old = place.message_at is not None and session.clock.now() - place.message_at >= _OLD_MESSAGE
            show_table(session, public_update(session, table, place, renew=old))


def show_group(session: Session, chat: ChatRef) -> None:
    """Show a group's tables in the language that it speaks now."""

    def post(table: Table) -> None:
        table.mailbox.post(safely(session, table, partial(_group_shown, session, table, chat)))

    for table in session.tables_in(chat):
        post(table)
    session.once_read(lambda table: stands_in(table, chat), post)


async def _wishes_heeded(session: Session, table: Table, user: int) -> None:
    seat = table.book.seat_of(user)
    gone = session.tables.get(table.id) is not table or table.broken
    if gone or seat is None or all(waited.seat != seat for waited in table.book.awaited):
        return
    set_clocks(session, table)
    if has_outlet(session, table.book.seats[seat].platform):
        table.version += 1
        show_hand(session, private_update(session, table, seat))


async def _group_shown(session: Session, table: Table, chat: ChatRef) -> None:
    place = table.place_at(chat)
    if place is not None and has_outlet(session, chat.platform) and session.tables.get(table.id) is table:
        table.version += 1
        show_table(session, public_update(session, table, place))


async def _reach_shown(session: Session, table: Table, user: int) -> None:
    seat = table.book.seat_of(user)
    if seat is None or session.tables.get(table.id) is not table:
        return
    set_clocks(session, table)  # the next round may wait for somebody who can see a hand now
    mute = session.reach.to_ping(table.book.seats[seat])
    waited = any(entry.seat == seat for entry in table.book.awaited)
    table.version += 1
    # In a round whoever is not waited for is called when it is their turn; a call now would be taken for that one.
    ping = (table.book.seats[seat],) if mute is not None and (waited or not table.book.playing) else ()
    _show_places(session, table, ping=ping)
    shown = has_outlet(session, table.book.seats[seat].platform)
    if mute is None and shown and table.book.play.state is not None and table.book.playing:
        show_hand(session, private_update(session, table, seat, alert=waited))
