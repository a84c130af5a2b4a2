"""The real program against the simulated Discord: a match, a kill in the middle, a clean stop."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.frontends.discord.house import act, seat_all, texts, turn_of
from tests.process.program import Program
from tests.simulators.discord import DiscordSim

pytestmark = pytest.mark.process


def program(sim: DiscordSim, folder: Path, **more: str) -> Program:
    return Program(folder, {"DISCORD_TOKEN": sim.token, "DISCORD_API_BASE_URL": sim.base_url, **more})


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


async def test_a_round_is_played_by_interactions_that_come_over_http(sim: DiscordSim, tmp_path: Path) -> None:
    alice = sim.user("player 1")
    channel = sim.guild(members=[alice]).channel("friends")
    key = sim.key.public_key().public_bytes_raw().hex()
    async with program(sim, tmp_path, DISCORD_PUBLIC_KEY=key) as bot:
        await sim.wait_until_ready()
        sim.endpoint = bot.page + "/discord/interactions"
        assert await sim.bring({"type": 1}) == 200
        assert sim.brought == [b'{"type": 1}']
        assert await sim.bring({"type": 1}, key=Ed25519PrivateKey.generate()) == 401
        assert await sim.bring({"type": 2, "application_id": "7"}) == 404
        await seat_all(sim, [alice], channel)
        await alice.slash(channel, "ai")
        await alice.slash(channel, "deal")
        for _ in range(4):
            await sim.wait_for(lambda: turn_of([alice]))
            await act(sim, [alice])
        assert await bot.stop() == 0
    assert sim.violations == []
