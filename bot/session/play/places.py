"""Where tables stand: what the bot may do there, how other places come to a table and what becomes of it when they are lost."""

import secrets
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from bot.session.host.request import Answer, Change, Refused, Request
from bot.session.host.session import Surroundings, Table
from bot.session.people.directory import Person, is_banned, language_hint
from bot.session.play.contests import tournament_code
from bot.session.port.commands import INVITES, ChatRef, DealCards, GoOnHere, Invite, Origin, UserRef
from bot.session.port.protocols import ESSENTIAL
from bot.session.port.updates import Notice
from bot.session.state import guests
from bot.session.state.book import Book
from bot.session.state.guests import Place, is_at, titled
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow

__all__ = [
    "HANDLERS", "bring", "chat_for", "check_place", "code_of", "go_on_here", "go_on_without", "invite", "lose_home",
    "new_secret", "places_in", "say_lacking", "take_away", "ways_of", "whole_group",
]  # fmt: skip

_SIGNS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # Signs that nobody takes for one another

_LENGTH: Final = 8


# -- invitations
async def invite(request: Request, draft: Book, unit: UnitOfWork, command: Invite) -> Answer:
    """Give a person at the table its code; ``Refused`` for anybody else. To a tournament people come by its own code."""
    request.seat(draft)
    if draft.contest is not None:
        row = await unit.tournaments.get(draft.contest.tournament)
        if row is None or not row.invite:
            raise Refused("tournament_table_join", tournament=draft.contest.tournament)
        code = tournament_code(row)
        data = {"tournament": row.id, "game": row.game, "code": code, "ways": ways_of(request.session)}
        return Answer(Notice("tournament_invitation", data, share=INVITES + code))
    if not draft.home.invite:
        draft.home = replace(draft.home, invite=new_secret())
    code = code_of(draft)
    data = {"table": draft.id, "game": draft.row.game, "code": code, "ways": ways_of(request.session)}
    return Answer(Notice("invitation", data, share=INVITES + code))


def ways_of(session: Surroundings) -> str:
    """The platforms on which people can send a code here: the page is one where people can reach it."""
    reached = session.settings.page is not None or session.reach.platforms == ("web",)
    return ",".join(name for name in session.reach.platforms if name != "web" or reached)


def new_secret() -> str:
    return "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))


def code_of(book: Book) -> str:
    """The code with which one comes to a table from anywhere; it has been made."""
    return f"{book.id}-{book.home.invite}"


# -- permissions
def check_place(origin: Origin) -> None:
    """Refused, with the names of what is missing, where a table could not be shown at all."""
    missing = tuple(right for right in origin.lacking if right in ESSENTIAL)
    if missing:
        raise Refused("cannot_write_here", rights=missing)


def say_lacking(book: Book, title: str, listener: UserRef, rights: Iterable[str], at: str = "") -> None:
    """Tell somebody once, by name, what the bot may not do in a chat. ``at`` marks what is missing in a guest place."""
    new = tuple(sorted(right for right in set(rights) if at + right not in book.home.lacking))
    if new:
        book.home = replace(book.home, lacking=book.home.lacking | ({at + right for right in new}))
        book.says.tells.append((listener, Notice("rights_missing", {"table": book.id, "chat": title, "rights": new})))


def mark_of(place: Place) -> str:
    return "" if place.home else f"{place.chat.id}:"


# -- places that come and go
def places_in(table: Table, chat: ChatRef) -> list[Place]:
    return [
        place for place in table.places if (place.chat.platform, place.chat.external) == (chat.platform, chat.external)
    ]


async def chat_for(session: Surroundings, unit: UnitOfWork, origin: Origin, person: Person) -> ChatRow:
    """The chat in which a table comes to be shown. A group that has not chosen a language speaks the platform's word
    for it, else that of whoever brings its first table."""
    chat = await session.chats.of(unit, origin)
    if chat.language is None and (spoken := language_hint(origin.group_locale) or person.speaks("")):
        chat = replace(chat, language=spoken)
        await unit.chats.put(chat)
    return chat


async def whole_group(unit: UnitOfWork, thread: ChatRow) -> ChatRow:
    """The group as such of one of its threads."""
    known = await unit.chats.find(thread.platform, thread.external, "")
    if known is not None:
        return known
    added = await unit.chats.add(thread.platform, thread.external, "", thread.title)
    chat = replace(thread, id=added.id, thread="")
    await unit.chats.put(chat)
    return chat


