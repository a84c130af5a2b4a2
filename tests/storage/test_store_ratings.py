"""Ratings and statistics in both stores: what is kept, in which order it comes, who is named."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import command

from storage.api import Store, UnitOfWork
from storage.databases import open_store
from storage.sqlite.opening import _sqlalchemy_connection, migrate
from storage.themes.ratings import EndingRow, RatedList, RatingPointRow, RatingRow
from storage.themes.results import ResultFilter, ResultRow, SharedRounds
from storage.versions import alembic_config
from tests.storage.store_rows import attempt, match_row, result_row, set_scene, table_row


def rating(user: int | None, mu: float, sigma: float = 2.0, **more: Any) -> RatingRow:
    plain = RatingRow("guandan", "people", 7, "", f"u{user}", user, mu, sigma, 9, 4, 50.0)
    return replace(plain, **more)


async def three(unit: UnitOfWork) -> list[int]:
    return [(await unit.people.add_user(name, "telegram", name)).id for name in ("Ann", "Ben", "Cat")]


async def put(unit: UnitOfWork, rows: list[RatingRow]) -> None:
    """Rows of a group's list, and the ratings of everywhere, which alone are told."""
    await unit.ratings.put([replace(row, mu=-9.0, sigma=9.0) for row in rows])
    await unit.ratings.put([replace(row, scope=0) for row in rows])


async def standing(
    unit: UnitOfWork, viewer: int | None = None, limit: int = 9, offset: int = 0
) -> list[tuple[int, str]]:
    rows = await unit.ratings.ranked(
        game="guandan", board="people", scope=7, season="", viewer=viewer, limit=limit, offset=offset
    )
    return [(row.place, row.name) for row in rows]


async def test_a_list_is_ordered_by_the_cautious_estimate_page_by_page(store: Store) -> None:
    async with store.begin() as unit:
        ann, ben, cat = await three(unit)
        rows = [rating(ann, 40.0, 8.0), rating(ben, 25.0, 1.0), rating(cat, 28.0, 2.0)]  # 16, 22, 22
        await put(unit, rows)
        await put(unit, [rating(ann, 99.0, season="2026-11"), rating(ann, 99.0, board="ai")])
        assert await standing(unit) == [(1, "Ben"), (2, "Cat"), (3, "Ann")]
        assert await standing(unit, limit=1, offset=1) == [(2, "Cat")]
        assert await standing(unit, limit=0) == []
        assert [await unit.ratings.ranked_above(row, scope=7, viewer=None) for row in rows] == [2, 0, 1]


async def test_the_list_of_everywhere_names_who_agreed_and_who_asks(store: Store) -> None:
    async with store.begin() as unit:
        ann, ben, cat = await three(unit)
        await put(unit, [rating(ann, 20.0), rating(ben, 30.0), rating(cat, 40.0)])
        person = await unit.people.user(ben)
        assert person is not None
        await unit.people.put_user(replace(person, listed=True))
        assert await standing(unit, viewer=ann) == [(1, "Ben"), (2, "Ann")]
        assert await unit.ratings.ranked_above(rating(ann, 20.0), scope=7, viewer=ann) == 1
        assert await unit.ratings.lists(7, ann) == [RatedList("guandan", "people", "", 2, 50.0)]
        await unit.people.put_user(replace(person, name="", listed=True))
        assert await standing(unit, viewer=ann) == [(1, "Ann")]
        assert await standing(unit) == [(1, "Cat"), (2, "Ann")]


async def test_lists_are_told_the_most_recent_first(store: Store) -> None:
    async with store.begin() as unit:
        ann, ben, _ = await three(unit)
        await put(unit, [rating(ann, 20.0), rating(ben, 20.0, at=70.0), rating(ann, 20.0, board="ai", at=60.0)])
        await put(unit, [rating(None, 20.0, board="ai", player="ai:easy", at=99.0)])
        assert await unit.ratings.lists(7, None) == [
            RatedList("guandan", "people", "", 2, 70.0),
            RatedList("guandan", "ai", "", 1, 60.0),
        ]
        others = await unit.ratings.others(game="guandan", board="ai", scope=7, season="")
        assert [row.player for row in others] == ["ai:easy"]


async def test_ratings_are_read_by_key_and_can_all_be_put_anew(store: Store) -> None:
    async with store.begin() as unit:
        ann, ben, _ = await three(unit)
        one, two = rating(ann, 1 / 3, 2 / 7), rating(ben, 20.0)
        await unit.ratings.put([one, two])
        await unit.ratings.put([replace(two, mu=21.0)])
        missing = replace(one, player="u99", user=None)
        assert await unit.ratings.get([two.key, missing.key, one.key]) == [replace(two, mu=21.0), one]
        points = [RatingPointRow("guandan", "people", 7, one.player, number, 1.0, 20.0, 8.0) for number in (2, 1)]
        await unit.ratings.put_points(points)
        assert await unit.ratings.points("guandan", "people", 7, one.player) == points[::-1]
        assert await unit.ratings.points("guandan", "people", 8, one.player) == []
        assert await unit.ratings.all() == [one, replace(two, mu=21.0)]
        await unit.ratings.clear()
        assert await unit.ratings.all() == []
        assert await unit.ratings.points("guandan", "people", 7, one.player) == []


