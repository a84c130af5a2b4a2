"""Reception: nothing that the platform says or sends makes the bot deaf, and nothing is confirmed before its effect is stored."""

import asyncio
from collections.abc import Mapping
from typing import Any, get_args

import pytest
import structlog

from bot.clock import SystemClock
from bot.frontends.telegram.frontend import NoUpdate, TelegramFrontend
from bot.present import render
from bot.session.port import commands as c
from bot.session.port.protocols import MOST_WAITING, Carried
from bot.session.port.updates import Notice
from games.base.cards import RANKS
from tests.frontends.turned import Numbers, Turned
from tests.patience import patience
from tests.simulators.telegram import CallbackAnswer, Person, TelegramSim
from tests.simulators.telegram.faults import Kind

from .stage import Notebook, connected, frontend_of, hand_update, lobby, user_of


class Hurried(SystemClock):
    """Time that passes thirty times as fast."""

    def monotonic(self) -> float:
        return super().monotonic() * 30

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / 30)


@pytest.mark.parametrize(
    ("refusal", "advice"),
    [("unauthorized", "TELEGRAM_TOKEN"), ("not_found", "TELEGRAM_TOKEN"), ("conflict", "another")],
)
async def test_a_refused_bot_asks_again_ever_more_slowly_and_hears_as_soon_as_it_may(
    sim: TelegramSim, manager: Notebook, ann: Person, refusal: Kind, advice: str
) -> None:
    assert refusal in get_args(Kind)
    with structlog.testing.capture_logs() as logs:
        clock = Turned()
        frontend = await connected(sim, manager, clock=clock)
        sim.faults.next(refusal, "getUpdates", count=4)
        await ann.says(ann, "/help")
        for _ in range(4):
            over = await clock.pause()
            assert not frontend.connected
            over.set()
        await ann.says(ann, "/rules doudizhu")
        await sim.wait_for(lambda: len(manager.heard) == 2 and frontend.connected)
        await frontend.stop()
    assert clock.pauses == [1, 2, 4, 8]
    (deaf,) = [entry for entry in logs if entry["event"] == "telegram.hears_nothing"]
    assert advice in deaf["advice"]
    assert [entry["event"] for entry in logs].count("telegram.hears_again") == 1


async def test_a_moment_without_connection_is_no_news(sim: TelegramSim, manager: Notebook, ann: Person) -> None:
    clock = Turned()
    frontend = await connected(sim, manager, clock=clock)
    sim.faults.next("bad_gateway", "getUpdates", count=2)
    await ann.says(ann, "/help")
    seen = []
    for _ in range(2):
        over = await clock.pause()
        seen.append(frontend.connected)
        over.set()
    assert seen == [True, False]
    await sim.wait_for(lambda: frontend.connected)
    await frontend.stop()


async def test_a_bot_that_another_one_took_the_webhook_from_takes_it_back(sim: TelegramSim, manager: Notebook) -> None:
    clock = Turned()
    frontend = await connected(sim, manager, clock=clock, webhook_url="http://127.0.0.1:9/here", webhook_secret="word")
    sim.updates.set_webhook("http://127.0.0.1:9/elsewhere", "", None, False)
    (await clock.pause()).set()
    await sim.wait_for(lambda: sim.updates.webhook_url == "http://127.0.0.1:9/here")
    await frontend.stop()


async def test_an_update_that_cannot_be_read_is_passed_over_and_the_press_beside_it_counts(
    sim: TelegramSim, manager: Notebook, ann: Person
) -> None:
    numbers = Numbers()
    frontend = await connected(sim, manager, meter=numbers)
    group = sim.group("friends", [ann])
    frontend.show_hand(hand_update(group, ann))
    await sim.wait_for(lambda: ann.inbox)
    hand = ann.last
    with structlog.testing.capture_logs() as logs:
        sim.updates.hold()
        for _ in range(2):
            sim.updates.emit("my_chat_member", {"new_chat_member": {"status": "administrator"}}, odd=True)
        answered = ann.presses(hand, hand.buttons[0])
        sim.updates.release()
        async with patience():
            await answered
        await ann.says(ann, "/help")
        await sim.wait_for(lambda: len(manager.heard) == 2 and not sim.updates.unconfirmed)
    assert numbers.counted["unreadable"] == 2
    assert [entry["event"] for entry in logs if entry["log_level"] != "debug"] == ["telegram.update.unreadable"] * 2
    await frontend.stop()


async def test_nothing_is_confirmed_before_its_effect_is_stored(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, ben: Person
) -> None:
    gate = manager.gates[str(ben.id)] = asyncio.Event()
    await ben.says(ben, "/help")
    for heard in (1, 2, 3):
        await ann.says(ann, "/help")
        await sim.wait_for(lambda heard=heard: len(manager.heard) == heard)  # type: ignore[misc]  # bound now
    assert sim.updates.unconfirmed == 4
    gate.set()
    await sim.wait_for(lambda: not sim.updates.unconfirmed)
    assert len(manager.heard) == 4


