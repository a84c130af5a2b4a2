"""The end of a round and the way to the next: it rings, it reminds, and it does not wait for a pocket."""

import pytest

from bot.session.host.tell import LOOKING
from bot.session.port import commands as c
from bot.session.port.protocols import Delivered, PublicTarget
from bot.session.port.updates import Notice
from storage.api import Store
from tests.session.world import RecordingFrontend, World, code

NAMES = ("ann", "bob", "cat")
LATE = 8.0


async def over(world: World, **options: str) -> int:
    number = await world.dealt(*NAMES, **{"deals": "4", **options})
    await world.play_on(number)
    assert world.book(number).row.state == "between"
    return number


async def slowly_over(world: World, number: int) -> str:
    """A first round in which everybody has looked away before it is their turn; who acted last."""
    await world.do("ann", c.DealCards(number))
    last = ""
    while world.book(number).playing:
        await world.advance(LOOKING, late=LATE)
        last = world.book(number).seats[world.book(number).awaited[0].seat].external
        await world.one_step(number)
    return last


async def test_the_end_of_a_round_is_a_message_of_its_own_for_the_table_and_for_everybody(world: World) -> None:
    await world.do("cat", c.Prefer("alerts", "off"), private=True)
    number = await world.seated(*NAMES, deals="4", clock="off")
    last = await slowly_over(world, number)
    results = [update for update in world.chat.tables if update.play.result is not None]
    assert [update.ended for update in results] == [True]
    for name in NAMES:
        told = [one for one in world.chat.hands if one.user.external == name and one.play.result is not None]
        assert [update.alert for update in told] == [name not in (last, "cat")], "whoever has just played looks"
    await world.do("ann", c.Ready(number))
    assert not world.chat.table(number).ended
    assert not world.chat.hand("bob", number).alert


async def test_whoever_only_the_group_can_call_is_called_there_when_the_round_is_over(world: World) -> None:
    number = await world.seated(*NAMES, deals="4", clock="off")
    for name in NAMES:
        await world.do(name, c.MyHand(number), ephemeral=True)
    world.chat.blocked.add("bob")
    assert await slowly_over(world, number) != "bob"
    result = next(update for update in world.chat.tables if update.ended)
    assert [user.external for user in result.ping] == ["bob"]


async def test_with_somebody_ready_the_others_are_reminded_and_then_it_starts_without_them(world: World) -> None:
    number = await over(world, clock="60")
    await world.advance(600)
    assert world.book(number).row.state == "between", "nobody is ready: nobody is hurried"
    await world.do("ann", c.Ready(number))
    assert world.chat.table(number).clocks.seconds_left == {1: 60, 2: 60}
    await world.advance(31)
    for name in ("bob", "cat"):
        (reminder,) = [
            notice for user, notice in world.chat.told if notice.code == "ready_soon" and user.external == name
        ]
        assert reminder == Notice("ready_soon", {"table": number}, actions=(("ready", c.Ready(number)),))
    assert "ready_soon" not in world.chat.codes("ann")
    await world.do("cat", c.Ready(number))
    await world.advance(31)
    book = world.book(number)
    assert (book.row.state, book.row.round) == ("playing", 2)
    assert [book.seats[seat].away for seat in range(3)] == [False, True, False]
    hand = world.chat.hand("bob", number)
    assert hand.notice is None or hand.notice.code == "dealt_without_you"
    (loud,) = [update for update in world.chat.hands if update.notice == Notice("dealt_without_you", {"table": number})]
    assert (loud.user.external, loud.alert) == ("bob", True)
    assert code(await world.do("bob", c.Back(number))) == "back_on"


async def test_all_who_are_late_at_once_are_left_out_at_once(world: World) -> None:
    number = await over(world, clock="30")
    await world.do("bob", c.Ready(number))
    shown = len(world.chat.tables)
    await world.advance(31)
    assert world.book(number).playing
    assert [world.book(number).seats[seat].away for seat in range(3)] == [True, False, True]
    assert [update.table.round for update in world.chat.tables[shown : shown + 1]] == [2]


async def test_without_a_clock_nobody_is_hurried(world: World) -> None:
    number = await over(world, clock="0")
    await world.do("ann", c.Ready(number))
    await world.advance(7000)
    assert world.book(number).row.state == "between"
    assert "ready_soon" not in world.chat.codes("bob")


async def test_who_wants_no_reminders_gets_none(world: World) -> None:
    await world.do("bob", c.Prefer("reminders", "off"), private=True)
    number = await over(world, clock="60")
    await world.do("ann", c.Ready(number))
    await world.advance(40)
    assert "ready_soon" in world.chat.codes("cat")
    assert "ready_soon" not in world.chat.codes("bob")


