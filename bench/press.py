"""One press on a button, traced: what runs of ours for it, until it is durable and in all, on the simulated platforms.

``python -m bench.press`` prints the figures.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final

from bot.frontends.discord.outgoing.emojis import NAMED
from tests.frontends.discord import house as discord
from tests.frontends.telegram.house import House, Table, moves, open_house
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

__all__ = ["Trace", "discord_press", "telegram_press", "traced"]

_ROOT: Final = Path(__file__).parent.parent
_OURS: Final = tuple(f"{_ROOT / folder}/" for folder in ("bot", "games", "storage"))


@dataclass(slots=True)
class Trace:
    """What has run: our files until the first commit and in all, and how often what counts was done."""

    files: set[str] = field(default_factory=set)
    until_commit: set[str] = field(default_factory=set)
    calls: int = 0
    """Calls of our functions."""
    units: int = 0
    notes: int = 0
    """Those of them in which ids of messages are noted that have just been posted."""
    screens: Counter[str] = field(default_factory=Counter)
    panels: Counter[int] = field(default_factory=Counter)
    """Panels made, by seat."""
    committed: bool = False

    def note(self, frame: FrameType) -> None:
        """A function of ours has been called."""
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        self.calls += 1
        self.files.add(path)
        if not self.committed:
            self.until_commit.add(path)
        if name == "begin" and path.endswith("storage/health.py"):
            by = "" if frame.f_back is None else frame.f_back.f_code.co_name
            self.units += by != "look"  # what hosts ask for is looked for once a second, whoever presses
            self.notes += by == "note"
        elif name in ("hand_screen", "table_screen"):
            self.screens[name.removesuffix("_screen")] += 1
        elif name == "private_update":
            self.panels[frame.f_locals["seat"]] += 1
        elif name == "tell" and path.endswith("/host/tell.py"):
            self.committed = True

    def lines(self) -> list[str]:
        """The figures."""
        return [
            f"files of ours: {len(self.files)}, until the commit {len(self.until_commit)}; calls {self.calls}",
            f"units of work: {self.units - self.notes}, and for ids of new messages {self.notes}",
            f"panels made: {sum(self.panels.values())}, most for a person {max(self.panels.values(), default=0)}",
            f"screens rendered: {self.screens['hand']} of hands, {self.screens['table']} of the table",
        ]


@contextmanager
def traced() -> Iterator[Trace]:
    """Trace what runs of ours meanwhile, in this thread and in those that begin."""
    trace = Trace()

    def called(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_OURS):
            trace.note(frame)

    before = sys.getprofile()
    threading.setprofile(called)
    sys.setprofile(called)
    try:
        yield trace
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


async def telegram_press(folder: Path, presses: int = 3) -> Trace:
    """A table of three at Dou Dizhu: the last of so many presses on offers, until everybody has been shown what came of it."""
    async with TelegramSim() as sim:
        people = [sim.user(name, started=True) for name in ("ann", "ben", "cem")]
        group = sim.group("friends", people)
        async with open_house(sim, folder) as house:
            for person in people:
                await person.starts()
            table = Table(sim, group, people, seed=5)
            lobby = await table.opens("/new doudizhu deals=1")
            await people[0].press(lobby, "Start")
            for _ in range(presses - 1):
                await table.one_move()
            person, panel = await sim.wait_for(table.to_act)
            await _rest(house)
            offer = moves(panel)[0]
            with traced() as trace:
                await person.press(panel, offer)
                await _rest(house)
            await sim.wait_for(lambda: (turn := table.to_act()) is not None and turn[0] is not person)
            return trace


async def discord_press(folder: Path, presses: int = 3) -> Trace:
    """The same on Discord, on the panel in the private chat, with cards drawn as at every start but the first."""
    async with DiscordSim() as sim:
        sim.world.emojis = dict(enumerate(NAMED, 10**18))
        people = [sim.user(name) for name in ("ann", "ben", "cem")]
        channel = sim.guild(members=people).channel("friends")
        async with discord.House(sim, folder) as house:
            await discord.seat_all(sim, people, channel)
            await discord.deal(sim, people, channel)
            for _ in range(presses - 1):
                await house.quiet()
                await discord.act(sim, people)
            await _quiet(house)
            person, panel = await sim.wait_for(lambda: discord.turn_of(people))
            offer = discord.offers(panel)[0].custom_id or ""
            with traced() as trace:
                await person.press(panel, offer)
                await _quiet(house)
            await sim.wait_for(lambda: discord.turn_of(people))
            return trace


async def _quiet(house: discord.House) -> None:
    """Until all is shown, what was reported of it is noted, and what follows from that is shown too."""
    await house.quiet()
    await house.manager.session.tasks.drain(5)
    await house.quiet()


async def _rest(house: House) -> None:
    """Until all that was pressed is answered, shown to everybody and reported back."""
    intake = house.frontend._intake
    assert intake is not None
    await intake._queues.finish()
    await house.frontend._outbox.drained()
    await house.manager.session.tasks.drain(5)
    await house.frontend._outbox.drained()


def main() -> None:
    """Print the figures of one press on each platform."""
    for name, press in (("Telegram", telegram_press), ("Discord", discord_press)):
        with tempfile.TemporaryDirectory() as folder:
            print(name, *asyncio.run(press(Path(folder))).lines(), sep="\n  ")


if __name__ == "__main__":
    main()
