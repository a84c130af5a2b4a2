"""Quick phrases: what somebody who sits at a table says to those who look at it."""

from __future__ import annotations

import math
from typing import Final

from bot.session.port.commands import ChatRef, Say
from bot.session.port.protocols import FACES, PHRASES, PhraseFrontend, Said
from bot.session.tables.request import Answer, Look, Question, Refused

__all__ = ["HANDLERS", "say"]


async def say(question: Question, command: Say) -> Answer:
    """Pass a phrase on to every platform that can show what passes; nothing is stored, and nobody's turn is touched."""
    session, table = question.session, question.table
    seat = question.seat(table.book)
    if command.phrase not in (*PHRASES, *FACES):
        raise Refused("unknown_phrase")
    wait = session.talk.wait(question.person.user, session.uptime())
    if wait > 0:
        raise Refused("talk_slower", seconds=math.ceil(wait))
    chat = table.chat
    said = Said(table.id, ChatRef(chat.platform, chat.external, chat.thread), seat, command.phrase)
    for frontend in session.frontends.values():
        if isinstance(frontend, PhraseFrontend):
            frontend.hear(said)
    return Answer()


HANDLERS: Final = (Look(Say, say),)
