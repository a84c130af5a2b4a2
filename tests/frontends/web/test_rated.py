"""Ratings on the page: the list, and its picture in a real browser."""

import base64
import re
from collections.abc import AsyncIterator
from io import BytesIO

import pytest_asyncio
from PIL import Image

from tests.frontends.web.house import House, Message, Visitor


@pytest_asyncio.fixture
async def house() -> AsyncIterator[House]:
    # Drawn by chance: rounds of a seed, which can be known beforehand, are not rated.
    async with House(seed=None) as house:
        yield house


def _words(answer: Message) -> str:
    return "\n".join("".join(part["text"] for part in line) for line in answer["screen"]["lines"])


def pressed(answer: Message, key: str) -> str:
    """The data of a button under an answer."""
    return next(str(button["data"]) for row in answer["screen"]["rows"] for button in row if button["key"] == key)


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
