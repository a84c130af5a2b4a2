"""What there is to achieve: a few things in all games, and what each game names itself (``games.achievement``)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from games import GAMES
from games.achievement import Achievement, achievements_of
from storage.api import ResultRow, ResultSum

__all__ = [
    "ALL_GAMES", "COMEBACK", "MATCHES", "STREAK", "Course", "all_of", "is_comeback", "offered", "total_of", "worth_of",
]  # fmt: skip

_ROUNDS: Final = (
    Achievement("first_win", won=True),
    Achievement("rounds_100", goal=100),
    Achievement("rounds_1000", goal=1000),
)
MATCHES: Final = Achievement("matches_10", goal=10)
STREAK: Final = Achievement("streak_5", goal=5)
COMEBACK: Final = Achievement("comeback")
ALL_GAMES: Final = "all_games"
_LOST_FIRST: Final = 3
"""So many lost rounds a match must begin with, so that winning it is a comeback."""


def all_of(game: str) -> tuple[Achievement, ...]:
    """Return what can be achieved by a round of this game."""
    return (*_ROUNDS, MATCHES, STREAK, COMEBACK, _all_games(), *achievements_of(game))


def offered() -> tuple[Achievement, ...]:
    """Return all there is to achieve, the general ones first, then game by game."""
    general = (*_ROUNDS, MATCHES, STREAK, COMEBACK, _all_games())
    return (*general, *(one for game in GAMES for one in achievements_of(game)))


def _all_games() -> Achievement:
    return Achievement(ALL_GAMES, goal=len(GAMES))


def is_comeback(course: Sequence[ResultRow], user: int) -> bool:
    """Tell whether a match that a person has won is one, by all its results in order. A drawn round was not lost."""
    decided = {row.round for row in course if row.won}
    own = [row for row in course if row.round > 0 and row.user == user]
    return len(own) > _LOST_FIRST and all(not row.won and row.round in decided for row in own[:_LOST_FIRST])


def worth_of(one: Achievement, row: ResultRow) -> int:
    """Return how much a round is worth for an achievement that counts rounds or deeds."""
    if row.round == 0 or one.game not in ("", row.game):
        return 0
    if one.by_deeds:
        return one.worth(json.loads(row.feats))
    return int(one.role in ("", row.role) and (row.won or not one.won))


def total_of(
    one: Achievement, sums: Iterable[ResultSum], feats: Iterable[tuple[str, str, int]], *, streak: int = 0
) -> int:
    """Return how much of an achievement's goal a person has reached by all their results.

    ``sums`` and ``feats`` as the store gives them for all games or for the achievement's own; ``streak``: rounds won in a row
    until now. Of a comeback nothing can be said so.
    """
    if one == STREAK:
        return streak
    if one == MATCHES:
        return sum(part.won for part in sums if part.seat < 0)
    rounds = [part for part in sums if part.seat >= 0 and one.game in ("", part.game)]
    if one.key == ALL_GAMES:
        return len({part.game for part in rounds if part.won} & set(GAMES))
    if one.key == COMEBACK.key:
        return 0
    if one.by_deeds:
        return sum(one.worth(json.loads(text)) * count for game, text, count in feats if game == one.game)
    return sum(part.won if one.won else part.rounds for part in rounds if one.role in ("", part.role))


class Course:
    """A person's results one after the other, and what is achieved by them."""

    def __init__(self) -> None:
        self._totals: dict[str, int] = defaultdict(int)
        self._games: set[str] = set()
        self._won: dict[int, list[bool]] = defaultdict(list)
        self._streak = 0
        self.reached: dict[str, ResultRow] = {}
        """By which row each achievement was reached."""

    def add(self, row: ResultRow) -> None:
        """Go on by one result; of a match after its last round."""
        if row.round == 0:
            self._totals[MATCHES.key] += row.won
            if self._totals[MATCHES.key] >= MATCHES.goal:
                self.reach(MATCHES, row)
            return
        self._won[row.match].append(row.won)
        self._streak = self._streak + 1 if row.won else 0
        if row.won:
            self._games |= {row.game} & set(GAMES)
        done = {STREAK.key: self._streak, ALL_GAMES: len(self._games)}
        for one in (*_ROUNDS, *(achievements_of(row.game) if row.game in GAMES else ())):
            self._totals[one.key] += worth_of(one, row)
            done[one.key] = self._totals[one.key]
        for one in all_of(row.game) if row.game in GAMES else ():
            if done.get(one.key, 0) >= one.goal:
                self.reach(one, row)

    def may_be_comeback(self, row: ResultRow) -> bool:
        """Tell whether the match that ended so was won after rounds that were not, the first such one."""
        rounds = self._won[row.match]
        late = len(rounds) > _LOST_FIRST and not any(rounds[:_LOST_FIRST])
        return row.round == 0 and row.won and late and COMEBACK.key not in self.reached

    def reach(self, one: Achievement, row: ResultRow) -> None:
        """Note that something was achieved by this result, unless it was by an earlier one."""
        self.reached.setdefault(one.key, row)
