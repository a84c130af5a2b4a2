"""The real program against the simulated Discord: a match, a kill in the middle, a clean stop."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontends.discord.house import act, deal, panel_of, play_out, seat_all, texts, turn_of
from tests.process.program import Program
from tests.simulators.discord import DiscordSim

pytestmark = pytest.mark.process


def program(sim: DiscordSim, folder: Path, **more: str) -> Program:
    return Program(folder, {"DISCORD_TOKEN": sim.token, "DISCORD_API_BASE_URL": sim.base_url, **more})


async def test_a_match_survives_a_kill_in_the_middle_and_is_played_out(sim: DiscordSim, tmp_path: Path) -> None:
    people = [sim.user(f"player {number}") for number in (1, 2, 3)]
    channel = sim.guild(members=people).channel("friends")
    async with program(sim, tmp_path) as first:
        await sim.wait_until_ready()
        await seat_all(sim, people, channel)
        await deal(sim, people, channel)
        for _ in range(6):
            await act(sim, people)
        state = (await people[0].slash(channel, "table", plain=True)).text
        await first.kill()
    async with program(sim, tmp_path) as second:
        await sim.wait_for(lambda: sim.gateway.identifies == 2 and sim.gateway.connected)
        assert (await people[0].slash(channel, "table", plain=True)).text == state
        await play_out(sim, people)
        said = "\n".join(first.output + first.errors + second.output + second.errors)
        assert await second.stop() == 0
    assert sim.token not in said
    for person in people:
        panel = panel_of(person)
        assert panel is not None
        for version in (version for message in person.inbox for version in message.versions):
            for line in "\n".join(version.texts()).split("\n"):
                if line.startswith("Your "):
                    assert line not in said
    assert "Traceback" not in said


async def test_an_unknown_token_stops_the_start_with_one_line(sim: DiscordSim, tmp_path: Path) -> None:
    wrong = "x".join(sim.token[n : n + 5] for n in range(0, 70, 5)).replace(".", "a")
    token = f"{wrong[:24]}.Gwrong.{wrong[24:60]}"
    bot = Program(tmp_path, {"DISCORD_TOKEN": token, "DISCORD_API_BASE_URL": sim.base_url})
    assert await bot.finish() == 1
    (line,) = [line for line in bot.errors if line.startswith("paiju: ")]
    assert "DISCORD_TOKEN" in line
    assert token not in "\n".join(bot.output + bot.errors)


async def test_the_true_pace_of_discord_is_kept(tmp_path: Path) -> None:
    async with DiscordSim(rate_factor=1.0) as sim:
        alice = sim.user("player 1")
        channel = sim.guild(members=[alice]).channel("friends")
        async with program(sim, tmp_path, OUTBOX_PACE="1") as bot:
            await sim.wait_until_ready()
            await seat_all(sim, [alice], channel)
            await alice.slash(channel, "ai")
            await alice.slash(channel, "deal")
            await sim.wait_for(lambda: turn_of([alice]))
            for _ in range(4):
                await act(sim, [alice])
            assert await bot.stop() == 0
        assert "player 1" in texts(channel)
        assert sim.rates.exceeded == 0
        for kind in ("create", "edit"):
            for place in (channel.id, alice.dm.id):
                times = [call.at for call in sim.calls if call.kind == kind and f"/channels/{place}/" in call.path]
                assert all(later - earlier >= 4.9 for earlier, later in zip(times, times[5:], strict=False))
        assert sim.violations == []
