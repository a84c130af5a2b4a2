"""Tables, seats, votes and the places where a table is shown, in both stores."""

from dataclasses import replace

import pytest

from storage.api import Store, StoreError, UnitOfWork
from storage.themes.tables import Home, LobbyTimes, PlaceRow, Rewind, SeatRow, TableRow, Terms
from tests.storage.store_rows import ai_at, committed_scene, person_at, refused, set_scene, table_row


async def test_a_table_keeps_everything_it_was_given(store: Store) -> None:
    async with store.change() as unit:
        scene = await set_scene(unit)
        full = TableRow(
            id=scene.table, chat=scene.chat, game="guandan", options="{}", preset="", players=4, state="playing",
            host=None, terms=Terms(0, '"s"', True, "hard", "people", False), match=scene.match, round=3, parked=True,
            message="m1", message_at=1.25, created_at=2.5, touched_at=3.5, shows="7-1.4 ab",
            home=Home(True, True, frozenset({"b", "a"}), "XYZ"), lobby=LobbyTimes(7.5, True, 2), rewind=Rewind(4, (0, 2, 1)),
        )  # fmt: skip
        await unit.tables.put(full)
    async with store.begin() as unit:
        read = await unit.tables.get(scene.table)
        assert read == full
        assert read is not None
        assert read.parked is True
        assert await unit.tables.get(99) is None


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


async def test_places_are_brought_changed_and_left_in_their_order(store: Store) -> None:
    async with store.change() as unit:
        scene = await set_scene(unit)
        early = await unit.chats.add("discord", "c9", "", "Cards")
        late = await unit.chats.add("telegram", "77", "", "")
        second = PlaceRow(scene.table, late.id, since=3.0, person=scene.user.id)
        first = PlaceRow(scene.table, early.id, since=2.0)
        await unit.tables.put_place(second)
        assert await unit.tables.places_of(scene.user.id) == [second]
        await unit.tables.put_place(first)
        assert await unit.tables.places(scene.table) == [first, second]
        shown = replace(first, message="m1", message_at=4.5, shows="ab cd")
        await unit.tables.put_place(shown)
        await unit.tables.put_seat(replace(person_at(scene.table, 0, scene.user.id), place=early.id))
    async with store.begin() as unit:
        assert await unit.tables.places(scene.table) == [shown, second]
        assert [seat.place for seat in await unit.tables.seats(scene.table)] == [early.id]
        await unit.tables.remove_place(scene.table, early.id)
        await unit.tables.remove_place(scene.table, early.id)
        assert await unit.tables.places(scene.table) == [second]
        assert await unit.tables.places(99) == []


async def test_a_chat_knows_the_open_tables_that_are_guests_there(store: Store) -> None:
    async with store.begin() as unit:
        home = await unit.chats.add("telegram", "-5", "", "Friends")
        there = await unit.chats.add("discord", "c9", "", "Cards")
        tables = [await unit.tables.add(table_row(home.id)) for _ in range(3)]
        for table in tables:
            await unit.tables.put_place(PlaceRow(table.id, there.id))
        await unit.tables.put(replace(tables[0], state="closed"))
        await unit.tables.put(replace(tables[1], parked=True))
        assert [row.id for row in await unit.tables.guests_in(there.id)] == [tables[1].id, tables[2].id]
        assert await unit.tables.open_in(there.id) == []
        assert await unit.tables.guests_in(home.id) == []


async def test_places_stand_in_chats_that_there_are(store: Store) -> None:
    scene = await committed_scene(store)
    assert type(await refused(store, lambda unit: unit.tables.put_place(PlaceRow(scene.table, 99)))) is StoreError
    assert type(await refused(store, lambda unit: unit.tables.put_place(PlaceRow(99, scene.chat)))) is StoreError
    seat = replace(person_at(scene.table, 0, scene.user.id), place=99)
    assert type(await refused(store, lambda unit: unit.tables.put_seat(seat))) is StoreError


async def test_what_stood_in_a_group_under_both_its_ids_stands_there_once(store: Store) -> None:
    async with store.change() as unit:
        old = await unit.chats.add("telegram", "-5", "", "Friends")
        new = await unit.chats.add("telegram", "-1005", "", "Friends")
        away = await unit.chats.add("discord", "c9", "", "Cards")
        user = await unit.people.add_user("Ann", "telegram", "1")
        guest, twice, home = [await unit.tables.add(table_row(chat)) for chat in (away.id, away.id, old.id)]
        await unit.tables.put_place(PlaceRow(guest.id, new.id, message="n"))
        await unit.tables.put_place(PlaceRow(twice.id, old.id, message="o"))
        await unit.tables.put_place(PlaceRow(twice.id, new.id, message="n"))
        await unit.tables.put_place(PlaceRow(home.id, new.id))
        await unit.tables.put_seat(replace(person_at(guest.id, 0, user.id), place=new.id))
        await unit.groups.move_chat("telegram", "-5", "-1005")
    async with store.begin() as unit:
        assert await unit.tables.places(guest.id) == [PlaceRow(guest.id, old.id, message="n")]
        assert await unit.tables.places(twice.id) == [PlaceRow(twice.id, old.id, message="o")]
        assert await unit.tables.places(home.id) == []
        assert [seat.place for seat in await unit.tables.seats(guest.id)] == [old.id]
        assert await unit.chats.get(new.id) is None
