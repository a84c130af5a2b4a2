"""What people see on an evening, held against what is written down: `make evenings` writes it anew."""

import os
from pathlib import Path

import pytest

from tests.evenings.house import same_chance
from tests.evenings.on_discord import discord
from tests.evenings.on_telegram import telegram
from tests.evenings.quiet import Quiet
from tests.evenings.scripts import SCRIPTS

_HERE = Path(__file__).parent
_WRITES = bool(os.environ.get("WRITE_EVENINGS"))
PLATFORMS = {"telegram": telegram, "discord": discord}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("script", SCRIPTS)
async def test_an_evening_reads_as_it_is_written_down(
    platform: str, language: str, script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = _HERE / platform / language / f"{script}.txt"
    if not _WRITES and not written.exists():
        pytest.skip(
            f"{written.relative_to(_HERE)} IS MISSING, so nobody notices other words: `make evenings` writes it"
        )
    story = Quiet()
    story.counts(monkeypatch)
    same_chance(monkeypatch)
    async with PLATFORMS[platform](story, language, monkeypatch) as stage:
        try:
            await SCRIPTS[script](stage)
        except AssertionError as error:
            raise AssertionError(stage.paper.text) from error
        text = stage.paper.text
    if _WRITES:
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(text, encoding="utf-8")
    assert text == written.read_text(encoding="utf-8"), "other words: look at the difference, then `make evenings`"
