"""/replay: what was dealt and done in a finished round, in the notation of records."""

from __future__ import annotations

import json
import re
from typing import Final

from bot.session import commands as c
from bot.session.asking import Refused
from bot.session.hall import Hall
from bot.session.people import Person
from bot.session.updates import PlainLines
from storage.api import MatchRow, RoundRow, UnitOfWork

__all__ = ["replay"]

_ID: Final = re.compile(r"[Mm]?([0-9]{1,9})(?:\.([0-9]{1,5}))?")
_EXAMPLE: Final = "M17.3"


async def replay(hall: Hall, origin: c.Origin, person: Person, text: str) -> PlainLines:
    """The plays of a finished round, or the rounds of a match. Only where it was played, or for who played in it."""
    found = _ID.fullmatch(text.strip().lstrip("#"))
    if found is None:
        raise Refused("unknown_id", id=text, example=_EXAMPLE)
    async with hall.store.begin() as unit:
        match = await unit.match(int(found[1]))
        rounds = [] if match is None else list(await unit.rounds(match.id))
        if match is None or not await _may_see(unit, origin, person, match, rounds):
            raise Refused("unknown_id", id=text, example=_EXAMPLE)
        if found[2] is None:
            return PlainLines(tuple(_summary(row) for row in rounds))
        row = next((row for row in rounds if row.round == int(found[2])), None)
        if row is None:
            raise Refused("unknown_id", id=text, example=_EXAMPLE)
        if row.status != "over":
            raise Refused("replay_secret", id=f"M{match.id}.{row.round}")
        actions = await unit.actions(match.id, row.round)
    return PlainLines((_summary(row), *(f"{line.seat}: {line.line}" for line in actions)))


async def _may_see(unit: UnitOfWork, origin: c.Origin, person: Person, match: MatchRow, rounds: list[RoundRow]) -> bool:
    if any(user == person.user for row in rounds for user, _ in json.loads(row.seats)):
        return True
    chat = await unit.chat(match.chat)
    return (
        origin.chat is not None
        and chat is not None
        and ((chat.platform, chat.external) == (origin.chat.platform, origin.chat.external))
    )


def _summary(row: RoundRow) -> str:
    points = json.loads(row.result)["points"] if row.status == "over" and row.result is not None else None
    return f"M{row.match}.{row.round}: {row.status}" + ("" if points is None else f" {points}")
