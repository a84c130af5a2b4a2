"""Units of work of both stores: whole or not at all, one after another, and an update that comes again."""

import asyncio
import contextlib
from dataclasses import replace

import pytest

from storage.api import StaleSequence, Store, StoreError, Unavailable, UnitOfWork
from storage.themes.people import UserRow
from tests.storage.store_rows import action_row, ai_at, attempt, committed_scene


async def test_questions_asked_side_by_side_get_each_their_own_answer(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        await unit.tables.put_seat(ai_at(scene.table, 2))
        seats, table, nobody, user, nothing, again = await asyncio.gather(
            unit.tables.seats(scene.table), unit.tables.get(scene.table), unit.people.user(10**6),
            unit.people.user(scene.user.id), unit.people.users([]), unit.tables.seats(scene.table),
        )  # fmt: skip
        assert ai_at(scene.table, 2) in seats
        assert again == seats
        assert table is not None
        assert table.id == scene.table
        assert (nobody, list(nothing), user) == (None, [], UserRow(scene.user.id, "Ann"))


async def test_all_questions_asked_side_by_side_hear_that_their_unit_has_failed(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        with contextlib.suppress(StoreError):  # one store says so at once, the others with the next question
            await unit.people.put_user(UserRow(10**6, "Nobody"))
        asked = [unit.tables.seats(scene.table) for _ in range(3)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(one) for one in found] == [StoreError] * 3


async def test_an_exception_undoes_everything_and_passes_through(store: Store) -> None:
    scene = await committed_scene(store)

    async def trip(unit: UnitOfWork) -> None:
        await unit.matches.append(action_row(scene.match, 0))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await attempt(store, trip)
    async with store.begin() as unit:
        assert await unit.matches.actions(scene.match) == []


async def test_after_its_commit_a_unit_is_over(store: Store) -> None:
    async with store.begin() as unit:
        await unit.commit()
        with pytest.raises(StoreError, match="over"):
            await unit.people.user(1)
        with pytest.raises(StoreError, match="over"):
            await unit.updates.remember("telegram", "u1", "x", 1.0)
        with pytest.raises(StoreError, match="over"):
            await unit.commit()


async def test_a_unit_that_was_refused_something_cannot_be_committed(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        await unit.updates.remember("telegram", "u1", "x", 1.0)
        with contextlib.suppress(StoreError):  # one store says it here,
            await unit.people.put_user(UserRow(99, "Nobody"))
        with pytest.raises(StoreError, match="does not exist"):  # the other with the next question
            await unit.people.user(1)
        with pytest.raises(StoreError, match="does not exist"):
            await unit.commit()
    async with store.begin() as unit:
        assert await unit.updates.seen("telegram", "u1") is None
        assert await unit.people.user(scene.user.id) is not None


async def test_a_unit_begun_inside_another_is_a_plain_mistake(store: Store) -> None:
    async with store.begin():
        with pytest.raises(RuntimeError, match="inside another"):
            async with store.begin():
                pass


async def test_after_a_commit_the_next_unit_may_begin_at_once(store: Store) -> None:
    async with store.begin() as unit:
        await unit.updates.remember("telegram", "u1", "played", 1.0)
        await unit.commit()
        async with store.begin() as second:
            assert await second.updates.seen("telegram", "u1") == "played"


async def test_units_of_many_tasks_lose_no_count(store: Store) -> None:
    scene = await committed_scene(store)

    async def count_up() -> None:
        async with store.begin() as unit:
            user = await unit.people.user(scene.user.id)
            assert user is not None
            await asyncio.sleep(0)
            await unit.people.put_user(replace(user, prefs=str(int(user.prefs) + 1)))
            await unit.commit()

    async with store.begin() as unit:
        await unit.people.put_user(replace(scene.user, prefs="0"))
        await unit.commit()
    await asyncio.gather(*(count_up() for _ in range(150)))
    async with store.begin() as unit:
        user = await unit.people.user(scene.user.id)
        assert user is not None
        assert user.prefs == "150"


async def test_one_that_fails_in_a_crowd_takes_nobody_along(store: Store) -> None:
    scene = await committed_scene(store)

    async def play(number: int) -> None:
        async with store.begin() as unit:
            await unit.matches.append(action_row(scene.match, number // 2))  # every other one is stale
            await unit.updates.remember("telegram", str(number), "played", 1.0)
            await unit.commit()

    outcomes = await asyncio.gather(*(play(number) for number in range(60)), return_exceptions=True)
    pairs = [{type(outcome) for outcome in outcomes[number : number + 2]} for number in range(0, 60, 2)]
    assert pairs == [{type(None), StaleSequence}] * 30
    async with store.begin() as unit:
        assert [row.seq for row in await unit.matches.actions(scene.match)] == list(range(30))
        effects = [await unit.updates.seen("telegram", str(number)) for number in range(60)]
    assert effects == ["played" if outcome is None else None for outcome in outcomes]


async def test_a_cancelled_waiter_does_not_hold_up_the_others(store: Store) -> None:
    scene = await committed_scene(store)

    async def play(number: int) -> None:
        async with store.begin() as unit:
            await unit.matches.append(action_row(scene.match, number))
            await unit.commit()

    tasks = [asyncio.create_task(play(number)) for number in range(40)]
    await asyncio.sleep(0)
    for task in tasks[1::2]:
        task.cancel()
    await asyncio.wait(tasks)
    async with store.begin() as unit:
        kept = [row.seq for row in await unit.matches.actions(scene.match)]
    assert set(range(0, 40, 2)) <= set(kept)


async def test_a_task_cancelled_in_the_middle_leaves_nothing_half_done(store: Store) -> None:
    scene = await committed_scene(store)
    inside = asyncio.Event()

    async def play() -> None:
        async with store.begin() as unit:
            await unit.matches.append(action_row(scene.match, 0))
            assert len(await unit.matches.actions(scene.match)) == 1
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(play())
    await inside.wait()
    task.cancel()
    await asyncio.wait([task])
    async with store.begin() as unit:
        assert await unit.matches.actions(scene.match) == []


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.ping()
    await store.close()
    with pytest.raises(Unavailable, match="closed"):
        await store.ping()
    with pytest.raises(Unavailable, match="closed"):
        async with store.begin():
            pass


async def test_what_is_undone_while_another_unit_waits_is_not_committed_with_it(store: Store) -> None:
    async with store.begin() as unit:
        await unit.chats.add("telegram", "undone", "", "Undone")
        waiting = asyncio.create_task(attempt(store, lambda other: other.chats.add("telegram", "kept", "", "Kept")))
        for _ in range(20):
            await asyncio.sleep(0)  # until the other one stands in line
    await waiting
    async with store.begin() as unit:
        assert await unit.chats.find("telegram", "undone", "") is None
        assert await unit.chats.find("telegram", "kept", "") is not None
