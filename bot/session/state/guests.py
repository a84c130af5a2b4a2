"""Steps with those who come and go on a draft: the chats in which a table is shown, votes, and what a message shows of it all.

A guest place is brought by an invitation and stays as long as somebody of it sits there; who came through none of them came
through the home. What a message shows is one short word, the same as long as nothing has happened that it tells of; it is
stored with the message's id. After a restart a message whose word is still the same is still right, and is left alone.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from hashlib import blake2s
from typing import Final

from bot.session.port.commands.record import ChatRef, Origin, UserRef
from bot.session.port.updates import Titled
from bot.session.state.book import Book
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.tables import PlaceRow, SeatRow, Waiter

__all__ = [
    "MOST", "MOST_HERE", "Place", "accounts_of", "bring", "chats_of", "come_home", "follow_seats", "follow_votes", "heard",
    "is_at", "is_called", "is_out_of_date", "is_told", "leave", "lose_home", "move_home", "needed", "note_message", "people_of",
    "place_of", "places_of", "ref_of", "seat_moment", "settle", "standing", "table_moment", "target", "titled",
    "unstored", "voters",
]  # fmt: skip

MOST: Final = 8  # So many guest places may a table have: in each of them every play is one call of the platform

MOST_HERE: Final = 20  # So many tables may be guests in one chat


@dataclass(frozen=True, slots=True)
class Place:
    """A chat with the table's message in it. ``home``: the table was opened there. ``private``: it is somebody's private chat,
    that of ``person`` where it is no home. ``shows`` as in ``TableRow``."""

    chat: ChatRow
    home: bool
    private: bool
    person: int | None
    message: str | None
    message_at: float | None
    shows: str

    @property
    def ref(self) -> ChatRef:
        return ref_of(self.chat)


def ref_of(chat: ChatRow) -> ChatRef:
    return ChatRef(chat.platform, chat.external, chat.thread)


def titled(chat: ChatRow, else_: str = "") -> Titled:
    """What a chat is called, to be told to people who can see it."""
    return Titled(chat.title or else_, ref_of(chat))


def is_at(chat: ChatRow, ref: ChatRef) -> bool:
    """Whether this is the chat that is meant, with its thread."""
    return chat.external == ref.external and chat.platform == ref.platform and chat.thread == ref.thread


async def chats_of(unit: UnitOfWork, book: Book) -> dict[int, ChatRow]:
    """The chats of a table's guest places."""
    rows = [await unit.chats.get(number) for number in book.places]
    return {row.id: row for row in rows if row is not None}


def places_of(book: Book, home: ChatRow, guests: Mapping[int, ChatRow]) -> list[Place]:
    """All places of a table, its home first, then the others in the order in which they came."""
    row = book.row
    found = [Place(home, True, book.home.private, None, row.message, row.message_at, row.shows)]
    for number, there in book.places.items():
        if number in guests:
            private = there.person is not None
            mark = (there.message, there.message_at, there.shows)
            found.append(Place(guests[number], False, private, there.person, *mark))
    return found


def note_message(draft: Book, chat: int, message: str | None, at: float | None, shows: str) -> None:
    """Write down which message shows the table in one of its places now, and what it shows; nothing where it is shown no more."""
    if chat == draft.row.chat:
        draft.row = replace(draft.row, message=message, message_at=at, shows=shows)
    elif chat in draft.places:
        there = replace(draft.places[chat], message=message, message_at=at, shows=shows)
        draft.places = {**draft.places, chat: there}


def place_of(book: Book, came: SeatRow | Waiter) -> int:
    return came.place if came.place is not None and came.place in book.places else book.row.chat


def people_of(book: Book, chat: int) -> set[int]:
    """Who has to do with the table through this chat: in a seat, waiting for one, or with one that is lent. A private chat
    is its owner's, through whichever place they came."""
    people = book.people
    named: list[SeatRow | Waiter] = [*book.seats.values(), *people.waiters, *people.sit_ins, *people.lent]
    owner = book.places[chat].person if chat in book.places else None
    return {
        came.user for came in named if came.user is not None and (place_of(book, came) == chat or came.user == owner)
    }


def accounts_of(book: Book, chat: int) -> list[UserRef]:
    return [UserRef(held.platform, held.external) for held in book.persons.values() if place_of(book, held) == chat]


