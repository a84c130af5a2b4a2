"""What one press costs, measured from outside: ``python -m bench.press_load [--platform NAME]… [--tables N] [--rate R]``.

The real program runs as a process of its own with a database file and so many tables in the middle of a round; the
simulated platform and the people are another process: this one. People press at moments drawn beforehand (*open loop*):
the next one presses when it is time, whoever still waits. The outbox knows no limits, so that calls are what the program
wants to say and times are its own.

*Processor time a press*: that of the program and its children during all presses and until it has nothing more to say,
by the number of presses; *at rest*: what it takes meanwhile without presses (clocks that are kept on disk, polling).
*Presses a second*: the highest rate of a ladder at which 99 of 100 are acknowledged within 250 ms.

``python -m bench.press`` shows instead what runs of ours for one press.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bench.crowds import Crowd, seat_everybody
from bench.load import PLATFORMS, UNLIMITED, Stage, all_shown, parser_of_presses, press_at, until, until_quiet

__all__ = ["SECTION", "measure"]

SECTION: Final = "press"
TABLES, RATE, SECONDS = 1_000, 10.0, 20.0
LADDER: Final = (15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 80.0, 100.0)
"""Presses a second that are tried after the first rate, until one is too many."""
MOST_MILLISECONDS: Final = 250.0
_REST_SECONDS: Final = 6.0
_TOGETHER: Final = 25
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def processor_seconds(process: int) -> float:
    """Processor time of a process and of its children so far, those that have ended included."""
    parents: dict[int, int] = {}
    spent: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        parents[int(entry.name)] = int(fields[1])
        spent[int(entry.name)] = sum(map(int, fields[11:15]))
    family = {process}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(spent.get(member, 0) for member in family) / _TICKS


async def press_everywhere(crowd: Crowd) -> None:
    """Press once at each table, some at a time, before anything is measured: what was shown at the start differs a little
    from what is shown in play (hands that were drawn before their table's message cannot lead to it)."""
    dice, turns = random.Random(0), crowd.turns()
    for first in range(0, len(turns), _TOGETHER):
        pressed = [await crowd.press(turn, dice) for turn in turns[first : first + _TOGETHER]]
        await until(lambda pressed=pressed: all(one.answered for one in pressed), "all are answered")  # type: ignore[misc]
    await until_quiet(crowd)


async def at_rate(stage: Stage, rate: float, seconds: float, seed: int, rest: float) -> dict[str, Any]:
    """What presses cost at a rate; ``rest``: processor seconds a second without them."""
    crowd = stage.crowd
    since, began = crowd.calls(), time.monotonic()
    program, ours = processor_seconds(stage.process), time.process_time()
    found = await press_at(crowd, rate, seconds, seed)
    spent, took = processor_seconds(stage.process) - program, time.monotonic() - began
    presses = found["presses"]
    calls = crowd.methods(since)
    return {
        "rate": rate,
        **found,
        "processor_ms_a_press": round(spent / presses * 1000, 1),
        "processor_ms_a_press_less_rest": round((spent - rest * took) / presses * 1000, 1),
        "measurer_processor_ms_a_press": round((time.process_time() - ours) / presses * 1000, 1),
        "calls_a_press": round(calls.total() / presses, 2),
        "calls_a_press_by_method": {method: round(count / presses, 2) for method, count in calls.most_common()},
    }


def in_time(found: dict[str, Any]) -> bool:
    """Tell whether all presses were answered, and 99 of 100 soon enough."""
    return not found["unanswered"] and found["acknowledged_ms"].get("p99", 0.0) < MOST_MILLISECONDS


async def measure(
    crowd: Crowd, folder: Path, rate: float, seconds: float, ladder: Sequence[float] = LADDER
) -> dict[str, Any]:
    """All figures of one platform."""
    stage = Stage(crowd, folder)

    def say(text: str) -> None:
        print(f"{crowd.platform}: {text}", file=sys.stderr, flush=True)

    try:
        say(f"seating {crowd.tables} tables")
        await seat_everybody(crowd, folder / "paiju.db")
        since = crowd.calls()
        await stage.start(UNLIMITED)
        await all_shown(crowd, since)
        await until_quiet(crowd)
        await press_everywhere(crowd)
        before = processor_seconds(stage.process)
        await asyncio.sleep(_REST_SECONDS)
        rest = (processor_seconds(stage.process) - before) / _REST_SECONDS
        say(f"all tables shown; presses at {rate:g}/s")
        first = await at_rate(stage, rate, seconds, 1, rest)
        steps = [first]
        for number, step in enumerate(higher for higher in ladder if higher > rate):
            if not in_time(steps[-1]):
                break
            say(f"p99 {steps[-1]['acknowledged_ms'].get('p99')} ms; presses at {step:g}/s")
            steps.append(await at_rate(stage, step, seconds, number + 2, rest))
    finally:
        await stage.close()
    assert not crowd.faults(), crowd.faults()[:3]
    held = [step["rate"] for step in steps if in_time(step)]
    return {
        "tables": crowd.tables,
        "load": [round(part, 2) for part in os.getloadavg()],
        "rest_ms_a_second": round(rest * 1000, 1),
        "first": first,
        "steps": steps,
        "presses_a_second": max(held, default=0.0),
        "topmost_tried": len(held) == len(steps),
    }


async def _measured(
    platform: str, folder: Path, tables: int, rate: float, seconds: float, ladder: Sequence[float]
) -> dict[str, Any]:
    async with PLATFORMS[platform](tables) as crowd:
        return await measure(crowd, folder, rate, seconds, ladder)


def run(platforms: list[str], tables: int, rate: float, seconds: float, ladder: Sequence[float]) -> dict[str, Any]:
    """The figures by platform."""
    figures = {}
    for platform in platforms:
        with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-press-") as folder:
            figures[platform] = asyncio.run(_measured(platform, Path(folder), tables, rate, seconds, ladder))
    return figures


def show(figures: dict[str, Any]) -> None:
    for platform, found in figures.items():
        print(
            f"{platform}: {found['tables']} tables, load {found['load'][0]}, at rest {found['rest_ms_a_second']} ms/s"
        )
        for step in found["steps"]:
            print(
                f"  {step['rate']:5g}/s, n = {step['presses']}, {step['unanswered']} unanswered:"
                f" {step['processor_ms_a_press']} ms of processor time a press"
                f" ({step['processor_ms_a_press_less_rest']} without the rest;"
                f" the measurer {step['measurer_processor_ms_a_press']}), acknowledged {step['acknowledged_ms']},"
                f" measurer late {step['measurer_late_ms'].get('p99')}"
            )
        print(f"  {found['first']['calls_a_press']} calls a press: {found['first']['calls_a_press_by_method']}")
        more = " or more" if found["topmost_tried"] else ""
        print(f"  {found['presses_a_second']:g}{more} presses/s with p99 below {MOST_MILLISECONDS:g} ms")


def main() -> None:
    parser = parser_of_presses(__doc__, TABLES, RATE, SECONDS)
    parser.add_argument("--only", action="store_true", help="this rate alone, no higher ones")
    arguments = parser.parse_args()
    ladder = () if arguments.only else LADDER
    platforms = arguments.platform or list(PLATFORMS)
    figures = run(platforms, arguments.tables, arguments.rate, arguments.seconds, ladder)
    show(figures)
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
