"""Which worker has a table: one at a time, with a fence that grows, in both stores."""

import asyncio
from dataclasses import replace

from storage.api import Store, UnitOfWork
from storage.themes.owners import OwnerRow
from tests.storage.store_rows import attempt, committed_scene, table_row


async def tables(store: Store, count: int) -> list[int]:
    """So many open tables of one chat, all in need of an owner."""
    scene = await committed_scene(store)
    async with store.change() as unit:
        made = [(await unit.tables.add(table_row(scene.chat, host=scene.user.id))).id for _ in range(count - 1)]
        await unit.owners.enroll()
    return [scene.table, *made]


async def claimed(store: Store, worker: str, *alive: str, limit: int = 100) -> list[int]:
    async with store.change() as unit:
        rows = await unit.owners.claim(worker, alive, limit)
    assert all(row.worker == worker for row in rows)
    return [row.table for row in rows]


async def change(store: Store, table: int, **values: object) -> None:
    async with store.change() as unit:
        row = await unit.tables.get(table)
        assert row is not None
        await unit.tables.put(replace(row, **values))  # type: ignore[arg-type]  # columns by name


async def test_whoever_had_a_table_does_not_hold_it_any_more(store: Store) -> None:
    scene = await committed_scene(store)

    async def own(unit: UnitOfWork) -> None:
        assert await unit.owners.get(scene.table) is None
        assert await unit.owners.give(scene.table, "a") == 1
        assert await unit.owners.hold(scene.table, "a", 1)

    await attempt(store, own)
    async with store.begin() as unit:
        assert await unit.owners.give(scene.table, "b") == 2  # not committed
    async with store.change() as unit:
        assert await unit.owners.get(scene.table) == OwnerRow(scene.table, "a", 1)
        assert await unit.owners.give(scene.table, "b") == 2
    async with store.begin() as unit:
        assert await unit.owners.hold(scene.table, "b", 2)
        assert not await unit.owners.hold(scene.table, "a", 1)
        assert not await unit.owners.hold(scene.table, "b", 1)
        assert await unit.owners.hold_all("a") == []
        assert await unit.owners.hold_all("b") == await unit.owners.owned_by("b") == [OwnerRow(scene.table, "b", 2)]


async def test_only_an_owner_sets_its_table_free_and_the_fence_stays(store: Store) -> None:
    (table,) = await tables(store, 1)
    assert await claimed(store, "a", "a") == [table]
    await attempt(store, lambda unit: unit.owners.release([(table, 1)], "b"))
    await attempt(store, lambda unit: unit.owners.release([(table, 7)], "a"))
    assert await claimed(store, "b", "a", "b") == []
    await attempt(store, lambda unit: unit.owners.release([(table, 1)], "a"))
    async with store.begin() as unit:
        assert await unit.owners.get(table) == OwnerRow(table, "", 1)
    assert await claimed(store, "a", "a") == [table]
    async with store.begin() as unit:
        assert not await unit.owners.hold(table, "a", 1), "the same worker, but another time"
        assert await unit.owners.hold(table, "a", 2)


async def test_tables_of_the_dead_and_of_nobody_are_claimed_oldest_first(store: Store) -> None:
    numbers = await tables(store, 6)
    async with store.begin() as unit:
        assert await unit.owners.counts() == {"": 6}
    assert await claimed(store, "a", "a", limit=2) == numbers[:2]
    assert await claimed(store, "b", "a", "b", limit=2) == numbers[2:4]
    await change(store, numbers[4], parked=True)
    await change(store, numbers[5], state="closed")
    assert await claimed(store, "c", "a", "b", "c") == []
    assert await claimed(store, "c", "b", "c") == numbers[:2]
    async with store.begin() as unit:
        assert await unit.owners.counts() == {"b": 2, "c": 2}
    assert await claimed(store, "c", limit=0) == []
    assert await claimed(store, "d", limit=3) == numbers[:3], "nobody is known to be alive"


async def test_several_that_claim_at_once_share_what_is_free(store: Store) -> None:
    numbers = await tables(store, 9)
    shares = await asyncio.gather(*(claimed(store, name, "a", "b", "c", limit=4) for name in "abc"))
    assert sorted(number for share in shares for number in share) == numbers


async def test_tables_that_one_process_opened_or_closed_alone_are_enrolled(store: Store) -> None:
    first, second = await tables(store, 2)
    assert await claimed(store, "a", "a") == [first, second]
    async with store.change() as unit:
        third = (await unit.tables.add(table_row(1))).id
    await change(store, first, state="closed")
    assert await claimed(store, "a") == [second]
    await attempt(store, lambda unit: unit.owners.enroll())
    async with store.begin() as unit:
        assert await unit.owners.get(first) is None
        assert await unit.owners.get(second) == OwnerRow(second, "a", 2)
        assert await unit.owners.get(third) == OwnerRow(third, "", 0)
    await attempt(store, lambda unit: unit.owners.forget(third))
    async with store.begin() as unit:
        assert await unit.owners.get(third) is None


async def test_open_tables_are_counted_by_group(store: Store) -> None:
    numbers = await tables(store, 3)
    async with store.change() as unit:
        channel = await unit.chats.add("telegram", "other", "", "Channel")
        await unit.chats.put(replace(channel, group="g1"))
        await unit.tables.add(table_row(channel.id))
        apart = await unit.chats.add("discord", "g1", "", "Apart")
        await unit.tables.add(table_row(apart.id))
        await unit.people.lock_user(1)
    await change(store, numbers[0], parked=True)
    await change(store, numbers[1], state="closed")
    async with store.begin() as unit:
        assert await unit.tables.count_in_group(channel.id) == await unit.tables.count_in_group(1) == 2
        assert await unit.tables.count_in_group(apart.id) == 1