async def test_endings_come_in_the_order_in_which_they_were_committed(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        other = await unit.matches.add(match_row(scene.table, scene.chat))
        for match, number in ((other.id, 2), (scene.match, 1), (scene.match, 3)):
            await unit.ratings.add_ending(EndingRow(0, match, number, "on"))
            await unit.results.add([result_row(match, number, seat, scene.chat, ai="easy") for seat in (1, 0)])
        endings = await unit.ratings.endings(after=0, limit=9)
        assert [(row.match, row.round) for row in endings] == [(other.id, 2), (scene.match, 1), (scene.match, 3)]
        first, second, third = (row.id for row in endings)
        assert first < second < third
        assert await unit.ratings.endings(after=first, limit=1) == endings[1:2]
        rows = await unit.ratings.results_of_endings(after=first, last=third)
        assert [(row.match, row.round, row.seat) for row in rows] == [
            (scene.match, 1, 0), (scene.match, 1, 1), (scene.match, 3, 0), (scene.match, 3, 1),
        ]  # fmt: skip


async def test_a_round_ends_once(store: Store) -> None:
    from storage.api import StoreError

    async def twice(unit: UnitOfWork) -> None:
        scene = await set_scene(unit)
        for _ in range(2):
            await unit.ratings.add_ending(EndingRow(0, scene.match, 1, "on"))

    with pytest.raises(StoreError, match="exists already"):
        await attempt(store, twice)


async def rounds_of_three(unit: UnitOfWork, chat: int, users: list[int], won: list[tuple[bool, ...]]) -> int:
    """A match in this chat: the first two of these people against the third."""
    table = await unit.tables.add(table_row(chat))
    match = await unit.matches.add(match_row(table.id, chat))
    rows: list[ResultRow] = []
    for number, line in enumerate(won, start=1):
        for seat, (user, wins) in enumerate(zip(users, line, strict=True)):
            row = result_row(
                match.id, number, seat, chat, user=user, won=wins, points=3 if wins else -3, at=30.0 + number
            )
            rows.append(replace(row, side=int(seat == 2), feats='{"bombs": 2}' if wins else "{}"))
    rows.append(result_row(match.id, 0, 0, chat, user=users[0], won=True))
    await unit.results.add(rows)
    return match.id


async def test_of_somebodys_rounds_the_latest_are_told_and_the_deeds_of_all(store: Store) -> None:
    async with store.begin() as unit:
        chat = (await unit.chats.add("telegram", "-5", "", "Friends")).id
        ann, ben, cat = await three(unit)
        won: list[tuple[bool, ...]] = [(True, True, False), (False, False, True), (True, True, False)]
        await rounds_of_three(unit, chat, [ann, ben, cat], won)
        assert [one.won for one in await unit.results.played(ResultFilter(ann), latest=2)] == [False, True]
        assert await unit.results.feats(ResultFilter(ann)) == [("doudizhu", '{"bombs": 2}', 2), ("doudizhu", "{}", 1)]
        assert await unit.results.shared(ResultFilter(ann), least=1, latest=1) == [
            SharedRounds(ben, "Ben", True, 1, 1), SharedRounds(cat, "Cat", False, 1, 1),
        ]  # fmt: skip


async def test_somebody_else_sees_only_what_was_played_where_they_play_too(store: Store) -> None:
    async with store.begin() as unit:
        here = (await unit.chats.add("telegram", "-5", "", "Friends")).id
        there = (await unit.chats.add("discord", "9", "", "Others")).id
        ann, ben, cat = await three(unit)
        dan = (await unit.people.add_user("ANN", "discord", "4")).id
        await rounds_of_three(unit, here, [ann, ben, cat], [(True, True, False)])
        await rounds_of_three(unit, there, [ann, cat, dan], [(True, True, False)] * 2)

        async def seen(viewer: int) -> int:
            return sum(one.rounds for one in await unit.results.sums(ResultFilter(ann, viewer=viewer)) if one.seat >= 0)

        assert [await seen(viewer) for viewer in (ann, ben, cat, dan)] == [3, 1, 3, 2]

        async def named(chat: int | None, viewer: int | None) -> list[int]:
            return [row.id for row in await unit.results.find_players("ann", chat=chat, viewer=viewer)]

        assert await named(here, None) == [ann]
        assert await named(there, None) == [ann, dan]
        assert await named(None, ben) == [ann]
        assert await named(None, 99) == []


def of_version(path: Path, version: str) -> None:
    """Make an empty database of an earlier version."""
    with _sqlalchemy_connection(path) as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, version)


