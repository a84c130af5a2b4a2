"""Matches, rounds, the log, promised deals, and rows that point at nothing, in both stores."""

from dataclasses import replace
from typing import Any

import pytest

from storage.api import Store, StoreError
from storage.themes.chats import ChatRow
from storage.themes.people import IdentityRow, UserRow
from storage.themes.pledges import LuckRow, PledgeRow
from storage.themes.ratings import EndingRow, RatingRow
from storage.themes.tables import VoteRow
from tests.cases import each
from tests.storage.store_rows import (
    action_row,
    ai_at,
    attempt,
    committed_scene,
    match_row,
    person_at,
    refused,
    result_row,
    round_row,
    set_scene,
    table_row,
)


async def test_a_log_is_cut_whole_or_not_at_all_and_its_places_are_free_again(store: Store) -> None:
    scene, other = await committed_scene(store), 0
    async with store.change() as unit:
        other = (await set_scene(unit, external="other")).match
        for seq in range(5):
            await unit.matches.append(action_row(scene.match, seq, round=1 + seq // 3))
            await unit.matches.append(action_row(other, seq))
    async with store.begin() as unit:
        await unit.matches.cut_log(scene.match, 2)  # not committed
    async with store.change() as unit:
        assert len(await unit.matches.actions(scene.match)) == 5
        await unit.matches.cut_log(scene.match, 2)
        again = action_row(scene.match, 2, line="play 4s")
        await unit.matches.append(again)
        await unit.matches.cut_log(scene.match, 99)
    async with store.begin() as unit:
        assert await unit.matches.actions(scene.match) == [
            action_row(scene.match, 0),
            action_row(scene.match, 1),
            again,
        ]
        assert len(await unit.matches.actions(other)) == 5


def pledge(table: int, number: int = 1) -> PledgeRow:
    return PledgeRow(table, number, f"c{number}", f"s{number}", f"r{number}", 31, 20.0 + number)


async def test_the_last_pledge_of_a_table_is_the_one_with_the_highest_number(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        assert await unit.pledges.last(scene.table) is None
        for number in (2, 1, 10):
            await unit.pledges.put(pledge(scene.table, number))
        assert await unit.pledges.last(scene.table) == pledge(scene.table, 10)
        assert await unit.pledges.last(scene.table + 1) is None


async def test_a_pledge_is_found_by_its_round_once_it_is_dealt(store: Store) -> None:
    scene = await committed_scene(store)
    dealt = replace(pledge(scene.table), match=scene.match, round=1)
    async with store.change() as unit:
        await unit.matches.add_round(round_row(scene.match))
        await unit.pledges.put(pledge(scene.table))
        assert await unit.pledges.of_round(scene.match, 1) is None
        await unit.pledges.put(dealt)
    async with store.begin() as unit:
        assert await unit.pledges.of_round(scene.match, 1) == dealt
        assert await unit.pledges.last(scene.table) == dealt


async def test_a_round_has_one_pledge(store: Store) -> None:
    scene = await committed_scene(store)
    await attempt(store, lambda unit: unit.pledges.put(replace(pledge(scene.table), match=scene.match, round=1)))
    with pytest.raises(StoreError):
        await attempt(store, lambda unit: unit.pledges.put(replace(pledge(scene.table, 2), match=scene.match, round=1)))


async def test_words_come_in_the_order_of_their_places_and_can_be_replaced(store: Store) -> None:
    scene = await committed_scene(store)
    mine = LuckRow(scene.table, 1, 0, scene.user.id, "mine")
    async with store.change() as unit:
        await unit.pledges.put(pledge(scene.table))
        await unit.pledges.put(pledge(scene.table, 2))
        await unit.pledges.put_luck(replace(mine, place=1, user=None, word="nobody's"))
        await unit.pledges.put_luck(mine)
        await unit.pledges.put_luck(replace(mine, number=2, word="again"))
        await unit.pledges.put_luck(replace(mine, word="changed"))
    async with store.begin() as unit:
        assert [row.word for row in await unit.pledges.luck(scene.table, 1)] == ["changed", "nobody's"]
        assert [(row.number, row.word) for row in await unit.pledges.luck_of(scene.user.id)] == [
            (1, "changed"),
            (2, "again"),
        ]


async def test_a_word_needs_a_pledge_and_a_pledge_a_table(store: Store) -> None:
    scene = await committed_scene(store)
    with pytest.raises(StoreError):
        await attempt(store, lambda unit: unit.pledges.put_luck(LuckRow(scene.table, 1, 0, None, "word")))
    with pytest.raises(StoreError):
        await attempt(store, lambda unit: unit.pledges.put(pledge(scene.table + 1)))
    with pytest.raises(StoreError):
        await attempt(
            store, lambda unit: unit.pledges.put(replace(pledge(scene.table), match=scene.match + 1, round=1))
        )


CHANGES_OF_NOTHING = {
    "user": lambda unit: unit.people.put_user(UserRow(99, "Nobody")),
    "chat": lambda unit: unit.chats.put(ChatRow(99, "telegram", "x")),
    "table": lambda unit: unit.tables.put(replace(table_row(1), id=99)),
    "match": lambda unit: unit.matches.put(replace(match_row(1, 1), id=99)),
    "round": lambda unit: unit.matches.put_round(round_row(1, 9)),
}

ORPHANS = {
    "identity": lambda unit: unit.people.put_identity(IdentityRow("discord", "x", 99)),
    "table in no chat": lambda unit: unit.tables.add(table_row(99)),
    "table of no host": lambda unit: unit.tables.add(table_row(1, host=99)),
    "table with no match": lambda unit: unit.tables.add(table_row(1, match=99)),
    "seat at no table": lambda unit: unit.tables.put_seat(ai_at(99, 0)),
    "seat of nobody": lambda unit: unit.tables.put_seat(person_at(1, 0, 99)),
    "vote at no table": lambda unit: unit.tables.put_vote(VoteRow(99, "end", 0, 1.0)),
    "match at no table": lambda unit: unit.matches.add(match_row(99, 1)),
    "match in no chat": lambda unit: unit.matches.add(match_row(1, 99)),
    "round of no match": lambda unit: unit.matches.add_round(round_row(99)),
    "action of no match": lambda unit: unit.matches.append(action_row(99, 0)),
    "ending of no match": lambda unit: unit.ratings.add_ending(EndingRow(0, 99, 1, "on")),
    "rating of nobody": lambda unit: unit.ratings.put(
        [RatingRow("guandan", "ai", 0, "", "u9", 99, 25.0, 8.0, 1, 0, 1.0)]
    ),
    "result of no match": lambda unit: unit.results.add([result_row(99, 1, 0, 1, user=1)]),
    "result in no chat": lambda unit: unit.results.add([result_row(1, 1, 0, 99, user=1)]),
    "result of nobody": lambda unit: unit.results.add([result_row(1, 1, 0, 1, user=99)]),
}


@each("kinds, words", [
    (CHANGES_OF_NOTHING, "the row to change does not exist"), (ORPHANS, "a row refers to one that does not exist"),
])  # fmt: skip
async def test_what_is_not_there_is_neither_changed_nor_pointed_at(
    store: Store, kinds: dict[str, Any], words: str
) -> None:
    if words.startswith("the row"):
        await committed_scene(store)
    for kind, change in kinds.items():
        error = await refused(store, change)
        assert (type(error), str(error)) == (StoreError, words), kind
