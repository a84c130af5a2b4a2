"""Leaderboards, statistics, history, replays."""

import pytest

from bot.session.club.statistics import streaks
from bot.session.port import commands as c
from bot.session.port.replies import HistoryCard, Leaders, Menu, ReplayCard, StatsCard
from tests.session.world import OTHER_GROUP, World, code

NAMES = ("ann", "bob", "cat")


async def finished(world: World, **options: str) -> int:
    number = await world.dealt(*NAMES, **options)
    await world.play_on(number, rounds=20)
    return number


async def test_results_are_shown_to_the_group_and_to_persons(world: World) -> None:
    assert code(await world.do("ann", c.Leaderboard())) == "no_results"
    assert code(await world.do("ann", c.Stats())) == "no_results"
    assert code(await world.do("ann", c.History())) == "no_history"
    number = await finished(world, deals="2")
    totals = world.book(number).score.totals
    board = await world.shown(Leaders, "ann", c.Leaderboard("斗地主"))
    assert (board.place, board.shown.game, board.shown.board, board.shown.season) == ("here", "doudizhu", "people", "")
    assert [line.place for line in board.lines] == [1, 2, 3]
    assert all(line.provisional and line.rounds == 2 for line in board.lines)
    assert [line.me for line in board.lines].count(True) == 1
    assert [line.rating for line in board.lines] == sorted((line.rating for line in board.lines), reverse=True)
    card = await world.shown(StatsCard, "bob", c.Stats())
    assert (card.total.rounds, card.total.matches, card.total.points) == (2, 1, totals[1])
    assert {role for role, _ in card.roles} <= {"landlord", "peasant"}
    assert [seat for seat, _ in card.seats] == [1]
    assert card.points[-1] == totals[1]
    assert [(one.game, one.board, one.rounds, one.of) for one in card.ratings] == [("doudizhu", "people", 2, 3)]
    assert [rounds for rounds, _, _ in card.ratings[0].course] == [1, 2]
    other = (await world.do("bob", c.Stats(name="ann"))).body
    asked = await world.do("bob", c.Prefer("pictures"))
    assert isinstance(asked.body, Menu), "what there is to choose, not a refusal"
    named = await world.shown(StatsCard, "bob", c.Stats(name="斗地主"))
    assert (named.shown.name, named.shown.game) == ("", "doudizhu")
    assert isinstance(other, StatsCard)
    assert other.total.points == totals[0]
    assert code(await world.do("bob", c.Stats(name="nobody"))) == "no_such_person"
    card2 = await world.shown(HistoryCard, "ann", c.History())
    (line,) = card2.lines
    assert (line.id, line.status, line.rounds) == ("M1", "over", 2)
    assert line.points == tuple(totals)
    assert code(await world.do("ann", c.Leaderboard(), chat=OTHER_GROUP)) == "no_results"
    privately = await world.shown(Leaders, "ann", c.Leaderboard(), private=True)
    assert (privately.place, privately.title, len(privately.lines)) == ("chat", "Friends", 3)
    assert code(await world.do("gus", c.Leaderboard(), private=True)) == "no_results"
    assert code(await world.do("gus", c.Leaderboard(scope=privately.shown.scope), private=True)) == "no_results"


async def test_a_finished_round_can_be_replayed_by_its_players_and_its_group_only(world: World) -> None:
    number = await finished(world, deals="2")
    summary = await world.shown(Menu, "ann", c.Replay("M1"))
    assert len(summary.entries) == 2
    chosen = summary.entries[0].command
    assert isinstance(chosen, c.Replay)
    round_number = chosen.id
    plays = await world.shown(ReplayCard, "bob", chosen, private=True)
    assert [player.kind for player in plays.players] == ["person", "person", "person"]
    assert sum(map(len, plays.hands)) == 51
    assert any(act.verb == "play" for act in plays.acts)
    assert sum(plays.points) == 0
    assert code(await world.do("gus", c.Replay(round_number), private=True)) == "unknown_id"
    assert code(await world.do("gus", c.Replay(round_number), chat=OTHER_GROUP)) == "unknown_id"
    assert (await world.do("gus", c.Replay(round_number))).ok
    last = await world.shown(ReplayCard, "ann", c.Replay())
    assert last.id == summary.entries[-1].command.id, "without an id the last one"  # type: ignore[attr-defined]
    assert code(await world.do("gus", c.Replay(), private=True)) == "nothing_finished", "gus has played none"
    assert code(await world.do("gus", c.AskReview(), chat=OTHER_GROUP)) == "nothing_finished"
    assert (await world.do("gus", c.Replay())).ok, "the group's last one"
    for wrong in ("17", "M1.99", "what"):
        assert code(await world.do("ann", c.Replay(wrong))) == "unknown_id"
    await world.do("ann", c.DealCards(number))
    assert code(await world.do("ann", c.Replay("M2.1"))) == "replay_secret"


@pytest.mark.parametrize(
    ("won", "expected"),
    [
        ((), (0, 0, 0)), ((False, True, True), (2, 2, 1)), ((True, False), (-1, 1, 1)),
        ((True, True, False, False, False, True), (1, 2, 3)), ((None, None), (0, 0, 0)),
        ((False, None, False), (-1, 0, 1)), ((True, None), (0, 1, 0)),
    ],
)  # fmt: skip
def test_streaks_are_read_from_the_oldest_round_on(
    won: tuple[bool | None, ...], expected: tuple[int, int, int]
) -> None:
    assert streaks(won) == expected
