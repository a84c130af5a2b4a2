"""What play costs at the platforms' rates: ``python -m bench.spend [--platform NAME]… [--hands private|here]… [--seconds S]``.

The program as it ships, with its own pace and AI players who take their time, runs as a process of its own; at each of some
tables of different games sit two people, who think for 1.5 to 4 seconds, and AI players. An *action* is a line of a round's log,
whoever acted. A call *counts* where the platform's rates do: what is posted, edited and deleted, no answer to a press, and
nothing that Discord lets one edit through a press.

*Overtaken*: an edit that another one, or the removal of its message, follows within a second. *Rings*: messages that notify.
*Changed*: from a press to the panel that shows what came of it; *asked*: from one person's press to the moment at which the
other, if they are next, can answer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sqlite3
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bench.platforms import marks
from bench.press_load import processor_seconds
from bot.session.port import commands as c
from games import GAMES
from tests.frontends.discord import house as on_discord
from tests.frontends.telegram import house as on_telegram
from tests.process.program import Program
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

__all__ = ["measure"]

THINKING: Final = (1.5, 4.0)
_OVERTAKEN: Final = 1.0
_LOOK: Final = 0.05
_SILENT: Final = 1 << 12
_AGAIN: Final = 15.0
_MESSAGE: Final = re.compile(r"^/channels/(\d+)/messages(?:/(\d+))?$")
_HOW: Final = {"POST": "post", "PATCH": "edit", "DELETE": "delete"}
_ACTS: Final = (c.Offer, c.Ready, c.Hint, c.DealCards)
"""What people press where it is offered, the first kind first."""


@dataclass(frozen=True, slots=True)
class Spent:
    """A call that counts."""

    at: float
    where: str
    how: str
    message: tuple[int, int] | None
    rings: bool = False


@dataclass
class Play:
    """What is seen while people play."""

    presses: int = 0
    changed: list[float] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)


class Person(ABC):
    """Somebody at a table: eyes and a finger."""

    @abstractmethod
    def panel(self) -> Any:
        """The newest message with their hand."""

    @abstractmethod
    def content(self, message: Any) -> object:
        """What it shows now; ``None`` if it has gone."""

    @abstractmethod
    def offered(self, message: Any) -> list[tuple[Any, c.Command]]:
        """The buttons of a message with what they ask for."""

    @abstractmethod
    async def press(self, message: Any, button: Any) -> None:
        """Press one, and wait for the answer."""

    @abstractmethod
    def board(self) -> Any:
        """The newest message of the table."""

    @abstractmethod
    async def opens(self, game: str) -> None:
        """Open a table."""

    def asked(self) -> tuple[Any, list[Any]] | None:
        """Return the message that asks for something, and what can be pressed there."""
        message = self.panel()
        offered = [] if message is None else self.offered(message)
        for kind in _ACTS:
            if found := [button for button, command in offered if isinstance(command, kind)]:
                return message, found
        return None

    async def press_on_board(self, *kinds: type[c.Command]) -> None:
        """Press the newest button of one of these kinds on the board, once there is one."""

        def found() -> tuple[Any, Any] | None:
            board = self.board()
            offered = [] if board is None else self.offered(board)
            return next(((board, one) for kind in kinds for one, said in offered if isinstance(said, kind)), None)

        await self.press(*await until(found))


class OnTelegram(Person):
    """In a group of Telegram."""

    def __init__(self, sim: TelegramSim, person: Any, group: Any, *, here: bool) -> None:
        self._sim, self._person, self._group, self._here = sim, person, group, here

    def panel(self) -> Any:
        if not self._here:
            return on_telegram.panel_of(self._person)
        seen = reversed(self._sim.here(self._group, self._person))
        return next((one for one in seen if any(isinstance(said, _ACTS) for _, said in self.offered(one))), None)

    def content(self, message: Any) -> object:
        return None if message.deleted else message.content

    def offered(self, message: Any) -> list[tuple[Any, c.Command]]:
        return [(button, said) for button in message.buttons if (said := on_telegram.command_of(button)) is not None]

    async def press(self, message: Any, button: Any) -> None:
        await self._person.presses(message, button)

    def board(self) -> Any:
        return next((one for one in reversed(self._sim.messages(self._group)) if one.buttons), None)

    async def opens(self, game: str) -> None:
        await self._person.says(self._group, f"/new {game}", old_client=True)


class OnDiscord(Person):
    """In a channel of Discord."""

    def __init__(self, sim: DiscordSim, person: Any, channel: Any, *, here: bool) -> None:
        self._sim, self._person, self._channel, self._here = sim, person, channel, here

    def panel(self) -> Any:
        messages = self._person.ephemerals if self._here else self._person.inbox
        return next((one for one in reversed(messages) if _is_panel(one)), None)

    def content(self, message: Any) -> object:
        return None if message.deleted else message.current

    def offered(self, message: Any) -> list[tuple[Any, c.Command]]:
        return [
            (button, said.command)
            for button in message.buttons
            if not button.disabled and (said := on_discord.meaning(button)) is not None
        ]

    async def press(self, message: Any, button: Any) -> None:
        await (await self._person.press_id(message, button.custom_id or "", wait=False)).wait()

    def board(self) -> Any:
        return next((one for one in reversed(self._channel.messages) if one.buttons), None)

    async def opens(self, game: str) -> None:
        await self._person.slash(self._channel, "new", game=game)


def _is_panel(message: Any) -> bool:
    return any((said := on_discord.meaning(one)) is not None and said.source == "h" for one in message.buttons)


async def until(found: Any) -> Any:
    """Look again and again until there is something."""
    while not (value := found()):  # noqa: ASYNC110  # the simulators tell of no moment for this
        await asyncio.sleep(_LOOK)
    return value


async def take_part(person: Person, play: Play, dice: random.Random, pressed: dict[str, Any]) -> None:
    """Answer whatever one is asked, after some thought. ``pressed``: who of the table did so last, and when."""
    while True:
        await until(person.asked)
        if pressed.get("who") not in (None, person):
            play.asked.append(time.monotonic() - pressed["at"])
        pressed.clear()
        await asyncio.sleep(dice.uniform(*THINKING))
        if (asked := person.asked()) is None:
            continue
        message, buttons = asked
        before, began = person.content(message), time.monotonic()
        pressed.update(who=person, at=began)
        try:
            async with asyncio.timeout(_AGAIN):
                await person.press(message, dice.choice(buttons[:6]))
                await until(lambda: person.content(message) is not before or person.panel() is not message)  # noqa: B023
        except TimeoutError:
            print("a press without an answer", file=sys.stderr)
            continue
        play.presses += 1
        play.changed.append(time.monotonic() - began)


def _telegram_spent(call: Any) -> Spent | None:
    how = next(
        (name for name, word in (("post", "send"), ("edit", "edit"), ("delete", "delete")) if word in call.method), ""
    )
    if not how or call.method == "sendChatAction" or not call.ok:
        return None
    given = call.parameters
    aside = "ephemeral_message_parameters" in given or "ephemeral_message_id" in given
    where = "aside" if aside else "group" if (call.chat or 0) < 0 else "private"
    number = given.get("ephemeral_message_id" if aside else "message_id")
    key = None if number is None else (int(given.get("receiver_user_id") or call.chat or 0), int(number))
    return Spent(call.at, where, how, key, how == "post" and not given.get("disable_notification"))


def _discord_spent(sim: DiscordSim, call: Any) -> Spent | None:
    found = _MESSAGE.match(call.path)
    if found is None or call.status >= 300 or call.method not in _HOW:
        return None
    channel = sim.world.channels.get(int(found[1]))
    where = "private" if channel is not None and channel.is_private else "group"
    how = _HOW[call.method]
    key = None if found[2] is None else (int(found[1]), int(found[2]))
    rings = how == "post" and not (call.body.get("flags") or 0) & _SILENT
    return Spent(call.at, where, how, key, rings)


def overtaken(spent: list[Spent]) -> int:
    """Edits that nobody had the time to read."""
    last: dict[tuple[int, int], float] = {}
    found = 0
    for one in spent:
        if one.message is not None:
            found += one.at - last.get(one.message, -_OVERTAKEN) < _OVERTAKEN
            last.pop(one.message, None)
            if one.how == "edit":
                last[one.message] = one.at
    return found


def actions(database: Path) -> int:
    """Lines of all logs."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as rows:
        return int(rows.execute("SELECT count(*) FROM actions").fetchone()[0])


