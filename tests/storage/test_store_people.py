"""People, their accounts and their chats, in both stores."""

from __future__ import annotations

from dataclasses import replace

from storage.api import Conflict, Store, UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.people import IdentityRow
from storage.themes.results import ResultFilter
from tests.storage.store_rows import match_row, refused, result_row, table_row

# -- people


async def test_a_person_may_have_accounts_on_two_platforms(store: Store) -> None:
    async with store.begin() as unit:
        ann = await unit.people.add_user("Ann", "telegram", "1")
        await unit.people.put_identity(IdentityRow("discord", "d1", ann.id, reachable=False))
        await unit.people.put_identity(IdentityRow("telegram", "1", ann.id, reachable=True))
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.people.identity("discord", "d1") == IdentityRow("discord", "d1", ann.id, False)
        assert await unit.people.identities(ann.id) == [
            IdentityRow("discord", "d1", ann.id, False),
            IdentityRow("telegram", "1", ann.id, True),
        ]
        assert (await unit.people.identities(ann.id))[0].reachable is False


async def test_linking_moves_an_account_to_another_person(store: Store) -> None:
    async with store.begin() as unit:
        ann = await unit.people.add_user("Ann", "telegram", "1")
        twin = await unit.people.add_user("Ann again", "discord", "2")
        await unit.people.put_identity(IdentityRow("discord", "2", ann.id))
        assert await unit.people.identity("discord", "2") == IdentityRow("discord", "2", ann.id, None)
        assert await unit.people.identities(twin.id) == []


async def test_an_account_that_is_removed_is_nobodys_and_can_come_back_as_somebody_new(store: Store) -> None:
    async with store.begin() as unit:
        ann = await unit.people.add_user("Ann", "telegram", "1")
        await unit.people.remove_identity("telegram", "1")
        await unit.people.remove_identity("telegram", "never seen")
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.people.identity("telegram", "1") is None
        assert await unit.people.identities(ann.id) == []
        assert await unit.people.user(ann.id) == ann
        assert (await unit.people.add_user("Ann", "telegram", "1")).id != ann.id


async def test_people_are_changed_and_read_together(store: Store) -> None:
    async with store.begin() as unit:
        ann = await unit.people.add_user("Ann", "telegram", "1")
        ben = await unit.people.add_user("小王", "telegram", "2")
        ann = replace(ann, language="zh", prefs='{"burn": "never"}')
        await unit.people.put_user(ann)
        assert await unit.people.users([ben.id, 99, ann.id, ben.id]) == [ann, ben]
        assert await unit.people.users([]) == []
        assert await unit.people.user(99) is None
        assert await unit.people.identity("telegram", "99") is None


async def test_an_account_belongs_to_one_person(store: Store) -> None:
    async def twice(unit: UnitOfWork) -> None:
        await unit.people.add_user("Ann", "telegram", "1")
        await unit.people.add_user("Eve", "telegram", "1")

    assert isinstance(await refused(store, twice), Conflict)


# -- chats


async def test_a_chat_is_found_by_its_address_and_thread(store: Store) -> None:
    async with store.begin() as unit:
        main = await unit.chats.add("telegram", "-5", "", "Friends")
        topic = await unit.chats.add("telegram", "-5", "8", "Friends")
        await unit.chats.put(replace(topic, title="Cards", language="zh"))
        assert await unit.chats.find("telegram", "-5", "") == main
        assert await unit.chats.find("telegram", "-5", "8") == ChatRow(
            topic.id, "telegram", "-5", "8", "Cards", "zh", "-5"
        )
        assert await unit.chats.find("discord", "-5", "") is None
        assert await unit.chats.get(topic.id) == ChatRow(topic.id, "telegram", "-5", "8", "Cards", "zh", "-5")
        assert await unit.chats.get(99) is None


async def test_a_chat_is_known_once(store: Store) -> None:
    async def twice(unit: UnitOfWork) -> None:
        await unit.chats.add("telegram", "-5", "", "Friends")
        await unit.chats.add("telegram", "-5", "", "Friends")

    assert isinstance(await refused(store, twice), Conflict)


async def test_a_group_that_moves_keeps_its_tables_in_every_thread(store: Store) -> None:
    async with store.begin() as unit:
        main = await unit.chats.add("telegram", "-5", "", "Friends")
        topic = await unit.chats.add("telegram", "-5", "8", "Friends")
        other = await unit.chats.add("discord", "-5", "", "Elsewhere")
        table = await unit.tables.add(table_row(topic.id))
        for _ in range(2):  # the platform may say it twice
            await unit.groups.move_chat("telegram", "-5", "-1005")
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.chats.find("telegram", "-5", "") is None
        assert await unit.chats.find("telegram", "-1005", "") == replace(main, external="-1005", group="-1005")
        assert await unit.chats.find("telegram", "-1005", "8") == replace(topic, external="-1005", group="-1005")
        assert await unit.chats.find("discord", "-5", "") == other
        assert [row.id for row in await unit.tables.open_in(topic.id)] == [table.id]


async def test_a_group_used_under_its_new_id_before_the_move_was_told_becomes_one(store: Store) -> None:
    async with store.begin() as unit:
        old = await unit.chats.add("telegram", "-5", "", "Friends")
        new = await unit.chats.add("telegram", "-1005", "", "Friends")
        user = await unit.people.add_user("Ann", "telegram", "1")
        before, after = await unit.tables.add(table_row(old.id)), await unit.tables.add(table_row(new.id))
        match = await unit.matches.add(match_row(after.id, new.id))
        await unit.results.add([result_row(match.id, 1, 0, new.id, user=user.id, points=4)])
        await unit.groups.move_chat("telegram", "-5", "-1005")
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.chats.find("telegram", "-1005", "") == replace(old, external="-1005", group="-1005")
        assert await unit.chats.get(new.id) is None
        assert [row.id for row in await unit.tables.open_in(old.id)] == [before.id, after.id]
        assert [row.id for row in await unit.matches.latest(old.id, None, limit=9, offset=0)] == [match.id]
        assert [line.points for line in await unit.results.sums(ResultFilter(user.id, chat=old.id))] == [4]


async def test_moving_a_group_to_where_it_is_changes_nothing(store: Store) -> None:
    async with store.begin() as unit:
        chat = await unit.chats.add("telegram", "-5", "", "Friends")
        await unit.groups.move_chat("telegram", "-5", "-5")
        assert await unit.chats.get(chat.id) == chat
