"""A whole lesson on the page, by taps: cards, buttons, a word that is explained, and the first round at its end."""

import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from games.base.actions import Action, Do, Play, action_text
from games.base.cards import card_text
from games.lesson import lesson_of, right_answers
from tests.frontends.guandan import SEED
from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House

pytestmark = in_browser()


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[House]:
    async with House(seed=SEED) as house:
        yield house


async def answer(person: Person, action: Action) -> None:
    """Raise the cards one by one and give them, or press the answer that has none."""
    cards = action.cards if isinstance(action, Play | Do) else ()
    for card in cards:
        copies = person.page.locator(f'.lesson-card[data-card="{card_text(card)}"]:not(.up)')
        await copies.first.tap(position={"x": 8, "y": 12})
    if cards:
        await person.see("answer").tap()
    else:
        await person.see(f"answer-{action_text(action).replace(' ', '')}").tap()


async def test_somebody_learns_a_game_by_taps_and_plays_a_first_round(browser: Browser, house: House) -> None:
    lesson = lesson_of("doudizhu")
    assert lesson is not None
    ann = await Person.come(browser, house, "/#/learn")
    await ann.see("lesson-doudizhu").tap()
    shown = ann.see("lesson")
    for number, step in enumerate(lesson.steps, 1):
        await expect(shown).to_have_attribute("data-step", str(number))
        assert ann.page.url.endswith(f"#/learn/doudizhu/{number}")
        if number == 1:
            await ann.see("term-landlord").tap()
            await expect(ann.page.locator("dialog")).to_contain_text("takes the kitty")
            await ann.see("close").tap()
        if step.key == "higher":
            await ann.page.locator('.lesson-card[data-card="7s"]').tap(position={"x": 8, "y": 12})
            await ann.see("answer").tap()
            await expect(ann.see("verdict")).to_contain_text("below the 8")
        if step.asked is not None:
            await answer(ann, right_answers(lesson, step)[0])
            await expect(shown).to_have_attribute("data-outcome", "right")
        if number < len(lesson.steps):
            await ann.see("lesson-next").tap()
    await ann.page.reload()
    await expect(ann.page.locator(".dots .done, .dots .here")).to_have_count(len(lesson.steps))
    await ann.see("first-round").tap()
    await expect(ann.cards.first).to_be_visible()
    await expect(ann.page).to_have_url(re.compile("#/t/"))
    await ann.page.goto(f"{house.address}/#/learn/gouji/15")
    await ann.see("first-round").tap()
    await expect(ann.cards.first).to_be_visible()
    await ann.page.locator(".seat [data-test=term-opposite]").tap()
    await expect(ann.page.locator("dialog")).to_contain_text("across the table")
    assert ann.complaints == []
    ann.check_messages()
