"""A whole match on the page: over its WebSocket, and where there is a browser, a round with taps."""

from typing import Any

import pytest
from playwright.async_api import expect

from bot.present.presentation import picture_of
from tests.frontends.web.browser import Person, chromium_path, open_browser
from tests.frontends.web.house import House, Visitor


async def test_one_person_plays_a_match_against_ai_players_from_the_lobby_to_the_result() -> None:
    async with House(seed=3) as house, Visitor(house, language="zh") as visitor:
        (offered,) = [game for game in visitor.heard[-1]["games"] if game["key"] == "paodekuai"]
        assert offered["name"] == "跑得快"
        assert offered["picture"].startswith("/static/games/paodekuai.svg?v=")
        assert picture_of("paodekuai") == picture_of(""), "cards, since it brings no drawing"
        assert [preset["key"] for preset in offered["presets"]] == ["standard", "free"]
        answer = await visitor.ask("quick", game="paodekuai", level="normal", options={"deals": "2"})
        assert answer["ok"], answer
        await visitor.play_round()
        table = _result(visitor)
        assert table["table"]["name"] == "跑得快"
        assert table["result"]["winner"] is None
        visitor.heard.clear()
        assert (await visitor.ask("ready", table=table["table"]["id"]))["ok"]
        await visitor.wait(lambda message: message["t"] == "table" and message["result"] is None, fresh=False)
        visitor.heard = [message for message in visitor.heard if message["t"] != "table" or message["result"] is None]
        await visitor.play_round()
        assert _result(visitor)["result"]["winner"] is not None


def _result(visitor: Visitor) -> dict[str, Any]:
    """The table at the end of a round, with its sum."""
    table = visitor.latest("table")
    assert table is not None
    assert sum(table["result"]["points"]) == 0
    assert any("出完了" in line for line in table["result"]["lines"])
    return table


@pytest.mark.browser
@pytest.mark.skipif(chromium_path() is None, reason="!!! NO CHROMIUM: the page is NOT tested in a browser !!!")
async def test_a_round_is_played_with_taps() -> None:
    async with House(seed=3) as house, open_browser() as browser:
        ann = await Person.come(browser, house)
        await ann.page.locator(".game", has_text="Pao De Kuai").tap()
        await ann.play_now()
        assert await ann.cards.count() == 16
        await ann.play_round()
        await expect(ann.result).to_contain_text("is out: +")
        assert ann.complaints == []
