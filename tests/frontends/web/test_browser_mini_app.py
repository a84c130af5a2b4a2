"""The page inside Telegram: a real browser, a stand-in of the script object, the simulated platform, the real manager."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page

from bot.session.port.page import PagePlace
from storage.themes.matches import ActionRow
from tests.frontends.telegram.house import Table, moves, panel_of
from tests.frontends.telegram.stage import frontend_of
from tests.frontends.web.apps import open_mini_app
from tests.frontends.web.browser import expect, in_browser
from tests.frontends.web.doors import PUBLIC, OpenHouse, init_data
from tests.simulators.telegram import Group, Message, Person, TelegramSim

pytestmark = in_browser()


@asynccontextmanager
async def _house(sim: TelegramSim) -> AsyncIterator[OpenHouse]:
    frontend = frontend_of(sim, page=PagePlace(PUBLIC, "hand"))
    async with OpenHouse(frontends=(frontend,)) as house:
        await frontend.start(house.manager)
        try:
            await frontend.wait_connected()
            yield house
        finally:
            await frontend.stop()


async def _deals(sim: TelegramSim, ann: Person) -> tuple[Group, Message]:
    """Ann has a hand at a table of a group, beside two AI players, and it is her turn."""
    group = sim.group("friends", [ann])
    table = Table(sim, group, [ann])
    await table.opens()
    await ann.says(group, "/ai")
    await sim.wait_for(lambda: "🤖" in table.table_message().text)
    await ann.says(group, "/deal")
    _, panel = await sim.wait_for(table.to_act)
    return group, panel


def _place(panel: Message) -> str:
    """Where the button of a panel leads, on the page's own server."""
    way = panel.button("Open my hand")
    assert way is not None
    assert way.web_app is not None
    parts = urlsplit(way.web_app)
    return f"{parts.path}?{parts.query}"


async def _log(house: OpenHouse) -> list[ActionRow]:
    async with house.store.begin() as unit:
        return [row for row in await unit.matches.actions(1) if row.seat == 0 and row.cause == "player"]


async def _calls(page: Page) -> list[list[Any]]:
    found: list[list[Any]] = await page.evaluate("appAround.calls")
    return found


async def test_the_hand_of_a_group_is_played_in_the_mini_app_and_in_the_chat(browser: Browser) -> None:
    async with TelegramSim() as sim, _house(sim) as house:
        ann = sim.user("Ann", started=True)
        group, panel = await _deals(sim, ann)
        page = await open_mini_app(browser, house, _place(panel), init_data(ann.id))
        await expect(page.turn).to_be_visible()
        # An AI player is called the same in the group and on the page.
        names = await page.page.locator(".seat .name").all_text_contents()
        board = Table(sim, group, [ann]).table_message().text
        assert len(names) == 2
        assert all(f"🤖 {name}" in board for name in names), (names, board)
        assert "tgWebAppData" not in page.page.url
        await ann.says(ann, "/hand plain")
        hand = await sim.wait_for(lambda: next((m.text for m in ann.inbox if m.text.startswith("Hand:")), None))
        assert sorted(hand.removeprefix("Hand:").split()) == sorted(await page.card_names())
        # What is done on the page shows in the chat once, and the other way round.
        for there in (True, False):
            done, before = len(await _log(house)), panel_of(ann)
            assert before is not None
            shown = before.content
            if there:
                await page.tap_a_turn()
            else:
                decision = await page.decision()
                await ann.press(before, moves(before)[0])
                await page.answered(decision)
            await sim.wait_for(lambda b=before, s=shown: b.content != s or panel_of(ann) is not b)  # type: ignore[misc]  # typed by its use
            assert len(await _log(house)) == done + 1
            await expect(page.turn).to_be_visible()
        assert ["impactOccurred", "medium"] in await _calls(page.page)
        assert await page.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
        assert page.complaints == []


