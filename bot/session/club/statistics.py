"""/stats: what one person has done, in all or in one game, summed in the store, and what they have achieved.

In a group everything is about that group. Privately it is about all of one's own rounds, and of somebody else's about
those in the groups where both have played."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from bot.achievements import STREAK, offered, streak_of, total_of
from bot.ratings import AI, EVERYWHERE, PEOPLE, is_sure, shown, spread
from bot.session.club.results import chat_here, game_key
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.replies import AchievementLine, Mate, RatingLine, StatsCard, Sum
from games import GAMES, find_game
from storage.api import UnitOfWork
from storage.themes.ratings import RatingKey
from storage.themes.results import PlayedRound, ResultFilter, ResultSum, SharedRounds

__all__ = ["HANDLERS", "achieved", "stats", "streaks"]


async def achieved(unit: UnitOfWork, user: int, game: str | None) -> tuple[AchievementLine, ...]:
    """All achievements, of one game alone if it is named: those that the person has by when, of others how far it is."""
    has = {row.key: row.at for row in await unit.achievements.of_person(user)}
    everywhere = ResultFilter(user)
    sums, feats = await unit.results.sums(everywhere), await unit.results.feats(everywhere)
    streak = streak_of([one.won for one in await unit.results.played(everywhere, latest=STREAK.goal)])
    return tuple(
        AchievementLine(one.key, one.game, has.get(one.key), total_of(one, sums, feats, streak=streak), one.goal)
        for one in offered()
        if game in (None, one.game)
    )


K = TypeVar("K", str, int)
_LEAST: Final = 5  # Rounds with or against somebody before anything is said about it
_LATEST: Final = 400  # So many rounds partners and opponents are looked for in
_MOST: Final = 1000  # So many rounds streaks and the course of points go back
_BEST: Final = 3
_POINTS: Final = 240  # So many points the course of results is thinned to


async def stats(session: Session, origin: c.Origin, person: Person, wanted: c.Stats) -> StatsCard:
    """What one person has done. The name of a game in place of a person's means one's own in that game."""
    if wanted.name.strip() and not wanted.game and (named := find_game(wanted.name)) is not None:
        wanted = replace(wanted, name="", game=named.key)
    game = game_key(wanted.game)
    async with session.store.begin() as unit:
        here = await chat_here(unit, origin)
        if origin.chat is not None and here is None:
            raise Refused("no_results")
        chat = None if here is None else here.id
        number, name, listed = await _somebody(session, unit, person, chat, wanted)
        mine = number == person.user
        counted = ResultFilter(number, game, chat, None if chat is not None or mine else person.user)
        sums = await unit.results.sums(counted)
        if not sums:
            raise Refused("no_results")
        feats = await unit.results.feats(counted)
        played = await unit.results.played(counted, latest=_MOST)
        met = await unit.results.shared(counted, least=_LEAST, latest=_LATEST)
        games = tuple(key for key in GAMES if any(one.game == key for one in sums))
        ratings: tuple[RatingLine, ...] = ()
        achievements: tuple[AchievementLine, ...] = ()
        if chat is not None or mine or listed:
            where = EVERYWHERE if chat is None else chat
            ratings = await _ratings(unit, number, games, where, person.user if chat is None else None)
            achievements = await achieved(unit, number, game)
    rounds = [one for one in sums if one.seat >= 0]
    streak, best, worst = streaks([None if one.drawn else one.won for one in played])
    one_game = games[0] if len(games) == 1 else ""
    return StatsCard(
        shown=replace(wanted, user=wanted.user or (None if wanted.name.strip() else origin.user), game=game or ""),
        name=name,
        game=one_game,
        total=_sum(sums),
        games=tuple((key, _sum([one for one in sums if one.game == key])) for key in games),
        roles=_by((one.role, one) for one in rounds if one.role) if one_game else (),
        seats=_by((one.seat, one) for one in rounds) if one_game else (),
        places=_places(rounds) if one_game else (),
        partners=_mates([one for one in met if one.partner], best_first=True),
        opponents=_mates([one for one in met if not one.partner], best_first=False),
        streak=streak,
        best_streak=best,
        worst_streak=worst,
        feats=_deeds(feats),
        ratings=ratings,
        points=_course(played, _sum(sums).points) if one_game else (),
        theme=str(person.prefs.get("pictures", "dark")),
        where="group" if here is not None else "mine" if mine else "shared",
        title="" if here is None else here.title,
        achievements=achievements,
    )


async def _somebody(
    session: Session, unit: UnitOfWork, me: Person, chat: int | None, wanted: c.Stats
) -> tuple[int, str, bool]:
    """Return the user whose results are wanted, their name, and whether they may be named everywhere."""
    name = wanted.name.strip().lstrip("@")
    if wanted.user is not None:
        found = await session.people.find(unit, wanted.user)
        if found is None:
            raise Refused("no_such_person", name=name or wanted.user.external)
        return found.user, found.name, found.wants("global")
    if not name:
        return me.user, me.name, True
    named = await unit.results.find_players(name, chat=chat, viewer=me.user)
    if len(named) > 1:
        raise Refused("several_of_name", name=name)
    if not named:
        raise Refused("no_such_person", name=name)
    return named[0].id, named[0].name, named[0].listed


async def _ratings(
    unit: UnitOfWork, user: int, games: Sequence[str], scope: int, viewer: int | None
) -> tuple[RatingLine, ...]:
    """The person's ratings of all time (those of everywhere), with their courses and their places in the list of
    the scope."""
    keys = [RatingKey(game, board, scope, "", f"u{user}") for game in games for board in (PEOPLE, AI)]
    rows = await unit.ratings.get([replace(row.key, scope=EVERYWHERE) for row in await unit.ratings.get(keys)])
    if not rows:
        return ()
    sizes = {(one.game, one.board): one.players for one in await unit.ratings.lists(scope, viewer) if not one.season}
    lines = []
    for row in rows:
        course = [
            (point.rounds, shown(point.mu, point.sigma), spread(point.sigma))
            for point in await unit.ratings.points(row.game, row.board, EVERYWHERE, row.player)
            if point.rounds < row.rounds
        ]
        course.append((row.rounds, shown(row.mu, row.sigma), spread(row.sigma)))  # it ends with the number of the lists
        lines.append(
            RatingLine(
                game=row.game,
                board=row.board,
                rating=shown(row.mu, row.sigma),
                spread=spread(row.sigma),
                provisional=not is_sure(row.sigma),
                rounds=row.rounds,
                place=await unit.ratings.ranked_above(row, scope=scope, viewer=viewer) + 1,
                of=sizes.get((row.game, row.board), 1),
                course=tuple(course),
            )
        )
    return tuple(lines)


# -- sums
def _sum(sums: Iterable[ResultSum]) -> Sum:
    total = Sum(0, 0, 0)
    for one in sums:
        if one.seat < 0:
            total = replace(total, matches=total.matches + one.rounds, matches_won=total.matches_won + one.won)
        else:
            total = replace(
                total,
                rounds=total.rounds + one.rounds,
                won=total.won + one.won,
                points=total.points + one.points,
                drawn=total.drawn + one.drawn,
            )
    return total


def _by(entries: Iterable[tuple[K, ResultSum]]) -> tuple[tuple[K, Sum], ...]:
    """Add up the sums that share a key, in the order of the keys."""
    groups: dict[K, list[ResultSum]] = defaultdict(list)
    for key, one in entries:
        groups[key].append(one)
    return tuple((key, _sum(groups[key])) for key in sorted(groups))


def _places(rounds: Iterable[ResultSum]) -> tuple[tuple[int, int], ...]:
    counts: Counter[int] = Counter()
    for one in rounds:
        if one.place is not None:
            counts[one.place] += one.rounds
    return tuple(sorted(counts.items()))


def _mates(met: Iterable[SharedRounds], *, best_first: bool) -> tuple[Mate, ...]:
    """Those with whom (or against whom) most (or least) was won; a few rounds weigh less than many."""
    sign = -1 if best_first else 1
    ordered = sorted(met, key=lambda one: (sign * (one.won + 1) / (one.rounds + 2), -one.rounds, one.user))
    return tuple(Mate(one.name, one.rounds, one.won) for one in ordered[:_BEST])


def _deeds(feats: Iterable[tuple[str, str, int]]) -> tuple[tuple[str, str, int], ...]:
    """How often each deed was done, by game, in the order in which games name them."""
    done: Counter[tuple[str, str]] = Counter()
    for game, text, rounds in feats:
        for feat, times in json.loads(text).items():
            done[game, feat] += times * rounds
    return tuple((game, feat, count) for (game, feat), count in done.items() if count)


def _course(played: Sequence[PlayedRound], end: int) -> tuple[int, ...]:
    """The sum of points before these rounds and after each of them, up to ``end``, which is always there."""
    total = end - sum(one.points for one in played)
    sums = [total]
    for one in played:
        total += one.points
        sums.append(total)
    gap = -(-len(sums) // _POINTS)
    thinned = sums[::gap]
    return (*thinned, sums[-1]) if (len(sums) - 1) % gap else tuple(thinned)


def streaks(won: Sequence[bool | None]) -> tuple[int, int, int]:
    """The current streak (negative: lost), the longest one won and the longest one lost; the oldest round first.
    A drawn round (``None``) ends either."""
    longest: Counter[bool | None] = Counter()
    run, last = 0, None
    for result in won:
        run = 0 if result is None else run + 1 if result is last else 1
        last = result
        longest[result] = max(longest[result], run)
    return (run if last else -run), longest[True], longest[False]


HANDLERS: Final = (Direct(c.Stats, stats),)
