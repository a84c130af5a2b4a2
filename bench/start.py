"""How soon a program with many open tables answers after a restart: ``python -m bench.start [--platform NAME]… [--tables N]``.

The real program, the simulated platform and the people are those of ``bench.press_load``. All tables are shown, the program is
killed and started again on its database. From the moment in which it is ready people press at tables drawn beforehand, each for
the first time, whoever still waits (*open loop*), while the program reads the other tables.

*Answered after the start*: from the start of the process to the answer of a press made in the moment in which it was ready, had
it been the slowest of all. *Sent by itself*: messages before anybody has pressed; what is still right on the screens stays.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from bench.crowds import Crowd, Press, Turn, seat_everybody
from bench.load import PLATFORMS, UNLIMITED, Stage, all_shown, parser_of_presses, until, until_quiet
from bench.platforms import marks
from bench.press_load import processor_seconds

__all__ = ["measure"]

TABLES, RATE, SECONDS = 5_000, 10.0, 10.0
MOST_SECONDS: Final = 5.0
_READ: Final = "all open tables have been read"


async def measure(crowd: Crowd, folder: Path, rate: float, seconds: float) -> dict[str, Any]:
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
        await asyncio.sleep(6)  # until the next heartbeat what messages show is not noted
        await stage.kill()
        say("all tables shown; killed, and started again")
        turns = crowd.turns()
        since, began = crowd.calls(), time.monotonic()
        ready = await stage.start(UNLIMITED)
        by_itself = crowd.methods(since)
        read = asyncio.create_task(_when_read(stage, began))
        answered, late = await _press(crowd, turns, rate, seconds)
        say("pressed; waiting until all tables have been read")
        all_read = await read
        await until_quiet(crowd)
        later, _ = await _press(crowd, crowd.turns(), rate, seconds)
        spent = processor_seconds(stage.process)
    finally:
        await stage.close()
    assert not crowd.faults(), crowd.faults()[:3]
    return {
        "tables": crowd.tables,
        "ready_s": round(ready, 2),
        "presses": len(answered),
        "first_answer_ms": marks(answered),
        "later_answer_ms": marks(later),
        "measurer_late_ms": marks(late),
        "answered_after_start_s": round(ready + max(answered), 2),
        "all_read_s": round(all_read, 1),
        "processor_s": round(spent, 1),
        "sent_by_itself": {name: count for name, count in by_itself.items() if name.startswith(("send", "edit"))},
    }


async def _when_read(stage: Stage, began: float) -> float:
    await stage.says(_READ)
    return time.monotonic() - began


async def _press(crowd: Crowd, turns: list[Turn], rate: float, seconds: float) -> tuple[list[float], list[float]]:
    """Press at tables that nobody has touched yet; how long each answer took, and how late each press was."""
    dice = random.Random(1)
    dice.shuffle(turns)
    due, presses, late = time.monotonic(), list[tuple[float, Press]](), list[float]()
    for turn in turns[: int(rate * seconds)]:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        late.append(time.monotonic() - due)
        presses.append((due, await crowd.press(turn, dice)))
        due += dice.expovariate(rate)
    await until(lambda: all(press.answered for _, press in presses), "all presses are answered")
    return [press.answered - due for due, press in presses if press.answered is not None], late


async def _measured(platform: str, folder: Path, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    async with PLATFORMS[platform](tables) as crowd:
        return await measure(crowd, folder, rate, seconds)


def main() -> None:
    arguments = parser_of_presses(__doc__, TABLES, RATE, SECONDS).parse_args()
    figures = {}
    for platform in arguments.platform or list(PLATFORMS):
        with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-start-") as folder:
            figures[platform] = asyncio.run(
                _measured(platform, Path(folder), arguments.tables, arguments.rate, arguments.seconds)
            )
    for platform, found in figures.items():
        print(platform, *(f"  {name}: {value}" for name, value in found.items()), sep="\n")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
