"""Who has which table: free ones are claimed, each worker has its share, and who stops gives all back first."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Final, Protocol

import structlog

from bot.session.port.protocols import Clock
from storage.api import Store, StoreError
from storage.themes.owners import OwnerRow

__all__ = ["Balancer", "Members", "Tables", "balance"]

log = structlog.get_logger("cluster")


LOOK_SECONDS: Final = 1.0  # So often a worker looks for tables that nobody has, when nothing calls for it earlier

SLICE: Final = 200  # Tables claimed or given back at a time

SLACK: Final = 0.1
"""This part of a share may be missing somewhere before tables are given away: they should not travel for nothing."""


class Members(Protocol):
    """Who is there, as far as we are sure."""

    def alive(self) -> frozenset[str] | None:
        """The names of all workers, ourselves included; ``None`` while we cannot tell."""

    def accepting(self) -> frozenset[str]:
        """Those of them that do not want to stop."""


class Tables(Protocol):
    """The open tables that are ours."""

    def held(self) -> list[tuple[int, bool]]:
        """Return them, and whether somebody is waited for there."""

    async def adopt(self, rows: Collection[OwnerRow]) -> None:
        """Go on with tables that have become ours."""

    async def part(self, number: int) -> None:
        """Let a table go: it is free, and nothing of it is written here any more."""

    async def reconcile(self) -> None:
        """Compare what is here with what the store says is ours."""


def balance(owned: Mapping[str, int], alive: Collection[str], accepting: Collection[str], worker: str) -> int:
    """How many free tables a worker should claim, or (below zero) how many it should give away. ``owned``:
    tables by worker, those of nobody under ``""``. Whoever has less than an equal part comes first; what is over goes
    to whoever asks. Everybody who reckons so at the same time comes to the same end."""
    total = sum(owned.values())
    least, most = total // len(accepting), -(-total // len(accepting))
    free = sum(count for name, count in owned.items() if name not in alive)
    mine = owned.get(worker, 0)
    missing = sum(max(0, least - owned.get(other, 0)) for other in accepting if other != worker)
    if free:
        return max(0, min(free, least - mine), min(most - mine, free - missing))
    wanted = missing if missing > least * SLACK else 0
    return -min(max(0, mine - least), wanted)


class Balancer:
    """Looks every second, or when ``nudge`` is called, whether tables are to be claimed or given away. ``tell_moves``
    lets the other workers know at once that tables have been set free or claimed."""

    def __init__(
        self, worker: str, store: Store, tables: Tables, members: Members, clock: Clock, tell_moves: Callable[[], None]
    ) -> None:
        self._worker, self._store, self._tables, self._members = worker, store, tables, members
        self._clock, self._tell_moves = clock, tell_moves
        self._nudged = asyncio.Event()
        self._stopping = self._in_doubt = False
        self._last_difference = self._known_difference = 0
        self.claimed = self.parted = 0
        """How many tables have been taken over, and given to others."""
        self.settled = asyncio.Event()
        """Set once nothing was free any more, or others are to take the rest."""

    def nudge(self) -> None:
        self._nudged.set()

    async def run(self) -> None:
        """Look after the tables until cancelled."""
        while True:
            try:
                while await self._look():
                    pass
            except StoreError as error:
                self._in_doubt = True  # what was claimed may be ours without being here
                log.warning("tables cannot be looked after", why=str(error))
            await self._pause()

    async def _pause(self) -> None:
        waiting = asyncio.ensure_future(self._nudged.wait())
        pause = asyncio.ensure_future(self._clock.sleep(LOOK_SECONDS))
        try:
            await asyncio.wait({waiting, pause}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            pause.cancel()
        self._nudged.clear()

    async def _look(self) -> bool:
        """Claim free tables, or give some away; whether there may be more to do at once."""
        alive, accepting = self._members.alive(), self._members.accepting()
        if self._stopping or alive is None or self._worker not in accepting:
            return False
        owned = await self._count()
        if self._in_doubt or self._is_amiss(owned):
            await self._tables.reconcile()
            self._in_doubt = False
            owned = await self._count()
            self._known_difference = self._difference(owned)  # what cannot be played here is left alone, and stays ours
        plan = balance(owned, alive, accepting, self._worker)
        if plan > 0:
            return bool(await self._claim(alive, min(SLICE, plan)))
        self.settled.set()
        if plan < 0:
            await self._give(-plan)
        return False

    def _is_amiss(self, owned: Mapping[str, int]) -> bool:
        """Tell whether there are more or fewer tables here than the store says, and that since the last look: a table that is
        ours and not here would be nobody's. Just now one may have been opened or closed."""
        before, self._last_difference = self._last_difference, self._difference(owned)
        return self._last_difference == before != self._known_difference

    def _difference(self, owned: Mapping[str, int]) -> int:
        return owned.get(self._worker, 0) - len(self._tables.held())

    async def _count(self) -> Mapping[str, int]:
        """How many tables each worker has, as the store says."""
        async with self._store.begin() as unit:
            return await unit.owners.counts()

    async def _claim(self, alive: Collection[str], most: int) -> int:
        async with self._store.change() as unit:
            rows = await unit.owners.claim(self._worker, alive, most)
        self.claimed += len(rows)
        if rows:
            await self._tables.adopt(rows)
            self._tell_moves()
            log.info("tables taken over", tables=len(rows))
        return len(rows)

    async def _give(self, count: int) -> None:
        """Let go of some tables, those first at which nobody is waited for."""
        idle_first = sorted(self._tables.held(), key=lambda held: held[1])
        given = [table for table, _ in idle_first[: min(count, SLICE)]]
        if given:
            await self._part(given)
            log.info("tables given to others", tables=len(given))

    async def _part(self, tables: Collection[int]) -> None:
        await asyncio.gather(*(self._tables.part(table) for table in tables))
        self.parted += len(tables)
        self._tell_moves()

    async def hand_over(self) -> None:
        """Give all tables back; nothing is claimed any more. The idle ones go last: nobody waits for them."""
        self._stopping = True
        tables = [table for table, _ in sorted(self._tables.held(), key=lambda held: not held[1])]
        for start in range(0, len(tables), SLICE):
            try:
                await self._part(tables[start : start + SLICE])
            except StoreError as error:
                log.warning(
                    "tables could not be handed over; the others will take them when our lease ends", why=str(error)
                )
                return
        if tables:
            log.info("tables handed over", tables=len(tables))
