"""What is written down of evenings as a whole: not too much, and no command in another platform's grammar."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.session.port.commands.record import menu
from tests.evenings.scripts import SCRIPTS
from tests.evenings.test_evenings import PLATFORMS

_HERE = Path(__file__).parent
_NAMES = "|".join(sorted({typed.name for _, typed in menu()}, reverse=True))
_PLACE = re.compile(r"  (?:\d+:\d\d )?(.+?) #\d+")
_BARE = re.compile(rf"(?<![</\w])/(?:{_NAMES})\b")
"""A command as it is typed on Telegram; Discord has mentions of commands, which can be pressed."""
_OPTION = re.compile(rf"</|/(?:{_NAMES}) \w+:\S")  # A mention of a command, or an option by its name, as on Discord
_CODE = re.compile(r"`[^`]*`")
_OF_GROUPS = re.compile(r"/(?:ban|unban|defaults|notify)\b")


_MOST_BYTES = 2_000_000


def said(path: Path) -> Iterator[tuple[str, str]]:
    """Each line that the bot says, with its place."""
    place = ""
    for line in path.read_text(encoding="utf-8").split("\n"):
        if found := _PLACE.match(line):
            place = found[1]
        elif line.startswith("    "):
            yield place, line


def texts(platform: str) -> list[Path]:
    found = sorted(_HERE.glob(f"{platform}/*/*.txt"))
    if not found:
        pytest.skip(
            "NO EVENING IS WRITTEN DOWN, so nobody notices another platform's grammar: `make evenings` writes them"
        )
    return found


@pytest.mark.parametrize(
    ("platform", "foreign", "other"),
    [("telegram", _OPTION, "Discord"), ("discord", _BARE, "Telegram")],
    ids=["telegram", "discord"],
)
def test_each_platform_is_spoken_to_in_its_own_grammar(platform: str, foreign: re.Pattern[str], other: str) -> None:
    wrong = {
        (path.name, line.strip())
        for path in texts(platform)
        for _, line in said(path)
        if foreign.search(_CODE.sub("", line)) and other not in line
    }
    assert not wrong


@pytest.mark.parametrize("platform", ["telegram", "discord"])
def test_a_private_chat_is_told_of_no_command_that_is_for_groups(platform: str) -> None:
    wrong = {
        (path.name, line.strip())
        for path in texts(platform)
        for place, line in said(path)
        if place != "group" and "alone in the group" not in place
        if _OF_GROUPS.search(line) and not re.search("group|群|server|服务器", line)
    }
    assert not wrong


def test_every_text_belongs_to_an_evening_and_all_are_short_enough() -> None:
    written = {path for platform in PLATFORMS for path in texts(platform)}
    known = {
        _HERE / platform / language / f"{one}.txt"
        for platform in PLATFORMS
        for language in ("en", "zh")
        for one in SCRIPTS
    }
    assert written <= known
    assert sum(path.stat().st_size for path in written) < _MOST_BYTES
