"""The statements of ratings and statistics, written and compiled like all others."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, case, delete, exists, func, literal_column, not_, or_, select
from sqlalchemy.dialects.postgresql import insert

from storage.api import (
    EndingRow,
    PlayedRound,
    RatedList,
    RatingPointRow,
    RatingRow,
    ResultRow,
    ResultSum,
    SharedRounds,
    UserRow,
)
from storage.sql import schema
from storage.sql.statements.core import RESULTS, USERS, Query, Rows, Statement, given, in_group, in_groups_of_viewer

_r = schema.results.c


# -- ratings
ENDINGS = Rows(EndingRow, schema.endings)
ADD_ENDING = ENDINGS.insert_new()
_e = schema.endings.c
ENDINGS_AFTER: Query[EndingRow] = Query(
    select(*ENDINGS.columns).where(_e.id > bindparam("after")).order_by(_e.id).limit(bindparam("limit")), ENDINGS.read
)
RESULTS_OF_ENDINGS: Query[ResultRow] = Query(
    select(*RESULTS.columns)
    .select_from(schema.endings.join(schema.results, and_(_e.match == _r.match, _e.round == _r.round)))
    .where(_e.id > bindparam("after"), _e.id <= bindparam("last"))
    .order_by(_e.id, _r.seat),
    RESULTS.read,
)
RATINGS = Rows(RatingRow, schema.ratings)
RATING, PUT_RATING = RATINGS.one(), RATINGS.put()
ALL_RATINGS = RATINGS.all(order=[*schema.ratings.primary_key.columns])
RATING_POINTS = Rows(RatingPointRow, schema.rating_points)
PUT_RATING_POINT = RATING_POINTS.put()
POINTS_OF = RATING_POINTS.all(
    *given(schema.rating_points, "game", "board", "scope", "player"), order=[schema.rating_points.c.rounds]
)
CLEAR_RATINGS = [Statement(delete(schema.ratings)), Statement(delete(schema.rating_points))]
_g = schema.ratings.c
_IN_LIST = given(schema.ratings, "game", "board", "scope", "season")
_everywhere = schema.ratings.alias("everywhere")
_w = _everywhere.c
_RATED = [
    _w.game == _g.game, _w.board == _g.board, _w.scope == literal_column("0"), _w.season == _g.season, _w.player == _g.player,
]  # fmt: skip
"""A row of a list, and the one rating that the player has."""
_RATING = [_w[column.name] for column in RATINGS.columns]
RATED_OTHERS: Query[RatingRow] = Query(
    select(*_RATING).where(*_IN_LIST, *_RATED, _g.user.is_(None)).order_by(_g.player), RATINGS.read
)
_cautious = _w.mu - literal_column("3.0") * _w.sigma
"""What leaderboards are ordered by."""


def _named(viewer: bool) -> list[ColumnElement[bool]]:
    """Return the conditions for persons who may be named: all that have a name, or those who are listed and the
    viewer."""
    u = schema.users.c
    known: list[ColumnElement[bool]] = [u.id == _g.user, u.name != literal_column("''")]
    return [*known, or_(u.listed, u.id == bindparam("of_viewer"))] if viewer else known


@lru_cache
def rated_lists(*, viewer: bool) -> Query[RatedList]:
    """Ask for the lists of a scope with their persons counted, the most recent first."""
    lists = [_g.game, _g.board, _g.season]
    found = (
        select(*lists, func.count(), func.max(_g.at))
        .where(*given(schema.ratings, "scope"), *_named(viewer))
        .group_by(*lists)
        .order_by(func.max(_g.at).desc(), *lists)
    )
    return Query(found, lambda line: RatedList(*line))


@lru_cache
def ranked(*, viewer: bool) -> Query[tuple[str, RatingRow]]:
    """Ask for persons of a list with their names, best first."""
    found = select(schema.users.c.name, *_RATING).where(*_IN_LIST, *_RATED, *_named(viewer))
    found = found.order_by(_cautious.desc(), _g.user).limit(bindparam("limit")).offset(bindparam("offset"))
    return Query(found, lambda line: (str(line[0]), RATINGS.read(line[1:])))


@lru_cache
def ranked_above(*, viewer: bool) -> Query[int]:
    """Ask how many of a list stand before a value, or with it but before a person's id."""
    value: ColumnElement[Any] = bindparam("value")
    before = or_(_cautious > value, and_(_cautious == value, _g.user < bindparam("of_user")))
    found = select(func.count()).select_from(
        schema.ratings.join(schema.users, schema.users.c.id == _g.user), _everywhere
    )
    return Query(found.where(*_IN_LIST, *_RATED, *_named(viewer), before), lambda line: int(line[0]))


