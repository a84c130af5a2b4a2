"""Skill ratings, a fold over finished rounds: who played against whom, what a round changes, and the ledger of all."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from openskill.models import PlackettLuce

from storage.api import Store, UnitOfWork
from storage.themes.ratings import EndingRow, RatingKey, RatingPointRow, RatingRow
from storage.themes.results import ResultRow

__all__ = [
    "AI", "EVERYWHERE", "PEOPLE", "RECIPE", "START", "Entrant", "RatedRound", "Rebuild", "Skill", "after_round",
    "cautious", "is_kept", "is_sure", "keys_of", "needs_rebuild", "point_of", "rate", "rate_round", "rated_round",
    "rebuild", "request_rebuild", "season_of", "shown", "spread",
]  # fmt: skip

RECIPE: Final = "2"  # Names the recipe; rises when the same rounds would give other ratings
_MODEL: Final = PlackettLuce()
_SURE: Final = 25.0 / 6.0
"""How far luck moves one round in the model (its ``beta``): a rating is sure once it is known at least that closely."""
_BASE: Final = 1000
_STEP: Final = 40.0


@dataclass(frozen=True, slots=True)
class Skill:
    """An estimate: the skill is about ``mu``, give or take ``sigma``."""

    mu: float
    sigma: float


START: Final = Skill(25.0, 25.0 / 3.0)  # What is believed of somebody who has not played


def rate(sides: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    """The skills after a contest of sides; the lowest rank won, equal ranks tie. The order of sides does not
    matter for the outcome, but the last bits of the numbers may depend on it: callers keep to the order of seats."""
    teams = [[_MODEL.create_rating([skill.mu, skill.sigma]) for skill in side] for side in sides]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [[Skill(player.mu, player.sigma) for player in side] for side in rated]


def cautious(mu: float, sigma: float) -> float:
    """The conservative estimate: the skill is very likely higher than this."""
    return mu - 3.0 * sigma


def is_sure(sigma: float) -> bool:
    """Whether a rating is known well enough to be more than provisional."""
    return sigma <= _SURE


def shown(mu: float, sigma: float) -> int:
    """The conservative estimate as people read it: 1000 for somebody who has not played."""
    return _BASE + round(_STEP * cautious(mu, sigma))


def spread(sigma: float) -> int:
    """The uncertainty on the scale of ``shown``."""
    return round(_STEP * sigma)


PEOPLE: Final = "people"
AI: Final = "ai"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a side."""

    player: str
    user: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class RatedRound:
    """A rated round: its board, its sides in the order of their first seats, and the rank of each (the lowest won)."""

    game: str
    board: str
    chat: int
    at: float
    sides: tuple[tuple[Entrant, ...], ...]
    ranks: tuple[int, ...]


def rated_round(rows: Sequence[ResultRow], counts: str) -> RatedRound | None:
    """The contest of one round's results (all seats, in order); ``None`` if nobody is rated by it. ``counts`` is
    what the table's ratings count: ``on``, ``people`` (not with AI players) or ``off``. A round in which one person
    turns out to hold two seats rates nobody."""
    users = [row.user for row in rows if row.user is not None]
    board = AI if any(row.ai is not None for row in rows) else PEOPLE
    if counts not in ("on", PEOPLE) or (board == AI and counts == PEOPLE) or len(users) != len(set(users)):
        return None
    by_side: dict[int, list[ResultRow]] = defaultdict(list)
    for row in rows:
        by_side[-1 - row.seat if row.side is None else row.side].append(row)
    if len(by_side) < 2 or not users:
        return None
    largest = max(map(len, by_side.values()))
    sides = tuple(_side(held, largest) for held in by_side.values())
    first = rows[0]
    return RatedRound(first.game, board, first.chat, first.at, sides, _ranks(list(by_side.values())))


def _side(held: Sequence[ResultRow], largest: int) -> tuple[Entrant, ...]:
    """The players of a side; where other sides are larger, its role makes up for it."""
    players = [
        Entrant(player=f"ai:{row.ai}" if row.user is None else f"u{row.user}", user=row.user, won=row.won)
        for row in held
    ]
    role = Entrant(f"role:{held[0].role}", None, held[0].won)
    return (*players, *[role] * (largest - len(held)))


