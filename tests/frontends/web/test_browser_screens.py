"""Every screen of the page: what can be read in both themes, and that nothing speaks of chats where there are none."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House

pytestmark = in_browser()

FAINT = """() => {
  const number = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const srgb = (text) => (text.startsWith("color(") ? number(text.slice(10)).map((v, i) => (i < 3 ? v * 255 : v)) : number(text));
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = (c) => [0, 1, 2].map((i) => c[i] / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };
  const COLOUR = /(?:rgba?|color)\\([^)]*\\)/g;
  const behind = (node) => {
    const chain = [];
    for (let one = node; one; one = one.parentElement) chain.unshift(one);
    let found = [[255, 255, 255, 1]];
    for (const one of chain) {
      const style = getComputedStyle(one);
      const flat = srgb(style.backgroundColor);
      if (flat[3]) found = found.map((below) => over(flat, below));
      const shades = (style.backgroundImage.match(COLOUR) ?? []).map(srgb);
      const solid = shades.filter((shade) => shade[3] === 1);
      if (solid.length) found = solid;
      const veils = shades.filter((shade) => shade[3] < 1);
      found = [...found, ...veils.flatMap((veil) => found.map((below) => over(veil, below)))];
    }
    return found;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = [];
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    const words = texts.currentNode.data.trim();
    const box = node.getBoundingClientRect();
    if (!words || !box.width || !box.height || !node.checkVisibility({ visibilityProperty: true })) continue;
    if (node.closest("svg, .unseen, noscript, :disabled, [inert]")) continue;
    if (document.querySelector("dialog[open]") && !node.closest("dialog, #toasts")) continue;
    const style = getComputedStyle(node);
    let ink = srgb(style.color);
    for (let one = node; one; one = one.parentElement) ink[3] *= Number(getComputedStyle(one).opacity);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const worst = Math.min(...behind(node).map((below) => ratio(over(ink, below), below)));
    if (worst < least - 0.005) faint.push(`${worst.toFixed(2)} ${node.tagName}.${node.className}: ${words.slice(0, 40)}`);
  }
  return [...new Set(faint)];
}"""
"""Texts that stand out too little from what may lie behind them (WCAG 2.2, 1.4.3), gradients by their worst shade."""
AXE = Path(__file__).parents[2] / "vendor" / "axe-core" / "axe.min.js"
CHECK = """async () => {
  const shown = document.querySelector("dialog[open]") ?? document;
  const found = await axe.run(shown, { resultTypes: ["violations"], rules: { "color-contrast": { enabled: false } } });
  return found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${one.help}: ${node.html.slice(0, 120)}`));
}"""
"""What the accessibility checker finds. Contrast is for ``FAINT``, which looks at both themes and at gradients."""
TYPED = re.compile(r"(?<![\w/<>:.])/[a-z]+|Telegram|Discord")  # Neither platform runs here, and nobody types commands
MISSING = re.compile(r"\bweb\.\w+|\{\w+\}|undefined|NaN|\[object")


class Walk:
    """One person's way through the page, looked at on every screen."""

    def __init__(self, person: Person, *, checked: bool) -> None:
        self.person, self.checked = person, checked
        self.faults: list[str] = []

    async def look(self, where: str) -> None:
        """Note what cannot be read in either theme, what the accessibility checker finds, commands of chats, missing texts."""
        page = self.person.page
        await page.add_style_tag(
            content="*, ::before, ::after { transition: none !important; animation: none !important }"
        )
        for theme in ("light", "dark"):
            await page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            self.faults += [f"{where}, {theme}: {text}" for text in await page.evaluate(FAINT)]
        if self.checked:
            if not await page.evaluate("'axe' in window"):
                await page.add_script_tag(path=AXE)
            self.faults += [f"{where}: {text}" for text in await page.evaluate(CHECK)]
        shown = await page.inner_text("body")
        self.faults += [f"{where}: {text}" for text in TYPED.findall(shown) + MISSING.findall(shown)]

    async def dialog(self, name: str) -> None:
        """Look at a dialog that a button opens, and close it."""
        await self.person.see(name).tap()
        await expect(self.person.page.locator("dialog h2")).not_to_have_text("")
        await self.look(name)
        await self.person.see("close").tap()


@pytest.mark.parametrize(("locale", "game"), [("en-US", "guandan"), ("zh-CN", "doudizhu")])
async def test_every_screen_can_be_read_by_day_and_night_and_speaks_of_what_is_there(
    browser: Browser, locale: str, game: str
) -> None:
    async with House(seed=None) as house:
        ann = await Person.come(browser, house, locale=locale, bypass_csp=True)
        walk = Walk(ann, checked=locale == "en-US")  # the same names and roles in every language
        await expect(ann.see("play-now")).to_be_enabled()
        await ann.page.locator(".house summary").tap()
        await ann.page.locator(f".game[data-key={game}]").tap()
        await walk.look("lobby")
        for name in ("rules", "leaders", "my-stats", "settings"):
            await walk.dialog(name)
        await ann.see("settings").tap()
        await walk.dialog("accounts")
        for name in ("quiet", "keys", "help", "privacy"):
            await ann.see("settings").tap()
            await walk.dialog(name)
        await ann.see("lessons").tap()
        await expect(ann.page.locator(".lesson-link").first).to_be_visible()
        await walk.look("lessons")
        await ann.page.locator(".lesson-link").first.tap()
        await expect(ann.page.locator(".lesson")).to_be_visible()
        await walk.look("a lesson")
        await ann.page.goto(house.address)
        await ann.see("open-table").tap()
        await expect(ann.see("fill-ai")).to_be_visible()
        await walk.look("waiting")
        await ann.see("fill-ai").tap()
        await ann.see("deal").tap()
        await expect(ann.turn).to_be_visible()
        await walk.look("first turn")
        await walk.dialog("menu")
        for name in ("menu-log", "menu-settings"):
            await ann.see("menu").tap()
            await walk.dialog(name)
        await ann.see("menu").tap()
        await walk.dialog("menu-house")
        offers = ann.page.locator("[data-test^=offer]")
        await (offers.first if await offers.count() else ann.cards.first).tap()  # a hand may hold nothing to offer
        await walk.look("cards raised or called")
        await ann.see("menu").tap()
        await ann.see("menu-away").tap()
        await expect(ann.result).to_be_visible()
        await walk.look("result")
        await ann.see("promise-more").tap()
        await walk.look("the promise")
        await walk.dialog("fair")
        await ann.page.goto(house.address)
        await ann.see("settings").tap()
        await ann.see("history").tap()
        await expect(ann.see("replay-M1.1")).to_be_visible()
        await walk.look("history")
        await ann.see("replay-M1.1").tap()
        await expect(ann.page.locator(".timeline")).to_be_visible()
        await walk.look("replay")
        assert not walk.faults, "\n".join(walk.faults)
        assert ann.complaints == []
