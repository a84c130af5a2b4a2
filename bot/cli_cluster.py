"""``paiju cluster`` and ``cluster drain``: who is there, what each worker has, and which leases are about to end."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

from bot.cluster.leases import read_leases
from bot.cluster.link import ClusterRefused, RedisLink
from bot.cluster.membership import ask_to_drain, read_workers
from bot.errors import CommandError
from bot.settings import Settings
from storage.api import Store
from storage.databases import open_store
from storage.postgres.process import OWNER

__all__ = ["drain", "show"]

_SOON: Final = 2.0
"""Seconds before its end in which a lease that lives is renewed: one that is nearer to it is about to end."""


def show(settings: Settings, *, as_json: bool) -> int:
    """Print what the cluster looks like; exit code 1 if nobody is there or a table has no owner that lives."""
    found = asyncio.run(_read(settings))
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        for line in _lines(found):
            print(line)
    return 0 if found["workers"] and not found["free_tables"] else 1


def drain(settings: Settings, name: str) -> int:
    """Have the tables of a worker go elsewhere; it takes no new ones until it is started anew."""
    asyncio.run(_drain(settings, name))
    print(
        f"the tables of {name} go to the others; paiju cluster shows how many are left there. A restart of it ends this"
    )
    return 0


async def _drain(settings: Settings, name: str) -> None:
    async with _connected(settings) as (_, link):
        living = {worker.name for worker in await read_workers(link) if worker.remaining > 0}
        if name not in living:
            raise CommandError(f"no worker {name} is there; there are: {', '.join(sorted(living)) or 'none'}")
        if living == {name}:
            raise CommandError(f"{name} is the only worker: nobody could take its tables")
        await ask_to_drain(link, name)


@asynccontextmanager
async def _connected(settings: Settings) -> AsyncIterator[tuple[Store, RedisLink]]:
    if not settings.cluster_url:
        raise CommandError("CLUSTER_URL is empty: one process has all tables here")
    store = await open_store(settings.database_url, beside=True)
    try:
        async with store.begin() as unit:
            link = RedisLink(settings.cluster_url.reveal(), await unit.marks.get(OWNER) or "")
        await link.open(2.0)
        try:
            yield store, link
        finally:
            await link.close()
    except ClusterRefused as error:
        raise CommandError(str(error)) from None
    finally:
        await store.close()


async def _read(settings: Settings) -> dict[str, Any]:
    async with _connected(settings) as (store, link):
        workers, leases = await read_workers(link), await read_leases(link)
        async with store.begin() as unit:
            owned = await unit.owners.counts()
    living = [worker for worker in workers if worker.remaining > 0]
    return {
        "workers": [
            {
                "name": worker.name,
                "tables": owned.get(worker.name, 0),
                "draining": worker.draining,
                "leases": [lease.name for lease in leases if lease.holder == worker.name],
                "seconds_left": round(worker.remaining, 1),
                **worker.details,
            }
            for worker in living
        ],
        "gone": [worker.name for worker in workers if worker.remaining <= 0],
        "free_tables": sum(count for name, count in owned.items() if name not in {worker.name for worker in living}),
        "ending": [
            {"lease": lease.name, "holder": lease.holder, "seconds_left": round(lease.remaining, 1)}
            for lease in leases
            if lease.remaining < _SOON
        ],
    }


def _lines(found: Mapping[str, Any]) -> list[str]:
    lines = [f"{'worker':24} {'tables':>7} {'carried':>8} {'waiting':>8}  leases"]
    for worker in found["workers"]:
        name = worker["name"] + (" (stopping)" if worker["draining"] else "")
        leases = ", ".join(worker["leases"]) or "none"
        lines.append(
            f"{name:24} {worker['tables']:7} {worker.get('carried', 0):8} {worker.get('waiting', 0):8}  {leases}"
        )
    if not found["workers"]:
        lines = ["no worker is there"]
    if found["gone"]:
        lines.append(f"gone a moment ago: {', '.join(found['gone'])}")
    if found["free_tables"]:
        lines.append(f"tables that nobody has: {found['free_tables']}")
    for lease in found["ending"]:
        lines.append(f"about to end: {lease['lease']} of {lease['holder']}, in {lease['seconds_left']} s")
    return lines
