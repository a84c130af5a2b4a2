"""The statements about tournaments."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select

from storage.sql import schema
from storage.sql.statements.core import Query, Rows, Statement, given
from storage.tournaments import EntrantRow, PairingRow, ScoreRow, TournamentRow

__all__ = [
    "ADD_PAIRING", "ADD_TOURNAMENT", "ENTRANTS", "ENTRANTS_IN", "ENTRANTS_OF", "HOLD", "PAIRINGS", "PAIRINGS_IN", "PUT_ENTRANT",
    "PUT_SCORE", "PUT_TOURNAMENT", "REMOVE_ENTRANT", "SCORES", "SCORES_IN", "TOURNAMENT", "TOURNAMENTS", "TOURNAMENTS_IN",
    "TOURNAMENTS_OPENED",
]  # fmt: skip

TOURNAMENTS = Rows(TournamentRow, schema.tournaments)
TOURNAMENT, HOLD = TOURNAMENTS.one(), TOURNAMENTS.one(hold=True)
ADD_TOURNAMENT, PUT_TOURNAMENT = TOURNAMENTS.insert_new(), TOURNAMENTS.update()
_latest = (
    select(*TOURNAMENTS.columns).where(*given(schema.tournaments, "chat")).order_by(schema.tournaments.c.id.desc())
)
TOURNAMENTS_IN: Query[TournamentRow] = Query(_latest.limit(bindparam("limit")), TOURNAMENTS.read)
TOURNAMENTS_OPENED = TOURNAMENTS.all(*given(schema.tournaments, "opener"), order=[schema.tournaments.c.id])

ENTRANTS = Rows(EntrantRow, schema.entrants)
_e = schema.entrants.c
ENTRANTS_IN = ENTRANTS.all(*given(schema.entrants, "tournament"), order=[_e.number])
ENTRANTS_OF = ENTRANTS.all(*given(schema.entrants, "user"), order=[_e.tournament, _e.number])
PUT_ENTRANT, REMOVE_ENTRANT = ENTRANTS.put(), Statement(delete(schema.entrants).where(ENTRANTS.is_key))

PAIRINGS = Rows(PairingRow, schema.pairings)
PAIRINGS_IN = PAIRINGS.all(
    *given(schema.pairings, "tournament"), order=[schema.pairings.c.stage, schema.pairings.c.number]
)
ADD_PAIRING = PAIRINGS.insert()

SCORES = Rows(ScoreRow, schema.scores)
SCORES_IN = SCORES.all(*given(schema.scores, "tournament"), order=[schema.scores.c.deal, schema.scores.c.number])
PUT_SCORE = SCORES.put()