def bring(draft: Book, chat: ChatRow, person: int | None, now: float) -> None:
    """Show the table in one more chat; ``person``: whose private chat it is."""
    draft.places = {**draft.places, chat.id: PlaceRow(draft.id, chat.id, since=now, person=person)}
    draft.writes.chats.append(chat)


def leave(draft: Book, chat: int) -> None:
    """Show the table no more in one of its guest places. Who came through it plays on as if from the home, and belongs there
    again should it come back."""
    _hide_hands(draft, chat)
    draft.places = {number: row for number, row in draft.places.items() if number != chat}


def settle(draft: Book, user: int, chat: int | None) -> None:
    """Let somebody sit here through a chat (``None``: the home) who came through one where the table is not shown any more."""
    seat = draft.seat_of(user)
    if seat is None:
        return
    held = draft.seats[seat]
    if held.place is not None and held.place not in draft.places:
        draft.seats[seat] = replace(held, place=chat)


def come_home(draft: Book) -> None:
    """Make the first guest place the home, a group if there is any, in place of one that has gone, which may come back."""
    _move(draft, min(draft.places.values(), key=lambda there: there.person is not None))


def move_home(draft: Book, chat: ChatRow, person: int | None = None) -> None:
    """Make this chat the home in the same way, be it a guest place or not; ``person``: whose private chat it is."""
    draft.writes.chats.append(chat)
    _move(draft, draft.places.get(chat.id) or PlaceRow(draft.id, chat.id, person=person))


def lose_home(draft: Book) -> None:
    """Let the table go on without any place, see ``Book.adrift``."""
    _hide_hands(draft, draft.row.chat)
    draft.row = replace(draft.row, message=None, message_at=None, shows="")
    draft.home = replace(draft.home, adrift=True)


def _move(draft: Book, there: PlaceRow) -> None:
    gone = draft.row.chat
    _hide_hands(draft, gone)
    draft.row = replace(
        draft.row, chat=there.chat, message=there.message, message_at=there.message_at, shows=there.shows
    )
    draft.home = replace(draft.home, private=there.person is not None, lacking=frozenset(), adrift=False)
    draft.places = {number: row for number, row in draft.places.items() if number != there.chat}
    _say_where(draft, {None: gone, there.chat: None})


def _hide_hands(draft: Book, chat: int) -> None:
    """Note that nobody can be shown a hand inside a group any more that the table leaves."""
    draft.people = replace(draft.people, ephemeral=draft.people.ephemeral - people_of(draft, chat))


def _say_where(draft: Book, through: Mapping[int | None, int | None]) -> None:
    """Write down through which place people came where another is the home now."""
    draft.seats = {seat: replace(held, place=through.get(held.place, held.place)) for seat, held in draft.seats.items()}
    people = draft.people
    draft.people = replace(
        people,
        waiters=_through(people.waiters, through),
        sit_ins=_through(people.sit_ins, through),
        lent=_through(people.lent, through),
    )


def _through(named: tuple[Waiter, ...], through: Mapping[int | None, int | None]) -> tuple[Waiter, ...]:
    return tuple(replace(one, place=through.get(one.place, one.place)) for one in named)


def follow_seats(before: Book, draft: Book) -> None:
    """Let go of guest places whose last person has left the table."""
    if draft.row.state == "closed":
        return
    for chat in list(draft.places):
        if people_of(before, chat) and not people_of(draft, chat):
            leave(draft, chat)


_COMPANY: Final = 2  # One person's wish is no vote: so many at least have to agree that somebody goes


def standing(book: Book) -> str:
    """The motion that is on, ``""`` for none."""
    return book.votes[0].motion if book.votes else ""


def target(motion: str) -> int | None:
    """The seat that a motion would empty, ``None`` if it is about something else."""
    kind, _, seat = motion.partition(":")
    return int(seat) if kind == "kick" and seat.isdecimal() else None


def voters(book: Book, motion: str) -> dict[int, SeatRow]:
    """Who has a say, by seat: every person at the table but the one whom the motion is about."""
    about = target(motion)
    return {seat: held for seat, held in book.persons.items() if seat != about}


