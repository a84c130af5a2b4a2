"""Leaderboards, statistics and ratings over ten thousand stored matches; ``python -m bench.ratings [--json FILE] [--matches N]``.

A database with N matches of three to five rounds in six groups is filled through the store, each round counted as the session
counts it. Then the real manager is asked: ``/leaderboard`` in every list, ``/stats`` of everybody (the regular has
played in every third match), and ``/history``. Times are from the command to its reply. At the end all ratings are
computed anew.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot import ratings
from bot.clock import SystemClock
from bot.session.host.thinker import InlineThinker
from bot.session.manager import SessionManager, SessionSettings
from bot.session.port import commands as c
from storage.api import Store
from storage.databases import open_store
from storage.themes.matches import MatchRow
from storage.themes.results import ResultRow
from storage.themes.tables import TableRow, Terms

MATCHES = 10_000
GROUPS = 6
PEOPLE = 60
ASKED = 300
MONTH = 30 * 86_400.0
GAMES = {"doudizhu": 3, "guandan": 4, "gouji": 6}


def round_rows(
    dice: random.Random, match: int, number: int, game: str, chat: int, who: list[int], at: float
) -> list[ResultRow]:
    """One round: two sides of two or three, or one against two; whoever has the smaller number wins a little more often."""
    sides = [int(seat > 0) for seat in range(3)] if game == "doudizhu" else [seat % 2 for seat in range(len(who))]
    chances = [sum(PEOPLE - user for user, side in zip(who, sides, strict=True) if side == team) for team in (0, 1)]
    winner = dice.choices((0, 1), weights=[chance + PEOPLE for chance in chances])[0]
    places = dice.sample(range(1, len(who) + 1), len(who))
    return [
        ResultRow(
            match, number, seat, game, chat, user, None,
            ("landlord" if seat == 0 else "peasant") if game == "doudizhu" else "",
            3 if side == winner else -3, side == winner, None if game == "doudizhu" else places[seat], at,
            json.dumps({"bombs": dice.randrange(4), "first_out": int(places[seat] == 1)}), side,
        )
        for seat, (user, side) in enumerate(zip(who, sides, strict=True))
    ]  # fmt: skip


async def fill(store: Store, matches: int) -> tuple[int, float]:
    """Rounds stored and counted, and how long each took on average, in seconds."""
    dice = random.Random(11)
    now = time.time()
    tables: list[tuple[int, int]] = []
    async with store.change() as unit:
        for number in range(1, PEOPLE + 1):
            person = await unit.people.add_user(f"P{number}", "bench", f"p{number}")
            await unit.people.put_user(replace(person, listed=True, prefs='{"global": "on"}'))
        for number in range(GROUPS):
            chat = await unit.chats.add("bench", f"g{number}", "", f"Group {number}")
            table = await unit.tables.add(TableRow(0, chat.id, "guandan", "{}", "", 4, "closed", None, Terms(90)))
            tables.append((chat.id, table.id))
    rounds, spent = 0, 0.0
    for number in range(matches):
        group = number % GROUPS
        chat_id, table_id = tables[group]
        game = dice.choice(list(GAMES))
        regulars = [user for user in range(2, PEOPLE + 1) if user % GROUPS == group or user % 7 == 0]
        who = dice.sample(regulars, GAMES[game])
        if number % 3 == 0:
            who[dice.randrange(len(who))] = 1
        at = now - MONTH + MONTH * number / matches
        async with store.begin() as unit:
            match = await unit.matches.add(MatchRow(0, table_id, chat_id, game, "{}", "over", at))
            begun = time.perf_counter()
            for played in range(1, dice.randint(3, 5) + 1):
                rows = round_rows(dice, match.id, played, game, chat_id, who, at + played)
                await unit.results.add(rows)
                await ratings.rate_round(unit, match.id, played, rows, "on")
                rounds += 1
            await unit.commit()
            spent += time.perf_counter() - begun
    return rounds, spent / max(1, rounds)


async def ask(manager: SessionManager, questions: list[tuple[c.Origin, c.Command]]) -> dict[str, float]:
    """Milliseconds from command to reply, and of the processor's time in it (all threads), which other work cannot stretch."""
    waits, cpu, refused = [], [], 0
    for origin, command in questions:
        begun, spent = time.perf_counter(), time.process_time()
        reply = await manager.handle(origin, command)
        waits.append(time.perf_counter() - begun)
        cpu.append(time.process_time() - spent)
        refused += not reply.ok
    cuts, of_cpu = statistics.quantiles(waits, n=100), statistics.quantiles(cpu, n=100)
    return {
        "p50_ms": round(cuts[49] * 1000, 2), "p99_ms": round(cuts[98] * 1000, 2),
        "cpu_p50_ms": round(of_cpu[49] * 1000, 2), "cpu_p99_ms": round(of_cpu[98] * 1000, 2), "refused": refused,
    }  # fmt: skip


def origin(number: int, user: int, group: int | None) -> c.Origin:
    chat = None if group is None else c.ChatRef("bench", f"g{group}")
    return c.Origin(
        f"u{number}", c.UserRef("bench", f"p{user}"), f"P{user}", chat, "" if chat is None else f"Group {group}"
    )


def questions(kind: str) -> list[tuple[c.Origin, c.Command]]:
    dice = random.Random(kind)
    made: list[tuple[c.Origin, c.Command]] = []
    for number in range(ASKED):
        group = dice.choice([None, *range(GROUPS)])
        game = dice.choice(["", *GAMES])
        asker = 1 if number % 3 == 0 else dice.randint(1, PEOPLE)
        command: c.Command
        match kind:
            case "leaderboard":
                command = c.Leaderboard(game, dice.randrange(3), dice.choice(["", "month"]), dice.choice(["", "all"]))
            case "stats":
                group = None
                command = c.Stats()
            case "stats of the regular":
                asker, group = 1, dice.choice([None, 0, 3])
                command = c.Stats(game=game)
            case _:
                command = c.History(dice.randrange(20))
        made.append((origin(number + hash_of(kind), asker, group), command))
    return made


def hash_of(kind: str) -> int:
    """Keeps the update ids of the sections apart."""
    return 1_000_000 * (1 + len(kind))


async def measure(folder: Path, matches: int) -> dict[str, Any]:
    store = await open_store(f"sqlite+aiosqlite:///{folder}/paiju.db")
    rounds, each = await fill(store, matches)
    manager = SessionManager(store, SystemClock(), InlineThinker(1), SessionSettings())
    async with store.change() as unit:
        await unit.marks.put("ratings", "1")
    await manager.start()
    gc.collect()
    gc.freeze()  # as the program does once it has started
    result: dict[str, Any] = {"matches": matches, "rounds": rounds, "count_one_round_ms": round(each * 1000, 2)}
    for kind in ("leaderboard", "stats", "stats of the regular", "history"):
        result[kind] = await ask(manager, questions(kind))
    await manager.stop()
    begun = time.perf_counter()
    done = await ratings.rebuild(store)
    result["rebuild"] = {
        "seconds": round(time.perf_counter() - begun, 2), "rounds": done.rounds, "ratings": len(done.ratings),
        "changed": done.changed,
    }  # fmt: skip
    await store.close()
    return result


def run(matches: int = MATCHES) -> dict[str, Any]:
    """All figures by name."""
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-ratings-") as folder:
        return asyncio.run(measure(Path(folder), matches))


def show(results: dict[str, Any], say: Callable[[str], None] = print) -> None:
    for name, value in results.items():
        say(f"{name:<24}{value}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--matches", type=int, default=MATCHES)
    arguments = parser.parse_args()
    results = run(arguments.matches)
    show(results)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
