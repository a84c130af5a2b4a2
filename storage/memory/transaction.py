"""One transaction over dictionaries: everything that is stored without a disk, and a journal to undo what is not committed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from storage.api import (
    ActionRow,
    ChatRow,
    EndingRow,
    IdentityRow,
    LinkRow,
    LuckRow,
    MatchRow,
    OwnerRow,
    PageKeyRow,
    PlaceRow,
    PledgeRow,
    RatingKey,
    RatingPointRow,
    RatingRow,
    ResultRow,
    RoundRow,
    SeatRow,
    StoreError,
    TableRow,
    UserRow,
    VoteRow,
)
from storage.groups import BanRow, CallRow, HouseRow
from storage.honours import AchievementRow, SeasonPostRow
from storage.reviews import PendingReviewRow, ReviewRow
from storage.tournaments import EntrantRow, PairingRow, ScoreRow, TournamentRow, VenueRow

__all__ = ["MemoryRows", "MemoryTransaction"]

_NOTHING: Any = object()


@dataclass(slots=True)
class MemoryRows:
    """Everything that is stored, each kind by its key."""

    updates: dict[tuple[str, str], str] = field(default_factory=dict)
    users: dict[int, UserRow] = field(default_factory=dict)
    identities: dict[tuple[str, str], IdentityRow] = field(default_factory=dict)
    links: dict[int, LinkRow] = field(default_factory=dict)
    page_keys: dict[str, PageKeyRow] = field(default_factory=dict)
    chats: dict[int, ChatRow] = field(default_factory=dict)
    houses: dict[tuple[str, str, str], HouseRow] = field(default_factory=dict)
    bans: dict[tuple[str, str, str], BanRow] = field(default_factory=dict)
    calls: dict[tuple[str, str, int, str], CallRow] = field(default_factory=dict)
    tables: dict[int, TableRow] = field(default_factory=dict)
    owners: dict[int, OwnerRow] = field(default_factory=dict)
    places: dict[tuple[int, int], PlaceRow] = field(default_factory=dict)
    seats: dict[tuple[int, int], SeatRow] = field(default_factory=dict)
    votes: dict[tuple[int, str, int], VoteRow] = field(default_factory=dict)
    matches: dict[int, MatchRow] = field(default_factory=dict)
    rounds: dict[tuple[int, int], RoundRow] = field(default_factory=dict)
    pledges: dict[tuple[int, int], PledgeRow] = field(default_factory=dict)
    luck: dict[tuple[int, int, int], LuckRow] = field(default_factory=dict)
    actions: dict[int, dict[int, ActionRow]] = field(default_factory=lambda: defaultdict(dict))
    results: dict[tuple[int, int, int], ResultRow] = field(default_factory=dict)
    endings: dict[int, EndingRow] = field(default_factory=dict)
    ratings: dict[RatingKey, RatingRow] = field(default_factory=dict)
    rating_points: dict[tuple[str, str, int, str, int], RatingPointRow] = field(default_factory=dict)
    tournaments: dict[int, TournamentRow] = field(default_factory=dict)
    entrants: dict[tuple[int, int], EntrantRow] = field(default_factory=dict)
    pairings: dict[tuple[int, int, int], PairingRow] = field(default_factory=dict)
    venues: dict[tuple[int, int], VenueRow] = field(default_factory=dict)
    scores: dict[tuple[int, int, int], ScoreRow] = field(default_factory=dict)
    achievements: dict[tuple[int, str], AchievementRow] = field(default_factory=dict)
    reviews: dict[tuple[int, int], ReviewRow] = field(default_factory=dict)
    pending_reviews: dict[tuple[str, str], PendingReviewRow] = field(default_factory=dict)
    season_posts: dict[tuple[int, str], SeasonPostRow] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    last_id: dict[str, int] = field(default_factory=dict)


class MemoryTransaction:
    """Changes ``MemoryRows`` in place; unless the changes are committed, the journal undoes them, last first."""

    def __init__(self, rows: MemoryRows, release: Callable[[], None]) -> None:
        self._all = rows
        self._release = release
        self._journal: list[tuple[dict[Any, Any], Any, Any]] = []
        self._error: StoreError | None = None
        self._over = False

    # -- the transaction itself
    async def commit(self) -> None:
        self._check()
        self._journal.clear()
        self._over = True
        self._release()
        await asyncio.sleep(0)

    def end(self) -> None:
        if self._over:
            return
        for rows, key, before in reversed(self._journal):
            if before is _NOTHING:
                rows.pop(key, None)
            else:
                rows[key] = before
        self._over = True
        self._release()

    @property
    def _rows(self) -> MemoryRows:
        """The rows, as long as this unit may still be used."""
        self._check()
        return self._all

    def _check(self) -> None:
        if self._error is not None:
            raise self._error
        if self._over:
            raise StoreError("this unit of work is over")

    def _refuse(self, error: StoreError) -> NoReturn:
        self._error = error
        raise error

    def _set(self, rows: dict[Any, Any], key: Any, row: Any) -> None:
        self._journal.append((rows, key, rows.get(key, _NOTHING)))
        rows[key] = row

    def _delete(self, rows: dict[Any, Any], key: Any) -> None:
        if key in rows:
            self._journal.append((rows, key, rows.pop(key)))

    def _insert(self, rows: dict[Any, Any], key: Any, row: Any) -> None:
        if key in rows:
            self._refuse(StoreError("a row with this key exists already"))
        self._set(rows, key, row)

    def _update(self, rows: dict[Any, Any], key: Any, row: Any) -> None:
        if key not in rows:
            self._refuse(StoreError("the row to change does not exist"))
        self._set(rows, key, row)

    def _need(self, rows: Mapping[int, Any], key: int | None) -> None:
        """Refuse a row that points at nothing."""
        if key is not None and key not in rows:
            self._refuse(StoreError("a row refers to one that does not exist"))

    def _new_id(self, kind: str) -> int:
        number = self._rows.last_id.get(kind, 0) + 1
        self._set(self._rows.last_id, kind, number)
        return number
