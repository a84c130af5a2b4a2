"""The real program as a child process: start it, wait until it says that it is ready, stop or kill it."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.patience import patience, patient

READY = "Paiju is ready"
ROOT = Path(__file__).resolve().parents[2]


class Program:
    """One run of ``python -m bot run`` (or any other command) in a folder of its own. ``output`` and ``errors`` collect
    every line, so that a test can look for what must not be there."""

    def __init__(self, folder: Path, environment: Mapping[str, str], *command: str) -> None:
        self.folder = folder
        self.command = command or ("run",)
        self.environment = {
            **{name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG", "TMPDIR"}},
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "PYTHONWARNINGS": "default,ignore::DeprecationWarning:discord.player",
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'paiju.db'}",
            "WEB_PORT": "0",
            "AI_DELAY_SECONDS": "0",
            "OUTBOX_PACE": "1000",
            **environment,
        }
        self.output: list[str] = []
        self.errors: list[str] = []
        self.page = ""
        self._process: asyncio.subprocess.Process | None = None
        self._readers: list[asyncio.Task[None]] = []
        self._ready = asyncio.Event()
        self._line = asyncio.Condition()

    async def _spawn(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *self.command,
            cwd=self.folder, env=self.environment,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip

    async def start(self) -> Self:
        """Start and wait for the line that says it is ready; if the process ends instead, fail with what it said."""
        process = self._process = await self._spawn()
        assert process.stdout is not None
        assert process.stderr is not None
        self._readers = [
            asyncio.create_task(self._read(process.stdout, self.output)),
            asyncio.create_task(self._read(process.stderr, self.errors)),
        ]
        ready = asyncio.create_task(self._ready.wait())
        ended = asyncio.create_task(process.wait())
        with suppress(TimeoutError):
            await patient(asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED))
        if not ready.done():
            ready.cancel()
            await self.kill()
            raise AssertionError("the program did not get ready:\n" + "\n".join(self.output + self.errors))
        if not ended.done():
            ended.cancel()
        return self

    async def _read(self, stream: asyncio.StreamReader, into: list[str]) -> None:
        async for raw in stream:
            line = raw.decode(errors="replace").rstrip("\n")
            into.append(line)
            if line.startswith(READY):
                self.page = next((word for word in line.split() if word.startswith("http")), "")
                self._ready.set()
            async with self._line:
                self._line.notify_all()

    async def says(self, text: str) -> None:
        async with patience(), self._line:
            await self._line.wait_for(lambda: any(text in line for line in self.output + self.errors))

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        assert self._process is not None
        if self.running:
            self._process.send_signal(sign)
        code = await patient(self._process.wait())
        await asyncio.gather(*self._readers)
        return code

    async def kill(self) -> None:
        if self._process is not None:
            if self.running:
                self._process.kill()
            await self._process.wait()
            await asyncio.gather(*self._readers)

    async def finish(self) -> int:
        """For commands that end by themselves: run to the end and return the exit code."""
        process = self._process = await self._spawn()
        output, errors = await patient(process.communicate())
        self.output = output.decode().splitlines()
        self.errors = errors.decode().splitlines()
        assert process.returncode is not None
        return process.returncode

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.kill()
