"""What both stores promise about pledges and the words added to deals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.api import Store, StoreError
from storage.themes.pledges import LuckRow, PledgeRow
from tests.storage.store_rows import attempt, committed_scene, round_row


def pledge(table: int, number: int = 1) -> PledgeRow:
    return PledgeRow(table, number, f"c{number}", f"s{number}", f"r{number}", 31, 20.0 + number)


async def test_the_last_pledge_of_a_table_is_the_one_with_the_highest_number(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        assert await unit.pledges.last(scene.table) is None
        for number in (2, 1, 10):
            await unit.pledges.put(pledge(scene.table, number))
        assert await unit.pledges.last(scene.table) == pledge(scene.table, 10)
        assert await unit.pledges.last(scene.table + 1) is None


async def test_a_pledge_is_found_by_its_round_once_it_is_dealt(store: Store) -> None:
    scene = await committed_scene(store)
    dealt = replace(pledge(scene.table), match=scene.match, round=1)
    async with store.begin() as unit:
        await unit.matches.add_round(round_row(scene.match))
        await unit.pledges.put(pledge(scene.table))
        assert await unit.pledges.of_round(scene.match, 1) is None
        await unit.pledges.put(dealt)
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.pledges.of_round(scene.match, 1) == dealt
        assert await unit.pledges.last(scene.table) == dealt


async def test_a_round_has_one_pledge(store: Store) -> None:
    scene = await committed_scene(store)
    await attempt(store, lambda unit: unit.pledges.put(replace(pledge(scene.table), match=scene.match, round=1)))
    with pytest.raises(StoreError):
        await attempt(store, lambda unit: unit.pledges.put(replace(pledge(scene.table, 2), match=scene.match, round=1)))


async def test_words_come_in_the_order_of_their_places_and_can_be_replaced(store: Store) -> None:
    scene = await committed_scene(store)
    mine = LuckRow(scene.table, 1, 0, scene.user.id, "mine")
    async with store.begin() as unit:
        await unit.pledges.put(pledge(scene.table))
        await unit.pledges.put(pledge(scene.table, 2))
        await unit.pledges.put_luck(replace(mine, place=1, user=None, word="nobody's"))
        await unit.pledges.put_luck(mine)
        await unit.pledges.put_luck(replace(mine, number=2, word="again"))
        await unit.pledges.put_luck(replace(mine, word="changed"))
        await unit.commit()
    async with store.begin() as unit:
        assert [row.word for row in await unit.pledges.luck(scene.table, 1)] == ["changed", "nobody's"]
        assert [(row.number, row.word) for row in await unit.pledges.luck_of(scene.user.id)] == [
            (1, "changed"),
            (2, "again"),
        ]


async def test_a_word_needs_a_pledge_and_a_pledge_a_table(store: Store) -> None:
    scene = await committed_scene(store)
    with pytest.raises(StoreError):
        await attempt(store, lambda unit: unit.pledges.put_luck(LuckRow(scene.table, 1, 0, None, "word")))
    with pytest.raises(StoreError):
        await attempt(store, lambda unit: unit.pledges.put(pledge(scene.table + 1)))
    with pytest.raises(StoreError):
        await attempt(
            store, lambda unit: unit.pledges.put(replace(pledge(scene.table), match=scene.match + 1, round=1))
        )
