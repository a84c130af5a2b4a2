"""What everybody sees of a table, and how it leaves the session; whose time runs now.

Views come from the rules; nothing here looks into a hand. The one way to a ``PublicUpdate`` uses the view of nobody and the
events that everybody may know; a ``PrivateUpdate`` uses the view of its seat and the events that this seat may know. Each goes
to the platform that it is for and, the same value, to the page, which shows every table to the people who sit there.
"""

import json
from collections.abc import Iterable, Set
from dataclasses import replace
from typing import Final, NamedTuple

from bot.session.host.clocks import DEAL_SECONDS, LOBBY, VOTE, VOTE_SECONDS, Running
from bot.session.host.panel import panel, table_info
from bot.session.host.session import Session, Surroundings, Table
from bot.session.host.thinker import Weighing
from bot.session.people.directory import Person, never_of
from bot.session.port import commands as c
from bot.session.port import updates
from bot.session.port.commands import UserRef
from bot.session.port.page import PAGE
from bot.session.port.protocols import Frontend, PostBody, PostTarget
from bot.session.state import guests
from bot.session.state.answers import answer_in_advance, put_to
from bot.session.state.book import Book
from bot.session.state.guests import Place, is_called, seat_moment, table_moment
from bot.session.state.rounds import next_number, public_promises
from games.base.events import Event, TrickWon
from storage.themes.tables import SeatRow, Waiter

__all__ = [
    "LOOKING", "addressed", "concealed", "has_outlet", "lobby_question", "motion_of", "players", "post",
    "private_update", "public_update", "say", "set_clocks", "show_again", "show_hand", "show_page", "show_table",
    "tell", "tell_person",
]  # fmt: skip


def players(session: Surroundings, book: Book) -> tuple[updates.Player, ...]:
    return tuple([_player(session, book, seat, book.seats.get(seat)) for seat in range(book.row.players)])


class Shared(NamedTuple):
    """What all updates of one moment have in common, made once. ``here``: who holds which seat; ``shown``: who played the round
    that is to be seen."""

    info: updates.TableInfo
    here: tuple[updates.Player, ...]
    shown: tuple[updates.Player, ...]
    totals: tuple[int, ...]
    clocks: updates.ClocksShown


def _shared(session: Session, book: Book) -> Shared:
    here = players(session, book)
    totals = () if book.match is None and book.play.state is None else _totals(book)
    info, clocks = table_info(book, session.settings.seed is not None), session.clocks.shown(book)
    return Shared(info, here, dealt_in(session, book, here), totals, clocks)


def dealt_in(session: Surroundings, book: Book, here: tuple[updates.Player, ...]) -> tuple[updates.Player, ...]:
    """Who played the round that is to be seen: whoever sits there, but of one that is over those who were dealt in."""
    if not book.showing or book.round is None:
        return here
    dealt = json.loads(book.round.seats)
    if len(dealt) != len(here):
        return here
    accounts = {one.seat: one for one in book.play.dealt_in}
    return tuple(
        here[seat]
        if book.has_seen(seat) or _is_same_ai(book, seat, ai)
        else _gone(session, book, seat, ai, accounts.get(seat))
        for seat, (_, ai) in enumerate(dealt)
    )


def _is_same_ai(book: Book, seat: int, level: str | None) -> bool:
    held = book.seats.get(seat)
    return level is not None and held is not None and held.ai == level and seat not in book.people.stand_ins


def _gone(session: Surroundings, book: Book, seat: int, level: str | None, who: Waiter | None) -> updates.Player:
    """A player of the round who does not sit there any more."""
    if level is not None:
        return updates.Player(seat, "ai", _ai_name(book, seat), level=level)
    person = None if who is None else session.people.at(who.platform, who.external)
    return updates.Player(seat, "person", name="" if person is None else person.name)


def _ai_name(book: Book, seat: int) -> str:
    if book.contest is None:
        return ""
    return book.contest.ai_name(seat, {held.seat for held in book.seats.values() if held.user is not None})


