"""A tournament comes to further chats: its code is told, and brings it wherever it is sent; a chat that cannot be written to is
left."""

from __future__ import annotations

from typing import Final

from bot.session.club.tournaments import course, display, entries
from bot.session.host import change
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session
from bot.session.host.table import Table
from bot.session.host.tell import tell_person
from bot.session.people.directory import Person, is_banned
from bot.session.play import places
from bot.session.play.places import ways_of
from bot.session.port import commands as c
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.page import PAGE
from bot.session.port.replies import Body
from bot.session.port.updates import Notice
from bot.session.state import guests
from bot.session.state.book import Book
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.tournaments import TournamentRow

__all__ = ["HANDLERS", "follow_home", "lose"]


async def invite(session: Session, origin: c.Origin, person: Person, command: c.InviteToTournament) -> Notice:
    """Tell the code of a tournament, to be handed on."""
    async with session.store.begin() as unit:
        by_code = display.invited_to(unit, command.code) if command.code else None
        row = await by_code if by_code else (await display.meant(unit, origin, person, command.tournament))[0]
    code = display.code_of(row)
    if not code:
        raise Refused("tournament_over", tournament=row.id)
    data = {"tournament": row.id, "game": row.game, "code": code, "ways": ways_of(session)}
    return Notice("tournament_invitation", data, share=c.INVITES + code)


async def bring(session: Session, origin: c.Origin, person: Person, command: c.BringTournament) -> Body | None:
    """Show a tournament in the chat from which somebody sends its code. The page is no place of its own: there the code signs
    its sender up."""
    if origin.page or origin.place is None or origin.place.platform == PAGE:
        return await entries.accept(session, origin, person, command.code)
    places.check_place(origin)
    async with session.store.begin() as unit:
        await change.refuse_repetition(unit, origin)
        row = await display.invited_to(unit, command.code)
        if row.state not in ("sign_up", "playing"):
            raise Refused("tournament_over", tournament=row.id)
        if await is_banned(unit, origin, person, await display.home_of(unit, row)):
            raise Refused("banned_here")
        chat = await places.chat_for(session, unit, origin, person)
        owner = person.user if origin.chat is None else None
        came = await display.add(unit, row, chat, owner, session.clock.now())
        await entries.remember(session, unit, origin)
        await unit.commit()
    session.keep_chat(chat)
    if came:
        await display.show(session, row.id)
    else:
        await display.show(session, row.id, renew=True, only=chat.id)
    return None


async def lose(session: Session, chat: ChatRef) -> None:
    """Go on without a group that cannot be written to any more: with another one as the home where it was that. Whoever came
    through it is told, and loses nothing."""
    async with session.store.begin() as unit:
        rows = await unit.chats.topics(chat.platform, chat.external)
        lost = [(await _lose(unit, number, row), row) for row in rows for number in await _shown_in(unit, row)]
        await unit.commit()
    for one, row in lost:
        if one is not None:
            number, people = one
            for account in people:
                told = Notice("tournament_venue_lost", {"tournament": number, "chat": row.title})
                known = session.people.at(account.platform, account.external)
                tell_person(session, account, told, session.language_for(known, row))
            await course.follow_venues(session, number)
            await display.show(session, number)


async def follow_home(session: Session, table: Table, chat: ChatRef) -> bool:
    """Let a table of a tournament go on in that one's home (runs in the mailbox), as its own, ``chat``, cannot be written to any
    more; ``False`` if there is nothing to follow."""
    contest = table.book.contest
    if contest is None or not _is_of(table.chat, chat):
        return False
    await lose(session, chat)  # somebody else may be about to
    async with session.store.begin() as unit:
        row = await unit.tournaments.get(contest.tournament)
        home = None if row is None else await unit.chats.get(row.chat)
    if home is None or _is_of(home, chat):
        return False

    async def work(draft: Book, unit: UnitOfWork) -> None:
        guests.move_home(draft, home)

    await change.change(session, table, work)
    return True


def _is_of(row: ChatRow, group: ChatRef) -> bool:
    return (row.platform, row.external) == (group.platform, group.external)


async def _shown_in(unit: UnitOfWork, chat: ChatRow) -> list[int]:
    own = [row.id for row in await unit.tournaments.latest_in(chat.id, limit=1) if row.state in ("sign_up", "playing")]
    return own + [there.tournament for there in await unit.tournaments.venues_in(chat.id)]


async def _lose(unit: UnitOfWork, number: int, chat: ChatRow) -> tuple[int, list[UserRef]] | None:
    """Let one tournament leave a chat; returns whom to tell, nothing where it stays as it is."""
    row: TournamentRow | None = await unit.tournaments.hold(number)
    if row is None:
        return None
    at_home = row.chat == chat.id
    people = [
        UserRef(one.platform, one.external)
        for one in await unit.tournaments.entrants(number)
        if one.user is not None and (one.place or row.chat) == chat.id
    ]
    if at_home and not await display.come_home(unit, row):
        return None
    if not at_home:
        await display.take_away(unit, row, chat.id)
    return (number, people) if row.state in ("sign_up", "playing") else None


HANDLERS: Final = (Direct(c.InviteToTournament, invite), Direct(c.BringTournament, bring))
