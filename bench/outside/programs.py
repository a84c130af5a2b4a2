"""Programs of this machine, which are spoken to over their standard input and output."""

from __future__ import annotations

import shlex
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

from arena.players import Guest
from bench.outside.lines import Lines, LinesGuest
from games.contract import Game

__all__ = ["Programs", "Started", "lines"]


class Started(Lines):
    """A program that was started here; what it prints on standard error is nobody's."""

    def __init__(self, command: list[str], seconds: float, folder: Path | None = None) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        except OSError as error:
            raise ValueError(f"{command[0]}: {error.strerror}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        super().__init__(self._process.stdout.fileno(), self._process.stdin.fileno(), seconds)

    def close(self) -> None:
        self._process.kill()
        with suppress(OSError):
            self._process.communicate()


class Programs:
    """A program of which each seat has a process of its own, so that partners see no more than they may. One that has failed is
    started anew for the next round."""

    def __init__(self, name: str, command: list[str], seconds: float, folder: Path | None = None) -> None:
        self.name = name
        self._command, self._seconds, self._folder = command, seconds, folder
        self._running: dict[int, Started] = {}

    def at(self, seat: int) -> Started:
        if seat not in self._running:
            self._running[seat] = Started(self._command, self._seconds, self._folder)
        return self._running[seat]

    def close(self) -> None:
        for seat in list(self._running):
            self.drop(seat)

    def drop(self, seat: int) -> None:
        if seat in self._running:
            self._running.pop(seat).close()


class lines(Programs):  # noqa: N801 # called as players are named
    """A program of this machine that speaks our own dialogue on its standard input and output."""

    def __init__(self, game: str, command: str, seconds: float) -> None:
        super().__init__(command, shlex.split(command), seconds)

    def sit(self, game: Game[Any], seat: int) -> Guest:
        return LinesGuest(seat, self.at(seat), lambda: self.drop(seat))
