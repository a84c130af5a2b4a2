"""The page in a real browser: what a person sees, taps and types."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from itertools import takewhile

import pytest_asyncio
from playwright.async_api import Browser, Page

from games.base.cards import Cards, card_text
from tests.frontends.guandan import SEED
from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House, Message

pytestmark = in_browser()


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[House]:
    # Deals that repeat themselves: a hand without a pair, or an auction where all pass, would be another test.
    async with House(seed=SEED) as house:
        yield house


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


async def test_a_whole_match_under_a_house_rule_ends_with_its_winner(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await expect(ann.see("play-now")).to_be_enabled()
    await ann.page.locator(".house summary").tap()
    await ann.page.locator("#option-deals").fill("1")
    await ann.page.keyboard.press("Tab")
    await ann.play_now()
    await ann.play_round()
    await expect(ann.result.locator(".match-won")).to_be_visible()
    await ann.see("again").tap()
    await expect(ann.cards.first).to_be_visible()


async def test_nothing_of_the_others_hands_reaches_the_page_before_the_round_is_over(
    browser: Browser, house: House
) -> None:
    ann = await Person.come(browser, house)
    await ann.play_now()
    table = next(iter(house.manager.session.tables.values()))
    dealt = [_texts(hand) for hand in table.book.game.hands(table.book.play.state)]
    await ann.play_round()
    others = dealt[1] | dealt[2]
    before = list(takewhile(lambda message: not _is_over(message), ann.messages()))
    assert len(before) > 6
    assert len(before) < len(ann.messages())
    for message in before:
        if message["t"] == "hand":
            assert not set(message["cards"]) & (others - _kitty(table.book.play.state))
            continue
        view = message.get("view") or {}
        public = {card for act in view.get("acts", ()) for card in act["cards"]}
        public |= {card for pile in view.get("piles", ()) for card in pile["cards"] or ()}
        told = {name: part for name, part in message.items() if name != "games"}  # of no table; a word there is "4s"
        found = set(re.findall(r'"((?:[3-9TJQKA2][shdc])|x|X)"', json.dumps(told)))
        assert found & others <= public


def _is_over(message: Message) -> bool:
    return bool(message.get("result")) or (message.get("view") or {}).get("phase") == "over"


def _texts(cards: Cards) -> set[str]:
    return {card_text(card) for card in cards}


def _kitty(state: object) -> set[str]:
    return _texts(getattr(state, "kitty", None) or ())


async def test_the_page_asks_nobody_but_its_own_server(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.play_now()
    assert ann.requests
    assert all(url.startswith(house.address) for url in ann.requests)
    assert ann.complaints == []


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


async def test_a_bid_can_be_declined_with_a_tap(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.play_now()
    await expect(ann.turn).to_be_visible()
    decision = await ann.decision()
    await ann.see("pass").tap()
    await ann.answered(decision)
    calls = [
        act
        for message in ann.messages()
        if message["t"] == "table"
        for act in (message["view"] or {"acts": ()})["acts"]
    ]
    assert {"seat": 0, "verb": "pass"}.items() <= next(act for act in calls if act["seat"] == 0).items()


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
    for connection in house.page._windows.all():
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


async def test_a_chinese_browser_is_greeted_in_chinese(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house, locale="zh-CN")
    await expect(ann.see("play-now")).to_have_text("马上开局")


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


async def test_nothing_runs_out_of_a_phone_screen(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await expect(ann.see("play-now")).to_be_enabled()
    await ann.page.locator(".house summary").tap()
    await _fits(ann.page)
    await ann.play_now()
    await expect(ann.turn).to_be_visible()
    await _fits(ann.page)
    assert await ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for card in await ann.cards.all():
        box = await card.bounding_box()
        assert box is not None
        assert box["width"] >= 28
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 361


async def _fits(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_every_button_and_card_has_a_name(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await expect(ann.see("play-now")).to_be_enabled()
    nameless = """() => [...document.querySelectorAll('button, a, input, select')]
        .filter(one => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length))
        .map(one => one.outerHTML.slice(0, 90))"""
    assert await ann.page.evaluate(nameless) == []
    await ann.play_now()
    await expect(ann.turn).to_be_visible()
    assert await ann.page.evaluate(nameless) == []
    first = ann.cards.first
    assert await first.get_attribute("aria-label") not in {None, "", "web.card.name"}


async def test_no_text_is_missing_in_either_language(browser: Browser, house: House) -> None:
    for locale in ("en-US", "zh-CN"):
        ann = await Person.come(browser, house, locale=locale)
        await expect(ann.see("play-now")).to_be_enabled()
        await ann.page.locator(".house summary").tap()
        seen = [await ann.page.inner_text("body")]
        for name in ("rules", "leaders", "settings"):
            await ann.see(name).tap()
            seen.append(await ann.page.inner_text("#overlay"))
            await ann.see("close").tap()
        await ann.play_now()
        await expect(ann.turn).to_be_visible()
        seen.append(await ann.page.inner_text("body"))
        await ann.see("menu").tap()
        seen.append(await ann.page.inner_text("#overlay"))
        assert not re.findall(r"\bweb\.\w+|\{\w+\}|undefined|NaN|\[object", "\n".join(seen))


async def test_a_friend_opens_the_address_in_another_browser_and_sits_down(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.see("name").fill("Ann")
    await ann.see("open-table").tap()
    await expect(ann.see("fill-ai")).to_be_visible()
    place = ann.page.url.removeprefix(house.address)
    ben = await Person.come(browser, house, place)
    await ben.see("join").tap()
    await ben.see("new-name").fill("Ben")
    await ben.see("sit-down").tap()
    await expect(ann.page.locator(".chairs")).to_contain_text("Ben")
    await ann.see("fill-ai").tap()
    await expect(ann.see("deal")).to_be_enabled()
    await ann.see("deal").tap()
    for person in (ann, ben):
        await expect(person.cards.first).to_be_visible()
    assert not set(await ann.card_names()) & set(await ben.card_names())


async def test_away_lets_an_ai_player_act_until_one_is_back(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.play_now()
    await expect(ann.turn).to_be_visible()
    await ann.see("menu").tap()
    await ann.see("menu-away").tap()
    await expect(ann.result).to_be_visible()


# -- a game with levels, wild cards and tributes


async def _sit_down_to_guandan(person: Person) -> None:
    await person.page.locator("text=Guandan").first.tap()
    await person.play_now()


async def _answer(person: Person) -> None:
    """Answer by taps, a tribute or a return included: plays are raised first, everything else is done at once."""
    decision = await person.decision()
    hands = [message for message in person.messages() if message["t"] == "hand"]
    verbs = [offer["verb"] for offer in hands[-1]["panel"]["offers"]]
    if verbs:
        await person.see("offer0").tap()
        if verbs[0] == "play":
            await expect(person.see("play")).to_be_enabled()
            await person.see("play").tap()
    else:
        await person.see("pass").tap()
    await person.answered(decision)


async def test_rounds_of_guandan_with_their_tributes_are_played_with_taps_on_a_phone(
    browser: Browser, house: House
) -> None:
    ann = await Person.come(browser, house)
    await _sit_down_to_guandan(ann)
    assert await ann.cards.count() == 27
    for number in range(2):
        while await ann.my_turn_or_result():
            await _answer(ann)
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
