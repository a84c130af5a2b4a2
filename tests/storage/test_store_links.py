"""One person with several accounts: codes, and what passes from one person to another. On both stores."""

from __future__ import annotations

from dataclasses import replace

from storage.api import IdentityRow, LinkRow, Store
from tests.storage.store_rows import (
    ai_at,
    attempt,
    committed_scene,
    match_row,
    person_at,
    result_row,
    round_row,
    table_row,
)


async def test_a_standing_code_is_found_by_its_digest_until_it_is_taken_away(store: Store) -> None:
    scene = await committed_scene(store)
    row = LinkRow(scene.user.id, "aa", 700.0, 1, 0, 100.0)
    await attempt(store, lambda unit: unit.put_link(row))
    async with store.begin() as unit:
        assert await unit.link(scene.user.id) == row
        assert await unit.find_link("aa") == row
        assert await unit.find_link("bb") is None
    await attempt(store, lambda unit: unit.put_link(replace(row, digest="bb", made=2)))
    async with store.begin() as unit:
        assert await unit.find_link("aa") is None
    await attempt(store, lambda unit: unit.remove_link(scene.user.id))
    async with store.begin() as unit:
        assert await unit.link(scene.user.id) is None


async def test_results_pass_to_another_person_all_or_those_of_one_platform(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        elsewhere = await unit.add_chat("discord", "d1", "", "Others")
        bob = await unit.add_user("Bob", "discord", "b")
        eve = await unit.add_user("Eve", "discord", "e")
        table = await unit.add_table(table_row(elsewhere.id))
        other = await unit.add_match(match_row(table.id, elsewhere.id))
        rows = [
            result_row(scene.match, 1, 0, scene.chat, user=scene.user.id),
            result_row(scene.match, 1, 1, scene.chat, user=eve.id),
            result_row(other.id, 1, 0, elsewhere.id, user=scene.user.id),
        ]
        await unit.add_results(rows)
        await unit.commit()

    async def matches(user: int) -> set[int]:
        async with store.begin() as unit:
            return {row.match for row in await unit.results_of(user, game=None, chat=None, limit=10)}

    async with store.begin() as unit:
        assert await unit.have_met(scene.user.id, eve.id)
        assert not await unit.have_met(scene.user.id, bob.id)
    await attempt(store, lambda unit: unit.move_results(scene.user.id, bob.id, "discord"))
    assert await matches(scene.user.id) == {scene.match}
    assert await matches(bob.id) == {other.id}
    await attempt(store, lambda unit: unit.move_results(scene.user.id, bob.id))
    assert await matches(scene.user.id) == set()
    assert await matches(bob.id) == {scene.match, other.id}
    assert await matches(eve.id) == {scene.match}


async def test_what_is_not_committed_moves_nobody(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        bob = await unit.add_user("Bob", "discord", "b")
        await unit.add_results([result_row(scene.match, 1, 0, scene.chat, user=scene.user.id)])
        await unit.commit()
    async with store.begin() as unit:
        await unit.move_results(scene.user.id, bob.id)
        await unit.put_link(LinkRow(bob.id, "aa"))
        await unit.forget_updates("telegram", "1")
        assert await unit.find_link("aa") is not None
    async with store.begin() as unit:
        assert len(await unit.results_of(scene.user.id, game=None, chat=None, limit=10)) == 1
        assert await unit.find_link("aa") is None


async def test_rounds_and_seats_are_found_by_who_is_named_there(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        await unit.add_round(replace(round_row(scene.match, 1), seats="[[12, null], [3, null]]"))
        await unit.add_round(replace(round_row(scene.match, 2), seats="[[112, null], [null, 12]]"))
        await unit.put_seat(person_at(scene.table, 0, scene.user.id))
        await unit.put_seat(ai_at(scene.table, 1))
        await unit.commit()
    async with store.begin() as unit:
        assert [row.round for row in await unit.rounds_naming("[12, ")] == [1]
        assert await unit.rounds_naming("[4, ") == []
        assert [(seat.table, seat.seat) for seat in await unit.seats_of(scene.user.id)] == [(scene.table, 0)]
        assert list(await unit.seats_of(scene.user.id + 1)) == []


async def test_updates_are_forgotten_by_how_their_ids_begin(store: Store) -> None:
    async with store.begin() as unit:
        for platform, update in (("web", "w1:a"), ("web", "w1:b"), ("web", "w12:a"), ("discord", "w1:a")):
            await unit.remember(platform, update, "x", 1.0)
        await unit.commit()
    await attempt(store, lambda unit: unit.forget_updates("web", "w1:"))
    async with store.begin() as unit:
        assert await unit.seen("web", "w1:a") is None
        assert await unit.seen("web", "w1:b") is None
        assert await unit.seen("web", "w12:a") == "x"
        assert await unit.seen("discord", "w1:a") == "x"


async def test_an_account_keeps_the_name_that_it_has_there(store: Store) -> None:
    scene = await committed_scene(store)
    row = IdentityRow("discord", "d", scene.user.id, True, "Annie")
    await attempt(store, lambda unit: unit.put_identity(row))
    async with store.begin() as unit:
        assert await unit.identity("discord", "d") == row
        first = await unit.identity("telegram", "1")
    assert first is not None
    assert first.name == scene.user.name