async def test_the_page_follows_the_app_around_it(browser: Browser) -> None:
    async with TelegramSim() as sim, _house(sim) as house:
        ann = sim.user("Ann", started=True)
        _, panel = await _deals(sim, ann)
        place = _place(panel)
        await ann.says(ann, "/language zh")
        await sim.wait_for(lambda: "中文" in ann.last.text)
        person = await open_mini_app(browser, house, place, init_data(ann.id), color_scheme="light")
        page, root = person.page, person.page.locator("html")
        await expect(person.turn).to_be_visible()
        await expect(root).to_have_attribute("lang", "zh-Hans")
        # Looks and room, at first and when they change.
        await expect(root).to_have_attribute("data-theme", "dark")
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 33, 43)"
        assert await page.evaluate("getComputedStyle(app).paddingTop") == "66px"
        light = {"colorScheme": "light", "themeParams": {"bg_color": "#ffffff"}}
        await page.evaluate("light => appAround.change('themeChanged', light)", light)
        await expect(root).to_have_attribute("data-theme", "light")
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        await page.evaluate("appAround.change('contentSafeAreaChanged', { contentSafeAreaInset: { top: 0 } })")
        assert await page.evaluate("getComputedStyle(app).paddingTop") == "20px"
        # Who has chosen a look keeps it, on our own ground.
        await page.evaluate("localStorage.setItem('paiju', JSON.stringify({ theme: 'dark' }))")
        await page.evaluate("light => appAround.change('themeChanged', light)", light)
        await expect(root).to_have_attribute("data-theme", "dark")
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
        # Touch, and what was asked of the app.
        await person.cards.first.tap(position={"x": 9, "y": 9})  # those below lie over its middle
        names = [call[0] for call in await _calls(page)]
        assert {"ready", "expand", "disableVerticalSwipes", "selectionChanged", "notificationOccurred"} <= set(names)
        # The app's own back button: out of a dialog, to the lobby, and there it is gone.
        assert await page.evaluate("appAround.back.isVisible")
        await page.keyboard.press("?")
        await expect(page.locator("dialog")).to_be_visible()
        await page.evaluate("appAround.back.press()")
        await expect(page.locator("dialog")).to_have_count(0)
        await page.evaluate("appAround.back.press()")
        await expect(page.locator("#app")).to_have_attribute("data-view", "lobby")
        await page.wait_for_function("!appAround.back.isVisible")


async def test_who_comes_without_a_good_proof_reads_why(browser: Browser) -> None:
    async with OpenHouse() as house:
        forged = init_data(7, token="700000001:somebody-elses-token-0123456789abcdef")
        for proof in (forged, init_data(7, at=house.clock.now() - 3700)):
            person = await open_mini_app(browser, house, "/app", proof)
            await expect(person.see("refusal")).to_contain_text("open it again from the chat")
        # Opened from anywhere else it leads to the page as such.
        person = await open_mini_app(browser, house, "/app", "")
        await expect(person.see("refusal")).to_contain_text("inside Telegram only")
        await person.see("go-on").tap()
        await expect(person.see("play-now")).to_be_visible()
        # The script may be out of reach: the proof in the address does.
        person = await open_mini_app(browser, house, "/app?table=12", init_data(7), blocked=True)
        await expect(person.page.locator(".board")).to_contain_text("You have no seat at this table")
        await expect(person.see("refusal")).to_have_count(0)
        assert person.page.url == f"{house.address}/app?table=12#/t/table-12"


async def test_the_hand_does_not_wait_for_a_script_that_hangs(browser: Browser) -> None:
    async with TelegramSim() as sim, _house(sim) as house:
        ann = sim.user("Ann", started=True)
        _, panel = await _deals(sim, ann)
        come = asyncio.Event()
        person = await open_mini_app(browser, house, _place(panel), init_data(ann.id), stalled=come)
        page = person.page
        await expect(person.turn).to_be_visible()
        assert "tgWebAppData" not in page.url
        await expect(person.see("lobby")).to_be_visible()
        await person.tap_a_turn()
        # Once it is there after all, the app has its say: looks, room, and the only arrow back.
        come.set()
        await expect(page.locator("html")).to_have_attribute("data-back", "app")
        await expect(person.see("lobby")).to_be_hidden()
        assert await page.evaluate("appAround.back.isVisible")
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 33, 43)"
        await page.evaluate("appAround.back.press()")
        await expect(page.locator("#app")).to_have_attribute("data-view", "lobby")
        await page.wait_for_function("!appAround.back.isVisible")
        # A reload within the app knows the person by what the tab remembers.
        await page.reload()
        await expect(person.turn).to_be_visible()
        assert person.complaints == []


async def test_after_hours_of_sleep_the_line_is_taken_anew_as_long_as_the_session_lasts(browser: Browser) -> None:
    async with OpenHouse() as house:
        person = await open_mini_app(browser, house, "/app", init_data(7))
        page = person.page
        await person.see("rules").tap()
        await person.see("close").tap()
        await page.clock.install()
        await page.clock.fast_forward("05:00:00")
        async with page.expect_websocket():
            await page.evaluate("appAround.change('activated', {})")
        await person.see("rules").tap()
        await expect(page.locator("dialog")).to_be_visible()
        async with house.store.change() as unit:
            await unit.people.remove_page_keys("telegram", "7")
        await page.clock.fast_forward("05:00:00")
        await page.evaluate("appAround.change('activated', {})")
        await expect(person.see("refusal")).to_contain_text("not signed in here any more")
