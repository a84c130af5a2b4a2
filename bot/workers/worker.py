"""This process as one of several workers: how it joins the others, takes its share of the tables, and leaves them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Protocol

import structlog

from bot.cluster.allowance import SharedAllowance
from bot.cluster.courier import Courier
from bot.cluster.leases import RedisLeases
from bot.cluster.link import RedisLink
from bot.cluster.membership import Membership, MembershipChange
from bot.cluster.notes import RedisNotes
from bot.cluster.packing import PACKAGES
from bot.session.port.protocols import Clock, Manager
from bot.workers.balancer import Balancer
from bot.workers.forwarding import UPKEEP, Forwarding, Listener, Receiver
from bot.workers.page import PageManager, PageRelay
from bot.workers.page.relay import Page
from bot.workers.shares import BotAllowance, BotCarrier, BotLeases, BotNotes, Shares
from games import GAMES
from storage.api import Store, StoreError
from storage.themes.owners import OwnerRow

__all__ = ["Worker"]

log = structlog.get_logger("cluster")

_PING_SECONDS: Final = 1.0
_MOST_SILENT: Final = 4.0  # So long the database may be silent before others take our tables
_FIRST_TABLES_SECONDS: Final = 10.0
"""So long a start waits for the first tables; the rest comes while others are being played."""


class Worker:
    """One worker of a cluster. Made by ``join``."""

    def __init__(self, link: RedisLink, name: str, store: Store, clock: Clock, fingerprint: Mapping[str, str]) -> None:
        self._link, self._store, self._clock = link, store, clock
        membership = self._membership = Membership(link, name, self._describe, fingerprint)
        self.leases = RedisLeases(link, membership)
        self.courier = Courier(link, membership)
        self.allowance = SharedAllowance(link, membership)
        self.notes = RedisNotes(link)
        self.forwarding = Forwarding(membership.name, store, self.courier, membership, self.leases, clock)
        self._balancer: Balancer | None = None
        self._relay: PageRelay | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def join(
        cls, link: RedisLink, name: str, store: Store, clock: Clock, fingerprint: Mapping[str, str]
    ) -> Worker:
        """Become a worker; ``ClusterRefused`` says in one line why not. ``fingerprint``: digests of what all must have alike."""
        worker = cls(link, name, store, clock, fingerprint)
        worker._membership.draining = True  # until ``begin``: what is free is for those who can go on with it
        await worker._membership.join()
        try:
            await worker._leave_to_others()
        except StoreError:
            await worker._membership.leave()
            raise
        await worker.courier.open()
        return worker

    async def _leave_to_others(self) -> None:
        """Set free what a worker of our name had before it died: nobody claims what a living worker has, and our start
        takes a while."""
        async with self._store.begin() as unit:
            left = await unit.owners.owned_by(self.name)
            await unit.owners.release([(row.table, row.fence) for row in left], self.name)
            await unit.commit()

    @property
    def name(self) -> str:
        return self._membership.name

    @property
    def workers(self) -> int:
        """How many workers live, as far as is known."""
        return self._membership.seen

    @property
    def well(self) -> bool:
        """Whether Redis answers and nobody takes us for dead."""
        return self._membership.sure

    def _describe(self) -> Mapping[str, Any]:
        """What ``paiju cluster`` shows of us."""
        return {"carried": self.forwarding.carried, "waiting": self.courier.waiting}

    def on_replaced(self, end: Callable[[], None]) -> None:
        """Have ``end`` called when another worker has taken our name: we can only end."""

        async def wait() -> None:
            await self._membership.replaced.wait()
            end()

        self._tasks.append(asyncio.create_task(wait(), name="cluster name"))

    def receive_for(self, platform: str, receiver: Receiver, bot: str = "") -> None:
        """Let the frontend of a platform, or of one of several bots there, handle what other workers have heard."""
        self.forwarding.receive_for(f"{platform}@{bot}" if bot else platform, receiver)

    def shares_of(self, bot: str) -> Shares:
        """What one of several bots shares with itself at the other workers; ``""``: the first."""
        shares = Shares(self.leases, self.notes, self.allowance, self.forwarding)
        if not bot:
            return shares
        return Shares(
            BotLeases(shares.leases, bot),
            BotNotes(shares.notes, bot),
            BotAllowance(shares.allowance, bot),
            BotCarrier(shares.carrier, bot),
        )

    def manager_for_page(self, manager: LocalManager) -> PageManager:
        """The manager that our page asks: it reaches the tables of all workers."""
        games = {type(game).__module__.partition(".")[0] for game in GAMES.values()}
        packages = (*PACKAGES, *sorted(games - {"games"}))
        self._relay = PageRelay(manager, self.courier, self._clock, is_here=manager.has, packages=packages)
        return PageManager(manager, self.forwarding, self._relay, self.courier, self._clock, packages=packages)

    def stand_before(self, page: Page) -> PageRelay:
        """What the session takes for its page: it brings updates to the windows at all workers."""
        assert self._relay is not None, "the page asks a manager of ours"
        self._relay.stand_before(page)
        return self._relay

    async def begin(self, manager: LocalManager) -> None:
        """Take our share of the tables, from now on. Returns when the first have come."""
        tables = _Tables(manager, self._relay)
        balancer = Balancer(self.name, self._store, tables, self._membership, self._clock, self.forwarding.tell_moves)
        self._balancer = balancer
        self._membership.draining = False
        self.forwarding.tell(manager, tables.reconcile, balancer.nudge)
        self._membership.on_change(self._look_around)
        others = {one.name for one in self._membership.workers() if one.remaining > 0 and one.name != self.name}
        if self._relay is not None:
            self._relay.start()
            self._relay.workers_changed(others, ())
        self._tasks = [
            asyncio.create_task(balancer.run(), name="cluster balancer"),
            asyncio.create_task(self._keep_house(), name="cluster upkeep"),
            asyncio.create_task(self._watch_store(), name="cluster store"),
        ]
        settled = asyncio.ensure_future(balancer.settled.wait())
        await asyncio.wait({settled}, timeout=_FIRST_TABLES_SECONDS)
        settled.cancel()

    def _look_around(self, change: MembershipChange) -> None:
        """Look after tables at once when somebody came or went."""
        if self._balancer is not None:
            self._balancer.nudge()
        if self._relay is not None:
            self._relay.workers_changed(change.joined - {self.name}, change.gone - {self.name})

    async def _keep_house(self) -> None:
        """Ask for the lease of the upkeep for as long as another has it; what was to be done meanwhile is done then. Give away
        all tables if a host has asked for that."""
        keeps = False
        while True:
            kept, keeps = keeps, await self.leases.take(UPKEEP)
            if keeps and not kept:
                await self.forwarding.keep_up()
            if self._membership.asked_to_drain and self._membership.accepting() - {self.name}:
                await self.hand_over()  # again and again: tables are opened here as before
            await self._clock.sleep(1.0)

    async def _watch_store(self) -> None:
        """Rest while the database does not answer us: it may answer the others, and somebody has to go on with our tables."""
        well, since = True, self._clock.monotonic()
        while True:
            await self._clock.sleep(_PING_SECONDS)
            answers = await self._store_answers()
            now = self._clock.monotonic()
            if answers:
                since = now
                if not well:
                    well = True
                    log.info("the database answers again; this worker takes tables again")
                    self._membership.wake()
            elif well and now - since >= _MOST_SILENT:
                well = False
                log.error("the database does not answer this worker: the others take its tables")
                for name in self.leases.held:
                    await self.leases.release(name)
                await self._membership.rest()

    async def _store_answers(self) -> bool:
        try:
            async with asyncio.timeout(_PING_SECONDS):
                await self._store.ping()
        except (StoreError, TimeoutError):
            return False
        return True

    async def hand_over(self) -> None:
        """Give all tables to the others while the frontends still carry on what comes in."""
        self._membership.draining = True
        if self._balancer is not None:
            await self._balancer.hand_over()

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._relay is not None:
            await self._relay.stop()
        await self.forwarding.close()
        await self.courier.close()
        await self._membership.leave()


class LocalManager(Manager, Listener, Protocol):
    """The manager of this process, as far as its worker asks for its tables."""

    @property
    def numbers(self) -> set[int]:
        """The numbers of the open tables that are ours, read or not."""
        ...

    def has(self, table: int) -> bool:
        """Whether a table is one of them."""
        ...

    def held(self) -> list[tuple[int, bool]]:
        """Return them, and whether something is being done or thought of there."""
        ...

    async def adopt(self, owners: Collection[OwnerRow]) -> None:
        """Go on with tables that have become ours."""

    async def part(self, number: int) -> None:
        """Let go of a table."""

    async def reconcile(self) -> None:
        """Compare the tables that are open here with what the store says."""


class _Tables:
    """The tables of the manager, as the balancer asks for them; windows everywhere see those that have come to us."""

    def __init__(self, manager: LocalManager, relay: PageRelay | None) -> None:
        self._manager, self._relay = manager, relay

    def held(self) -> list[tuple[int, bool]]:
        return self._manager.held()

    async def adopt(self, rows: Collection[OwnerRow]) -> None:
        await self._manager.adopt(rows)
        if self._relay is not None:
            self._relay.taken_over([row.table for row in rows])

    async def part(self, table: int) -> None:
        await self._manager.part(table)

    async def reconcile(self) -> None:
        before = self._manager.numbers
        await self._manager.reconcile()
        if self._relay is not None:
            self._relay.taken_over(self._manager.numbers - before)
