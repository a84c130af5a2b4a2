"""Results of finished rounds and matches, and the sums that the database makes of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from sqlalchemy import ColumnElement, Index, and_, bindparam, case, exists, func, literal_column, not_, select

from storage.sql import All, PersonField, Query, Rows, Stored, first_number
from storage.themes.chats import in_group, in_groups_of
from storage.themes.people import USERS, UserRow

__all__ = ["RESULTS", "PlayedRound", "ResultFilter", "ResultRow", "ResultSum", "SharedRounds", "StoredResults"]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What one seat got out of one finished, counted round (``round`` > 0) or match (``round`` 0). Seats with the same
    ``side`` win together; ``None`` in results of matches."""

    match: int
    round: int
    seat: int
    game: str
    chat: int
    user: Annotated[int | None, PersonField(of="chat", forgotten="keep")]
    ai: str | None
    role: str
    points: int
    won: bool
    place: int | None
    at: float
    feats: str = "{}"
    side: int | None = None


RESULTS = Rows(
    ResultRow,
    "results",
    Index(None, "chat", "game"),
    Index("ix_results_of_user", "user", "at", "chat", "game", "role", "place", "won", "points", "side", "feats"),
    Index(None, "game"),
    key="match round seat",
    refers={"match": "matches", "chat": "chats", "user": "users"},
)
_r = RESULTS.c
_ADD = RESULTS.insert()
_seen = RESULTS.table.alias("seen").c
_IN_GROUPS_OF_VIEWER = in_groups_of(_r.chat, _seen.user == bindparam("of_viewer"), by=_seen.chat)
"""The condition that a result is of a group in which the viewer has results."""
_one, _other = RESULTS.table.alias().c, RESULTS.table.alias().c
_HAVE_MET: Query[int] = Query(
    select(func.count()).where(
        exists().where(_one.match == _other.match, _one.user == bindparam("one"), _other.user == bindparam("other"))
    ),
    first_number,
)

_BETWEEN = (_r.round > 0, _r.at >= bindparam("since"), _r.at < bindparam("until"))
_CHATS_BETWEEN: Query[int] = Query(
    select(_r.chat).where(*_BETWEEN, _r.user.is_not(None)).distinct().order_by(_r.chat), first_number
)


@lru_cache
def _of_person(*, game: bool, chat: bool) -> Query[ResultRow]:
    """Ask for a person's results; where a round ended its match, the match's line comes first."""
    newest = [_r.at.desc(), _r.match.desc(), case((_r.round == 0, 0), else_=1), _r.round.desc(), _r.seat]
    mine = RESULTS.found("user", *(["game"] if game else []), *([in_group(_r.chat)] if chat else []))
    return Query(mine.order_by(*newest).limit(bindparam("limit")), RESULTS.read)


# -- sums
@dataclass(frozen=True, slots=True)
class ResultFilter:
    """Which results of a person are meant: of one game or all, of a chat's group, of the groups where ``viewer`` has
    played. ``None`` restricts nothing."""

    user: int
    game: str | None = None
    chat: int | None = None
    viewer: int | None = None


@dataclass(frozen=True, slots=True)
class ResultSum:
    """Counted rounds (or matches, then ``seat`` is -1) of a person that are alike, summed in the database."""

    game: str
    role: str
    seat: int
    place: int | None
    rounds: int
    won: int
    points: int
    drawn: int  # Rounds that nobody won


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One counted round of a person, in the order of time; ``drawn``: nobody won it."""

    at: float
    won: bool
    points: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class SharedRounds:
    """The rounds that a person played together with another, on the same side (``partner``) or against. ``user`` and
    ``name`` are the other's; ``won`` counts the rounds that the first person won."""

    user: int
    name: str
    partner: bool
    rounds: int
    won: int


def _count(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((and_(*conditions), 1), else_=0))


_winning = RESULTS.table.alias("winning").c
_DRAWN = and_(
    _r.round > 0, not_(_r.won), ~exists().where(_winning.match == _r.match, _winning.round == _r.round, _winning.won)
)
_LATEST = (_r.at.desc(), _r.match.desc(), _r.round.desc(), _r.seat.desc())


def _fitting(game: bool, chat: bool, viewer: bool) -> list[ColumnElement[bool]]:
    where = RESULTS.given("user", *(["game"] if game else []))
    if chat:
        where.append(in_group(_r.chat))
    if viewer:
        where.append(_IN_GROUPS_OF_VIEWER)
    return where


@lru_cache
def _sums(*, game: bool, chat: bool, viewer: bool) -> Query[ResultSum]:
    """Ask for rounds summed by what they have in common, and matches by game, in one pass over a person's results."""
    is_match = _r.round == 0
    alike: list[ColumnElement[Any]] = [
        _r.game,
        case((is_match, ""), else_=_r.role),
        case((is_match, -1), else_=_r.seat),
        case((is_match, None), else_=_r.place),
    ]
    found = select(*alike, func.count(), _count(_r.won), func.sum(_r.points), _count(_DRAWN))
    found = found.where(*_fitting(game, chat, viewer))
    return Query(found.group_by(*(literal_column(str(at)) for at in range(1, 5))), lambda line: ResultSum(*line))


@lru_cache
def _feats(*, game: bool, chat: bool, viewer: bool) -> Query[tuple[str, str, int]]:
    """Ask for texts of deeds, each with the number of rounds that have it."""
    found = select(_r.game, _r.feats, func.count()).where(*_fitting(game, chat, viewer), _r.round > 0)
    return Query(
        found.group_by(_r.game, _r.feats).order_by(_r.game, _r.feats), lambda line: (line[0], line[1], line[2])
    )


