"""``paiju doctor --live``: everything that the bot ever asks of a platform, asked once in one chat, and nothing left there."""

import asyncio
import signal

import pytest

from tests.process.conftest import Starter, tokens
from tests.simulators import kinds
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process

PAGE = {"WEB_PUBLIC_URL": "https://paiju.example.org"}


def amiss(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("✓")]


async def test_telegram_is_asked_everything_and_nothing_is_left(program: Starter) -> None:
    tried = set[str]()
    for alone in (False, True):
        async with TelegramSim(ephemeral=True) as sim:
            sim.inline_mode = True
            ann = sim.user("Annabelle", started=True)
            group = sim.group("friends", [ann], supergroup=True, forum=True)
            chat = ann.chat if alone else group
            place = f"{chat.id}" if alone else f"{chat.id}/{group.topic('games')}"
            look = program("doctor", "--live", f"telegram:{place}", **tokens(sim), **PAGE)
            ended = asyncio.create_task(look.finish())
            asked = await sim.wait_for(lambda sim=sim, chat=chat: sim.find(chat, "Press “Here” once"))  # type: ignore[misc]
            await sim.wait_for(lambda sim=sim: sim.called("getUpdates"))  # type: ignore[misc]
            assert await ann.press(asked, "Here") == "✓ Heard."
            await sim.wait_for(lambda sim=sim, chat=chat: sim.find(chat, "In any chat"))  # type: ignore[misc]
            elsewhere = sim.group("club", [ann])
            elsewhere.bot_status = "left"
            chosen = await ann.chooses(elsewhere, "Dou Dizhu")
            await ann.press(chosen, "Join")
            assert await ended == 0, look.output + look.errors
            assert amiss(look.output) == sim.violations == []
            assert sim.messages(chat) == sim.here(group, ann) == []
            assert "please do" in chosen.text, "who posted it alone can take it away"
            assert sim.updates.unconfirmed == 0, "nobody else has done anything: the press comes to nobody again"
            tried |= kinds.of_telegram(sim.calls)
    assert tried == kinds.TRIED["telegram"], "the list says what is tried"


async def test_discord_is_asked_everything_and_nothing_is_left(discord: DiscordSim, program: Starter) -> None:
    discord.world.emoji_room = 1
    ann = discord.user("Annabelle")
    channel = discord.guild(members=[ann]).channel("table")
    look = program("doctor", "--live", f"discord:{channel.id}", **tokens(discord=discord), **PAGE)
    ended = asyncio.create_task(look.finish())
    asked = await discord.wait_for(
        lambda: next((one for one in channel.messages if "one after the other" in one.text), None)
    )
    await discord.wait_until_ready()
    for button in ("3", "1"):
        await ann.press(asked, button)
    await ann.fill(await ann.press(asked, "2"), "777")
    await discord.wait_for(lambda: any("Type this here" in one.text for one in channel.messages))
    assert await ann.autocomplete(channel, "play", cards="7") == []
    assert await ended == 0, look.output + look.errors
    assert not [*amiss(look.output), *channel.messages]
    assert discord.world.emojis == {}
    assert kinds.of_discord(discord.calls) == kinds.TRIED["discord"], "the list says what is tried"


async def test_what_is_refused_is_said_in_the_platforms_own_words_and_an_interrupted_trial_leaves_nothing(
    telegram: TelegramSim, discord: DiscordSim, program: Starter
) -> None:
    ann = telegram.user("Annabelle", started=True)
    group = telegram.group("friends", [ann], supergroup=True)
    telegram.faults.next("forbidden", "sendPhoto")
    look = program("doctor", "--live", f"telegram:{group.id}", **tokens(telegram))
    ended = asyncio.create_task(look.finish())
    await telegram.wait_for(lambda: telegram.called("getUpdates"))
    await look.stop(signal.SIGINT)
    assert await ended == 130
    assert amiss(look.output) == ["✗ picture: sendPhoto: 403 Forbidden: bot was blocked by the user"]
    assert telegram.messages(group) == []
    discord.world.emoji_room = 60
    channel = discord.guild(members=[discord.user("Annabelle")]).channel("table")
    discord.faults.fail_next("PATCH", "/messages/", code=50013)
    async with program(**tokens(discord=discord)) as running:
        look = program("doctor", "--live", f"discord:{channel.id}", **tokens(discord=discord))
        assert await look.finish() == 1
        refused, deaf = amiss(look.output)
        assert "PATCH /channels/…/messages/…: 403 Missing Permissions 50013" in refused
        assert deaf.startswith(
            "! presses on buttons, and what answers them: not tried, as the bot that is running hears them (the"
        )
        assert channel.messages == []
        assert not [line for line in running.errors if "error" in line]