# -- statistics
def _count(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((and_(*conditions), 1), else_=0))


_winning = schema.results.alias("winning")
_DRAWN = and_(
    _r.round > 0,
    not_(_r.won),
    ~exists().where(_winning.c.match == _r.match, _winning.c.round == _r.round, _winning.c.won),
)


def _of_person(game: bool, chat: bool, viewer: bool) -> list[ColumnElement[bool]]:
    """Return the conditions for a person's results, restricted as wanted."""
    where: list[ColumnElement[bool]] = [_r.user == bindparam("of_user")]
    if game:
        where.append(_r.game == bindparam("of_game"))
    if chat:
        where.append(in_group(_r.chat))
    if viewer:
        where.append(in_groups_of_viewer(_r.chat))
    return where


@lru_cache
def result_sums(*, game: bool, chat: bool, viewer: bool) -> Query[ResultSum]:
    """Ask for rounds summed by what they have in common, and matches by game, in one pass over a person's results."""
    is_match = _r.round == 0
    alike: list[ColumnElement[Any]] = [
        _r.game,
        case((is_match, ""), else_=_r.role),
        case((is_match, -1), else_=_r.seat),
        case((is_match, None), else_=_r.place),
    ]
    found = select(*alike, func.count(), _count(_r.won), func.sum(_r.points), _count(_DRAWN))
    found = found.where(*_of_person(game, chat, viewer))
    return Query(found.group_by(*(literal_column(str(at)) for at in range(1, 5))), lambda line: ResultSum(*line))


@lru_cache
def feats(*, game: bool, chat: bool, viewer: bool) -> Query[tuple[str, str, int]]:
    """Ask for texts of deeds, each with the number of rounds that have it."""
    found = select(_r.game, _r.feats, func.count()).where(*_of_person(game, chat, viewer), _r.round > 0)
    return Query(
        found.group_by(_r.game, _r.feats).order_by(_r.game, _r.feats), lambda line: (line[0], line[1], line[2])
    )


@lru_cache
def played_rounds(*, game: bool, chat: bool, viewer: bool) -> Query[PlayedRound]:
    """Ask for the latest rounds, newest first."""
    found = select(_r.at, _r.won, _r.points, _DRAWN).where(*_of_person(game, chat, viewer), _r.round > 0)
    found = found.order_by(_r.at.desc(), _r.match.desc(), _r.round.desc(), _r.seat.desc()).limit(bindparam("latest"))
    return Query(found, lambda line: PlayedRound(line[0], bool(line[1]), line[2], bool(line[3])))


@lru_cache
def shared_rounds(*, game: bool, chat: bool, viewer: bool) -> Query[SharedRounds]:
    """Ask for other persons in a person's latest rounds, on the same side and against."""
    latest = select(_r.match, _r.round, _r.user, _r.side, _r.won).where(*_of_person(game, chat, viewer), _r.round > 0)
    latest = latest.order_by(_r.at.desc(), _r.match.desc(), _r.round.desc(), _r.seat.desc()).limit(bindparam("latest"))
    mine, others, u = latest.subquery("mine"), schema.results.alias("others"), schema.users.c
    same = case((mine.c.side == others.c.side, 1), else_=0)
    found = (
        select(others.c.user, u.name, same, func.count(), _count(mine.c.won))
        .where(
            others.c.match == mine.c.match, others.c.round == mine.c.round, others.c.user != mine.c.user,
            u.id == others.c.user, u.name != literal_column("''"),
        )
        .group_by(others.c.user, u.name, same)
        .having(func.count() >= bindparam("least"))
        .order_by(others.c.user, same)
    )  # fmt: skip
    return Query(found, lambda line: SharedRounds(line[0], line[1], bool(line[2]), line[3], line[4]))


@lru_cache
def players_in(*, chat: bool) -> Query[UserRow]:
    """Ask for people with results in a chat, or in the chats where the viewer has some."""
    here = in_group(_r.chat) if chat else in_groups_of_viewer(_r.chat)
    known = schema.users.c.id.in_(select(_r.user).where(here))
    return Query(select(*USERS.columns).where(known).order_by(schema.users.c.id), USERS.read)


# -- marks
MARK: Query[str] = Query(select(schema.marks.c.value).where(*given(schema.marks, "name")), lambda line: str(line[0]))
_marked = insert(schema.marks).values(name=bindparam("name"), value=bindparam("value"))
PUT_MARK = Statement(_marked.on_conflict_do_update(index_elements=["name"], set_={"value": _marked.excluded.value}))
