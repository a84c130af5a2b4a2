"""Looking back at a round on Discord: one message that is turned from moment to moment."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.reviews import Review
from bot.session.host.reviewer import Reviewer
from tests.frontends.discord.house import House, over, seat_all, texts
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser


async def _round_over(sim: DiscordSim, person: VirtualUser, channel: VirtualChannel) -> None:
    await seat_all(sim, [person], channel)
    for command in ("ai", "away", "deal"):
        await person.slash(channel, command)
    await sim.wait_for(lambda: over([person]) or "/replay M1.1" in texts(channel))


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
