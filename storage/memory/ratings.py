"""The part of the store without a disk that is about ratings and statistics."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from storage.api import (
    EndingRow,
    PlayedRound,
    RankedRow,
    RatedList,
    RatingKey,
    RatingPointRow,
    RatingRow,
    ResultFilter,
    ResultRow,
    ResultSum,
    SharedRounds,
    UserRow,
)
from storage.memory.transaction import MemoryTransaction

__all__ = ["MemoryRatings"]


class MemoryRatings(MemoryTransaction):
    """The methods of the in-memory unit of work about ratings and statistics."""

    # -- ratings
    async def hold_endings(self) -> None:
        self._check()

    async def add_ending(self, row: EndingRow) -> EndingRow:
        self._need(self._rows.matches, row.match)
        same = (other for other in self._rows.endings.values() if (other.match, other.round) == (row.match, row.round))
        taken = next(same, None)
        row = replace(row, id=self._new_id("ending") if taken is None else taken.id)
        self._insert(self._rows.endings, row.id, row)
        return row

    async def endings(self, *, after: int, limit: int) -> Sequence[EndingRow]:
        return [row for number, row in sorted(self._rows.endings.items()) if number > after][: max(limit, 0)]

    async def results_of_endings(self, *, after: int, last: int) -> Sequence[ResultRow]:
        wanted = [row for number, row in sorted(self._rows.endings.items()) if after < number <= last]
        of_round: dict[tuple[int, int], list[ResultRow]] = defaultdict(list)
        for _, result in sorted(self._rows.results.items()):
            of_round[result.match, result.round].append(result)
        return [result for row in wanted for result in of_round[row.match, row.round]]

    async def ratings(self, keys: Sequence[RatingKey]) -> Sequence[RatingRow]:
        return [self._rows.ratings[key] for key in keys if key in self._rows.ratings]

    async def put_ratings(self, rows: Sequence[RatingRow]) -> None:
        for row in rows:
            self._need(self._rows.users, row.user)
            self._set(self._rows.ratings, row.key, row)

    async def put_rating_points(self, rows: Sequence[RatingPointRow]) -> None:
        for row in rows:
            self._set(self._rows.rating_points, (row.game, row.board, row.scope, row.player, row.rounds), row)

    async def clear_ratings(self) -> None:
        for rows in (self._rows.ratings, self._rows.rating_points):
            for key in list(rows):
                self._delete(rows, key)

    async def all_ratings(self) -> Sequence[RatingRow]:
        rows = self._rows.ratings.values()
        return sorted(rows, key=lambda row: (row.game, row.board, row.scope, row.season, row.player))

    def _group_of(self, chat: int) -> set[int]:
        """Return the chats of the same group, this one included."""
        known = self._rows.chats.get(chat)
        rows = self._rows.chats.values()
        return (
            set()
            if known is None
            else {row.id for row in rows if (row.platform, row.group) == (known.platform, known.group)}
        )

    def _groups_of(self, user: int | None) -> set[int]:
        """Return all chats of the groups where somebody has results."""
        return {
            chat
            for here in {row.chat for row in self._rows.results.values() if row.user == user}
            for chat in self._group_of(here)
        }

    def _everywhere(self, row: RatingRow) -> RatingRow | None:
        """Return the rating that counts for a row of any list."""
        return self._rows.ratings.get(replace(row.key, scope=0))

    def _named(self, viewer: int | None) -> Iterator[tuple[str, RatingRow]]:
        """Yield ratings of persons who may be named, with their names."""
        for row in self._rows.ratings.values():
            person = None if row.user is None else self._rows.users.get(row.user)
            if person is not None and person.name and (viewer is None or person.listed or person.id == viewer):
                yield person.name, row

    async def rated_lists(self, scope: int, viewer: int | None) -> Sequence[RatedList]:
        times: dict[tuple[str, str, str], list[float]] = defaultdict(list)
        for _, row in self._named(viewer):
            if row.scope == scope:
                times[row.game, row.board, row.season].append(row.at)
        found = [RatedList(*key, len(of_list), max(of_list)) for key, of_list in times.items()]
        return sorted(found, key=lambda one: (-one.at, one.game, one.board, one.season))

    def _list(self, key: tuple[str, str, int, str], viewer: int | None) -> list[tuple[str, RatingRow]]:
        listed = [
            (name, self._everywhere(row))
            for name, row in self._named(viewer)
            if (row.game, row.board, row.scope, row.season) == key
        ]
        found = [(name, row) for name, row in listed if row is not None]
        return sorted(found, key=lambda line: _standing(line[1]))

    async def ranked(
        self, *, game: str, board: str, scope: int, season: str, viewer: int | None, limit: int, offset: int
    ) -> Sequence[RankedRow]:
        lines = self._list((game, board, scope, season), viewer)[offset : offset + max(limit, 0)]
        return [RankedRow(place, name, row) for place, (name, row) in enumerate(lines, start=offset + 1)]

    async def ranked_above(self, row: RatingRow, *, scope: int, viewer: int | None) -> int:
        lines = self._list((row.game, row.board, scope, row.season), viewer)
        return sum(_standing(other) < _standing(row) for _, other in lines)

    async def rating_points(self, game: str, board: str, scope: int, player: str) -> Sequence[RatingPointRow]:
        key = (game, board, scope, player)
        return [row for full, row in sorted(self._rows.rating_points.items()) if full[:4] == key]

    async def rated_others(self, *, game: str, board: str, scope: int, season: str) -> Sequence[RatingRow]:
        key = (game, board, scope, season)
        listed = [
            self._everywhere(row)
            for row in self._rows.ratings.values()
            if row.user is None and (row.game, row.board, row.scope, row.season) == key
        ]
        return sorted((row for row in listed if row is not None), key=lambda row: row.player)

    # -- statistics
    def _of(self, wanted: ResultFilter) -> list[ResultRow]:
        """Return the results that a filter lets through, oldest first."""
        results = self._rows.results.values()
        chats = set() if wanted.viewer is None else self._groups_of(wanted.viewer)
        here = set() if wanted.chat is None else self._group_of(wanted.chat)
        mine = [
            row
            for row in results
            if row.user == wanted.user
            and wanted.game in (None, row.game)
            and (wanted.chat is None or row.chat in here)
            and (wanted.viewer is None or row.chat in chats)
        ]
        return sorted(mine, key=lambda row: (row.at, row.match, row.round, row.seat))

    def _is_drawn(self, row: ResultRow) -> bool:
        same = (other for other in self._rows.results.values() if (other.match, other.round) == (row.match, row.round))
        return row.round > 0 and not row.won and not any(other.won for other in same)

    async def result_sums(self, wanted: ResultFilter) -> Sequence[ResultSum]:
        rounds: dict[tuple[str, str, int, int | None], list[ResultRow]] = defaultdict(list)
        matches: dict[tuple[str, str, int, int | None], list[ResultRow]] = defaultdict(list)
        for row in self._of(wanted):
            if row.round > 0:
                rounds[row.game, row.role, row.seat, row.place].append(row)
            else:
                matches[row.game, "", -1, None].append(row)
        return [
            ResultSum(
                *key,
                len(rows),
                sum(row.won for row in rows),
                sum(row.points for row in rows),
                sum(map(self._is_drawn, rows)),
            )
            for groups in (rounds, matches)
            for key, rows in sorted(groups.items(), key=lambda item: (*item[0][:3], item[0][3] or 0))
        ]

    async def feats(self, wanted: ResultFilter) -> Sequence[tuple[str, str, int]]:
        texts = Counter((row.game, row.feats) for row in self._of(wanted) if row.round > 0)
        return [(*key, count) for key, count in sorted(texts.items())]

    async def played_rounds(self, wanted: ResultFilter, *, latest: int) -> Sequence[PlayedRound]:
        rows = [row for row in self._of(wanted) if row.round > 0][-latest:]
        return [PlayedRound(row.at, row.won, row.points, self._is_drawn(row)) for row in rows]

    async def shared_rounds(self, wanted: ResultFilter, *, least: int, latest: int) -> Sequence[SharedRounds]:
        of_round: dict[tuple[int, int], list[ResultRow]] = defaultdict(list)
        for row in self._rows.results.values():
            of_round[row.match, row.round].append(row)
        rounds: dict[tuple[int, bool], list[bool]] = defaultdict(list)
        counted = [row for row in self._of(wanted) if row.round > 0]
        for mine in counted[-latest:]:
            for other in of_round[mine.match, mine.round]:
                person = None if other.user is None else self._rows.users.get(other.user)
                if person is not None and person.name and person.id != wanted.user:
                    rounds[person.id, other.side is not None and other.side == mine.side].append(mine.won)
        names = self._rows.users
        return [
            SharedRounds(user, names[user].name, partner, len(won), sum(won))
            for (user, partner), won in sorted(rounds.items())
            if len(won) >= least
        ]

    async def find_players(self, name: str, *, chat: int | None, viewer: int | None) -> Sequence[UserRow]:
        results = self._rows.results.values()
        chats = self._groups_of(viewer) if chat is None else self._group_of(chat)
        known = sorted({row.user for row in results if row.user is not None and row.chat in chats})
        people = [self._rows.users[user] for user in known]
        return [row for row in people if row.name and row.name.lower() == name.lower()]

    # -- marks
    async def mark(self, name: str) -> str | None:
        return self._rows.marks.get(name)

    async def put_mark(self, name: str, value: str) -> None:
        self._set(self._rows.marks, name, value)


def _standing(row: RatingRow) -> tuple[float, int]:
    """Return the key by which leaderboards are sorted: the cautious estimate, best first, then the person's id."""
    return -(row.mu - 3.0 * row.sigma), row.user or 0
