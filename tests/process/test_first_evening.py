"""The first evening of people who have never seen the bot: what they tap, which chats they need, what it costs."""

import sys
from collections.abc import AsyncIterator

import pytest

from tests.frontends.discord.house import offers
from tests.frontends.telegram.house import moves
from tests.frontends.telegram.test_group_hands import deal, to_act
from tests.process.conftest import Starter, tokens
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramSim]:
    async with TelegramSim(ephemeral=True, pace=1.0) as sim:
        yield sim
        assert sim.violations == []


async def test_three_strangers_play_in_their_group_with_four_taps_to_the_first_card(
    telegram: TelegramSim, program: Starter, capsys: pytest.CaptureFixture[str]
) -> None:
    await program(**tokens(telegram), OUTBOX_PACE="1", AI_DELAY_SECONDS="1").start()
    people = [telegram.user(f"player {number}", language) for number, language in enumerate(("en", "zh", "en"), 1)]
    group = telegram.group("friends", people)
    await deal(telegram, people, group)
    asked = to_act(telegram, group, people)
    turn = await telegram.wait_for(asked)
    taps = sum("callback_query" in one or "text" in one.get("message", {}) for one in telegram.updates.sent)
    presses = 4
    for _ in range(presses):
        person, message = turn
        shown = message.content
        await person.press(message, moves(message)[0])
        await telegram.wait_for(lambda message=message, shown=shown: message.content is not shown)  # type: ignore[misc]
        turn = await telegram.wait_for(asked)
    calls = [call for call in telegram.calls if call.is_message]
    with capsys.disabled():
        rings = sum(len(person.notifications) for person in people)
        sys.stdout.write(
            f"\n{taps} taps to the first card, 0 private chats, {rings} rings, {len(calls)} calls for {presses} plays\n"
        )
    assert taps == 4, "/new, twice Join, Start"
    assert [person.inbox for person in people] == [[], [], []]
    assert not [call.error for call in calls if "Too Many" in (call.error or "")]


async def test_one_person_alone_on_discord_plays_with_two_presses_to_the_first_bid_and_its_first_card_with_the_fourth(
    discord: DiscordSim, program: Starter, capsys: pytest.CaptureFixture[str]
) -> None:
    person = discord.user("player 1", locale="zh-CN")
    guild = discord.guild("friends", members=[person], has_bot=False)
    channel = guild.channel("general")
    await program(**tokens(discord=discord), OUTBOX_PACE="1", AI_DELAY_SECONDS="0", PAIJU_SEED="7").start()
    await discord.wait_until_ready()
    guild.adds_bot()
    welcome = await discord.wait_for(lambda: next(iter(channel.messages), None))
    assert len(welcome.buttons) == 6
    await person.press(welcome, "Dou Dizhu")
    board = await discord.wait_for(lambda: next(iter(channel.messages[1:]), None))
    await person.press(board, "电脑补位")
    panel = await discord.wait_for(lambda: next((one for one in person.ephemerals if offers(one)), None))
    assert panel.has_button("叫3分")
    await person.press(panel, "叫3分")
    await discord.wait_for(lambda: offers(panel) and not panel.has_button("叫3分"))
    await person.press(panel, offers(panel)[0].label)
    await discord.wait_for(lambda: not offers(panel))
    presses, calls = len(discord.world.interactions), [one for one in discord.calls if one.kind in ("create", "edit")]
    with capsys.disabled():
        rings = len(person.notifications)
        sys.stdout.write(f"\n{presses} presses with the first card, {rings} rings, {len(calls)} calls\n")
    assert presses == 4, "a game, Start with AI players, the bid, a card"