def _ranks(sides: Sequence[Sequence[ResultRow]]) -> tuple[int, ...]:
    """The rank of each side, 0 for the winner. Two sides: who won, else more points. More: the places, else
    the points."""
    standing: list[tuple[float, ...]]
    if len(sides) > 2 and all(row.place is not None for side in sides for row in side):
        standing = [(float(sum(row.place or 0 for row in side)) / len(side),) for side in sides]
    elif len(sides) > 2:
        standing = [(-sum(row.points for row in side) / len(side),) for side in sides]
    else:
        standing = [(-float(side[0].won), float(-sum(row.points for row in side))) for side in sides]
        if sides[0][0].won != sides[1][0].won:
            standing = [standing[0][:1], standing[1][:1]]
    order = sorted(set(standing))
    return tuple(order.index(one) for one in standing)


EVERYWHERE: Final = 0  # The scope that is no chat's
_DENSE: Final = 64  # So many rounds of a rating's course are kept one by one


def season_of(at: float) -> str:
    """The season of a moment (seconds since 1970): its calendar month in UTC, ``2026-11``."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def keys_of(contest: RatedRound) -> list[RatingKey]:
    """Every rating that the contest may change: of each player in each list, in the order of lists, then of seats."""
    players = list(dict.fromkeys(entrant.player for side in contest.sides for entrant in side))
    return [
        RatingKey(contest.game, contest.board, scope, season, player)
        for scope in (EVERYWHERE, contest.chat)
        for season in ("", season_of(contest.at))
        for player in players
    ]


def after_round(contest: RatedRound, before: Mapping[RatingKey, RatingRow]) -> list[RatingRow]:
    """The ratings after a contest; whoever is not in ``before`` has not played."""
    after: list[RatingRow] = []
    for season in dict.fromkeys(key.season for key in keys_of(contest)):
        rated = _rated(contest, season, before)
        after += rated
        after += [_in_group(contest.chat, row, before) for row in rated]
    return after


def _rated(contest: RatedRound, season: str, before: Mapping[RatingKey, RatingRow]) -> list[RatingRow]:
    """The players' new ratings of everywhere, the only ones that are computed."""

    def key(entrant: Entrant) -> RatingKey:
        return RatingKey(contest.game, contest.board, EVERYWHERE, season, entrant.player)

    def skill(entrant: Entrant) -> Skill:
        known = before.get(key(entrant))
        return START if known is None else Skill(known.mu, known.sigma)

    rated = rate([[skill(entrant) for entrant in side] for side in contest.sides], contest.ranks)
    seats: dict[str, list[tuple[Entrant, Skill]]] = defaultdict(list)
    for side, skills in zip(contest.sides, rated, strict=True):
        for entrant, now in zip(side, skills, strict=True):
            seats[entrant.player].append((entrant, now))
    return [_moved(key(held[0][0]), held, before, contest.at) for held in seats.values()]


def _in_group(chat: int, now: RatingRow, before: Mapping[RatingKey, RatingRow]) -> RatingRow:
    """The row that puts a player into the list of a group and counts the rounds played there."""
    was, here = before.get(now.key), before.get(replace(now.key, scope=chat))
    rounds, won = now.rounds - (was.rounds if was else 0), now.won - (was.won if was else 0)
    return replace(now, scope=chat, rounds=rounds + (here.rounds if here else 0), won=won + (here.won if here else 0))


def _moved(
    key: RatingKey, held: Sequence[tuple[Entrant, Skill]], before: Mapping[RatingKey, RatingRow], at: float
) -> RatingRow:
    """A player's rating after the round: the mean over its seats, where it held several."""
    known = before.get(key)
    return RatingRow(
        game=key.game,
        board=key.board,
        scope=key.scope,
        season=key.season,
        player=key.player,
        user=held[0][0].user,
        mu=sum(skill.mu for _, skill in held) / len(held),
        sigma=sum(skill.sigma for _, skill in held) / len(held),
        rounds=(0 if known is None else known.rounds) + len(held),
        won=(0 if known is None else known.won) + sum(entrant.won for entrant, _ in held),
        at=at,
    )


def is_kept(rounds: int) -> bool:
    """Whether the course keeps the rating after so many rounds: each of the first, then ever fewer, evenly spread."""
    gap = 1
    while rounds > 2 * _DENSE * gap:
        gap *= 2
    return rounds % gap == 0 if rounds > _DENSE else True


def point_of(row: RatingRow) -> RatingPointRow | None:
    """The point of a person's course of all time, if the course keeps it."""
    if row.scope != EVERYWHERE or row.season or row.user is None or not is_kept(row.rounds):
        return None
    return RatingPointRow(row.game, row.board, row.scope, row.player, row.rounds, row.at, row.mu, row.sigma)


_MARK: Final = "ratings"
"""The name of the mark that holds the recipe of the stored ratings, ``""`` where they are to be computed anew."""
_BATCH: Final = 500  # So many endings are read at a time, so that others get their turn in between


