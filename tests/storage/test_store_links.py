"""One person with several accounts: codes, and what passes from one person to another. On both stores."""

from __future__ import annotations

from dataclasses import replace

from storage.api import Store
from storage.sql import Rows
from storage.themes.people import IdentityRow, LinkRow
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

LIKE_A_PERSON = {"user", "person", "host", "opener", "player", "owner", "member", "author", "who", "by", "external"}
BY_HAND = {
    "bans.user", "bans.who", "calls.external", "calls.user", "chats.external", "entrants.external", "entrants.user",
    "achievements.user", "identities.external", "identities.user", "links.user", "luck.user", "page_keys.external",
    "pending_reviews.user", "places.person", "seats.external", "seats.user", "tables.extra", "tables.host", "venues.person",
    "rating_points.player", "ratings.player", "ratings.user", "rounds.seats",
}  # fmt: skip
"""Where more follows than a mark says, in ``possessions``, ``links``, ``erasure``, ``pending`` and the ratings."""


async def test_a_standing_code_is_found_by_its_digest_until_it_is_taken_away(store: Store) -> None:
    scene = await committed_scene(store)
    row = LinkRow(scene.user.id, "aa", 700.0, 1, 0, 100.0)
    await attempt(store, lambda unit: unit.people.put_link(row))
    async with store.begin() as unit:
        assert await unit.people.link(scene.user.id) == row
        assert await unit.people.find_link("aa") == row
        assert await unit.people.find_link("bb") is None
    await attempt(store, lambda unit: unit.people.put_link(replace(row, digest="bb", made=2)))
    async with store.begin() as unit:
        assert await unit.people.find_link("aa") is None
    await attempt(store, lambda unit: unit.people.remove_link(scene.user.id))
    async with store.begin() as unit:
        assert await unit.people.link(scene.user.id) is None


async def test_results_pass_to_another_person_all_or_those_of_one_platform(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        elsewhere = await unit.chats.add("discord", "d1", "", "Others")
        bob = await unit.people.add_user("Bob", "discord", "b")
        eve = await unit.people.add_user("Eve", "discord", "e")
        table = await unit.tables.add(table_row(elsewhere.id))
        other = await unit.matches.add(match_row(table.id, elsewhere.id))
        rows = [
            result_row(scene.match, 1, 0, scene.chat, user=scene.user.id),
            result_row(scene.match, 1, 1, scene.chat, user=eve.id),
            result_row(other.id, 1, 0, elsewhere.id, user=scene.user.id),
        ]
        await unit.results.add(rows)
        await unit.commit()

    async def matches(user: int) -> set[int]:
        async with store.begin() as unit:
            return {row.match for row in await unit.results.of_person(user, game=None, chat=None, limit=10)}

    async with store.begin() as unit:
        assert await unit.results.have_met(scene.user.id, eve.id)
        assert not await unit.results.have_met(scene.user.id, bob.id)
    await attempt(store, lambda unit: unit.traces.move(scene.user.id, bob.id, "discord"))
    assert await matches(scene.user.id) == {scene.match}
    assert await matches(bob.id) == {other.id}
    await attempt(store, lambda unit: unit.traces.move(scene.user.id, bob.id))
    assert await matches(scene.user.id) == set()
    assert await matches(bob.id) == {scene.match, other.id}
    assert await matches(eve.id) == {scene.match}


def test_who_is_named_in_a_row_is_marked_and_what_no_mark_does_is_known() -> None:
    for rows in Rows.every:
        named = {name for name in rows.names if name in LIKE_A_PERSON or rows.refers.get(name) == "users"}
        assert named <= rows.persons.keys(), (
            f"{rows.table.name}: mark {named - rows.persons.keys()} with PersonField(…)"
        )
    marked = {f"{rows.table.name}.{name}": mark for rows in Rows.every for name, mark in rows.persons.items()}
    assert {name for name, mark in marked.items() if not (mark.of and mark.forgotten)} == BY_HAND


async def test_rounds_and_seats_are_found_by_who_is_named_there(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        await unit.matches.add_round(replace(round_row(scene.match, 1), seats="[[12, null], [3, null]]"))
        await unit.matches.add_round(replace(round_row(scene.match, 2), seats="[[112, null], [null, 12]]"))
        await unit.tables.put_seat(person_at(scene.table, 0, scene.user.id))
        await unit.tables.put_seat(ai_at(scene.table, 1))
        await unit.commit()
    async with store.begin() as unit:
        assert [row.round for row in await unit.matches.rounds_naming("[12, ")] == [1]
        assert await unit.matches.rounds_naming("[4, ") == []
        assert [(seat.table, seat.seat) for seat in await unit.tables.seats_of(scene.user.id)] == [(scene.table, 0)]
        assert list(await unit.tables.seats_of(scene.user.id + 1)) == []


async def test_updates_are_forgotten_by_how_their_ids_begin(store: Store) -> None:
    async with store.begin() as unit:
        for platform, update in (("web", "w1:a"), ("web", "w1:b"), ("web", "w12:a"), ("discord", "w1:a")):
            await unit.updates.remember(platform, update, "x", 1.0)
        await unit.commit()
    await attempt(store, lambda unit: unit.updates.forget("web", "w1:"))
    async with store.begin() as unit:
        assert await unit.updates.seen("web", "w1:a") is None
        assert await unit.updates.seen("web", "w1:b") is None
        assert await unit.updates.seen("web", "w12:a") == "x"
        assert await unit.updates.seen("discord", "w1:a") == "x"


async def test_an_account_keeps_the_name_that_it_has_there(store: Store) -> None:
    scene = await committed_scene(store)
    row = IdentityRow("discord", "d", scene.user.id, True, "Annie")
    await attempt(store, lambda unit: unit.people.put_identity(row))
    async with store.begin() as unit:
        assert await unit.people.identity("discord", "d") == row
        first = await unit.people.identity("telegram", "1")
    assert first is not None
    assert first.name == scene.user.name
