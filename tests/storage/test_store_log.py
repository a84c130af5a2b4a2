"""Matches, their rounds and the log of actions, in both stores."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from storage.api import StaleSequence, Store, UnitOfWork
from tests.storage.store_rows import action_row, committed_scene, refused, round_row, set_scene


async def test_a_match_ends_with_its_winners(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        match = await unit.matches.get(scene.match)
        assert match is not None
        over = replace(match, status="over", ended_at=99.0, winner="[0]")
        await unit.matches.put(over)
        assert await unit.matches.get(scene.match) == over
        assert await unit.matches.get(99) is None


async def test_rounds_are_listed_in_order_and_changed(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        second, first = round_row(scene.match, 2), round_row(scene.match, 1)
        await unit.matches.add_round(second)
        await unit.matches.add_round(first)
        first = replace(first, status="over", ended_at=40.0, carry_out="{}", result='{"points": [2, -1, -1]}')
        await unit.matches.put_round(first)
        assert await unit.matches.rounds(scene.match) == [first, second]
        assert await unit.matches.round(scene.match, 2) == second
        assert await unit.matches.round(scene.match, 3) is None
        assert await unit.matches.rounds(99) == []


async def test_a_round_is_dealt_once(store: Store) -> None:
    async def twice(unit: UnitOfWork) -> None:
        scene = await set_scene(unit)
        await unit.matches.add_round(round_row(scene.match))
        await unit.matches.add_round(round_row(scene.match))

    assert "exists already" in str(await refused(store, twice))


async def test_the_log_is_read_whole_or_by_round(store: Store) -> None:
    async with store.begin() as unit:
        scene = await set_scene(unit)
        rows = [action_row(scene.match, seq, round=1 + seq // 3) for seq in range(6)]
        for row in reversed(rows):
            await unit.matches.append(row)
        assert await unit.matches.actions(scene.match) == rows
        assert await unit.matches.actions(scene.match, 2) == rows[3:]
        assert await unit.matches.actions(scene.match, 3) == []
        assert await unit.matches.actions(99) == []
        assert await unit.matches.next_seq(scene.match) == 6
        assert await unit.matches.next_seq(99) == 0


async def test_two_actions_cannot_have_one_place_in_the_log(store: Store) -> None:
    scene = await committed_scene(store)
    async with store.begin() as unit:
        await unit.matches.append(action_row(scene.match, 0))
        await unit.commit()

    async def play_again(unit: UnitOfWork) -> None:
        await unit.updates.remember("telegram", "u2", "played", 1.0)
        await unit.matches.append(action_row(scene.match, 0, line="play 4s"))

    assert type(await refused(store, play_again)) is StaleSequence
    async with store.begin() as unit:
        assert await unit.matches.actions(scene.match) == [action_row(scene.match, 0)]
        assert await unit.updates.seen("telegram", "u2") is None


async def test_players_that_race_for_one_place_all_get_in_by_trying_again(store: Store) -> None:
    scene = await committed_scene(store)
    stale = 0

    async def play(line: str) -> None:
        nonlocal stale
        while True:
            async with store.begin() as unit:
                seq = await unit.matches.next_seq(scene.match)
            try:
                async with store.begin() as unit:
                    await unit.matches.append(action_row(scene.match, seq, line=line))
                    await unit.commit()
                return
            except StaleSequence:
                stale += 1

    await asyncio.gather(*(play(f"play {number}") for number in range(12)))
    async with store.begin() as unit:
        log = await unit.matches.actions(scene.match)
    assert [row.seq for row in log] == list(range(12))
    assert {row.line for row in log} == {f"play {number}" for number in range(12)}
    assert stale > 0


async def test_a_log_is_cut_whole_or_not_at_all_and_its_places_are_free_again(store: Store) -> None:
    scene, other = await committed_scene(store), 0
    async with store.begin() as unit:
        other = (await set_scene(unit, external="other")).match
        for seq in range(5):
            await unit.matches.append(action_row(scene.match, seq, round=1 + seq // 3))
            await unit.matches.append(action_row(other, seq))
        await unit.commit()
    async with store.begin() as unit:
        await unit.matches.cut_log(scene.match, 2)  # not committed
    async with store.begin() as unit:
        assert await unit.matches.next_seq(scene.match) == 5
        await unit.matches.cut_log(scene.match, 2)
        again = action_row(scene.match, 2, line="play 4s")
        await unit.matches.append(again)
        await unit.matches.cut_log(scene.match, 99)
        await unit.commit()
    async with store.begin() as unit:
        assert await unit.matches.actions(scene.match) == [
            action_row(scene.match, 0),
            action_row(scene.match, 1),
            again,
        ]
        assert await unit.matches.next_seq(other) == 5
