"""The promise in a real browser: read in the lobby, answered with a word, checked after the round."""

import re

import pytest
from playwright.async_api import Browser

from tests.fairness.by_hand import promise
from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House

pytestmark = in_browser()


@pytest.mark.parametrize("typed", ["dragon", ""])
async def test_a_word_is_added_and_the_deal_checked_on_a_phone(browser: Browser, typed: str) -> None:
    async with House(seed=None) as house:
        ann = await Person.come(browser, house)
        await ann.see("open-table").tap()
        await ann.see("promise-more").tap()
        shown = ann.see("promise")
        begun = (await shown.locator("code").first.inner_text()).strip()
        await ann.see("luck-word").fill(typed)
        await ann.see("luck").tap()
        word = shown.locator("code").nth(1)
        await expect(word).to_have_text(typed if typed else re.compile("^[0-9a-f]{12}$"))
        await expect(ann.see("luck-word")).to_have_value("")
        assert await ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await ann.see("fill-ai").tap()
        await ann.see("deal").tap()
        await expect(ann.cards.first).to_be_visible()
        number = next(message["table"]["id"] for message in ann.messages() if message["t"] == "table")
        room = next(message["room"] for message in ann.messages() if message["t"] == "table")
        assert room
        for key in ("menu", "menu-end", "sure-yes"):
            await ann.see(key).tap()
        await expect(ann.see("promise")).to_be_visible()
        if await ann.see("promise").get_attribute("open") is None:
            await ann.see("promise-more").tap()
        await ann.see("fair").tap()
        dialog = ann.page.locator("dialog")
        await expect(dialog).to_contain_text("It fits")
        promised, secret = re.findall(r"\b[0-9a-f]{64}\b", await dialog.inner_text())[:2]
        assert promise(number, 1, secret) == promised
        assert promised.startswith(begun)
        assert ann.complaints == []
