"""The rows of tournaments, and the part of a unit of work that reads and writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from storage.rows import ChatRow

__all__ = ["EntrantRow", "PairingRow", "ScoreRow", "TournamentQueries", "TournamentRow", "VenueRow"]


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament of a chat. ``state``: ``sign_up``, ``playing``, ``over`` (all was played), ``ended`` (by people).

    ``options``, ``preset``, ``players`` (seats of a table), ``clock`` and ``ratings`` are those of its tables; ``members`` of one
    entry stay together. ``stages`` and ``deals`` a stage: 0 while that is left to the number of entries. ``stage``: the one that
    is played, from 1. ``fill``: so many players at least, with AI players.

    ``commitment`` is public from the beginning and binds the secrets of all deals, which follow from ``root``: that stays secret
    for ever. ``links``: how many deals there can be. ``revision`` grows with each change. ``message``: the platform's id of the
    message that shows the standings, ``message_at``: when it was posted. ``invite``: the secret part of the code by which it is
    brought to other chats.
    """

    id: int
    chat: int
    game: str
    options: str
    preset: str
    players: int
    members: int
    clock: int
    ratings: str
    fill: int
    state: str
    opener: int | None
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


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A player of a tournament, ``number`` in the order of coming, of the ``entry`` that is ranked.

    Exactly one of ``user`` and ``ai`` (a level) is set. ``ephemeral``: the platform can show this person a hand inside the group.
    ``away``: they did not act in time in the last stage. ``word``: the digest that their sign-up added to the deals.
    ``place``: the chat through which they came, ``None`` for the tournament's own.
    """

    tournament: int
    number: int
    entry: int
    user: int | None
    ai: str | None
    platform: str
    external: str
    ephemeral: bool
    away: bool
    word: str
    joined_at: float
    place: int | None = None


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


@dataclass(frozen=True, slots=True)
class VenueRow:
    """A chat, not its own, in which a tournament is shown: brought there by its code. ``message`` and ``message_at`` as in
    ``TournamentRow``. ``since``: when it came there. ``person``: whose private chat it is, ``None`` for a group."""

    tournament: int
    chat: int
    message: str | None = None
    message_at: float | None = None
    since: float = 0.0
    person: int | None = None


class TournamentQueries(Protocol):
    """The part of a unit of work about tournaments."""

    async def add_tournament(self, row: TournamentRow) -> TournamentRow:
        """Add a tournament. ``row.id`` is ignored; the new id is a small number, never used again."""
        ...

    async def tournament(self, tournament: int) -> TournamentRow | None: ...
    async def hold_tournament(self, tournament: int) -> TournamentRow | None:
        """Read a tournament; no other unit that asks in this way goes on with it before this one is over."""
        ...

    async def put_tournament(self, row: TournamentRow) -> None: ...
    async def tournaments_in(self, chat: int, *, limit: int) -> Sequence[TournamentRow]:
        """Return tournaments of a chat, the latest first."""
        ...

    async def tournaments_opened(self, user: int) -> Sequence[TournamentRow]:
        """Return tournaments that a person has opened, in the order of ids."""
        ...

    async def entrants(self, tournament: int) -> Sequence[EntrantRow]: ...
    async def entrants_of(self, user: int) -> Sequence[EntrantRow]:
        """Return where a person has signed up, over tournaments too."""
        ...

    async def put_entrant(self, row: EntrantRow) -> None: ...
    async def remove_entrant(self, tournament: int, number: int) -> None: ...
    async def pairings(self, tournament: int) -> Sequence[PairingRow]:
        """Return all tables of a tournament, stage by stage."""
        ...

    async def add_pairing(self, row: PairingRow) -> None: ...
    async def scores(self, tournament: int) -> Sequence[ScoreRow]:
        """Return all scores of a tournament, deal by deal."""
        ...

    async def put_score(self, row: ScoreRow) -> None: ...
    async def venues(self, tournament: int) -> Sequence[VenueRow]:
        """Return the chats besides its own in which a tournament is shown, in the order in which they came."""
        ...

    async def venues_in(self, chat: int) -> Sequence[VenueRow]:
        """Return which tournaments with their home elsewhere are shown in a chat, by tournament."""
        ...

    async def venues_of(self, person: int) -> Sequence[VenueRow]:
        """Return the venues that are a person's private chat, by tournament."""
        ...

    async def put_venue(self, row: VenueRow) -> None: ...
    async def remove_venue(self, tournament: int, chat: int) -> None: ...
    async def chats_of(self, platform: str, external: str) -> Sequence[ChatRow]:
        """Return a chat with all its topics, as far as they are known."""
        ...
