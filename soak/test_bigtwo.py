"""Big Two as people live it: installed by pip, a match on each frontend of the running program, by presses alone."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.session.port import commands as c
from tests.frontends.web.browser import Person, expect, in_browser, open_browser
from tests.plugin.test_plugin import HERE, ROOT, installed
from tests.process.conftest import Starter, tokens
from tests.process.people import Someone, Town, Widget
from tests.process.test_promises import House
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = [pytest.mark.process, pytest.mark.browser, in_browser()[-1]]
OF_OTHERS = re.compile(r"bomb|joker|rocket|炸|[大小]王", re.IGNORECASE)
TO_BEAT = re.compile(r"^(?:To beat|要管的牌).*[：:](.*)$", re.MULTILINE)


async def lived(town: Town, person: Someone) -> list[str]:
    """All that somebody reads in a match of two rounds against AI players, who takes what is offered first."""
    table, read = await person.opens(person.spots[0], "bigtwo", deals="2"), list[str]()

    def state() -> str:
        return town.tables_of(person.name)[table]

    def pressable() -> list[Widget]:
        wanted = (c.Offer,) if state() == "playing" else (c.Ready, c.DealCards)
        return [one for one in person.shown() if isinstance(one.command, wanted)]

    while await town.until(lambda: state() == "over" or pressable(), "what to press") is not True:
        answer = await person.press(pressable()[0])
        read += [*answer.texts, *(one.label for one in answer.shown)]
    return read


async def on_the_page(address: str, locale: str) -> list[str]:
    async with open_browser() as browser:
        there: Any = type("House", (), {"address": address})
        person = await Person.come(browser, there, locale=locale)
        await person.page.locator(".game", has_text=re.compile("Big Two|锄大地")).tap()
        await person.play_now()
        await person.play_round()
        await person.see("next").tap()
        await expect(person.result).to_be_hidden()
        await person.play_round()
        await expect(person.result).to_be_visible()
        assert person.complaints == []
        return [json.dumps(one, ensure_ascii=False) for one in person.messages() if one["t"] in {"table", "hand"}]


@pytest.mark.parametrize("chinese", [False, True])
async def test_a_match_is_played_everywhere_by_presses_alone(
    chinese: bool, telegram: TelegramSim, discord: DiscordSim, program: Starter, tmp_path: Path
) -> None:
    packages = installed(HERE / "bigtwo", tmp_path)
    running = await program(**tokens(telegram, discord), PYTHONPATH=f"{ROOT}:{packages}").start()
    await discord.wait_until_ready()
    house = House(telegram, discord, Town(telegram, discord, running, tmp_path))
    people = [await house.somebody(kind, f"player at {kind}", chinese=chinese) for kind in ("group", "channel")]
    *chats, page = await asyncio.gather(
        *(lived(house.town, person) for person in people), on_the_page(running.page, "zh-CN" if chinese else "en-US")
    )
    await house.close()
    for read in chats:
        plays = TO_BEAT.findall("\n".join(read))
        assert plays
        assert all(re.search("[♠♥♦♣]", play) for play in plays), "suits decide"
    assert not [text for read in (*chats, page) for text in read if OF_OTHERS.search(text)]
