"""Guests in a real browser: the address they are sent, their names, the seats that are on offer to them."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Browser, Route

from bot.frontends.web import Addresses
from bot.session.port import commands as c
from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House
from tests.session.world import RecordingFrontend

pytestmark = in_browser()


async def _opens(browser: Browser, house: House, **context: Any) -> tuple[Person, str]:
    ann = await Person.come(browser, house, **context)
    await ann.see("name").fill("Ann")
    await ann.see("open-table").tap()
    await expect(ann.see("fill-ai")).to_be_visible()
    return ann, ann.page.url.removeprefix(house.address)


async def test_who_comes_when_ai_players_hold_the_seats_takes_one_of_theirs(browser: Browser) -> None:
    async with House() as house:
        ann, place = await _opens(browser, house)
        await ann.see("fill-ai").tap()
        ben = await Person.come(browser, house, place)
        await expect(ben.see("seat-2")).to_be_visible()
        await ann.see("deal").tap()
        await expect(ann.turn).to_be_visible()
        await ben.see("join").tap()
        await ben.see("new-name").fill("Ben")
        await ben.see("sit-down").tap()
        await expect(ben.see("noted")).to_be_visible()
        await ann.play_round()
        await ann.see("next").tap()
        await expect(ann.see("ready-wait")).to_contain_text("Ben")
        await ben.see("next").tap()
        await expect(ben.cards.first).to_be_visible()
        await expect(ann.page.locator(".around")).to_contain_text("Ben")
        await ben.page.goto(house.address)
        await ben.see("name").fill("Benjamin")
        await ben.page.keyboard.press("Tab")
        await expect(ann.page.locator(".around")).to_contain_text("Benjamin")
        await ben.see("name").fill("AI 3")
        await ben.page.keyboard.press("Tab")
        await expect(ann.page.locator(".around")).to_contain_text("Player")


async def test_the_waiting_table_is_as_wide_as_the_window_allows(browser: Browser) -> None:
    async with House() as house:
        ann, _ = await _opens(browser, house, viewport={"width": 1440, "height": 900})
        felt = await ann.page.locator(".felt").bounding_box()
        assert felt is not None
        assert felt["width"] == 1440, "there is no log yet"
        assert felt["height"] > 800
        panel = await ann.page.locator(".wait-panel").bounding_box()
        assert panel is not None
        assert panel["width"] >= 500
        await ann.see("fill-ai").tap()
        await ann.see("deal").tap()
        await expect(ann.cards.first).to_be_visible()
        side = await ann.page.locator(".side").bounding_box()
        assert side is not None
        assert side["height"] > 800


@pytest.mark.parametrize(
    ("addresses", "shown"),
    [
        (Addresses("127.0.0.1"), "this computer only"),
        (Addresses("127.0.0.1", "https://paiju.example.org/"), "https://paiju.example.org/#/t/"),
    ],
)
async def test_the_address_for_friends_is_one_that_works_for_them(
    browser: Browser, addresses: Addresses, shown: str
) -> None:
    async with House(addresses=addresses) as house:
        ann, _ = await _opens(browser, house)
        await expect(ann.see("address")).to_contain_text(shown)


async def test_the_ninth_window_says_in_the_first_that_it_rests_and_it_can_be_taken_up_again(browser: Browser) -> None:
    async with House() as house:
        ann = await Person.come(browser, house)
        await expect(ann.see("play-now")).to_be_enabled()
        for _ in range(8):
            page = await ann.page.context.new_page()
            await page.goto(house.address)
            await expect(page.locator('[data-test="play-now"]')).to_be_enabled()
        await expect(ann.see("elsewhere")).to_be_visible()
        await ann.see("here").tap()
        await expect(ann.see("elsewhere")).to_have_count(0)
        await expect(ann.see("play-now")).to_be_enabled()


async def test_a_new_browser_is_seated_once_also_when_the_first_script_comes_last(browser: Browser) -> None:
    async with House() as house:
        context = await browser.new_context()
        page = await context.new_page()
        asked: list[str] = []
        drawn = asyncio.Event()

        async def hold(route: Route) -> None:
            await drawn.wait()
            await route.continue_()

        page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/seat") else None)
        await page.route("**/first.js*", hold)
        await page.goto(house.address, wait_until="commit")
        await expect(page.locator("#app")).to_have_attribute("data-view", "lobby")
        drawn.set()
        await page.evaluate(
            "async () => { while (!globalThis.seated) await new Promise(requestAnimationFrame); await globalThis.seated; }"
        )
        await expect(page.locator('[data-test="play-now"]')).to_be_enabled()
        assert len(asked) == 1
        await context.close()


async def test_people_say_a_phrase_with_two_taps_and_who_does_not_want_it_does_not_see_it(browser: Browser) -> None:
    async with House() as house:
        ann, place = await _opens(browser, house)
        ben = await Person.come(browser, house, place)
        await ben.see("join").tap()
        await ben.see("new-name").fill("Ben")
        await ben.see("sit-down").tap()
        await ann.see("fill-ai").tap()
        await ann.see("deal").tap()
        await expect(ben.cards.first).to_be_visible()
        await ann.see("talk").tap()
        await ann.see("say-hurry").tap()
        await expect(ben.see("bubble-0")).to_have_text("Come on, the flowers are wilting")
        await expect(ann.see("bubble-0")).to_be_visible()
        await expect(ben.page.locator("#live")).to_contain_text("Ann: Come on, the flowers are wilting")
        await expect(ann.see("say-hurry")).to_be_hidden()
        box = await ben.see("bubble-0").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        await ben.see("talk").tap()
        await ben.see("mute-0").tap()
        await expect(ben.see("bubble-0")).to_have_count(0)
        await ben.see("say-laugh").tap()
        await expect(ann.see("bubble-1").locator("svg")).to_be_visible()
        await ann.see("talk").tap()
        await ann.see("say-nice").tap()
        await expect(ann.see("bubble-0")).to_have_text("Well played!")
        await ben.page.reload()
        await expect(ben.cards.first).to_be_visible()
        await ben.see("talk").tap()
        await expect(ben.see("mute-0")).to_be_checked()
        assert not ann.complaints + ben.complaints


async def test_who_is_alone_with_ai_players_takes_the_last_play_back_by_tap_or_key(browser: Browser) -> None:
    async with House(turn_seconds=90) as house:
        ann = await Person.come(browser, house)
        await ann.play_now()
        await expect(ann.turn).to_be_visible()
        await expect(ann.see("undo")).to_have_count(0)
        held = await ann.card_names()
        for by_key in (False, True):
            await ann.tap_a_turn()
            await expect(ann.see("undo")).to_be_visible()
            await expect(ann.page.locator("[role=timer]")).to_have_count(0)
            await (ann.page.keyboard.press("u") if by_key else ann.see("undo").tap())
            await expect(ann.see("undo")).to_have_count(0)
            await expect(ann.turn).to_be_visible()
            assert await ann.card_names() == held
        await expect(ann.page.locator(".warning").last).to_contain_text("this round counts for no ratings")
        assert not ann.complaints


async def test_a_code_that_a_friend_sent_leads_to_their_table(browser: Browser) -> None:
    async with House() as house:
        ann, _ = await _opens(browser, house)
        await ann.see("invite").tap()
        await expect(ann.see("copy-address")).to_be_visible()
        code = await ann.see("invitation").inner_text()
        assert not re.search("Telegram|Discord|/join", await ann.page.locator("dialog.invite").inner_text()), (
            "neither runs here"
        )
        await ann.see("close").tap()
        ben = await Person.come(browser, house)
        await ben.see("name").fill("Ben")
        await ben.see("code").fill("1-AAAAAAAA")
        await ben.see("accept").tap()
        await expect(ben.page.locator(".toast")).to_contain_text("That invitation is not known")
        await ben.see("code").fill(code.lower())
        await ben.see("accept").tap()
        for person in (ann, ben):
            await expect(person.page.locator(".chair").nth(1)).to_contain_text("Ben")
        await ann.see("fill-ai").tap()
        await ann.see("deal").tap()
        await expect(ben.cards.first).to_be_visible()


async def test_a_group_s_tournament_is_signed_up_for_and_played_on_the_page(browser: Browser) -> None:
    async with House() as house:
        group = RecordingFrontend()
        group.report = house.manager.report
        house.manager.add_frontend(group)

        async def boss(update: str, command: c.Command) -> Any:
            user = c.UserRef("chat", "boss")
            origin = c.Origin(update, user, "Boss", c.ChatRef("chat", "-1"), "Friends", admin=True)
            reply = await house.manager.handle(origin, command)
            assert reply.ok, reply.body
            return reply.body

        await boss("1", c.Tournament("gandengyan", options={"deals": "1", "players": "3"}))
        code = (await boss("2", c.InviteToTournament(1))).data["code"]
        ann = await Person.come(browser, house)
        await ann.see("name").fill("Ann")
        await ann.see("code").fill(code)
        await ann.see("accept").tap()
        await expect(ann.page.get_by_text("You are in!")).to_be_visible()
        await boss("3", c.StartTournament())
        await ann.page.locator(".table-link").first.click()
        await expect(ann.cards.first).to_be_visible()
        assert [update for update in group.tables if update.view is not None] == [], "other tables have the same cards"
