"""What a match costs and how quickly people hear of it, on each platform, measured on the wire of the real program.

``python -m bench.platforms [--json FILE] [--matches N]``. The program runs as its own process against the simulated
platforms of the tests; three people play whole matches of two deals, one press at a time. The outbox runs at a
thousandfold pace, so nothing is coalesced: calls an action are what they are when people take their time, and the
times are the program's own, without the waiting that the platforms' limits impose on a fast table.

*Acknowledged*: from the press to the arrival of ``answerCallbackQuery`` or of the interaction's callback. *Told*: from
the press to the arrival of the message that notifies the next person to act.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.frontends.discord import house as on_discord
from tests.frontends.telegram import house as on_telegram
from tests.process.program import Program
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser
from tests.simulators.discord import Message as DiscordMessage
from tests.simulators.telegram import Message as TelegramMessage
from tests.simulators.telegram import Person, TelegramSim

PEOPLE = 3
MOST_PRESSES = 2_000


class Process(Program):
    """The program, and what it takes."""

    async def measured_start(self) -> float:
        """Start it; seconds until it says that it is ready."""
        began = time.monotonic()
        await self.start()
        return time.monotonic() - began

    @property
    def number(self) -> int:
        """The number of the main process."""
        assert self._process is not None
        return self._process.pid

    def resident_mib(self) -> float:
        """Resident memory of the main process in MiB; 0 where there is no ``/proc``."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.exists():
            return 0.0
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


@dataclass
class Measured:
    """What was seen on one platform. Times in seconds."""

    start: float = 0.0
    resident: dict[str, float] = field(default_factory=dict)
    actions: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    acknowledged: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """The same as plain numbers."""
        return {
            "start_seconds": round(self.start, 2),
            "resident_mib": {when: round(memory, 1) for when, memory in self.resident.items()},
            "actions": self.actions,
            "calls_per_action": {method: round(count / self.actions, 3) for method, count in self.calls.most_common()},
            "acknowledged_ms": marks(self.acknowledged),
            "told_ms": marks(self.told),
        }


def marks(seconds: list[float]) -> dict[str, float]:
    """Count, median, p99 and maximum in milliseconds."""
    if len(seconds) < 2:
        return {"n": len(seconds)}
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    marks = {"p50": cuts[49], "p99": cuts[98], "max": max(seconds)}
    return {"n": len(seconds), **{name: round(value * 1000, 1) for name, value in marks.items()}}


# -- Telegram -----------------------------------------------------------------------------------------------


async def telegram(folder: Path, matches: int) -> dict[str, Any]:
    """Whole matches on Telegram."""
    measured = Measured()
    async with TelegramSim() as sim:
        settings = {"TELEGRAM_TOKEN": sim.token, "TELEGRAM_API_BASE_URL": sim.base_url, "TURN_SECONDS": "0"}
        program = Process(folder, settings)
        try:
            measured.start = await program.measured_start()
            await program.says("telegram.connected")
            measured.resident["after the start"] = program.resident_mib()
            for number in range(matches):
                people = [sim.user(f"player {number}.{seat}", started=True) for seat in range(1, PEOPLE + 1)]
                for person in people:
                    await person.starts()
                await _telegram_match(sim, people, measured, seed=number)
            measured.resident["after the matches"] = program.resident_mib()
        finally:
            await program.kill()
        assert not sim.violations, sim.violations
    return measured.figures()


async def _telegram_match(sim: TelegramSim, people: list[Person], measured: Measured, seed: int) -> None:
    dice = random.Random(seed)
    table = on_telegram.Table(sim, sim.group(f"friends {seed}", people), people, seed=seed)
    lobby = await table.opens("/new doudizhu deals=2")
    await people[0].press(lobby, "Start")
    await sim.wait_for(table.to_act)
    first_call = len(sim.calls)
    for _ in range(MOST_PRESSES):
        await sim.wait_for(lambda: table.to_act() or table.resting() or table.over())
        turn = table.to_act()
        if turn is not None:
            person, message = turn
            await _telegram_press(sim, table, person, message, dice.choice(on_telegram.moves(message)[:4]), measured)
            measured.actions += 1
        elif table.over():
            break
        else:
            await table.one_move()
    measured.calls += Counter(call.method for call in sim.calls[first_call:] if call.method != "getUpdates")