async def rate_round(unit: UnitOfWork, match: int, round: int, rows: Sequence[ResultRow], counts: str) -> None:
    """Record that a round has ended with these results, and change the ratings of its players. The caller commits."""
    await unit.ratings.add_ending(EndingRow(0, match, round, counts))
    contest = rated_round(rows, counts)
    if contest is None:
        return
    contest = replace(contest, chat=await unit.chats.home(contest.chat))
    before = {row.key: row for row in await unit.ratings.get(keys_of(contest))}
    after = after_round(contest, before)
    await unit.ratings.put(after)
    await unit.ratings.put_points([point for row in after if (point := point_of(row)) is not None])


async def request_rebuild(unit: UnitOfWork) -> None:
    """Note that the stored results have changed (accounts or chats became one), so that ratings are computed anew.
    The caller commits."""
    await unit.marks.put(_MARK, "")


async def needs_rebuild(store: Store) -> bool:
    """Whether the stored ratings are not, or may not be, what the recipe makes of the stored results."""
    async with store.begin() as unit:
        return await unit.marks.get(_MARK) != RECIPE


@dataclass(slots=True)
class Rebuild:
    """All ratings computed anew: how far that is, and at the end what came of it. ``rounds`` were read, ``rated`` of
    them rated somebody; ``last`` is the id of the last ending read. ``changed``: ratings that were stored otherwise
    before."""

    rounds: int = 0
    rated: int = 0
    ratings: dict[RatingKey, RatingRow] = field(default_factory=dict)
    points: list[RatingPointRow] = field(default_factory=list)
    last: int = 0
    changed: int = 0
    homes: dict[int, int] = field(default_factory=dict)
    """For each chat the one that stands for its group. If groups change meanwhile, another rebuild is requested."""

    def add(self, contest: RatedRound) -> None:
        after = after_round(contest, self.ratings)
        self.ratings.update((row.key, row) for row in after)
        self.points += [point for row in after if (point := point_of(row)) is not None]
        self.rated += 1


async def rebuild(store: Store, progress: Callable[[int], object] = lambda rounds: None) -> Rebuild:
    """Compute all ratings from the stored results and put them in the place of the old ones. Others may play meanwhile,
    also in another process: what ends while this reads is counted before it writes. If stored results are changed
    meanwhile (``request_rebuild``), it begins again. ``progress`` hears how many more rounds have been read."""
    while (done := await _rebuilt(store, progress)) is None:
        pass
    return done


async def _rebuilt(store: Store, progress: Callable[[int], object]) -> Rebuild | None:
    """Rebuild once; return ``None`` if stored results were changed meanwhile."""
    # A mark that nobody else writes: if it stands at the end, nobody has asked for another rebuild meanwhile.
    sign = f"{RECIPE} {secrets.token_hex(8)}"
    async with store.change() as unit:
        await unit.marks.put(_MARK, sign)
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
        await unit.ratings.hold_endings()
        if await unit.marks.get(_MARK) != sign:
            return None
        while (tail := await _next(unit, done.last))[0]:
            await _learn_homes(unit, done, tail[1])
            _add_rounds(done, *tail)
        old = {row.key: row for row in await unit.ratings.all()}
        changed = sum(old.get(key) != row for key, row in done.ratings.items())
        done.changed = changed + len(old.keys() - done.ratings.keys())
        await unit.ratings.clear()
        await unit.ratings.put(list(done.ratings.values()))
        await unit.ratings.put_points(done.points)
        await unit.marks.put(_MARK, RECIPE)
        await unit.commit()
    return done


async def _next(unit: UnitOfWork, after: int) -> tuple[Sequence[EndingRow], Sequence[ResultRow]]:
    endings = await unit.ratings.endings(after=after, limit=_BATCH)
    return endings, await unit.ratings.results_of_endings(after=after, last=endings[-1].id) if endings else []


async def _learn_homes(unit: UnitOfWork, done: Rebuild, rows: Sequence[ResultRow]) -> None:
    for chat in {row.chat for row in rows} - done.homes.keys():
        done.homes[chat] = await unit.chats.home(chat)


def _add_rounds(done: Rebuild, endings: Sequence[EndingRow], rows: Sequence[ResultRow]) -> None:
    of_round: dict[tuple[int, int], list[ResultRow]] = defaultdict(list)
    for row in rows:
        of_round[row.match, row.round].append(row)
    for ending in endings:
        contest = rated_round(of_round[ending.match, ending.round], ending.counts)
        contest = None if contest is None else replace(contest, chat=done.homes[contest.chat])
        done.rounds += 1
        done.last = ending.id
        if contest is not None:
            done.add(contest)
