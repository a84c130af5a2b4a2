"""Whole rounds of every game on the page at six sizes, with all its motion: nothing in the browser's console."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize, expect

from games import GAMES
from tests.frontends.web.browser import Person, chromium_path, open_browser
from tests.frontends.web.house import House

pytestmark = pytest.mark.skipif(
    chromium_path() is None, reason="!!! NO CHROMIUM: the page is NOT tested in a browser !!!"
)

SIZES = ((360, 740), (390, 844), (740, 360), (768, 1024), (1440, 900), (2560, 1440))
"""Phones upright and on their side, a tablet, desks."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", list(GAMES))
async def test_a_round_leaves_nothing_in_the_console(game: str, size: tuple[int, int]) -> None:
    viewport: ViewportSize = {"width": size[0], "height": size[1]}
    async with House(seed=11) as house, open_browser() as browser:
        locale = "zh-CN" if SIZES.index(size) % 2 else "en-US"
        ann = await Person.come(browser, house, viewport=viewport, locale=locale, reduced_motion="no-preference")
        await ann.page.locator(f".game[data-key={game}]").tap()
        await ann.play_now()
        while await ann.my_turn_or_result():
            await ann.tap_a_turn()
        await expect(ann.result).to_be_visible()
        assert ann.complaints == []
