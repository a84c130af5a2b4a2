"""Tables that are shown in several places, in all stores."""

from __future__ import annotations

from dataclasses import replace

from storage.api import Store, StoreError
from storage.themes.tables import PlaceRow
from tests.storage.store_rows import committed_scene, person_at, refused, set_scene, table_row


async def test_places_are_brought_changed_and_left_in_their_order(store: Store) -> None:
    async with store.begin() as unit:
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
        await unit.commit()
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
    async with store.begin() as unit:
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
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.tables.places(guest.id) == [PlaceRow(guest.id, old.id, message="n")]
        assert await unit.tables.places(twice.id) == [PlaceRow(twice.id, old.id, message="o")]
        assert await unit.tables.places(home.id) == []
        assert [seat.place for seat in await unit.tables.seats(guest.id)] == [old.id]
        assert await unit.chats.get(new.id) is None
