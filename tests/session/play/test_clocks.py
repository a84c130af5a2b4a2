"""Time to act: reminder, fallback, autopilot; and no clock at all."""

import pytest

from bot.session.host.clocks import Clocks, Running
from bot.session.host.tell import LOOKING
from bot.session.port import commands as c
from bot.session.port.updates import Notice
from tests.session.world import ManualClock, World, code

NAMES = ("ann", "bob", "cat")


async def dealt(world: World, **options: str) -> tuple[int, str]:
    number = await world.dealt(*NAMES, **options)
    return number, NAMES[world.book(number).awaited[0].seat]


async def test_half_time_reminds_privately_and_once(world: World) -> None:
    _, name = await dealt(world, clock="60")
    await world.advance(28)
    assert not [update for update in world.chat.hands if update.reminder]
    await world.advance(4)
    reminders = [update for update in world.chat.hands if update.reminder]
    assert [(update.user.external, update.alert) for update in reminders] == [(name, True)]
    await world.advance(20)
    assert len([update for update in world.chat.hands if update.reminder]) == 1


async def test_who_wants_no_reminder_gets_none(world: World) -> None:
    for name in NAMES:
        assert code(await world.do(name, c.Prefer("reminders", "off"), private=True)) == "prefer_set"
    await dealt(world, clock="60")
    await world.advance(40)
    assert not [update for update in world.chat.hands if update.reminder]


async def test_when_time_is_up_the_fallback_counts_as_the_clocks_and_after_two_an_ai_player_acts(world: World) -> None:
    number, name = await dealt(world, clock="30", bidding="until_passed")
    others = [other for other in NAMES if other != name]
    await world.advance(32)
    assert world.book(number).awaited[0].seat != NAMES.index(name)
    assert world.chat.table(number).play.recent[-1][1] == "clock"
    assert world.chat.hand(name, number).notice == Notice("clock_acted", {"table": number})
    assert world.book(number).seats[NAMES.index(name)].timeouts == 1
    while world.book(number).awaited[0].seat != NAMES.index(name):
        turn = NAMES[world.book(number).awaited[0].seat]
        text = "bid 1" if turn == others[0] and world.book(number).play.resolved[NAMES.index(turn)] == 0 else "pass"
        assert (await world.do(turn, c.PlayText(text, number))).ok
    await world.advance(32)
    assert world.chat.hand(name, number).notice == Notice("clock_away", {"table": number})
    assert world.chat.hand(name, number).alert
    assert world.chat.table(number).players[NAMES.index(name)].away
    assert code(await world.do(name, c.Back(number))) == "back_on"
    assert world.book(number).seats[NAMES.index(name)].timeouts == 0


async def test_zero_means_no_clock(world: World) -> None:
    number, name = await dealt(world, clock="0")
    await world.advance(7000)
    assert world.book(number).awaited[0].seat == NAMES.index(name)
    assert world.chat.table(number).clocks.seconds_left == {}


async def test_everybody_sees_how_long_is_left(world: World) -> None:
    number, name = await dealt(world, clock="90")
    await world.advance(10)
    reply = await world.do("gus", c.ShowTable(number))
    assert reply.ok
    assert world.chat.table(number).clocks.seconds_left == {NAMES.index(name): 80}


async def test_an_outage_costs_nobody_more_than_a_heartbeat(world: World) -> None:
    number, name = await dealt(world, clock="90")
    await world.advance(33)
    world.clock.jump(3600)
    world = await world.restarted()
    left = world.chat.hand(name, number).seconds_left
    assert left is not None
    assert 57 <= left <= 62


async def test_whoever_is_away_has_no_clock(world: World) -> None:
    number, name = await dealt(world, clock="30")
    await world.do(name, c.Away(number))
    assert NAMES.index(name) not in world.chat.table(number).clocks.seconds_left


@pytest.mark.parametrize("held", [True, False])
def test_a_clock_that_is_held_stands_still(held: bool) -> None:
    clocks = Clocks(ManualClock())
    clocks.arm(1, 0, Running("1.0.0", 60, 60, None if held else 0.0))
    for second in range(1, 61):
        due = list(clocks.tick(float(second)))
        assert not (held and due)
    assert (clocks.of(1, 0).remaining(60.0) == 60) is held  # type: ignore[union-attr]
    assert clocks.remaining(60.0) == ({} if held else {1: {0: 0.0}})


async def test_who_has_their_hand_before_their_eyes_is_called_when_they_turn_away(world: World) -> None:
    number, name = await dealt(world, clock="600")
    calls = [update for update in world.chat.hands if update.alert]
    assert sorted(update.user.external for update in calls) == sorted(NAMES), "a new hand rings"
    assert (await world.do(name, c.PlayText("bid 3", number), private=True)).ok
    assert world.book(number).questions[NAMES.index(name)]
    assert world.chat.hands[-1].alert is False, "nobody is called by their own bid"
    await world.advance(LOOKING - 1)
    assert [update for update in world.chat.hands if update.alert] == calls
    await world.advance(LOOKING)
    late = [update for update in world.chat.hands if update.alert][len(calls) :]
    assert [update.user.external for update in late] == [name]
    await world.advance(LOOKING)
    assert len([update for update in world.chat.hands if update.alert]) == len(calls) + 1
