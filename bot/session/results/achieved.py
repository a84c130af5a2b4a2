"""What a person has achieved, and how far they are with the rest, for /stats."""

from __future__ import annotations

from bot.honours.achievements import streak_of
from bot.honours.catalogue import STREAK, offered, total_of
from bot.session.port.replies import AchievementLine
from storage.api import ResultFilter, UnitOfWork

__all__ = ["achieved"]


async def achieved(unit: UnitOfWork, user: int, game: str | None) -> tuple[AchievementLine, ...]:
    """Return all achievements, of one game alone if it is named: those that the person has by when, of others how far it is."""
    has = {row.key: row.at for row in await unit.achievements(user)}
    everywhere = ResultFilter(user)
    sums, feats = await unit.result_sums(everywhere), await unit.feats(everywhere)
    streak = streak_of([one.won for one in await unit.played_rounds(everywhere, latest=STREAK.goal)])
    return tuple(
        AchievementLine(one.key, one.game, has.get(one.key), total_of(one, sums, feats, streak=streak), one.goal)
        for one in offered()
        if game in (None, one.game)
    )
