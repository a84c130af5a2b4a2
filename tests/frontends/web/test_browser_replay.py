"""Looking back at a round on the page: the open hands, the timeline, its slider and keys; and joining accounts there."""

import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bot.session.port import commands as c
from bot.session.port.updates import Notice
from games import GAMES
from tests.frontends.web.browser import FELT, Person, expect, in_browser
from tests.frontends.web.house import House, seeded_house
from tests.frontends.web.test_browser_screens import Walk
from tests.frontends.web.test_browser_sizes import CUT, LAYOUTS, PICTURES, SIZES

pytestmark = in_browser()
house = pytest_asyncio.fixture(seeded_house, loop_scope="session")


async def finished(browser: Browser, house: House, game: str = "doudizhu", **context: Any) -> Person:
    """Somebody whose first round AI players have played to its end."""
    ann = await Person.come(browser, house, **context)
    await ann.page.locator(f".game[data-key={game}]").tap()
    await ann.play_now()
    await ann.see("menu").tap()
    await ann.see("menu-away").tap()
    await expect(ann.result).to_be_visible()
    return ann


async def step_of(person: Person) -> int:
    return int(await person.see("replay").get_attribute("data-step") or "-1")


async def hand(person: Person, seat: int) -> list[str]:
    """The cards of a seat, as one sees them who taps it; one's own lie open."""
    if await person.see(f"replay-hand{seat}").count() == 0:
        await person.see(f"look{seat}").or_(person.see("look-home")).first.tap()
        if seat:
            await expect(person.see(f"look{seat}")).to_have_attribute("aria-pressed", "true")
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
    await expect(ann.see("points2")).to_have_text(re.compile(r"^[+−]\d+$"))
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
    await expect(ann.see("replay-hand0")).to_be_visible()
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
    async with ann.page.expect_download() as saving:
        await ann.see("accounts-mydata").tap()
    assert '"identities"' in (await (await saving.value).path()).read_text(encoding="utf-8")
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
    await expect(ann.see("marks")).to_be_visible()
    await ann.see("verdicts").tap()
    for seat in range(3):
        await expect(ann.see(f"score{seat}")).not_to_be_empty()
    await ann.see("close").tap()
    told = [message for message in ann.messages() if "scores" in message.get("review", ())][-1]
    marks = told["review"]["marks"]
    assert await ann.page.locator(".marks > *").count() == len(marks)
    costly = [mark for mark in marks if mark["grade"] in {"mistake", "blunder"}]
    assert bool(costly) == bool(await ann.see("next-mistake").count())
    for mark in (*costly, marks[0]):
        await ann.see("timeline").fill(str(mark["step"]))
        await expect(ann.see("judged")).to_contain_text(mark["title"])
        if mark in costly:
            await expect(ann.page.locator(".hand .card.up")).to_have_count(len(mark["best"]))
            await ann.see("timeline").fill("0")
            await ann.see(f"mark{mark['step']}").tap()
            await expect(ann.see("replay")).to_have_attribute("data-step", str(mark["step"]))
            assert len(await hand(ann, mark["seat"])) >= len(mark["best"])
    await ann.page.reload()  # it has been judged: nobody has to ask again
    await expect(ann.see("marks")).to_be_visible()
    ann.check_messages()
    assert ann.complaints == []


