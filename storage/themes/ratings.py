"""Ratings, a calculation over all results: the order in which rounds ended, what is believed of players, and leaderboards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any

from sqlalchemy import (
    ColumnElement,
    Index,
    UniqueConstraint,
    and_,
    bindparam,
    delete,
    func,
    literal_column,
    or_,
    select,
)

from storage.sql import All, PersonField, Query, Rows, Statement, Stored, first_number
from storage.themes.people import USERS
from storage.themes.results import RESULTS, ResultRow

__all__ = ["EndingRow", "RankedRow", "RatedList", "RatingKey", "RatingPointRow", "RatingRow", "StoredRatings"]


@dataclass(frozen=True, slots=True)
class EndingRow:
    """The end of a round that has results. ``id`` rises in the order of commits, in which ratings are computed.
    ``round`` as in ``ResultRow`` (never 0). ``counts``: which rounds of the table are rated, ``on`` (all), ``people``
    (those without AI players) or ``off``."""

    id: int
    match: int
    round: int
    counts: str


ENDINGS = Rows(EndingRow, "endings", UniqueConstraint("match", "round"), key="id", refers={"match": "matches"})
_e, _r = ENDINGS.c, RESULTS.c
_ADD_ENDING, _ENDINGS = ENDINGS.insert_new(), ENDINGS.some(_e.id > bindparam("after"), order="id")
_RESULTS_OF_ENDINGS: Query[ResultRow] = Query(
    select(*RESULTS.columns)
    .select_from(ENDINGS.table.join(RESULTS.table, and_(_e.match == _r.match, _e.round == _r.round)))
    .where(_e.id > bindparam("after"), _e.id <= bindparam("last"))
    .order_by(_e.id, _r.seat),
    RESULTS.read,
)


@dataclass(frozen=True, slots=True)
class RatingKey:
    """One player in one list. ``scope``: the chat that stands for a group, 0 for everywhere. ``board``: ``people`` or ``ai``.
    ``season``: a calendar month ``2026-11`` (UTC), ``""`` for all time. ``player``: ``u12`` a person, ``ai:easy`` a level,
    ``role:banker`` a role."""

    game: str
    board: str
    scope: int
    season: str
    player: str


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating: ``RatingKey`` and what is believed of the player after so many rounds, the last one at ``at``.
    Everybody has one rating, that of everywhere. A row of a group says who belongs to its list, and counts the rounds
    played there; its ``mu`` and ``sigma`` are those of everywhere when it was written, and nobody reads them."""

    game: str
    board: str
    scope: int
    season: str
    player: Annotated[str, PersonField(forgotten="keep", holds="player")]
    user: Annotated[int | None, PersonField(forgotten="keep")]
    mu: float
    sigma: float
    rounds: int
    won: int
    at: float

    @property
    def key(self) -> RatingKey:
        return RatingKey(self.game, self.board, self.scope, self.season, self.player)


RATINGS = Rows(
    RatingRow,
    "ratings",
    Index(None, "scope", "game", "board", "season"),
    key="game board scope season player",
    refers={"user": "users"},
)
_RATING, _PUT = RATINGS.one(), RATINGS.put()


@dataclass(frozen=True, slots=True)
class RatingPointRow:
    """A point of a rating's course in a list of all time: what it was after so many rounds."""

    game: str
    board: str
    scope: int
    player: Annotated[str, PersonField(forgotten="keep", holds="player")]
    rounds: int
    at: float
    mu: float
    sigma: float


POINTS = Rows(RatingPointRow, "rating_points", key="game board scope player rounds")
_PUT_POINT, _POINTS = POINTS.put(), POINTS.all("game", "board", "scope", "player", order="rounds")
_CLEAR = (Statement(delete(RATINGS.table)), Statement(delete(POINTS.table)))


# -- lists
@dataclass(frozen=True, slots=True)
class RankedRow:
    """A line of a leaderboard: a person's name and rating. ``place`` counts from 1."""

    place: int
    name: str
    rating: RatingRow


@dataclass(frozen=True, slots=True)
class RatedList:
    """A list in which persons are rated: how many, and when somebody's last round in it ended."""

    game: str
    board: str
    season: str
    players: int
    at: float


_g = RATINGS.c
_IN_LIST = RATINGS.given("game", "board", "scope", "season")
_everywhere = RATINGS.table.alias("everywhere")
_w = _everywhere.c
_RATED = [
    _w.game == _g.game, _w.board == _g.board, _w.scope == literal_column("0"), _w.season == _g.season, _w.player == _g.player,
]  # fmt: skip
"""A row of a list, and the one rating that the player has."""
_OF_EVERYWHERE = [_w[column.name] for column in RATINGS.columns]
_OTHERS: Query[RatingRow] = Query(
    select(*_OF_EVERYWHERE).where(*_IN_LIST, *_RATED, _g.user.is_(None)).order_by(_g.player), RATINGS.read
)
_cautious = _w.mu - literal_column("3.0") * _w.sigma  # What leaderboards are ordered by


def _named(viewer: bool) -> list[ColumnElement[bool]]:
    """The conditions for persons who may be named: all that have a name, or those who are listed and the viewer."""
    u = USERS.c
    known: list[ColumnElement[bool]] = [u.id == _g.user, u.name != literal_column("''")]
    return [*known, or_(u.listed, u.id == bindparam("of_viewer"))] if viewer else known


