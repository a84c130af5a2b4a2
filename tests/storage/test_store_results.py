"""Histories: orders and pages, asked of both stores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.api import Store, StoreError, UnitOfWork
from storage.themes.results import ResultRow
from tests.storage.store_rows import ai_at, attempt, match_row, person_at, result_row, set_scene, table_row


async def play(
    unit: UnitOfWork, chat: int, seats: list[int | str], points: list[list[int]], *, at: float = 30.0
) -> int:
    """Store a finished match: who sat where (a person or a level), the points of each round."""
    table = await unit.tables.add(table_row(chat))
    match = await unit.matches.add(match_row(table.id, chat, at=at, status="over"))
    totals = [sum(column) for column in zip(*points, strict=True)]
    rows: list[ResultRow] = []
    for number, line in [*enumerate(points, start=1), (0, totals)]:
        for seat, (who, gained) in enumerate(zip(seats, line, strict=True)):
            user, ai = (who, None) if isinstance(who, int) else (None, who)
            rows.append(
                result_row(
                    match.id, number, seat, chat, user=user, ai=ai, points=gained, won=gained > 0, at=at + number
                )
            )
    await unit.results.add(rows)
    return match.id


async def test_a_result_is_counted_once(store: Store) -> None:
    async def count_twice(unit: UnitOfWork) -> None:
        scene = await set_scene(unit)
        row = result_row(scene.match, 1, 0, scene.chat, user=scene.user.id)
        await unit.results.add([row, replace(row, points=5)])

    with pytest.raises(StoreError, match="exists already"):
        await attempt(store, count_twice)


async def test_adding_no_results_is_nothing(store: Store) -> None:
    async with store.begin() as unit:
        await unit.results.add([])
        await unit.commit()


async def test_a_persons_results_come_newest_first_with_the_match_before_its_last_round(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        user = scene.user.id
        rows = [
            result_row(scene.match, 1, 0, scene.chat, user=user, at=30.0),
            result_row(scene.match, 2, 0, scene.chat, user=user, at=40.0, won=True),
            result_row(scene.match, 0, 0, scene.chat, user=user, at=40.0),
            result_row(scene.match, 0, 1, scene.chat, ai="easy", at=40.0),
        ]
        await unit.results.add(rows)
        read = await unit.results.of_person(user, game=None, chat=None, limit=9)
        assert read == [rows[2], rows[1], rows[0]]
        assert read[1].won is True
        assert await unit.results.of_person(user, game="doudizhu", chat=scene.chat, limit=1) == [rows[2]]
        assert await unit.results.of_person(user, game="guandan", chat=None, limit=9) == []
        assert await unit.results.of_person(99, game=None, chat=None, limit=9) == []
        assert await unit.results.of_person(user, game=None, chat=None, limit=0) == []


async def test_a_chats_matches_come_newest_first_page_by_page(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        elsewhere = (await unit.chats.add("discord", "9", "", "Others")).id
        ids = [(await unit.matches.add(match_row(scene.table, scene.chat, at=at))).id for at in (50.0, 40.0, 50.0)]
        other = (await unit.matches.add(match_row(scene.table, elsewhere, at=60.0))).id

        async def listed(chat: int | None, limit: int, offset: int) -> list[int]:
            return [row.id for row in await unit.matches.latest(chat, None, limit=limit, offset=offset)]

        assert await listed(scene.chat, 9, 0) == [ids[2], ids[0], ids[1], scene.match]
        assert await listed(scene.chat, 2, 1) == [ids[0], ids[1]]
        assert await listed(None, 9, 0) == [other, ids[2], ids[0], ids[1], scene.match]
        assert await listed(None, 0, 0) == []


async def test_a_persons_matches_are_those_with_results_and_the_one_being_played(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        ann, ben = scene.user.id, (await unit.people.add_user("Ben", "telegram", "2")).id
        played = await play(unit, scene.chat, [ann, "easy", "easy"], [[1, 0, -1]], at=5.0)
        table = await unit.tables.get(scene.table)
        assert table is not None
        await unit.tables.put(replace(table, match=scene.match, state="playing"))
        await unit.tables.put_seat(person_at(scene.table, 0, ann))
        await unit.tables.put_seat(ai_at(scene.table, 1))

        async def listed(user: int, chat: int | None = None) -> list[int]:
            return [row.id for row in await unit.matches.latest(chat, user, limit=9, offset=0)]

        assert await listed(ann) == [scene.match, played]
        assert await listed(ann, scene.chat) == [scene.match, played]
        assert await listed(ann, 99) == []
        assert await listed(ben) == []
        match = await unit.matches.get(scene.match)
        assert match is not None
        await unit.matches.put(replace(match, status="ended"))
        assert await listed(ann) == [played]