async def _telegram_press(
    sim: TelegramSim,
    table: on_telegram.Table,
    person: Person,
    message: TelegramMessage,
    button: Any,
    measured: Measured,
) -> None:
    before, first_call, began = message.content, len(sim.calls), time.monotonic()
    answered = person.presses(message, button)
    query = sim.updates.sent[-1]["callback_query"]["id"]
    async with asyncio.timeout(15):
        await answered
    await sim.wait_for(lambda: message.deleted or message.content != before)
    await sim.wait_for(lambda: table.to_act() or table.resting() or table.over())
    since = sim.calls[first_call:]
    measured.acknowledged += [
        call.at - began
        for call in since
        if call.method == "answerCallbackQuery" and call.parameters["callback_query_id"] == query
    ]
    turn = table.to_act()
    if turn is not None and turn[0] is not person:
        rings = [
            call.at - began
            for call in since
            if call.chat == turn[0].id
            and call.method.startswith("send")
            and not call.parameters.get("disable_notification")
        ]
        measured.told += rings[:1]


# -- Discord ------------------------------------------------------------------------------------------------


async def discord(folder: Path, matches: int) -> dict[str, Any]:
    """Whole matches on Discord."""
    measured = Measured()
    async with DiscordSim() as sim:
        settings = {"DISCORD_TOKEN": sim.token, "DISCORD_API_BASE_URL": sim.base_url, "TURN_SECONDS": "0"}
        program = Process(folder, settings)
        try:
            measured.start = await program.measured_start()
            await sim.wait_until_ready()
            measured.resident["after the start"] = program.resident_mib()
            for number in range(matches):
                people = [sim.user(f"player {number}.{seat}") for seat in range(1, PEOPLE + 1)]
                channel = sim.guild(members=people).channel(f"friends {number}")
                await _discord_match(sim, people, channel, measured, seed=number)
            measured.resident["after the matches"] = program.resident_mib()
        finally:
            await program.kill()
        assert not sim.violations, sim.violations
    return measured.figures()


async def _discord_match(
    sim: DiscordSim, people: list[VirtualUser], channel: VirtualChannel, measured: Measured, seed: int
) -> None:
    dice = random.Random(seed)
    await on_discord.seat_all(sim, people, channel, "deals=2")
    await on_discord.deal(sim, people, channel)
    first_call = len(sim.calls)

    def next_deed() -> object:
        return on_discord.over(people) or on_discord.turn_of(people) or _to_be_ready(people)

    for _ in range(MOST_PRESSES):
        await sim.wait_for(next_deed)
        turn = on_discord.turn_of(people)
        if turn is not None:
            person, panel = turn
            button = dice.choice(on_discord.offers(panel)[:4])
            began = sim.clock.now()
            handle = await person.press(panel, button.custom_id or "")
            measured.acknowledged.append(handle.seconds)
            measured.actions += 1
            await sim.wait_for(next_deed)
            after = on_discord.turn_of(people)
            if after is not None and after[0] is not person:
                rings = [message.created_at - began for message in after[0].notifications if message.created_at > began]
                measured.told += rings[:1]
        elif on_discord.over(people):
            break
        else:
            person, panel = _to_be_ready(people)[0]
            await person.press(panel, "Ready")
    measured.calls += Counter(f"{call.method} {route(call.path)}" for call in sim.calls[first_call:])


def _to_be_ready(people: list[VirtualUser]) -> list[tuple[VirtualUser, DiscordMessage]]:
    panels = [(person, on_discord.panel_of(person)) for person in people]
    return [(person, panel) for person, panel in panels if panel is not None and panel.has_button("Ready")]


def route(path: str) -> str:
    """A path without ids and tokens: ``/channels/…/messages``."""
    parts = path.split("/")
    return "/".join("…" if part.isdigit() or len(part) > 30 else part for part in parts)


# -- all of it ----------------------------------------------------------------------------------------------


def run(matches: int = 3) -> dict[str, Any]:
    """The figures of both platforms by name, over so many matches of two deals each."""
    figures = {}
    for name, play in (("telegram", telegram), ("discord", discord)):
        with tempfile.TemporaryDirectory() as folder:
            figures[name] = asyncio.run(play(Path(folder), matches))
    return figures


def show(figures: dict[str, Any]) -> None:
    for platform, found in figures.items():
        memory = ", ".join(f"{mib:.0f} MiB {when}" for when, mib in found["resident_mib"].items())
        print(f"{platform}: starts in {found['start_seconds']} s, {memory}")
        print(f"  {sum(found['calls_per_action'].values()):.2f} API calls an action ({found['actions']} actions)")
        for method, calls in found["calls_per_action"].items():
            print(f"    {calls:6.2f} {method}")
        for name, key in (("acknowledged", "acknowledged_ms"), ("next one told", "told_ms")):
            print(f"  {name}: " + ", ".join(f"{mark} {value}" for mark, value in found[key].items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--matches", type=int, default=3, help="matches on each platform")
    arguments = parser.parse_args()
    figures = run(arguments.matches)
    show(figures)
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