def _player(session: Surroundings, book: Book, seat: int, held: SeatRow | None) -> updates.Player:
    if held is None:
        return updates.Player(seat, "empty")
    if held.user is None:
        return updates.Player(
            seat, "ai", _ai_name(book, seat), level=held.ai or "", stand_in=seat in book.people.stand_ins
        )
    person = session.people.in_seat(held)
    return updates.Player(
        seat,
        "person",
        name="" if person is None else person.name,
        user=c.UserRef(held.platform, held.external),
        away=held.away,
        # Only of whom it is known, not only feared, that they cannot see a hand.
        reachable=person is None or person.reachable is not False or held.user in book.people.ephemeral,
        ready=held.ready,
        host=held.user == book.row.host,
    )


def _round_shown(book: Book, seat: int | None) -> updates.RoundShown:
    """What has happened in the round, as a seat (``None``: everybody) may know it."""
    recent = tuple([entry for entry in book.play.recent if _may_know(entry[0], seat)])
    return updates.RoundShown(recent, book.play.result, tuple([one for one in book.play.last if _may_know(one, seat)]))


def _may_know(event: Event, seat: int | None) -> bool:
    return event.audience is None or (seat is not None and seat in event.audience)


def public_update(
    session: Session,
    table: Table,
    place: Place | None = None,
    *,
    renew: bool = False,
    ended: bool = False,
    ping: tuple[c.UserRef, ...] = (),
    left: bool = False,
    shared: Shared | None = None,
) -> updates.PublicUpdate:
    """The table for one of its places, the home if none is named. ``left``: one that it has just left."""
    book = table.book
    place = place or table.places[0]
    shared = shared or _shared(session, book)
    shown, here = shared.shown, shared.here
    wait = max(0.0, book.lobby.until - book.row.created_at) if book.free_seats else DEAL_SECONDS
    seated = _people_at(table, place)
    return updates.PublicUpdate(
        table=replace(shared.info, private=place.private),
        chat=place.ref,
        language=place.chat.language or session.settings.default_language,
        players=shown,
        coming=here if here != shown else (),
        view=None if book.play.state is None else book.public_view,
        play=_round_shown(book, None),
        score=updates.ScoreShown(() if book.match is None else shared.totals, book.score.course, _tally(book)),
        next_players=number if (number := next_number(book)) != book.row.players else None,
        clocks=shared.clocks,
        motion=_motion(session, table, place),
        lobby=updates.LobbyShown(
            session.clocks.lobby_ends(table.id),
            round(wait),
            book.lobby.over and book.row.state == "lobby",
            book.home.invite if place.home else "",
        ),
        post=updates.Posting(
            place.message,
            place.message_at,
            renew,
            left,
            session.are_quiet([session.people.in_seat(held) for held in seated]),
            moment=table_moment(book),
            shows=place.shows,
            calm=all(held.away or is_looking(session, table, held) for held in seated),
        ),
        ended=ended,
        ping=tuple(user for user in ping if not session.is_quiet(session.people.at(user.platform, user.external))),
        home=place.home,
        elsewhere=tuple(
            [
                _title(session, table, other)
                for other in table.places
                if other.chat.id != place.chat.id and other.chat.platform != PAGE
            ]
        ),
        by_page=place.chat.platform != PAGE
        and (table.chat.platform == PAGE or any(held.platform == PAGE for held in book.persons.values())),
        fairness=public_promises(book, session.people.name_of),
        version=table.version,
    )


def _people_at(table: Table, place: Place) -> list[SeatRow]:
    return [held for held in table.book.persons.values() if table.place_of(held).chat.id == place.chat.id]


def _title(session: Session, table: Table, place: Place) -> str:
    """What a place is called in the others: a private chat by the name of the person who sits here through it, whom
    everybody sees anyway, and not at all where nobody does."""
    if not place.private:
        return place.chat.title or place.chat.group_title
    theirs = sorted(_people_at(table, place), key=lambda held: held.user != table.book.row.host)
    return session.people.name_of(theirs[0]) if theirs else ""


def _totals(book: Book) -> tuple[int, ...]:
    """The score by seat; nothing where the house rules keep none."""
    unscored = book.contest is None and book.play.state is not None and book.public_view.public.scores is None
    return () if unscored else book.score.totals


