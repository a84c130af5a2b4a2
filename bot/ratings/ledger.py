"""Ratings in the store: one round more, or all rounds anew; both by the same calculation, in the order of endings."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.ratings.calculation import after_round, keys_of, point_of
from bot.ratings.contest import Contest, contest_of
from bot.ratings.skill import RECIPE
from storage.api import EndingRow, RatingKey, RatingPointRow, RatingRow, ResultRow, Store, UnitOfWork

__all__ = ["Rebuild", "needs_rebuild", "rate_round", "rebuild", "request_rebuild"]

_MARK: Final = "ratings"
"""The name of the mark that holds the recipe of the stored ratings, ``""`` where they are to be computed anew."""
_BATCH: Final = 500
"""So many endings are read at a time, so that others get their turn in between."""


async def rate_round(unit: UnitOfWork, match: int, round: int, rows: Sequence[ResultRow], counts: str) -> None:
    """Record that a round has ended with these results, and change the ratings of its players. The caller commits."""
    await unit.add_ending(EndingRow(0, match, round, counts))
    contest = contest_of(rows, counts)
    if contest is None:
        return
    contest = replace(contest, chat=await unit.home(contest.chat))
    before = {row.key: row for row in await unit.ratings(keys_of(contest))}
    after = after_round(contest, before)
    await unit.put_ratings(after)
    await unit.put_rating_points([point for row in after if (point := point_of(row)) is not None])


async def request_rebuild(unit: UnitOfWork) -> None:
    """Note that the stored results have changed (accounts or chats became one), so that ratings are computed anew.
    The caller commits."""
    await unit.put_mark(_MARK, "")


async def needs_rebuild(store: Store) -> bool:
    """Return whether the stored ratings are not, or may not be, what the recipe makes of the stored results."""
    async with store.begin() as unit:
        return await unit.mark(_MARK) != RECIPE


@dataclass(slots=True)
class Rebuild:
    """All ratings computed anew: how far that is, and at the end what came of it.

    ``rounds`` were read, ``rated`` of them rated somebody; ``last`` is the id of the last ending read. ``changed``: ratings that
    were stored otherwise before.
    """

    rounds: int = 0
    rated: int = 0
    ratings: dict[RatingKey, RatingRow] = field(default_factory=dict)
    points: list[RatingPointRow] = field(default_factory=list)
    last: int = 0
    changed: int = 0
    homes: dict[int, int] = field(default_factory=dict)
    """For each chat the one that stands for its group. If groups change meanwhile, another rebuild is requested."""

    def add(self, contest: Contest) -> None:
        """Add the changes of one more round."""
        after = after_round(contest, self.ratings)
        self.ratings.update((row.key, row) for row in after)
        self.points += [point for row in after if (point := point_of(row)) is not None]
        self.rated += 1


async def rebuild(store: Store, progress: Callable[[int], object] = lambda rounds: None) -> Rebuild:
    """Compute all ratings from the stored results and put them in the place of the old ones.

    Others may play meanwhile, also in another process: what ends while this reads is counted before it writes. If
    stored results are changed meanwhile (``request_rebuild``), it begins again. ``progress`` hears how many more rounds
    have been read.
    """
    while (done := await _rebuilt(store, progress)) is None:
        pass
    return done


async def _rebuilt(store: Store, progress: Callable[[int], object]) -> Rebuild | None:
    """Rebuild once; return ``None`` if stored results were changed meanwhile."""
    # A mark that nobody else writes: if it stands at the end, nobody has asked for another rebuild meanwhile.
    sign = f"{RECIPE} {secrets.token_hex(8)}"
    async with store.begin() as unit:
        await unit.put_mark(_MARK, sign)
        await unit.commit()
    done = Rebuild()
    while True:
        async with store.begin() as unit:
            endings, rows = await _next(unit, done.last)
            await _learn_homes(unit, done, rows)
        if not endings:
            break
        await asyncio.to_thread(_add_rounds, done, endings, rows)
        progress(len(endings))
    async with store.begin() as unit:
        await unit.hold_endings()
        if await unit.mark(_MARK) != sign:
            return None
        while (tail := await _next(unit, done.last))[0]:
            await _learn_homes(unit, done, tail[1])
            _add_rounds(done, *tail)
        old = {row.key: row for row in await unit.all_ratings()}
        changed = sum(old.get(key) != row for key, row in done.ratings.items())
        done.changed = changed + len(old.keys() - done.ratings.keys())
        await unit.clear_ratings()
        await unit.put_ratings(list(done.ratings.values()))
        await unit.put_rating_points(done.points)
        await unit.put_mark(_MARK, RECIPE)
        await unit.commit()
    return done


async def _next(unit: UnitOfWork, after: int) -> tuple[Sequence[EndingRow], Sequence[ResultRow]]:
    endings = await unit.endings(after=after, limit=_BATCH)
    return endings, await unit.results_of_endings(after=after, last=endings[-1].id) if endings else []


async def _learn_homes(unit: UnitOfWork, done: Rebuild, rows: Sequence[ResultRow]) -> None:
    for chat in {row.chat for row in rows} - done.homes.keys():
        done.homes[chat] = await unit.home(chat)


def _add_rounds(done: Rebuild, endings: Sequence[EndingRow], rows: Sequence[ResultRow]) -> None:
    of_round: dict[tuple[int, int], list[ResultRow]] = defaultdict(list)
    for row in rows:
        of_round[row.match, row.round].append(row)
    for ending in endings:
        contest = contest_of(of_round[ending.match, ending.round], ending.counts)
        contest = None if contest is None else replace(contest, chat=done.homes[contest.chat])
        done.rounds += 1
        done.last = ending.id
        if contest is not None:
            done.add(contest)
