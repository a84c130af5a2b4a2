"""Many tables at once, measured from outside; ``python -m bench.load [--json FILE] [--tables N] [--rate R] [--seconds S]``.

The real program runs as a process of its own, with its chat library, its rendering, its database on disk and the clocks
of all tables. The simulated platform and the people are another process: this one. People press at moments that were
drawn beforehand (*open loop*): whoever is late, program or measurer, the time runs from the moment that was planned. At
each table three people are in the middle of a round, and each table is pressed at most once a phase.

*Acknowledged*: until the platform has ``answerCallbackQuery`` or the interaction's callback. *Told*: until it has the
message that notifies whoever is next. Both are taken with an outbox that knows no limits, which shows what the
program costs, and at the platform's published limits, which is how people meet it.

*Restart*: the program is killed and started again at the published limits: until it says that it is ready, until every
table's message and every hand were written anew. Killed once more, it finds one press for every table: until all are
acknowledged. *Memory a table*: resident memory of the main process with all tables shown, less that of one that has none.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import structlog

from bench.crowds import SEATS, Crowd, DiscordCrowd, Press, TelegramCrowd, seat_everybody
from bench.platforms import Process, marks
from storage.databases import open_store
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

TABLES, RATE, SECONDS = 1_000, 10.0, 60.0
UNLIMITED, PUBLISHED = "1000", "1.0"
LONGEST_SECONDS = 600.0
"""After so long a wait is given up, and the section fails."""
_LOOK = 0.05
_QUIET = 3.0
_PATIENCE = 120.0
_SILENCE = 60.0
_AGAIN = 3.5
"""Discord forgets a press that was not acknowledged within three seconds: people press again."""


class Stage:
    """One crowd and the program that serves it, again and again on one database."""

    def __init__(self, crowd: Crowd, folder: Path) -> None:
        self.crowd, self._folder = crowd, folder
        self._runs: list[Process] = []

    async def start(self, pace: str, folder: Path | None = None) -> float:
        """Start the program; seconds until it is ready."""
        run = Process(folder or self._folder, {**self.crowd.settings(), "OUTBOX_PACE": pace, "TURN_SECONDS": "0"})
        self._runs.append(run)
        connected = asyncio.create_task(self.crowd.connected(LONGEST_SECONDS))
        took = await run.measured_start()
        await connected
        return took

    async def says(self, text: str) -> None:
        """Wait until the program has written a line with this text."""
        await self._runs[-1].says(text)

    async def kill(self) -> None:
        """End the program at once."""
        await self._runs[-1].kill()

    @property
    def process(self) -> int:
        """The number of its main process."""
        return self._runs[-1].number

    def resident(self) -> float:
        """Its memory in MiB."""
        return self._runs[-1].resident_mib()

    async def close(self) -> None:
        for run in self._runs:
            await run.kill()


async def until(condition: Callable[[], bool], what: str, longest: float = LONGEST_SECONDS) -> None:
    """Look again and again until it is true; ``TimeoutError`` after ``longest`` seconds."""
    end = time.monotonic() + longest
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"waited in vain until {what}")
        await asyncio.sleep(_LOOK)


async def until_quiet(crowd: Crowd) -> None:
    """Wait until the program has had nothing to ask of the platform for a while, but for updates."""
    end = time.monotonic() + LONGEST_SECONDS
    since, seen = time.monotonic(), crowd.calls()
    while time.monotonic() - since < _QUIET and time.monotonic() < end:
        await asyncio.sleep(_LOOK)
        if crowd.calls() > seen + 1:
            since, seen = time.monotonic(), crowd.calls()


async def all_shown(crowd: Crowd, since: int) -> dict[str, float | None]:
    """Seconds from now until every table and every hand has been written since that request; ``None`` for what was not
    complete when the program had long had nothing more to say."""
    began = changed = time.monotonic()
    took: dict[str, float | None] = {"tables": None, "hands": None}
    tables: set[int] = set()
    hands: set[tuple[int, int]] = set()
    seen = since
    while None in took.values() and time.monotonic() - changed < _SILENCE:
        await asyncio.sleep(_LOOK)
        start, seen = seen, crowd.calls()
        before = len(tables) + len(hands)
        new_tables, new_hands = crowd.shown(start)
        tables |= new_tables
        hands |= new_hands
        now = time.monotonic()
        if len(tables) + len(hands) > before:
            changed = now
        if took["tables"] is None and len(tables) >= crowd.tables:
            took["tables"] = now - began
        if took["hands"] is None and len(hands) >= crowd.tables * SEATS:
            took["hands"] = now - began
    return took


async def press_at(crowd: Crowd, rate: float, seconds: float, seed: int) -> dict[str, Any]:
    """Presses at planned moments, ``rate`` a second on average; how long each took from its moment."""
    dice = random.Random(seed)
    turns = crowd.turns()
    dice.shuffle(turns)
    turns = turns[: int(rate * seconds)]
    since, due = crowd.calls(), time.monotonic() + 0.5
    presses: list[tuple[float, Press]] = []
    late: list[float] = []
    for turn in turns:
        due += dice.expovariate(rate)
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        late.append(time.monotonic() - due)
        presses.append((due, await crowd.press(turn, dice)))
    with suppress(TimeoutError):  # those that never come are counted
        await until(lambda: all(press.answered for _, press in presses), "all presses are answered", _PATIENCE)
    await until_quiet(crowd)
    answered = [press.answered - due for due, press in presses if press.answered is not None]
    return {
        "presses": len(presses),
        "unanswered": len(presses) - len(answered),
        "acknowledged_ms": marks(answered),
        "told_ms": marks(told(crowd, presses, since)),
        "measurer_late_ms": marks(late),
    }


def told(crowd: Crowd, presses: list[tuple[float, Press]], since: int) -> list[float]:
    """From each press to the first notification of another person at the table, where there was one."""
    rings: dict[int, list[tuple[float, int]]] = {}
    for ring in crowd.rings(since):
        rings.setdefault(ring.table, []).append((ring.at, ring.seat))
    found = []
    for due, press in presses:
        others = [at for at, seat in rings.get(press.turn.table, ()) if seat != press.turn.seat and at >= due]
        if others:
            found.append(min(others) - due)
    return found


async def all_answered(stage: Stage) -> float:
    """Seconds from the start of a killed program until it has acknowledged one press at every table."""
    crowd, dice = stage.crowd, random.Random(3)
    turns = crowd.turns()
    keeps = crowd.platform == "telegram"  # what is pressed while the program is down waits for it
    waiting = [await crowd.press(turn, dice) for turn in turns] if keeps else []
    began = time.monotonic()
    await stage.start(PUBLISHED)
    open_turns = {turn.table: turn for turn in turns}
    last = 0.0
    end = began + LONGEST_SECONDS
    while open_turns and time.monotonic() < end:
        if not keeps and time.monotonic() - last > _AGAIN:
            waiting += [await crowd.press(turn, dice) for turn in open_turns.values()]
            last = time.monotonic()
        await asyncio.sleep(_LOOK)
        for press in waiting:
            if press.answered is not None:
                open_turns.pop(press.turn.table, None)
    if open_turns:
        raise TimeoutError(f"{len(open_turns)} tables did not answer")
    return max(press.answered for press in waiting if press.answered is not None) - began


async def measure(crowd: Crowd, folder: Path, rate: float, seconds: float) -> dict[str, Any]:
    """All figures of one platform."""
    stage = Stage(crowd, folder)

    def say(text: str) -> None:
        print(f"{crowd.platform}: {text}", flush=True)

    try:
        empty = folder / "empty"
        empty.mkdir()
        await (await open_store(f"sqlite+aiosqlite:///{empty / 'paiju.db'}")).close()  # what migrating takes stays out
        await stage.start(UNLIMITED, empty)
        await until_quiet(crowd)
        without = stage.resident()
        await stage.kill()
        say(f"{without:.0f} MiB without tables; seating {crowd.tables} tables")
        await seat_everybody(crowd, folder / "paiju.db")
        since = crowd.calls()
        await stage.start(UNLIMITED)
        await all_shown(crowd, since)
        await until_quiet(crowd)
        resident = stage.resident()
        say(f"{resident:.0f} MiB with all tables shown; presses without limits")
        unlimited = await press_at(crowd, rate, seconds, 1)
        await stage.kill()
        say("killed; starting at the published limits")
        since, began = crowd.calls(), time.monotonic()
        ready = await stage.start(PUBLISHED)
        connected = time.monotonic() - began
        shown = await all_shown(crowd, since)
        after = {name: None if took is None else round(connected + took, 1) for name, took in shown.items()}
        await until_quiet(crowd)
        say("shown again; presses at the published limits")
        published = await press_at(crowd, rate, seconds, 2)
        await stage.kill()
        say("killed; one press for every table")
        answered = await all_answered(stage)
    finally:
        await stage.close()
    assert not crowd.faults(), crowd.faults()[:3]
    return {
        "tables": crowd.tables,
        "rate": rate,
        "load": [round(part, 2) for part in os.getloadavg()],
        "program": unlimited,
        "published": published,
        "restart_seconds": {
            "ready": round(ready, 1),
            "all tables shown": after["tables"],
            "all hands shown": after["hands"],
            "all tables answered": round(answered, 1),
        },
        "resident_mib": {"no table": round(without, 1), "all tables": round(resident, 1)},
        "memory_per_table_kib": round((resident - without) * 1024 / crowd.tables, 1),
    }


@asynccontextmanager
async def _on_telegram(tables: int) -> AsyncIterator[Crowd]:
    async with TelegramSim() as sim:
        yield TelegramCrowd(sim, tables)


@asynccontextmanager
async def _on_discord(tables: int) -> AsyncIterator[Crowd]:
    async with DiscordSim() as sim:
        yield DiscordCrowd(sim, tables)


PLATFORMS: dict[str, Callable[[int], AbstractAsyncContextManager[Crowd]]] = {
    "telegram": _on_telegram,
    "discord": _on_discord,
}


async def _measured(platform: str, folder: Path, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    async with PLATFORMS[platform](tables) as crowd:
        return await measure(crowd, folder, rate, seconds)


def run(platforms: list[str], tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """The figures by platform."""
    figures = {}
    for platform in platforms:
        with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-load-") as folder:
            figures[platform] = asyncio.run(_measured(platform, Path(folder), tables, rate, seconds))
    return figures


def show(figures: dict[str, Any]) -> None:
    for platform, found in figures.items():
        print(f"{platform}: {found['tables']} tables, {found['rate']:g} presses a second, load {found['load'][0]}")
        for phase in ("program", "published"):
            for name, value in found[phase].items():
                print(f"  {phase}, {name}: {value}")
        for name in ("restart_seconds", "resident_mib", "memory_per_table_kib"):
            print(f"  {name}: {found[name]}")


def parser_of_presses(description: str | None, tables: int, rate: float, seconds: float) -> argparse.ArgumentParser:
    """What every measurement of presses from outside can be told, with these as usual."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--tables", type=int, default=tables)
    parser.add_argument("--rate", type=float, default=rate, help="presses a second, over all tables")
    parser.add_argument("--seconds", type=float, default=seconds, help="length of each phase of presses")
    parser.add_argument("--platform", choices=list(PLATFORMS), action="append", help="default: all")
    return parser


def main() -> None:
    arguments = parser_of_presses(__doc__, TABLES, RATE, SECONDS).parse_args()
    platforms = arguments.platform or list(PLATFORMS)
    figures = run(platforms, arguments.tables, arguments.rate, arguments.seconds)
    show(figures)
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