def needed(book: Book, motion: str) -> int:
    """How many votes carry a motion: the majority of those who have a say."""
    majority = len(voters(book, motion)) // 2 + 1
    return max(_COMPANY, majority) if target(motion) in book.persons else majority


def follow_votes(before: Book, draft: Book) -> None:
    """Follow seats that changed hands: votes stay only with who cast them, a motion only while it is about the same person."""
    if not draft.votes:
        return
    changed = {
        seat for seat in before.seats.keys() | draft.seats.keys() if _holder(before, seat) != _holder(draft, seat)
    }
    if not changed:
        return
    if target(standing(draft)) in changed:
        draft.votes = ()
    draft.votes = tuple(vote for vote in draft.votes if vote.seat not in changed)
    if draft.votes and len(voters(draft, standing(draft))) < needed(draft, standing(draft)):
        draft.votes = ()  # nobody is left who could agree


def _holder(book: Book, seat: int) -> tuple[int | None, str | None]:
    held = book.seats.get(seat)
    return (None, None) if held is None else (held.user, held.ai)


_BESIDE = "-"


def table_moment(book: Book) -> str:
    """The word of the table message."""
    row = book.row
    seats = [
        (seat, held.user, held.ai, held.away, held.ready, seat in book.people.stand_ins)
        for seat, held in sorted(book.seats.items())
    ]
    votes = [(vote.motion, vote.seat) for vote in book.votes]
    promised = (None if book.promises.pledge is None else book.promises.pledge.commitment, len(book.promises.words))
    places = [row.chat, *book.places] if book.places else []
    more = ["lobby"] if book.lobby.over and row.state == "lobby" else []
    more += ["waits"] if row.state == "lobby" and not (book.lobby.until or book.free_seats) else []
    known = (row.state, row.parked, row.match, row.round, book.play.seq, row.options, row.terms.clock, row.host)
    return _word(*known, seats, votes, promised, *places, *more)


def seat_moment(book: Book, seat: int) -> str:
    """Return the word of a seat's panel: what is asked of its person, and what they have said themselves."""
    row, held = book.row, book.seats[seat]
    said = (held.user, held.away, held.ready, held.autopass, seat in book.people.stand_ins)
    more = ["adrift"] if book.home.adrift else []
    return _word(
        row.state, row.parked, row.match, row.round, book.decision(seat), book.questions.get(seat), said, *more
    )


def is_told(shows: str, moment: str) -> bool:
    """Whether a message of which ``shows`` is stored shows this moment."""
    return shows.partition(" ")[0] == moment


def is_out_of_date(origin: Origin, known: Set[str | None], epoch: float, began: float) -> bool:
    """Whether something was written, or the pressed message posted, before the database was put back (``epoch``). ``known`` are
    the messages that show the table now. Where the database was put back unnoticed, all of them are older than one that shows a
    table in the same chat and was there before the start (``began``): of what was posted since, each is known or will be."""
    posted = origin.posted
    if posted is None or (origin.message is not None and origin.message in known):
        return False
    if posted.at < epoch or not posted.shows or posted.at >= began:
        return posted.at < epoch
    chat, number, bot = _parts(origin.message)
    here = [other for there, other, its in map(_parts, known) if (there, its) == (chat, bot)]
    return bool(here) and all(other < number for other in here)


def _parts(message: str | None) -> tuple[str, int, str]:
    """The chat of a message, its number there, and which bot has posted it: ids are kept in the same shape for all platforms."""
    posted, _, bot = (message or "").partition("@")
    chat, _, number = posted.partition(":")
    return chat, int(number) if number.isdecimal() else 0, bot


def unstored(moment: str) -> str:
    """Return what is stored of a panel that shows this moment, and with it what is not stored."""
    return f"{_BESIDE}{moment}"


def is_called(shows: str, moment: str) -> bool:
    """Whether its panel has shown somebody this moment, whatever else it shows."""
    return is_told(shows.removeprefix(_BESIDE), moment)


def _word(*parts: object) -> str:
    return blake2s(repr(parts).encode(), digest_size=6).hexdigest()


def heard(row: ChatRow, origin: Origin) -> ChatRow:
    """A chat as it is now known to be, after something was written in it."""
    return replace(
        row,
        title=origin.chat_title or row.title,
        group=origin.group or row.group,
        group_title=origin.group_title or row.group_title,
    )
