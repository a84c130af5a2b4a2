"""What persons achieve once for all, and the titles of a month: folds over the results of finished rounds."""

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from bot.ratings import AI, EVERYWHERE, PEOPLE, season_of, shown
from games import GAMES
from games.achievement import Achievement, achievements_of
from storage.api import Store, UnitOfWork
from storage.themes.achievements import AchievementRow
from storage.themes.results import ResultFilter, ResultRow, ResultSum

__all__ = [
    "ALL_GAMES", "COMEBACK", "MATCHES", "STREAK", "Award", "Course", "Month", "all_of", "bounds_of", "catch_up",
    "earlier", "earn", "is_comeback", "move_achievements", "offered", "renew", "streak_of", "titles_of",
    "total_of", "worth_of",
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
_LOST_FIRST: Final = 3  # So many lost rounds a match must begin with, so that winning it is a comeback


def all_of(game: str) -> tuple[Achievement, ...]:
    return (*_ROUNDS, MATCHES, STREAK, COMEBACK, _all_games(), *achievements_of(game))


def offered() -> tuple[Achievement, ...]:
    """All there is to achieve, the general ones first, then game by game."""
    general = (*_ROUNDS, MATCHES, STREAK, COMEBACK, _all_games())
    return (*general, *(one for game in GAMES for one in achievements_of(game)))


def _all_games() -> Achievement:
    return Achievement(ALL_GAMES, goal=len(GAMES))


def is_comeback(course: Sequence[ResultRow], user: int) -> bool:
    """Whether a match that a person has won is one, by all its results in order. A drawn round was not lost."""
    decided = {row.round for row in course if row.won}
    own = [row for row in course if row.round > 0 and row.user == user]
    return len(own) > _LOST_FIRST and all(not row.won and row.round in decided for row in own[:_LOST_FIRST])


def worth_of(one: Achievement, row: ResultRow) -> int:
    """How much a round is worth for an achievement that counts rounds or deeds."""
    if row.round == 0 or one.game not in ("", row.game):
        return 0
    if one.by_deeds:
        return one.worth(json.loads(row.feats))
    return int(one.role in ("", row.role) and (row.won or not one.won))


def total_of(
    one: Achievement, sums: Iterable[ResultSum], feats: Iterable[tuple[str, str, int]], *, streak: int = 0
) -> int:
    """How much of an achievement's goal a person has reached by all their results. ``sums`` and ``feats`` as the
    store gives them for all games or for the achievement's own; ``streak``: rounds won in a row until now. Of a
    comeback nothing can be said so."""
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
        self.reached: dict[str, ResultRow] = {}  # By which row each achievement was reached

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
        """Whether the match that ended so was won after rounds that were not, the first such one."""
        rounds = self._won[row.match]
        late = len(rounds) > _LOST_FIRST and not any(rounds[:_LOST_FIRST])
        return row.round == 0 and row.won and late and COMEBACK.key not in self.reached

    def reach(self, one: Achievement, row: ResultRow) -> None:
        """Note that something was achieved by this result, unless it was by an earlier one."""
        self.reached.setdefault(one.key, row)


_MARK: Final = "achievements"
"""The name of the mark that says by which catalogue all stored results have been gone through."""
_RECIPE: Final = "1"
_BATCH: Final = 500
_ALL: Final = 1_000_000_000


async def earn(unit: UnitOfWork, rows: Sequence[ResultRow]) -> dict[int, tuple[str, ...]]:
    """Store what persons achieve by the results of a round, and of the match where it ended that; return the keys by
    seat. The results themselves have been written in ``unit``. The caller commits."""
    ended = next((row for row in rows if row.round > 0), None)
    if ended is None:
        return {}
    of_person: dict[int, list[ResultRow]] = defaultdict(list)
    for row in rows:
        if row.user is not None:
            of_person[row.user].append(row)
    course = await unit.results.of_match(ended.match) if any(row.round == 0 and row.won for row in rows) else ()
    found = await asyncio.gather(*(_earned(unit, user, own, course) for user, own in of_person.items()))
    new = [
        AchievementRow(user, key, ended.match, ended.round, ended.at)
        for user, keys in zip(of_person, found, strict=True)
        for key in keys
    ]
    await unit.achievements.put(new)
    by_user = dict(zip(of_person, found, strict=True))
    seats = {row.seat: row.user for row in rows if row.round > 0 and row.user is not None}
    return {seat: by_user[user] for seat, user in seats.items() if by_user[user]}


async def _earned(
    unit: UnitOfWork, user: int, own: Sequence[ResultRow], course: Sequence[ResultRow]
) -> tuple[str, ...]:
    """The keys of what a person achieves by these results and did not have before."""
    game = own[0].game
    has = {row.key for row in await unit.achievements.of_person(user)}
    open_ones = [(one, _share(one, own)) for one in all_of(game) if one.key not in has and one != COMEBACK]
    wanted = [(one, share) for one, share in open_ones if share]
    counted = [one for one, _ in wanted if one.goal > 1 and one != STREAK]
    # Somebody may have thousands of rounds: the store adds them up only where this one can bring something.
    deeds = any(one.by_deeds for one in counted)
    sums = () if all(one.by_deeds for one in counted) else await unit.results.sums(ResultFilter(user))
    feats = await unit.results.feats(ResultFilter(user, game)) if deeds else ()
    in_a_row = any(one == STREAK for one, _ in wanted)
    played = await unit.results.played(ResultFilter(user), latest=STREAK.goal) if in_a_row else ()
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
    """How much of a total is new by these results; of what is no sum, all of it as far as it may be."""
    if one.key in (STREAK.key, ALL_GAMES):
        return one.goal if any(row.won and row.round > 0 for row in own) else 0
    if one == MATCHES:
        return int(_is_won(own))
    return sum(worth_of(one, row) for row in own)


def _is_won(own: Sequence[ResultRow]) -> bool:
    return any(row.round == 0 and row.won for row in own)


def streak_of(won: Sequence[bool]) -> int:
    """How many of the latest rounds were won in a row; the oldest comes first."""
    return next((at for at, result in enumerate(reversed(won)) if not result), len(won))


# -- all results of a person
async def renew(unit: UnitOfWork, user: int) -> None:
    """Store what a person has achieved by all their results, quietly: what counted for another, and what older versions of the
    program did not look for. Nothing is taken away. The caller commits."""
    person = await unit.people.user(user)
    if person is None or not person.name:
        return  # forgotten: of their results nobody knows any more whose they are
    course, last = Course(), dict[int, int]()
    for row in reversed(await unit.results.of_person(user, game=None, chat=None, limit=_ALL)):
        last[row.match] = row.round or last.get(row.match, 1)
        course.add(row)
        if course.may_be_comeback(row) and is_comeback(await unit.results.of_match(row.match), user):
            course.reach(COMEBACK, row)
    rows = course.reached.items()
    await unit.achievements.put(
        [AchievementRow(user, key, row.match, row.round or last[row.match], row.at) for key, row in rows]
    )


async def move_achievements(unit: UnitOfWork, user: int, to: int, matches: Mapping[int, bool]) -> None:
    """Give a person's achievements by the ``matches`` that are marked to another, who keeps what they had earlier. Then
    both are looked at anew by the results that they have now, which have been moved before. The caller commits."""
    held = [row for row in await unit.achievements.of_person(user) if matches.get(row.match, False)]
    await unit.achievements.remove(user, {row.key for row in held})
    await unit.achievements.put([AchievementRow(to, row.key, row.match, row.round, row.at) for row in held])
    for person in (user, to):
        await renew(unit, person)


async def catch_up(store: Store) -> int:
    """Go once through all results that were stored before there were achievements, or before there were these; return how many
    persons they are of."""
    async with store.begin() as unit:
        if await unit.marks.get(_MARK) == _RECIPE:
            return 0
    persons: set[int] = set()
    last = 0
    while True:
        async with store.begin() as unit:
            endings = await unit.ratings.endings(after=last, limit=_BATCH)
            rows = await unit.ratings.results_of_endings(after=last, last=endings[-1].id) if endings else ()
        if not endings:
            break
        last = endings[-1].id
        persons |= {row.user for row in rows if row.user is not None}
    for user in sorted(persons):
        async with store.change() as unit:
            await renew(unit, user)
    async with store.change() as unit:
        await unit.marks.put(_MARK, _RECIPE)
    return len(persons)


_ENOUGH: Final = 5  # Rounds of somebody, or of two together, before a title is given for them
_STREAK: Final = 3
_BEST: Final = 50


@dataclass(frozen=True, slots=True)
class Award:
    """A title (its ``code``) and the persons who have earned it."""

    code: str
    users: tuple[int, ...]
    game: str = ""
    data: dict[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Month:
    """What was played in a month: rounds, the persons in them, and the titles."""

    rounds: int
    persons: int
    awards: tuple[Award, ...]


def bounds_of(season: str) -> tuple[float, float]:
    """When a month begins and ends, in seconds since 1970."""
    begin = datetime.strptime(season, "%Y-%m").replace(tzinfo=UTC)
    end = begin.replace(year=begin.year + begin.month // 12, month=begin.month % 12 + 1)
    return begin.timestamp(), end.timestamp()


def earlier(season: str) -> str:
    """The month before."""
    return season_of(bounds_of(season)[0] - 1.0)


async def titles_of(unit: UnitOfWork, scope: int, season: str, without: Collection[int] = ()) -> Month:
    """What a month was in the group of ``scope``; nobody in ``without`` is given a title."""
    since, until = bounds_of(season)
    rows = [row for row in await unit.results.between(scope, since, until) if row.user is not None]
    named = {row.id for row in await unit.people.users([row.user for row in rows if row.user is not None]) if row.name}
    own = [row for row in rows if row.user in named and row.user not in without]
    awards = [*(await _champions(unit, own, scope, season)), *_biggest(own), *_busiest(own), *_streak(own)]
    awards += [*(await _improved(unit, own, since, until)), *_pair(own)]
    return Month(len({(row.match, row.round) for row in rows}), len({row.user for row in rows}), tuple(awards))


async def _champions(unit: UnitOfWork, rows: Sequence[ResultRow], scope: int, season: str) -> list[Award]:
    """Return of each game who stands first among those who played enough here, in the order of how much it was played."""
    played: dict[str, Counter[int]] = defaultdict(Counter)
    won: Counter[tuple[str, int]] = Counter()
    for row in rows:
        played[row.game][_user(row)] += 1
        won[row.game, _user(row)] += row.won
    awards = []
    for game in sorted(played, key=lambda one: (-played[one].total(), one)):
        enough = {user for user, count in played[game].items() if count >= _ENOUGH}
        for board in (PEOPLE, AI) if len(played[game]) > 1 else ():
            ranked = await unit.ratings.ranked(
                game=game, board=board, scope=scope, season=season, viewer=None, limit=_BEST, offset=0
            )
            best = next((one.rating.user for one in ranked if one.rating.user in enough), None)
            if best is not None:
                data = {"won": won[game, best], "rounds": played[game][best]}
                awards.append(Award("champion", (best,), game, dict(data)))
                break
    return awards


def _biggest(rows: Sequence[ResultRow]) -> list[Award]:
    """The round that brought most, in the game that was played most: points of different games say nothing together."""
    games = Counter(row.game for row in rows)
    game = min(games, key=lambda one: (-games[one], one), default="")
    best = max((row for row in rows if row.game == game and row.points > 0), key=lambda row: row.points, default=None)
    if best is None:
        return []
    return [Award("win", (_user(best),), game, {"points": best.points, "id": f"M{best.match}.{best.round}"})]


def _busiest(rows: Sequence[ResultRow]) -> list[Award]:
    rounds = Counter(_user(row) for row in rows)
    most = max(rounds.values(), default=0)
    first = tuple(sorted(user for user, count in rounds.items() if count == most))
    return [Award("busiest", first[:2], data={"rounds": most})] if len(rounds) > 1 and len(first) < 3 else []


def _streak(rows: Sequence[ResultRow]) -> list[Award]:
    """The longest streak; of equal ones the earliest."""
    runs: Counter[int] = Counter()
    best, holder = 0, 0
    for row in rows:
        user = _user(row)
        runs[user] = runs[user] + 1 if row.won else 0
        if runs[user] > best:
            best, holder = runs[user], user
    return [Award("streak", (holder,), data={"n": best})] if best >= _STREAK else []


async def _improved(unit: UnitOfWork, rows: Sequence[ResultRow], since: float, until: float) -> list[Award]:
    """Return whose rating of all time rose most in one game, among those who had one before."""
    best: Award | None = None
    for user, game in sorted({(_user(row), row.game) for row in rows}):
        for board in (PEOPLE, AI):
            course = await unit.ratings.points(game, board, EVERYWHERE, f"u{user}")
            before = [point for point in course if point.at < since]
            after = [point for point in course if since <= point.at < until]
            if not before or not after:
                continue
            gain = shown(after[-1].mu, after[-1].sigma) - shown(before[-1].mu, before[-1].sigma)
            if gain > 0 and (best is None or gain > int(best.data["gain"])):
                best = Award("improved", (user,), game, {"gain": gain})
    return [] if best is None else [best]


def _pair(rows: Iterable[ResultRow]) -> list[Award]:
    """The two who won the greatest part of their rounds on one side; a few rounds weigh less than many."""
    of_side: dict[tuple[int, int, int], list[ResultRow]] = defaultdict(list)
    for row in rows:
        if row.side is not None:
            of_side[row.match, row.round, row.side].append(row)
    together: dict[tuple[int, int], list[bool]] = defaultdict(list)
    for side in of_side.values():
        users = sorted(_user(row) for row in side)
        for at, one in enumerate(users):
            for other in users[at + 1 :]:
                together[one, other].append(side[0].won)
    enough = {pair: won for pair, won in together.items() if len(won) >= _ENOUGH}
    if not enough:
        return []
    pair = min(enough, key=lambda one: (-(sum(enough[one]) + 1) / (len(enough[one]) + 2), one))
    return [Award("pair", pair, data={"won": sum(enough[pair]), "rounds": len(enough[pair])})]


def _user(row: ResultRow) -> int:
    assert row.user is not None, "AI players were left out"
    return row.user
