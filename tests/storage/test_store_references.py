"""Rows that point at nothing and rows that are not there: both stores refuse them in the same words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.api import Store, StoreError
from storage.themes.chats import ChatRow
from storage.themes.people import IdentityRow, UserRow
from storage.themes.ratings import EndingRow, RatingRow
from storage.themes.tables import VoteRow
from tests.storage.store_rows import (
    action_row,
    ai_at,
    committed_scene,
    match_row,
    person_at,
    refused,
    result_row,
    round_row,
    table_row,
)

CHANGES_OF_NOTHING = {
    "user": lambda unit: unit.people.put_user(UserRow(99, "Nobody")),
    "chat": lambda unit: unit.chats.put(ChatRow(99, "telegram", "x")),
    "table": lambda unit: unit.tables.put(replace(table_row(1), id=99)),
    "match": lambda unit: unit.matches.put(replace(match_row(1, 1), id=99)),
    "round": lambda unit: unit.matches.put_round(round_row(1, 9)),
}


@pytest.mark.parametrize("kind", CHANGES_OF_NOTHING)
async def test_what_was_never_added_cannot_be_changed(store: Store, kind: str) -> None:
    await committed_scene(store)
    assert str(await refused(store, CHANGES_OF_NOTHING[kind])) == "the row to change does not exist"


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


@pytest.mark.parametrize("kind", ORPHANS)
async def test_no_row_points_at_nothing(store: Store, kind: str) -> None:
    await committed_scene(store)
    error = await refused(store, ORPHANS[kind])
    assert (type(error), str(error)) == (StoreError, "a row refers to one that does not exist")
