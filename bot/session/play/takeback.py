"""/undo: the last play of somebody who is alone with AI players is taken back, with whatever these answered to it.

The log is cut there in the same transaction, so that everything which reads it (a restart, a replay, an export) finds a round
in which that play was never made. Such a round counts for nobody's ratings and statistics.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.session.port.commands import Undo
from bot.session.port.updates import Notice
from bot.session.state import rounds
from bot.session.state.book import Book
from bot.session.tables.request import Answer, Change, Refused, Request
from storage.api import UnitOfWork

__all__ = ["HANDLERS", "undo"]


async def undo(request: Request, draft: Book, unit: UnitOfWork, command: Undo) -> Answer:
    """Take the sender's last play back; the next one has to be made before another can be."""
    seat = request.seat(draft)
    if not draft.playing:
        raise Refused("takeback_too_late" if draft.round is not None else "not_dealt_yet", table=draft.id)
    if not draft.alone:
        raise Refused("takeback_company")
    if draft.play.person_line is None:
        raise Refused("takeback_nothing")
    if command.line not in (-1, draft.play.person_line):
        raise Refused("stale_decision")
    assert draft.match is not None, "a round is on"
    rounds.take_back(draft, await unit.actions(draft.match.id, draft.row.round))
    held = draft.seats[seat]
    draft.seats[seat] = replace(held, away=False, timeouts=0, remaining=None, autopass="")
    return Answer(Notice("taken_back"))


HANDLERS: Final = (Change(Undo, undo),)