def _tally(book: Book) -> tuple[int | None, ...]:
    """What each seat's person has won at this table, where there has been more than this match."""
    seats = [book.seats.get(seat) for seat in range(book.row.players)]
    told = tuple([None if held is None or held.user is None else book.score.tally.get(held.user, 0) for held in seats])
    totals = book.score.totals if book.match is not None else (0,) * book.row.players
    same = [total if points is None else points for points, total in zip(told, totals, strict=True)] == list(totals)
    return () if same else told


def _motion(session: Session, table: Table, place: Place) -> updates.Motion | None:
    book, votes = table.book, table.book.votes
    if not votes:
        return None
    motion = guests.standing(book)
    cast, voters = {vote.seat for vote in votes}, guests.voters(book, motion)
    silent = [
        to_call(session, table, held)
        for held in _people_at(table, place)
        if held.seat in voters and held.seat not in cast and not session.is_quiet(session.people.in_seat(held))
    ]
    return updates.Motion(
        kind=motion.partition(":")[0],
        seat=guests.target(motion),
        votes=len(votes),
        needed=guests.needed(book, motion),
        seconds=session.clocks.vote_seconds(table.id),
        limit=round(VOTE_SECONDS),
        until=round(session.clock.now()) + session.clocks.vote_seconds(table.id),
        called=tuple(user for user in silent if user is not None),
    )


def addressed(update: updates.PrivateUpdate, user: c.UserRef) -> updates.PrivateUpdate:
    """The same hand for another account of the same person: its messages stand on another platform."""
    if update.user == user:
        return update
    post, place = replace(update.post, message=None), replace(update.place, message=None)
    return replace(update, user=user, post=post, place=place)


def private_update(
    session: Session,
    table: Table,
    seat: int,
    *,
    alert: bool = False,
    reminder: bool = False,
    notice: updates.Notice | None = None,
    hinted: Weighing = (),
    shared: Shared | None = None,
) -> updates.PrivateUpdate:
    """The table for one of its players; a round has been dealt. In their quiet hours nothing of it rings."""
    book = table.book
    held = book.seats[seat]
    assert held.user is not None
    place = table.place_of(held)
    person = session.people.in_seat(held)
    quiet = session.is_quiet(person)
    if (alert or reminder) and quiet:
        alert = reminder = False
        table.attention.asked_quietly[seat] = book.questions.get(seat, "")
    view = book.game.view(book.play.state, seat)
    asked = book.playing and not book.row.parked
    made = panel(book, table.unsaved, seat, view, hinted, never_of(person)) if asked else None
    shared = shared or _shared(session, book)
    stored = made is None or not (made.picked or made.hinted or made.suit is not None)
    return updates.PrivateUpdate(
        table=shared.info,
        user=c.UserRef(held.platform, held.external),
        language=session.language_for(person, place.chat),
        seat=seat,
        players=shared.shown,
        view=view,
        panel=made,
        place=updates.TablePlace(
            chat=place.ref, title="" if book.home.adrift else place.chat.title, message=place.message
        ),
        play=_round_shown(book, seat),
        score=updates.ScoreShown(totals=shared.totals),
        earned=book.play.earned.get(seat, ()) if book.showing and book.has_seen(seat) else (),
        seconds_left=shared.clocks.seconds_left.get(seat),
        due=shared.clocks.due.get(seat),
        post=updates.Posting(
            held.message,
            quiet=quiet,
            moment=seat_moment(book, seat) if stored else "",
            shows=held.shows,
            where=_where(table, held, person),
            words=person is not None and person.reads_words,
            beside=held.beside,
        ),
        alert=alert,
        reminder=reminder,
        notice=notice,
        others=session.tables.others_waiting(held.user, table.id),
        page=session.settings.page is not None,
        version=table.version,
    )


def _where(table: Table, held: SeatRow, person: Person | None) -> str:
    """Where somebody wants their hand, if that can be in the group of their table as well."""
    place = table.place_of(held)
    in_group = not place.private and not table.book.home.adrift and place.chat.platform == held.platform
    return str(person.prefs.get("hand", "")) if person is not None and in_group else ""