async def test_what_is_broken_off_at_the_end_comes_again_at_the_next_start(
    sim: TelegramSim, manager: Notebook, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.frontends.telegram.frontend.FINISH_SECONDS", 0.05)
    first = await connected(sim, manager)
    manager.gates[str(ben.id)] = asyncio.Event()
    await ben.says(ben, "/help")
    await ben.says(ben, "/rules doudizhu")
    await ann.says(ann, "/help")
    await sim.wait_for(lambda: manager.heard)
    await first.stop()
    assert [origin.user for origin, _ in manager.heard] == [user_of(ann)]
    manager.gates.clear()
    second = await connected(sim, manager)
    await sim.wait_for(lambda: len(manager.heard) >= 3)
    assert [command for origin, command in manager.heard if origin.user == user_of(ben)] == [
        c.ShowHelp(),
        c.ShowRules("doudizhu"),
    ]
    await sim.wait_for(lambda: not sim.updates.unconfirmed)
    await second.stop()


async def test_somebody_who_presses_without_end_keeps_nobody_waiting_and_is_asked_once_to_slow_down(
    sim: TelegramSim, manager: Notebook, ann: Person, cem: Person
) -> None:
    numbers = Numbers()
    frontend = await connected(sim, manager, clock=Hurried(), meter=numbers)
    message = await lobby(sim, frontend, ann, cem)
    gate = manager.gates[str(cem.id)] = asyncio.Event()
    join = message.button("Join")
    assert join is not None
    presses = [cem.presses(message, join) for _ in range(300)]
    await ann.press(message, "Join")
    assert [origin.user for origin, _ in manager.heard] == [user_of(ann)]
    gate.set()
    await sim.wait_for(lambda: len(manager.heard) == 2 + MOST_WAITING and all(press.done() for press in presses[:18]))
    assert numbers.counted["hurried"] == 300 - MOST_WAITING - 1
    assert len(RANKS) <= MOST_WAITING, "whoever taps all ranks of a hand at once is not too fast"
    said: list[CallbackAnswer] = [press.result() for press in presses if press.done()]
    assert len([answer for answer in said if "Slower" in answer and answer.show_alert]) == 1
    await cem.press(message, "Join")
    assert len(manager.heard) == 3 + MOST_WAITING
    await frontend.stop()


async def test_what_was_kept_while_nobody_listened_is_carried_out_however_much_it_is(
    sim: TelegramSim, manager: Notebook, ann: Person
) -> None:
    for _ in range(20):
        await ann.says(ann, "/help")
    frontend = await connected(sim, manager)
    await sim.wait_for(lambda: not sim.updates.unconfirmed)
    assert len(manager.heard) == 20
    await frontend.stop()


async def test_the_webhook_says_later_until_the_bot_is_ready_and_knows_what_is_no_update(
    sim: TelegramSim, manager: Notebook, ann: Person
) -> None:
    numbers = Numbers()
    frontend = frontend_of(sim, webhook_url="http://127.0.0.1:9/here", webhook_secret="word", meter=numbers)
    with pytest.raises(ConnectionError):
        await frontend.feed({"update_id": 1})
    await frontend.start(manager)
    await frontend.wait_connected()
    oddities: list[object] = [None, [], {}, {"update_id": "1"}, {"message": {"text": "Hand: 3s"}}]
    for odd in oddities:
        with pytest.raises(NoUpdate):
            await frontend.feed(odd)
    for _ in range(2):
        await frontend.feed({"update_id": 7, "my_chat_member": {"new_chat_member": {"status": "administrator"}}})
    assert numbers.counted["unreadable"] == 6
    await frontend.stop()


class Nowhere:
    """Workers of which none has any table: somebody looks for an owner as long as they are told to."""

    def __init__(self, clock: Turned) -> None:
        self._clock = clock
        self.looked: list[float] = []

    def is_elsewhere(self, table: int) -> bool:
        return True

    async def carry(self, platform: str, raw: Mapping[str, Any], table: int, *, seconds: float = 2.0) -> Carried:
        self.looked.append(seconds)
        await self._clock.sleep(seconds)
        return Carried.UNREACHED


async def test_a_press_that_has_waited_in_line_for_an_owner_waits_little_more(
    sim: TelegramSim, manager: Notebook, ann: Person
) -> None:
    clock = Turned()
    carrier = Nowhere(clock)
    frontend = await connected(sim, manager, clock=clock, carrier=carrier)
    message = await lobby(sim, frontend, ann)
    button = message.button("Join")
    assert button is not None
    answers = [ann.presses(message, button), ann.presses(message, button)]
    (await clock.pause()).set()
    (await clock.pause()).set()
    assert [await answer for answer in answers] == [render.toast(Notice("worker_unreachable"), "en")] * 2
    assert carrier.looked[0] == pytest.approx(8.0, abs=0.9)
    assert carrier.looked[1] == 1.0
    assert manager.heard == []
    await frontend.stop()
