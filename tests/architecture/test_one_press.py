"""What one press may cost: a unit of work, and a panel for each person, made and drawn once."""

import tomllib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from bench.press import Trace, discord_press, telegram_press

_BUDGET: Final = Path(__file__).with_name("budget.toml").read_text(encoding="utf-8")
_PRESS: Final[dict[str, int]] = tomllib.loads(_BUDGET)["press"]
"""So many files of ours may run for a press, in all and before it is durable, and so many calls of our functions be made."""


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
    traces = [trace]
    for again in ("second", "third"):
        if not _is_within(traces):
            (tmp_path / again).mkdir()
            traces.append(await press(tmp_path / again, 1))
    assert _is_within(traces), [trace.lines()[0] for trace in traces]


def _is_within(traces: list[Trace]) -> bool:
    """Whether these presses, each count at its least, kept the budget of all."""
    counts = [
        {"files": len(one.files), "files_until_commit": len(one.until_commit), "calls": one.calls} for one in traces
    ]
    return all(min(count[name] for count in counts) <= most for name, most in _PRESS.items())
