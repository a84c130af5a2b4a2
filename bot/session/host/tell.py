"""What everybody sees is brought up to date after a change, and whose time runs now.

Here updates leave the session: each goes to the platform that it is for and, the same value, to the page, which shows every
table to the people who sit there.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace
from typing import Final

from bot.session.host.clocks import LOBBY, VOTE, VOTE_SECONDS, Running
from bot.session.host.display import private_update, public_update
from bot.session.host.session import Session
from bot.session.host.table import Table
from bot.session.people.directory import never_of
from bot.session.port.commands import UserRef
from bot.session.port.page import PAGE
from bot.session.port.protocols import Frontend, PostBody, PostTarget
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate
from bot.session.state.answers import answer_in_advance, put_to
from bot.session.state.book import Book
from bot.session.state.moments import is_called, seat_moment
from games.base.events import TrickWon
from storage.themes.tables import SeatRow

__all__ = [
    "LOOKING",
    "concealed",
    "has_outlet",
    "lobby_question",
    "motion_of",
    "post",
    "say",
    "set_clocks",
    "show_hand",
    "show_page",
    "show_table",
    "tell",
    "tell_person",
]

_LOBBY_LEAST: Final = 120.0
"""Seconds that people have at least to come, once the table is there again or a seat is free again."""

LOOKING: Final = 60.0
"""So many seconds after somebody did something where their hand is shown they are taken to look at it still."""

_LOUD = frozenset({"clock_away", "dealt_without_you"})
"""Sentences that a person must hear of, so that they notify."""


# -- where updates leave the session


def _outlets(session: Session, platform: str) -> list[Frontend]:
    names = (platform,) if platform == PAGE else (platform, PAGE)
    return [session.frontends[name] for name in names if name in session.frontends]


def has_outlet(session: Session, platform: str) -> bool:
    """Tell whether anything shows what belongs to this platform."""
    return bool(_outlets(session, platform))


def show_hand(session: Session, update: PrivateUpdate) -> None:
    """Bring one person's private panel up to date wherever they have it."""
    for frontend in _outlets(session, update.user.platform):
        frontend.show_hand(update)


def show_table(session: Session, update: PublicUpdate) -> None:
    """Bring a table up to date in one of its places. The page hears of every table once, and of its own rooms besides; a place
    that is lost hears nothing."""
    for frontend in _outlets(session, update.chat.platform):
        if update.table.adrift and frontend.platform != PAGE:
            continue
        if update.home or frontend.platform == update.chat.platform:
            frontend.show_table(update if frontend.platform == PAGE else concealed(update))


def concealed(update: PublicUpdate) -> PublicUpdate:
    """Return what a group may be shown of a table of a tournament: who plays there and how far they are, no card and no result,
    as other tables of the same group play the same cards. The page shows a table to who sits there alone."""
    if update.table.contest is None:
        return update
    return PublicUpdate(
        table=update.table,
        chat=update.chat,
        language=update.language,
        players=update.players,
        view=None,
        coming=update.coming,
        motion=update.motion,
        post=replace(update.post, renew=update.post.renew and update.post.message is None),
        ping=update.ping,
        home=update.home,
        elsewhere=update.elsewhere,
        version=update.version,
    )


def show_page(session: Session, update: PublicUpdate) -> None:
    """Tell the page alone of a table whose own messages are right: there people find their tables."""
    if PAGE in session.frontends:
        session.frontends[PAGE].show_table(update)


def post(session: Session, target: PostTarget, body: PostBody, language: str) -> None:
    """Post a message of its own into a chat. The page has no such messages."""
    if target.chat.platform in session.frontends:
        session.frontends[target.chat.platform].announce(target, body, language)


def tell_person(session: Session, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
    """Say one sentence to one person privately; in their quiet hours without a sound."""
    if session.is_quiet(session.people.at(user.platform, user.external)):
        notice = replace(notice, quiet=True)
    for frontend in _outlets(session, user.platform):
        frontend.tell(user, notice, language, table)


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
    if all(session.reach.can_see(book.people.ephemeral, held) for held in book.persons.values() if held.ready):
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
            if alert and is_looking(session, table, held) and not session.is_quiet(session.people.in_seat(held)):
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
    show_places(
        session,
        table,
        renew=new_round or any(isinstance(event, TrickWon) for event in book.says.events),
        ended={place.chat.id for place in table.places if _has_ended(book, before, place.message_at)},
        ping=ping,
    )
    for place in table.take_left():
        if has_outlet(session, place.chat.platform):
            show_table(session, public_update(session, table, place, left=True))


def is_looking(session: Session, table: Table, held: SeatRow) -> bool:
    """Tell whether somebody has their hand before their eyes, as they did something there a moment ago."""
    seen = None if held.user is None else table.looking.get(held.user)
    return seen is not None and session.uptime() - seen < LOOKING


def show_places(
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