async def measure(platform: str, hands: str, seconds: float, tables: int, people: int, folder: Path) -> dict[str, Any]:
    """Play for so long on one platform, with hands in private chats or ``here``, in the group."""
    here, games = hands == "here", list(GAMES)
    async with TelegramSim(ephemeral=here, pace=1.0) if platform == "telegram" else DiscordSim() as sim:
        name = platform.upper()
        settings = {f"{name}_TOKEN": sim.token, f"{name}_API_BASE_URL": sim.base_url}
        program = Program(folder, {**settings, "AI_DELAY_SECONDS": "1.0", "OUTBOX_PACE": "1.0"})
        work: list[asyncio.Task[None]] = []
        try:
            await program.start()
            if isinstance(sim, DiscordSim):
                await sim.wait_until_ready()
            else:
                await program.says("telegram.connected")
            seats: list[list[Person]] = []
            for table in range(tables):
                seats.append(await _seated(sim, table, games[table % len(games)], people, here=here))
            play, dice = Play(), random.Random(1)
            for at_table in seats:
                pressed: dict[str, Any] = {}
                work += [asyncio.create_task(take_part(one, play, dice, pressed)) for one in at_table]
            await asyncio.sleep(10.0)
            first, began, before = len(sim.calls), time.monotonic(), actions(folder / "paiju.db")
            presses, changed, asked = play.presses, len(play.changed), len(play.asked)
            assert program._process is not None
            processor = processor_seconds(program._process.pid)
            await asyncio.sleep(seconds)
            processor = processor_seconds(program._process.pid) - processor
            took, calls = time.monotonic() - began, list(sim.calls[first:])
            done = actions(folder / "paiju.db") - before
        finally:
            for one in work:
                one.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            await program.kill()
        if isinstance(sim, DiscordSim):
            found = [_discord_spent(sim, call) for call in calls]
        else:
            found = [_telegram_spent(call) for call in calls]
        spent = [one for one in found if one is not None]
        assert not sim.violations, list(sim.violations)[:3]
    counts = Counter(f"{one.where} {one.how}" for one in spent)
    minutes = took / 60 * tables
    return {
        "actions_a_table_and_minute": round(done / minutes, 1),
        "presses_a_table_and_minute": round((play.presses - presses) / minutes, 1),
        "calls_a_table_and_minute": round(len(spent) / minutes, 1),
        "calls_an_action": round(len(spent) / max(done, 1), 2),
        "by_kind": {kind: round(count / max(done, 1), 3) for kind, count in counts.most_common()},
        "overtaken": round(overtaken(spent) / max(done, 1), 3),
        "rings": round(sum(one.rings for one in spent) / max(done, 1), 3),
        "processor_ms_an_action": round(processor * 1000 / max(done, 1), 1),
        "changed_ms": marks(play.changed[changed:]),
        "asked_ms": marks(play.asked[asked:]),
    }


