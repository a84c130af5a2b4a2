"""What may be told of a deal that several tables play: nothing to anybody else before the last of them has finished it."""

from __future__ import annotations

import json

from bot.tournaments import Pairing, Score, TournamentTable, finished_deals
from storage.api import MatchRow, PairingRow, ScoreRow, UnitOfWork

__all__ = ["contest_of", "is_secret", "pairing_of", "score_of"]


async def contest_of(unit: UnitOfWork, match: MatchRow) -> TournamentTable | None:
    """Return what the table of a match knows of its tournament, if it belongs to one."""
    table = await unit.table(match.table)
    kept = None if table is None else json.loads(table.extra or "{}").get("contest")
    return None if kept is None else TournamentTable.read(kept)


async def is_secret(unit: UnitOfWork, match: MatchRow, round_number: int) -> bool:
    """Tell whether other tables may still be playing the deal of a round."""
    contest = await contest_of(unit, match)
    if contest is None:
        return False
    row = await unit.tournament(contest.tournament)
    if row is None or row.state in ("over", "ended"):
        return False
    pairings = [pairing_of(one) for one in await unit.pairings(row.id)]
    scores = [score_of(one) for one in await unit.scores(row.id)]
    return contest.deal(round_number) not in finished_deals(pairings, scores)


def pairing_of(row: PairingRow) -> Pairing:
    """Return a stored table of a stage as a value."""
    return Pairing(row.stage, row.number, tuple(json.loads(row.entries)), row.first, row.deals)


def score_of(row: ScoreRow) -> Score:
    """Return a stored score as a value."""
    return Score(row.stage, row.number, row.deal, tuple(json.loads(row.points)))