@lru_cache
def _played(*, game: bool, chat: bool, viewer: bool) -> Query[PlayedRound]:
    found = select(_r.at, _r.won, _r.points, _DRAWN).where(*_fitting(game, chat, viewer), _r.round > 0)
    found = found.order_by(*_LATEST).limit(bindparam("latest"))
    return Query(found, lambda line: PlayedRound(line[0], bool(line[1]), line[2], bool(line[3])))


@lru_cache
def _shared(*, game: bool, chat: bool, viewer: bool) -> Query[SharedRounds]:
    """Ask for other persons in a person's latest rounds, on the same side and against."""
    latest = select(_r.match, _r.round, _r.user, _r.side, _r.won).where(*_fitting(game, chat, viewer), _r.round > 0)
    mine = latest.order_by(*_LATEST).limit(bindparam("latest")).subquery("mine").c
    others, u = RESULTS.table.alias("others").c, USERS.c
    same = case((mine.side == others.side, 1), else_=0)
    found = (
        select(others.user, u.name, same, func.count(), _count(mine.won))
        .where(
            others.match == mine.match, others.round == mine.round, others.user != mine.user,
            u.id == others.user, u.name != literal_column("''"),
        )
        .group_by(others.user, u.name, same)
        .having(func.count() >= bindparam("least"))
        .order_by(others.user, same)
    )  # fmt: skip
    return Query(found, lambda line: SharedRounds(line[0], line[1], bool(line[2]), line[3], line[4]))


@lru_cache
def _players_in(*, chat: bool) -> Query[UserRow]:
    """Ask for people with results in a chat, or in the chats where the viewer has some."""
    here = in_group(_r.chat) if chat else _IN_GROUPS_OF_VIEWER
    return USERS.all(USERS.c.id.in_(select(_r.user).where(here)), order="id")


class StoredResults(Stored):
    """What is asked about results."""

    async def add(self, rows: Sequence[ResultRow]) -> None:
        self._unit.write(_ADD, [RESULTS.values(row) for row in rows])

    of_match = All[[int], ResultRow](RESULTS.all("match", order="round seat"))
    """All results of a match, by round and seat; its own lines (round 0) come first."""

    async def of_person(self, user: int, *, game: str | None, chat: int | None, limit: int) -> Sequence[ResultRow]:
        """A person's results, newest first, rounds and matches alike. ``chat``: of all chats of its group,
        here and below."""
        query = _of_person(game=game is not None, chat=chat is not None)
        return await self._unit.all(query, of_user=user, of_game=game, of_chat=chat, limit=max(limit, 0))

    between = All[[int, float, float], ResultRow](
        RESULTS.all(in_group(_r.chat), *_BETWEEN, order="at match round seat")
    )
    """The results of rounds of a chat's group in this time, in the order of their ends, then by seat."""
    chats_between = All[[float, float], int](_CHATS_BETWEEN)
    """The chats in which persons finished rounds in this time, ascending. Reads all results."""

    async def have_met(self, one: int, other: int) -> bool:
        return await self._unit.the(_HAVE_MET, one=one, other=other) > 0

    # -- sums
    async def sums(self, wanted: ResultFilter) -> Sequence[ResultSum]:
        """Return sums of rounds by game, role, seat and place, then of matches by game, in the order of these."""
        found = await self._unit.all(_sums(**_kind(wanted)), **_values(wanted))
        return sorted(found, key=lambda one: (one.seat < 0, one.game, one.role, one.seat, one.place or 0))

    async def feats(self, wanted: ResultFilter) -> Sequence[tuple[str, str, int]]:
        """Return (game, JSON of deeds, how many counted rounds had exactly these), in the order of the two texts."""
        return await self._unit.all(_feats(**_kind(wanted)), **_values(wanted))

    async def played(self, wanted: ResultFilter, *, latest: int) -> Sequence[PlayedRound]:
        """The ``latest`` counted rounds, oldest first."""
        newest_first = await self._unit.all(_played(**_kind(wanted)), **_values(wanted), latest=latest)
        return newest_first[::-1]

    async def shared(self, wanted: ResultFilter, *, least: int, latest: int) -> Sequence[SharedRounds]:
        """The named persons met in at least ``least`` of the ``latest`` counted rounds, once for each side
        they were on, in the order of ids."""
        return await self._unit.all(_shared(**_kind(wanted)), **_values(wanted), least=least, latest=latest)

    async def find_players(self, name: str, *, chat: int | None, viewer: int | None) -> Sequence[UserRow]:
        """Return people of this name (in any case of letters) with results in the chat's group, or in groups where
        the viewer has."""
        people = await self._unit.all(_players_in(chat=chat is not None), of_chat=chat, of_viewer=viewer)
        return [row for row in people if row.name and row.name.lower() == name.lower()]


def _kind(wanted: ResultFilter) -> dict[str, bool]:
    """What a filter restricts, which decides the text of the statement."""
    return {"game": wanted.game is not None, "chat": wanted.chat is not None, "viewer": wanted.viewer is not None}


def _values(wanted: ResultFilter) -> dict[str, Any]:
    return {"of_user": wanted.user, "of_game": wanted.game, "of_chat": wanted.chat, "of_viewer": wanted.viewer}
