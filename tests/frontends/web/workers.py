"""Several workers in one process for tests of the page: one store, real managers, real servers, and couriers that pack
everything but stay in the process."""

import asyncio
import json
from collections.abc import Awaitable, Mapping
from typing import Any, Self

from bot.clock import SystemClock
from bot.cluster.courier import CallFailed, Handler, NoAnswer
from bot.cluster.packing import unpack
from bot.frontends.web import Addresses, ChatHosts, Doors, WebFrontend, WebMeter
from bot.session.host.thinker import InlineThinker
from bot.session.manager import SessionManager, SessionSettings
from bot.session.port.page import PagePlace
from bot.session.port.protocols import News, Outcome
from bot.workers.page import PageManager, PageRelay
from bot.workers.page.feed import Post
from tests.cluster.worker import until
from tests.frontends.web.doors import PUBLIC, TOKEN, OpenHouse
from tests.frontends.web.house import Message, Visitor
from tests.memory import MemoryStore
from tests.session.world import RecordingFrontend


class LocalCourier:
    """Brings calls to another worker of the same process, in their order."""

    def __init__(self, name: str, town: "Town") -> None:
        self.name, self._town = name, town
        self.cut = False
        """Nothing reaches this worker, and nothing comes from it."""
        self.lost = 0
        """So many answers to commands are lost on their way here."""
        self.sent: list[tuple[str, str, Any]] = []
        """Of each call that was made: whom it was for, its kind and what it said."""
        self._handlers: dict[str, Handler] = {}

    def serve(self, kind: str, handler: Handler, /) -> None:
        self._handlers[kind] = handler

    async def call(self, worker: str, kind: str, payload: bytes, seconds: float, /) -> bytes:
        other = self._town.workers.get(worker)
        if other is None or other.courier.cut or self.cut:
            raise NoAnswer(worker, sent=False)
        self.sent.append((worker, kind, unpack(payload)))
        try:
            answer = await asyncio.create_task(_awaited(other.courier._handlers[kind](self.name, payload)))
        except Exception as error:
            raise CallFailed(type(error).__name__) from error
        if kind == "page.command" and self.lost:
            self.lost -= 1
            raise NoAnswer(worker, sent=True)
        return answer

    def told(self, what: str) -> list[tuple[str, Any]]:
        """What the page here has told others of a kind of thing: whom, and what."""
        batches = [(worker, said[4]) for worker, kind, said in self.sent if kind == "page.told"]
        things = [(worker, unpack(thing)) for worker, packed in batches for thing in packed]
        return [(worker, thing[1]) for worker, thing in things if thing[0] == what]


async def _awaited(answer: Awaitable[bytes]) -> bytes:
    return await answer


class Impatient(SystemClock):
    """A clock on which a pause is over at once."""

    def __init__(self) -> None:
        self._passed = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self._passed

    async def sleep(self, seconds: float) -> None:
        self._passed += seconds
        await asyncio.sleep(0)


class Owners:
    """Who has which table, as the store says it."""

    sure = True

    def __init__(self, worker: str, town: "Town") -> None:
        self.worker, self._town = worker, town

    @property
    def keeper(self) -> bool:
        return self.worker == min(self._town.workers)

    async def owner_of(self, table: int) -> str | None:
        async with self._town.store.begin() as unit:
            row = await unit.owners.get(table)
        return None if row is None else row.worker or None

    def news(self, news: News) -> None:
        for name, other in self._town.workers.items():
            if name != self.worker:
                self._town.start(other.manager.refresh(news))

    def hand_on(self, outcome: Outcome, table: int | None = None) -> None:
        for name, other in self._town.workers.items():
            if name != self.worker:
                other.manager.hear(outcome)


class WorkerHouse(OpenHouse):
    """One worker: its manager, its page, and a silent chat beside them."""

    def __init__(self, name: str, town: "Town") -> None:
        self.name, self.store, self.well, self.clock = name, town.store, True, SystemClock()
        place = PagePlace(PUBLIC)
        settings = SessionSettings(turn_seconds=0, ai_delay=0.0, seed=5, page=place)
        owners = Owners(name, town)
        self.manager = SessionManager(self.store, self.clock, InlineThinker(), settings, ownership=owners)
        self.courier = LocalCourier(name, town)
        post = town.couriers.get(name, self.courier)
        self.relay = PageRelay(self.manager, post, self.clock, is_here=self.manager.session.has)
        asked = PageManager(self.manager, owners, self.relay, post, Impatient())
        addresses = Addresses("127.0.0.1", PUBLIC)
        doors = Doors(ChatHosts(place, (TOKEN,)), self.manager.pages, addresses, self.clock)
        self.page = WebFrontend(asked, self._ping, port=0, meter=WebMeter(name), addresses=addresses, doors=doors)
        self.page.describe(lambda: {"worker": name, "tables": len(self.manager.numbers)})
        self.relay.stand_before(self.page)

    async def __aenter__(self) -> Self:
        self.manager.add_frontend(RecordingFrontend("telegram", silent=True))
        self.manager.add_frontend(self.relay)
        await self.manager.start()
        await self.page.start()
        self.relay.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.page.stop()
        await self.relay.stop()
        await self.manager.stop()


