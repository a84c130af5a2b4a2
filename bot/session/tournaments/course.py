"""The course of a tournament: started, stage after stage, ended. Each step is one transaction in which nobody else takes it.

Whoever finishes the last deal of a stage, at whichever worker, comes here; of several who come at once the first opens the next
stage, and the others find that it is open.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random, SystemRandom
from typing import Final

from bot.session.contests.secrecy import pairing_of, score_of
from bot.session.state.book import Book
from bot.session.tables.session import Session
from bot.session.tournaments import display, stage
from bot.session.tournaments.display import shape_of
from bot.tournaments.plan import entries_needed, usual_deals, usual_stages
from bot.tournaments.standings import finished_deals
from games import GAMES
from storage.api import EntrantRow, SeatRow, TournamentRow, UnitOfWork

__all__ = ["LEVEL", "advance", "chance", "finish", "given_up", "launch", "stand_in_level"]

LEVEL: Final = "normal"
"""How strong AI players are that fill up."""


def chance(session: Session, row: TournamentRow) -> Random:
    """Return what draws who meets whom; it repeats itself where deals do."""
    seed = session.settings.seed
    return SystemRandom() if seed is None else Random(f"{seed}/{row.id}/{row.stage}")


def stand_in_level(game: str) -> str:
    """Return how strong the AI player is that plays in somebody's place."""
    levels = GAMES[game].levels
    return LEVEL if LEVEL in levels else levels[-1]


async def launch(session: Session, unit: UnitOfWork, row: TournamentRow) -> tuple[TournamentRow, list[Book]]:
    """Close the sign-up: AI players fill up, everybody gets an entry, and the tables of the first stage are written."""
    shape, came = shape_of(row), await unit.entrants(row.id)
    entrants = _entries(row, came, entries_needed(shape, -(-len(came) // row.members), row.fill), session.clock.now())
    entries = sorted({entrant.entry for entrant in entrants})
    row = replace(
        row,
        state="playing",
        stages=row.stages or usual_stages(shape, len(entries)),
        deals=row.deals or usual_deals(shape),
    )
    return await _next(session, unit, row, entrants, {})


def _entries(row: TournamentRow, came: Sequence[EntrantRow], wanted: int, now: float) -> list[EntrantRow]:
    """Return all players: whole entries as they signed up, then those who look for partners together, then AI players."""
    by_entry: dict[int, list[EntrantRow]] = {}
    for entrant in came:
        by_entry.setdefault(entrant.entry, []).append(entrant)
    whole = [held for held in by_entry.values() if len(held) == row.members]
    looking = [one for held in by_entry.values() if len(held) < row.members for one in held]
    queue = [one for held in whole for one in held] + looking
    number, level = max((one.number for one in came), default=0), stand_in_level(row.game)
    while len(queue) < wanted * row.members:
        number += 1
        queue.append(EntrantRow(row.id, number, 0, None, level, "", "", False, False, "", now))
    return [replace(one, entry=at // row.members + 1) for at, one in enumerate(queue)]


async def _next(
    session: Session,
    unit: UnitOfWork,
    row: TournamentRow,
    entrants: Sequence[EntrantRow],
    holidays: Mapping[int, float],
) -> tuple[TournamentRow, list[Book]]:
    tables = await stage.pair_up(unit, row, sorted({entrant.entry for entrant in entrants}), chance(session, row))
    row = replace(row, stage=row.stage + 1, revision=row.revision + 1)
    for entrant in entrants:
        await unit.put_entrant(entrant)
    await unit.put_tournament(row)
    return row, await stage.open_tables(session, unit, row, entrants, tables, holidays)


async def advance(session: Session, number: int) -> bool:
    """Begin the next stage, or end the tournament, if every table has played all deals of this one; whether that was so."""
    async with session.store.begin() as unit:
        row = await unit.hold_tournament(number)
        if row is None:
            return False
        books: list[Book] = []
        moved = row.state == "playing" and await _is_done(unit, row)
        if moved:
            if row.stage >= row.stages:
                row = await finish(session, unit, row, "over")
            else:
                present, holidays = await _present(unit, row)
                row, books = await _next(session, unit, row, present, holidays)
        chats = await stage.chats_of(unit, books)
        if moved:
            await unit.commit()
    stage.take_up(session, books, chats)
    stage.close_tables(session, row)
    if moved:
        await display.show(session, number, renew=row.state == "over")
    return moved


async def _is_done(unit: UnitOfWork, row: TournamentRow) -> bool:
    pairings = [pairing_of(one) for one in await unit.pairings(row.id)]
    finished = finished_deals(pairings, [score_of(one) for one in await unit.scores(row.id)])
    return all(deal in finished for deal in range((row.stage - 1) * row.deals + 1, row.stage * row.deals + 1))


async def _present(unit: UnitOfWork, row: TournamentRow) -> tuple[list[EntrantRow], dict[int, float]]:
    """Return the players as the stage has left them: an AI player follows whoever gave their seat up, and who did not act in time
    begins the next stage as one who is away. Also their holidays, as ``Book.holidays`` has them."""
    seats, began, holidays = dict[int, SeatRow](), row.created_at, dict[int, float]()
    for pairing in await unit.pairings(row.id):
        if pairing.stage == row.stage and (table := await unit.table(pairing.table)) is not None:
            seats |= {held.user: held for held in await unit.seats(table.id) if held.user is not None}
            holidays |= dict(json.loads(table.extra or "{}").get("holidays", ()))
            began = table.created_at
    found = []
    for entrant in await unit.entrants(row.id):
        held = None if entrant.user is None else seats.get(entrant.user)
        if held is not None:
            found.append(replace(entrant, away=held.away))
        elif entrant.user is None or entrant.joined_at > began:  # who came during the stage plays from now on
            found.append(entrant)
        else:
            found.append(given_up(row, entrant))
    return found, holidays


def given_up(row: TournamentRow, entrant: EntrantRow) -> EntrantRow:
    """Return an AI player in somebody's place."""
    level = stand_in_level(row.game)
    return replace(entrant, user=None, ai=level, platform="", external="", ephemeral=False, away=False, place=None)


async def finish(session: Session, unit: UnitOfWork, row: TournamentRow, state: str) -> TournamentRow:
    """End a tournament; the caller commits."""
    row = replace(row, state=state, ended_at=session.clock.now(), revision=row.revision + 1)
    await unit.put_tournament(row)
    return row
