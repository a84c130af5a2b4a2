"""One person with several accounts: codes, what passes from one person to another, and what is told of somebody."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli_database import person as print_person
from bot.errors import CommandError
from storage.api import Store, UnitOfWork
from storage.databases import open_store
from storage.sql import Rows
from storage.themes.achievements import AchievementRow
from storage.themes.groups import BanRow, CallRow
from storage.themes.hosts import ReportRow
from storage.themes.matches import RoundRow
from storage.themes.people import DoorbellRow, IdentityRow, LinkRow, PageKeyRow
from storage.themes.pledges import LuckRow, PledgeRow
from storage.themes.ratings import RatingPointRow, RatingRow
from storage.themes.reviews import PendingReviewRow
from storage.themes.tables import ParticipantRow, PlaceRow, RegularRow, Waiter
from storage.themes.tournaments import EntrantRow, TableTerms, TournamentRow, VenueRow
from tests.databases import database_in
from tests.storage.store_rows import (
    Scene,
    ai_at,
    attempt,
    committed_scene,
    match_row,
    person_at,
    result_row,
    round_row,
    set_scene,
    table_row,
)

LIKE_A_PERSON = {"user", "person", "host", "opener", "player", "owner", "member", "author", "who", "by", "external"}
BY_HAND = {
    "bans.user", "bans.who", "users.id", "calls.external", "calls.user", "chats.external", "entrants.external", "entrants.user",
    "achievements.user", "doorbells.external", "identities.external", "identities.user", "links.user", "luck.user",
    "page_keys.external",
    "pending_reviews.user", "places.person", "participants.external", "regulars.user", "seats.external", "seats.user",
    "venues.person",     "rating_points.player", "ratings.player", "ratings.user", "rounds.seats",
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
    async with store.change() as unit:
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
    async with store.change() as unit:
        await unit.matches.add_round(replace(round_row(scene.match, 1), seats="[[12, null], [3, null]]"))
        await unit.matches.add_round(replace(round_row(scene.match, 2), seats="[[112, null], [null, 12]]"))
        await unit.tables.put_seat(person_at(scene.table, 0, scene.user.id))
        await unit.tables.put_seat(ai_at(scene.table, 1))
    async with store.begin() as unit:
        assert [row.round for row in await unit.matches.rounds_naming("[12, ")] == [1]
        assert await unit.matches.rounds_naming("[4, ") == []
        assert [(seat.table, seat.seat) for seat in await unit.tables.seats_of(scene.user.id)] == [(scene.table, 0)]
        assert list(await unit.tables.seats_of(scene.user.id + 1)) == []


async def test_updates_are_forgotten_by_how_their_ids_begin(store: Store) -> None:
    async with store.change() as unit:
        for platform, update in (("web", "w1:a"), ("web", "w1:b"), ("web", "w12:a"), ("discord", "w1:a")):
            await unit.updates.remember(platform, update, "x", 1.0)
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


MARKED = {rows.table.name: rows for rows in Rows.every if rows.persons}


async def does_everything(unit: UnitOfWork, name: str, external: str) -> Scene:
    """Somebody leaves a row in each table that can name a person."""
    scene = await set_scene(unit, name, external)
    user, table, chat, match = scene.user.id, scene.table, scene.chat, scene.match
    own = await unit.chats.add("telegram", external, "", name)
    await unit.people.put_link(LinkRow(user, f"link {name}"))
    await unit.people.add_page_key(PageKeyRow(f"key {name}", "session", "telegram", external))
    await unit.people.put_doorbell(DoorbellRow(f"code of {name}", "telegram", external, "deal of", "root of", 1.0))
    await unit.tables.put_seat(person_at(table, 0, user))
    await unit.tables.put_participant(ParticipantRow(table, "waiting", 0, Waiter(1, user, "telegram", external)))
    await unit.tables.put_regular(RegularRow(table, user, tally=3))
    await unit.tables.put_place(PlaceRow(table, own.id, person=user))
    await unit.matches.add_round(
        RoundRow(match, 1, 1, f"deal of {name}", "{}", json.dumps([[user, None], [None, "easy"]]), "over", 21.0)
    )
    await unit.results.add([result_row(match, 1, 0, chat, user=user)])
    await unit.ratings.put([RatingRow("doudizhu", "people", 0, "", f"u{user}", user, 25.0, 8.0, 1, 0, 1.0)])
    await unit.ratings.put_points([RatingPointRow("doudizhu", "people", 0, f"u{user}", 1, 1.0, 25.0, 8.0)])
    await unit.achievements.put([AchievementRow(user, "first", match, 1, 2.0)])
    await unit.pledges.put(PledgeRow(table, 1, "commitment", "secret", "root", 3, 1.0))
    await unit.pledges.put_luck(LuckRow(table, 1, 0, user, "dragon"))
    await unit.groups.put_ban(BanRow("telegram", f"g{external}", f"u{user}", user, 1.0))
    await unit.groups.put_call(CallRow("telegram", f"g{external}", user, "", external, chat, 1.0))
    await unit.reviews.put_pending([PendingReviewRow("telegram", f"m{name}", match, 1, external, "", "", "en", 1.0)])
    await unit.hosts.add_report(ReportRow(0, table, match, 1, user, "too slow", 1.0))
    tournament = TournamentRow(
        0, chat, "doudizhu", TableTerms("{}", "", 3, 1, 90, "on"), 0, "sign_up", user, 0, 0, 0, "public", f"root of {name}", 9, 0,
        None, None, 1.0, None, f"code of {name}",
    )  # fmt: skip
    tournament = await unit.tournaments.add(tournament)
    await unit.tournaments.put_entrant(
        EntrantRow(tournament.id, 1, 1, user, None, "telegram", external, False, False, "", 1.0)
    )
    await unit.tournaments.put_venue(VenueRow(tournament.id, own.id, person=user))
    return scene


async def test_each_marked_table_is_told_and_nobody_elses_row(store: Store) -> None:
    async with store.begin() as unit:
        ann = await does_everything(unit, "Ann", "701")
        await does_everything(unit, "Ben", "802")
        told = await unit.traces.told(ann.user.id)
    assert told.keys() == MARKED.keys()
    assert {name: len(rows) for name, rows in told.items()} == dict.fromkeys(MARKED, 1)
    text = json.dumps(told)
    assert "Ben" not in text
    assert "802" not in text
    assert not [secret for secret in ("deal of", "root of", "code of") if secret in text]
    assert told["seats"][0]["external"] == f"u{ann.user.id}"
    assert told["regulars"][0] == {
        "table": ann.table,
        "user": ann.user.id,
        "ephemeral": False,
        "tally": 3,
        "holiday": None,
    }


async def test_all_accounts_of_a_person_are_told_and_what_names_only_an_account_is_found_by_each(store: Store) -> None:
    async with store.begin() as unit:
        ann = await unit.people.add_user("Ann", "telegram", "701")
        await unit.people.put_identity(IdentityRow("discord", "d9", ann.id))
        await unit.people.add_page_key(PageKeyRow("a", "session", "discord", "d9"))
        await unit.people.add_page_key(PageKeyRow("b", "session", "telegram", "d9"))
        told = await unit.traces.told(ann.id)
    assert [row["external"] for row in told["identities"]] == ["d9", "701"]
    assert [row["digest"] for row in told["page_keys"]] == ["a"]


def test_a_mark_says_what_its_field_holds() -> None:
    for name, rows in MARKED.items():
        for field, mark in rows.persons.items():
            number = rows.c[field].type.python_type is int
            assert (mark.holds == "number") == number, f"{name}.{field}: PersonField(holds=…)"
            assert mark.holds != "account" or "platform" in rows.names


def test_the_shell_prints_what_is_stored_of_whoever_has_an_account(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = database_in(tmp_path)

    async def fill() -> None:
        store = await open_store(url)
        async with store.change() as unit:
            await does_everything(unit, "小王", "701")
        await store.close()

    asyncio.run(fill())
    assert print_person(url, "telegram:701") == 0
    printed = capsys.readouterr().out
    assert "小王" in printed
    assert json.loads(printed).keys() == MARKED.keys()
    for unknown in ("telegram:702", "discord:701", "701"):
        with pytest.raises(CommandError, match="nobody is known"):
            print_person(url, unknown)
