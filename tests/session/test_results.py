"""Leaderboards, statistics, history, replays."""

from __future__ import annotations

import pytest

from bot.session import commands as c
from bot.session.results import LEAST
from bot.session.updates import HistoryCard, Leaders, Menu, ReplayCard, StatsCard
from storage.api import MatchRow, ResultRow, Store
from tests.session.world import OTHER_GROUP, World, code

NAMES = ("ann", "bob", "cat")


async def finished(world: World, **options: str) -> int:
    number = await world.seated(*NAMES, **options)
    await world.do("ann", c.Deal(number))
    await world.play_on(number, rounds=20)
    return number


async def test_results_are_shown_to_the_group_and_to_persons(store: Store) -> None:
    world = await World(store).start()
    assert code(await world.do("ann", c.Leaderboard())) == "no_results"
    assert code(await world.do("ann", c.Stats())) == "no_results"
    assert code(await world.do("ann", c.History())) == "no_history"
    number = await finished(world, deals="2")
    totals = world.book(number).totals
    board = (await world.do("ann", c.Leaderboard("斗地主"))).body
    assert isinstance(board, Leaders)
    assert sorted(line.points for line in board.provisional) == sorted(totals)
    assert [line.me for line in board.provisional].count(True) == 1
    card = (await world.do("bob", c.Stats())).body
    assert isinstance(card, StatsCard)
    assert (card.total.rounds, card.total.matches, card.total.points) == (2, 1, totals[1])
    assert {role for _, role, _ in card.roles} <= {"landlord", "peasant"}
    other = (await world.do("bob", c.Stats(name="ann"))).body
    assert isinstance(other, StatsCard)
    assert other.total.points == totals[0]
    assert code(await world.do("bob", c.Stats(name="nobody"))) == "no_such_person"
    card2 = (await world.do("ann", c.History())).body
    assert isinstance(card2, HistoryCard)
    (line,) = card2.lines
    assert (line.id, line.status, line.rounds) == ("M1", "over", 2)
    assert [points for _, points, _ in line.players] == list(totals)
    assert code(await world.do("ann", c.Leaderboard(), chat=OTHER_GROUP)) == "no_results"
    privately = (await world.do("ann", c.Leaderboard(), private=True)).body
    assert isinstance(privately, Leaders)
    assert len(privately.provisional) == 3
    await world.stop()


async def test_one_lucky_round_does_not_top_the_list(world: World) -> None:
    await finished(world, deals="1")
    async with world.store.begin() as unit:
        chat = await unit.find_chat("chat", "g1", "")
        assert chat is not None
        people = [await unit.identity("chat", name) for name in NAMES]
        match = await unit.add_match(MatchRow(0, 1, chat.id, "doudizhu", "{}", "over", 1.0))
        rows = []
        for number in range(1, LEAST + 1):
            for seat, (person, points) in enumerate(zip(people, (-2, 1, 1), strict=True)):
                assert person is not None
                if seat == 2 and number > 1:
                    continue
                rows.append(
                    ResultRow(
                        match.id,
                        number,
                        seat,
                        "doudizhu",
                        chat.id,
                        person.user,
                        None,
                        "peasant",
                        points * 50,
                        points > 0,
                        None,
                        float(number),
                    )
                )
        await unit.add_results(rows)
        await unit.commit()
    board = (await world.do("ann", c.Leaderboard())).body
    assert isinstance(board, Leaders)
    assert [line.name for line in board.ranked] == ["Bob", "Ann"]
    assert [(line.name, line.provisional) for line in board.provisional] == [("Cat", True)]


async def test_a_finished_round_can_be_replayed_by_its_players_and_its_group_only(
    world: World,
) -> None:
    number = await finished(world, deals="2")
    summary = (await world.do("ann", c.Replay("M1"))).body
    assert isinstance(summary, Menu)
    assert len(summary.entries) == 2
    chosen = summary.entries[0].command
    assert isinstance(chosen, c.Replay)
    round_number = chosen.id
    plays = (await world.do("bob", chosen, private=True)).body
    assert isinstance(plays, ReplayCard)
    assert [player.kind for player in plays.players] == ["person", "person", "person"]
    assert sum(map(len, plays.hands)) == 51
    assert any(act.verb == "play" for act in plays.acts)
    assert sum(plays.points) == 0
    assert code(await world.do("gus", c.Replay(round_number), private=True)) == "unknown_id"
    assert code(await world.do("gus", c.Replay(round_number), chat=OTHER_GROUP)) == "unknown_id"
    assert (await world.do("gus", c.Replay(round_number))).ok
    for wrong in ("", "17", "M1.99", "what"):
        assert code(await world.do("ann", c.Replay(wrong))) == "unknown_id"
    await world.do("ann", c.Deal(number))
    assert code(await world.do("ann", c.Replay("M2.1"))) == "replay_secret"


@pytest.mark.parametrize(("won", "expected"), [((), (0, 0)), ((True, True, False), (2, 2)), ((False, True), (-1, 1))])
def test_streaks_count_from_the_newest_round(won: tuple[bool, ...], expected: tuple[int, int]) -> None:
    from bot.session.results import _streaks

    assert _streaks(won) == expected