async def test_results_of_the_first_version_get_sides_and_an_order(tmp_path: Path) -> None:
    path = tmp_path / "paiju.db"
    of_version(path, "0001")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO chats VALUES (1, 'telegram', '-5', '', 'Friends', NULL)")
        database.execute("INSERT INTO users VALUES (1, 'Ann', NULL, '{}')")
        database.execute(
            "INSERT INTO tables VALUES (1, 1, 'gouji', '{}', '', 3, 'over', 1, 0, NULL, 0, 0, NULL, NULL, '', '{}', 0, 0)"
        )
        for match, game in ((1, "gouji"), (2, "doudizhu")):
            database.execute("INSERT INTO matches VALUES (?, 1, 1, ?, '{}', 'over', 0, 0, NULL)", (match, game))
            for number in (1, 0):
                for seat, role in enumerate(("peasant", "landlord", "peasant")):
                    at = 50.0 - match
                    values = (match, number, seat, game, 1, None, "easy", role, 0, False, None, at, "{}")
                    database.execute(f"INSERT INTO results VALUES ({', '.join('?' * 13)})", values)
    assert migrate(path) == "0001"
    store = await open_store(f"sqlite+aiosqlite:///{path}")
    async with store.begin() as unit:
        endings = await unit.ratings.endings(after=0, limit=9)
        assert [(row.match, row.round, row.counts) for row in endings] == [(2, 1, "on"), (1, 1, "on")]
        rows = await unit.ratings.results_of_endings(after=0, last=endings[-1].id)
        assert [row.side for row in rows] == [1, 0, 1, 0, 1, 0]
        person = await unit.people.user(1)
        assert person is not None
        assert not person.listed
    await store.close()


async def test_a_stored_database_forgets_broken_off_rounds_and_demonstrations_and_learns_tallies(
    tmp_path: Path,
) -> None:
    path = tmp_path / "paiju.db"
    of_version(path, "0004")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO chats VALUES (1, 'discord', '55', '', 'Club · #one', NULL)")
        database.executemany("INSERT INTO users VALUES (?, ?, NULL, '{}', 0)", [(1, "Ann"), (2, "Ben")])
        for table, seed, state in ((1, "", "between"), (2, "7", "between"), (3, "", "closed")):
            values = (
                table, 1, "gouji", "{}", "", 3, state, 1, 0, None, 1, 0, None, None, seed, '{"ratings": "on"}', 0, 0,
            )  # fmt: skip
            database.execute(f"INSERT INTO tables VALUES ({', '.join('?' * 18)})", values)
            for match in (table, table + 10):
                line = (match, table, 1, "gouji", "{}", "over", 0, 0, None)
                database.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", line)
                for number in (1, 0, -2):
                    for user, points in ((1, 3), (2, -3)):
                        gained = points, points > 0, None, 9.0, "{}", user
                        result = match, number, user, "gouji", 1, user, None, "", *gained
                        database.execute(f"INSERT INTO results VALUES ({', '.join('?' * 14)})", result)
                    if number:
                        database.execute("INSERT INTO endings VALUES (NULL, ?, ?, 'on')", (match, number))
    assert migrate(path) == "0004"
    store = await open_store(f"sqlite+aiosqlite:///{path}")
    async with store.begin() as unit:
        endings = await unit.ratings.endings(after=0, limit=99)
        assert {row.round for row in endings} == {1}
        assert {(row.match % 10, row.counts) for row in endings} == {(1, "on"), (2, "off"), (3, "on")}
        tallies = [[(row.user, row.tally) for row in await unit.tables.regulars(number)] for number in (1, 2, 3)]
        assert tallies == [[(1, 6), (2, -6)], [(1, 6), (2, -6)], []]
        chat = await unit.chats.get(1)
        assert chat is not None
        assert chat.group == "55"
        assert await unit.chats.home(1) == 1
    await store.close()


async def test_chats_of_one_group_share_their_results_and_the_first_stands_for_all(store: Store) -> None:
    async with store.begin() as unit:
        one, two, other = [await unit.chats.add("discord", external, "", "") for external in ("1", "2", "3")]
        ann, ben, cat = await three(unit)
        await rounds_of_three(unit, one.id, [ann, ben, cat], [(True, True, False)])
        await rounds_of_three(unit, two.id, [ann, ben, cat], [(True, True, False)])
        await rounds_of_three(unit, other.id, [ann, ben, cat], [(True, True, False)])
        for row in (two, one):
            await unit.chats.put(replace(row, group="server"))
        assert [await unit.chats.home(row.id) for row in (one, two, other)] == [one.id, one.id, other.id]
        for chat, rounds in ((one.id, 2), (two.id, 2), (other.id, 1)):
            assert len(await unit.results.played(ResultFilter(ann, chat=chat), latest=9)) == rounds
            assert len(await unit.matches.latest(chat, None, limit=9, offset=0)) == rounds
            assert len(await unit.results.of_person(ann, game=None, chat=chat, limit=9)) == 2 * rounds
        await unit.groups.move_chat("discord", "3", "4")
        moved = await unit.chats.get(other.id)
        assert moved is not None
        assert moved.group == "4"
