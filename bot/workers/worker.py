"""This process as one of several workers: how it joins the others, takes its share of the tables, and leaves them."""

import asyncio
import json
from collections.abc import Callable, Collection
from typing import Final, Protocol

import structlog

from bot.cluster.allowance import SharedAllowance
from bot.cluster.courier import Courier
from bot.cluster.leases import LineLeases
from bot.cluster.line import Line
from bot.cluster.meeting import MeetingPlace
from bot.cluster.membership import Membership, MembershipChange
from bot.cluster.notes import RedisNotes
from bot.cluster.packing import PACKAGES
from bot.session.port.protocols import Clock, Manager
from bot.workers.balancer import Balancer, Tables
from bot.workers.forwarding import UPKEEP, Forwarding, Listener, Receiver
from bot.workers.page import PageManager, PageRelay
from bot.workers.page.relay import Page
from bot.workers.shares import BotAllowance, BotCarrier, BotLeases, BotNotes, Shares
from games import GAMES
from storage.api import Store
from storage.themes.owners import OwnerRow

__all__ = ["DESCRIBE", "DRAIN", "Worker"]

log = structlog.get_logger("cluster")

_FIRST_TABLES_SECONDS: Final = 10.0
"""So long a start waits for the first tables; the rest comes while others are being played."""


DESCRIBE, DRAIN = "describe", "drain"  # What ``paiju cluster`` asks a worker


class Worker:
    """One worker of a cluster, as soon as it has joined."""

    def __init__(self, meeting: MeetingPlace, line: Line, store: Store, clock: Clock) -> None:
        self._meeting, self.line, self._store, self._clock = meeting, line, store, clock
        membership = self._membership = Membership(line)
        self.name = membership.name
        self.courier = Courier(line, membership)
        self.leases = LineLeases(membership, self.courier.news)
        self.allowance = SharedAllowance(meeting.link, membership)
        self.notes = RedisNotes(meeting.link)
        self.forwarding = Forwarding(membership.name, store, self.courier, membership, self.leases, clock)
        self.courier.serve(DESCRIBE, self._describe)
        self.courier.serve(DRAIN, self._drain)
        self._asked_to_drain = False
        self.balancer: Balancer | None = None
        self._relay: PageRelay | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self) -> None:
        """Become a worker; ``ClusterRefused`` says in one line why not."""
        await self.line.open()
        self._membership.draining = True  # until ``begin``: what is free is for those who can go on with it
        await self._membership.join()
        await self._leave_to_others()

    async def _leave_to_others(self) -> None:
        """Set free what a worker of our name had before it died: nobody claims what a living worker has, and our start
        takes a while."""
        async with self._store.change() as unit:
            left = await unit.owners.owned_by(self.name)
            await unit.owners.release([(row.table, row.fence) for row in left], self.name)

    @property
    def workers(self) -> int:
        """How many workers live, as far as is known."""
        return self._membership.seen

    @property
    def well(self) -> bool:
        """Whether nobody takes us for dead."""
        return self._membership.sure

    async def _describe(self, caller: str, payload: bytes) -> bytes:
        """What ``paiju cluster`` shows of us."""
        told = {"carried": self.forwarding.carried, "waiting": self.courier.waiting, "leases": self.leases.held}
        return json.dumps(told).encode()

    async def _drain(self, caller: str, payload: bytes) -> bytes:
        """Have our tables elsewhere until we are started anew, as a host has asked for."""
        self._asked_to_drain = True
        return b""

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

    def manager_for_page(self, manager: "LocalManager") -> PageManager:
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

    async def begin(self, manager: "LocalManager") -> None:
        """Take our share of the tables, from now on. Returns when the first have come."""
        tables = _Tables(manager, self._relay)
        balancer = Balancer(self.name, self._store, tables, self._membership, self._clock, self.forwarding.tell_moves)
        self.balancer = balancer
        self._membership.draining = False
        self.forwarding.tell(manager, tables.reconcile, balancer.nudge)
        self._membership.on_change(self._look_around)
        others = (self._membership.alive() or frozenset()) - {self.name}
        if self._relay is not None:
            self._relay.start()
            self._relay.workers_changed(others, ())
        self._tasks = [
            asyncio.create_task(balancer.run(), name="cluster balancer"),
            asyncio.create_task(self._keep_house(), name="cluster upkeep"),
        ]
        settled = asyncio.ensure_future(balancer.settled.wait())
        await asyncio.wait({settled}, timeout=_FIRST_TABLES_SECONDS)
        settled.cancel()

    def _look_around(self, change: MembershipChange) -> None:
        """Look after tables at once when somebody came or went."""
        if self.balancer is not None:
            self.balancer.nudge()
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
            await self._meeting.stay()
            if self._asked_to_drain and self._membership.accepting() - {self.name}:
                await self.hand_over()  # again and again: tables are opened here as before
            await self._clock.sleep(1.0)

    async def hand_over(self) -> None:
        """Give all tables to the others while the frontends still carry on what comes in."""
        self._membership.draining = True
        if self.balancer is not None:
            await self.balancer.hand_over()

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._relay is not None:
            await self._relay.stop()
        await self.forwarding.close()
        await self.courier.close()
        await self._membership.leave()
        await self.line.close()


class LocalManager(Manager, Listener, Tables, Protocol):
    """The manager of this process, as far as its worker asks for its tables."""

    @property
    def numbers(self) -> set[int]: ...

    def has(self, table: int) -> bool: ...


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

    async def part(self, number: int) -> None:
        await self._manager.part(number)

    async def reconcile(self) -> None:
        before = self._manager.numbers
        await self._manager.reconcile()
        if self._relay is not None:
            self._relay.taken_over(self._manager.numbers - before)
