"""One, two and three workers on one PostgreSQL and one Redis: ``python -m bench.cluster [--tables N] [--workers N]…``.

The real program as so many processes; the simulated platform, its people and a plain balancer are another one: this. Every
update goes to the next worker in line, whoever has its table. People press at moments drawn beforehand, one action a table
and minute unless ``--rate`` says otherwise.

*Acknowledged*: until the platform has ``answerCallbackQuery``; *local* where the worker that got the update has the table, else
*carried*. *Take over*: after ``kill -9`` of a worker, until a press at each of its tables is acknowledged. *Memory a table*: of
all workers together, with all tables less without any.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import random
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import structlog

from bench.crowds import Press, TelegramCrowd, Turn, seat_everybody
from bench.load import until, until_quiet
from bench.platforms import marks
from bot.session.port import buttons as codec
from soak.memory import resident_mib
from tests.cluster_process.house import House
from tests.simulators.telegram import TelegramSim

TABLES: Final = 1_000
SECONDS: Final = 30.0
_PATIENCE: Final = 60.0
_STARTED_SECONDS: Final = 8.0


async def measure(workers: int, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """All figures with so many workers."""
    async with TelegramSim() as sim:
        crowd, house = TelegramCrowd(sim, tables), House(sim, None, webhook=True, workers=workers)
        try:
            await house.start_servers()
            await house.start_workers()
            await asyncio.sleep(_STARTED_SECONDS)
            empty = _resident(house)
            await house.stop_workers()
            await seat_everybody(crowd, house.database.url)
            began = time.monotonic()
            await house.start_workers()
            with suppress(TimeoutError):
                await until(lambda: len(crowd.turns()) >= tables * 0.98, "all tables are shown", 300.0)
            await until_quiet(crowd)
            shown, full = time.monotonic() - began, _resident(house)
            found = await _press(house, crowd, sim, rate, seconds)
            taken = await _take_over(house, crowd) if workers > 1 else None
        finally:
            await house.close()
    assert not crowd.faults(), crowd.faults()[:3]
    return {
        "tables": tables,
        "rate": round(rate, 2),
        **found,
        "all_shown_seconds": round(shown, 1),
        "take_over_seconds": taken,
        "memory_per_table_kib": round((full - empty) * 1024 / tables, 1),
        "load": [round(part, 2) for part in os.getloadavg()],
    }


def _resident(house: House) -> float:
    return sum(resident_mib(worker.program.pid) for worker in house.workers)


async def _owners(house: House) -> dict[int, str]:
    return {row["table"]: row["worker"] for row in (await house.written()).owners}


def _table_of(turn: Turn) -> int:
    return int(getattr(codec.decode(turn.buttons[0].data or ""), "table", 0))


async def _press(house: House, crowd: TelegramCrowd, sim: TelegramSim, rate: float, seconds: float) -> dict[str, Any]:
    """Presses at planned moments; how long each took from its moment, by who got it."""
    dice = random.Random(1)
    owners, turns = await _owners(house), crowd.turns()
    dice.shuffle(turns)
    due = time.monotonic() + 0.5
    presses: list[tuple[float, str, Press]] = []
    for turn in turns[: max(1, int(rate * seconds))]:
        due += dice.expovariate(rate)
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        press = await crowd.press(turn, dice)
        presses.append((due, str(sim.updates.sent[-1]["update_id"]), press))
    with suppress(TimeoutError):
        await until(lambda: all(press.answered for _, _, press in presses), "all presses are answered", _PATIENCE)
    waits: dict[str, list[float]] = {"all": [], "local": [], "carried": []}
    for at, update, press in presses:
        if press.answered is not None:
            waits["all"].append(press.answered - at)
            own = house.name_at(house.balancer.took.get(update, "")) == owners.get(_table_of(press.turn))
            waits["local" if own else "carried"].append(press.answered - at)
    return {
        "presses": len(presses),
        "unanswered": len(presses) - len(waits["all"]),
        **{f"{name}_ms": marks(times) for name, times in waits.items()},
    }


async def _take_over(house: House, crowd: TelegramCrowd) -> float | None:
    """Kill a worker and press once at each of its tables."""
    dice, worker, owners = random.Random(2), house.workers[-1], await _owners(house)
    turns = [turn for turn in crowd.turns() if owners.get(_table_of(turn)) == worker.name]
    await worker.kill()
    began = time.monotonic()
    presses = [await crowd.press(turn, dice) for turn in turns]
    with suppress(TimeoutError):
        await until(lambda: all(press.answered for press in presses), "all are answered", _PATIENCE)
    answered = [press.answered for press in presses if press.answered is not None]
    return round(max(answered) - began, 1) if len(answered) == len(presses) and presses else None


def run(counts: Sequence[int], tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """The figures by how many workers there were."""
    figures = {}
    for workers in counts:
        print(f"{workers} workers", file=sys.stderr, flush=True)
        figures[str(workers)] = asyncio.run(measure(workers, tables, rate, seconds))
    return figures


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument(
        "--rate", type=float, help="presses a second, over all tables (default: one a table and minute)"
    )
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--workers", type=int, action="append", help="how many; more than once (default: 1, 2 and 3)")
    arguments = parser.parse_args()
    rate = arguments.rate or arguments.tables / 60
    figures = run(arguments.workers or [1, 2, 3], arguments.tables, rate, arguments.seconds)
    for workers, found in figures.items():
        print(f"{workers} workers: {found}")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