async def test_an_outage_between_rounds_costs_nobody_time(world: World) -> None:
    number = await over(world, clock="90")
    await world.do("ann", c.Ready(number))
    await world.advance(33)
    world.clock.jump(3600)
    world = await world.restarted()
    assert set(world.chat.table(number).clocks.seconds_left) == {1, 2}
    assert all(55 <= left <= 62 for left in world.chat.table(number).clocks.seconds_left.values())
    await world.advance(50)
    assert world.book(number).row.state == "between"
    await world.advance(15)
    assert world.book(number).playing


async def test_the_time_begins_anew_when_whoever_was_ready_has_left(world: World) -> None:
    number = await over(world, clock="60")
    await world.do("ann", c.Ready(number))
    await world.advance(50)
    await world.do("ann", c.Leave(number))
    await world.advance(120)
    assert world.book(number).row.state == "between"
    await world.do("bob", c.Ready(number))
    assert world.chat.table(number).clocks.seconds_left == {2: 60}


async def test_a_person_without_start_is_still_not_dealt_in(store: Store) -> None:
    frontend = RecordingFrontend(needs_start=True)
    world = await World(store, frontends=(frontend,)).start()
    for name in NAMES:
        await world.do(name, c.Started(), private=True)
    number = await over(world, clock="60")
    frontend.blocked.add("bob")
    await world.do("bob", c.Ready(number))
    await world.settle()
    assert world.manager.session.people.at("chat", "bob").reachable is False  # type: ignore[union-attr]
    await world.advance(300)
    assert world.book(number).row.state == "between", "the one who is ready could not see a hand"
    frontend.blocked.clear()
    await world.do("bob", c.Started(), private=True)
    await world.advance(70)
    assert world.book(number).playing


async def test_a_result_that_a_restart_kept_from_ringing_rings_after_it(world: World) -> None:
    number = await world.dealt(*NAMES, deals="4")
    await world.advance(10)
    world.chat.silent = True  # from now on nothing arrives
    await world.play_on(number)
    world.chat.silent = False
    world = await world.restarted()
    (shown,) = world.chat.tables
    assert shown.ended
    world.chat.report(Delivered(PublicTarget(number, shown.chat), "t99"))
    await world.advance(10)
    world = await world.restarted()
    assert not any(update.ended for update in world.chat.tables)


@pytest.mark.parametrize("seconds", [10, 90])
async def test_after_a_restart_nobody_is_told_at_once_that_half_of_the_time_is_over(world: World, seconds: int) -> None:
    await world.dealt(*NAMES, clock=str(seconds))
    await world.advance(seconds * 0.7)
    world = await world.restarted()
    await world.advance(seconds * 0.2)
    assert not [update for update in world.chat.hands if update.reminder]


async def test_a_reminder_waits_until_half_of_the_time_that_was_shown_is_over(world: World) -> None:
    number = await world.seated(*NAMES, clock="60")
    world.chat.silent = True
    await world.do("ann", c.DealCards(number))
    await world.advance(20)
    name = NAMES[world.book(number).awaited[0].seat]
    world.chat.silent = False
    await world.do(name, c.MyHand(number), private=True)
    world.chat.show_hand(world.chat.hand(name, number))  # it arrives at last, with 40 s to go
    await world.advance(15)
    assert not [update for update in world.chat.hands if update.reminder]
    await world.advance(8)
    assert len([update for update in world.chat.hands if update.reminder]) == 1


async def test_when_nobody_is_waited_for_any_more_those_who_are_ready_play_on(world: World) -> None:
    number = await over(world, clock="0")
    await world.do("ann", c.Ready(number))
    await world.do("cat", c.Away(number))
    assert world.book(number).row.state == "between"
    assert code(await world.do("bob", c.Leave(number))) == "left_between"
    book = world.book(number)
    assert (book.row.state, book.row.round) == ("playing", 2)


async def test_when_who_was_ready_goes_away_the_table_waits(world: World) -> None:
    number = await over(world, clock="0")
    await world.do("ann", c.Ready(number))
    await world.do("ann", c.Leave(number))
    await world.do("bob", c.Away(number))
    assert world.book(number).row.state == "between"


async def test_in_a_private_chat_the_end_of_a_round_rings_at_most_once(world: World) -> None:
    home = c.ChatRef("chat", "ann")
    reply = await world.do("ann", c.NewTable("doudizhu", options={"deals": "4"}), private=True, home=home)
    assert reply.ok
    await world.do("ann", c.FillAi(1, level="easy"), private=True, home=home)
    await world.do("ann", c.DealCards(1), private=True, home=home)
    last = await slowly_over(world, 1)
    assert not any(update.ended for update in world.chat.tables)
    assert [update.alert for update in world.chat.hands if update.play.result is not None] == [last != "ann"]
