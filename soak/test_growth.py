"""The whole program, round after round: its memory and that of its workers comes to rest."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.session.port import commands as c
from soak.crowd import OnTelegram
from soak.evidence import check_written, finished_rounds
from soak.house import Run
from soak.memory import assert_level, resident_mib
from soak.written import in_file
from tests.process.conftest import tokens
from tests.simulators.telegram import Group, Person, TelegramSim

SAMPLES = 60


async def test_a_program_that_plays_round_after_round_does_not_grow(tmp_path: Path, seconds: float, seed: int) -> None:
    """One person who is always away, and AI players: rounds go by as fast as the machine allows."""
    async with TelegramSim() as sim:
        program = Run(tmp_path, {**tokens(sim), "TURN_SECONDS": "0", "PAIJU_SEED": str(seed)})
        await program.start()
        samples: list[float] = []
        try:
            await program.says("telegram.connected")
            person = sim.user("player 1", started=True)
            await person.starts()
            group = sim.group("friends", [person])
            await _deals(sim, person, group)
            until = asyncio.get_running_loop().time() + seconds
            away = asyncio.create_task(_stays_away(sim, person, group, until))
            for _ in range(SAMPLES):
                await asyncio.sleep(seconds / SAMPLES)
                samples.append(resident_mib(program.pid))
                sim.calls.clear()
            await away
            assert await program.stop() == 0
        finally:
            await program.kill()
        written = in_file(tmp_path / "paiju.db")
        seen = check_written(written)
        print(f"{dict(seen)}; MiB: {' '.join(f'{sample:.0f}' for sample in samples[::5])}")
        assert finished_rounds(written) > 1
        assert_level(samples, allowed=12.0)


async def _deals(sim: TelegramSim, person: Person, group: Group) -> None:
    await person.says(group, "/new doudizhu deals=1000")
    await sim.wait_for(lambda: sim.find(group, "player 1"))
    await person.says(group, "/ai")
    await sim.wait_for(lambda: (found := sim.find(group, "player 1")) and "free" not in found.text)
    await person.says(group, "/deal")
    await sim.wait_for(lambda: person.inbox and person.last.buttons)


async def _stays_away(sim: TelegramSim, person: Person, group: Group, until: float) -> None:
    """Press Ready between rounds, and leave the rest to the AI player."""
    player, loop = OnTelegram(sim, person, group), asyncio.get_running_loop()
    while loop.time() < until:
        buttons = player.buttons()
        ready = [button for button in buttons if isinstance(button.command, c.Ready)]
        if ready:
            await player.press(ready[-1])
        elif any(isinstance(button.command, c.Offer) for button in buttons):
            await player.command("away")
        await asyncio.sleep(0.1)
