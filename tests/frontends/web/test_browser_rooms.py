"""The rooms around a table at every size, in both languages: lobby, waiting room, settings, menus. With ``PICTURES=folder``
each is kept as a picture there."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser

from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House
from tests.frontends.web.test_browser_sizes import CUT, PICTURES, SIZES

pytestmark = in_browser()

SMALL: Final = """() => {
  const shown = document.querySelector("dialog[open]") ?? document.querySelector("#app");
  const found = [];
  for (const one of shown.querySelectorAll("button, a[href], input, select, summary")) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest("p")) continue;
    const box = (one.matches("input[type=radio]") ? one.parentElement : one).getBoundingClientRect();
    if (Math.round(box.width) < 44 || Math.round(box.height) < 44)
      found.push(`${Math.round(box.width)}x${Math.round(box.height)} ${one.className} ${one.textContent.slice(0, 30)}`);
  }
  return found;
}"""
"""What can be tapped and is smaller than a finger; links in the middle of a sentence do not count."""
OUTSIDE: Final = """(what) => [...document.querySelectorAll(what)].map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => !box.width || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
  .map(([one]) => `not on the first screen: ${one.textContent.slice(0, 30)}`)"""
SIDEWAYS: Final = """() => document.documentElement.scrollWidth > innerWidth ? ["scrolls sideways"] : []"""
DRAWN_TEXT: Final = "what => parseFloat(getComputedStyle(document.querySelector(what)).fontSize)"


class Rooms:
    """Looks at a person's screen at all sizes."""

    def __init__(self, person: Person, locale: str) -> None:
        self.person, self.locale = person, locale
        self.faults: list[str] = []

    async def look(self, name: str, first: str = "") -> None:
        """Note what is cut, too small to be tapped, or (``first``) not in sight without scrolling."""
        page = self.person.page
        for width, height in SIZES:
            await self.person.resize(width, height)
            found = [
                text
                for check in (CUT.replace("#app *", "#app *, #overlay *"), SMALL, SIDEWAYS)
                for text in await page.evaluate(check)
            ]
            if first:
                assert await page.locator(first).count()
                found += await page.evaluate(OUTSIDE, first)
            self.faults += [f"{name} {width}x{height}: {text}" for text in found]
            if PICTURES:
                await page.screenshot(path=Path(PICTURES) / f"{name}-{width}x{height}-{self.locale[:2]}.png")

    async def dialog(self, opener: str, name: str) -> None:
        await self.person.see(opener).tap()
        await expect(self.person.page.locator("dialog[open] h2")).not_to_have_text("")
        await self.look(name)
        await self.person.see("close").tap()
        await expect(self.person.page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
async def test_every_room_holds_at_every_size(browser: Browser, locale: str) -> None:
    async with House(seed=None) as house:
        ann = await Person.come(browser, house, locale=locale)
        rooms = Rooms(ann, locale)
        await expect(ann.see("play-now")).to_be_enabled()
        await rooms.look("lobby", first=".game, [data-test=play-now]")
        await ann.page.locator(".house summary").tap()
        await rooms.look("house-rules")
        for name in ("rules", "my-stats", "settings"):
            await rooms.dialog(name, name)
        for name in ("accounts", "quiet"):
            await ann.see("settings").tap()
            await rooms.dialog(name, name)
        await ann.see("settings").tap()
        await ann.see("quiet").tap()
        await ann.see("quiet-set").tap()
        await expect(ann.page.locator("dialog .words")).to_contain_text("22:00–7:00")
        for game in ("guandan", "gouji"):
            await ann.page.goto(house.address)
            await ann.page.locator(f".game[data-key={game}]").tap()
            await ann.see("open-table").tap()
            await expect(ann.see("fill-ai")).to_be_visible()
            await rooms.look(f"waiting-{game}", first="[data-test=fill-ai]")
        await rooms.dialog("menu", "menu")
        await rooms.dialog("invite", "invite")
        await ann.page.goto(house.address)
        await expect(ann.page.locator(".table-link").first).to_be_visible()
        await rooms.look("lobby-again")
        assert not rooms.faults, "\n".join(rooms.faults)
        assert ann.complaints == []


async def test_texts_follow_the_size_that_the_browser_was_told(browser: Browser) -> None:
    async with House() as house:
        ann = await Person.come(browser, house, viewport={"width": 320, "height": 568})
        await expect(ann.see("play-now")).to_be_enabled()
        places = (".game b", ".about", ".play-now, .primary", ".field > span")
        usual = [await ann.page.evaluate(DRAWN_TEXT, place) for place in places]
        await ann.page.evaluate("document.documentElement.style.fontSize = '24px'")
        larger = [await ann.page.evaluate(DRAWN_TEXT, place) for place in places]
        assert all(one > other * 1.2 for one, other in zip(larger, usual, strict=True)), (usual, larger)
        assert await ann.page.evaluate(CUT) == []
        assert await ann.page.evaluate(SIDEWAYS) == []


async def test_the_waiting_room_says_who_plays_with_whom_and_a_new_seat_is_on_its_side(browser: Browser) -> None:
    async with House(seed=None) as house:
        ann = await Person.come(browser, house)
        await ann.page.locator(".game[data-key=guandan]").tap()
        await ann.see("open-table").tap()
        await expect(ann.see("pairs")).to_contain_text("1 + 3")
        chairs = ann.page.locator(".chair")
        for seat, words in enumerate(("you", "against you", "with you", "against you")):
            await expect(chairs.nth(seat)).to_contain_text(words)
        await ann.see("seat-1").tap()
        for seat, words in enumerate(("against you", "you", "against you", "with you")):
            await expect(chairs.nth(seat)).to_contain_text(words)
        # An AI player comes to the very seat where it was asked for, and has its face there already.
        await ann.see("ai-3").tap()
        await expect(chairs.nth(3).locator(".portrait")).to_be_visible()
        await expect(chairs.nth(0)).to_have_class("chair empty team-0")
        # Where everybody plays alone, nothing of this is said.
        await ann.page.goto(house.address)
        await ann.page.locator(".game[data-key=gandengyan]").tap()
        await ann.see("open-table").tap()
        await expect(ann.see("fill-ai")).to_be_visible()
        await expect(ann.see("pairs")).to_have_count(0)
        ann.check_messages()


async def test_an_ai_player_has_one_name_and_one_face_for_everybody_and_at_every_level(browser: Browser) -> None:
    faces = "[...document.querySelectorAll('.avatar.ai .portrait')].map((one) => one.className)"
    async with House(seed=None) as house:
        ann = await Person.come(browser, house)
        await ann.page.locator(".game[data-key=gouji]").tap()
        await ann.see("open-table").tap()
        await ann.see("fill-ai").tap()
        await expect(ann.page.locator(".avatar.ai")).to_have_count(5)
        waiting = await ann.page.evaluate(faces)
        ben = await Person.come(
            browser, house, ann.page.url.removeprefix(house.address), viewport={"width": 1440, "height": 900}
        )
        await expect(ben.page.locator(".avatar.ai")).to_have_count(5)
        assert await ben.page.evaluate(faces) == waiting
        await ann.see("deal").tap()
        for one in (ann, ben):
            await expect(one.page.locator(".felt .avatar.ai")).to_have_count(5)
        assert sorted(await ann.page.evaluate(faces)) == sorted(waiting)
        assert len(set(waiting)) == 5
        seats = "[...document.querySelectorAll('.seat .name')].map((one) => one.textContent)"
        names = [f"AI {number}" for number in range(2, 7)]
        assert sorted(await ann.page.evaluate(seats)) == names
        assert set(names) < set(await ben.page.evaluate(seats))


async def test_who_meets_something_bad_at_a_table_complains_to_the_hosts(browser: Browser) -> None:
    async with House() as house:
        ann = await Person.come(browser, house)
        await ann.play_now()
        await ann.see("menu").tap()
        await ann.see("menu-report").tap()
        await ann.see("complaint").fill("Seat 2 insults everybody.")
        rooms = Rooms(ann, "en-US")
        await rooms.look("report")
        await ann.see("send-report").tap()
        await expect(ann.page.locator(".toast")).to_contain_text("told about M1.1, with your name")
        await expect(ann.page.locator("dialog")).to_have_count(0)
        async with house.store.begin() as unit:
            rows = [(row.match, row.round, row.text) for row in await unit.hosts.reports(5)]
        assert (rows, rooms.faults) == ([(1, 1, "Seat 2 insults everybody.")], [])


async def test_who_lost_the_cookie_takes_the_own_seat_again_by_its_code(
    browser: Browser, capfd: pytest.CaptureFixture[str]
) -> None:
    async with House() as house:
        ann = await Person.come(browser, house)
        await ann.see("name").fill("Ann")
        await ann.see("name").blur()
        await ann.play_now()
        await expect(ann.turn).to_be_visible()
        table = ann.page.url
        await ann.page.goto(house.address)
        await ann.see("settings").tap()
        await ann.see("seat-code-open").tap()
        await expect(ann.see("own-code")).to_have_text(re.compile(r"^\w{4}-\w{4}-\w{4}$"))
        code = str(await ann.see("own-code").text_content())
        rooms = Rooms(ann, "en-US")
        await rooms.look("seat-code")
        assert not rooms.faults, "\n".join(rooms.faults)
        await ann.page.goto(table)
        await expect(ann.cards.first).to_be_visible()
        # Another browser, which knows nothing: a wrong letter is said so, the right code brings the very hand.
        lost = await Person.come(browser, house)
        await lost.see("been-here").tap()
        await lost.see("seat-code").fill("ZZZZ-ZZZZ-ZZZZ")
        await lost.see("take-back").tap()
        await expect(lost.page.locator("dialog")).to_contain_text("There is no such code")
        await lost.see("seat-code").fill(code.lower().replace("-", " "))
        await lost.see("take-back").tap()
        await expect(lost.turn).to_be_visible()
        assert await lost.card_names() == await ann.card_names()
        assert lost.page.url == table, "the address that friends can be sent"
        await expect(lost.page.locator(".own .name")).to_have_text(
            str(await ann.page.locator(".own .name").text_content())
        )
        # The first one is told, and goes on as well.
        await expect(ann.page.locator(".toast")).to_contain_text("Another browser has taken your seat")
        await lost.tap_a_turn()
        await expect(lost.turn).to_be_visible()
        assert await lost.card_names() == await ann.card_names()
        await ann.tap_a_turn()
        # Nowhere but in that dialog and in what was sent for it.
        assert not any(code in place for person in (ann, lost) for place in (*person.requests, *person.frames))
        told = "".join(capfd.readouterr())
        assert code not in told
        assert code.replace("-", "") not in told
        assert [one for one in ann.complaints + lost.complaints if "401" not in one] == []
