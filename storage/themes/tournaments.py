"""Tournaments: who takes part, who sits where in which stage, what deals have brought, and where a tournament is shown."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from sqlalchemy import CheckConstraint, column

from storage.sql import All, One, PersonField, Put, Remove, Rows, Stored

__all__ = [
    "ENTRANTS", "TOURNAMENTS", "VENUES", "EntrantRow", "PairingRow", "ScoreRow", "StoredTournaments", "TableTerms",
    "TournamentRow", "VenueRow",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableTerms:
    """What is played at all tables of a tournament. ``players``: seats of a table, of which ``members`` of one entry stay
    together. ``options`` is JSON."""

    options: str
    preset: str
    players: int
    members: int
    clock: int
    ratings: str


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament of a chat. ``state``: ``sign_up``, ``playing``, ``over`` (all was played), ``ended`` (by people).

    ``stages`` and ``deals`` a stage: 0 while that is left to the number of entries. ``stage``: the one that is played,
    from 1. ``fill``: so many players at least, with AI players.

    ``commitment`` is public from the beginning and binds the secrets of all deals, which follow from ``root``: that
    stays secret for ever. ``links``: how many deals there can be. ``revision`` grows with each change. ``message``: the
    platform's id of the message that shows the standings, ``message_at``: when it was posted. ``invite``: the secret
    part of the code by which it is brought to other chats."""

    id: int
    chat: int
    game: str
    terms: TableTerms
    fill: int
    state: str
    opener: Annotated[int | None, PersonField(of="chat", forgotten="clear")]
    stages: int
    deals: int
    stage: int
    commitment: str
    root: str = field(repr=False)
    links: int
    revision: int
    message: str | None
    message_at: float | None
    created_at: float
    ended_at: float | None
    invite: str = field(default="", repr=False)


TOURNAMENTS = Rows(
    TournamentRow, "tournaments", key="id", refers={"chat": "chats", "opener": "users"}, index="chat", later="invite"
)
_ADD = TOURNAMENTS.insert_new()
_LATEST_IN = TOURNAMENTS.some("chat", order="-id")


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A player of a tournament, ``number`` in the order of coming, of the ``entry`` that is ranked. Exactly one of
    ``user`` and ``ai`` (a level) is set. ``ephemeral``: the platform can show this person a hand inside the group.
    ``away``: they did not act in time in the last stage. ``word``: the digest that their sign-up added to the deals.
    ``place``: the chat through which they came, ``None`` for the tournament's own."""

    tournament: int
    number: int
    entry: int
    user: Annotated[int | None, PersonField()]
    ai: str | None
    platform: str
    external: Annotated[str, PersonField(holds="account")]
    ephemeral: bool
    away: bool
    word: str
    joined_at: float
    place: int | None = None


ENTRANTS = Rows(
    EntrantRow,
    "entrants",
    CheckConstraint(column("user").is_(None) != column("ai").is_(None), name="user_or_ai"),
    key="tournament number",
    refers={"tournament": "tournaments", "user": "users", "place": "chats"},
    index="user",
)


@dataclass(frozen=True, slots=True)
class PairingRow:
    """Table ``number`` of a stage and where it is played. ``entries``: JSON list by position. ``first``: the number in the
    tournament of the first of its ``deals``."""

    tournament: int
    stage: int
    number: int
    table: int
    entries: str
    first: int
    deals: int


PAIRINGS = Rows(
    PairingRow, "pairings", key="tournament stage number", refers={"tournament": "tournaments", "table": "tables"}
)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """What a deal (by its number in the tournament) has brought at one table of its stage: ``points`` is a JSON list by position.
    ``match`` and ``round`` name the round that was played."""

    tournament: int
    deal: int
    number: int
    stage: int
    match: int
    round: int
    points: str
    at: float


SCORES = Rows(
    ScoreRow, "scores", key="tournament deal number", refers={"tournament": "tournaments", "match": "matches"}
)


@dataclass(frozen=True, slots=True)
class VenueRow:
    """A chat, not its own, in which a tournament is shown: brought there by its code. ``message`` and ``message_at`` as in
    ``TournamentRow``. ``since``: when it came there. ``person``: whose private chat it is, ``None`` for a group."""

    tournament: int
    chat: int
    message: str | None = None
    message_at: float | None = None
    since: float = 0.0
    person: Annotated[int | None, PersonField(of="chat")] = None


VENUES = Rows(
    VenueRow,
    "venues",
    key="tournament chat",
    refers={"tournament": "tournaments", "chat": "chats", "person": "users"},
    index="chat person",
)


class StoredTournaments(Stored):
    """What is asked about tournaments."""

    async def add(self, row: TournamentRow) -> TournamentRow:
        """Add a tournament. ``row.id`` is ignored; the new id is a small number, never used again."""
        return replace(row, id=await self._unit.the(_ADD, **TOURNAMENTS.values(row)))

    get = One[[int], TournamentRow](TOURNAMENTS.one())
    hold = One[[int], TournamentRow](TOURNAMENTS.one(hold=True))
    """Read a tournament; no other unit that asks in this way goes on with it before this one is over."""
    put = Put(TOURNAMENTS, TOURNAMENTS.update())  # Change a tournament that is there

    async def latest_in(self, chat: int, *, limit: int) -> Sequence[TournamentRow]:
        return await self._unit.all(_LATEST_IN, of_chat=chat, limit=limit)

    entrants = All[[int], EntrantRow](ENTRANTS.all("tournament", order="number"))
    entrants_of = All[[int], EntrantRow](ENTRANTS.all("user", order="tournament number"))
    """Where a person has signed up, over tournaments too."""
    put_entrant = Put(ENTRANTS)
    remove_entrant = Remove[[int, int]](ENTRANTS.remove())

    # -- stages
    pairings = All[[int], PairingRow](PAIRINGS.all("tournament", order="stage number"))
    """All tables of a tournament, stage by stage."""
    add_pairing = Put(PAIRINGS, PAIRINGS.insert())
    scores = All[[int], ScoreRow](SCORES.all("tournament", order="deal number"))
    """All scores of a tournament, deal by deal."""
    put_score = Put(SCORES)

    # -- where it is shown besides its own chat
    venues = All[[int], VenueRow](VENUES.all("tournament", order="since chat"))
    """The chats besides its own in which a tournament is shown, in the order in which they came."""
    venues_in = All[[int], VenueRow](VENUES.all("chat", order="tournament"))
    """Which tournaments with their home elsewhere are shown in a chat, by tournament."""
    venues_of = All[[int], VenueRow](VENUES.all("person", order="tournament chat"))
    """The venues that are a person's private chat, by tournament."""
    put_venue = Put(VENUES)
    remove_venue = Remove[[int, int]](VENUES.remove())
