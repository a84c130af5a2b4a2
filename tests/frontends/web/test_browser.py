"""The page in a real browser: what a person sees, taps and types."""

import re

import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House, seeded_house

pytestmark = in_browser()
house = pytest_asyncio.fixture(seeded_house, loop_scope="session")


async def test_a_whole_round_is_played_with_taps_on_a_phone(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.play_now()
    await ann.play_round()
    await expect(ann.result).to_be_visible()
    await expect(ann.result.locator(".points li, .sum").first).to_be_visible()
    await expect(ann.result.locator(".last-trick li .fan").last).to_be_visible()
    await ann.see("next").tap()
    await expect(ann.cards.first).to_be_visible()
    await expect(ann.result).to_have_count(0)
    assert ann.complaints == []
    ann.check_messages()


async def test_a_round_is_played_with_the_keyboard_alone(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house, has_touch=False)
    await expect(ann.see("play-now")).to_be_enabled()
    keys = ann.page.keyboard
    while not await ann.see("play-now").evaluate("node => node === document.activeElement"):
        await keys.press("Tab")
    await keys.press("Enter")
    while await ann.my_turn_or_result():
        decision = await ann.decision()
        if await ann.page.locator("[data-test^=offer-bid]").first.is_visible():
            await keys.press("1")
        elif await ann.see("offer0").is_visible():
            await _raise_by_keys(ann)
            await keys.press("Enter")
        else:
            await keys.press("p")
        await ann.answered(decision)
    await expect(ann.result).to_be_visible()
    assert ann.complaints == []


async def _raise_by_keys(ann: Person) -> None:
    """Go along the cards with the arrows and raise those of the first suggestion with the space bar."""
    hands = [message for message in ann.messages() if message["t"] == "hand"]
    wanted = set(hands[-1]["panel"]["offers"][0]["cards"])
    keys = ann.page.keyboard
    await keys.press("ArrowRight")
    await keys.press("Home")
    for name in await ann.card_names():
        focused = ann.page.locator(".hand .card:focus")
        await expect(focused).to_have_attribute("data-card", name)
        if name in wanted:
            await keys.press("Space")
            await expect(focused).to_have_attribute("aria-pressed", "true")
        await keys.press("ArrowRight")
    await expect(ann.see("play")).to_be_enabled()


async def test_reloading_in_the_middle_of_a_round_brings_everything_back(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.play_now()
    await expect(ann.turn).to_be_visible()
    before, decision = await ann.card_names(), await ann.decision()
    await ann.page.reload()
    await expect(ann.turn).to_be_visible()
    assert await ann.card_names() == before
    assert await ann.decision() == decision


async def test_a_lost_connection_is_taken_up_again_by_itself(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.play_now()
    await expect(ann.turn).to_be_visible()
    for connection in house.page.windows.all():
        await connection.socket.close()
    await expect(ann.page.locator(".offline")).to_have_count(0)
    await ann.tap_a_turn()


async def test_the_language_can_be_switched_and_is_kept(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await expect(ann.see("play-now")).to_have_text("Play now")
    await ann.see("language").tap()
    await expect(ann.see("play-now")).to_have_text("马上开局")
    await expect(ann.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    await ann.play_now()
    await expect(ann.page.locator(".where h1")).to_contain_text("斗地主")
    await ann.page.reload()
    await expect(ann.page.locator(".where h1")).to_contain_text("斗地主")


async def test_who_wants_no_motion_gets_none(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.play_now()
    longest = """() => Math.max(...[...document.querySelectorAll('*')].map(one =>
        parseFloat(getComputedStyle(one).animationDuration) || 0))"""
    assert await ann.page.evaluate(longest) < 0.01


async def _background(page: Page) -> str:
    return str(await page.evaluate("getComputedStyle(document.body).backgroundColor"))


async def test_dark_and_light_follow_the_system_or_the_persons_choice(browser: Browser, house: House) -> None:
    light = await Person.come(browser, house, color_scheme="light")
    dark = await Person.come(browser, house, color_scheme="dark")
    for person in (light, dark):
        await expect(person.see("play-now")).to_be_enabled()
    by_day, by_night = await _background(light.page), await _background(dark.page)
    assert by_day != by_night
    await light.see("settings").tap()
    await light.page.get_by_role("radio", name="Dark").check()
    await expect(light.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert await _background(light.page) == by_night
    await light.page.reload()
    await expect(light.see("play-now")).to_be_enabled()
    assert await _background(light.page) == by_night


async def _sit_down_to_guandan(person: Person) -> None:
    await person.page.locator("text=Guandan").first.tap()
    await person.play_now()


async def test_rounds_of_guandan_with_their_tributes_are_played_with_taps_on_a_phone(
    browser: Browser, house: House
) -> None:
    ann = await Person.come(browser, house)
    await _sit_down_to_guandan(ann)
    assert await ann.cards.count() == 27
    for number in range(2):
        await ann.play_round()
        await expect(ann.see("race")).to_be_visible()
        if number == 0:
            await ann.see("next").tap()
            await expect(ann.result).to_have_count(0)
            await expect(ann.cards.first).to_be_visible()
    said = [message["view"]["phase"] for message in ann.messages() if message["t"] == "table" and message["view"]]
    assert {"play", "over"} <= set(said)
    width = await ann.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0, "nothing to scroll sideways"
    assert ann.complaints == []


async def test_both_copies_of_a_card_are_raised_one_by_one(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house, viewport={"width": 1280, "height": 800})
    await _sit_down_to_guandan(ann)
    twice = [name for name in await ann.card_names() if (await ann.card_names()).count(name) == 2]
    assert twice, "of 27 cards out of two packs some are there twice"
    copies = ann.page.locator(f'.hand .card[data-card="{twice[0]}"]')
    await copies.nth(1).focus()
    await copies.nth(1).press(" ")
    await expect(ann.page.locator(".hand .card.up")).to_have_count(1)
    await expect(copies.nth(1)).to_have_class(re.compile("up"))
    await copies.nth(0).focus()
    await copies.nth(0).press(" ")
    await expect(ann.page.locator(".hand .card.up")).to_have_count(2)
    await copies.nth(1).focus()
    await copies.nth(1).press(" ")
    await expect(ann.page.locator(".hand .card.up")).to_have_count(1)
    await expect(copies.nth(0)).to_have_class(re.compile("up"))


async def test_the_hand_can_be_looked_at_by_suit(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await _sit_down_to_guandan(ann)
    await ann.my_turn_or_result()
    await ann.see("by-suit").tap()
    await expect(ann.see("by-suit")).to_have_attribute("aria-pressed", "true")
    suits = [name[1] for name in await ann.card_names() if len(name) == 2 and name != "2h"]
    assert suits == sorted(suits, key="shcd".index), "cards of one suit lie together"
