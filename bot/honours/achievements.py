"""Who has achieved what: found out by a round that has just ended, or by all results of a person anew.

What a person has is stored once for all with the round that brought it, in the transaction of the round's results: nothing
told again can follow from a restart, an update that comes twice, or two workers.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from bot.honours.catalogue import (
    ALL_GAMES,
    COMEBACK,
    MATCHES,
    STREAK,
    Course,
    all_of,
    is_comeback,
    total_of,
    worth_of,
)
from games.achievement import Achievement
from storage.api import AchievementRow, ResultFilter, ResultRow, Store, UnitOfWork

__all__ = ["catch_up", "earn", "move_achievements", "renew", "streak_of"]

_MARK: Final = "achievements"
"""The name of the mark that says by which catalogue all stored results have been gone through."""
_RECIPE: Final = "1"
_BATCH: Final = 500
_ALL: Final = 1_000_000_000


async def earn(unit: UnitOfWork, rows: Sequence[ResultRow]) -> dict[int, tuple[str, ...]]:
    """Store what persons achieve by the results of a round, and of the match where it ended that; return the keys by seat.

    The results themselves have been written in ``unit``. The caller commits.
    """
    ended = next((row for row in rows if row.round > 0), None)
    if ended is None:
        return {}
    of_person: dict[int, list[ResultRow]] = defaultdict(list)
    for row in rows:
        if row.user is not None:
            of_person[row.user].append(row)
    course = await unit.results_in(ended.match) if any(row.round == 0 and row.won for row in rows) else ()
    found = await asyncio.gather(*(_earned(unit, user, own, course) for user, own in of_person.items()))
    new = [
        AchievementRow(user, key, ended.match, ended.round, ended.at)
        for user, keys in zip(of_person, found, strict=True)
        for key in keys
    ]
    await unit.put_achievements(new)
    by_user = dict(zip(of_person, found, strict=True))
    seats = {row.seat: row.user for row in rows if row.round > 0 and row.user is not None}
    return {seat: by_user[user] for seat, user in seats.items() if by_user[user]}


async def _earned(
    unit: UnitOfWork, user: int, own: Sequence[ResultRow], course: Sequence[ResultRow]
) -> tuple[str, ...]:
    """Return the keys of what a person achieves by these results and did not have before."""
    game = own[0].game
    has = {row.key for row in await unit.achievements(user)}
    open_ones = [(one, _share(one, own)) for one in all_of(game) if one.key not in has and one != COMEBACK]
    wanted = [(one, share) for one, share in open_ones if share]
    counted = [one for one, _ in wanted if one.goal > 1 and one != STREAK]
    # Somebody may have thousands of rounds: the store adds them up only where this one can bring something.
    deeds = any(one.by_deeds for one in counted)
    sums = () if all(one.by_deeds for one in counted) else await unit.result_sums(ResultFilter(user))
    feats = await unit.feats(ResultFilter(user, game)) if deeds else ()
    in_a_row = any(one == STREAK for one, _ in wanted)
    played = await unit.played_rounds(ResultFilter(user), latest=STREAK.goal) if in_a_row else ()
    streak = streak_of([one.won for one in played])
    keys = []
    for one, share in wanted:
        total = share if one.goal == 1 else total_of(one, sums, feats, streak=streak)
        if total >= one.goal and total - share < one.goal:
            keys.append(one.key)
    if COMEBACK.key not in has and _is_won(own) and is_comeback(course, user):
        keys.append(COMEBACK.key)
    return tuple(keys)


def _share(one: Achievement, own: Sequence[ResultRow]) -> int:
    """Return how much of a total is new by these results; of what is no sum, all of it as far as it may be."""
    if one.key in (STREAK.key, ALL_GAMES):
        return one.goal if any(row.won and row.round > 0 for row in own) else 0
    if one == MATCHES:
        return int(_is_won(own))
    return sum(worth_of(one, row) for row in own)


def _is_won(own: Sequence[ResultRow]) -> bool:
    return any(row.round == 0 and row.won for row in own)


def streak_of(won: Sequence[bool]) -> int:
    """Return how many of the latest rounds were won in a row; the oldest comes first."""
    return next((at for at, result in enumerate(reversed(won)) if not result), len(won))


# -- all results of a person


async def renew(unit: UnitOfWork, user: int) -> None:
    """Store what a person has achieved by all their results, quietly: what counted for another, and what older versions of the
    program did not look for. Nothing is taken away. The caller commits."""
    person = await unit.user(user)
    if person is None or not person.name:
        return  # forgotten: of their results nobody knows any more whose they are
    course, last = Course(), dict[int, int]()
    for row in reversed(await unit.results_of(user, game=None, chat=None, limit=_ALL)):
        last[row.match] = row.round or last.get(row.match, 1)
        course.add(row)
        if course.may_be_comeback(row) and is_comeback(await unit.results_in(row.match), user):
            course.reach(COMEBACK, row)
    rows = course.reached.items()
    await unit.put_achievements(
        [AchievementRow(user, key, row.match, row.round or last[row.match], row.at) for key, row in rows]
    )


async def move_achievements(unit: UnitOfWork, user: int, to: int, matches: Mapping[int, bool]) -> None:
    """Give a person's achievements by the ``matches`` that are marked to another, who keeps what they had earlier.

    Then both are looked at anew by the results that they have now, which have been moved before. The caller commits.
    """
    held = [row for row in await unit.achievements(user) if matches.get(row.match, False)]
    await unit.remove_achievements(user, {row.key for row in held})
    await unit.put_achievements([AchievementRow(to, row.key, row.match, row.round, row.at) for row in held])
    for person in (user, to):
        await renew(unit, person)


async def catch_up(store: Store) -> int:
    """Go once through all results that were stored before there were achievements, or before there were these; return how many
    persons they are of."""
    async with store.begin() as unit:
        if await unit.mark(_MARK) == _RECIPE:
            return 0
    persons: set[int] = set()
    last = 0
    while True:
        async with store.begin() as unit:
            endings = await unit.endings(after=last, limit=_BATCH)
            rows = await unit.results_of_endings(after=last, last=endings[-1].id) if endings else ()
        if not endings:
            break
        last = endings[-1].id
        persons |= {row.user for row in rows if row.user is not None}
    for user in sorted(persons):
        async with store.begin() as unit:
            await renew(unit, user)
            await unit.commit()
    async with store.begin() as unit:
        await unit.put_mark(_MARK, _RECIPE)
        await unit.commit()
    return len(persons)
