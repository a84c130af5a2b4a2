"""The part of a transaction over SQL that is about tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage.rows import ChatRow
from storage.sql.statements import core
from storage.sql.statements import tournaments as statements
from storage.sql.units.groups import GroupsUnit
from storage.tournaments import EntrantRow, PairingRow, ScoreRow, TournamentRow, VenueRow

__all__ = ["TournamentsUnit"]


class TournamentsUnit(GroupsUnit):
    """The methods of ``SqlUnit`` about tournaments."""

    async def add_tournament(self, row: TournamentRow) -> TournamentRow:
        return replace(row, id=await self._add(statements.ADD_TOURNAMENT, statements.TOURNAMENTS.values(row)))

    async def tournament(self, tournament: int) -> TournamentRow | None:
        return await self._one(statements.TOURNAMENT, key_id=tournament)

    async def hold_tournament(self, tournament: int) -> TournamentRow | None:
        return await self._one(statements.HOLD, key_id=tournament)

    async def put_tournament(self, row: TournamentRow) -> None:
        self._write(statements.PUT_TOURNAMENT, statements.TOURNAMENTS.keyed(row))

    async def tournaments_in(self, chat: int, *, limit: int) -> Sequence[TournamentRow]:
        return await self._all(statements.TOURNAMENTS_IN, of_chat=chat, limit=limit)

    async def tournaments_opened(self, user: int) -> Sequence[TournamentRow]:
        return await self._all(statements.TOURNAMENTS_OPENED, of_opener=user)

    async def entrants(self, tournament: int) -> Sequence[EntrantRow]:
        return await self._all(statements.ENTRANTS_IN, of_tournament=tournament)

    async def entrants_of(self, user: int) -> Sequence[EntrantRow]:
        return await self._all(statements.ENTRANTS_OF, of_user=user)

    async def put_entrant(self, row: EntrantRow) -> None:
        self._write(statements.PUT_ENTRANT, statements.ENTRANTS.values(row))

    async def remove_entrant(self, tournament: int, number: int) -> None:
        self._write(statements.REMOVE_ENTRANT, {"key_tournament": tournament, "key_number": number})

    async def pairings(self, tournament: int) -> Sequence[PairingRow]:
        return await self._all(statements.PAIRINGS_IN, of_tournament=tournament)

    async def add_pairing(self, row: PairingRow) -> None:
        self._write(statements.ADD_PAIRING, statements.PAIRINGS.values(row))

    async def scores(self, tournament: int) -> Sequence[ScoreRow]:
        return await self._all(statements.SCORES_IN, of_tournament=tournament)

    async def put_score(self, row: ScoreRow) -> None:
        self._write(statements.PUT_SCORE, statements.SCORES.values(row))

    async def venues(self, tournament: int) -> Sequence[VenueRow]:
        return await self._all(statements.VENUES_OF, of_tournament=tournament)

    async def venues_in(self, chat: int) -> Sequence[VenueRow]:
        return await self._all(statements.VENUES_IN, of_chat=chat)

    async def venues_of(self, person: int) -> Sequence[VenueRow]:
        return await self._all(statements.VENUES_OF_PERSON, of_person=person)

    async def put_venue(self, row: VenueRow) -> None:
        self._write(statements.PUT_VENUE, statements.VENUES.values(row))

    async def remove_venue(self, tournament: int, chat: int) -> None:
        self._write(statements.REMOVE_VENUE, {"key_tournament": tournament, "key_chat": chat})

    async def chats_of(self, platform: str, external: str) -> Sequence[ChatRow]:
        return await self._all(core.CHATS_OF, of_platform=platform, of_external=external)
