"""Which shards are this worker's, each kept connected.

Invariants: a shard whose lease is not surely ours neither identifies nor is heard; a worker takes no more than its
share; nothing that goes wrong with one shard disturbs another."""

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NoReturn

import discord
import structlog

from bot.frontends.discord.incoming.client import Client
from bot.frontends.discord.incoming.shard import Listeners, Resume, Shard, Turns, always
from bot.session.port.protocols import Alone, Clock, Leases, Meter, Notes, StartRefused

__all__ = ["Division", "Shards"]

_log = structlog.get_logger(__name__)

_LOOK: Final = 0.5  # Seconds between two looks at what is free and what is ours
_MOVE: Final = 10.0  # Seconds between two shards that are given to others because we have more than our share
_COUNT_NOTE: Final = "discord:shards"
_COUNT_SECONDS: Final = 120.0  # How long the number of shards stands after the last worker has looked
_RESUME_FOR_SECONDS: Final = 30.0
_FIRST_PAUSE: Final = 5.0
_LONGEST_PAUSE: Final = 120.0
_FOR_GOOD: Final = frozenset({4004, 4010, 4011, 4012, 4013, 4014})
"""Codes of closes after which no shard of this bot can connect as things are."""


@dataclass(frozen=True, slots=True)
class Division:
    """How the shards are divided. ``count``: how many there are in all; ``None``: as many as Discord recommends.
    ``ids``: exactly these are this worker's; none: each belongs to who holds its lease. ``workers``: how many workers
    there are now. ``notes``: what workers leave for each other: how many shards there are, and sessions to go on
    with."""

    count: int | None = None
    ids: frozenset[int] = frozenset()
    leases: Leases = field(default_factory=Alone)
    workers: Callable[[], int] = lambda: 1
    notes: Notes | None = None

    async def agreed(self, count: int) -> int:
        """The number of shards that all workers have, where we would have ``count``."""
        if self.notes is None:
            return count
        found = await self.notes.agree(_COUNT_NOTE, str(count), _COUNT_SECONDS)
        return int(found) if found.isdecimal() and int(found) > 0 else count


