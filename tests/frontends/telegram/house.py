"""A whole Paiju for the tests of matches: real store, real manager, real frontend, against the simulated platform."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from bot.clock import SystemClock
from bot.frontends.telegram.frontend import TelegramFrontend
from bot.session.host.session import SessionSettings
from bot.session.manager import SessionManager
from bot.session.port import buttons
from bot.session.port import commands as c
from bot.session.port.protocols import Clock
from storage.api import Store
from storage.databases import open_store
from tests.apart import thinker
from tests.databases import database_in
from tests.simulators.telegram import Button, CallbackAnswer, Group, Message, Person, TelegramSim

from .stage import frontend_of

YOUR_TURN = ("Your turn", "轮到你")


class House:
    """One running bot; `restart` ends it and starts another on the same database."""

    def __init__(
        self,
        sim: TelegramSim,
        folder: Path,
        *,
        seed: int | None = 7,
        ai_delay: float = 0.0,
        time: Clock | None = None,
        **more: Any,
    ) -> None:
        self.sim = sim
        self._seed = seed
        self._ai_delay = ai_delay
        self._time = time or SystemClock()  # The session's; the frontend has its own
        self._url = database_in(folder)
        self._more = more
        self.store: Store
        self.manager: SessionManager
        self.frontend: TelegramFrontend

    async def start(self) -> None:
        self.store = await open_store(self._url)
        settings = SessionSettings(turn_seconds=0, ai_delay=self._ai_delay, seed=self._seed)
        self.manager = SessionManager(self.store, self._time, thinker(), settings)
        self.frontend = frontend_of(self.sim, **self._more)
        self.manager.add_frontend(self.frontend)
        await self.manager.start()
        await self.frontend.start(self.manager)
        await self.frontend.wait_connected()

    async def stop(self) -> None:
        await self.frontend.stop()
        await self.manager.stop()
        await self.store.close()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def rests(self) -> None:
        assert self.frontend._intake is not None
        await self.frontend._intake._queues.finish()
        for _ in range(2):
            await self.frontend._outbox.drained()
            await self.manager.session.tasks.drain(5)


@asynccontextmanager
async def open_house(sim: TelegramSim, folder: Path, **more: Any) -> AsyncIterator[House]:
    house = House(sim, folder, **more)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


def panel_of(person: Person) -> Message | None:
    """The newest message in the private chat that holds a panel; a board that stands there too only leads to one."""
    for kinds in (c.Away | c.Hint | c.Offer | c.Ready | c.DealCards, c.MyHand):
        for message in reversed(person.inbox):
            said = [command_of(button) for button in message.buttons]
            beside = any(isinstance(one, c.TurnPlayed) for one in said)  # what was played leads to the hand as well
            if not beside and any(isinstance(one, kinds) for one in said):
                return message
    return None


def command_of(button: Button) -> c.Command | None:
    return _command(button.data) if button.data else None


_command = lru_cache(maxsize=4096)(buttons.decode)  # A test looks at the same buttons again and again


def moves(message: Message | None) -> list[Button]:
    """Buttons that act: whole plays, bids and passes."""
    if message is None:
        return []
    return [button for button in message.buttons if isinstance(command_of(button), c.Offer)]


def to_act(people: Sequence[Person]) -> tuple[Person, Message] | None:
    """Who of them is asked for a play, and the panel that asks."""
    for person in people:
        message = panel_of(person)
        if message is not None and moves(message) and any(sign in message.text for sign in YOUR_TURN):
            return person, message
    return None


def wants_ready(message: Message | None) -> Button | None:
    if message is None:
        return None
    return next((b for b in message.buttons if isinstance(command_of(b), c.Ready)), None)


class Table:
    """Virtual people at one table who press what their panels offer until the match is over."""

    def __init__(self, sim: TelegramSim, group: Group, people: list[Person], seed: int = 1) -> None:
        self.sim = sim
        self.group = group
        self.people = people
        self.dice = random.Random(seed)
        self.answers: list[CallbackAnswer] = []
        self.acted = 0

    async def opens(self, text: str = "/new doudizhu deals=2") -> Message:
        """The first one opens a table, the others press Join."""
        before = len(self.sim.messages(self.group))
        await self.people[0].says(self.group, text)
        message = await self.sim.wait_for(lambda: self._newest_with("Join", before))
        for person in self.people[1:]:
            await person.press(message, "Join")
        await self.sim.wait_for(lambda: all(person.name in message.text for person in self.people))
        return message

    def _newest_with(self, label: str, since: int) -> Message | None:
        found = [m for m in self.sim.messages(self.group)[since:] if m.button(label)]
        return found[-1] if found else None

    def table_message(self) -> Message:
        return self._boards()[-1]

    def _boards(self) -> list[Message]:
        return [m for m in self.sim.messages(self.group) if m.content.photo is None and "🀄" in m.text]

    def to_act(self) -> tuple[Person, Message] | None:
        return to_act(self.people)

    def resting(self) -> bool:
        return all(wants_ready(panel_of(person)) for person in self.people)

    def over(self) -> bool:
        return any("Another match" in label for board in self._boards()[-1:] for label in board.labels)

    async def one_move(self) -> bool:
        await self.sim.wait_for(lambda: self.to_act() or self.resting() or self.over())
        turn = self.to_act()
        if turn is not None:
            person, message = turn
            before = message.content
            button = self.dice.choice(moves(message)[:4])
            self.answers.append(await person.press(message, button))
            self.acted += 1
            await self.sim.wait_for(
                lambda: message.deleted or message.content != before or panel_of(person) is not message
            )
            return True
        if self.over():
            return False
        for person in self.people:
            resting = panel_of(person)
            ready = wants_ready(resting)
            assert resting is not None
            assert ready is not None
            self.answers.append(await person.press(resting, ready))
        await self.sim.wait_for(lambda: self.to_act() or self.over())
        return True

    async def plays_out(self, most: int = 600) -> None:
        for _ in range(most):
            if not await self.one_move():
                return
        raise AssertionError(f"no end in sight\n{self.sim.describe()}")


async def gather(*work: Any) -> None:
    async with asyncio.TaskGroup() as group:
        for each in work:
            group.create_task(each)