async def test_whoever_is_given_the_link_of_a_round_sees_it_at_that_moment(browser: Browser, house: House) -> None:
    ann = await finished(browser, house)
    await ann.see("look-back").tap()
    await ann.see("timeline").fill("7")
    await ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await ann.see("share").tap()
    await expect(ann.page.locator("#toasts")).to_contain_text("/#/replay/M1.1-")
    found = re.search(r"/(#/replay/M1\.1-[0-9a-f]{32}/7)", await ann.page.inner_text("#toasts"))
    assert found is not None
    bob = await Person.come(browser, house, f"/{found[1]}")
    await expect(bob.see("replay")).to_have_attribute("data-step", "7")
    assert len(await bob.page.locator(".around .seat").all()) == 3  # who did not play sits nowhere
    assert [len(await hand(bob, seat)) for seat in (2, 1)] > [0, 0]
    await expect(bob.see("share")).to_be_visible()  # and may pass it on
    await bob.see("leave-replay").tap()  # there is no way back but the lobby
    await expect(bob.see("play-now")).to_be_visible()
    carl = await Person.come(browser, house, f"/{found[1].replace('-', '-0', 1)[:46]}")
    dora = await Person.come(browser, house, "/#/replay/M1.1")
    for stranger in (carl, dora):
        await expect(stranger.page.locator(".loading")).to_contain_text("no finished round")
    for person in (ann, bob, carl, dora):
        person.check_messages()
        assert person.complaints == []


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
async def test_what_was_played_is_listed_with_people_points_and_times_of_ones_own(
    browser: Browser, house: House, locale: str
) -> None:
    ann = await Person.come(browser, house, "/#/history", locale=locale, timezone_id="Asia/Shanghai")
    await expect(ann.see("no-history")).to_be_visible()
    await ann.page.goto(house.address)
    await ann.page.locator(".game[data-key=guandan]").tap()
    await ann.play_now()
    await ann.see("menu").tap()
    await ann.see("menu-away").tap()
    await expect(ann.result).to_be_visible()
    await ann.page.goto(house.address)
    await ann.see("my-history").tap()
    await expect(ann.page.locator(".match")).to_have_count(1)
    (told,) = [message["history"]["matches"] for message in ann.messages() if "history" in message][-1]
    began = await ann.page.locator(".match time").evaluate("one => [one.dateTime, one.textContent]")
    there = datetime.fromtimestamp(told["at"], ZoneInfo("Asia/Shanghai"))
    assert datetime.fromisoformat(began[0]) == datetime.fromtimestamp(int(told["at"] * 1000) / 1000, UTC)
    assert f"{there:%M}" in began[1]
    assert str(there.hour if locale == "zh-CN" else there.hour % 12 or 12) in began[1]
    await expect(ann.page.locator(".match .people li")).to_have_count(4)
    await expect(ann.page.locator(".match .people .me")).to_have_count(1)
    await expect(ann.page.locator(".match .race .track")).to_have_count(2)  # drawn, not written
    assert not re.search("[\u2580-\u259f\u25ae-\u25b1]|UTC", await ann.page.inner_text("main"))
    for width, height in SIZES:
        await ann.resize(width, height)
        assert await ann.page.evaluate(CUT) == []
    await ann.see("my-stats").tap()
    await expect(ann.page.locator("dialog h2")).not_to_have_text("")
    await ann.see("close").tap()
    await ann.see("replay-M1.1").or_(ann.see("replay-M2.1")).tap()
    await expect(ann.see("replay")).to_be_visible()
    await ann.see("leave-replay").tap()
    await expect(ann.page.locator(".match")).to_have_count(1)
    ann.check_messages()
    assert ann.complaints == []


@pytest.mark.parametrize(("game", "locale"), list(zip(GAMES, ("en-US", "zh-CN") * 3, strict=True)))
async def test_a_round_is_looked_back_on_at_the_table_at_every_size(browser: Browser, game: str, locale: str) -> None:
    """Nothing that informs is cut or lies over anything else, and everybody's cards can be looked at."""
    async with House(seed=7) as house:
        ann = await finished(browser, house, game, locale=locale, bypass_csp=True)
        await ann.see("look-back").tap()
        await expect(ann.see("replay")).to_be_visible()
        seats = await ann.page.locator(".look").count()
        last = int(await ann.see("timeline").get_attribute("max") or 0)
        faults = []
        for step in (0, last // 3, last):
            await ann.see("timeline").fill(str(step))
            await expect(ann.see("replay")).to_have_attribute("data-step", str(step))
            for width, height in SIZES if PICTURES else LAYOUTS:
                await ann.resize(width, height)
                found = [text for look in (FELT, CUT) for text in await ann.page.evaluate(look)]
                faults += [f"step {step}, {width}x{height}: {text}" for text in found]
                if PICTURES:
                    await ann.page.screenshot(path=f"{PICTURES}/replay-{game}-{step}-{width}x{height}-{locale[:2]}.png")
        assert not faults, "\n".join(faults)
        await ann.see("timeline").fill("0")
        await expect(ann.see("replay")).to_have_attribute("data-step", "0")
        assert all([await hand(ann, seat) for seat in range(seats + 1)])
        walk = Walk(ann, checked=True)
        await walk.look("the replay")
        assert not walk.faults, "\n".join(walk.faults)
        assert ann.complaints == []
