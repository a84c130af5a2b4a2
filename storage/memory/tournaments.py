"""Tournaments, without a disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage.memory.groups import MemoryGroups
from storage.rows import ChatRow
from storage.tournaments import EntrantRow, PairingRow, ScoreRow, TournamentRow, VenueRow

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
        self._need(self._rows.chats, row.place)
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

    async def venues(self, tournament: int) -> Sequence[VenueRow]:
        mine = [row for row in self._rows.venues.values() if row.tournament == tournament]
        return sorted(mine, key=lambda row: (row.since, row.chat))

    async def venues_in(self, chat: int) -> Sequence[VenueRow]:
        return [row for _, row in sorted(self._rows.venues.items()) if row.chat == chat]

    async def venues_of(self, person: int) -> Sequence[VenueRow]:
        return [row for _, row in sorted(self._rows.venues.items()) if row.person == person]

    async def put_venue(self, row: VenueRow) -> None:
        self._need(self._rows.tournaments, row.tournament)
        self._need(self._rows.chats, row.chat)
        self._need(self._rows.users, row.person)
        self._set(self._rows.venues, (row.tournament, row.chat), row)

    async def remove_venue(self, tournament: int, chat: int) -> None:
        self._delete(self._rows.venues, (tournament, chat))

    async def chats_of(self, platform: str, external: str) -> Sequence[ChatRow]:
        rows = sorted(self._rows.chats.items())
        return [row for _, row in rows if (row.platform, row.external) == (platform, external)]

    def _absorb_venues(self, chat: int, other: int) -> None:
        """Give the tournaments shown in chat ``other`` to ``chat``; what stood in both stands there once, and nowhere besides its
        home."""
        for number, there in list(self._rows.venues):
            if there == other:
                row = self._rows.venues[number, there]
                self._delete(self._rows.venues, (number, there))
                if (number, chat) not in self._rows.venues:
                    self._set(self._rows.venues, (number, chat), replace(row, chat=chat))
        for key, entrant in list(self._rows.entrants.items()):
            if entrant.place == other:
                self._set(self._rows.entrants, key, replace(entrant, place=chat))
        for number, there in list(self._rows.venues):
            if there == chat and self._rows.tournaments[number].chat in (chat, other):
                self._delete(self._rows.venues, (number, there))