def to_call(session: Session, table: Table, held: SeatRow) -> UserRef | None:
    """The person, if their group is to call them by name: nothing else notifies them, or their hand is to stay there."""
    person = session.people.in_seat(held)
    if person is not None and _where(table, held, person) == "here":
        return person.ref
    return session.reach.to_ping(held)


_LOBBY_LEAST: Final = 120.0
"""Seconds that people have at least to come, once the table is there again or a seat is free again."""

LOOKING: Final = 60.0
"""So many seconds after somebody did something where their hand is shown they are taken to look at it still."""

_LOUD = frozenset({"clock_away", "dealt_without_you"})  # Sentences that a person must hear of, so that they notify


# -- where updates leave the session
def _outlets(session: Session, platform: str) -> list[Frontend]:
    names = (platform,) if platform == PAGE else (platform, PAGE)
    return [session.frontends[name] for name in names if name in session.frontends]


def has_outlet(session: Session, platform: str) -> bool:
    """Whether anything shows what belongs to this platform."""
    return bool(_outlets(session, platform))


def show_hand(session: Session, update: updates.PrivateUpdate) -> None:
    """Bring one person's private panel up to date wherever they have it."""
    for frontend in _outlets(session, update.user.platform):
        frontend.show_hand(update)


def show_table(session: Session, update: updates.PublicUpdate) -> None:
    """Bring a table up to date in one of its places. The page hears of every table once, and of its own rooms besides; a place
    that is lost hears nothing."""
    for frontend in _outlets(session, update.chat.platform):
        if update.table.adrift and frontend.platform != PAGE:
            continue
        if update.home or frontend.platform == update.chat.platform:
            frontend.show_table(update if frontend.platform == PAGE else concealed(update))


def concealed(update: updates.PublicUpdate) -> updates.PublicUpdate:
    """What a group may be shown of a table of a tournament: who plays there and how far they are, no card and no result,
    as other tables of the same group play the same cards. The page shows a table to who sits there alone."""
    if update.table.contest is None:
        return update
    return updates.PublicUpdate(
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


def show_page(session: Session, update: updates.PublicUpdate) -> None:
    """Tell the page alone of a table whose own messages are right: there people find their tables."""
    if PAGE in session.frontends:
        session.frontends[PAGE].show_table(update)


def post(session: Session, target: PostTarget, body: PostBody, language: str) -> None:
    """Post a message of its own into a chat. The page has no such messages."""
    if target.chat.platform in session.frontends:
        session.frontends[target.chat.platform].announce(target, body, language)


def tell_person(
    session: Session, user: UserRef, notice: updates.Notice, language: str, table: int | None = None
) -> None:
    if session.is_quiet(session.people.at(user.platform, user.external)):
        notice = replace(notice, quiet=True)
    for frontend in _outlets(session, user.platform):
        frontend.tell(user, notice, language, table)


# -- after a change
def say(session: Session, ref: UserRef, notice: updates.Notice, table: Table) -> None:
    person = session.people.at(ref.platform, ref.external)
    seat = None if person is None else table.book.seat_of(person.user)
    chat = table.chat if seat is None else table.place_of(table.book.seats[seat]).chat
    tell_person(session, ref, notice, session.language_for(person, chat), table.id)


def set_clocks(session: Session, table: Table) -> None:
    """Set a clock for every person who is waited for and present, and for a vote; none for anybody else."""
    book, now = table.book, session.clocks.uptime()
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
    """Set the clock of a table that waits for people, or for its first deal. After an outage there is time to see it again."""
    waits, running = lobby_question(session, table.book), session.clocks.of(table.id, LOBBY)
    if not waits:
        session.clocks.disarm(table.id, LOBBY)
    elif running is None or running.question != waits:
        left = (
            max(table.book.lobby.until - session.clock.now(), _LOBBY_LEAST) if table.book.free_seats else DEAL_SECONDS
        )
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
            asked[entry.seat] = questions[entry.seat], float(short or book.terms.clock)
    if all(session.reach.can_see(book.people.ephemeral, held) for held in book.persons.values() if held.ready):
        asked |= {seat: (book.next_round, float(book.terms.clock)) for seat in book.missing}
    return asked


def lobby_question(session: Surroundings, book: Book) -> str:
    """What a table waits for before its first deal, as one text: for people to come, or once all seats are taken for that
    deal. ``""``: its time does not run, as it has no end, or somebody could not see their cards."""
    if book.row.state != "lobby" or not book.lobby.until or book.slow or book.contest is not None:
        return ""
    if book.free_seats:
        return f"lobby/{book.lobby.until}"
    seen = all(session.reach.can_see(book.people.ephemeral, held) for held in book.persons.values())
    return f"deal/{book.row.options}/{[(held.user, held.ai) for _, held in sorted(book.seats.items())]}" if seen else ""


def motion_of(book: Book) -> str:
    """The vote that is on, as one text; ``""``: none is."""
    return f"{book.votes[0].motion}/{book.votes[0].expires_at}" if book.votes else ""


def tell(
    session: Session,
    table: Table,
    before: Book | None,
    started: float | None = None,
    panels: dict[int, updates.PrivateUpdate] | None = None,
) -> None:
    """Show the table to everybody: each player's hand first, then its places. ``before`` ``None``: after a pause. Each
    panel is made once; ``panels`` takes them, by seat."""
    book = table.book
    table.version += 1
    ended, ping, shared = _has_ended(book, before, book.row.message_at), list[SeatRow](), _shared(session, book)
    if book.play.state is not None:
        for seat, held in sorted(book.persons.items()):
            if book.showing and not book.has_seen(seat):
                continue  # they sit down for the next round; the last one is not theirs
            alert = _newly_wanted(session, table, before, seat)
            if alert and is_looking(session, table, held) and not session.is_quiet(session.people.in_seat(held)):
                alert = False
                table.attention.unrung |= {seat: book.questions[seat]} if seat in book.questions else {}
            if has_outlet(session, held.platform):
                notice = book.says.notices.get(seat)
                loud = alert or (notice is not None and notice.code in _LOUD)
                panel = private_update(session, table, seat, alert=loud, notice=notice, shared=shared)
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
        shared=shared,
    )
    for place in table.take_left():
        if has_outlet(session, place.chat.platform):
            show_table(session, public_update(session, table, place, left=True))


