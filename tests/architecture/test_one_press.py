"""What one press may cost: a unit of work, and a panel for each person, made and drawn once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from bench.press import Trace, discord_press, telegram_press

_FILES: Final = 48
"""So many files of ours may run for a press before it is durable."""


@pytest.mark.parametrize("press", [telegram_press, discord_press])
async def test_a_press_takes_one_unit_of_work_and_one_panel_a_person(
    press: Callable[[Path, int], Awaitable[Trace]], tmp_path: Path
) -> None:
    trace = await press(tmp_path, 1)
    assert trace.units - trace.notes == 1
    assert trace.notes <= 1, "whose turn it is gets a new message, whose id is noted"
    assert sorted(trace.panels.items()) == [(0, 1), (1, 1), (2, 1)]
    assert trace.screens == {"hand": 3, "table": 1}
    # What runs by itself every second may fall into a press: the least of a few is what a press needs.
    needed = len(trace.until_commit)
    for again in ("second", "third"):
        if needed > _FILES:
            (tmp_path / again).mkdir()
            needed = min(needed, len((await press(tmp_path / again, 1)).until_commit))
    assert needed <= _FILES
