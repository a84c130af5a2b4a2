"""Reviews: what is remembered of a round, and the messages that wait for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.api import PendingReviewRow, ReviewRow, Store, StoreError, UnitOfWork
from tests.storage.store_rows import attempt, committed_scene


async def test_a_later_review_takes_the_place_of_an_older_one(store: Store) -> None:
    scene = await committed_scene(store)
    first = ReviewRow(scene.match, 1, 1, "first")

    async def put(unit: UnitOfWork) -> None:
        await unit.put_review(first)
        await unit.put_review(replace(first, version=2, text="second"))

    await attempt(store, put)
    async with store.begin() as unit:
        assert await unit.review(scene.match, 1) == replace(first, version=2, text="second")
        assert await unit.review(scene.match, 2) is None


async def test_messages_wait_for_a_review_until_they_are_forgotten(store: Store) -> None:
    scene = await committed_scene(store)
    one = PendingReviewRow("telegram", "-5:7", scene.match, 1, "11", "-5", "", "en", 100.0)
    two = replace(one, message="11:8", chat="", round=2, language="zh", seen_at=200.0)
    other = replace(one, platform="discord", user="12")

    async def put(unit: UnitOfWork) -> None:
        await unit.put_pending_reviews([two, one, other])
        await unit.put_pending_reviews([])

    await attempt(store, put)
    async with store.begin() as unit:
        assert list(await unit.pending_reviews()) == [other, one, two]
        assert list(await unit.pending_reviews(before=150.0)) == [other, one]
        await unit.put_pending_reviews([replace(one, seen_at=300.0)])
        assert list(await unit.pending_reviews(before=250.0)) == [other, two]
        await unit.remove_pending_review("telegram", "-5:7")
        await unit.remove_pending_review("telegram", "nothing")
        assert list(await unit.pending_reviews()) == [other, two]
        await unit.forget_pending_reviews("telegram", "11")
        assert list(await unit.pending_reviews()) == [other]

    async def of_no_match(unit: UnitOfWork) -> None:
        await unit.put_pending_reviews([replace(one, match=99)])

    with pytest.raises(StoreError):
        await attempt(store, of_no_match)
