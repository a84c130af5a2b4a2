"""What the page is told of promised deals; and no address of the server tells a secret."""

import json
import re
from typing import Any

import aiohttp

from bot.frontends.web.visitors import user_of
from bot.session.state.dealing import word_of_press
from tests.frontends.web.house import House, Message, Visitor

LUCK = re.compile(r"\b[0-9a-f]{12}\b")


def _table(message: Message) -> bool:
    return bool(message["t"] == "table")


async def test_the_word_of_the_button_is_not_the_browsers_choice_alone() -> None:
    async with House(seed=None) as house, Visitor(house) as ann:
        await ann.ask("new", game="doudizhu", level="easy")
        number = (await ann.wait(_table, fresh=False))["table"]["id"]
        await ann.send_raw({"t": "luck", "id": "chosen-here", "table": number, "word": " "})
        shown = await ann.wait(
            lambda message: _table(message) and LUCK.search(json.dumps(message["fairness"])) is not None
        )
        (word,) = LUCK.findall(json.dumps(shown["fairness"]))
        foreseen = (f"{user_of(ann.token).external}:chosen-here", "chosen-here")
        assert word not in {word_of_press("web", update) for update in foreseen}


async def test_neither_frames_nor_metrics_nor_health_tell_a_secret() -> None:
    async with House(seed=None) as house, Visitor(house) as ann:
        number = (await _opened(ann))["table"]["id"]
        await ann.ask("deal", table=number)
        async with house.store.begin() as unit:
            row = await unit.pledges.of_round(1, 1)
        assert row is not None
        told = "\n".join(ann.frames)
        async with aiohttp.ClientSession() as http:
            for path in ("/metrics", "/healthz", "/"):
                async with http.get(f"{house.address}{path}") as page:
                    told += await page.text()
        assert row.commitment[:20] in told
        assert row.secret not in told
        assert row.root not in told


async def _opened(ann: Visitor) -> dict[str, Any]:
    await ann.ask("new", game="doudizhu", level="easy")
    shown = await ann.wait(_table, fresh=False)
    await ann.ask("ai", table=shown["table"]["id"], level="easy")
    return shown
