"""`paiju replay` at a real terminal: on, back, to a trick, to a step, and out."""

import json
import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process.program import ROOT

pytestmark = pytest.mark.process
SCENARIO = {
    "title": "a short round",
    "game": "doudizhu",
    "start": {"phase": "play", "landlord": 0, "hands": ["3s 4s 4h", "5s 6s", "7s 8s"]},
    "steps": ["0: play 3s", "1: play 5s", "2: play 7s", "0: pass", "1: pass", "2: play 8s"],
}


class Terminal:
    """The program on a pseudo-terminal, and a person who reads and types there."""

    def __init__(self, *command: str) -> None:
        ours, theirs = pty.openpty()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bot", *command], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
        )
        os.close(theirs)
        self._screen = ours
        self._seen = ""

    def read(self, until: str) -> str:
        while until not in self._seen:
            ready, _, _ = select.select([self._screen], [], [], 30.0)
            assert ready, f"{until!r} never came:\n{self._seen}"
            try:
                found = os.read(self._screen, 4096)
            except OSError:  # the other end has closed
                found = b""
            assert found, f"{until!r} never came:\n{self._seen}"
            self._seen += found.decode().replace("\r\n", "\n")
        before, _, self._seen = self._seen.partition(until)
        return before + until

    def type(self, line: str) -> None:
        os.write(self._screen, f"{line}\n".encode())

    def end(self) -> int:
        return self._process.wait(20)

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._screen)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(SCENARIO), encoding="utf-8")
    opened = Terminal("replay", str(path))
    yield opened
    opened.close()


def test_a_round_is_gone_through_forwards_and_backwards(terminal: Terminal) -> None:
    assert "a short round" in terminal.read("[0/6]")
    for typed, step, told in (
        ("", 1, "0: play 3s"), ("n", 2, "1: play 5s"), ("b", 1, "0: play 3s"), ("t", 6, "2: play 8s"), ("p", 1, "0: play 3s"),
        ("4", 4, "0: pass"), ("sideways", 4, "a number: that step"), ("l", 6, ""), ("f", 0, "round 1"), ("99", 6, ""),
    ):  # fmt: skip
        terminal.type(typed)
        assert told in terminal.read(f"[{step}/6]"), typed
    terminal.type("")
    assert terminal.end() == 0


def test_whoever_has_seen_enough_says_so(terminal: Terminal) -> None:
    terminal.read("[0/6]")
    terminal.type("q")
    assert terminal.end() == 0
