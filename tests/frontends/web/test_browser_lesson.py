"""A whole lesson on the page, by taps: cards, buttons, a word that is explained, and the first round at its end."""

import re

import pytest_asyncio
from playwright.async_api import Browser

from games.base.actions import Action, Bid, Do, Pass, Play
from games.base.cards import card_text
from games.lesson import Lesson, LessonStep, answers_in, lesson_of, right_answers
from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House, seeded_house

pytestmark = in_browser()
house = pytest_asyncio.fixture(seeded_house, loop_scope="session")


async def answer(person: Person, lesson: Lesson, step: LessonStep, action: Action) -> None:
    """Raise these cards alone and play them, or press the button of an answer that has none."""
    cards = [card_text(card) for card in action.cards] if isinstance(action, Play | Do) else []
    if cards:
        await raise_only(person, cards)
        await person.see("play").tap()
    elif isinstance(action, Pass):
        await person.see("pass").tap()
    else:
        others = [one for one, *_ in answers_in(lesson, step) if not getattr(one, "cards", ()) and one != Pass()]
        name = f"offer-bid{action.amount}" if isinstance(action, Bid) else f"offer{others.index(action)}"
        await person.see(name).tap()


async def raise_only(person: Person, cards: list[str]) -> None:
    raised = person.page.locator(".hand .card.up")
    await person.page.evaluate(
        """async (wanted) => {
          const drawn = () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
          for (const card of document.querySelectorAll(".hand .card.up")) card.click();
          await drawn();
          for (const name of wanted) {
            document.querySelector(`.hand .card[data-card="${name}"]:not(.up)`).click();
            await drawn();
          }
        }""",
        cards,
    )
    await expect(raised).to_have_count(len(cards))


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
        if step.asked is not None:
            await expect(ann.page.locator(".asked:has(.question)")).to_be_focused()
        if step.key == "higher":
            await raise_only(ann, ["7s"])
            await ann.see("play").tap()
            await expect(ann.see("verdict")).to_contain_text("below the 8")
            await expect(ann.page.locator(".card.up")).to_have_attribute("data-card", "7s")
        if step.asked is not None:
            await answer(ann, lesson, step, right_answers(lesson, step)[0])
            await expect(shown).to_have_attribute("data-outcome", "right")
            await expect(ann.page.locator(".onward")).to_be_focused()
        if number < len(lesson.steps):
            await ann.see("lesson-next").tap()
    await ann.page.reload()
    await expect(ann.page.locator(".dots .done, .dots .here")).to_have_count(len(lesson.steps))
    await ann.see("first-round").tap()
    await expect(ann.cards.first).to_be_visible()
    await expect(ann.page).to_have_url(re.compile("#/t/"))
    await ann.page.goto(f"{house.address}/#/learn/gouji/22")
    await ann.page.locator('.hand .card[data-card="As"]').tap()
    await ann.see("play").tap()
    await expect(ann.see("tally")).to_contain_text("1 of 6")
    await ann.see("first-round").tap()
    await expect(ann.cards.first).to_be_visible()
    await ann.page.locator(".seat [data-test=term-opposite]").tap()
    await expect(ann.page.locator("dialog")).to_contain_text("across the table")
    await ann.see("close").tap()
    await ann.page.locator(".fact").first.tap()
    await expect(ann.page.locator("dialog")).to_contain_text("Aim")
    assert ann.complaints == []
    ann.check_messages()
