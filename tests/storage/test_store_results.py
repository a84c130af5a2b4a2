"""Results, sums, achievements and reviews of finished rounds, in both stores."""

from dataclasses import replace

import pytest

from storage.api import Store, StoreError, UnitOfWork
from storage.themes.achievements import AchievementRow
from storage.themes.reviews import PendingReviewRow, ReviewRow
from storage.themes.seasons import SeasonPostRow
from tests.storage.store_rows import attempt, committed_scene, match_row, result_row


async def test_of_an_achievement_the_earlier_row_stays(store: Store) -> None:
    scene = await committed_scene(store)
    user = scene.user.id
    first = AchievementRow(user, "rounds_100", scene.match, 2, 50.0)

    async def put(unit: UnitOfWork) -> None:
        await unit.achievements.put([first, AchievementRow(user, "first_win", scene.match, 1, 40.0)])
        await unit.achievements.put([replace(first, round=3, at=60.0)])
        await unit.achievements.put([])

    await attempt(store, put)
    async with store.begin() as unit:
        assert [(row.key, row.round, row.at) for row in await unit.achievements.of_person(user)] == [
            ("first_win", 1, 40.0), ("rounds_100", 2, 50.0),
        ]  # fmt: skip
        await unit.achievements.put([replace(first, round=1, at=45.0)])
        assert [row.key for row in await unit.achievements.of_round(scene.match, 1)] == ["first_win", "rounds_100"]
        assert await unit.achievements.of_round(scene.match, 2) == []
        await unit.achievements.remove(user, {"first_win", "unknown"})
        assert [row.key for row in await unit.achievements.of_person(user)] == ["rounds_100"]
        await unit.traces.forget(user)
        assert await unit.achievements.of_person(user) == []
    async with store.begin() as unit:  # nothing of that was committed
        assert len(await unit.achievements.of_person(user)) == 2

    async def nobodys(unit: UnitOfWork) -> None:
        await unit.achievements.put([replace(first, user=99)])

    with pytest.raises(StoreError):
        await attempt(store, nobodys)


async def test_a_month_is_told_to_a_group_once(store: Store) -> None:
    row = SeasonPostRow(1, "2026-10", 1, 5.0)

    async def add(unit: UnitOfWork) -> None:
        assert await unit.seasons.add(row)
        assert not await unit.seasons.add(replace(row, made_at=9.0))
        assert await unit.seasons.add(replace(row, season="2026-11"))
        assert await unit.seasons.add(replace(row, scope=2))

    await attempt(store, add)
    async with store.begin() as unit:
        await unit.seasons.put(replace(row, sent=True))
        found = await unit.seasons.posts("2026-10")
        assert [(one.season, one.scope, one.sent, one.made_at) for one in found] == [
            ("2026-10", 1, True, 5.0), ("2026-10", 2, False, 5.0), ("2026-11", 1, False, 5.0),
        ]  # fmt: skip
        assert [one.season for one in await unit.seasons.posts("2026-11")] == ["2026-11"]


async def test_results_are_found_by_match_and_by_time(store: Store) -> None:
    scene = await committed_scene(store)
    user = scene.user.id

    async def play(unit: UnitOfWork) -> None:
        thread = await unit.chats.add("telegram", "g1", "7", "Friends")
        other = await unit.chats.add("telegram", "g2", "", "Strangers")
        there = await unit.matches.add(match_row(scene.table, other.id))
        await unit.results.add([
            result_row(scene.match, 2, 0, thread.id, user=user, at=200.0),
            result_row(scene.match, 1, 1, scene.chat, ai="easy", at=100.0),
            result_row(scene.match, 1, 0, scene.chat, user=user, at=100.0),
            result_row(scene.match, 0, 0, scene.chat, user=user, at=200.0),
            result_row(there.id, 1, 0, other.id, ai="easy", at=150.0),
        ])  # fmt: skip

    await attempt(store, play)
    async with store.begin() as unit:
        assert [(row.round, row.seat) for row in await unit.results.of_match(scene.match)] == [
            (0, 0),
            (1, 0),
            (1, 1),
            (2, 0),
        ]
        between = await unit.results.between(scene.chat, 100.0, 200.0)
        assert [(row.round, row.seat) for row in between] == [(1, 0), (1, 1)]
        assert len(await unit.results.between(scene.chat, 100.0, 200.5)) == 3
        assert len(await unit.results.chats_between(100.0, 201.0)) == 2
        assert await unit.results.chats_between(120.0, 200.0) == []


async def test_a_later_review_takes_the_place_of_an_older_one(store: Store) -> None:
    scene = await committed_scene(store)
    first = ReviewRow(scene.match, 1, 1, "first")

    async def put(unit: UnitOfWork) -> None:
        await unit.reviews.put(first)
        await unit.reviews.put(replace(first, version=2, text="second"))

    await attempt(store, put)
    async with store.begin() as unit:
        assert await unit.reviews.get(scene.match, 1) == replace(first, version=2, text="second")
        assert await unit.reviews.get(scene.match, 2) is None


async def test_messages_wait_for_a_review_until_they_are_forgotten(store: Store) -> None:
    scene = await committed_scene(store)
    one = PendingReviewRow("telegram", "-5:7", scene.match, 1, "11", "-5", "", "en", 100.0)
    two = replace(one, message="11:8", chat="", round=2, language="zh", seen_at=200.0)
    other = replace(one, platform="discord", user="12")

    async def put(unit: UnitOfWork) -> None:
        await unit.reviews.put_pending([two, one, other])
        await unit.reviews.put_pending([])

    await attempt(store, put)
    async with store.begin() as unit:
        assert list(await unit.reviews.pending()) == [other, one, two]
        assert list(await unit.reviews.pending(before=150.0)) == [other, one]
        await unit.reviews.put_pending([replace(one, seen_at=300.0)])
        assert list(await unit.reviews.pending(before=250.0)) == [other, two]
        await unit.reviews.remove_pending("telegram", "-5:7")
        await unit.reviews.remove_pending("telegram", "nothing")
        assert list(await unit.reviews.pending()) == [other, two]
        await unit.reviews.forget_pending("telegram", "11")
        assert list(await unit.reviews.pending()) == [other]

    async def of_no_match(unit: UnitOfWork) -> None:
        await unit.reviews.put_pending([replace(one, match=99)])

    with pytest.raises(StoreError):
        await attempt(store, of_no_match)
