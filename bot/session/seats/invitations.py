"""Invitations: a code with which somebody from another place takes a seat at a table.

A code is the table's number and a secret, ``12-ABCDEFGH``; that of a tournament begins with a T. It is made when somebody at
the table asks for one, stays the same as long as the table is open, and is told to whoever asks, alone.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

from bot.session.port.commands import INVITES, Invite
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from bot.session.tables.request import Answer, Change, Refused, Request, Surroundings
from storage.api import TournamentRow, UnitOfWork

__all__ = ["HANDLERS", "code_of", "invite", "new_secret", "tournament_code", "ways_of"]

_SIGNS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Signs that nobody takes for one another."""
_LENGTH: Final = 8


async def invite(request: Request, draft: Book, unit: UnitOfWork, command: Invite) -> Answer:
    """Give a person at the table its code; ``Refused`` for anybody else. To a tournament people come by its own code."""
    request.seat(draft)
    if draft.contest is not None:
        row = await unit.tournament(draft.contest.tournament)
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
    """Return the platforms on which people can send a code here: the page is one where people can reach it."""
    reached = session.settings.page is not None or session.reach.platforms == ("web",)
    return ",".join(name for name in session.reach.platforms if name != "web" or reached)


def new_secret() -> str:
    """Return the secret part of an invitation."""
    return "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))


def code_of(book: Book) -> str:
    """Return the code with which one comes to a table from anywhere; it has been made."""
    return f"{book.id}-{book.home.invite}"


def tournament_code(row: TournamentRow) -> str:
    """Return the code by which a tournament is brought to another chat."""
    return f"T{row.id}-{row.invite}"


HANDLERS: Final = (Change(Invite, invite),)
