"""Guandan on Discord: house rules as they are completed, and the hand with the most different buttons."""

import pytest

from bot.session.port.commands import Arrange
from tests.frontends.discord.house import House, meaning, panel_of
from tests.frontends.discord.typists import Typists
from tests.frontends.guandan import SEED as SEED
from tests.frontends.guandan import stacked
from tests.simulators.discord import DiscordSim


@pytest.fixture
def four(sim: DiscordSim) -> Typists:
    return Typists(sim, 4, "guandan")


async def test_house_rules_are_completed_for_the_game_that_is_meant(house: House, four: Typists) -> None:
    host = four.people[0]
    every = await host.autocomplete(four.channel, "new", preset="")
    assert ("Guandan: Short", "guandan:short") in every
    assert any(label.startswith("Dou Dizhu: ") for label, _ in every)
    presets = await host.autocomplete(four.channel, "new", game="guandan", preset="")
    assert ("Short", "short") in presets
    options = await host.autocomplete(four.channel, "new", game="guandan", options="rounds=4 start")
    assert "rounds=4 start_level=T" in [value for _, value in options]
    assert len(options) <= 25
    kept = await host.slash(four.channel, "new", preset="guandan:short")
    assert "Guandan" in kept.text
    assert "Short" in kept.text
    await host.slash(four.channel, "end")
    await host.slash(four.channel, "new", game="guandan")
    rules = [value for _, value in await host.autocomplete(four.channel, "settings", name="")]
    assert {"preset", "clock", "start_level", "flush_over"} <= set(rules)
    assert "bidding" not in rules
    for name, value in (("preset", "from_ten"), ("clock", "120"), ("a_win", "second")):
        values = await host.autocomplete(four.channel, "settings", name=name, value="")
        assert value in [one for _, one in values], name
    await host.slash(four.channel, "settings", name="start_level", value="T")
    assert "10" in (await host.slash(four.channel, "settings")).text


async def test_the_widest_hand_keeps_to_what_a_message_can_hold(sim: DiscordSim, house: House, four: Typists) -> None:
    assert house._manager is not None
    house._manager.session.dice = stacked
    leader = four.people[0]
    leader.locale = "zh-CN"
    await four.sit_down(preset="short")
    await house.quiet()
    panel = await sim.wait_for(lambda: panel_of(leader))
    for sign in "♠♥♦♣":
        suits = [one for one in panel.buttons if (said := meaning(one)) and isinstance(said.command, Arrange)]
        suit = next(button for button in suits if sign in button.label)
        await leader.press(panel, suit.custom_id or "")
        cards = panel.selects[0]
        assert any("2" in label for label, _ in cards.options), "wild cards belong to every suit"
        await leader.select(panel, *[value for _, value in cards.options])
        assert panel.selects[0].chosen
    assert len(panel.versions) > 8
    assert all(len(version.selects()) <= 2 for version in panel.versions), "nothing was left over for a menu"