class Shards:
    """The gateway connections of this worker, for as long as ``run`` runs. ``up``: set while every shard of ours is
    connected, be it none. ``count``: how many shards all workers have together."""

    def __init__(
        self,
        client: Client,
        division: Division,
        listeners: Listeners,
        clock: Clock,
        meter: Meter,
        up: asyncio.Event,
        count: int,
    ) -> None:
        self._client = client
        self._division = division
        self._listeners = listeners
        self._clock = clock
        self._meter = meter
        self._count = count
        beyond = sorted(number for number in division.ids if number >= self._count)
        if beyond:
            raise StartRefused(f"DISCORD_SHARD_IDS names shard {beyond[0]}, but there are only {self._count} (from 0)")
        self._leases = Alone() if division.ids else division.leases
        self._alone = isinstance(self._leases, Alone) and isinstance(division.leases, Alone)
        self._turns = Turns(division.leases, clock, client.recommended.at_once)
        self._kept: dict[int, asyncio.Task[None]] = {}
        self._looked = False
        self._moved_at = -math.inf
        self._agreed_at = clock.monotonic()
        self._broken: Exception | None = None  # What closed a shard in a way that concerns them all
        self._stirred = asyncio.Event()  # Set when a shard is kept no more
        self._up = up
        self.came_up = False  # Whether any session has begun

    @property
    def held(self) -> list[int]:
        return sorted(self._kept)

    async def run(self) -> NoReturn:
        """Take shards and keep them until cancelled. Raises what closed one in a way that concerns them all."""
        try:
            while True:
                await self._look()
                if self._alone:  # nothing changes by itself
                    await self._stirred.wait()
                else:
                    await self._clock.sleep(_LOOK)
                if self._broken is not None:
                    raise self._broken
                self._stirred.clear()
        finally:
            await self._give_all_back()

    # -- which are ours
    def _is_ours(self, number: int) -> bool:
        return self._leases.sure(self._name(number))

    @staticmethod
    def _name(number: int) -> str:
        return f"discord:shard:{number}"

    async def _look(self) -> None:
        """Let go what is lost, take what is free up to our share, and give away one that is above it."""
        for number in [one for one, task in self._kept.items() if task.done() or not self._is_ours(one)]:
            _log.warning("discord_shard_lost", shard=number)
            await self._part(number)
        ids = self._division.ids or range(self._count)
        share = len(ids) if self._division.ids else math.ceil(self._count / max(1, self._division.workers()))
        try:
            if len(self._kept) > share and self._clock.monotonic() >= self._moved_at + _MOVE:
                self._moved_at = self._clock.monotonic()
                await self._give_back(max(self._kept))
            for number in ids:
                if len(self._kept) >= share:
                    break
                if number not in self._kept and await self._leases.take(self._name(number)):
                    self._take(number)
            await self._turns.let_go()
            if self._clock.monotonic() >= self._agreed_at + _COUNT_SECONDS / 4:
                self._agreed_at = self._clock.monotonic()
                await self._division.agreed(self._count)
        except Exception as error:  # whoever keeps the leases is away: what is surely ours goes on
            _log.warning("discord_leases_unreachable", error=type(error).__name__)
        self._looked = True
        self._judge()

    def _take(self, number: int) -> None:
        task = asyncio.create_task(self._keep(number), name=f"discord shard {number} kept")
        task.add_done_callback(lambda _: self._stirred.set())
        self._kept[number] = task

    async def _give_back(self, number: int) -> None:
        """Stop hearing a shard, then let another worker have it, who goes on where we were."""
        shard, notes = self._client.shards.get(number), self._division.notes
        goes_on = notes is not None and not self._alone and isinstance(shard, Shard) and self._is_ours(number)
        resume = shard.leave() if goes_on and isinstance(shard, Shard) else None
        await self._part(number)
        if resume is not None and notes is not None:
            await notes.leave(self._name(number), resume.write(), _RESUME_FOR_SECONDS)
        await self._leases.release(self._name(number))
        _log.info("discord_shard_given_back", shard=number)

    async def _part(self, number: int) -> None:
        task = self._kept.pop(number)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def _give_all_back(self) -> None:
        self._up.clear()
        given = [self._give_back(number) for number in list(self._kept)]
        await asyncio.gather(*given, return_exceptions=True)  # leases that cannot be given back end by themselves
        with suppress(Exception):
            await self._turns.let_go(all_of_them=True)

    def _judge(self) -> None:
        """Whether all that is ours is connected."""
        shards = [self._client.shards.get(number) for number in self._kept]
        if any(isinstance(shard, Shard) and shard.came_up for shard in shards):
            self.came_up = True
        if self._looked and all(isinstance(shard, Shard) and shard.up for shard in shards):
            self._up.set()
        else:
            self._up.clear()

    # -- one of them
    async def _keep(self, number: int) -> None:
        """Keep one shard connected. The library itself connects again after most losses; when it gives up, try again
        with growing pauses."""
        failures = 0
        notes = self._division.notes
        left = None if notes is None or self._alone else await notes.find(self._name(number))
        resume = Resume.read(left, self._count)
        while True:
            shard = Shard(
                self._client,
                number,
                self._count,
                self._listeners,
                self._meter,
                turns=self._turns,
                is_ours=always if self._alone else partial(self._is_ours, number),
                changed=self._judge,
                resume=resume,
            )
            resume = None
            self._client.shards[number] = shard
            error: Exception | None = None
            try:
                await shard.listen()
            except Exception as caught:
                error = caught
            finally:
                self._client.shards.pop(number, None)
                self._judge()
            if not self._is_ours(number):
                return  # the next look notices
            if _is_for_good(error):
                self._broken = error
                return
            failures = 0 if shard.came_up else failures + 1
            _log.warning("discord_shard_down", shard=number, error=type(error).__name__)
            await self._clock.sleep(min(_FIRST_PAUSE * 2.0 ** min(failures, 20), _LONGEST_PAUSE))


def _is_for_good(error: Exception | None) -> bool:
    code = 4014 if isinstance(error, discord.PrivilegedIntentsRequired) else getattr(error, "code", None)
    return code in _FOR_GOOD