class Town:
    """Workers by name, who know each other."""

    def __init__(self, names: str = "abc", couriers: Mapping[str, Post] | None = None) -> None:
        self.store = MemoryStore()
        self.couriers = couriers or {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.workers: dict[str, WorkerHouse] = {}
        self.workers |= {name: WorkerHouse(name, self) for name in names}

    async def __aenter__(self) -> Self:
        for worker in self.workers.values():
            await worker.__aenter__()
        for name, worker in self.workers.items():
            worker.relay.workers_changed(self.workers.keys() - {name}, ())
        return self

    async def __aexit__(self, *_: object) -> None:
        for worker in self.workers.values():
            await worker.__aexit__()

    def __getitem__(self, name: str) -> WorkerHouse:
        return self.workers[name]

    def start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def owner(self, table: int) -> str:
        (name,) = [name for name, worker in self.workers.items() if table in worker.manager.session.tables]
        return name

    async def move(self, table: int, to: str) -> None:
        """Give a table to another worker, as in a clean stop of its owner."""
        await self[self.owner(table)].manager.part(table)
        await self.claim(to)

    async def claim(self, by: str) -> None:
        """Let a worker take over what nobody has who is there."""
        async with self.store.change() as unit:
            rows = await unit.owners.claim(by, [*self.workers], 100)
        await self[by].manager.adopt(rows)
        self[by].relay.taken_over([row.table for row in rows])

    def kill(self, name: str) -> WorkerHouse:
        """Let a worker be gone from one moment to the next; its process is the caller's to end."""
        gone = self.workers.pop(name)
        gone.courier.cut = True
        for worker in self.workers.values():
            worker.relay.workers_changed((), (name,))
        return gone


# -- people at their tables
async def opened(town: Town, ann: Visitor, *, at: str) -> tuple[str, int]:
    """A table that Ann has opened, and that is at this worker now."""
    room = str((await ann.ask("new", game="doudizhu"))["room"])
    number = int((await ann.wait(lambda message: message["t"] == "table", fresh=False))["table"]["id"])
    await town.move(number, at)
    return room, number


async def looked_at(visitor: Visitor, room: str) -> Message:
    await visitor.send_raw({"t": "watch", "room": room})
    return await visitor.wait(lambda message: message["t"] == "table" and message["room"] == room)


async def dealt(ann: Visitor, ben: Visitor, room: str, number: int) -> None:
    """Ben joins, an AI player too, and the cards are dealt."""
    await looked_at(ben, room)
    for visitor, asked in ((ben, "join"), (ann, "ai"), (ann, "deal")):
        more = {"level": "easy"} if asked == "ai" else {}
        answer = await visitor.ask(asked, table=number, **more)
        assert answer["ok"], answer


async def all_closed(town: Town, at: str) -> None:
    """Wait until a worker has noticed that its windows are closed."""
    await until(lambda: not town[at].page.windows.all())


def of_kind(visitor: Visitor, kind: str) -> list[Message]:
    return [message for frame in visitor.frames for message in json.loads(frame) if message["t"] == kind]


def hold_each_version_once(*visitors: Visitor) -> bool:
    """Whether no window was shown anything twice, or something older after something newer."""
    for visitor in visitors:
        for kind in ("table", "hand"):
            versions = [message["version"] for message in of_kind(visitor, kind)]
            assert versions == sorted(set(versions)), (kind, versions)
    return True


def hides(reader: Visitor, holder: Visitor) -> bool:
    """Whether no frame of the reader's had a card that the holder has from then on until a later hand."""
    hands = of_kind(holder, "hand")
    first = set(hands[0]["cards"])
    searched = 0
    for frame in reader.frames:
        for message in json.loads(frame):
            later = [hand for hand in hands if hand["version"] >= message.get("version", 2**60)]
            if later and message.get("result") is None:
                text = json.dumps(message)
                assert not [card for card in first & set(later[0]["cards"]) if f'"{card}"' in text]
                searched += 1
    return searched > 5


async def wander(town: Town, ann: Visitor, number: int) -> None:
    """Move a table from worker to worker while Ann plays there."""
    for at, plays in (("b", 4), ("a", 8), ("c", 12)):
        await until(lambda plays=plays: len(of_kind(ann, "hand")) >= plays)  # type: ignore[misc]
        await town.move(number, at)


async def played_on_the_way(town: Town, ann: Visitor, ben: Visitor, number: int) -> None:
    """Both play a round while the table wanders."""
    async with asyncio.TaskGroup() as playing:
        wandering = playing.create_task(wander(town, ann, number))
        await asyncio.gather(ann.play_round(), ben.play_round())
        wandering.cancel()
