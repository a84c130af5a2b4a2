"""A second process on a database, for the tests: started as ``python -m tests.storage.store_child WHAT URL``.

It writes a line for each thing done, so that its parent knows how far it got before it is killed."""

import asyncio
import os
import resource
import sys
from pathlib import Path

from storage.api import Store, Unavailable
from storage.databases import open_store
from tests.storage.store_rows import action_row, committed_scene, round_row, set_scene

LARGE = "x" * 200_000


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


async def hold(url: str) -> None:
    """Open the database and stay."""
    await open_store(url)
    say("open")
    await asyncio.Event().wait()


async def hold_with_worker(url: str) -> None:
    """The same, with a forked worker that outlives this process; it ends when its standard input does."""
    await open_store(url)
    worker = os.fork()
    if worker == 0:
        sys.stdin.read()
        os._exit(0)
    say("open")
    await asyncio.Event().wait()


async def leave_open(url: str) -> None:
    """Open the database and end without closing it."""
    await open_store(url)
    say("open")


async def play_on(url: str) -> None:
    """Four matches play at once, without end; each action is told after its commit."""
    store = await open_store(url)
    matches = []
    for number in range(4):
        async with store.change() as unit:
            matches.append((await set_scene(unit, external=str(number))).match)

    async def play(match: int) -> None:
        seq = 0
        while True:
            async with store.change() as unit:
                await unit.matches.append(action_row(match, seq))
                await unit.updates.remember("telegram", f"{match}-{seq}", "played", 1.0)
            say(f"{match} {seq}")
            seq += 1

    await asyncio.gather(*map(play, matches))


def allow(size: int) -> None:
    """No file of this process may grow beyond ``size`` bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def log_size(url: str) -> int:
    return Path(url.removeprefix("sqlite+aiosqlite:///") + "-wal").stat().st_size


async def run_out_of_disk(url: str) -> None:
    """Meet a disk that takes no more: at the first start, then in the middle of play."""
    allow(20_000)
    try:
        await open_store(url)
    except Unavailable:
        say("start refused")
    allow(resource.RLIM_INFINITY)
    store = await open_store(url)
    scene = await committed_scene(store)

    async def play(seq: int) -> None:
        async with store.change() as unit:
            await unit.matches.append(action_row(scene.match, seq, line=LARGE))

    async def look() -> int:
        async with store.begin() as unit:
            return len(await unit.matches.actions(scene.match))

    await play(0)
    allow(log_size(url) + 100_000)
    plays = [asyncio.create_task(play(seq)) for seq in range(1, 9)]
    looks = [asyncio.create_task(look()) for _ in range(3)]
    outcomes = await asyncio.gather(*plays, return_exceptions=True)
    seen = await asyncio.gather(*looks, return_exceptions=True)
    say(" ".join(type(outcome).__name__ for outcome in outcomes))
    if all(found == 1 or isinstance(found, Unavailable) for found in seen):
        say("readers saw what is stored")
    say(str(outcomes[0]))
    await count(store, scene.match)
    allow(resource.RLIM_INFINITY)
    await play(1)
    await count(store, scene.match)
    async with store.change() as unit:
        await unit.matches.add_round(round_row(scene.match))
    await store.close()


async def count(store: Store, match: int) -> None:
    async with store.begin() as unit:
        say(f"{len(await unit.matches.actions(match))} stored")


if __name__ == "__main__":
    asyncio.run(globals()[sys.argv[1]](sys.argv[2]))
