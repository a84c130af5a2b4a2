"""Guandan on Discord, typed: a whole match in slash commands, completions taken as they are offered, tributes privately."""

import json

import pytest

from bot.session.port.commands import Arrange, Offer
from tests.frontends.discord.house import House, meaning, panel_of, texts
from tests.frontends.discord.typists import Typists
from tests.frontends.guandan import PAYS, stacked
from tests.frontends.guandan import SEED as SEED
from tests.simulators.discord import Button, DiscordSim, Handle, Message, VirtualUser

ORDER = "23456789TJQKA"
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def named(card: str) -> str:
    """A card as people read it: ``Ah`` → ``♥A``."""
    return SUITS[card[1]] + card[0]


class Four(Typists):
    """Seats 1 and 3 pass whenever they may; seats 0 and 2 take the first completion."""

    game = "guandan"

    async def moves(self, seat: int, person: VirtualUser, facts: dict[str, str]) -> None:
        if facts["phase"] != "play":
            await self.names(person, facts["phase"], facts["level"])
        elif seat % 2 and facts["standing"] != "null":
            await person.slash(self.channel, "pass")
        else:
            await self.plays(person)

    async def names(self, person: VirtualUser, verb: str, level: str) -> Handle:
        """A tribute: the highest card but the wild ones; a return: the lowest. Typed in the private chat."""
        hand = [card for card in await self.hand(person) if card != f"{level}h"]
        worth = "".join(rank for rank in ORDER if rank != level) + level + "xX"
        card = max(hand, key=lambda one: worth.index(one[0]))
        if verb == "return":
            card = min(hand, key=lambda one: worth.index(one[0]))
        return await person.slash(person.dm, "do", verb=verb, cards=card)


@pytest.fixture
def four(sim: DiscordSim) -> Four:
    return Four.seated(sim, 4)


async def test_a_tribute_is_typed_in_private_and_hidden_until_both_are_named(
    sim: DiscordSim, house: House, four: Four
) -> None:
    watcher = sim.user("watcher")
    sim.world.guilds[four.channel.raw.guild_id or 0].members[watcher.id] = 0
    await four.sit_down(preset="short")
    await four.plays_round()
    await four.people[0].slash(four.channel, "deal")
    for seat, shown in ((1, False), (3, True)):
        person, card = four.people[seat], PAYS[seat][1]
        others = [*(one for one in four.people if one is not person), watcher]
        refused = await person.slash(four.channel, "do", verb="tribute", cards=card)
        assert refused.ephemeral
        assert "private" in refused.text
        await house.quiet()
        seen = {one.id: set(one.sees()) for one in others}
        named_it = await person.slash(person.dm, "do", verb="tribute", cards=card)
        assert named_it.text
        await house.quiet()
        for one in others:
            told = [text for text in set(one.sees()) - seen[one.id] if named(card) in text]
            assert bool(told) == shown, (one.name, told)
        again = await person.slash(person.dm, "do", verb="tribute", cards=PAYS[seat][0])
        assert again.text
    assert "♦A" in texts(four.channel)
    assert json.loads((await four.facts())["to_act"]) == [0, 2]


async def test_whoever_is_reached_in_the_channel_alone_pays_from_the_hand_opened_there(
    sim: DiscordSim, house: House, four: Four
) -> None:
    payer = four.people[1]
    payer.closes_dms()
    await four.sit_down(preset="short")
    await four.plays_round()
    await four.people[0].slash(four.channel, "deal")
    await house.quiet()
    opened = await payer.press(sim.table_message(four.channel, "My hand"), "My hand")
    assert opened.ephemeral
    panel = panel_of(payer)
    assert panel is not None
    assert panel.ephemeral
    pays = of_kind(panel, Offer)
    assert [named(card) for card in PAYS[1]] == [button.label[-2:] for button in pays]
    await payer.press(panel, pays[1].custom_id or "")
    assert json.loads((await four.facts())["to_act"]) == [3]
    assert payer.inbox == []


def of_kind(panel: Message, kind: type) -> list[Button]:
    return [button for button in panel.buttons if isinstance((said := meaning(button)) and said.command, kind)]


async def test_house_rules_are_completed_for_the_game_that_is_meant(house: House, four: Four) -> None:
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


async def test_a_straight_flush_is_completed_and_played_as_one(house: House, four: Four) -> None:
    await four.sit_down(preset="short")
    leader = four.people[0]
    offered = await leader.autocomplete(four.channel, "play", cards="")
    cards = next(value for label, value in offered if "straight flush" in label)
    played = await leader.slash(four.channel, "play", cards=cards)
    assert "straight flush" in played.text
    await house.quiet()
    assert "straight flush" in texts(four.channel)


async def test_the_widest_hand_keeps_to_what_a_message_can_hold(sim: DiscordSim, house: House, four: Four) -> None:
    assert house._manager is not None
    house._manager.session.dice = stacked
    leader = four.people[0]
    leader.locale = "zh-CN"
    await four.sit_down(preset="short")
    await house.quiet()
    panel = await sim.wait_for(lambda: panel_of(leader))
    for sign in "♠♥♦♣":
        suit = next(button for button in of_kind(panel, Arrange) if sign in button.label)
        await leader.press(panel, suit.custom_id or "")
        cards = panel.selects[0]
        assert any("2" in label for label, _ in cards.options), "wild cards belong to every suit"
        await leader.select(panel, *[value for _, value in cards.options])
        assert panel.selects[0].chosen
    assert len(panel.versions) > 8
    assert all(len(version.selects()) <= 2 for version in panel.versions), "nothing was left over for a menu"
