"""Venues: the chats besides its home to which a code has brought a tournament. It is shown in each, people sign up there, and
the tables at which they play are shown there, too; who decides, is the home.

All here are steps in a unit of work; the handlers are in ``entries`` and ``invitations``.
"""

from __future__ import annotations

from dataclasses import replace
from hmac import compare_digest
from typing import Final

from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.seats.invitations import tournament_code
from bot.session.tables.request import Refused
from games import GAMES
from storage.api import ChatRow, TournamentRow, UnitOfWork, VenueRow

__all__ = [
    "EXAMPLE", "MOST", "MOST_HERE", "add", "code_of", "come_home", "here_of", "home_of", "invited_to", "meant", "mine",
    "shown_in", "take_away",
]  # fmt: skip

MOST: Final = 8
"""To so many chats can a tournament be brought: in each of them every change is one call of the platform."""
MOST_HERE: Final = 3
"""So many tournaments may be brought to one chat."""
EXAMPLE: Final = f"/tournament {next(iter(GAMES))} rounds=3"
_ON: Final = ("sign_up", "playing")


# -- which one is meant


def code_of(row: TournamentRow) -> str:
    """Return the code by which a tournament is brought to another chat; ``""`` if it cannot be any more."""
    return tournament_code(row) if row.invite and row.state in _ON else ""


async def invited_to(unit: UnitOfWork, code: str) -> TournamentRow:
    """Return the tournament of a code; refused alike whether number or secret is wrong. Who changes it is alone with it."""
    told, _, secret = code.removeprefix("T").partition("-")
    row = await unit.hold_tournament(int(told)) if told.isascii() and told.isdigit() and len(told) < 10 else None
    if row is None or not row.invite or not compare_digest(row.invite, secret.upper()):
        raise Refused("tournament_code_unknown")
    return row


async def home_of(unit: UnitOfWork, row: TournamentRow) -> ChatRow:
    """Return the chat in which a tournament was opened."""
    chat = await unit.chat(row.chat)
    assert chat is not None, "a tournament stands in a chat"
    return chat


async def here_of(unit: UnitOfWork, origin: c.Origin) -> ChatRow | None:
    """Return the chat from which somebody asks, if anything was ever shown there."""
    place = origin.place
    return None if place is None else await unit.find_chat(place.platform, place.external, place.thread)


async def shown_in(unit: UnitOfWork, chat: ChatRow) -> list[TournamentRow]:
    """Return the tournaments that are on in a chat, its own first; where none is, its latest one."""
    own = list(await unit.tournaments_in(chat.id, limit=1))
    brought = [await unit.tournament(there.tournament) for there in await unit.venues_in(chat.id)]
    every = own + [row for row in reversed(brought) if row is not None]
    return [row for row in every if row.state in _ON] or every[:1]


async def meant(
    unit: UnitOfWork, origin: c.Origin, person: Person, number: int | None
) -> tuple[TournamentRow, ChatRow | None]:
    """Return the tournament that is named, or the one that is on here, and the venue from which it was asked for (``None``: its
    home, or from elsewhere). Who changes it is alone with it. In private it is named by who has to do with it already."""
    chat = await here_of(unit, origin)
    if number is None:
        rows = [] if chat is None else await shown_in(unit, chat)
        if not rows:
            raise Refused("tournament_none", example=EXAMPLE)
        number = rows[0].id
    row = await unit.hold_tournament(number)
    if row is None:
        raise Refused("tournament_unknown")
    at_home = chat is not None and row.chat == chat.id
    venue = chat if chat is not None and any(there.chat == chat.id for there in await unit.venues(row.id)) else None
    if not at_home and venue is None and (origin.chat is not None or not await _has_to_do(unit, row, person)):
        raise Refused("tournament_unknown")
    return row, venue


async def _has_to_do(unit: UnitOfWork, row: TournamentRow, person: Person) -> bool:
    return row.opener == person.user or any(one.tournament == row.id for one in await unit.entrants_of(person.user))


async def mine(unit: UnitOfWork, person: Person) -> TournamentRow:
    """Return the latest tournament for which somebody has signed up: asked for in private, it is read there alone."""
    entrants = await unit.entrants_of(person.user)
    row = await unit.tournament(entrants[-1].tournament) if entrants else None
    if row is None:
        raise Refused("tournament_none", example=EXAMPLE)
    return row


# -- coming and going


async def add(unit: UnitOfWork, row: TournamentRow, chat: ChatRow, person: int | None, now: float) -> bool:
    """Bring a tournament to one more chat; ``person``: whose private chat it is. ``False`` if it is shown there."""
    there = await unit.venues(row.id)
    if row.chat == chat.id or any(one.chat == chat.id for one in there):
        return False
    if len(there) >= MOST:
        raise Refused("tournament_venues_full", tournament=row.id, most=MOST)
    here = [await unit.tournament(one.tournament) for one in await unit.venues_in(chat.id)]
    if sum(one is not None and one.state in _ON for one in here) >= MOST_HERE:
        raise Refused("tournament_guests_full", most=MOST_HERE)
    await unit.put_venue(VenueRow(row.id, chat.id, since=now, person=person))
    await unit.put_tournament(replace(row, revision=row.revision + 1))
    return True


async def take_away(unit: UnitOfWork, row: TournamentRow, chat: int) -> None:
    """Show a tournament no more in one of its venues. Who came through it stays in it, as if from the home."""
    await unit.remove_venue(row.id, chat)
    for entrant in await unit.entrants(row.id):
        if entrant.place == chat:
            await unit.put_entrant(replace(entrant, place=None))
    await unit.put_tournament(replace(row, revision=row.revision + 1))


async def come_home(unit: UnitOfWork, row: TournamentRow) -> bool:
    """Make the first group to which it was brought the home, in place of one that has gone; ``False`` if there is none."""
    first = next((there for there in await unit.venues(row.id) if there.person is None), None)
    if first is None:
        return False
    await take_away(unit, row, first.chat)
    await unit.put_tournament(
        replace(row, chat=first.chat, message=first.message, message_at=first.message_at, revision=row.revision + 1)
    )
    return True
