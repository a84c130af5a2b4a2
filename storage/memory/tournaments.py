"""Tournaments, without a disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage.memory.groups import MemoryGroups
from storage.tournaments import EntrantRow, PairingRow, ScoreRow, TournamentRow

__all__ = ["MemoryTournaments"]


class MemoryTournaments(MemoryGroups):
    """The methods of the unit of work about tournaments."""

    async def add_tournament(self, row: TournamentRow) -> TournamentRow:
        self._need(self._rows.chats, row.chat)
        self._need(self._rows.users, row.opener)
        row = replace(row, id=self._new_id("tournaments"))
        self._set(self._rows.tournaments, row.id, row)
        return row

    async def tournament(self, tournament: int) -> TournamentRow | None:
        return self._rows.tournaments.get(tournament)

    async def hold_tournament(self, tournament: int) -> TournamentRow | None:
        return self._rows.tournaments.get(tournament)

    async def put_tournament(self, row: TournamentRow) -> None:
        self._need(self._rows.chats, row.chat)
        self._need(self._rows.users, row.opener)
        self._update(self._rows.tournaments, row.id, row)

    async def tournaments_in(self, chat: int, *, limit: int) -> Sequence[TournamentRow]:
        here = [row for _, row in sorted(self._rows.tournaments.items(), reverse=True) if row.chat == chat]
        return here[:limit]

    async def tournaments_opened(self, user: int) -> Sequence[TournamentRow]:
        return [row for _, row in sorted(self._rows.tournaments.items()) if row.opener == user]

    async def entrants(self, tournament: int) -> Sequence[EntrantRow]:
        return [row for (of, _), row in sorted(self._rows.entrants.items()) if of == tournament]

    async def entrants_of(self, user: int) -> Sequence[EntrantRow]:
        return [row for _, row in sorted(self._rows.entrants.items()) if row.user == user]

    async def put_entrant(self, row: EntrantRow) -> None:
        self._need(self._rows.tournaments, row.tournament)
        self._need(self._rows.users, row.user)
        self._set(self._rows.entrants, (row.tournament, row.number), row)

    async def remove_entrant(self, tournament: int, number: int) -> None:
        self._delete(self._rows.entrants, (tournament, number))

    async def pairings(self, tournament: int) -> Sequence[PairingRow]:
        return [row for (of, _, _), row in sorted(self._rows.pairings.items()) if of == tournament]

    async def add_pairing(self, row: PairingRow) -> None:
        self._need(self._rows.tournaments, row.tournament)
        self._need(self._rows.tables, row.table)
        self._insert(self._rows.pairings, (row.tournament, row.stage, row.number), row)

    async def scores(self, tournament: int) -> Sequence[ScoreRow]:
        return [row for (of, _, _), row in sorted(self._rows.scores.items()) if of == tournament]

    async def put_score(self, row: ScoreRow) -> None:
        self._need(self._rows.tournaments, row.tournament)
        self._need(self._rows.matches, row.match)
        self._set(self._rows.scores, (row.tournament, row.deal, row.number), row)
