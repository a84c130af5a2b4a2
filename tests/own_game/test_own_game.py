"""What any game shows beside conformance: its scenarios hold, everything has words, each frontend plays it."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from bot.present.presentation import game_of_rule, presentation_of
from bot.present.words import text as catalogue
from games import GAMES
from games.base.options import Flag
from games.check import check_paths
from tests.frontends.discord.house import House as DiscordHouse
from tests.frontends.discord.house import texts
from tests.frontends.discord.typists import Typists
from tests.frontends.telegram.foursome import Foursome
from tests.frontends.telegram.house import open_house
from tests.frontends.web.browser import Person, chromium_path, open_browser
from tests.frontends.web.house import House, Visitor
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

KEY = os.environ["PAIJU_GAME"]
GAME = GAMES[KEY]
OPTIONS = GAME.option_set.complete({})
SEATS = GAME.seats[-1]
TWO_ROUNDS = {name: "2" for name in ("deals", "rounds") if name in OPTIONS}
PRESET = GAME.presets[-1].key


def said(code: str, language: str = "en") -> str:
    return catalogue.say(language, code)


@pytest.mark.skipif(not os.environ.get("PAIJU_SCENARIOS"), reason="the package brings no scenarios")
def test_every_scenario_and_every_query_holds() -> None:
    report = check_paths([os.environ["PAIJU_SCENARIOS"]])
    assert report.passed
    assert not report.failures


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_everything_has_words(language: str) -> None:
    wanted = {f"game.{KEY}", f"game_line.{KEY}"}
    for option in GAME.option_set.options:
        values = ("on", "off") if isinstance(option, Flag) else getattr(option, "values", ())
        wanted |= {f"option.{KEY}.{option.name}.title", f"web.option.{KEY}.{option.name}"}
        wanted |= {f"option.{KEY}.{option.name}.value.{value}" for value in values}
    wanted |= {f"preset.{KEY}.{one.key}.{part}" for one in GAME.presets for part in ("title", "line")}
    wanted |= {f"rules.{KEY}.{part}" for _, part in presentation_of(KEY).sections}
    assert not wanted - set(catalogue.catalogue(language))
    nameless = [
        kind for kind in GAME.kinds if not catalogue.first(language, (f"kind.{KEY}.{kind}", f"kind.{kind}"), size=1)
    ]
    assert not nameless
    assert game_of_rule(f"{presentation_of(KEY).sheet}-1") == KEY


async def test_a_match_on_telegram_with_buttons_alone(tmp_path: Path) -> None:
    async with TelegramSim() as sim, open_house(sim, tmp_path, seed=3) as house:
        people = [sim.user(f"player {number}", started=True) for number in range(1, SEATS + 1)]
        table = Foursome(sim, sim.group("friends", people), people, game=said(f"game.{KEY}"))
        await table.sit_down(said(f"preset.{KEY}.{PRESET}.title"), **TWO_ROUNDS)
        for _ in range(6):
            assert await table.one_move()
        await house.restart()
        await table.plays_out()
        await sim.wait_for(lambda: "The match is over" in table.table_message().text)
        assert sim.violations == []


async def test_a_match_on_discord_with_commands_alone(tmp_path: Path) -> None:
    async with DiscordSim() as sim:
        house = await DiscordHouse(sim, tmp_path, seed=3).start()
        table = Typists(sim, SEATS, KEY)
        options = " ".join(f"{name}={value}" for name, value in TWO_ROUNDS.items())
        await table.sit_down(options=options, **({"players": SEATS} if len(GAME.seats) > 1 else {}))
        for _ in range(6):
            await table.one_move()
        before = await table.facts()
        await house.stop()
        await house.start()
        assert await table.facts() == before
        await table.plays_out()
        await house.quiet()
        assert "The match is over" in texts(table.channel)
        assert not any(item.refusals for item in sim.world.interactions.values())
        await house.stop()
        assert sim.violations == []


async def test_a_round_on_the_page_against_ai_players() -> None:
    async with House(seed=3) as house, Visitor(house, language="zh") as visitor:
        (offered,) = [game for game in visitor.heard[-1]["games"] if game["key"] == KEY]
        assert offered["name"] == said(f"game.{KEY}", "zh")
        answer = await visitor.ask("quick", game=KEY, level=GAME.levels[-1], options=TWO_ROUNDS)
        assert answer["ok"], answer
        await visitor.play_round()
        table: dict[str, Any] | None = visitor.latest("table")
        assert table is not None
        assert len(table["result"]["points"]) in GAME.seats


@pytest.mark.browser
@pytest.mark.skipif(chromium_path() is None, reason="!!! NO CHROMIUM: the page is NOT tested in a browser !!!")
async def test_a_round_is_played_with_taps() -> None:
    async with House(seed=3) as house, open_browser() as browser:
        ann = await Person.come(browser, house)
        await ann.page.locator(".game", has_text=said(f"game.{KEY}")).tap()
        await ann.play_now()
        await ann.play_round()
        await expect(ann.result).to_be_visible()
        assert ann.complaints == []
