"""The whole house on Discord: real store, real manager, real client library, and how people play there."""

from functools import lru_cache
from pathlib import Path
from typing import Self

from bot.clock import SystemClock
from bot.frontends.discord.frontend import DiscordFrontend, Division
from bot.frontends.discord.outgoing.markup import Pressed, pressed
from bot.session.manager import SessionManager, SessionSettings
from bot.session.port.commands import Offer
from bot.session.port.page import PagePlace
from bot.session.port.protocols import Carrier, Clock
from storage.api import Store
from storage.databases import open_store
from tests.apart import thinker
from tests.databases import database_in
from tests.patience import patient
from tests.simulators.discord import Button, DiscordSim, Handle, Message, VirtualChannel, VirtualUser


class House:
    """The bot; it can be stopped and started again on the same database."""

    def __init__(
        self,
        sim: DiscordSim,
        folder: Path,
        *,
        seed: int | None = 7,
        ai_delay: float = 0.0,
        clock: Clock | None = None,
        time: Clock | None = None,
        page: PagePlace | None = None,
        division: Division | None = None,
        carrier: Carrier | None = None,
        manager: type[SessionManager] = SessionManager,
    ) -> None:
        self._division, self._carrier, self._kind = division, carrier, manager
        self.sim = sim
        self._clock = clock or SystemClock()
        self._time = time or self._clock  # The session's, where the frontend has its own
        self._url = database_in(folder)
        self._page = page
        self._settings = SessionSettings(turn_seconds=0, ai_delay=ai_delay, seed=seed, page=page)
        self._store: Store | None = None
        self._manager: SessionManager | None = None
        self._frontend: DiscordFrontend | None = None

    async def start(self) -> Self:
        self._store = await open_store(self._url)
        self._manager = self._kind(self._store, self._time, thinker(1), self._settings)
        self._frontend = DiscordFrontend(
            self.sim.token,
            clock=self._clock,
            api_base_url=self.sim.base_url,
            pace=1000.0,
            page=self._page,
            division=self._division,
            carrier=self._carrier,
        )
        self._manager.add_frontend(self._frontend)
        await self._manager.start()
        await self._frontend.start(self._manager)
        await patient(self._frontend.wait_connected())
        return self

    @property
    def manager(self) -> SessionManager:
        assert self._manager is not None, "not started"
        return self._manager

    @property
    def frontend(self) -> DiscordFrontend:
        assert self._frontend is not None, "not started"
        return self._frontend

    async def stop(self) -> None:
        if self._frontend is not None and self._manager is not None and self._store is not None:
            await self._frontend.stop()
            await self._manager.stop()
            await self._store.close()

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def quiet(self) -> None:
        assert self._frontend is not None
        await patient(self._frontend.drained())

    async def rests(self) -> None:
        for _ in range(2):
            await self.quiet()
            await self.manager.session.tasks.drain(5)


def meaning(button: Button) -> Pressed | None:
    return _meaning(button.custom_id or "")


@lru_cache(maxsize=4096)
def _meaning(custom_id: str) -> Pressed | None:
    return pressed({"custom_id": custom_id})


def offers(message: Message) -> list[Button]:
    """Buttons that each name a whole action: suggestions, bids, the pass."""
    found = []
    for button in message.buttons:
        said = meaning(button)
        if said is not None and isinstance(said.command, Offer):
            found.append(button)
    return found


def panel_of(person: VirtualUser) -> Message | None:
    """The hand panel of this person that has changed last, in the private chat or inside a group."""
    for message in sorted([*person.ephemerals, *person.inbox], key=lambda shown: -shown.versions[-1].at):
        if message.has_button("h:"):
            return message
        if any((said := meaning(button)) is not None and said.source == "h" for button in message.buttons):
            return message
    return None


def turn_of(people: list[VirtualUser]) -> tuple[VirtualUser, Message] | None:
    """Somebody whose panel offers actions now."""
    for person in people:
        panel = panel_of(person)
        if panel is not None and offers(panel):
            return person, panel
    return None


def texts(channel: VirtualChannel) -> str:
    return "\n".join(message.text for message in channel.messages)


async def seat_all(
    sim: DiscordSim, people: list[VirtualUser], channel: VirtualChannel, options: str = "deals=1"
) -> Message:
    """The first opens a table, the others press Join; the table message."""
    await people[0].slash(channel, "new", game="doudizhu", options=options)
    table = await sim.wait_for(lambda: next((m for m in channel.messages if m.has_button("Join")), None))
    for person in people[1:]:
        await person.press(table, "Join")
    return table


async def deal(sim: DiscordSim, people: list[VirtualUser], channel: VirtualChannel) -> Handle:
    """The first says /deal; until somebody is asked something."""
    handle = await people[0].slash(channel, "deal")
    await sim.wait_for(lambda: turn_of(people))
    return handle


async def seat_and_deal(sim: DiscordSim, people: list[VirtualUser], channel: VirtualChannel) -> None:
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)


async def act(sim: DiscordSim, people: list[VirtualUser]) -> bool:
    """Whoever is asked presses the first offer; False when the match is over."""

    await sim.wait_for(lambda: over(people) or turn_of(people))
    found = None if over(people) else turn_of(people)
    if found is None:
        return False
    person, panel = found
    await person.press(panel, offers(panel)[0].custom_id or "")
    return True


def over(people: list[VirtualUser]) -> bool:
    panels = [panel_of(person) for person in people]
    return any(panel is not None and panel.has_button("Another match") for panel in panels)


async def play_out(sim: DiscordSim, people: list[VirtualUser], most: int = 400) -> int:
    for count in range(most):
        if not await act(sim, people):
            return count
    raise AssertionError("the match did not end")
