"""What groups play by themselves, who may not sit there, who wants to be called: alike in all stores."""

from dataclasses import replace

from storage.api import Store, UnitOfWork
from storage.themes.groups import BanRow, CallRow, HouseRow
from tests.storage.store_rows import ai_at, attempt, committed_scene, person_at, table_row

RULES = '{"clock": "60"}'


async def test_a_group_keeps_what_it_has_set_for_each_game(store: Store) -> None:
    rows = [HouseRow("discord", "s1", game, "", RULES) for game in ("gouji", "doudizhu")]

    async def put(unit: UnitOfWork) -> None:
        for row in (
            *rows,
            HouseRow("discord", "s2", "gouji", "", RULES),
            HouseRow("telegram", "s1", "gouji", "", "{}"),
        ):
            await unit.groups.put_house(row)
        await unit.groups.put_house(HouseRow("discord", "s1", "gouji", "evening", "{}"))

    await attempt(store, put)
    async with store.begin() as unit:
        assert await unit.groups.house("discord", "s1") == [
            rows[1],
            HouseRow("discord", "s1", "gouji", "evening", "{}"),
        ]
        await unit.groups.remove_house("discord", "s1", "gouji")
        await unit.groups.remove_house("discord", "s1", "guandan")
        assert await unit.groups.house("discord", "s1") == [rows[1]]
        assert len(await unit.groups.house("discord", "s2")) == 1


async def test_bans_are_a_groups_and_are_found_by_person_and_by_name(store: Store) -> None:
    scene = await committed_scene(store)
    person = BanRow("telegram", "g1", f"u{scene.user.id}", scene.user.id, 30.0)
    nobody = BanRow("telegram", "g1", "a:abc", None, 20.0)

    async def put(unit: UnitOfWork) -> None:
        await unit.groups.put_ban(person)
        await unit.groups.put_ban(nobody)

    await attempt(store, put)
    async with store.begin() as unit:
        assert await unit.groups.bans("telegram", "g1") == [nobody, person]
        assert await unit.groups.bans("discord", "g1") == []
        assert await unit.groups.bans_of(scene.user.id) == [person]
        assert await unit.groups.ban("telegram", "g1", "a:abc") == nobody
        assert await unit.groups.ban("telegram", "g2", "a:abc") is None
        await unit.groups.remove_ban("telegram", "g1", person.who)
        assert await unit.groups.bans("telegram", "g1") == [nobody]


async def test_who_wants_to_be_called_is_called_to_their_game_or_to_any(store: Store) -> None:
    scene = await committed_scene(store)
    calls = [
        CallRow("telegram", "g1", scene.user.id, game, "1", scene.chat, at)
        for game, at in (("", 9.0), ("gouji", 5.0), ("guandan", 7.0))
    ]

    async def put(unit: UnitOfWork) -> None:
        for row in (*calls, calls[0]):
            await unit.groups.put_call(row)

    await attempt(store, put)
    async with store.begin() as unit:
        assert await unit.groups.calls("telegram", "g1", "gouji") == [calls[1], calls[0]]
        assert await unit.groups.calls("telegram", "g1", "doudizhu") == [calls[0]]
        assert await unit.groups.calls("telegram", "g2", "gouji") == []
        assert await unit.groups.calls_of(scene.user.id) == calls
        await unit.groups.remove_call("telegram", "g1", scene.user.id, "gouji")
        assert await unit.groups.calls_of(scene.user.id) == [calls[0], calls[2]]


async def test_a_group_with_another_id_keeps_all_of_it_and_what_the_new_one_has_set(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.change() as unit:
        newcomer = await unit.chats.add("telegram", "g9", "", "Friends")
        await unit.groups.put_house(HouseRow("telegram", "g1", "gouji", "old", "{}"))
        await unit.groups.put_house(HouseRow("telegram", "g1", "guandan", "old", "{}"))
        await unit.groups.put_house(HouseRow("telegram", "g9", "gouji", "new", "{}"))
        await unit.groups.put_ban(BanRow("telegram", "g1", "a:abc", None, 20.0))
        await unit.groups.put_call(CallRow("telegram", "g9", scene.user.id, "", "1", newcomer.id, 5.0))
        await unit.groups.put_call(CallRow("telegram", "g1", scene.user.id, "gouji", "1", scene.chat, 6.0))
    async with store.change() as unit:
        await unit.groups.move_chat("telegram", "g1", "g9")
    async with store.begin() as unit:
        assert [(row.game, row.preset) for row in await unit.groups.house("telegram", "g9")] == [
            ("gouji", "new"), ("guandan", "old"),
        ]  # fmt: skip
        assert await unit.groups.house("telegram", "g1") == []
        assert [row.who for row in await unit.groups.bans("telegram", "g9")] == ["a:abc"]
        assert {(row.group, row.game, row.chat) for row in await unit.groups.calls_of(scene.user.id)} == {
            ("g9", "", scene.chat), ("g9", "gouji", scene.chat),
        }  # fmt: skip


async def test_tables_are_found_at_which_somebody_sits_who_is_banned_from_their_home(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        thread = await unit.chats.add("telegram", "g1", "7", "Friends")
        other = await unit.chats.add("telegram", "g2", "", "Others")
        made = [(await unit.tables.add(table_row(chat))).id for chat in (thread.id, thread.id, other.id)]
        for table in made:
            await unit.tables.put_seat(person_at(table, 0, scene.user.id))
        await unit.tables.put_seat(ai_at(scene.table, 0))
        await unit.groups.put_ban(BanRow("telegram", "g1", f"u{scene.user.id}", scene.user.id, 30.0))
        await unit.groups.put_ban(BanRow("telegram", "g2", "a:abc", None, 30.0))
        assert await unit.groups.tables_of_banned() == made[:2]
        row = await unit.tables.get(made[1])
        assert row is not None
        await unit.tables.put(replace(row, parked=True))
        assert await unit.groups.tables_of_banned() == made[:1]
