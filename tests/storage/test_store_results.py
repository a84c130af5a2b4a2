"""Leaderboards, histories: sums and orders, asked of both stores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.api import PlayedSeat, ResultRow, Store, StoreError, UnitOfWork
from tests.storage.store_rows import ai_at, attempt, match_row, person_at, result_row, set_scene, table_row


async def play(
    unit: UnitOfWork, chat: int, seats: list[int | str], points: list[list[int]], *, at: float = 30.0
) -> int:
    """Store a finished match: who sat where (a person or a level), the points of each round."""
    table = await unit.add_table(table_row(chat))
    match = await unit.add_match(match_row(table.id, chat, at=at, status="over"))
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
    await unit.add_results(rows)
    return match.id


async def test_the_leaderboard_sums_rounds_and_puts_the_best_mean_first(store: Store) -> None:
    async with store.begin() as unit:
        chat = (await unit.add_chat("telegram", "-5", "", "Friends")).id
        ann, ben, cat = [(await unit.add_user(name, "telegram", name)).id for name in ("Ann", "Ben", "Cat")]
        await play(unit, chat, [ann, ben, "easy"], [[2, -1, -1], [-4, 2, 2], [6, -3, -3]])
        await play(unit, chat, [cat, ben, "easy"], [[8, -4, -4]])
        assert await unit.leaderboard(game=None, chat=None, least=1, limit=10) == [
            PlayedSeat(cat, None, "Cat", 1, 1, 1, 1, 8),
            PlayedSeat(ann, None, "Ann", 3, 2, 1, 1, 4),
            PlayedSeat(ben, None, "Ben", 4, 1, 2, 0, -6),
        ]
        few = await unit.leaderboard(game=None, chat=None, least=2, limit=1)
        assert [line.name for line in few] == ["Ann"]
        assert await unit.leaderboard(game=None, chat=None, least=9, limit=10) == []
        assert await unit.leaderboard(game=None, chat=None, least=1, limit=0) == []


async def test_equal_means_are_ordered_by_rounds_then_by_who_came_first(store: Store) -> None:
    async with store.begin() as unit:
        chat = (await unit.add_chat("telegram", "-5", "", "Friends")).id
        ids = [(await unit.add_user(name, "telegram", name)).id for name in "ABC"]
        await play(unit, chat, [ids[1], ids[0], "easy"], [[1, 1, -2]])
        await play(unit, chat, [ids[2], "easy", "easy"], [[1, -1, 0], [1, -1, 0]])
        board = await unit.leaderboard(game=None, chat=None, least=0, limit=10)
        assert [line.name for line in board] == ["C", "A", "B"]


async def test_a_leaderboard_may_be_of_one_game_or_one_chat(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        elsewhere = (await unit.add_chat("discord", "9", "", "Others")).id
        user = scene.user.id
        await unit.add_results([result_row(scene.match, 1, 0, scene.chat, user=user, points=1)])
        await unit.add_results([result_row(scene.match, 2, 0, scene.chat, user=user, points=10, game="guandan")])
        await unit.add_results([result_row(scene.match, 3, 0, elsewhere, user=user, points=100)])

        async def points(game: str | None, chat: int | None) -> int:
            (line,) = await unit.leaderboard(game=game, chat=chat, least=1, limit=5)
            return line.points

        assert await points(None, None) == 111
        assert await points("doudizhu", None) == 101
        assert await points("doudizhu", scene.chat) == 1
        assert await points(None, scene.chat) == 11
        assert await unit.leaderboard(game="guandan", chat=elsewhere, least=1, limit=5) == []


async def test_ai_players_have_standings_of_their_own(store: Store) -> None:
    async with store.begin() as unit:
        chat = (await unit.add_chat("telegram", "-5", "", "Friends")).id
        ann = (await unit.add_user("Ann", "telegram", "1")).id
        await play(unit, chat, [ann, "easy", "normal"], [[2, -1, -1], [-2, 1, 1]])
        await play(unit, chat, [ann, "easy", "easy"], [[-2, 1, 1]])
        levels = await unit.standings(game="doudizhu", chat=chat, ai=True)
        assert sorted(levels, key=lambda line: line.name) == [
            PlayedSeat(None, "easy", "easy", 4, 3, 3, 2, 2),
            PlayedSeat(None, "normal", "normal", 2, 1, 1, 0, 0),
        ]
        assert await unit.standings(game=None, chat=None, ai=False) == [PlayedSeat(ann, None, "Ann", 3, 1, 2, 0, -2)]
        assert await unit.standings(game="gouji", chat=None, ai=False) == []


async def test_a_result_is_counted_once(store: Store) -> None:
    async def count_twice(unit: UnitOfWork) -> None:
        scene = await set_scene(unit)
        row = result_row(scene.match, 1, 0, scene.chat, user=scene.user.id)
        await unit.add_results([row, replace(row, points=5)])

    with pytest.raises(StoreError, match="exists already"):
        await attempt(store, count_twice)


async def test_adding_no_results_is_nothing(store: Store) -> None:
    async with store.begin() as unit:
        await unit.add_results([])
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
        await unit.add_results(rows)
        read = await unit.results_of(user, game=None, chat=None, limit=9)
        assert read == [rows[2], rows[1], rows[0]]
        assert read[1].won is True
        assert await unit.results_of(user, game="doudizhu", chat=scene.chat, limit=1) == [rows[2]]
        assert await unit.results_of(user, game="guandan", chat=None, limit=9) == []
        assert await unit.results_of(99, game=None, chat=None, limit=9) == []
        assert await unit.results_of(user, game=None, chat=None, limit=0) == []


async def test_a_chats_matches_come_newest_first_page_by_page(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        elsewhere = (await unit.add_chat("discord", "9", "", "Others")).id
        ids = [(await unit.add_match(match_row(scene.table, scene.chat, at=at))).id for at in (50.0, 40.0, 50.0)]
        other = (await unit.add_match(match_row(scene.table, elsewhere, at=60.0))).id

        async def listed(chat: int | None, limit: int, offset: int) -> list[int]:
            return [row.id for row in await unit.matches_in(chat, None, limit=limit, offset=offset)]

        assert await listed(scene.chat, 9, 0) == [ids[2], ids[0], ids[1], scene.match]
        assert await listed(scene.chat, 2, 1) == [ids[0], ids[1]]
        assert await listed(None, 9, 0) == [other, ids[2], ids[0], ids[1], scene.match]
        assert await listed(None, 0, 0) == []


async def test_a_persons_matches_are_those_with_results_and_the_one_being_played(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        ann, ben = scene.user.id, (await unit.add_user("Ben", "telegram", "2")).id
        played = await play(unit, scene.chat, [ann, "easy", "easy"], [[1, 0, -1]], at=5.0)
        table = await unit.table(scene.table)
        assert table is not None
        await unit.put_table(replace(table, match=scene.match, state="playing"))
        await unit.put_seat(person_at(scene.table, 0, ann))
        await unit.put_seat(ai_at(scene.table, 1))

        async def listed(user: int, chat: int | None = None) -> list[int]:
            return [row.id for row in await unit.matches_in(chat, user, limit=9, offset=0)]

        assert await listed(ann) == [scene.match, played]
        assert await listed(ann, scene.chat) == [scene.match, played]
        assert await listed(ann, 99) == []
        assert await listed(ben) == []
        match = await unit.match(scene.match)
        assert match is not None
        await unit.put_match(replace(match, status="ended"))
        assert await listed(ann) == [played]
