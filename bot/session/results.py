"""/leaderboard, /stats and /history, from the stored results.

People with few rounds are listed apart, so that one lucky round does not lead; AI players are listed apart as well.
In a group everything is about that group; privately about the groups where the person has played.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.session import commands as c
from bot.session.asking import Refused
from bot.session.book import read_result
from bot.session.hall import Hall
from bot.session.people import Person
from bot.session.rounds import course_of
from bot.session.updates import BoardLine, HistoryCard, HistoryLine, Leaders, StatsCard
from games import GAMES, find_game
from storage.api import MatchRow, PlayedSeat, ResultRow, UnitOfWork

__all__ = ["LEAST", "history", "leaders", "stats"]

LEAST: Final = 10
"""Rounds that a person must have played to be ranked."""
_PAGE: Final = 10
_HISTORY_PAGE: Final = 8
_MANY: Final = 100_000
"""More results of one person than anybody reads."""


def _game_key(name: str) -> str | None:
    if not name:
        return None
    game = find_game(name)
    if game is None:
        raise Refused("unknown_game", name=name, games=", ".join(GAMES))
    return game.key


async def _chats(hall: Hall, unit: UnitOfWork, origin: c.Origin, person: Person) -> list[int]:
    """The groups that an answer may be about."""
    if origin.chat is not None:
        chat = await unit.find_chat(origin.chat.platform, origin.chat.external, origin.chat.thread)
        return [] if chat is None else [chat.id]
    return sorted({row.chat for row in await unit.results_of(person.user, game=None, chat=None, limit=_MANY)})


# -- the leaderboard


async def leaders(hall: Hall, origin: c.Origin, person: Person, name: str, page: int) -> Leaders:
    """Ranked persons, persons with too few rounds, AI players."""
    game = _game_key(name)
    async with hall.store.begin() as unit:
        chats = await _chats(hall, unit, origin, person)
        people = [line for chat in chats for line in await unit.standings(game=game, chat=chat, ai=False)]
        machines = [line for chat in chats for line in await unit.standings(game=game, chat=chat, ai=True)]
    persons = _ordered(_merged(people))
    if not persons and not machines:
        raise Refused("no_results")
    ranked = [_line(seat, person) for seat in persons if seat.rounds >= LEAST]
    few = [replace(_line(seat, person), provisional=True) for seat in persons if seat.rounds < LEAST]
    pages = max(1, -(-len(ranked) // _PAGE))
    page = min(max(0, page), pages - 1)
    return Leaders(
        game=game or "",
        here=origin.chat is not None,
        ranked=tuple(ranked[page * _PAGE : (page + 1) * _PAGE]),
        provisional=tuple(few[:_PAGE]),
        ais=tuple(_line(seat, person) for seat in _ordered(_merged(machines))),
        least=LEAST,
        page=page,
        pages=pages,
    )


def _merged(lines: Iterable[PlayedSeat]) -> list[PlayedSeat]:
    """One line a player, summed over groups."""
    sums: dict[tuple[int | None, str | None], PlayedSeat] = {}
    for line in lines:
        key = (line.user, line.ai)
        known = sums.get(key)
        if known is not None:
            line = replace(
                line,
                rounds=line.rounds + known.rounds,
                rounds_won=line.rounds_won + known.rounds_won,
                matches=line.matches + known.matches,
                matches_won=line.matches_won + known.matches_won,
                points=line.points + known.points,
            )
        sums[key] = line
    return [line for line in sums.values() if line.rounds]


def _ordered(lines: list[PlayedSeat]) -> list[PlayedSeat]:
    """Best mean points a round first; among equals, whoever has played more."""
    return sorted(lines, key=lambda line: (-line.points / line.rounds, -line.rounds, line.user or 0))


def _line(seat: PlayedSeat, me: Person) -> BoardLine:
    return BoardLine(
        name=seat.name if seat.ai is None else "",
        rounds=seat.rounds,
        rounds_won=seat.rounds_won,
        matches=seat.matches,
        matches_won=seat.matches_won,
        points=seat.points,
        ai=seat.ai or "",
        me=seat.user == me.user,
    )


# -- one person


async def stats(
    hall: Hall, origin: c.Origin, person: Person, user: c.UserRef | None, name: str, game_name: str
) -> StatsCard:
    """What one person has done: in all, by game, by role."""
    game = _game_key(game_name)
    async with hall.store.begin() as unit:
        chats = await _chats(hall, unit, origin, person)
        number, shown = await _somebody(hall, unit, person, chats, user, name)
        rows = [row for row in await unit.results_of(number, game=game, chat=None, limit=_MANY) if row.chat in chats]
    if not rows:
        raise Refused("no_results")
    rounds = [row for row in rows if row.round > 0]
    games = sorted({row.game for row in rows}, key=list(GAMES).index)
    roles = sorted({(row.game, row.role) for row in rounds if row.role})
    feats: Counter[str] = Counter()
    for row in rounds:
        feats.update(json.loads(row.feats))
    streak, best = _streaks([row.won for row in rounds])
    return StatsCard(
        name=shown,
        total=_summed(shown, rows),
        games=tuple((key, _summed(shown, [row for row in rows if row.game == key])) for key in games),
        roles=tuple(
            (key, role, _summed(shown, [row for row in rounds if (row.game, row.role) == (key, role)]))
            for key, role in roles
        ),
        streak=streak,
        best_streak=best,
        feats=dict(feats),
    )


async def _somebody(
    hall: Hall, unit: UnitOfWork, me: Person, chats: list[int], user: c.UserRef | None, name: str
) -> tuple[int, str]:
    """The user whose results are wanted, and their name."""
    wanted = name.strip().lstrip("@")
    if user is not None:
        found = await hall.people.find(unit, user)
        if found is None:
            raise Refused("no_such_person", name=wanted or user.external)
        return found.user, found.name
    if not wanted:
        return me.user, me.name
    named = {
        line.user: line.name
        for chat in chats
        for line in await unit.standings(game=None, chat=chat, ai=False)
        if line.name.lower() == wanted.lower()
    }
    if len(named) != 1:
        raise Refused("no_such_person", name=wanted)
    ((number, shown),) = named.items()
    assert number is not None
    return number, shown


def _summed(name: str, rows: Sequence[ResultRow]) -> BoardLine:
    rounds = [row for row in rows if row.round > 0]
    matches = [row for row in rows if row.round == 0]
    return BoardLine(
        name=name,
        rounds=len(rounds),
        rounds_won=sum(row.won for row in rounds),
        matches=len(matches),
        matches_won=sum(row.won for row in matches),
        points=sum(row.points for row in rounds),
        provisional=len(rounds) < LEAST,
    )


def _streaks(won: Sequence[bool]) -> tuple[int, int]:
    """The current streak (negative: lost) and the longest one won; newest round first."""
    current = 0
    for result in won:
        if result is not won[0]:
            break
        current += 1
    best = run = 0
    for result in won:
        run = run + 1 if result else 0
        best = max(best, run)
    return (current if won and won[0] else -current), best


# -- matches


async def history(hall: Hall, origin: c.Origin, person: Person, page: int) -> HistoryCard:
    """Matches of this group, or privately of this person, newest first."""
    page = max(0, page)
    async with hall.store.begin() as unit:
        chat, user = None, None
        if origin.chat is not None:
            row = await unit.find_chat(origin.chat.platform, origin.chat.external, origin.chat.thread)
            if row is None:
                raise Refused("no_history")
            chat = row.id
        else:
            user = person.user
        matches = await unit.matches_in(chat, user, limit=_HISTORY_PAGE + 1, offset=page * _HISTORY_PAGE)
        if not matches:
            raise Refused("no_history")
        lines = [await _match_line(unit, match) for match in matches[:_HISTORY_PAGE]]
    return HistoryCard(tuple(lines), page, more=len(matches) > _HISTORY_PAGE)


async def _match_line(unit: UnitOfWork, match: MatchRow) -> HistoryLine:
    rounds = await unit.rounds(match.id)
    seats: list[tuple[int | None, str | None]] = json.loads(rounds[-1].seats) if rounds else []
    totals, counted = [0] * len(seats), 0
    for row in rounds:
        if row.status == "over" and row.result is not None:
            counted += 1
            for seat, points in enumerate(read_result(row.result, {}).points):
                totals[seat] += points
    people = {row.id: row.name for row in await unit.users([user for user, _ in seats if user is not None])}
    winner = json.loads(match.winner) if match.winner else []
    return HistoryLine(
        id=f"M{match.id}",
        game=match.game,
        status=match.status,
        rounds=counted,
        at=match.started_at,
        players=tuple(
            (people.get(user, "") if user is not None else f"AI ({ai})", totals[seat], seat in winner)
            for seat, (user, ai) in enumerate(seats)
        ),
        course=course_of(rounds),
    )
