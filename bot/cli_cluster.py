"""``paiju cluster`` and ``cluster drain``: who is there, what each worker has, and who is about to be taken for dead."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

from bot.cluster.courier import CallFailed, Courier, NoAnswer
from bot.cluster.line import DatabaseAway, Line
from bot.cluster.link import ClusterRefused
from bot.cluster.membership import TTL, Held, look
from bot.errors import CommandError
from bot.settings import Settings
from bot.workers.worker import DESCRIBE, DRAIN
from storage.api import Store
from storage.databases import open_store
from storage.postgres.address import Address
from storage.postgres.process import OWNER

__all__ = ["drain", "show"]

_SOON: Final = 2.0
"""Seconds before it is taken for dead in which a worker that lives has said something: one that is nearer to it is silent."""
_ANSWER_SECONDS: Final = 2.0


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
    async with _connected(settings) as (_, courier, workers):
        living = {worker.name for worker in workers}
        if name not in living:
            raise CommandError(f"no worker {name} is there; there are: {', '.join(sorted(living)) or 'none'}")
        if living == {name}:
            raise CommandError(f"{name} is the only worker: nobody could take its tables")
        try:
            await courier.call(name, DRAIN, b"", _ANSWER_SECONDS)
        except (NoAnswer, CallFailed):
            raise CommandError(f"the worker {name} does not answer") from None


@asynccontextmanager
async def _connected(settings: Settings) -> AsyncIterator[tuple[Store, Courier, list[Held]]]:
    if not settings.cluster_url:
        raise CommandError("CLUSTER_URL is empty: one process has all tables here")
    store = await open_store(settings.database_url, beside=True)
    try:
        async with store.begin() as unit:
            sign = await unit.marks.get(OWNER) or ""
        line = Line(Address.of(settings.database_url), f"host-{secrets.token_hex(4)}", sign)
        await line.open()
        try:
            held = [one for one in await look(line) if one.is_name_under(sign) and one.silent <= TTL]
            yield store, Courier(line), sorted(held, key=lambda one: one.name)
        finally:
            await line.close()
    except ClusterRefused as error:
        raise CommandError(str(error)) from None
    except DatabaseAway:
        raise CommandError("the database does not answer") from None
    finally:
        await store.close()


async def _read(settings: Settings) -> dict[str, Any]:
    async with _connected(settings) as (store, courier, workers):
        details = await asyncio.gather(*(_details(courier, worker.name) for worker in workers))
        async with store.begin() as unit:
            owned = await unit.owners.counts()
    living = {worker.name for worker in workers}
    return {
        "workers": [
            {
                "name": worker.name,
                "tables": owned.get(worker.name, 0),
                "draining": worker.draining,
                "leases": [],
                "seconds_left": round(TTL - worker.silent, 1),
                **told,
            }
            for worker, told in zip(workers, details, strict=True)
        ],
        "free_tables": sum(count for name, count in owned.items() if name not in living),
        "ending": [
            {"lease": lease, "holder": worker.name, "seconds_left": round(TTL - worker.silent, 1)}
            for worker, told in zip(workers, details, strict=True)
            for lease in told.get("leases", ())
            if TTL - worker.silent < _SOON
        ],
    }


async def _details(courier: Courier, name: str) -> Mapping[str, Any]:
    """What a worker says of itself, nothing where it does not answer."""
    try:
        told: dict[str, Any] = json.loads(await courier.call(name, DESCRIBE, b"", _ANSWER_SECONDS))
        return told
    except (NoAnswer, CallFailed):
        return {}


def _lines(found: Mapping[str, Any]) -> list[str]:
    lines = [f"{'worker':24} {'tables':>7} {'carried':>8} {'waiting':>8}  leases"]
    for worker in found["workers"]:
        name = worker["name"] + (" (stopping)" if worker["draining"] else "")
        leases = ", ".join(worker["leases"]) or "none"
        lines.append(
            f"{name:24} {worker['tables']:7} {worker.get('carried', '?'):8} {worker.get('waiting', '?'):8}  {leases}"
        )
    if not found["workers"]:
        lines = ["no worker is there"]
    if found["free_tables"]:
        lines.append(f"tables that nobody has: {found['free_tables']}")
    for worker in found["workers"]:
        if worker["seconds_left"] < _SOON:
            lines.append(f"silent: {worker['name']}; in {worker['seconds_left']} s the others take its tables")
    return lines
