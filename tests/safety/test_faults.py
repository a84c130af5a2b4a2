"""What breaks stays where it broke: nobody waits for ever, no error shows a card, nothing is lost."""

import asyncio
from collections.abc import Sequence

import pytest
import structlog

from bot.session.host.mailbox import Mailbox, Tasks
from bot.session.host.session import SessionSettings
from bot.session.host.thinker import InlineThinker
from bot.session.port import commands as c
from games.base.actions import Action
from games.contract import View
from tests.memory import MemoryStore
from tests.patience import patient
from tests.session.host.test_secrecy import cards_in
from tests.session.world import ManualClock, World, code

NAMES = ("ann", "bob", "cat")


class Dazed(InlineThinker):
    """An AI player that breaks over its cards."""

    async def choose(self, game: str, view: View, level: str, legal: Sequence[Action] = ()) -> Action | None:
        raise KeyError(f"no idea what to do with {view.hand}: 7s 7h x")


class Slow(InlineThinker):
    """An AI player that thinks as long as it is told to, which is how much its cards give to think about."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(1)
        self.clock = clock
        self.seconds = 0.0

    async def choose(self, game: str, view: View, level: str, legal: Sequence[Action] = ()) -> Action | None:
        if self.seconds:
            await self.clock.sleep(self.seconds)
        return await super().choose(game, view, level)


async def until_an_ai_player_is_asked(world: World, number: int) -> None:
    for _ in range(20):
        book = world.book(number)
        if book.seats[book.awaited[0].seat].user is None:
            return
        await world.one_step(number)
    raise AssertionError("never")


async def test_a_job_that_breaks_does_not_hold_up_those_behind_it() -> None:
    tasks, done = Tasks(), asyncio.Event()
    mailbox = Mailbox(tasks, lambda: None)

    async def broken() -> None:
        raise KeyError("7s")

    async def fine() -> None:
        done.set()

    with structlog.testing.capture_logs() as logs:
        mailbox.post(broken)
        mailbox.post(fine)
        await patient(done.wait())
    assert logs[0]["error"] == "KeyError"
    assert "7s" not in str(logs)


async def test_an_ai_player_that_breaks_is_replaced_by_the_fallback_and_its_cards_are_in_no_log() -> None:
    with structlog.testing.capture_logs() as logs:
        world = await World(MemoryStore(), thinker=Dazed()).start()
        number = await world.dealt("ann")
        await until_an_ai_player_is_asked(world, number)
        seq = world.book(number).play.seq
        await world.advance(3)
        assert world.book(number).play.seq > seq
        await world.stop()
    assert any(entry["event"] == "an AI player failed" for entry in logs)
    assert not cards_in(str(logs))


@pytest.mark.parametrize(
    ("ai_delay", "thought"),
    [(1.0, (0.0, 0.1, 0.3, 0.55)), (2.5, (0.0, 0.25, 0.75, 1.375)), (1.0, (0.9, 1.1, 1.3, 1.5))],
)
async def test_how_long_an_ai_player_thinks_shows_in_whole_delays_only(
    ai_delay: float, thought: tuple[float, ...]
) -> None:
    """Answers come after whole delays, drawn without the cards, however long the thinking took."""
    moments = set()
    for seconds in thought:
        clock = ManualClock()
        slow = Slow(clock)
        world = World(MemoryStore(), clock=clock, thinker=slow, settings=SessionSettings(ai_delay=ai_delay))
        world.manager.session.delays.seed(3)
        await world.start()
        number = await world.seated("ann")
        slow.seconds = seconds
        await world.do("ann", c.DealCards(number))
        await until_an_ai_player_is_asked(world, number)
        seq, begun = world.book(number).play.seq, clock.now()
        while world.book(number).play.seq == seq:
            await world.advance(0.01)
        moments.add(round(clock.now() - begun, 1))
        await world.stop()
    assert len(moments) == 1, moments


async def test_two_presses_at_once_and_the_clock_at_the_same_moment_make_one_deed() -> None:
    world = await World(MemoryStore()).start()
    number = await world.dealt(*NAMES, clock="30")
    seat = world.book(number).awaited[0].seat
    panel = world.chat.hand(NAMES[seat]).panel
    assert panel is not None
    seq = world.book(number).play.seq
    presses = [world.manager.handle(world.origin(NAMES[seat], private=True), panel.offers[0].command) for _ in range(3)]
    world.clock.jump(30)
    replies = await asyncio.gather(*presses, world.advance(1.5))
    await world.settle()
    assert sum(reply.ok for reply in replies if reply is not None) <= 1
    lines = [line for line in await _log(world) if line[0] == seat]
    assert len(lines) == 1, lines
    assert world.book(number).play.seq == seq + 1
    await world.stop()


async def _log(world: World) -> list[tuple[int, str]]:
    async with world.store.begin() as unit:
        return [(line.seat, line.line) for line in await unit.matches.actions(1)]


async def test_commands_that_wait_behind_the_closing_of_their_table_are_told_that_it_is_closed(world: World) -> None:
    number = await world.dealt(*NAMES)
    await world.end("ann", number)
    queue = [world.manager.handle(world.origin("ann"), c.End(number))] + [
        world.manager.handle(world.origin(name), command)
        for name in NAMES
        for command in (c.DealCards(number), c.Ready(number), c.ShowTable(number), c.MyHand(number), c.Leave(number))
    ]
    first, *rest = await asyncio.gather(*queue)
    assert code(first) == "table_closed"
    assert {code(reply) for reply in rest} == {"table_is_closed"}
    assert not world.manager.session.tables


async def test_a_thousand_updates_at_once_are_all_answered_and_leave_one_consistent_table(world: World) -> None:
    number = await world.dealt(*NAMES)
    kinds: list[c.Command] = [
        c.PlayText("pass", number), c.PlayText("bid 3", number), c.PlayText("play 3", number), c.MyHand(number),
        c.AdvancePass(number), c.ShowTable(number), c.DealCards(number), c.Ready(number), c.Hint(number), c.Join(number),
    ]  # fmt: skip
    queue = [
        world.manager.handle(world.origin(NAMES[at % 3], private=at % 2 == 0), kinds[at % len(kinds)])
        for at in range(1000)
    ]
    replies = await patient(asyncio.gather(*queue))
    await world.settle()
    assert len(replies) == 1000
    assert all(code(reply) != "internal_error" for reply in replies if type(reply.body).__name__ == "Notice")
    book = world.book(number)
    fresh = await world.restarted()
    assert fresh.book(number).play.state == book.play.state
    await fresh.stop()


async def test_a_vote_about_somebody_does_not_hit_whoever_sits_there_next(world: World) -> None:
    await world.do("ann", c.NewTable("guandan"))
    await world.do("bob", c.Join(1))
    await world.do("cat", c.Join(1))
    assert code(await world.do("bob", c.Kick(1, name="1"))) == "vote_started"
    assert (await world.do("ann", c.Join(1, seat=3))).ok
    assert (await world.do("dan", c.Join(1, seat=0))).ok
    assert code(await world.do("cat", c.Vote(1, "kick"))) == "no_such_motion"
    assert set(world.book(1).persons) == {0, 1, 2, 3}


async def test_two_who_deal_at_once_deal_one_round(world: World) -> None:
    number = await world.seated(*NAMES)
    replies = await asyncio.gather(*(world.manager.handle(world.origin(name), c.DealCards(number)) for name in NAMES))
    await world.settle()
    assert sorted(code(reply) for reply in replies) == ["dealt", "round_running", "round_running"]
    assert world.book(number).row.round == 1


async def test_leaving_and_being_removed_while_an_ai_player_thinks_leaves_a_game_that_goes_on(world: World) -> None:
    number = await world.dealt("ann", "bob")
    await until_an_ai_player_is_asked(world, number)
    assert (await world.do("ann", c.Kick(number, name="2"))).ok
    seq = world.book(number).play.seq
    await world.advance(10)
    assert world.book(number).play.seq > seq
    await world.do("ann", c.Leave(number))
    assert number not in world.manager.session.tables


async def test_of_the_many_who_pass_by_only_those_at_a_table_are_kept_in_mind(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.session.people.directory._MOST_KNOWN", 10)
    number = await world.dealt("ann", "bob")
    assert code(await world.do("cat", c.Join(number))) == "joined_next_round"
    for at in range(50):
        await world.do(f"passer-by {at}", c.ShowHelp())
    await world.advance(61)
    known = world.manager.session.people._known
    assert len(known) == 13, "those at a table do not count among the ten"
    assert {"ann", "bob", "cat"} <= {ref.external for ref in known}
    assert code(await world.do("passer-by 0", c.Join(number))) in {"table_full", "joined_next_round"}
    assert world.chat.table(number).players[0].name == "Ann"
