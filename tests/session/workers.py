"""Several managers over one store, in one process: who has a table is in the store, and a small router carries commands to it."""

import asyncio
from typing import Any, Self

from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.commands.record import Elsewhere
from bot.session.port.protocols import News, Outcome
from bot.session.port.replies import Reply
from bot.session.port.updates import Notice
from games.base.actions import action_text
from storage.api import Store
from tests.session.world import PARK_AFTER, ManualClock, RecordingFrontend, World, check_words


class Neighbour:
    """How one worker hears of the others: through the crew that it belongs to."""

    def __init__(self, crew: "Crew", worker: str) -> None:
        self.crew, self.worker, self.sure = crew, worker, True

    @property
    def keeper(self) -> bool:
        return self.worker == min(self.crew.worlds)

    async def owner_of(self, table: int) -> str | None:
        row = await self.crew.owner_row(table)
        return None if row is None else row.worker or None

    def news(self, news: News) -> None:
        for name, world in self.crew.worlds.items():
            if name != self.worker and name not in self.crew.deaf:
                self.crew.start(world.manager.refresh(news))

    def hand_on(self, outcome: Outcome, table: int | None = None) -> None:
        self.crew.start(self._hand_on(outcome, table))

    async def _hand_on(self, outcome: Outcome, table: int | None) -> None:
        owner = None if table is None else await self.owner_of(table)
        for name, world in self.crew.worlds.items():
            if name != self.worker and (table is None or name == owner):
                world.manager.hear(outcome)


class Crew:
    """Workers by name; each has a manager and a frontend of its own."""

    def __init__(
        self, *stores: Store, workers: str = "abc", platforms: tuple[str, ...] = ("chat",), **settings: Any
    ) -> None:
        self.clock = ManualClock()
        self.deaf: set[str] = set()
        self.carried = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.neighbours = {name: Neighbour(self, name) for name in workers}
        chosen = SessionSettings(**{"turn_seconds": 90, "park_after": PARK_AFTER, **settings})
        self.worlds = {
            name: World(
                stores[at % len(stores)],
                clock=self.clock,
                settings=chosen,
                ownership=self.neighbours[name],
                frontends=tuple(RecordingFrontend(platform) for platform in platforms),
            )
            for at, name in enumerate(workers)
        }
        self.store = stores[0]

    def start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def begin(self) -> Self:
        for world in self.worlds.values():
            await world.manager.start()
        await self.settle()
        return self

    async def stop(self) -> None:
        for world in self.worlds.values():
            await world.stop()

    async def settle(self) -> None:
        idle = 0
        while idle < 3:
            running = len(self._tasks)
            for world in self.worlds.values():
                ticker = world.manager._ticker._task
                running += len(world.manager.session.tasks) + (ticker is not None and not ticker.done())
            idle = idle + 1 if running <= self.clock.sleeping else 0
            await asyncio.sleep(0)

    async def advance(self, seconds: float) -> None:
        until = self.clock.monotonic() + seconds
        while self.clock.wake_next(until):
            await self.settle()
        await self.settle()

    # -- commands
    async def do(self, at: str, name: str, command: c.Command, **more: Any) -> Reply:
        """Somebody's command comes in at a worker, and is carried to where its table is."""
        return await self.handle(at, self.worlds[at].origin(name, **more), command)

    async def handle(self, at: str, origin: c.Origin, command: c.Command) -> Reply:
        for _ in range(4):
            try:
                reply = await self.worlds[at].manager.handle(origin, command)
            except Elsewhere as elsewhere:
                if elsewhere.worker in (None, at):
                    raise AssertionError("nobody has the table") from elsewhere
                at, self.carried = str(elsewhere.worker), self.carried + 1
                continue
            await self.settle()
            check_words(reply.body)
            return reply
        raise AssertionError("a command goes round in circles")

    async def seated(self, at: str, *names: str, **more: Any) -> int:
        """A table of this worker with these people, the rest AI players."""
        reply = await self.do(at, names[0], c.NewTable("doudizhu"), **more)
        assert isinstance(reply.body, Notice), reply
        number = int(str(reply.body.data["table"]))
        for name in names[1:]:
            assert (await self.do(at, name, c.Join(number), **more)).ok
        if len(names) < 3:
            assert (await self.do(at, names[0], c.FillAi(number, level="easy"), **more)).ok
        return number

    # -- tables
    async def owner_row(self, table: int) -> Any:
        async with self.store.begin() as unit:
            return await unit.owners.get(table)

    async def owner(self, table: int) -> str:
        row = await self.owner_row(table)
        return "" if row is None else str(row.worker)

    def book(self, table: int) -> Any:
        (found,) = [world.book(table) for world in self.worlds.values() if table in world.manager.session.tables]
        return found

    async def claim(self, by: str, *alive: str) -> list[int]:
        """A worker takes over what nobody has who is alive."""
        async with self.worlds[by].store.change() as unit:
            rows = await unit.owners.claim(by, alive or tuple(self.worlds), 100)
        await self.worlds[by].manager.adopt(rows)
        await self.settle()
        return [row.table for row in rows]

    async def move(self, table: int, to: str) -> None:
        await self.worlds[await self.owner(table)].manager.part(table)
        assert await self.claim(to) == [table]

    async def one_step(self, table: int, at: str) -> None:
        """Whoever is waited for first acts, at some worker; AI players are given their time."""
        book = self.book(table)
        waited = book.awaited[0]
        held = book.seats[waited.seat]
        if held.user is None or held.away:
            await self.advance(2.0)
            return
        action = self.worlds[at].choice(book, waited.seat)
        reply = await self.do(at, held.external, c.PlayText(action_text(action), table, sure=True), private=True)
        assert reply.ok, reply
