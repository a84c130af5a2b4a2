"""Web Push against a push service that checks and decrypts: who is told what, when, and what becomes of what is not taken."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.clock import SystemClock
from bot.frontends.web.push import Push, _Outside
from bot.frontends.web.visitors import user_of
from bot.session.port.page import Doorbell
from bot.session.port.updates import Notice, Turn
from games.base.cards import card_text, full_pack
from tests.frontends.web.house import House, Visitor
from tests.memory import MemoryStore
from tests.patience import patience
from tests.simulators.push import Browser, PushService


class Impatient(SystemClock):
    """Goes on at once; what it was asked to wait for is noted."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)


@dataclass
class Slow:
    """Ann and Ben at a table that is played over days; Ben's page is closed, and his browser is to be told."""

    house: House
    service: PushService
    push: Push
    clock: Impatient
    ann: Visitor
    ben: Visitor
    browser: Browser
    table: int

    async def ask_ben(self) -> None:
        """Deal, and play as Ann until Ben is asked; nobody has looked at anything for a while."""
        table = self.house.manager.session.tables[self.table]
        table.attention.looking.clear()
        assert (await self.ann.ask("deal"))["ok"]
        ben = next(held for held in table.book.persons.values() if held.external == user_of(self.ben.token).external)
        while ben.seat not in table.book.questions:
            table.attention.looking.clear()
            panel = (await self.ann.my_turn())["panel"]
            data = panel["offers"][0]["data"] if panel["offers"] else panel["pass"]
            assert (await self.ann.ask("press", data=data))["ok"]

    async def done(self) -> None:
        """Nothing is on its way any more."""
        async with patience():
            while waiting := list(self.push.under_way.values()):
                await asyncio.wait(waiting)


@pytest.fixture
async def slow() -> AsyncIterator[Slow]:
    clock = Impatient()
    async with PushService() as service:
        store = MemoryStore()
        push = Push(House(store).manager.doorbells, clock, "https://play.example", anywhere=True)
        house = House(store, seed=11, push=push)
        async with house, Visitor(house, "Ann") as ann, Visitor(house, "Ben") as ben:
            opened = await ann.ask("new", game="gandengyan", players=2, options={"clock": "86400"})
            await ben.send_raw({"t": "watch", "room": opened["room"]})
            key = (await ben.ask("ring"))["ring"]
            browser = service.subscribe("ben", key)
            assert (await ben.ask("ring", **browser.subscription))["ok"]
            await ben.ask("join")
            table = next(iter(house.manager.session.tables))
            yield Slow(house, service, push, clock, ann, ben, browser, table)


async def test_a_turn_at_a_slow_table_is_told_and_nothing_of_the_cards(slow: Slow) -> None:
    await slow.ben.leave()
    await slow.ask_ben()
    await slow.done()
    browser, said, headers = slow.service.told[-1]
    room = next(message["room"] for message in slow.ann.heard if message["t"] == "table")
    assert browser is slow.browser
    assert said == {
        "title": "It is your turn",
        "body": f"Gan Deng Yan · #{slow.table}",
        "url": f"/#/t/{room}",
        "tag": f"paiju-{slow.table}",
    }
    assert headers["TTL"] == "86400"
    assert not set(" ".join(said.values()).split()) & {card_text(card) for card in full_pack()}


async def test_in_quiet_hours_nothing_rings(slow: Slow) -> None:
    assert (await slow.ben.ask("prefer", name="quiet", value="0-23:59 UTC"))["ok"]
    slow.house.manager.session.clock.now = lambda: 1_800_000_000.0  # type: ignore[method-assign]  # not at 23:59
    await slow.ben.leave()
    await slow.ask_ben()
    await slow.done()
    assert slow.service.told == []


async def test_the_turns_of_the_day_are_told_and_what_is_to_be_quiet_is_not(slow: Slow) -> None:
    ben, turns = user_of(slow.ben.token), {"turns": (Turn(7, "guandan", "", 7200),)}
    slow.house.page.tell(ben, Notice("turns_digest", turns), "zh")
    await slow.done()
    assert [said["url"] for _, said, _ in slow.service.told] == ["/"]
    assert "掼蛋" in slow.service.told[0][1]["body"]
    slow.house.page.tell(ben, Notice("turns_digest", turns, quiet=True), "zh")
    slow.house.page.tell(ben, Notice("holiday_over"), "zh")
    slow.house.page.take_told(ben, Notice("turns_digest", turns), "zh")  # another worker has told them
    assert not slow.push.under_way


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_has_switched_it_off_is_forgotten(slow: Slow, status: int) -> None:
    slow.browser.answers.append((status, {}))
    slow.push._ring(user_of(slow.ben.token), 1, "turn", "a", "b", "/", 3600)
    await slow.done()
    assert await slow.house.manager.doorbells.of(user_of(slow.ben.token)) == []
    assert slow.service.attempts == 1


async def test_a_service_that_fails_is_asked_again_until_it_is_too_late(slow: Slow) -> None:
    slow.browser.answers.extend([(503, {}), (429, {"Retry-After": "40"}), (500, {})])
    slow.push._ring(user_of(slow.ben.token), 1, "turn", "a", "b", "/", 3600)
    await slow.done()
    assert (slow.clock.waited, len(slow.service.told)) == ([5.0, 40.0, 300.0], 1)
    slow.browser.answers.extend([(503, {}), (503, {}), (503, {})])
    slow.push._ring(user_of(slow.ben.token), 1, "turn", "a", "b", "/", 200)
    await slow.done()
    assert (slow.clock.waited[3:], len(slow.service.told)) == ([5.0, 30.0], 1)


async def test_forgetting_somebody_forgets_their_browsers_and_their_data_name_no_address(slow: Slow) -> None:
    user = user_of(slow.ben.token)
    async with slow.house.store.begin() as unit:
        found = await unit.people.identity(user.platform, user.external)
        assert found is not None
        told = (await unit.traces.told(found.user))["doorbells"]
    assert [sorted(row) for row in told] == [["external", "platform", "since"]]
    await slow.ben.ask("leave")
    assert (await slow.ben.ask("press", data="G:1"))["ok"], "the answer to /forgetme"
    assert await slow.house.manager.doorbells.of(user) == []


async def test_all_workers_have_one_key_whoever_was_first(slow: Slow) -> None:
    other = Push(House(slow.house.store).manager.doorbells, SystemClock(), "https://play.example")
    assert await other.public_key() == slow.browser.key
    assert await slow.house.manager.doorbells.key("another") == await slow.house.manager.doorbells.key("third")


@pytest.mark.parametrize(
    "endpoint",
    ["http://push.example/a", "https://localhost/a", "https://127.0.0.1/a", "https://[::1]/a", "https://push.example:8443/a",
     "https://2130706433/a", "https://push/a", "ftp://push.example", "https://push.example:x/", ""],
)  # fmt: skip
async def test_what_cannot_be_a_push_service_is_refused(slow: Slow, endpoint: str) -> None:
    push = Push(slow.house.manager.doorbells, SystemClock(), "https://play.example")
    assert not await push.hang(user_of("x" * 43), Doorbell(**slow.browser.subscription | {"endpoint": endpoint}))
    await push.stop()


async def test_no_name_leads_into_our_own_network() -> None:
    resolver = _Outside()
    with pytest.raises(OSError, match="open internet"):
        await resolver.resolve("localhost")
    await resolver.close()
