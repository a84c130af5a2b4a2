"""The statements about honours, written and compiled like all others."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from storage.honours import AchievementRow, SeasonPostRow
from storage.rows import ResultRow
from storage.sql import schema
from storage.sql.statements.core import RESULTS, Query, Rows, Statement, given, in_group

__all__ = [
    "ACHIEVEMENTS", "ACHIEVEMENTS_BY", "ACHIEVEMENTS_OF", "ADD_SEASON_POST", "PLAYED_BETWEEN", "PUT_ACHIEVEMENT",
    "PUT_SEASON_POST", "REMOVE_ACHIEVEMENT", "REMOVE_ACHIEVEMENTS", "RESULTS_BETWEEN", "RESULTS_IN", "SEASON_POSTS",
    "SEASON_POSTS_SINCE",
]  # fmt: skip

ACHIEVEMENTS = Rows(AchievementRow, schema.achievements)
_a, _r = schema.achievements.c, schema.results.c
ACHIEVEMENTS_OF = ACHIEVEMENTS.all(*given(schema.achievements, "user"), order=[_a.at, _a.key])
ACHIEVEMENTS_BY = ACHIEVEMENTS.all(*given(schema.achievements, "match", "round"), order=[_a.user, _a.key])
_new = insert(schema.achievements).values({name: bindparam(name) for name in ACHIEVEMENTS.names})
PUT_ACHIEVEMENT = Statement(
    _new.on_conflict_do_update(
        index_elements=["user", "key"],
        set_={name: _new.excluded[name] for name in ("match", "round", "at")},
        where=_new.excluded.at < _a.at,
    )
)
REMOVE_ACHIEVEMENTS = Statement(delete(schema.achievements).where(*given(schema.achievements, "user")))
REMOVE_ACHIEVEMENT = Statement(delete(schema.achievements).where(*given(schema.achievements, "user", "key")))

# -- results of a match, and of some time
RESULTS_IN: Query[ResultRow] = RESULTS.all(*given(schema.results, "match"), order=[_r.round, _r.seat])
_between = (_r.round > 0, _r.at >= bindparam("since"), _r.at < bindparam("until"))
PLAYED_BETWEEN: Query[int] = Query(
    select(_r.chat).where(*_between, _r.user.is_not(None)).distinct().order_by(_r.chat), lambda line: int(line[0])
)
RESULTS_BETWEEN: Query[ResultRow] = RESULTS.all(
    *_between, in_group(_r.chat), order=[_r.at, _r.match, _r.round, _r.seat]
)

# -- posts about months
SEASON_POSTS = Rows(SeasonPostRow, schema.season_posts)
_s = schema.season_posts.c
SEASON_POSTS_SINCE = SEASON_POSTS.all(_s.season >= bindparam("of_season"), order=[_s.season, _s.scope])
PUT_SEASON_POST = SEASON_POSTS.put()
ADD_SEASON_POST: Query[int] = Query(
    insert(schema.season_posts)
    .values({name: bindparam(name) for name in SEASON_POSTS.names})
    .on_conflict_do_nothing()
    .returning(_s.scope),
    lambda line: int(line[0]),
)
