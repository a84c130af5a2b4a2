"""What tests of stores share: builders of rows, in which what a test does not name has a plain value, and what is refused."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage.api import Store, StoreError, Unavailable, UnitOfWork, WrongVersion
from storage.databases import open_store
from storage.themes.matches import ActionRow, MatchRow, RoundRow
from storage.themes.people import UserRow
from storage.themes.results import ResultRow
from storage.themes.tables import SeatRow, TableRow, Terms


def table_row(chat: int, *, host: int | None = None, state: str = "lobby", match: int | None = None) -> TableRow:
    return TableRow(
        id=0, chat=chat, game="doudizhu", options='{"bids": 3}', preset="plain", players=3, state=state, host=host,
        terms=Terms(90), match=match, created_at=10.0, touched_at=10.5,
    )  # fmt: skip


def person_at(table: int, seat: int, user: int) -> SeatRow:
    return SeatRow(table, seat, user, None, joined_at=11.0, platform="telegram", external=f"u{user}")


def ai_at(table: int, seat: int, level: str = "easy") -> SeatRow:
    return SeatRow(table, seat, None, level, joined_at=12.0)


def match_row(table: int, chat: int, *, at: float = 20.0, status: str = "open", game: str = "doudizhu") -> MatchRow:
    return MatchRow(id=0, table=table, chat=chat, game=game, options="{}", status=status, started_at=at)


def round_row(match: int, round: int = 1, deal: str = '["secret"]') -> RoundRow:
    return RoundRow(match, round, 1, deal, "{}", "[1, 2, 3]", "open", started_at=21.0)


def action_row(match: int, seq: int, *, round: int = 1, line: str = "play 3s") -> ActionRow:
    return ActionRow(match, seq, round, seq % 3, line, "player", 22.0 + seq)


def result_row(
    match: int, round: int, seat: int, chat: int, *, user: int | None = None, ai: str | None = None, points: int = 0,
    won: bool = False, at: float = 30.0, game: str = "doudizhu",
) -> ResultRow:  # fmt: skip
    return ResultRow(match, round, seat, game, chat, user, ai, "peasant", points, won, None, at)


@dataclass(frozen=True)
class Scene:
    """A chat with a table, a person who hosts it, a match that runs there."""

    chat: int
    user: UserRow
    table: int
    match: int


async def set_scene(unit: UnitOfWork, name: str = "Ann", external: str = "1") -> Scene:
    chat = await unit.chats.add("telegram", f"g{external}", "", "Friends")
    user = await unit.people.add_user(name, "telegram", external)
    table = await unit.tables.add(table_row(chat.id, host=user.id))
    match = await unit.matches.add(match_row(table.id, chat.id))
    return Scene(chat.id, user, table.id, match.id)


async def attempt(store: Store, change: Callable[[UnitOfWork], Awaitable[object]]) -> None:
    """One unit of work that makes a change and commits it."""
    async with store.change() as unit:
        await change(unit)


async def committed_scene(store: Store) -> Scene:
    async with store.change() as unit:
        return await set_scene(unit)


async def refused(store: Store, change: Callable[[UnitOfWork], Awaitable[object]]) -> StoreError:
    """Make a change that must be refused, at the latest by its commit."""
    with pytest.raises(StoreError) as caught:
        await attempt(store, change)
    return caught.value


def path_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite+aiosqlite:///"))


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def why_not(url: str, *, beside: bool = False) -> str:
    """The one line with which opening is refused."""
    with pytest.raises(StoreError) as caught:
        await open_store(url, beside=beside)
    text = str(caught.value)
    assert "\n" not in text
    assert isinstance(caught.value, Unavailable | WrongVersion)
    return text
