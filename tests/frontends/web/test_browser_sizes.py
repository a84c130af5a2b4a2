"""The table of every game at every size, in both languages: what informs is never cut, nothing lies over the board. With
``PICTURES=folder`` each is kept as a picture there."""

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser

from games import GAMES
from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House

pytestmark = in_browser()

SIZES: Final = [(320, 568), (360, 640), (390, 664), (390, 844), (667, 375), (844, 390), (768, 1024), (1440, 900)]
PICTURES: Final = os.environ.get("PICTURES")
CUT: Final = """() => {
  const found = [];
  for (const one of document.querySelectorAll("#app *")) {
    const style = getComputedStyle(one);
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !one.checkVisibility({ visibilityProperty: true }) || one.closest(".unseen, svg, #live")) continue;
    if (one.getBoundingClientRect().width <= 1) continue;
    for (let box = one; box && box.id !== "app"; box = box.parentElement) {
      const its = getComputedStyle(box);
      if (its.overflowX === "visible" || its.overflowX === "auto" || its.overflowX === "scroll") continue;
      if (box.scrollWidth > box.clientWidth + 1) { found.push(`${box.className}: ${one.textContent.slice(0, 60)}`); break; }
    }
  }
  return [...new Set(found)];
}"""
"""Texts of which an end is not shown."""
COVERED: Final = """() => {
  const shown = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const board = shown(".seat .head, .laid > *, .own-play > *, .mine").filter((box) => box.width);
  return shown(".toast").filter((box) => board.some((one) => over(box, one))).map(() => "a notice lies over the board");
}"""
"""Notices over seats, plays or the hand."""


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_table_holds_at_every_size(browser: Browser, game: str, locale: str) -> None:
    faults = []
    async with House(seed=7) as house:
        ann = await Person.come(browser, house, locale=locale, viewport={"width": 360, "height": 640})
        await ann.page.locator(f".game[data-key={game}]").tap()
        await ann.play_now()
        await expect(ann.turn).to_be_visible()
        for _ in range(2):
            await ann.tap_a_turn()
            await expect(ann.turn).to_be_visible()
        await ann.see("hint").tap()
        await expect(ann.see("hinted")).to_be_visible()
        await ann.page.evaluate(
            "import('/static/js/base/notices.js').then((it) => it.toast('It is your turn. '.repeat(5)))"
        )
        for width, height in SIZES:
            await ann.page.set_viewport_size({"width": width, "height": height})
            faults += [f"{width}x{height}: {text}" for look in (CUT, COVERED) for text in await ann.page.evaluate(look)]
            faults += [f"{width}x{height}: {text}" for text in await ann.overlaps()]
            if PICTURES:
                await ann.page.screenshot(path=Path(PICTURES) / f"{game}-{width}x{height}-{locale[:2]}.png")
    assert not faults, "\n".join(faults)
