"""The program under test, again and again on one database, with real power cuts."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.process.conftest import tokens
from tests.process.program import Program
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

__all__ = ["House", "Run", "alive"]

_END_SECONDS = 3.0
"""How long worker processes may take to notice that the program is gone."""


class Run(Program):
    """One run; ``survivors`` are processes of its own that went on after it was killed."""

    survivors: tuple[int, ...] = ()

    @property
    def pid(self) -> int:
        """The main process."""
        assert self._process is not None
        return self._process.pid

    async def kill(self) -> None:
        """End it at once, and only it; what it leaves behind has a while to end by itself."""
        if self._process is None:
            return
        family = _descendants(self.pid) if self.running else ()
        if self.running:
            self._process.kill()
        # Whoever still holds the pipes keeps all three waiting.
        ends = [asyncio.ensure_future(self._process.wait()), *self._readers]
        _, hanging = await asyncio.wait(ends, timeout=_END_SECONDS)
        if hanging:
            self.survivors = tuple(pid for pid in family if alive(pid))
            for pid in self.survivors:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        await asyncio.gather(*ends)


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not asked for its exit code does not."""
    status = Path(f"/proc/{pid}/status")
    return status.exists() and "\nState:\tZ" not in status.read_text()


def _descendants(pid: int) -> tuple[int, ...]:
    """Children and their children, where there is a ``/proc``."""
    found: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, file.read_text().split()):
            found += [child, *_descendants(child)]
    return tuple(found)


class House:
    """The program, again and again on one database; it remembers all that was ever written."""

    def __init__(self, folder: Path, telegram: TelegramSim, discord: DiscordSim, turn_seconds: int) -> None:
        self.database = folder / "paiju.db"
        self._folder, self._telegram, self._discord = folder, telegram, discord
        self._settings = {**tokens(telegram, discord), "TURN_SECONDS": str(turn_seconds)}
        self._runs: list[Run] = []
        self.up = asyncio.Event()
        """Whether it runs and both platforms are there."""

    @property
    def program(self) -> Run:
        """The one that runs."""
        return self._runs[-1]

    @property
    def kills(self) -> int:
        """How often it was started again."""
        return len(self._runs) - 1

    @property
    def survivors(self) -> int:
        """How many processes went on after their program had been killed."""
        return sum(len(run.survivors) for run in self._runs)

    async def start(self) -> None:
        """Start it and wait until both platforms are there."""
        identified = self._discord.gateway.identifies
        self._runs.append(Run(self._folder, self._settings))
        await self.program.start()
        await self.program.says("telegram.connected")
        await self._discord.wait_for(lambda: self._discord.gateway.identifies > identified)
        self.up.set()

    async def cut_power(self) -> None:
        """Kill it in the middle of whatever it does."""
        self.up.clear()
        await self.program.kill()

    def lines(self) -> list[str]:
        """All that every run wrote."""
        return [line for run in self._runs for line in run.output + run.errors]
