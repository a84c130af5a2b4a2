"""What the port promises, asked of both stores."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from storage.api import (
    ChatRow,
    EndingRow,
    IdentityRow,
    RatingRow,
    ResultFilter,
    SeatRow,
    StaleSequence,
    Store,
    StoreError,
    TableRow,
    Unavailable,
    UnitOfWork,
    UserRow,
    VoteRow,
)
from tests.storage.store_rows import (
    action_row,
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


async def refused(store: Store, change: Callable[[UnitOfWork], Awaitable[object]]) -> StoreError:
    """Make a change that must be refused, at the latest by its commit."""
    with pytest.raises(StoreError) as caught:
        await attempt(store, change)
    return caught.value


# -- transactions
async def test_what_is_committed_is_there_for_the_next(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        assert await unit.user(scene.user.id) == UserRow(scene.user.id, "Ann")


async def test_leaving_without_commit_undoes_everything(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        before = await unit.table(scene.table)
        assert before is not None
        await unit.put_table(replace(before, state="playing"))
        await unit.put_seat(ai_at(scene.table, 0))
        await unit.append(action_row(scene.match, 0))
        await unit.remember("telegram", "u1", "played", 1.0)
        await unit.add_user("Ben", "discord", "2")
        assert await unit.next_seq(scene.match) == 1
    async with store.begin() as unit:
        assert await unit.table(scene.table) == before
        assert await unit.seats(scene.table) == []
        assert await unit.next_seq(scene.match) == 0
        assert await unit.seen("telegram", "u1") is None
        assert await unit.identity("discord", "2") is None


async def test_an_exception_undoes_everything_and_passes_through(store: Store) -> None:
    scene = await committed_scene(store)

    async def trip(unit: UnitOfWork) -> None:
        await unit.append(action_row(scene.match, 0))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await attempt(store, trip)
    async with store.begin() as unit:
        assert await unit.actions(scene.match) == []


async def test_a_unit_reads_its_own_writes(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        await unit.append(action_row(scene.match, 0))
        assert await unit.actions(scene.match) == [action_row(scene.match, 0)]
        assert await unit.next_seq(scene.match) == 1


async def test_after_its_commit_a_unit_is_over(store: Store) -> None:
    async with store.begin() as unit:
        await unit.commit()
        with pytest.raises(StoreError, match="over"):
            await unit.user(1)
        with pytest.raises(StoreError, match="over"):
            await unit.remember("telegram", "u1", "x", 1.0)
        with pytest.raises(StoreError, match="over"):
            await unit.commit()


async def test_a_unit_that_was_refused_something_cannot_be_committed(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        await unit.remember("telegram", "u1", "x", 1.0)
        with contextlib.suppress(StoreError):  # one store says it here,
            await unit.put_user(UserRow(99, "Nobody"))
        with pytest.raises(StoreError, match="does not exist"):  # the other with the next question
            await unit.user(1)
        with pytest.raises(StoreError, match="does not exist"):
            await unit.commit()
    async with store.begin() as unit:
        assert await unit.seen("telegram", "u1") is None
        assert await unit.user(scene.user.id) is not None


async def test_a_unit_begun_inside_another_is_a_plain_mistake(store: Store) -> None:
    async with store.begin():
        with pytest.raises(RuntimeError, match="inside another"):
            async with store.begin():
                pass


async def test_after_a_commit_the_next_unit_may_begin_at_once(store: Store) -> None:
    async with store.begin() as unit:
        await unit.remember("telegram", "u1", "played", 1.0)
        await unit.commit()
        async with store.begin() as second:
            assert await second.seen("telegram", "u1") == "played"


async def test_units_of_many_tasks_lose_no_count(store: Store) -> None:
    scene = await committed_scene(store)

    async def count_up() -> None:
        async with store.begin() as unit:
            user = await unit.user(scene.user.id)
            assert user is not None
            await asyncio.sleep(0)
            await unit.put_user(replace(user, prefs=str(int(user.prefs) + 1)))
            await unit.commit()

    async with store.begin() as unit:
        await unit.put_user(replace(scene.user, prefs="0"))
        await unit.commit()
    await asyncio.gather(*(count_up() for _ in range(150)))
    async with store.begin() as unit:
        user = await unit.user(scene.user.id)
        assert user is not None
        assert user.prefs == "150"


async def test_one_that_fails_in_a_crowd_takes_nobody_along(store: Store) -> None:
    scene = await committed_scene(store)

    async def play(number: int) -> None:
        async with store.begin() as unit:
            await unit.append(action_row(scene.match, number // 2))  # every other one is stale
            await unit.remember("telegram", str(number), "played", 1.0)
            await unit.commit()

    outcomes = await asyncio.gather(*(play(number) for number in range(60)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), StaleSequence] * 30
    async with store.begin() as unit:
        assert [row.seq for row in await unit.actions(scene.match)] == list(range(30))
        assert [await unit.seen("telegram", str(number)) for number in range(4)] == ["played", None, "played", None]


async def test_a_cancelled_waiter_does_not_hold_up_the_others(store: Store) -> None:
    scene = await committed_scene(store)

    async def play(number: int) -> None:
        async with store.begin() as unit:
            await unit.append(action_row(scene.match, number))
            await unit.commit()

    tasks = [asyncio.create_task(play(number)) for number in range(40)]
    await asyncio.sleep(0)
    for task in tasks[1::2]:
        task.cancel()
    await asyncio.wait(tasks)
    async with store.begin() as unit:
        kept = [row.seq for row in await unit.actions(scene.match)]
    assert set(range(0, 40, 2)) <= set(kept)


async def test_a_task_cancelled_in_the_middle_leaves_nothing_half_done(store: Store) -> None:
    scene = await committed_scene(store)
    inside = asyncio.Event()

    async def play() -> None:
        async with store.begin() as unit:
            await unit.append(action_row(scene.match, 0))
            assert await unit.next_seq(scene.match) == 1
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(play())
    await inside.wait()
    task.cancel()
    await asyncio.wait([task])
    async with store.begin() as unit:
        assert await unit.actions(scene.match) == []


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.ping()
    await store.close()
    with pytest.raises(Unavailable, match="closed"):
        await store.ping()
    with pytest.raises(Unavailable, match="closed"):
        async with store.begin():
            pass


# -- platform updates
async def test_a_redelivered_update_finds_its_effect(store: Store) -> None:
    async with store.begin() as unit:
        assert await unit.seen("telegram", "77") is None
        await unit.remember("telegram", "77", "played", 1.0)
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.seen("telegram", "77") == "played"
        assert await unit.seen("discord", "77") is None
        await unit.remember("telegram", "77", "refused", 2.0)
        assert await unit.seen("telegram", "77") == "refused"


async def test_one_update_delivered_many_times_at_once_acts_once(store: Store) -> None:
    scene = await committed_scene(store)

    async def deliver() -> bool:
        async with store.begin() as unit:
            if await unit.seen("telegram", "5") is not None:
                return False
            await unit.append(action_row(scene.match, await unit.next_seq(scene.match)))
            await unit.remember("telegram", "5", "played", 1.0)
            await unit.commit()
            return True

    assert sorted(await asyncio.gather(*(deliver() for _ in range(20)))) == [False] * 19 + [True]
    async with store.begin() as unit:
        assert len(await unit.actions(scene.match)) == 1


# -- people
async def test_a_person_may_have_accounts_on_two_platforms(store: Store) -> None:
    async with store.begin() as unit:
        ann = await unit.add_user("Ann", "telegram", "1")
        await unit.put_identity(IdentityRow("discord", "d1", ann.id, reachable=False))
        await unit.put_identity(IdentityRow("telegram", "1", ann.id, reachable=True))
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.identity("discord", "d1") == IdentityRow("discord", "d1", ann.id, False)
        assert await unit.identities(ann.id) == [
            IdentityRow("discord", "d1", ann.id, False),
            IdentityRow("telegram", "1", ann.id, True),
        ]
        assert (await unit.identities(ann.id))[0].reachable is False


async def test_linking_moves_an_account_to_another_person(store: Store) -> None:
    async with store.begin() as unit:
        ann = await unit.add_user("Ann", "telegram", "1")
        twin = await unit.add_user("Ann again", "discord", "2")
        await unit.put_identity(IdentityRow("discord", "2", ann.id))
        assert await unit.identity("discord", "2") == IdentityRow("discord", "2", ann.id, None)
        assert await unit.identities(twin.id) == []


async def test_an_account_that_is_removed_is_nobodys_and_can_come_back_as_somebody_new(store: Store) -> None:
    async with store.begin() as unit:
        ann = await unit.add_user("Ann", "telegram", "1")
        await unit.remove_identity("telegram", "1")
        await unit.remove_identity("telegram", "never seen")
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.identity("telegram", "1") is None
        assert await unit.identities(ann.id) == []
        assert await unit.user(ann.id) == ann
        assert (await unit.add_user("Ann", "telegram", "1")).id != ann.id


async def test_people_are_changed_and_read_together(store: Store) -> None:
    async with store.begin() as unit:
        ann = await unit.add_user("Ann", "telegram", "1")
        ben = await unit.add_user("小王", "telegram", "2")
        ann = replace(ann, language="zh", prefs='{"burn": "never"}')
        await unit.put_user(ann)
        assert await unit.users([ben.id, 99, ann.id, ben.id]) == [ann, ben]
        assert await unit.users([]) == []
        assert await unit.user(99) is None
        assert await unit.identity("telegram", "99") is None


async def test_an_account_belongs_to_one_person(store: Store) -> None:
    async def twice(unit: UnitOfWork) -> None:
        await unit.add_user("Ann", "telegram", "1")
        await unit.add_user("Eve", "telegram", "1")

    assert "exists already" in str(await refused(store, twice))


# -- chats
async def test_a_chat_is_found_by_its_address_and_thread(store: Store) -> None:
    async with store.begin() as unit:
        main = await unit.add_chat("telegram", "-5", "", "Friends")
        topic = await unit.add_chat("telegram", "-5", "8", "Friends")
        await unit.put_chat(replace(topic, title="Cards", language="zh"))
        assert await unit.find_chat("telegram", "-5", "") == main
        assert await unit.find_chat("telegram", "-5", "8") == ChatRow(
            topic.id, "telegram", "-5", "8", "Cards", "zh", "-5"
        )
        assert await unit.find_chat("discord", "-5", "") is None
        assert await unit.chat(topic.id) == ChatRow(topic.id, "telegram", "-5", "8", "Cards", "zh", "-5")
        assert await unit.chat(99) is None


async def test_a_chat_is_known_once(store: Store) -> None:
    async def twice(unit: UnitOfWork) -> None:
        await unit.add_chat("telegram", "-5", "", "Friends")
        await unit.add_chat("telegram", "-5", "", "Friends")

    assert "exists already" in str(await refused(store, twice))


async def test_a_group_that_moves_keeps_its_tables_in_every_thread(store: Store) -> None:
    async with store.begin() as unit:
        main = await unit.add_chat("telegram", "-5", "", "Friends")
        topic = await unit.add_chat("telegram", "-5", "8", "Friends")
        other = await unit.add_chat("discord", "-5", "", "Elsewhere")
        table = await unit.add_table(table_row(topic.id))
        for _ in range(2):  # the platform may say it twice
            await unit.move_chat("telegram", "-5", "-1005")
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.find_chat("telegram", "-5", "") is None
        assert await unit.find_chat("telegram", "-1005", "") == replace(main, external="-1005", group="-1005")
        assert await unit.find_chat("telegram", "-1005", "8") == replace(topic, external="-1005", group="-1005")
        assert await unit.find_chat("discord", "-5", "") == other
        assert [row.id for row in await unit.tables_in(topic.id)] == [table.id]


async def test_a_group_used_under_its_new_id_before_the_move_was_told_becomes_one(store: Store) -> None:
    async with store.begin() as unit:
        old = await unit.add_chat("telegram", "-5", "", "Friends")
        new = await unit.add_chat("telegram", "-1005", "", "Friends")
        user = await unit.add_user("Ann", "telegram", "1")
        before, after = await unit.add_table(table_row(old.id)), await unit.add_table(table_row(new.id))
        match = await unit.add_match(match_row(after.id, new.id))
        await unit.add_results([result_row(match.id, 1, 0, new.id, user=user.id, points=4)])
        await unit.move_chat("telegram", "-5", "-1005")
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.find_chat("telegram", "-1005", "") == replace(old, external="-1005", group="-1005")
        assert await unit.chat(new.id) is None
        assert [row.id for row in await unit.tables_in(old.id)] == [before.id, after.id]
        assert [row.id for row in await unit.matches_in(old.id, None, limit=9, offset=0)] == [match.id]
        assert [line.points for line in await unit.result_sums(ResultFilter(user.id, chat=old.id))] == [4]


async def test_moving_a_group_to_where_it_is_changes_nothing(store: Store) -> None:
    async with store.begin() as unit:
        chat = await unit.add_chat("telegram", "-5", "", "Friends")
        await unit.move_chat("telegram", "-5", "-5")
        assert await unit.chat(chat.id) == chat


# -- tables and seats
async def test_a_table_keeps_everything_it_was_given(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        full = TableRow(
            id=scene.table, chat=scene.chat, game="guandan", options="{}", preset="", players=4, state="playing",
            host=None, clock=0, match=scene.match, round=3, parked=True, message="m1", message_at=1.25, seed='"s"',
            extra='{"a": 1}', created_at=2.5, touched_at=3.5,
        )  # fmt: skip
        await unit.put_table(full)
        await unit.commit()
    async with store.begin() as unit:
        read = await unit.table(scene.table)
        assert read == full
        assert read is not None
        assert read.parked is True
        assert await unit.table(99) is None


async def test_table_ids_are_small_and_never_used_again(store: Store) -> None:
    async with store.begin() as unit:
        chat = await unit.add_chat("telegram", "-5", "", "Friends")
        first = await unit.add_table(replace(table_row(chat.id), id=77))
        assert first.id == 1
        await unit.put_table(replace(first, state="closed"))
        assert (await unit.add_table(table_row(chat.id))).id == 2
        await unit.commit()


async def test_open_tables_are_those_not_closed(store: Store) -> None:
    async with store.begin() as unit:
        here = await unit.add_chat("telegram", "-5", "", "Friends")
        there = await unit.add_chat("telegram", "-6", "", "Others")
        first = await unit.add_table(table_row(here.id))
        gone = await unit.add_table(table_row(here.id, state="closed"))
        away = await unit.add_table(table_row(there.id))
        parked = await unit.add_table(replace(table_row(here.id, state="between"), parked=True))
        assert [row.id for row in await unit.open_tables()] == [first.id, away.id, parked.id]
        assert [row.id for row in await unit.tables_in(here.id)] == [first.id, parked.id]
        assert await unit.table(gone.id) == gone


async def test_seats_are_taken_changed_and_given_up(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        await unit.put_seat(ai_at(scene.table, 2))
        await unit.put_seat(person_at(scene.table, 0, scene.user.id))
        full = SeatRow(
            scene.table, 2, scene.user.id, None, 1.0, away=True, ready=True, timeouts=2, remaining=4.5, reminded=True,
            autopass='{"over": 3}', message="9", platform="discord", external="d",
        )  # fmt: skip
        await unit.put_seat(full)
        assert await unit.seats(scene.table) == [person_at(scene.table, 0, scene.user.id), full]
        assert (await unit.seats(scene.table))[1].away is True
        await unit.remove_seat(scene.table, 0)
        await unit.remove_seat(scene.table, 1)
        assert await unit.seats(scene.table) == [full]


@pytest.mark.parametrize(("user", "ai"), [(None, None), (1, "easy")])
async def test_a_seat_holds_a_person_or_an_ai_player(store: Store, user: int | None, ai: str | None) -> None:
    async def sit(unit: UnitOfWork) -> None:
        scene = await set_scene(unit)
        await unit.put_seat(SeatRow(scene.table, 0, user, ai, 1.0))

    assert "contradicts itself" in str(await refused(store, sit))


async def test_the_heartbeat_writes_many_clocks_and_forgives_a_seat_that_is_gone(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        await unit.put_seat(ai_at(scene.table, 0))
        await unit.put_seat(ai_at(scene.table, 1))
        await unit.put_remaining([(scene.table, 0, 12.5), (scene.table, 1, 3.0), (scene.table, 5, 1.0), (99, 0, 1.0)])
        await unit.put_remaining([])
        assert [row.remaining for row in await unit.seats(scene.table)] == [12.5, 3.0]


async def test_votes_are_counted_per_seat_and_cleared_per_table(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        other = await unit.add_table(table_row(scene.chat))
        for row in (
            VoteRow(scene.table, "kick:1", 0, 60.0),
            VoteRow(scene.table, "end", 2, 60.0),
            VoteRow(scene.table, "end", 0, 60.0),
            VoteRow(scene.table, "end", 0, 90.0),
            VoteRow(other.id, "end", 0, 60.0),
        ):
            await unit.put_vote(row)
        assert await unit.votes(scene.table) == [
            VoteRow(scene.table, "end", 0, 90.0),
            VoteRow(scene.table, "end", 2, 60.0),
            VoteRow(scene.table, "kick:1", 0, 60.0),
        ]
        await unit.clear_votes(scene.table)
        assert await unit.votes(scene.table) == []
        assert len(await unit.votes(other.id)) == 1


# -- matches, rounds, the log
async def test_a_match_ends_with_its_winners(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        match = await unit.match(scene.match)
        assert match is not None
        over = replace(match, status="over", ended_at=99.0, winner="[0]")
        await unit.put_match(over)
        assert await unit.match(scene.match) == over
        assert await unit.match(99) is None


async def test_rounds_are_listed_in_order_and_changed(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        second, first = round_row(scene.match, 2), round_row(scene.match, 1)
        await unit.add_round(second)
        await unit.add_round(first)
        first = replace(first, status="over", ended_at=40.0, carry_out="{}", result='{"points": [2, -1, -1]}')
        await unit.put_round(first)
        assert await unit.rounds(scene.match) == [first, second]
        assert await unit.round(scene.match, 2) == second
        assert await unit.round(scene.match, 3) is None
        assert await unit.rounds(99) == []


async def test_a_round_is_dealt_once(store: Store) -> None:
    async def twice(unit: UnitOfWork) -> None:
        scene = await set_scene(unit)
        await unit.add_round(round_row(scene.match))
        await unit.add_round(round_row(scene.match))

    assert "exists already" in str(await refused(store, twice))


async def test_the_log_is_read_whole_or_by_round(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        rows = [action_row(scene.match, seq, round=1 + seq // 3) for seq in range(6)]
        for row in reversed(rows):
            await unit.append(row)
        assert await unit.actions(scene.match) == rows
        assert await unit.actions(scene.match, 2) == rows[3:]
        assert await unit.actions(scene.match, 3) == []
        assert await unit.actions(99) == []
        assert await unit.next_seq(scene.match) == 6
        assert await unit.next_seq(99) == 0


async def test_two_actions_cannot_have_one_place_in_the_log(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        await unit.append(action_row(scene.match, 0))
        await unit.commit()

    async def play_again(unit: UnitOfWork) -> None:
        await unit.remember("telegram", "u2", "played", 1.0)
        await unit.append(action_row(scene.match, 0, line="play 4s"))

    assert type(await refused(store, play_again)) is StaleSequence
    async with store.begin() as unit:
        assert await unit.actions(scene.match) == [action_row(scene.match, 0)]
        assert await unit.seen("telegram", "u2") is None


async def test_players_that_race_for_one_place_all_get_in_by_trying_again(store: Store) -> None:
    scene = await committed_scene(store)
    stale = 0

    async def play(line: str) -> None:
        nonlocal stale
        while True:
            async with store.begin() as unit:
                seq = await unit.next_seq(scene.match)
            try:
                async with store.begin() as unit:
                    await unit.append(action_row(scene.match, seq, line=line))
                    await unit.commit()
                return
            except StaleSequence:
                stale += 1

    await asyncio.gather(*(play(f"play {number}") for number in range(12)))
    async with store.begin() as unit:
        log = await unit.actions(scene.match)
    assert [row.seq for row in log] == list(range(12))
    assert {row.line for row in log} == {f"play {number}" for number in range(12)}
    assert stale > 0


# -- rows that point at nothing, rows that are not there
CHANGES_OF_NOTHING = {
    "user": lambda unit: unit.put_user(UserRow(99, "Nobody")),
    "chat": lambda unit: unit.put_chat(ChatRow(99, "telegram", "x")),
    "table": lambda unit: unit.put_table(replace(table_row(1), id=99)),
    "match": lambda unit: unit.put_match(replace(match_row(1, 1), id=99)),
    "round": lambda unit: unit.put_round(round_row(1, 9)),
}


@pytest.mark.parametrize("kind", CHANGES_OF_NOTHING)
async def test_what_was_never_added_cannot_be_changed(store: Store, kind: str) -> None:
    await committed_scene(store)
    assert str(await refused(store, CHANGES_OF_NOTHING[kind])) == "the row to change does not exist"


ORPHANS = {
    "identity": lambda unit: unit.put_identity(IdentityRow("discord", "x", 99)),
    "table in no chat": lambda unit: unit.add_table(table_row(99)),
    "table of no host": lambda unit: unit.add_table(table_row(1, host=99)),
    "table with no match": lambda unit: unit.add_table(table_row(1, match=99)),
    "seat at no table": lambda unit: unit.put_seat(ai_at(99, 0)),
    "seat of nobody": lambda unit: unit.put_seat(person_at(1, 0, 99)),
    "vote at no table": lambda unit: unit.put_vote(VoteRow(99, "end", 0, 1.0)),
    "match at no table": lambda unit: unit.add_match(match_row(99, 1)),
    "match in no chat": lambda unit: unit.add_match(match_row(1, 99)),
    "round of no match": lambda unit: unit.add_round(round_row(99)),
    "action of no match": lambda unit: unit.append(action_row(99, 0)),
    "ending of no match": lambda unit: unit.add_ending(EndingRow(0, 99, 1, "on")),
    "rating of nobody": lambda unit: unit.put_ratings(
        [RatingRow("guandan", "ai", 0, "", "u9", 99, 25.0, 8.0, 1, 0, 1.0)]
    ),
    "result of no match": lambda unit: unit.add_results([result_row(99, 1, 0, 1, user=1)]),
    "result in no chat": lambda unit: unit.add_results([result_row(1, 1, 0, 99, user=1)]),
    "result of nobody": lambda unit: unit.add_results([result_row(1, 1, 0, 1, user=99)]),
}


@pytest.mark.parametrize("kind", ORPHANS)
async def test_no_row_points_at_nothing(store: Store, kind: str) -> None:
    await committed_scene(store)
    error = await refused(store, ORPHANS[kind])
    assert (type(error), str(error)) == (StoreError, "a row refers to one that does not exist")
