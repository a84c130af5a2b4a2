"""The message of a tournament: made of what is stored, shown in its group, and noted where it stands."""

from __future__ import annotations

import json
from dataclasses import replace

from bot.session.contests.secrecy import pairing_of, score_of
from bot.session.port.commands import ChatRef
from bot.session.port.updates import Contestant, StageTable, StandingsLine, StandingsUpdate
from bot.session.tables.session import Session
from bot.tournaments.plan import Shape
from bot.tournaments.standings import finished_deals, standings
from games import GAMES
from storage.api import EntrantRow, TournamentRow, UnitOfWork

__all__ = ["note_message", "shape_of", "show", "standings_update"]

_REVISIONS = 10_000
"""Scores of one revision are fewer than this."""


def shape_of(row: TournamentRow) -> Shape:
    """Return what a table of a tournament is."""
    return Shape(row.players, row.members)


async def standings_update(
    session: Session, unit: UnitOfWork, row: TournamentRow, *, renew: bool = False
) -> StandingsUpdate:
    """Return a tournament as its group sees it. Of deals that some tables have not finished nothing is told."""
    chat = await unit.chat(row.chat)
    assert chat is not None
    entrants = await unit.entrants(row.id)
    users = [entrant.user for entrant in entrants if entrant.user is not None]
    people = {one.id: one.name for one in await unit.users([*users, *([] if row.opener is None else [row.opener])])}
    players: dict[int, list[EntrantRow]] = {}
    for entrant in entrants:
        players.setdefault(entrant.entry, []).append(entrant)
    named = {
        entry: tuple(Contestant(people.get(one.user or 0, ""), one.ai or "") for one in held)
        for entry, held in players.items()
    }
    pairings = [pairing_of(one) for one in await unit.pairings(row.id)]
    tables = {(one.stage, one.number): one.table for one in await unit.pairings(row.id)}
    scores = [score_of(one) for one in await unit.scores(row.id)]
    signing_up = row.state == "sign_up"
    lines = [
        StandingsLine(
            one.entry,
            one.place,
            named[one.entry],
            None if one.share is None else round(one.share * 1000),
            one.deals,
            open=signing_up and len(named[one.entry]) < row.members,
        )
        for one in standings(sorted(named), pairings, scores, shape_of(row))
    ]
    finished = finished_deals(pairings, scores)
    now_played = [pairing for pairing in pairings if pairing.stage == row.stage and row.state == "playing"]
    stage_tables = [
        StageTable(
            pairing.number,
            tables[pairing.stage, pairing.number],
            tuple((entry, named[entry]) for entry in pairing.entries),
            sum((score.stage, score.number) == (pairing.stage, pairing.number) for score in scores),
        )
        for pairing in now_played
    ]
    game = GAMES[row.game]
    return StandingsUpdate(
        tournament=row.id,
        chat=ChatRef(chat.platform, chat.external, chat.thread),
        language=chat.language or session.settings.default_language,
        game=row.game,
        preset=row.preset,
        options=game.option_set.complete(json.loads(row.options)),
        state=row.state,
        opener="" if row.opener is None else people.get(row.opener, ""),
        members=row.members,
        clock=row.clock,
        stages=row.stages,
        deals=row.deals,
        stage=row.stage,
        everybody=shape_of(row).sides == 2 and 0 < len(named) <= row.stages + 1,
        finished=sum(one in finished for pairing in now_played[:1] for one in _deals(pairing.first, pairing.deals)),
        lines=tuple(lines),
        tables=tuple(stage_tables),
        vacant=sum(entrant.user is None for entrant in entrants),
        commitment=row.commitment if session.dice is None else "",
        message=row.message,
        message_at=row.message_at,
        renew=renew,
        version=row.revision * _REVISIONS + len(scores),
    )


def _deals(first: int, count: int) -> range:
    return range(first, first + count)


async def show(session: Session, number: int, *, renew: bool = False) -> None:
    """Bring the message of a tournament up to date; ``renew``: post it anew, so that it notifies."""
    async with session.store.begin() as unit:
        row = await unit.tournament(number)
        update = None if row is None else await standings_update(session, unit, row, renew=renew)
    if update is not None and update.chat.platform in session.frontends:
        session.frontends[update.chat.platform].show_standings(update)


async def note_message(session: Session, number: int, message: str) -> None:
    """Write down where the message of a tournament stands."""
    async with session.store.begin() as unit:
        row = await unit.hold_tournament(number)
        if row is None or row.message == message:
            return
        await unit.put_tournament(replace(row, message=message, message_at=session.clock.now()))
        await unit.commit()
