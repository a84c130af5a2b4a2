"""People, their accounts, their chats and what their browsers show, in both stores."""

import asyncio
from dataclasses import replace

from storage.api import Store
from storage.themes.people import PageKeyRow
from tests.storage.store_rows import attempt

ROW = PageKeyRow("aa", "link", "telegram", "7", "12", 300.0)


async def digests(store: Store, *asked: str) -> list[str]:
    async with store.begin() as unit:
        return [digest for digest in asked if await unit.people.page_key(digest) is not None]


async def test_a_key_is_found_by_its_digest_and_added_once(store: Store) -> None:
    async with store.change() as unit:
        assert await unit.people.add_page_key(ROW)
        assert not await unit.people.add_page_key(replace(ROW, external="8"))
    async with store.begin() as unit:
        assert await unit.people.page_key("aa") == ROW
        assert await unit.people.page_key("bb") is None


async def test_of_two_units_that_ask_at_once_one_gets_it_and_one_adds_it(store: Store) -> None:
    await attempt(store, lambda unit: unit.people.add_page_key(ROW))

    async def take() -> PageKeyRow | None:
        async with store.change() as unit:
            return await unit.people.take_page_key("aa")

    async def add() -> bool:
        async with store.change() as unit:
            return await unit.people.add_page_key(replace(ROW, digest="bb", kind="proof"))

    taken = await asyncio.gather(*(take() for _ in range(4)))
    assert [row for row in taken if row is not None] == [ROW]
    assert sorted(await asyncio.gather(*(add() for _ in range(4)))) == [False, False, False, True]


async def test_what_is_not_committed_is_not_taken(store: Store) -> None:
    await attempt(store, lambda unit: unit.people.add_page_key(ROW))
    async with store.begin() as unit:
        assert await unit.people.take_page_key("aa") == ROW
        assert await unit.people.page_key("aa") is None
    assert await digests(store, "aa") == ["aa"]


async def test_keys_go_with_their_account_all_or_those_of_one_kind_and_with_time(store: Store) -> None:
    rows = [
        ROW,
        replace(ROW, digest="bb", kind="session", expires_at=900.0),
        replace(ROW, digest="cc", external="8"),
        PageKeyRow("dd", "proof", expires_at=800.0),
    ]
    async with store.change() as unit:
        for row in rows:
            assert await unit.people.add_page_key(row)
    await attempt(store, lambda unit: unit.people.remove_page_keys("telegram", "7", "link"))
    assert await digests(store, "aa", "bb", "cc", "dd") == ["bb", "cc", "dd"]
    await attempt(store, lambda unit: unit.people.expire_page_keys(300.0))
    assert await digests(store, "bb", "cc", "dd") == ["bb", "dd"]
    await attempt(store, lambda unit: unit.people.remove_page_keys("telegram", "7"))
    assert await digests(store, "bb", "dd") == ["dd"]
