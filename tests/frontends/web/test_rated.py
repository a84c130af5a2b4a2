"""Ratings on the page: the list, and its picture in a real browser."""

from __future__ import annotations

import base64
import re
from collections.abc import AsyncIterator
from io import BytesIO

import pytest
import pytest_asyncio
from PIL import Image

from tests.frontends.web.browser import Person, chromium_path, expect, open_browser
from tests.frontends.web.house import House, Message, Visitor


@pytest_asyncio.fixture
async def house() -> AsyncIterator[House]:
    # Drawn by chance: rounds of a seed, which can be known beforehand, are not rated.
    async with House(seed=None) as house:
        yield house


def _words(answer: Message) -> str:
    """The text of an answer."""
    return "\n".join("".join(part["text"] for part in line) for line in answer["screen"]["lines"])


def pressed(answer: Message, key: str) -> str:
    """The data of a button under an answer."""
    return next(str(button["data"]) for row in answer["screen"]["rows"] for button in row if button["key"] == key)


async def test_a_round_given_up_is_not_on_the_list(house: House) -> None:
    async with Visitor(house) as ann:
        await ann.play_now()
        table = (await ann.my_turn())["table"]
        sure = await ann.ask("end", table=table)
        assert (await ann.ask("press", data=pressed(sure, "choice0")))["ok"]
        board = await ann.ask("leaders", game="doudizhu")
        assert "Ann" not in str(board["screen"]["lines"])


async def test_a_finished_round_is_on_the_list_and_its_picture_comes_when_asked_for(house: House) -> None:
    async with Visitor(house) as ann:
        await ann.play_now()
        await ann.play_round()
        board = await ann.ask("leaders", game="doudizhu")
        assert "Ann" in str(board["screen"]["lines"])
        assert board["screen"]["picture"] is None
        drawn = (await ann.ask("press", data=pressed(board, "picture")))["screen"]["picture"]
        kind, _, data = drawn["source"].partition(",")
        assert kind == "data:image/png;base64"
        assert drawn["alt"]
        with Image.open(BytesIO(base64.b64decode(data))) as picture:
            assert picture.size[0] == 1080
        everywhere = await ann.ask("press", data=pressed(board, "everywhere"))
        (rating,) = re.findall(r"Ann \(you\) (\d+)", _words(board))
        assert f"Ann (you) {rating}?" in _words(everywhere)
        assert f"Rating {rating}?" in _words(await ann.ask("stats")), "one rating, the same on every screen"


@pytest.mark.browser
@pytest.mark.skipif(chromium_path() is None, reason="!!! NO CHROMIUM: the page is NOT tested in a browser !!!")
async def test_the_picture_is_seen_in_the_dialog(house: House) -> None:
    async with open_browser() as browser:
        person = await Person.come(browser, house)
        await person.play_now()
        await person.page.reload()
        await expect(person.cards.first).to_be_visible()
        await person.play_round()
        await expect(person.result).to_be_visible()
        await person.page.goto(house.address)
        await person.see("leaders").tap()
        await person.see("screen-picture").tap()
        chart = person.page.locator("img.chart")
        await expect(chart).to_be_visible()
        assert await chart.evaluate("image => image.naturalWidth") == 1080
        assert person.complaints == []
