"""The statements about tournaments."""

from __future__ import annotations

from typing import Any

from sqlalchemy import and_, bindparam, delete, select, update
from sqlalchemy.sql.elements import BindParameter

from storage.sql import schema
from storage.sql.statements.core import Query, Rows, Statement, given
from storage.tournaments import EntrantRow, PairingRow, ScoreRow, TournamentRow, VenueRow

__all__ = [
    "ADD_PAIRING", "ADD_TOURNAMENT", "ENTRANTS", "ENTRANTS_IN", "ENTRANTS_OF", "FOLLOW_CHAT", "HOLD", "PAIRINGS", "PAIRINGS_IN",
    "PUT_ENTRANT", "PUT_SCORE", "PUT_TOURNAMENT", "PUT_VENUE", "REMOVE_ENTRANT", "REMOVE_VENUE", "SCORES", "SCORES_IN",
    "TIDY_CHAT", "TOURNAMENT", "TOURNAMENTS", "TOURNAMENTS_IN", "TOURNAMENTS_OPENED", "VENUES", "VENUES_IN", "VENUES_OF",
    "VENUES_OF_PERSON",
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

VENUES = Rows(VenueRow, schema.venues)
_v = schema.venues.c
VENUES_OF = VENUES.all(*given(schema.venues, "tournament"), order=[_v.since, _v.chat])
VENUES_IN = VENUES.all(*given(schema.venues, "chat"), order=[_v.tournament])
VENUES_OF_PERSON = VENUES.all(*given(schema.venues, "person"), order=[_v.tournament, _v.chat])
PUT_VENUE, REMOVE_VENUE = VENUES.put(), Statement(delete(schema.venues).where(VENUES.is_key))

# -- two rows of one group become one, as with the places of tables
_other: BindParameter[Any] = bindparam("other")
_mine: BindParameter[Any] = bindparam("mine")
_there_too = select(_v.tournament).where(_v.chat == _mine).scalar_subquery()
_at_home = select(schema.tournaments.c.id).where(schema.tournaments.c.chat == _mine).scalar_subquery()
FOLLOW_CHAT = (
    Statement(delete(schema.venues).where(and_(_v.chat == _other, _v.tournament.in_(_there_too)))),
    Statement(update(schema.venues).where(_v.chat == _other).values(chat=_mine)),
    Statement(update(schema.entrants).where(_e.place == _other).values(place=_mine)),
)
TIDY_CHAT = Statement(delete(schema.venues).where(and_(_v.chat == _mine, _v.tournament.in_(_at_home))))
