"""Programs of this machine, which are spoken to over their standard input and output."""

from __future__ import annotations

import shlex
import subprocess
from contextlib import suppress
from os import SEEK_END
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from arena.players import Failed, Guest
from bench.outside.lines import Lines, LinesGuest
from games.contract import Game

__all__ = ["Programs", "Started", "lines"]


class Started(Lines):
    """A program that was started here. The last line that it printed on standard error says why it broke down."""

    def __init__(self, command: list[str], seconds: float, folder: Path | None = None) -> None:
        pipe, self._errors = subprocess.PIPE, TemporaryFile()  # noqa: SIM115 # open as long as the program runs
        try:
            self._process = subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=self._errors)
        except OSError as error:
            raise ValueError(f"{command[0]}: {error.strerror}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        super().__init__(self._process.stdout.fileno(), self._process.stdin.fileno(), seconds)

    def text(self, until: float | None = None) -> str:
        try:
            return super().text(until)
        except Failed as failed:
            self._errors.seek(max(0, self._errors.seek(0, SEEK_END) - 400))
            last = self._errors.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise Failed(
                failed.kind, f"{failed.said}: {last}" if failed.kind == "crashed" and last else failed.said
            ) from None

    def close(self) -> None:
        self._process.kill()
        with suppress(OSError):
            self._process.communicate()
        self._errors.close()


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
