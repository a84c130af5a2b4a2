"""Looking back at a round on the page: the open hands, the timeline, its slider and keys; and joining accounts there."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser

from bot.session.port import commands as c
from bot.session.port.updates import Notice
from tests.frontends.guandan import SEED
from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House

pytestmark = in_browser()


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[House]:
    async with House(seed=SEED) as house:
        yield house


async def finished(browser: Browser, house: House, **context: Any) -> Person:
    """Somebody whose first round AI players have played to its end."""
    ann = await Person.come(browser, house, **context)
    await ann.play_now()
    await ann.see("menu").tap()
    await ann.see("menu-away").tap()
    await expect(ann.result).to_be_visible()
    return ann


async def step_of(person: Person) -> int:
    return int(await person.see("replay").get_attribute("data-step") or "-1")


async def hand(person: Person, seat: int) -> list[str]:
    return (await person.see(f"replay-hand{seat}").get_attribute("data-cards") or "").split()


async def test_a_round_is_looked_back_on_with_buttons_slider_and_keys(browser: Browser, house: House) -> None:
    ann = await finished(browser, house)
    await ann.see("look-back").tap()
    await expect(ann.see("replay")).to_be_visible()
    assert re.search(r"#/replay/M1\.1$", ann.page.url)
    dealt = [await hand(ann, seat) for seat in range(3)]
    assert [len(cards) for cards in dealt] == [17, 17, 17]
    await expect(ann.see("replay-back")).to_be_disabled()
    async with ann.page.expect_download() as saving:
        await ann.see("save-record").tap()
    assert (await saving.value).suggested_filename == "M1.1.json"
    await ann.see("replay-forward").tap()
    await expect(ann.see("replay")).to_have_attribute("data-step", "1")
    await expect(ann.see("replay-words")).not_to_be_empty()
    await ann.see("replay-trick").tap()
    await expect(ann.see("replay")).not_to_have_attribute("data-step", "1")
    begun = await step_of(ann)
    assert begun > 1
    await ann.page.keyboard.press("ArrowRight")
    await expect(ann.see("replay")).to_have_attribute("data-step", str(begun + 1))
    await ann.page.keyboard.press("ArrowLeft")
    await ann.page.keyboard.press("ArrowUp")
    await expect(ann.see("replay")).to_have_attribute("data-step", "0")
    await ann.page.keyboard.press("End")
    await expect(ann.see("replay-forward")).to_be_disabled()
    last = await step_of(ann)
    assert 0 in [len(await hand(ann, seat)) for seat in range(3)]
    await expect(ann.page.locator(".replay .points-now")).to_have_count(3)
    await ann.see("timeline").fill("2")
    await expect(ann.see("replay")).to_have_attribute("data-step", "2")
    await ann.see("timeline").focus()
    await ann.page.keyboard.press("ArrowRight")  # once, though the slider has the focus
    await expect(ann.see("replay")).to_have_attribute("data-step", "3")
    await expect(ann.see("timeline")).to_have_value("3")
    await ann.page.keyboard.press("Home")
    await expect(ann.see("replay")).to_have_attribute("data-step", "0")
    assert [await hand(ann, seat) for seat in range(3)] == dealt
    assert last > 10
    assert ann.complaints == []


async def test_the_address_of_a_replay_leads_back_to_it_and_the_way_back_to_the_table(
    browser: Browser, house: House
) -> None:
    ann = await finished(browser, house)
    await ann.see("look-back").tap()
    await expect(ann.see("replay")).to_be_visible()
    await ann.page.reload()
    await expect(ann.see("replay-hand2")).to_be_visible()
    await ann.see("leave-replay").tap()
    await expect(ann.result).to_be_visible()
    assert ann.complaints == []


DRAWN = """async (told) => {
  const [{ fetchTexts }, { state }, { resultPanel: shown }] = await Promise.all(
    ["base/texts.js", "state/state.js", "views/result.js"].map((path) => import(`/static/js/${path}`)));
  await fetchTexts("en");
  state.table = told;
  const heading = () => shown(told).querySelector("h2").textContent;
  const before = heading();
  told.result.won = [];
  return [before, heading(), shown(told).className];
}"""
"""The heading of a result as it was told, and of the same round if nobody had won it."""


async def test_a_round_that_nobody_wins_is_called_a_draw(browser: Browser, house: House) -> None:
    ann = await finished(browser, house, bypass_csp=True)
    told = [message for message in ann.messages() if message["t"] == "table" and message["result"]][-1]
    before, drawn, look = await ann.page.evaluate(DRAWN, told)
    assert before in {"You win!", "Not this time"}
    assert drawn == "A draw"
    assert "lost" not in look


async def test_the_page_makes_and_takes_codes_that_join_accounts(browser: Browser, house: House) -> None:
    ann = await finished(browser, house)
    await ann.see("menu").tap()
    await ann.see("menu-leave").tap()
    await ann.see("sure-yes").tap()
    await ann.page.goto(f"{house.address}/")
    await ann.see("settings").tap()
    await ann.see("accounts").tap()
    origin = c.Origin("t1", c.UserRef("telegram", "77"), "Ann elsewhere", reachable=True)
    made = await house.manager.handle(origin, c.Link())
    assert isinstance(made.body, Notice)
    await ann.page.locator("#link-code").fill(str(made.body.data["code"]))
    await ann.see("accounts-give").tap()
    await expect(ann.page.locator("dialog .words")).to_contain_text("Ann elsewhere")
    looked = await house.manager.handle(c.Origin("t2", origin.user, "Ann elsewhere"), c.Replay("M1.1", 0))
    assert looked.ok
    assert ann.complaints == []


async def test_a_round_is_judged_on_its_timeline(browser: Browser, house: House) -> None:
    ann = await finished(browser, house)
    await ann.see("look-back").tap()
    await ann.see("ask-review").tap()
    judged = ann.see("judged")
    await expect(judged).to_be_visible()
    for seat in range(3):
        await expect(ann.see(f"score{seat}")).not_to_be_empty()
    assert bool(await ann.page.locator(".marks.graded i").count()) == bool(await ann.see("next-mistake").count())
    for _ in range(await ann.page.evaluate("Number(document.querySelector('[data-test=timeline]').max)")):
        if await judged.inner_text():
            break
        await ann.see("replay-forward").tap()
    await expect(judged).to_contain_text(re.compile("best|Fine|mistake|blunder"))
    await ann.page.reload()
    await expect(ann.see("replay")).to_be_visible()
    await ann.see("ask-review").tap()
    await expect(ann.see("judged")).to_be_visible()
    ann.check_messages()