@lru_cache
def _lists(*, viewer: bool) -> Query[RatedList]:
    """Ask for the lists of a scope with their persons counted, the most recent first."""
    lists = [_g.game, _g.board, _g.season]
    found = (
        select(*lists, func.count(), func.max(_g.at))
        .where(*RATINGS.given("scope"), *_named(viewer))
        .group_by(*lists)
        .order_by(func.max(_g.at).desc(), *lists)
    )
    return Query(found, lambda line: RatedList(*line))


@lru_cache
def _ranked(*, viewer: bool) -> Query[tuple[str, RatingRow]]:
    """Ask for persons of a list with their names, best first."""
    found = select(USERS.c.name, *_OF_EVERYWHERE).where(*_IN_LIST, *_RATED, *_named(viewer))
    found = found.order_by(_cautious.desc(), _g.user).limit(bindparam("limit")).offset(bindparam("offset"))
    return Query(found, lambda line: (str(line[0]), RATINGS.read(line[1:])))


@lru_cache
def _ranked_above(*, viewer: bool) -> Query[int]:
    """Ask how many of a list stand before a value, or with it but before a person's id."""
    value: ColumnElement[Any] = bindparam("value")
    before = or_(_cautious > value, and_(_cautious == value, _g.user < bindparam("of_user")))
    found = select(func.count()).select_from(RATINGS.table.join(USERS.table, USERS.c.id == _g.user), _everywhere)
    return Query(found.where(*_IN_LIST, *_RATED, *_named(viewer), before), first_number)


class StoredRatings(Stored):
    """What is asked about ratings."""

    # -- the order of endings
    async def hold_endings(self) -> None:
        await self._unit.hold_endings()

    async def add_ending(self, row: EndingRow) -> EndingRow:
        """Record that a round has ended. ``row.id`` is ignored. The results of the round are added in the same
        transaction. No other round ends until this unit is over, so ids rise in the order of commits."""
        await self._unit.hold_endings()
        return replace(row, id=await self._unit.the(_ADD_ENDING, **ENDINGS.values(row)))

    async def endings(self, *, after: int, limit: int) -> Sequence[EndingRow]:
        """Return endings with a higher id than ``after``, in order."""
        return await self._unit.all(_ENDINGS, after=after, limit=limit)

    async def results_of_endings(self, *, after: int, last: int) -> Sequence[ResultRow]:
        """The results of the rounds of these endings (``after`` < id <= ``last``), in their order, then by seat."""
        return await self._unit.all(_RESULTS_OF_ENDINGS, after=after, last=last)

    # -- ratings and their course
    async def get(self, keys: Sequence[RatingKey]) -> Sequence[RatingRow]:
        """The ratings that exist, in the order of ``keys``."""
        return await self._unit.each(
            _RATING, [{f"of_{name}": getattr(key, name) for name in RATINGS.keys} for key in keys]
        )

    all = All[[], RatingRow](RATINGS.all(order=" ".join(RATINGS.keys)))  # Every rating, in the order of its key

    async def put(self, rows: Sequence[RatingRow]) -> None:
        self._unit.write(_PUT, [RATINGS.values(row) for row in rows])

    async def clear(self) -> None:
        """Forget all ratings and their points, to put them anew."""
        for clear in _CLEAR:
            self._unit.write(clear, {})

    points = All[[str, str, int, str], RatingPointRow](_POINTS)

    async def put_points(self, rows: Sequence[RatingPointRow]) -> None:
        self._unit.write(_PUT_POINT, [POINTS.values(row) for row in rows])

    # -- lists
    async def lists(self, scope: int, viewer: int | None) -> Sequence[RatedList]:
        """The lists of a scope that have persons in them, the most recent first; ``viewer`` as in ``ranked``."""
        return await self._unit.all(_lists(viewer=viewer is not None), of_scope=scope, of_viewer=viewer)

    async def ranked(
        self, *, game: str, board: str, scope: int, season: str, viewer: int | None, limit: int, offset: int
    ) -> Sequence[RankedRow]:
        """Return named persons of a list with their ratings of everywhere, by ``mu`` - 3 ``sigma``, best first.
        ``viewer``: only those who are listed, and this person."""
        found = await self._unit.all(
            _ranked(viewer=viewer is not None), of_game=game, of_board=board, of_scope=scope, of_season=season,
            of_viewer=viewer, limit=max(limit, 0), offset=offset,
        )  # fmt: skip
        return [RankedRow(place, name, row) for place, (name, row) in enumerate(found, start=offset + 1)]

    async def ranked_above(self, row: RatingRow, *, scope: int, viewer: int | None) -> int:
        """How many of those whom ``ranked`` lists stand before this rating (of everywhere) of a person."""
        return await self._unit.the(
            _ranked_above(viewer=viewer is not None), of_game=row.game, of_board=row.board, of_scope=scope,
            of_season=row.season, of_viewer=viewer, of_user=row.user, value=row.mu - 3.0 * row.sigma,
        )  # fmt: skip

    async def others(self, *, game: str, board: str, scope: int, season: str) -> Sequence[RatingRow]:
        """Return ratings (of everywhere) of those in a list who are no persons: AI players and roles, in the order
        of their names."""
        return await self._unit.all(_OTHERS, of_game=game, of_board=board, of_scope=scope, of_season=season)