async def _seated(sim: Any, table: int, game: str, people: int, *, here: bool) -> list[Person]:
    names = [f"player {table}.{seat}" for seat in range(people)]
    at_table: list[Person]
    if isinstance(sim, TelegramSim):
        members = [sim.user(name, started=not here) for name in names]
        for member in members if not here else ():
            await member.starts()
        group = sim.group(f"friends {table}", members, supergroup=True)
        at_table = [OnTelegram(sim, member, group, here=here) for member in members]
    else:
        users = [sim.user(name) for name in names]
        channel = sim.guild(f"club {table}", members=users).channel("friends")
        at_table = [OnDiscord(sim, user, channel, here=here) for user in users]
    await at_table[0].opens(game)
    for person in at_table[1:]:
        await person.press_on_board(c.Join)
    if isinstance(sim, DiscordSim) and not here:
        for user in users:
            await user.slash(channel, "prefer", name="hand", value="private")
    await at_table[0].press_on_board(c.DealCards)
    if isinstance(sim, DiscordSim) and here:
        for person in at_table:
            await person.press_on_board(c.MyHand)
    return at_table


def show(figures: dict[str, Any]) -> None:
    for name, found in figures.items():
        print(
            f"{name}: {found['calls_an_action']} calls an action ({found['actions_a_table_and_minute']} actions,"
            f" {found['calls_a_table_and_minute']} calls a table and minute; {found['rings']} rings,"
            f" {found['overtaken']} overtaken, {found['processor_ms_an_action']} ms of processor time an action)"
        )
        print(f"  {found['by_kind']}")
        print(f"  press to changed panel {found['changed_ms']}, to the other's turn {found['asked_ms']}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--platform", choices=("telegram", "discord"), action="append", help="default: all")
    parser.add_argument("--hands", choices=("private", "here"), action="append", help="default: private, then here")
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--people", type=int, default=2, help="at each table; the others are AI players")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    figures = {}
    for platform in given.platform or ("telegram", "discord"):
        for hands in given.hands or ("private", "here"):
            with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-spend-") as folder:
                played = measure(platform, hands, given.seconds, given.tables, given.people, Path(folder))
                figures[f"{platform}, hands {hands}"] = found = asyncio.run(played)
            show({f"{platform}, hands {hands}": found})
    if given.json:
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
