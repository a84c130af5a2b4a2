"""Session and store alone: waiting times, restart, memory; ``python -m bench.session [--json FILE] [--disk FOLDER] [--quick]``.

What people meet is measured from outside by ``bench.load``; here there is no chat library, no rendering and no HTTP, and the
people share the process, so that the figures tell what of it the manager and the store on disk take. Three people at
every table act through commands. At each size every table acts once in two minutes of table time; small sizes run
faster than that, so that a run has enough actions (``pace`` says how much). Two times are taken of each action, from
the moment that was drawn for it: until its sender has the reply (it is durable then), and until the next player's
notification has been handed to the platform's outbox. Then the process "restarts": a new manager on the same
database, until all tables are back, and until all have been handed out to be shown.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import logging
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog

from bot.clock import SystemClock
from bot.session.host.thinker import InlineThinker
from bot.session.manager import SessionManager, SessionSettings
from bot.session.port import commands as c
from bot.session.port.protocols import (
    AnswerTarget,
    Delivered,
    Outcome,
    PostBody,
    PostTarget,
    PrivateTarget,
    PublicTarget,
)
from bot.session.port.replies import Reply
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate
from games.base.actions import Bid, action_text
from storage.databases import open_store

SIZES = (1, 100, 1000)
PACE = {1: 600.0, 100: 12.0, 1000: 1.2}
"""How much faster than one action in two minutes each size runs: five to ten actions a second in all."""
TURN = 120.0
SECONDS = 25.0


class Outbox:
    """A platform that takes everything at once and notes when a notification came in."""

    platform = "bench"
    needs_start = False

    def __init__(self) -> None:
        self.report: Callable[[Outcome], None] = lambda outcome: None
        self.begun: dict[int, float] = {}
        self.notified: list[float] = []
        self.shown: set[int] = set()
        self.wanted = 0
        self.complete = asyncio.Event()
        """Set when ``wanted`` tables have been shown."""

    def show_table(self, update: PublicUpdate) -> None:
        self.shown.add(update.table.id)
        if len(self.shown) == self.wanted:
            self.complete.set()
        self.report(Delivered(PublicTarget(update.table.id, update.chat), update.post.message or "m"))

    def let_go(self, table: int) -> None:
        """There is no other worker."""

    def show_standings(self, update: StandingsUpdate) -> None:
        """Nobody looks."""

    def show_hand(self, update: PrivateUpdate) -> None:
        asked = any(question.seat == update.seat for question in update.view.awaited)
        if asked and update.table.id in self.begun:  # it rings for nobody here: who acts all the time is looking
            self.notified.append(time.perf_counter() - self.begun.pop(update.table.id))
        self.report(Delivered(PrivateTarget(update.user, update.table.id), update.post.message or "p"))

    def tell(self, user: c.UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        self.report(Delivered(PrivateTarget(user), "n"))

    def announce(self, target: PostTarget, body: PostBody, language: str) -> None:
        """Nobody reads it."""

    def amend(self, target: AnswerTarget, message: str, reply: Reply, instead: Notice | None) -> None:
        """Nobody reads it."""

    def is_busy(self, chat: object) -> bool:
        return False

    def look_for(self, user: c.UserRef, chat: c.ChatRef, group: str) -> None:
        """Everybody stays."""


class Crowd:
    """People at tables, one group a table."""

    def __init__(self, manager: SessionManager, outbox: Outbox) -> None:
        self.manager, self.outbox = manager, outbox
        self.replies: list[float] = []
        self._updates = 0
        self._source = random.Random(5)

    def _origin(self, group: int, seat: int) -> c.Origin:
        self._updates += 1
        name = f"p{group}-{seat}"
        chat = c.ChatRef("bench", f"g{group}")
        return c.Origin(f"u{self._updates}", c.UserRef("bench", name), name, chat, "Friends")

    async def open(self, group: int) -> None:
        """A table in a group of its own, three people, dealt."""
        for seat, command in ((0, c.NewTable("doudizhu")), (1, c.Join()), (2, c.Join()), (0, c.DealCards())):
            reply = await self.manager.handle(self._origin(group, seat), command)
            assert reply.ok, reply

    async def act(self, number: int, due: float) -> None:
        """Whoever is to act at a table does something sensible, at the moment ``due`` or as soon after it as can be."""
        book = self.manager.session.tables[number].book
        if book.playing:
            seat = book.awaited[0].seat
            options = list(book.game.suggest(book.play.state, seat))
            action = next((option for option in options if isinstance(option, Bid)), options[0])
            command: c.Command = c.PlayText(action_text(action), number, sure=True)
        else:
            seat, command = 0, c.DealCards(number)
        origin = self._origin(int(book.seats[seat].external[1:].partition("-")[0]), seat)
        self.outbox.begun[number] = due
        reply = await self.manager.handle(origin, command)
        self.replies.append(time.perf_counter() - due)
        assert reply.ok, reply

    async def keep_busy(self, tables: list[int], pace: float, seconds: float) -> None:
        """Each table acts at random times, on average every two minutes divided by ``pace``."""
        due = time.perf_counter()
        until = due + seconds
        rate = len(tables) * pace / TURN
        under_way: dict[int, asyncio.Task[None]] = {}
        while due < until:
            due += self._source.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            number = self._source.choice(tables)
            if number not in under_way or under_way[number].done():
                if number in under_way:
                    under_way[number].result()
                under_way[number] = asyncio.create_task(self.act(number, due))
        await asyncio.gather(*under_way.values())


def manager_on(store: Any, outbox: Outbox) -> SessionManager:
    settings = SessionSettings(turn_seconds=3600, ai_delay=0.0)
    manager = SessionManager(store, SystemClock(), InlineThinker(), settings)
    outbox.report = manager.report
    manager.add_frontend(outbox)
    return manager


async def measure(folder: Path, size: int, seconds: float) -> dict[str, Any]:
    """One size: under load, then the restart."""
    url = f"sqlite+aiosqlite:///{folder}/session-{size}.db"
    store, outbox = await open_store(url), Outbox()
    manager = manager_on(store, outbox)
    await manager.start()
    crowd = Crowd(manager, outbox)
    for first in range(0, size, 50):
        await asyncio.gather(*(crowd.open(group) for group in range(first, min(size, first + 50))))
    tables = sorted(manager.session.tables)
    for number in tables:  # every table is some way into its round
        for _ in range(3):
            await crowd.act(number, time.perf_counter())
    crowd.replies.clear()
    outbox.notified.clear()
    await crowd.keep_busy(tables, PACE[size], seconds)
    figures: dict[str, Any] = {
        "tables": size,
        "pace": PACE[size],
        "actions": len(crowd.replies),
        "reply_ms": quantiles(crowd.replies),
        "notify_ms": quantiles(outbox.notified),
    }
    await manager.stop()
    await store.close()
    return figures | await restart(url, size)


async def restart(url: str, size: int) -> dict[str, Any]:
    """A new manager on what the old one left."""
    gc.collect()
    before = resident()
    begun = time.perf_counter()
    store, outbox = await open_store(url), Outbox()
    opened = time.perf_counter()
    manager = manager_on(store, outbox)
    await manager.start()
    back = time.perf_counter()
    outbox.wanted = sum(table.book.playing for table in manager.session.tables.values())
    await outbox.complete.wait()
    shown = time.perf_counter()
    assert len(manager.session.tables) == size
    gc.collect()
    grown = resident() - before
    await manager.stop()
    await store.close()
    return {
        "restart_seconds": {
            "database open": round(opened - begun, 3),
            "tables back": round(back - opened, 3),
            "all shown": round(shown - back, 3),
        },
        "memory_per_table_kib": None if size < 100 else round(grown / size / 1024, 1),
    }


def quantiles(seconds: list[float]) -> dict[str, float | int]:
    cuts = statistics.quantiles(seconds, n=100)
    return {"p50": round(cuts[49] * 1000, 2), "p99": round(cuts[98] * 1000, 2), "n": len(seconds)}


def resident() -> int:
    """Bytes of memory in use by this process (its peak where the present is not to be had)."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return pages * resource.getpagesize()


