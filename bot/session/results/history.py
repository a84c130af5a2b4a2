"""/history, and what all questions about results have in common.

In a group the answer is about that group; privately about the groups where the person has played.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from bot.session.contests.secrecy import contest_of, is_secret
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.replies import HistoryCard, HistoryLine
from bot.session.port.updates import Player
from bot.session.results.groups import title_of
from bot.session.state.columns import read_result
from bot.session.state.rounds import course_of
from bot.session.tables.request import Direct, Refused
from bot.session.tables.session import Session
from games import GAMES, find_game
from storage.api import ChatRow, MatchRow, UnitOfWork

__all__ = ["HANDLERS", "chat_here", "game_key", "group_of", "history"]

_HISTORY_PAGE: Final = 8


def game_key(name: str) -> str | None:
    """Return the game that is meant, ``None`` for none in particular."""
    if not name:
        return None
    game = find_game(name)
    if game is None:
        raise Refused("unknown_game", name=name, games=", ".join(GAMES))
    return game.key


async def chat_here(unit: UnitOfWork, origin: c.Origin) -> ChatRow | None:
    """Return the group in which something is asked, if it is known: the chat that stands for it."""
    if origin.chat is None:
        return None
    chat = await unit.find_chat(origin.chat.platform, origin.chat.external, origin.chat.thread)
    return None if chat is None else await group_of(unit, chat)


async def group_of(unit: UnitOfWork, chat: ChatRow) -> ChatRow:
    """Return the chat that stands for a chat's group, with what the group is called."""
    home = await unit.chat(await unit.home(chat.id))
    return chat if home is None else replace(home, title=title_of(home) or title_of(chat))


async def history(session: Session, origin: c.Origin, person: Person, command: c.History) -> HistoryCard:
    """Matches of this group, or privately of this person, newest first."""
    page = max(0, command.page)
    async with session.store.begin() as unit:
        here = await chat_here(unit, origin)
        if origin.chat is not None and here is None:
            raise Refused("no_history")
        chat, user = (None, person.user) if here is None else (here.id, None)
        matches = await unit.matches_in(chat, user, limit=_HISTORY_PAGE + 1, offset=page * _HISTORY_PAGE)
        if not matches:
            raise Refused("no_history")
        lines = [await _match_line(unit, match) for match in matches[:_HISTORY_PAGE]]
    title = None if here is None else here.title
    return HistoryCard(tuple(lines), page, more=len(matches) > _HISTORY_PAGE, title=title)


async def _match_line(unit: UnitOfWork, match: MatchRow) -> HistoryLine:
    """Return a match with what may be told of it: nothing of deals that other tables of a tournament are still playing."""
    every = await unit.rounds(match.id)
    shared = await contest_of(unit, match) is not None
    rounds = [row for row in every if not (shared and await is_secret(unit, match, row.round))]
    told = len(rounds) == len(every)
    seats: list[tuple[int | None, str | None]] = json.loads(every[-1].seats) if every else []
    totals, counted = [0] * len(seats), 0
    for row in rounds:
        if row.status == "over" and row.result is not None:
            counted += 1
            result = read_result(row.result, {})
            if not result.scored:
                totals = []
            for seat in range(len(totals)):
                totals[seat] += result.points[seat]
    people = {row.id: row.name for row in await unit.users([user for user, _ in seats if user is not None])}
    winner = json.loads(match.winner) if match.winner and told else []
    return HistoryLine(
        id=f"M{match.id}",
        game=match.game,
        status=match.status if told else "open",
        rounds=counted,
        at=match.started_at,
        players=tuple(
            Player(seat, "ai", level=ai or "") if user is None else Player(seat, "person", people.get(user, ""))
            for seat, (user, ai) in enumerate(seats)
        ),
        points=tuple(totals),
        won=tuple(winner),
        course=course_of(rounds),
    )


HANDLERS: Final = (Direct(c.History, history),)
