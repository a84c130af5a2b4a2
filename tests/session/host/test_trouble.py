"""When the memory fails, an AI player hangs, or something is broken: nothing is lost, nobody sees a traceback."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import structlog

from bot.session.host import thinker as thinkers
from bot.session.host.thinker import PoolThinker
from bot.session.port import commands as c
from games import GAMES
from storage.api import Conflict, StoreError, Unavailable, UnitOfWork, Unsure
from tests.memory import MemoryStore
from tests.session.world import World, code

NAMES = ("ann", "bob", "cat")


class FailingStore(MemoryStore):
    """A store that can lose its connection."""

    down = False
    why: StoreError = Unavailable("the database is locked")
    loses_answer = False  # The next commit is done, but its answer is lost, and nothing can be reached after it
    others_first = False  # With the next commit somebody else is first

    @asynccontextmanager
    async def _guarded(self) -> AsyncIterator[UnitOfWork]:
        if self.down:
            raise self.why
        async with super().begin() as unit:
            commit = unit.commit

            async def committed() -> None:
                if self.others_first:
                    self.others_first = False
                    raise Conflict("somebody else was first")
                await commit()
                if self.loses_answer:
                    self.down, self.loses_answer = True, False
                    raise Unsure("the connection to the database was lost")

            unit.commit = committed  # type: ignore[method-assign]  # as a wire that is cut would have it
            yield unit

    def begin(self) -> Any:
        return self._guarded()


async def test_a_play_whose_commit_nobody_can_tell_of_is_found_when_the_memory_is_back() -> None:
    store = FailingStore()
    world = await World(store).start()
    number = await world.dealt(*NAMES)
    name, seq = NAMES[world.book(number).awaited[0].seat], world.book(number).play.seq
    tap = world.origin(name)
    store.loses_answer = True
    assert code(await world.manager.handle(tap, c.PlayText("bid 1", number))) == "store_unavailable"
    assert world.book(number).play.seq == seq
    store.down = False
    again = await world.manager.handle(tap, c.PlayText("bid 1", number))
    assert (again.ok, again.repeated) == (True, True)
    assert world.book(number).play.seq == seq + 1
    other = NAMES[world.book(number).awaited[0].seat]
    assert other != name
    assert (await world.do(other, c.PlayText("bid 2", number))).ok
    await world.stop()


async def test_what_somebody_else_was_first_with_is_done_once_more() -> None:
    store = FailingStore()
    world = await World(store).start()
    store.others_first = True
    number = await world.dealt(*NAMES)
    name, seq = NAMES[world.book(number).awaited[0].seat], world.book(number).play.seq
    store.others_first = True
    assert (await world.do(name, c.PlayText("bid 1", number))).ok
    assert world.book(number).play.seq == seq + 1
    assert not store.others_first
    await world.stop()


@pytest.mark.parametrize("why", [Unavailable("the database is locked"), StoreError("a row contradicts itself")])
async def test_clocks_and_ai_players_wait_for_the_memory_to_come_back(why: StoreError) -> None:
    store = FailingStore()
    store.why = why
    world = await World(store).start()
    number = await world.dealt("ann", clock="30")
    for person in (True, False):
        while (world.book(number).seats[world.book(number).awaited[0].seat].ai is None) is not person:
            await world.one_step(number)
        book = world.book(number)
        store.down = True
        await world.advance(40)
        assert world.book(number).play.seq == book.play.seq
        store.down = False
        await world.advance(10)
        assert world.book(number).play.seq > book.play.seq
    await world.stop()


async def test_a_broken_invariant_stops_that_table_alone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    number, other = await world.seated(*NAMES), await world.seated("dan", "eve", "fay")
    await world.do("ann", c.DealCards(number))
    await world.do("dan", c.DealCards(other))
    game = GAMES["doudizhu"]
    healthy = type(game).apply

    def broken(self: Any, state: Any, seat: int, action: Any) -> Any:
        if state is world.book(number).play.state:
            raise AssertionError("3s 4h are in two hands")
        return healthy(self, state, seat, action)

    monkeypatch.setattr(type(game), "apply", broken)
    name = NAMES[world.book(number).awaited[0].seat]
    with structlog.testing.capture_logs() as logs:
        assert code(await world.do(name, c.PlayText("bid 1", number))) == "table_is_broken"
        assert code(await world.do(name, c.PlayText("bid 1", number))) == "table_is_broken"
    (line,) = [entry for entry in logs if entry["event"] == "table stopped"]
    assert (line["table"], line["match"], line["seq"]) == (number, 1, 0)
    assert "3s" not in str(line)
    turn = ("dan", "eve", "fay")[world.book(other).awaited[0].seat]
    assert (await world.do(turn, c.PlayText("bid 1", other))).ok
    assert code(await world.end("ann", number)) == "ended"


async def test_an_unexpected_fault_is_a_sentence_to_the_person_and_a_line_without_cards_to_the_host(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await world.dealt(*NAMES)

    def broken(self: Any, *arguments: Any) -> Any:
        raise KeyError("As Ks")

    monkeypatch.setattr(type(GAMES["doudizhu"]), "read", broken)
    name = NAMES[world.book(number).awaited[0].seat]
    before = world.book(number)
    with structlog.testing.capture_logs() as logs:
        assert code(await world.do(name, c.PlayText("bid 1", number))) == "internal_error"
    assert world.book(number) is before
    assert logs
    assert "As" not in str(logs).replace("'", " ").split()


async def test_ai_players_think_in_a_process_of_their_own(world: World) -> None:
    game = GAMES["doudizhu"]
    number = await world.dealt(*NAMES)
    book = world.book(number)
    seat = book.awaited[0].seat
    thinker = PoolThinker()
    view = game.view(book.play.state, seat)
    action = await thinker.choose("doudizhu", view, "easy")
    assert action is not None
    game.check(book.play.state, seat, action)
    for process in thinker._processes:
        os.kill(process.pid, signal.SIGKILL)
    again = await thinker.choose("doudizhu", view, "normal")
    assert again is not None
    await thinker.close()
    assert await thinker.choose("doudizhu", view, "easy") is None


def test_what_no_future_can_hold_never_leaves_the_thinking_process(monkeypatch: pytest.MonkeyPatch) -> None:
    class Empty:
        def think(self, *_: object) -> object:
            return next(iter(()))

    monkeypatch.setattr(thinkers, "GAMES", {"empty": Empty()})
    view: Any = None
    with pytest.raises(RuntimeError):
        thinkers._think(thinkers._choose, "empty", view, "easy", 1)
