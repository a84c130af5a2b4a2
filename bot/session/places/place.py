"""One chat in which a table is shown, as it is now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.session.port.commands import ChatRef
from bot.session.port.updates import Titled
from bot.session.state.book import Book
from storage.api import ChatRow, UnitOfWork

__all__ = ["Place", "chats_of", "is_at", "note_message", "places_of", "ref_of", "titled"]


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
        """What frontends call the chat."""
        return ref_of(self.chat)


def ref_of(chat: ChatRow) -> ChatRef:
    """Return what frontends call a chat."""
    return ChatRef(chat.platform, chat.external, chat.thread)


def titled(chat: ChatRow, else_: str = "") -> Titled:
    """Return what a chat is called, to be told to people who can see it."""
    return Titled(chat.title or else_, ref_of(chat))


def is_at(chat: ChatRow, ref: ChatRef) -> bool:
    """Tell whether this is the chat that is meant, with its thread."""
    return chat.external == ref.external and chat.platform == ref.platform and chat.thread == ref.thread


async def chats_of(unit: UnitOfWork, book: Book) -> dict[int, ChatRow]:
    """Return the chats of a table's guest places."""
    rows = [await unit.chat(number) for number in book.places]
    return {row.id: row for row in rows if row is not None}


def places_of(book: Book, home: ChatRow, guests: Mapping[int, ChatRow]) -> list[Place]:
    """Return all places of a table, its home first, then the others in the order in which they came."""
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
