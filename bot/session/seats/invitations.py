"""Invitations: a code with which somebody from another place takes a seat at a table.

A code is the table's number and a secret, ``12-ABCDEFGH``. It is made when somebody at the table asks for one, stays
the same as long as the table is open, and is told to whoever asks, alone.
"""

from __future__ import annotations

import secrets
from typing import Final

from bot.session.port.commands import INVITES, Invite
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from bot.session.tables.request import Answer, Change, Request
from storage.api import UnitOfWork

__all__ = ["HANDLERS", "code_of", "invite", "new_secret"]

_SIGNS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Signs that nobody takes for one another."""
_LENGTH: Final = 8


async def invite(request: Request, draft: Book, unit: UnitOfWork, command: Invite) -> Answer:
    """Give a person at the table its code; ``Refused`` for anybody else."""
    request.seat(draft)
    if not draft.invite:
        draft.invite = new_secret()
    code = code_of(draft)
    data = {"table": draft.id, "game": draft.row.game, "code": code}
    return Answer(Notice("invitation", data, share=INVITES + code))


def new_secret() -> str:
    """Return the secret part of an invitation."""
    return "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))


def code_of(book: Book) -> str:
    """Return the code with which one comes to a table from anywhere; it has been made."""
    return f"{book.id}-{book.invite}"


HANDLERS: Final = (Change(Invite, invite),)
