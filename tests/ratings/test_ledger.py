"""One round more and everything anew lead to the same floats."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot import ratings
from bot.__main__ import main
from storage.api import Store, UnitOfWork
from storage.databases import open_store
from storage.themes.matches import MatchRow
from storage.themes.ratings import RatingRow
from storage.themes.results import ResultRow
from storage.themes.tables import TableRow, Terms
from tests.databases import database_in
from tests.memory import MemoryStore
from tests.ratings.rows import NOVEMBER, landlord_round, round_of

CHATS, PEOPLE = 2, 7


@pytest.fixture
def url(tmp_path: Path) -> str:
    return database_in(tmp_path)


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = MemoryStore()
    yield opened
    await opened.close()


async def open_tables(store: Store) -> None:
    """Two groups with a table each, seven people."""
    async with store.change() as unit:
        for number in range(1, PEOPLE + 1):
            await unit.people.add_user(f"P{number}", "telegram", str(number))
        for number in range(1, CHATS + 1):
            chat = await unit.chats.add("telegram", f"-{number}", "", "Friends")
            table = await unit.tables.add(TableRow(0, chat.id, "guandan", "{}", "", 4, "over", None, Terms(90)))
            await unit.matches.add(MatchRow(0, table.id, chat.id, "guandan", "{}", "over", 1.0))


def any_round(dice: random.Random, match: int, number: int, at: float) -> list[ResultRow]:
    """A round of any game with anybody."""
    more = {"match": match, "round": number, "chat": match, "at": at}
    kind = dice.randrange(4)
    who: list[int | str] = list(dice.sample(range(1, PEOPLE + 1), (3, 4, 6, 5)[kind]))
    if dice.random() < 0.4:
        who[0] = dice.choice(["easy", "normal"])
        who[1] = "easy"
    if kind == 0:
        rows = landlord_round(who, dice.randrange(3), wins=dice.random() < 0.4, **more)
    elif kind == 3:
        points = [dice.randrange(-5, 6) for _ in who]
        rows = round_of(who, points=points, won=[one == max(points) for one in points], game="gandengyan", **more)  # type: ignore[arg-type]  # what it takes
    else:
        first = dice.random() < 0.5
        team = [seat % 2 for seat in range(len(who))]
        rows = round_of(who, sides=team, won=[(side == 0) is first for side in team], **more)  # type: ignore[arg-type]  # what it takes
    return rows


async def play(store: Store, rounds: int, seed: int = 4, first: int = 1) -> None:
    """Rounds one after the other, each in a transaction of its own; their times do not always rise."""
    dice = random.Random(seed)
    for number in range(first, first + rounds):
        match = dice.randint(1, CHATS)
        rows = any_round(dice, match, number, NOVEMBER + 40_000.0 * number - dice.randrange(90_000))
        async with store.change() as unit:
            await unit.results.add(rows)
            await ratings.rate_round(unit, match, rows[0].round, rows, dice.choice(["on", "on", "on", "people", "off"]))


async def all_of(store: Store) -> list[RatingRow]:
    async with store.begin() as unit:
        return list(await unit.ratings.all())


async def courses(store: Store) -> list[object]:
    async with store.begin() as unit:
        rows = [row for row in await unit.ratings.all() if not row.season and row.user is not None]
        return [await unit.ratings.points(row.game, row.board, row.scope, row.player) for row in rows]


async def test_everything_anew_gives_the_same_floats(store: Store) -> None:
    await open_tables(store)
    await play(store, 160)
    before, course = await all_of(store), await courses(store)
    assert {row.board for row in before} == {"people", "ai"}
    assert len({row.season for row in before}) > 2
    done = await ratings.rebuild(store)
    assert (done.rounds, done.changed) == (160, 0)
    assert 0 < done.rated < 160
    assert await all_of(store) == before
    assert await courses(store) == course


async def test_what_somebody_wrote_into_the_ratings_is_put_right(store: Store) -> None:
    await open_tables(store)
    await play(store, 30)
    before = await all_of(store)
    async with store.change() as unit:
        await unit.ratings.put([replace(before[0], mu=99.0), replace(before[1], player="u1x", season="")])
    done = await ratings.rebuild(store)
    assert done.changed == 2
    assert await all_of(store) == before
    assert not await ratings.needs_rebuild(store)


@asynccontextmanager
async def amid_a_rebuild(store: Store) -> AsyncIterator[UnitOfWork]:
    """A transaction between two of a rebuild that has begun; at the end everything is committed and rebuilt."""
    before = await marked(store)
    work = asyncio.create_task(ratings.rebuild(store))
    while True:
        async with store.begin() as unit:
            if await unit.marks.get("ratings") != before:
                yield unit
                await unit.commit()
                break
    await work


async def marked(store: Store) -> str | None:
    async with store.begin() as unit:
        return await unit.marks.get("ratings")


async def test_rounds_that_end_meanwhile_are_not_lost(store: Store) -> None:
    await open_tables(store)
    await play(store, 20)
    rows = round_of([1, 2, 3], points=[3, 2, 1], won=[True, False, False], match=2, round=77, chat=2)
    async with amid_a_rebuild(store) as unit:
        await unit.results.add(rows)
        await ratings.rate_round(unit, 2, 77, rows, "on")
    before = await all_of(store)
    done = await ratings.rebuild(store)
    assert (done.rounds, done.changed) == (21, 0)
    assert await all_of(store) == before


async def test_a_past_that_changes_while_it_is_read_is_read_again(store: Store) -> None:
    await open_tables(store)
    await play(store, 25)
    async with amid_a_rebuild(store) as unit:
        await unit.traces.move(7, 1)
        await ratings.request_rebuild(unit)
    assert not await ratings.needs_rebuild(store)
    assert not [row for row in await all_of(store) if row.user == 7]
    assert (await ratings.rebuild(store)).changed == 0


async def test_a_fresh_store_is_in_doubt_until_its_ratings_were_computed(store: Store) -> None:
    assert await ratings.needs_rebuild(store)
    assert (await ratings.rebuild(store)).rounds == 0
    assert not await ratings.needs_rebuild(store)
    async with store.change() as unit:
        await ratings.request_rebuild(unit)
    assert await ratings.needs_rebuild(store)


async def test_the_command_says_whether_anything_was_stored_otherwise(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.chdir(tmp_path)
    running = await open_store(url)  # as a bot would have it
    await open_tables(running)
    await play(running, 12)
    before = await all_of(running)
    assert await asyncio.to_thread(main, ["ratings", "rebuild"]) == 0
    assert "12 rounds read" in (said := capsys.readouterr().out)
    assert "as they were" in said
    async with running.change() as unit:
        await unit.ratings.put([replace(before[0], mu=1.0)])
    assert await asyncio.to_thread(main, ["ratings", "rebuild"]) == 0
    assert "1 ratings were stored otherwise" in capsys.readouterr().out
    assert await all_of(running) == before
    await running.close()
