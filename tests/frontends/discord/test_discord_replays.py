"""Looking back at a round on Discord: one message that is turned from moment to moment."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bot.present.pictures.kept import Kept
from bot.reviews import Review
from bot.session.host.reviewer import Reviewer
from tests.frontends.discord.house import House, over, seat_all, texts
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser


async def _round_over(sim: DiscordSim, person: VirtualUser, channel: VirtualChannel) -> None:
    await seat_all(sim, [person], channel)
    for command in ("ai", "away", "deal"):
        await person.slash(channel, command)
    await sim.wait_for(lambda: over([person]) or "/replay M1.1" in texts(channel))


async def test_a_channel_steps_through_a_round_in_one_message(sim: DiscordSim, tmp_path: Path) -> None:
    ann, cem = sim.user("player 1"), sim.user("player 2")
    channel = sim.guild(members=[ann, cem]).channel("friends")
    async with House(sim, tmp_path) as house:
        await _round_over(sim, ann, channel)
        await house.quiet()
        shown = await ann.slash(channel, "replay", id="M1.1")
        assert not shown.ephemeral
        message = await shown.message()
        overview = message.text
        await ann.press(message, "Step by step")
        await sim.wait_for(lambda: "Step 0 of" in message.text)
        await cem.press(message, "Forward")
        await sim.wait_for(lambda: "Step 1 of" in message.text)
        await ann.press(message, "⏩ Trick")
        await sim.wait_for(lambda: "trick 1" in message.text)
        await ann.press(message, "⏭ Last")
        await sim.wait_for(lambda: "Points:" in message.text)
        await ann.press(message, "Forward")
        await ann.press(message, "Whole round")
        await sim.wait_for(lambda: message.text == overview)
        assert len([one for one in channel.messages if "🎞" in one.text]) == 1
        assert cem.ephemerals == []


async def test_an_answer_that_one_person_sees_goes_on_by_itself(
    sim: DiscordSim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord is told that the answer takes a while, and shows it to ann alone; the judging lasts until then."""
    seen, judge = asyncio.Event(), Reviewer._reviewed

    async def later(*given: Any) -> Review:
        await seen.wait()
        return await judge(*given)

    monkeypatch.setattr(Reviewer, "_reviewed", later)
    monkeypatch.setattr("bot.session.club.reviews._WAIT", 1.5)
    ann = sim.user("player 1")
    channel = sim.guild(members=[ann]).channel("friends")
    async with House(sim, tmp_path) as house:
        await _round_over(sim, ann, channel)
        await house.quiet()
        await ann.slash(channel, "review", id="M1.1")
        message = await sim.wait_for(lambda: next((one for one in ann.ephemerals if "Review of" in one.text), None))
        seen.set()
        await sim.wait_for(lambda: "accuracy" in message.text)
        assert not [one for one in channel.messages if "Review of" in one.text]


async def test_a_round_is_looked_at_privately_and_strangers_learn_nothing(sim: DiscordSim, tmp_path: Path) -> None:
    ann, eve = sim.user("player 1"), sim.user("player 2")
    channel = sim.guild(members=[ann]).channel("friends")
    elsewhere = sim.guild(members=[eve]).channel("others")
    async with House(sim, tmp_path):
        await _round_over(sim, ann, channel)
        shown = await ann.slash(ann.dm, "replay", id="M1.1")
        message = await shown.message()
        await ann.press(message, "Step by step")
        await sim.wait_for(lambda: "Step 0 of" in message.text)
        refused = await eve.slash(elsewhere, "replay", id="M1.1")
        assert refused.ephemeral
        assert "Step" not in refused.text


async def test_a_round_is_shared_as_a_moving_picture_and_a_file(sim: DiscordSim, tmp_path: Path) -> None:
    ann = sim.user("player 1")
    channel = sim.guild(members=[ann]).channel("friends")
    async with House(sim, tmp_path) as house:
        await _round_over(sim, ann, channel)
        await house.quiet()
        await ann.slash(channel, "replay", id="M1.1", share=True)
        film = await sim.wait_for(
            lambda: next((one for one in channel.messages if any(name.endswith(".gif") for name in one.files)), None)
        )
        assert "Shared by player 1" in film.text
        (picture,) = [data for name, data in film.files.items() if name.endswith(".gif")]
        assert picture.startswith(b"GIF89a")
        assert len(picture) < 8_000_000
        assert json.loads(film.files["M1.1.json"])["game"] == "doudizhu"
        again = await ann.slash(channel, "replay", id="M1.1", share=True)
        assert "Try again in a minute" in again.text
        await ann.press(film, "Step by step")
        await sim.wait_for(lambda: "Step 0 of" in "".join(one.text for one in channel.messages))


async def test_a_channel_goes_on_while_a_round_that_is_shared_is_drawn(
    sim: DiscordSim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, cem = sim.user("player 1"), sim.user("player 2")
    channel = sim.guild(members=[ann, cem]).channel("friends")
    finished = threading.Event()
    monkeypatch.setattr("bot.present.pictures.views._REELS", waiting := ThreadPoolExecutor(1))
    monkeypatch.setattr("bot.frontends.discord.outgoing.markup._pictures", Kept(8 << 20))
    async with House(sim, tmp_path) as house:
        await _round_over(sim, ann, channel)
        await house.quiet()
        waiting.submit(finished.wait)
        await ann.slash(channel, "replay", id="M1.1", share=True)
        await cem.slash(channel, "new", game="doudizhu")
        await ann.slash(channel, "join", table=2)
        await sim.wait_for(lambda: any("2. **player 1**" in message.text for message in channel.messages))
        assert "Shared by player 1" not in texts(channel)
        finished.set()
        await sim.wait_for(lambda: "Shared by player 1" in texts(channel))
    waiting.shutdown()


async def test_a_channel_has_a_round_judged_in_one_message(sim: DiscordSim, tmp_path: Path) -> None:
    ann, cem = sim.user("player 1"), sim.user("player 2")
    channel = sim.guild(members=[ann, cem]).channel("friends")
    async with House(sim, tmp_path) as house:
        await _round_over(sim, ann, channel)
        await house.quiet()
        shown = await ann.slash(channel, "replay", id="M1.1")
        message = await shown.message()
        await cem.press(message, "Review")
        await sim.wait_for(lambda: "Review of M1.1" in message.text)
        await sim.wait_for(lambda: "accuracy" in message.text)  # nobody has pressed anything
        await ann.press(message, "Decisions")
        await sim.wait_for(lambda: "Decision 1 of" in message.text)
        await cem.press(message, "On")
        await sim.wait_for(lambda: "Decision 2 of" in message.text)
        await ann.press(message, "Overview")
        await sim.wait_for(lambda: "accuracy" in message.text)
        assert len([one for one in channel.messages if "M1.1 · " in one.text]) == 1
        again = await ann.slash(channel, "review", id="M1.1")
        assert not again.ephemeral
        assert "accuracy" in (await again.message()).text
