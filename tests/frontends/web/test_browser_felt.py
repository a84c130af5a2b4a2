"""The felt in a real browser: long hands in columns, plays that fly, calls to who looks elsewhere, sounds."""

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House, seeded_house

pytestmark = in_browser()

TOO_SMALL = """() => {
  const found = [];
  const small = (one, width, height) => one.width < width || one.height < height;
  for (const head of document.querySelectorAll(".column-head")) {
    if (small(head.getBoundingClientRect(), 44, 24)) found.push(`a label of ${head.offsetWidth} × ${head.offsetHeight}`);
  }
  for (const column of document.querySelectorAll(".column")) {
    const [, ...cards] = [...column.children].map((one) => one.getBoundingClientRect());
    const box = { width: cards[0].width, height: cards.at(-1).bottom - cards[0].top };
    if (small(box, 44, 44)) found.push(`a column of ${box.width} × ${box.height}`);
  }
  for (const card of document.querySelectorAll(".hand .card")) {
    const box = card.getBoundingClientRect();
    const spots = [[2, 2], [40, 2], [2, 7], [40, 7]].map(([x, y]) => document.elementFromPoint(box.left + x, box.top + y));
    if (!spots.every((spot) => spot?.closest(".card") === card)) found.push(card.dataset.copy);
    if (box.bottom > innerHeight || box.right > innerWidth) found.push(`outside: ${card.dataset.copy}`);
  }
  return found;
}"""
"""Labels of less than 44 × 24 pixels, columns of less than 44 × 44 to touch, cards of a column that hide each other."""
MOVES = """
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.moved.push({ look: this.className, duration: options.duration, what: [...new Set(frames.flatMap(Object.keys))] });
    return animate.call(this, frames, options);
  };
"""
AWAY = "Object.defineProperty(document, 'hidden', { get: () => window.away === true })"
house = pytest_asyncio.fixture(seeded_house, loop_scope="session")


@pytest.mark.parametrize("game", ["guandan", "gouji"])
async def test_a_long_hand_lies_in_columns_that_a_thumb_can_take(browser: Browser, house: House, game: str) -> None:
    ann = await Person.come(browser, house, viewport={"width": 360, "height": 740})
    await ann.page.locator(f".game[data-key={game}]").tap()
    await ann.play_now()
    await expect(ann.turn).to_be_visible()
    while await ann.see("group").count() == 0:  # declarations are answered first
        await ann.tap_a_turn()
        await expect(ann.turn).to_be_visible()
    assert await ann.page.evaluate(TOO_SMALL) == []
    longest = ann.page.locator(".column", has=ann.page.locator(".card:nth-of-type(4)")).first
    names = await longest.locator(".card").evaluate_all("all => all.map((one) => one.dataset.copy)")
    await longest.locator(".column-head").tap()
    raised = ann.page.locator(".hand .card.up")
    await expect(raised).to_have_count(len(names))
    await expect(longest.locator(".column-head")).to_have_attribute("aria-pressed", "true")
    await ann.see("group").tap()
    aside = ann.page.locator(".column.aside")
    await expect(aside.locator(".card")).to_have_count(len(names))
    await expect(raised).to_have_count(0)
    await aside.locator(".column-head").tap()
    await expect(ann.see("group")).to_have_text("Ungroup")
    await ann.see("group").tap()
    await expect(aside).to_have_count(0)
    assert ann.complaints == []


async def test_a_group_is_kept_while_its_cards_are_held(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.page.locator(".game[data-key=guandan]").tap()
    await ann.play_now()
    await expect(ann.turn).to_be_visible()
    await ann.see("offer0").tap()
    await expect(ann.see("play")).to_be_enabled()
    count = await ann.page.locator(".hand .card.up").count()
    await ann.see("group").tap()
    aside = ann.page.locator(".column.aside")
    await expect(aside.locator(".card")).to_have_count(count)
    decision = await ann.decision()
    await aside.locator(".column-head").tap()
    await expect(ann.see("play")).to_be_enabled()
    await ann.see("play").tap()
    await ann.answered(decision)
    await expect(aside).to_have_count(0)


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
async def test_plays_fly_unless_motion_is_unwelcome(browser: Browser, house: House, wish: str) -> None:
    ann = await Person.come(browser, house, "/favicon.ico", reduced_motion=wish)
    await ann.page.add_init_script(MOVES)
    await ann.page.goto(house.address)
    ann.complaints.clear()  # of the address without a page
    await ann.play_now()
    await ann.play_round()
    moved = await ann.page.evaluate("window.moved")
    if wish == "reduce":
        assert moved == []
    else:
        flights = [one for one in moved if "laid" in one["look"]]
        assert flights
        assert all(one["duration"] <= 250 for one in flights)
        assert {what for one in moved for what in one["what"]} <= {"transform", "opacity", "offset"}
    await expect(ann.page.locator("#flights > *")).to_have_count(0)
    assert ann.complaints == []


async def test_who_looks_elsewhere_is_called_when_it_is_their_turn(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.page.add_init_script(AWAY)
    await ann.page.reload()
    await ann.play_now()
    await expect(ann.turn).to_be_visible()
    badge = ann.page.locator("link[rel=icon]")
    usual = await badge.get_attribute("href")
    await ann.page.evaluate("window.away = true; document.dispatchEvent(new Event('visibilitychange'))")
    assert str(await badge.get_attribute("href")).startswith("data:")
    assert (await ann.page.title()).startswith("● Your turn")
    await ann.page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    await expect(badge).to_have_attribute("href", str(usual))


async def test_sounds_are_off_by_one_tap_and_stay_off(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await ann.play_now()
    await expect(ann.see("sound")).to_have_attribute("aria-pressed", "true")
    await ann.see("sound").tap()
    await expect(ann.see("sound")).to_have_attribute("aria-pressed", "false")
    await ann.page.reload()
    await expect(ann.see("sound")).to_have_attribute("aria-pressed", "false")
