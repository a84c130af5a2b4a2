"""Reviews: what is remembered of a round, and the messages that wait for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.api import Store, StoreError, UnitOfWork
from storage.themes.reviews import PendingReviewRow, ReviewRow
from tests.storage.store_rows import attempt, committed_scene


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