async def bring(request: Request, draft: Book, unit: UnitOfWork) -> Request:
    """Show the table in the chat from which somebody asks with its code, unless it is shown there; as its home, where
    it has none and they sit there. Returns the request as one from that place. The page is no place of its own: it shows every
    table to who sits there."""
    origin = request.origin
    if origin.place is None or origin.page or request.place is not None or is_at(request.chat, origin.place):
        return request
    check_place(origin)
    if len(draft.places) >= guests.MOST:
        raise Refused("guest_places_full", table=draft.id, most=guests.MOST)
    chat = await chat_for(request.session, unit, origin, request.person)
    if draft.home.adrift and draft.seat_of(request.person.user) is not None:
        guests.move_home(draft, chat, request.person.user if origin.chat is None else None)
        return request
    if chat.id not in draft.places:
        visiting = sum(not row.parked for row in await unit.tables.guests_in(chat.id))
        if visiting >= guests.MOST_HERE:
            raise Refused("guest_tables_full", most=guests.MOST_HERE)
        owner = request.person.user if origin.chat is None else None
        guests.bring(draft, chat, owner, request.session.clock.now())
    return replace(request, place=chat)


def take_away(draft: Book, chat: ChatRow) -> Answer:
    """Take the table from a guest place. Who sits there keeps the seat and plays on in private."""
    told = Notice("guest_place_closed", {"table": draft.id, "chat": titled(chat)})
    draft.says.tells += [(account, told) for account in guests.accounts_of(draft, chat.id)]
    guests.leave(draft, chat.id)
    return Answer(Notice("taken_away", {"table": draft.id}))


def go_on_without(table: Table, draft: Book, gone: Collection[Place]) -> None:
    """Go on in the other places, as these cannot be written to any more. Without its home, the first guest place becomes that."""
    for place in gone:
        told = Notice("guest_place_lost", {"table": draft.id, "chat": place.chat.title})
        people = () if place.private else guests.accounts_of(draft, place.chat.id)
        draft.says.tells += [(account, told) for account in people]
        if not place.home:
            guests.leave(draft, place.chat.id)
    if any(place.home for place in gone):
        guests.come_home(draft)


def lose_home(table: Table, draft: Book, lacking: tuple[str, ...]) -> None:
    """Go on without any place, and tell everybody at the table what happened, and how it gets another."""
    guests.lose_home(draft)
    data: dict[str, object] = {"table": draft.id, "chat": table.chat.title}
    code, data = ("place_closed", data | {"rights": lacking}) if lacking else ("place_lost", data)
    told = Notice(code, data, (("go_on_here", GoOnHere(draft.id)),))
    for held in draft.persons.values():
        draft.tell(held, told)


async def go_on_here(request: Request, draft: Book, unit: UnitOfWork, command: GoOnHere | DealCards) -> Answer:
    """Make the place from which somebody asks the home of their table, which has lost its own. The page is no place."""
    request.seat(draft)
    origin = request.origin
    if not draft.home.adrift:
        raise Refused("not_adrift", table=draft.id)
    if origin.place is None or origin.page:
        raise Refused("no_place_here", table=draft.id)
    check_place(origin)
    chat = await chat_for(request.session, unit, origin, request.person)
    if await is_banned(unit, origin, request.person, chat):
        raise Refused("banned_here")
    guests.move_home(draft, chat, request.person.user if origin.chat is None else None)
    return Answer(Notice("resumed", {"table": draft.id}))


def hello(book: Book, origin: Origin, person: Person, chat: ChatRow) -> None:
    """Say a first private word with the next news: it shows whether private messages arrive at all. Whoever is known to get them
    needs none, nor does who is shown their hand where they ask."""
    here = origin.ephemeral and person.prefs.get("hand") not in ("private", "both")
    if origin.home is not None or person.reachable or here:
        return
    if book.home.private and chat.id == book.row.chat:
        told = Notice("joined_hello_private", {"table": book.id, "game": book.row.game}, quiet=True)
        book.says.tells.append((person.ref, told))
        return
    data = {"table": book.id, "game": book.row.game, "chat": titled(chat, origin.chat_title)}
    book.says.tells.insert(0, (person.ref, Notice("joined_hello", data, quiet=True)))


HANDLERS: Final = (Change(Invite, invite), Change(GoOnHere, go_on_here))
