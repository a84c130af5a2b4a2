"""Tables, seats and votes, in both stores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.api import Store, UnitOfWork
from storage.themes.tables import SeatRow, TableRow, VoteRow
from tests.storage.store_rows import ai_at, person_at, refused, set_scene, table_row


async def test_a_table_keeps_everything_it_was_given(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        full = TableRow(
            id=scene.table, chat=scene.chat, game="guandan", options="{}", preset="", players=4, state="playing",
            host=None, clock=0, match=scene.match, round=3, parked=True, message="m1", message_at=1.25, seed='"s"',
            extra='{"a": 1}', created_at=2.5, touched_at=3.5, shows="7-1.4 ab",
        )  # fmt: skip
        await unit.tables.put(full)
        await unit.commit()
    async with store.begin() as unit:
        read = await unit.tables.get(scene.table)
        assert read == full
        assert read is not None
        assert read.parked is True
        assert await unit.tables.get(99) is None


async def test_table_ids_are_small_and_never_used_again(store: Store) -> None:
    async with store.begin() as unit:
        chat = await unit.chats.add("telegram", "-5", "", "Friends")
        first = await unit.tables.add(replace(table_row(chat.id), id=77))
        assert first.id == 1
        await unit.tables.put(replace(first, state="closed"))
        assert (await unit.tables.add(table_row(chat.id))).id == 2
        await unit.commit()


async def test_open_tables_are_those_not_closed(store: Store) -> None:
    async with store.begin() as unit:
        here = await unit.chats.add("telegram", "-5", "", "Friends")
        there = await unit.chats.add("telegram", "-6", "", "Others")
        first = await unit.tables.add(table_row(here.id))
        gone = await unit.tables.add(table_row(here.id, state="closed"))
        away = await unit.tables.add(table_row(there.id))
        parked = await unit.tables.add(replace(table_row(here.id, state="between"), parked=True))
        assert [row.id for row in await unit.tables.open()] == [first.id, away.id, parked.id]
        assert [row.id for row in await unit.tables.open_in(here.id)] == [first.id, parked.id]
        assert await unit.tables.get(gone.id) == gone


async def test_seats_are_taken_changed_and_given_up(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        await unit.tables.put_seat(ai_at(scene.table, 2))
        await unit.tables.put_seat(person_at(scene.table, 0, scene.user.id))
        full = SeatRow(
            scene.table, 2, scene.user.id, None, 1.0, away=True, ready=True, timeouts=2, remaining=4.5, reminded=True,
            autopass='{"over": 3}', message="9", shows="7-1.0.2 cd", platform="discord", external="d",
        )  # fmt: skip
        await unit.tables.put_seat(full)
        assert await unit.tables.seats(scene.table) == [person_at(scene.table, 0, scene.user.id), full]
        assert (await unit.tables.seats(scene.table))[1].away is True
        await unit.tables.remove_seat(scene.table, 0)
        await unit.tables.remove_seat(scene.table, 1)
        assert await unit.tables.seats(scene.table) == [full]


@pytest.mark.parametrize(("user", "ai"), [(None, None), (1, "easy")])
async def test_a_seat_holds_a_person_or_an_ai_player(store: Store, user: int | None, ai: str | None) -> None:
    async def sit(unit: UnitOfWork) -> None:
        scene = await set_scene(unit)
        await unit.tables.put_seat(SeatRow(scene.table, 0, user, ai, 1.0))

    assert "contradicts itself" in str(await refused(store, sit))


async def test_the_heartbeat_writes_many_clocks_and_forgives_a_seat_that_is_gone(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        await unit.tables.put_seat(ai_at(scene.table, 0))
        await unit.tables.put_seat(ai_at(scene.table, 1))
        await unit.tables.put_remaining(
            [(scene.table, 0, 12.5), (scene.table, 1, 3.0), (scene.table, 5, 1.0), (99, 0, 1.0)]
        )
        await unit.tables.put_remaining([])
        assert [row.remaining for row in await unit.tables.seats(scene.table)] == [12.5, 3.0]


async def test_votes_are_counted_per_seat_and_cleared_per_table(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        other = await unit.tables.add(table_row(scene.chat))
        for row in (
            VoteRow(scene.table, "kick:1", 0, 60.0),
            VoteRow(scene.table, "end", 2, 60.0),
            VoteRow(scene.table, "end", 0, 60.0),
            VoteRow(scene.table, "end", 0, 90.0),
            VoteRow(other.id, "end", 0, 60.0),
        ):
            await unit.tables.put_vote(row)
        assert await unit.tables.votes(scene.table) == [
            VoteRow(scene.table, "end", 0, 90.0),
            VoteRow(scene.table, "end", 2, 60.0),
            VoteRow(scene.table, "kick:1", 0, 60.0),
        ]
        await unit.tables.clear_votes(scene.table)
        assert await unit.tables.votes(scene.table) == []
        assert len(await unit.tables.votes(other.id)) == 1
