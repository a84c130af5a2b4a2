"""Six at a table of Gou Ji, in a real browser: on a phone, upright and on its side, everything can be read and tapped."""

import pytest_asyncio
from playwright.async_api import Browser, ViewportSize

from tests.frontends.web.browser import PHONE, Person, expect, in_browser
from tests.frontends.web.house import House, seeded_house

pytestmark = in_browser()

ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}
house = pytest_asyncio.fixture(seeded_house, loop_scope="session")


async def _sit_down(person: Person) -> None:
    await person.page.locator("text=Gou Ji").first.tap()
    await person.play_now()


async def _answer(person: Person) -> None:
    """Answer by taps: cards are raised and laid, a burn is declined; to yield or to return cards is one press."""
    decision = await person.decision()
    panel = [message for message in person.messages() if message["t"] == "hand"][-1]["panel"]
    verbs = [offer["verb"] for offer in panel["offers"]]
    plays = [at for at, verb in enumerate(verbs) if verb == "play"]
    if "yield" in verbs:
        await expect(person.page.locator(".chip.yield")).to_have_text("Yield")
        await person.page.locator(".chip.yield").tap()
    elif panel["why"] == "burn" or not verbs:
        await person.see("pass").tap()
    elif plays:
        await person.see(f"offer{plays[0]}").tap()
        await expect(person.see("play")).to_be_enabled()
        await person.see("play").tap()
    else:
        await person.see(f"offer{len(verbs) - 1 if panel['why'] == 'declare' else 0}").tap()
    await expect(person.page.locator(f'.hand[data-decision="{decision}"]')).to_have_count(0)


async def test_two_rounds_among_six_are_played_with_taps_on_a_phone(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await _sit_down(ann)
    assert await ann.cards.count() == 36
    await expect(ann.page.locator(".around .seat")).to_have_count(5)
    await expect(ann.page.locator(".tag.opposite")).to_have_count(1)
    await expect(ann.page.locator(".tag.partner")).to_have_count(2)
    while await ann.my_turn_or_result():
        await _answer(ann)
    await expect(ann.result.locator(".points li, .sum").first).to_be_visible()
    await ann.see("next").tap()
    await expect(ann.result).to_have_count(0)
    await expect(ann.cards.first).to_be_visible()
    while await ann.my_turn_or_result():
        await _answer(ann)
    views = [message["view"] for message in ann.messages() if message["t"] == "table" and message["view"]]
    assert {"declare", "return", "play", "over"} <= {view["phase"] for view in views}
    told = [note for view in views for note in view["notes"]]
    assert any("only" in note and "may answer" in note for note in told)
    assert any("may burn" in note for note in told)
    assert any(act["seat"] == 0 and act["verb"] == "yield" for view in views for act in view["acts"])
    assert ann.complaints == []


async def test_nothing_at_the_table_lies_over_anything_else(browser: Browser, house: House) -> None:
    """With the phone upright and on its side."""
    ann = await Person.come(browser, house, viewport=PHONE)
    await _sit_down(ann)
    asked: set[str] = set()
    while await ann.my_turn_or_result() and len(asked) < 5:
        asked.add([message for message in ann.messages() if message["t"] == "hand"][-1]["panel"]["why"])
        for viewport in (ON_ITS_SIDE, PHONE):
            await ann.page.set_viewport_size(viewport)
            assert await ann.overlaps() == []
        await _answer(ann)
    assert len(asked) == 5, asked
    assert ann.complaints == []