def is_looking(session: Session, table: Table, held: SeatRow) -> bool:
    """Whether somebody has their hand before their eyes, as they did something there a moment ago."""
    seen = None if held.user is None else table.attention.looking.get(held.user)
    return seen is not None and session.clocks.uptime() - seen < LOOKING


def show_places(
    session: Session,
    table: Table,
    *,
    renew: bool = False,
    ended: Set[int] = frozenset(),
    ping: Iterable[SeatRow] = (),
    shared: Shared | None = None,
) -> None:
    """Show the table in each of its places; ``ended``: chats that have yet to hear of a round's end. Of those to be called whom
    only a group can notify, each is in the place where they sit."""
    called = [
        (table.place_of(held).chat.id, mute) for held in ping if (mute := to_call(session, table, held)) is not None
    ]
    for place in table.places:
        if has_outlet(session, place.chat.platform):
            here = tuple(mute for chat, mute in called if chat == place.chat.id)
            # In a private chat the result of one's own has rung already.
            rings = place.chat.id in ended and not place.private
            update = public_update(session, table, place, renew=renew, ended=rings, ping=here, shared=shared)
            show_table(session, update)


def _has_ended(book: Book, before: Book | None, message_at: float | None = None) -> bool:
    """Whether a round has just ended with a result, or before a restart a place's message (``message_at``) is older than
    that."""
    if book.playing or book.play.result is None or book.round is None:
        return False
    if before is not None:
        return before.playing
    return message_at is not None and message_at < (book.round.ended_at or 0.0)


def _newly_wanted(session: Session, table: Table, before: Book | None, seat: int) -> bool:
    """Whether something is wanted of a present person now that was not wanted before, a new hand was dealt, or the
    round has just ended. What answers by itself (a standing pass, a preference, a hand too small) is wanted of
    nobody."""
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
    """Show the table to everybody again after a restart or a pause; clocks and AI players wait until it has arrived."""
    for ref, notice in table.book.says.tells:
        say(session, ref, notice, table)
    table.book.says.tells.clear()
    set_clocks(session, table)
    tell(session, table, None)
