"""The log at its most talkative holds no card and no token, whoever writes into it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.safety import log_child

_CARDS = re.compile(r"(?<![A-Za-z0-9])(?:[3-9TJQKA2][shdc])(?![A-Za-z0-9])")
_ROOT = Path(__file__).parents[2]


def said(what: str, folder: Path, form: str) -> str:
    line = [sys.executable, "-m", "tests.safety.log_child", what, str(folder), form]
    done = subprocess.run(line, cwd=_ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("what", "form"),
    [
        ("match", "json"), ("errors", "console"), ("errors", "json"), ("nowhere", "console"),
        ("libraries", "console"), ("libraries", "json"), ("garbage", "json"),
    ],
)  # fmt: skip
def test_the_log_tells_the_host_what_happened_and_no_secret(what: str, form: str, tmp_path: Path) -> None:
    text = said(what, tmp_path, form)
    assert len(text.splitlines()) >= 2, text
    assert not _CARDS.findall(text), text
    for token in (log_child.TELEGRAM, log_child.DISCORD):
        assert token not in text
        assert token.rpartition(":")[2].rpartition(".")[2] not in text
    assert "aW50ZXJhY3Rpb24" not in text
    assert "Traceback" not in text


def test_what_happened_can_still_be_read(tmp_path: Path) -> None:
    text = said("errors", tmp_path, "json")
    assert "Task exception was never retrieved" in text
    assert "KeyError" in text
    assert "Ignoring exception in …" in text
    assert "log_child.py" in text


def test_an_update_that_a_library_cannot_read_is_one_line(tmp_path: Path) -> None:
    text = said("garbage", tmp_path, "json")
    assert text.count("telegram.update.unreadable") == 1
    assert text.count("discord_event_unreadable") == 2
    assert "Error while parsing updates! Received data was …" in text
