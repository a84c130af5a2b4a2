"""What became of messages: where they are now, who cannot be reached, which chats are gone or have moved."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from bot import ratings
from bot.session.club import calls, reviews, seasons
from bot.session.club.results import refresh_ratings
from bot.session.club.tournaments import display, entries
from bot.session.host import change
from bot.session.host.change import aside, queue
from bot.session.host.refresh import show_reach
from bot.session.host.session import Session, Table, of_place, of_seat
from bot.session.host.tell import post, tell
from bot.session.people.directory import language_hint
from bot.session.play import places
from bot.session.play.opening import put_aside
from bot.session.play.places import mark_of, places_in, say_lacking
from bot.session.play.seats import decider
from bot.session.port import protocols
from bot.session.port.commands import ChatRef, Kick, UserRef
from bot.session.port.replies import Lobby
from bot.session.port.updates import Notice
from bot.session.state import guests
from bot.session.state.book import Book
from bot.session.state.guests import note_message, place_of, titled
from games import GAMES
from storage.api import UnitOfWork

__all__ = ["hear", "is_news", "note_absence", "note_lacking", "reached", "report", "tables_without"]


def report(session: Session, outcome: protocols.Outcome) -> None:
    """Take note of what became of a message of ours, and let other workers hear what concerns their tables; returns at once."""
    if isinstance(outcome, protocols.ChatMoved):
        aside(session, _moved(session, outcome.platform, outcome.old, outcome.new))
        return
    _note_post(session, outcome)
    hear(session, outcome)
    owners = session.ownership
    if owners is None:
        return
    match outcome:
        case protocols.Delivered(protocols.PublicTarget(number, _)) | protocols.Delivered(
            protocols.PrivateTarget(_, int(number))
        ):
            if not session.has(number):
                owners.hand_on(outcome, number)
        case protocols.Gone() | protocols.Absent():
            owners.hand_on(outcome)


def _note_post(session: Session, outcome: protocols.Outcome) -> None:
    """Take note of an outcome as far as it concerns posts that belong to no table."""
    match outcome:
        case protocols.Delivered(protocols.AnswerTarget() as answer, message):
            aside(session, reviews.note(session, answer, message))
        case protocols.Delivered(protocols.PostTarget() as target):
            aside(session, seasons.posted(session, target))
        case protocols.Gone(chat, _, False):
            aside(session, seasons.given_up(session, chat))
            aside(session, entries.lose(session, chat))
        case protocols.Absent(chat, user):
            session.chats.absent.add((chat, user))
        case protocols.LetIn(chat, locale):
            aside(session, _greet(session, chat, locale))


async def _greet(session: Session, ref: ChatRef, locale: str) -> None:
    """Offer the games to a group that we have come into."""
    chat = await session.chats.known(ref)
    language = (chat and chat.language) or language_hint(locale) or session.settings.default_language
    post(session, protocols.PostTarget(ref, "welcome"), Lobby(tuple(GAMES), welcome=True), language)


def hear(session: Session, outcome: protocols.Outcome) -> None:
    """Take note of an outcome as far as it concerns tables of ours, whoever reported it; returns at once."""
    _hear(session, outcome)
    session.unread.once_read(partial(_concerns, outcome), lambda table: _hear(session, outcome))


def _concerns(outcome: protocols.Outcome, table: Table) -> bool:
    """Whether an outcome is to be noted at a table that had not been read when it was reported."""
    match outcome:
        case protocols.Delivered(protocols.PublicTarget(number, _)) | protocols.Delivered(
            protocols.PrivateTarget(_, int(number))
        ):
            return table.id == number
        case protocols.Gone(chat) | protocols.Lacking(chat) | protocols.Absent(chat):
            return bool(places.places_in(table, chat))
        case protocols.ChatMoved(platform, old, new):
            return _is_moved(table, platform, (old, new))
    return False


def _hear(session: Session, outcome: protocols.Outcome) -> None:
    match outcome:
        case protocols.Delivered(protocols.PublicTarget(number, chat), message, shows):
            table = session.tables.get(number)
            place = None if table is None else table.place_at(chat)
            if table is None or place is None:
                return  # after it has moved or left, what became of messages there is nothing to us
            slot = of_place(place.chat.id)
            if table.held or place.message != message:
                queue(session, table, _posted, chat, message, shows)
            elif shows and table.unnoted.get(slot, (message, place.shows)) != (message, shows):
                table.unnoted[slot] = message, shows
        case protocols.Delivered(protocols.StandingsTarget(number, chat), message):
            aside(session, display.note_message(session, number, chat, message))
        case protocols.Delivered(protocols.PrivateTarget()):
            _delivered(session, outcome)
        case protocols.Unreachable(protocols.PrivateTarget(user)):
            aside(session, reached(session, user, False))
        case protocols.Gone(chat, _, True):
            for table in session.tables.in_group(chat):
                queue(session, table, _lose_thread, chat)
        case protocols.Gone(chat, lacking):
            for table in session.tables.in_group(chat):
                queue(session, table, _lose, chat, lacking)
        case protocols.Lacking(chat, rights):
            for table in session.tables.in_group(chat):
                if is_news(table, chat, rights):
                    queue(session, table, note_lacking, chat, rights)
        case protocols.Present(chat, user):
            calls.present(session, chat, user)
        case protocols.Absent(chat, user):
            aside(session, calls.forget(session, chat, user))
            for table in tables_without(session, chat, user):
                queue(session, table, note_absence, user)
        case protocols.ChatMoved(platform, old, new):
            _follow_move(session, platform, old, new)


def _delivered(session: Session, outcome: protocols.Delivered) -> None:
    assert isinstance(outcome.target, protocols.PrivateTarget)
    user, number, shows = outcome.target.user, outcome.target.table, outcome.shows
    person = session.people.at(user.platform, user.external)
    if outcome.message and person is not None and person.reachable is not True:
        aside(session, reached(session, user, True))
    table = None if number is None else session.tables.get(number)
    if table is None or person is None:
        return
    seat = table.book.seat_of(person.user)
    if seat is None or table.book.seats[seat].external != user.external:
        return  # shown to another account of the same person
    session.clocks.seen(table.id, seat, session.clocks.uptime())
    if table.book.play.state is None or not (outcome.message or outcome.beside):
        return
    held = table.book.seats[seat]
    message, beside = outcome.message or held.message, outcome.beside
    if table.held or (held.message, held.beside) != (message, beside):
        queue(session, table, _shown, person.user, message, shows, beside)
    elif shows and table.unnoted.get(of_seat(seat), (message, held.shows)) != (message, shows):
        table.unnoted[of_seat(seat)] = message, shows


async def _posted(session: Session, table: Table, chat: ChatRef, message: str, shows: str) -> None:
    """Write down the id of the table message in one of its places. Quiet: nothing is told anew."""
    session.release(table)
    place = table.place_at(chat)
    if place is None:
        return
    number = place.chat.id

    def moved(draft: Book) -> None:
        note_message(draft, number, message, session.clock.now(), shows)

    table.unnoted.pop(of_place(number), None)
    if place.message != message:
        await change.note(session, [(table, moved)])
    elif shows and place.shows != shows:
        table.unnoted[of_place(number)] = message, shows


async def _shown(session: Session, table: Table, user: int, message: str | None, shows: str, beside: str) -> None:
    """Write down the id of a panel message, and how the panel is found inside a group."""

    def moved(draft: Book) -> None:
        seat = draft.seat_of(user)
        if seat is not None:
            draft.seats[seat] = replace(draft.seats[seat], message=message, shows=shows, beside=beside)

    session.release(table)
    seat = table.book.seat_of(user)
    if seat is None:
        return
    table.unnoted.pop(of_seat(seat), None)
    held = table.book.seats[seat]
    if (held.message, held.beside) != (message, beside):
        await change.note(session, [(table, moved)])
    elif shows and held.shows != shows:
        table.unnoted[of_seat(seat)] = message, shows


async def reached(session: Session, user: UserRef, reachable: bool) -> None:
    async with session.store.begin() as unit:
        await session.people.read_again(unit, user)
        person = await session.people.find(unit, user)
        if person is None or person.reachable is reachable:
            return
        person = replace(person, reachable=reachable)
        await session.people.write(unit, person)
        await unit.commit()
        session.people.keep_changed(person)
    show_reach(session, person.user)


async def _lose(session: Session, table: Table, chat: ChatRef, lacking: tuple[str, ...]) -> None:
    """Go on without a group that cannot be written to any more (runs in the mailbox): in the other places if there are any, else
    in private. A table that nobody can see there, or whose match is over, is put aside without a word."""
    gone = places.places_in(table, chat)
    if session.tables.get(table.id) is not table or not gone or table.book.home.adrift:
        return
    if await entries.follow_home(session, table, chat):
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        if len(gone) < len(table.places):
            places.go_on_without(table, draft, gone)
        else:
            places.lose_home(table, draft, lacking)
            nobody = not any(session.reach.can_see(draft.people.ephemeral, held) for held in draft.persons.values())
            if nobody or draft.row.state == "over":
                put_aside(session, draft)
                draft.says.tells = []

    await change.change(session, table, work)


async def _lose_thread(session: Session, table: Table, chat: ChatRef) -> None:
    """Go on without a thread that was deleted (runs in the mailbox): in the other places, else in its group as such."""
    gone = [place for place in table.places if place.ref == chat]
    if session.tables.get(table.id) is not table or not gone or table.book.home.adrift:
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        if len(gone) < len(table.places):
            places.go_on_without(table, draft, gone)
        else:
            guests.move_home(draft, await places.whole_group(unit, gone[0].chat))

    await change.change(session, table, work)


async def _moved(session: Session, platform: str, old: str, new: str) -> None:
    async with session.store.change() as unit:
        await unit.groups.move_chat(platform, old, new)
        await ratings.request_rebuild(unit)  # two groups may have become one, and with them their lists
    session.tasks.start(refresh_ratings(session))
    hear(session, protocols.ChatMoved(platform, old, new))
    if session.ownership is not None:
        session.ownership.hand_on(protocols.ChatMoved(platform, old, new))


def _follow_move(session: Session, platform: str, old: str, new: str) -> None:
    """Let our tables of a group follow it to its new id, which is stored."""
    session.chats.drop([ref for ref in session.chats.refs if ref.platform == platform and ref.external in (old, new)])
    for table in list(session.tables.values()):
        if _is_moved(table, platform, (old, new)):
            queue(session, table, _follow, platform, new)


def _is_moved(table: Table, platform: str, ids: tuple[str, str]) -> bool:
    return any(place.chat.platform == platform and place.chat.external in ids for place in table.places)


async def _follow(session: Session, table: Table, platform: str, new: str) -> None:
    async with session.store.begin() as unit:
        row = await unit.tables.get(table.id)
        chat = None if row is None else await unit.chats.get(row.chat)
        if row is None or chat is None:
            return
        places = {there.chat: there for there in await unit.tables.places(row.id)}
        seats = {seat.seat: seat.place for seat in await unit.tables.seats(row.id)}
        guests = {number: there for number in places if (there := await unit.chats.get(number)) is not None}

    def moved(draft: Book) -> None:
        draft.row, draft.places = replace(draft.row, chat=chat.id), places
        draft.seats = {seat: replace(held, place=seats.get(seat)) for seat, held in draft.seats.items()}
        for number, there in {chat.id: chat, **guests}.items():
            if (there.platform, there.external) == (platform, new):
                note_message(draft, number, None, None, "")

    await change.note(session, [(table, moved)])
    table.chat, table.guests = chat, guests
    for there in (chat, *guests.values()):
        session.chats.keep(there)
    tell(session, table, table.book)


def tables_without(session: Session, chat: ChatRef, user: UserRef) -> list[Table]:
    """The tables at which somebody sits through a chat (in whatever thread) who is not there any more."""
    return [table for table in session.tables.values() if _sits_through(table, chat, user)]


def _sits_through(table: Table, chat: ChatRef, user: UserRef) -> bool:
    seat = _seat_of(table, user)
    there = None if seat is None or table.book.home.adrift else table.place_of(table.book.seats[seat]).chat
    return there is not None and (there.platform, there.external) == (chat.platform, chat.external)


def _seat_of(table: Table, user: UserRef) -> int | None:
    seats = table.book.persons.items()
    return next(
        (seat for seat, held in seats if (held.platform, held.external) == (user.platform, user.external)), None
    )


async def note_absence(session: Session, table: Table, user: UserRef) -> None:
    """Tell the host, once, that a player has left the group (runs in the mailbox)."""
    seat = _seat_of(table, user)
    if seat is None or session.tables.get(table.id) is not table or user in table.in_group.absent:
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        asked = decider(draft, seat)
        if asked is None:
            return
        data = {"table": draft.id, "seat": seat + 1, "name": session.people.name_of(draft.seats[seat])}
        give = (("give_away", Kick(draft.id, name=str(seat + 1))),)
        told = Notice("player_left_group", data, give)
        draft.tell(asked, told)

    await change.change(session, table, work)
    table.in_group.absent.add(user)


def is_news(table: Table, chat: ChatRef, rights: Iterable[str]) -> bool:
    """Whether something is missing in a group of which nobody has been told yet."""
    known = table.book.home.lacking
    return any(mark_of(place) + right not in known for place in places_in(table, chat) for right in rights)


async def note_lacking(session: Session, table: Table, chat: ChatRef, rights: tuple[str, ...]) -> None:
    """Less was shown than there is (runs in the mailbox): the host hears it, and of a guest place who sits there longest."""

    async def work(draft: Book, unit: UnitOfWork) -> None:
        for place in places_in(table, chat):
            listener = next((held for held in draft.persons.values() if held.user == draft.row.host), None)
            if not place.home:
                there = [held for held in draft.persons.values() if place_of(draft, held) == place.chat.id]
                listener = min(there, key=lambda held: (held.joined_at, held.seat), default=None)
            if listener is not None:
                ref = UserRef(listener.platform, listener.external)
                say_lacking(draft, titled(place.chat), ref, rights, mark_of(place))

    if session.tables.get(table.id) is table and is_news(table, chat, rights):
        await change.change(session, table, work)
