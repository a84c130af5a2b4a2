"""Gong Zhu, Liu Jia Tong and Gan Deng Yan in a real browser: whole rounds and matches with taps, on a phone and on its side."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize

from tests.frontends.web.browser import PHONE, Person, expect, in_browser
from tests.frontends.web.house import House
from tests.seeds import ALL

pytestmark = in_browser()

SEED = 3
ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[House]:
    async with House(seed=SEED) as house:
        yield house


async def _sit_down(person: Person, game: str, preset: str = "", players: int = 0, **options: str) -> None:
    """Choose a game and its house rules in the lobby, and play at once."""
    page = person.page
    await page.locator(".game", has_text=game).tap()
    if players:
        await page.locator(f'input[name="players"][value="{players}"]').check(force=True)
    if preset or options:
        await page.locator("summary").first.tap()
    if preset:
        await page.locator(".preset", has_text=preset).first.tap()
    for name, value in options.items():
        await page.locator(f"#option-{name}").fill(value)
        await page.locator(f"#option-{name}").blur()
    await person.play_now()


async def test_a_round_of_gong_zhu_is_played_card_by_card(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await _sit_down(ann, "Gong Zhu", "Expose twice")
    assert await ann.cards.count() == 13
    suits = [name[1] for name in await ann.card_names()]
    assert len([at for at in range(1, 13) if suits[at] != suits[at - 1]]) <= 3, "the hand lies by suit"
    await expect(ann.see("pass")).to_have_count(0)
    seen_barred = False
    while await ann.my_turn_or_result():
        panel = ann.panel()
        if panel["one_card"]:
            legal = {offer["cards"][0] for offer in panel["offers"]}
            barred = set(
                await ann.page.locator(".hand .card.barred").evaluate_all("all => all.map((one) => one.dataset.card)")
            )
            assert barred == set(await ann.card_names()) - legal
            seen_barred = seen_barred or bool(barred)
        await ann.tap_a_turn()
    assert seen_barred
    views = [message["view"] for message in ann.messages() if message["t"] == "table" and message["view"]]
    assert {"expose", "play", "over"} <= {view["phase"] for view in views}
    assert any(seat["beside"] for view in views for seat in view["seats"])
    await expect(ann.result).to_contain_text("took the pig")
    assert ann.complaints == []


async def test_a_second_card_takes_the_place_of_the_first_where_one_is_played(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await _sit_down(ann, "Gong Zhu", "No exposing")
    while await ann.my_turn_or_result():
        panel = ann.panel()
        if len(panel["offers"]) > 1:
            break
        await ann.tap_a_turn()
    first, second = (offer["cards"][0] for offer in panel["offers"][:2])
    await ann.page.locator(f'.hand .card[data-card="{first}"]').tap()
    await expect(ann.page.locator(".hand .card.up")).to_have_count(1)
    await ann.page.locator(f'.hand .card[data-card="{second}"]').tap()
    await expect(ann.page.locator(f'.hand .card.up[data-card="{second}"]')).to_have_count(1)
    await expect(ann.page.locator(".hand .card.up")).to_have_count(1)
    await expect(ann.see("play")).to_be_enabled()
    assert ann.complaints == []


async def test_a_round_of_liu_jia_tong_is_played_with_taps(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await _sit_down(ann, "Liu Jia Tong")
    assert await ann.cards.count() == 36
    await expect(ann.page.locator(".around .seat")).to_have_count(5)
    await expect(ann.page.locator(".tag.partner")).to_have_count(2)
    await ann.play_round()
    views = [message["view"] for message in ann.messages() if message["t"] == "table" and message["view"]]
    assert any("pot" in view["stake"] for view in views)
    await expect(ann.result).to_be_visible()
    assert ann.complaints == []


async def test_a_match_of_gan_deng_yan_among_three_is_played_with_taps(browser: Browser, house: House) -> None:
    ann = await Person.come(browser, house)
    await _sit_down(ann, "Gan Deng Yan", players=3, deals="3")
    await expect(ann.page.locator(".around .seat")).to_have_count(2)
    for played in range(3):
        await ann.play_round()
        if played < 2:
            await ann.see("next").tap()
            await expect(ann.result).to_have_count(0)
    await expect(ann.result).to_contain_text("match")
    results = [message["result"] for message in ann.messages() if message["t"] == "table" and message["result"]]
    await ann.see("again").tap()
    await expect(ann.cards.first).to_be_visible()
    assert any("×" in line for result in results for line in result["lines"]), "what is paid is laid out"
    assert ann.complaints == []


@pytest.mark.parametrize(
    ("game", "players"),
    [("Gong Zhu", 0), ("Liu Jia Tong", 0), *(("Gan Deng Yan", number) for number in (range(2, 7) if ALL else (2, 6)))],
)
async def test_nothing_at_these_tables_lies_over_anything_else(
    browser: Browser, house: House, game: str, players: int
) -> None:
    """With the phone upright and on its side."""
    ann = await Person.come(browser, house, viewport=PHONE)
    await _sit_down(ann, game, players=players)
    for number in range(20 if ALL else 7):
        if not await ann.my_turn_or_result():
            break
        assert await ann.overlaps() == []
        await ann.page.set_viewport_size(PHONE if number % 2 else ON_ITS_SIDE)
        assert await ann.overlaps() == []
        await ann.tap_a_turn()
    assert ann.complaints == []
