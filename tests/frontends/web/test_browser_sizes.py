"""The table of every game at every size, in both languages: what informs is never cut, nothing lies over the board. With
``PICTURES=folder`` each is kept as a picture there."""

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser

from games import GAMES
from tests.frontends.web.browser import FELT, PHONE, Person, expect, in_browser
from tests.frontends.web.house import House

pytestmark = in_browser()

SIZES: Final = [
    (320, 568), (360, 640), (390, 664), (390, 844), (667, 375), (720, 500), (844, 390), (768, 1024), (1040, 640), (1440, 900)
]  # fmt: skip
LAYOUTS: Final = [(320, 568), (360, 640), (667, 375), (768, 1024), (1440, 900)]
"""One of each way to lay out a table: what is shown step by step is looked at in these."""
PICTURES: Final = os.environ.get("PICTURES")
CUT: Final = """() => {
  const found = [];
  const shown = [];
  for (const one of document.querySelectorAll("#app *")) {
    const texts = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (!texts.length || one.getBoundingClientRect().width <= 1 || one.closest(".unseen, svg, #live, .brand")) continue;
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    if (getComputedStyle(one).textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth)
      found.push(`cut short: ${one.textContent}`);
    const range = document.createRange();
    range.setStart(texts[0], 0);
    range.setEndAfter(texts.at(-1));
    const words = one.textContent.slice(0, 60);
    for (const text of range.getClientRects()) {
      let { left, right, top, bottom } = text;
      if (right - left < 2) continue;
      let gone = false;
      for (let box = one; box; box = box.parentElement) {
        const its = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const scrolls = (way) => ["auto", "scroll"].includes(way);
        if (its.overflowX !== "visible" && !scrolls(its.overflowX) && (right > edge.right + 1.5 || left < edge.left - 1.5))
          found.push(`cut by ${box.className || box.tagName}: ${words}`);
        if (its.overflowY !== "visible" && !scrolls(its.overflowY) && (bottom > edge.bottom + 3 || top < edge.top - 3))
          found.push(`cut below by ${box.className || box.tagName}: ${words}`);
        if (scrolls(its.overflowX) || scrolls(its.overflowY)) {
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
          [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
          gone ||= right <= left || bottom <= top;
        }
        if (gone || its.position === "fixed") break;
      }
      if (!gone && one.matches(".mine *, .felt[class*=ring-of] :not(.bubble.pass)"))
        shown.push({ one, words, left, right, top, bottom });
    }
  }
  shown.forEach((a, at) => shown.slice(at + 1).forEach((b) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 5 && a.one !== b.one && !a.one.contains(b.one)) found.push(`${a.words} lies over ${b.words}`);
  }));
  return [...new Set(found)];
}"""
"""Texts of which a part is not shown, because it is cut or because another text lies over it; a pass
may cover for a moment what is said of a seat."""
TEXT_SIZE: Final = "() => parseFloat(getComputedStyle(document.querySelector('.mine .prompt')).fontSize)"
COVERED: Final = """() => {
  const shown = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const board = shown(".seat .head, .laid > *, .own-play > *, .mine").filter((box) => box.width);
  return shown(".toast").filter((box) => board.some((one) => over(box, one))).map(() => "a notice lies over the board");
}"""
"""Notices over seats, plays or the hand."""


SMALL: Final = """() => {
  const box = (one) => one.getBoundingClientRect();
  const shown = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const wide = innerHeight < 480;
  const found = document.documentElement.scrollHeight > innerHeight ? ["the page scrolls"] : [];
  const least = (one, name, width, height) => {
    const { width: w, height: h } = box(one);
    if (w + 0.5 < width || h + 0.5 < height) found.push(`${name}: ${w.toFixed()} × ${h.toFixed()}`);
  };
  for (const felt of shown(".felt[class*=ring-of]")) least(felt, "the felt", 300, wide ? 120 : 140);
  for (const card of shown(".laid.top .slot:last-child")) least(card, "a play on the felt", 44, 60);
  for (const one of shown(".bar :is(a, button), .mine button:not(.card, .column-head, .term), .result button, .result a.big"))
    least(one, one.textContent || one.className, 44, 44);
  for (const one of shown(".round-facts li")) {
    least(one, one.textContent, 44, 44);
    const { left, width, bottom } = box(one);
    if (!document.elementFromPoint(left + width / 2, bottom - 14)?.matches("button.fact") && !document.querySelector(".toast"))
      found.push(`cannot be tapped: ${one.textContent}`);
  }
  for (const column of shown(".column")) least(column, "a column", wide ? 40 : 44, 44);
  for (const row of shown(".hand-row")) {
    const lefts = [...row.children].map((one) => box(one).left);
    if (lefts.some((left, at) => at && left - lefts[at - 1] < 43.5)) found.push("a card of a row is too narrow to touch");
  }
  for (const card of shown(".hand .card"))
    if (box(card).bottom > innerHeight + 1 || box(card).right > innerWidth + 1) found.push(`outside: ${card.dataset.copy}`);
  const mine = shown(".mine").map(box);
  for (const one of shown(".seat .head, .laid > *, .notes li"))
    if (mine.some((its) => box(one).bottom > its.top + 3)) found.push(`over one's own place: ${one.textContent}`);
  return found;
}"""
"""Too little of the felt, plays too small for eyes, what fingers cannot touch, cards outside, others over one's own place."""
LOOKS: Final = (CUT, COVERED, SMALL, FELT)


async def _look(ann: Person, name: str, locale: str, looks: tuple[str, ...] = LOOKS) -> list[str]:
    """Look at what is shown at every size, and keep pictures where they are wanted."""
    faults: list[str] = []
    for width, height in SIZES:
        await ann.resize(width, height)
        found = [text for look in looks for text in await ann.page.evaluate(look)]
        faults += [f"{name} at {width}x{height}: {text}" for text in found]
        if PICTURES:
            await ann.page.screenshot(path=Path(PICTURES) / f"{name}-{width}x{height}-{locale[:2]}.png")
    return faults


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_table_holds_at_every_size(browser: Browser, game: str, locale: str) -> None:
    async with House(seed=7) as house:
        ann = await Person.come(browser, house, locale=locale, viewport=PHONE)
        await ann.page.locator(f".game[data-key={game}]").tap()
        await ann.play_now()
        await expect(ann.turn).to_be_visible()
        faults = []
        for _ in range(2):
            await ann.tap_a_turn()
            await expect(ann.turn).to_be_visible()
            await ann.resize(667, 375)
            faults += [f"{game} on its side: {text}" for text in await ann.page.evaluate(CUT)]
        await ann.resize(**PHONE)
        await ann.see("hint").tap()
        await expect(ann.see("hinted")).to_be_visible()
        await ann.page.evaluate(
            "import('/static/js/base/notices.js').then((it) => it.toast('It is your turn. '.repeat(5)))"
        )
        faults += await _look(ann, game, locale)
        await ann.resize(390, 844)
        before = await ann.page.evaluate(TEXT_SIZE)
        await ann.page.evaluate("document.documentElement.style.fontSize = '20px'")
        assert await ann.page.evaluate(TEXT_SIZE) == pytest.approx(before * 1.25)
        faults += [f"large text: {text}" for text in await ann.page.evaluate(CUT)]
        await ann.page.evaluate("document.documentElement.style.fontSize = ''")
        await ann.page.set_viewport_size(PHONE)
        await ann.see("menu").tap()
        await ann.see("menu-away").tap()
        await expect(ann.result).to_be_visible()
        faults += await _look(ann, f"{game}_result", locale, (CUT, SMALL))
    assert not faults, "\n".join(faults)
