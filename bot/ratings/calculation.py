"""What one round changes: the ratings before it and the round give the ratings after it. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from bot.ratings.contest import Contest, Entrant
from bot.ratings.skill import START, Skill, rate
from storage.api import RatingKey, RatingPointRow, RatingRow

__all__ = ["EVERYWHERE", "after_round", "is_kept", "keys_of", "point_of", "season_of"]

EVERYWHERE: Final = 0
"""The scope that is no chat's."""
_DENSE: Final = 64
"""So many rounds of a rating's course are kept one by one."""


def season_of(at: float) -> str:
    """Return the season of a moment (seconds since 1970): its calendar month in UTC, ``2026-11``."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def keys_of(contest: Contest) -> list[RatingKey]:
    """Return every rating that the contest may change: of each player in each list, in the order of lists, then of
    seats."""
    players = list(dict.fromkeys(entrant.player for side in contest.sides for entrant in side))
    return [
        RatingKey(contest.game, contest.board, scope, season, player)
        for scope in (EVERYWHERE, contest.chat)
        for season in ("", season_of(contest.at))
        for player in players
    ]


def after_round(contest: Contest, before: Mapping[RatingKey, RatingRow]) -> list[RatingRow]:
    """Return the ratings after a contest; whoever is not in ``before`` has not played."""
    after: list[RatingRow] = []
    for season in dict.fromkeys(key.season for key in keys_of(contest)):
        rated = _rated(contest, season, before)
        after += rated
        after += [_in_group(contest.chat, row, before) for row in rated]
    return after


def _rated(contest: Contest, season: str, before: Mapping[RatingKey, RatingRow]) -> list[RatingRow]:
    """Return the players' new ratings of everywhere, the only ones that are computed."""

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
    """Return the row that puts a player into the list of a group and counts the rounds played there."""
    was, here = before.get(now.key), before.get(replace(now.key, scope=chat))
    rounds, won = now.rounds - (was.rounds if was else 0), now.won - (was.won if was else 0)
    return replace(now, scope=chat, rounds=rounds + (here.rounds if here else 0), won=won + (here.won if here else 0))


def _moved(
    key: RatingKey, held: Sequence[tuple[Entrant, Skill]], before: Mapping[RatingKey, RatingRow], at: float
) -> RatingRow:
    """Return a player's rating after the round: the mean over its seats, where it held several."""
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
    """Return whether the course keeps the rating after so many rounds: each of the first, then ever fewer, evenly
    spread."""
    gap = 1
    while rounds > 2 * _DENSE * gap:
        gap *= 2
    return rounds % gap == 0 if rounds > _DENSE else True


def point_of(row: RatingRow) -> RatingPointRow | None:
    """Return the point of a person's course of all time, if the course keeps it."""
    if row.scope != EVERYWHERE or row.season or row.user is None or not is_kept(row.rounds):
        return None
    return RatingPointRow(row.game, row.board, row.scope, row.player, row.rounds, row.at, row.mu, row.sigma)