def run(disk: Path | None = None, seconds: float = SECONDS, sizes: tuple[int, ...] = SIZES) -> dict[str, Any]:
    """All figures by number of tables. ``disk``: the folder whose disk is used, the current one by default."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory(dir=disk or Path.cwd(), prefix=".bench-session-") as folder:
        return {f"{size} tables": asyncio.run(measure(Path(folder), size, seconds)) for size in sizes}


def show(results: dict[str, Any], say: Callable[[str], None] = print) -> None:
    for name, row in results.items():
        say(f"{name}: {row['actions']} actions at pace {row['pace']:g}")
        for key in ("reply_ms", "notify_ms"):
            say(f"  {key:<12} p50 {row[key]['p50']:>8.2f}   p99 {row[key]['p99']:>8.2f}")
        for what, took in row["restart_seconds"].items():
            say(f"  restart, {what}: {took:.3f} s")
        if row["memory_per_table_kib"] is not None:
            say(f"  memory per table: {row['memory_per_table_kib']} KiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--disk", type=Path)
    parser.add_argument("--quick", action="store_true", help="short runs, no 1,000 tables")
    arguments = parser.parse_args()
    results = run(arguments.disk, 3.0, SIZES[:2]) if arguments.quick else run(arguments.disk)
    show(results)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
