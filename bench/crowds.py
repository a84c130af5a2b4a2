"""Friends at many tables on a simulated platform: who sits where, what the program has shown them, and their presses.

Everything is read from the record of the program's requests that the simulators of the tests keep, so that looking on
costs nothing while it is measured.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from bench.platforms import route
from bot.clock import SystemClock
from bot.session.host.thinker import InlineThinker
from bot.session.manager import SessionManager, SessionSettings
from bot.session.port import commands as c
from bot.session.port.protocols import AnswerTarget, PostBody, PostTarget
from bot.session.port.replies import Reply
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate
from games.base.actions import Bid, action_text
from storage.databases import open_store
from tests.frontends.discord import house as on_discord
from tests.frontends.telegram import house as on_telegram
from tests.simulators.discord import DiscordSim
from tests.simulators.discord import Message as DiscordMessage
from tests.simulators.telegram import TelegramSim

__all__ = ["SEATS", "Crowd", "DiscordCrowd", "Press", "Ring", "TelegramCrowd", "Turn", "seat_everybody"]

SEATS = 3
_CHOICES = 4
_TURN_SECONDS = 3600
"""The clocks of all tables run, and are kept on disk, but none ends while it is measured."""
_OPENING: tuple[tuple[int, c.Command], ...] = (
    (0, c.NewTable("doudizhu", options={"deals": "12"})),
    (1, c.Join()),
    (2, c.Join()),
    (0, c.DealCards()),
)
_MOVES = 5
_AT_ONCE = 50
_SILENT = 1 << 12
_CHANNEL = re.compile(r"/channels/(\d+)/messages")


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody may act: the message with their buttons, and those that name a whole action."""

    table: int
    seat: int
    message: Any
    buttons: tuple[Any, ...]


class Press:
    """A button that was pressed; ``answered`` is the moment at which the platform had the acknowledgement."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.answered: float | None = None


@dataclass(frozen=True, slots=True)
class Ring:
    """A private message that notifies somebody."""

    table: int
    seat: int
    at: float


class Crowd(Protocol):
    """People at tables, one group a table. Times are those of ``time.monotonic``."""

    platform: str
    tables: int

    def settings(self) -> dict[str, str]:
        """What leads the program to this platform."""
        ...

    def origin(self, table: int, seat: int, update: str) -> c.Origin:
        """Somebody who speaks in their group."""
        ...

    async def connected(self, seconds: float) -> None:
        """Wait until the program listens."""
        ...

    def calls(self) -> int:
        """How many requests the program has made so far."""
        ...

    def methods(self, since: int) -> Counter[str]:
        """The requests after the first ``since`` by method, those that only ask for updates left out."""
        ...

    def shown(self, since: int) -> tuple[set[int], set[tuple[int, int]]]:
        """Tables whose group was written to, and people who were, by the requests after the first ``since``."""
        ...

    def rings(self, since: int) -> list[Ring]:
        """The notifications among these requests."""
        ...

    def turns(self) -> list[Turn]:
        """Who is to act now, at most one person a table."""
        ...

    async def press(self, turn: Turn, dice: random.Random) -> Press:
        """One of the buttons is pressed; nobody waits for the answer."""
        ...

    def faults(self) -> list[str]:
        """Requests that the platform would have refused."""
        ...


class TelegramCrowd:
    """On Telegram."""

    platform = "telegram"

    def __init__(self, sim: TelegramSim, tables: int) -> None:
        self.tables, self._sim = tables, sim
        self._people = [
            [sim.user(f"player {table}.{seat}", started=True) for seat in range(SEATS)] for table in range(tables)
        ]
        self._groups = [sim.group(f"friends {table}", self._people[table]) for table in range(tables)]
        self._table_of = {group.id: table for table, group in enumerate(self._groups)}
        self._seat_of = {
            person.id: (table, seat) for table, people in enumerate(self._people) for seat, person in enumerate(people)
        }

    def settings(self) -> dict[str, str]:
        return {"TELEGRAM_TOKEN": self._sim.token, "TELEGRAM_API_BASE_URL": self._sim.base_url}

    def origin(self, table: int, seat: int, update: str) -> c.Origin:
        person, group = self._people[table][seat], self._groups[table]
        user, chat = c.UserRef("telegram", str(person.id)), c.ChatRef("telegram", str(group.id))
        return c.Origin(update, user, person.name, chat, group.title, locale="en", reachable=True)

    async def connected(self, seconds: float) -> None:
        polls = self._sim.updates._poll
        async with asyncio.timeout(seconds):
            await self._sim.wait_for(lambda: self._sim.updates._poll > polls)

    def calls(self) -> int:
        return len(self._sim.calls)

    def methods(self, since: int) -> Counter[str]:
        return Counter(call.method for call in self._sim.calls[since:] if call.method != "getUpdates")

    def shown(self, since: int) -> tuple[set[int], set[tuple[int, int]]]:
        chats = {call.chat for call in self._sim.calls[since:] if call.is_message and _stands(call)}
        return (
            {self._table_of[chat] for chat in chats if chat in self._table_of},
            {self._seat_of[chat] for chat in chats if chat in self._seat_of},
        )

    def rings(self, since: int) -> list[Ring]:
        return [
            Ring(*self._seat_of[call.chat], call.at)
            for call in self._sim.calls[since:]
            if call.chat in self._seat_of
            and call.method.startswith("send")
            and call.ok
            and not call.parameters.get("disable_notification")
        ]

    def turns(self) -> list[Turn]:
        found = []
        for table, people in enumerate(self._people):
            turn = on_telegram.Table(self._sim, self._groups[table], people).to_act()
            if turn is not None:
                person, message = turn
                buttons = tuple(on_telegram.moves(message)[:_CHOICES])
                found.append(Turn(table, people.index(person), message, buttons))
        return found

    async def press(self, turn: Turn, dice: random.Random) -> Press:
        press = Press(turn)
        answered = self._people[turn.table][turn.seat].presses(turn.message, dice.choice(turn.buttons))

        def note(_: object) -> None:
            press.answered = time.monotonic()

        answered.add_done_callback(note)
        return press

    def faults(self) -> list[str]:
        return list(self._sim.violations)


def _stands(call: Any) -> bool:
    """Whether the message now is as the program wants it: also where it was so before."""
    return call.ok or "not modified" in (call.error or "")


class DiscordCrowd:
    """On Discord, each group in a server of its own."""

    platform = "discord"

    def __init__(self, sim: DiscordSim, tables: int) -> None:
        self.tables, self._sim = tables, sim
        self._people = [[sim.user(f"player {table}.{seat}") for seat in range(SEATS)] for table in range(tables)]
        self._channels = [
            sim.guild(f"club {table}", members=people).channel("friends") for table, people in enumerate(self._people)
        ]
        self._table_of = {channel.id: table for table, channel in enumerate(self._channels)}
        self._seat_of = {
            person.id: (table, seat) for table, people in enumerate(self._people) for seat, person in enumerate(people)
        }
        self._began = time.monotonic() - sim.clock.now()

    def settings(self) -> dict[str, str]:
        return {"DISCORD_TOKEN": self._sim.token, "DISCORD_API_BASE_URL": self._sim.base_url}

    def origin(self, table: int, seat: int, update: str) -> c.Origin:
        person, channel = self._people[table][seat], self._channels[table]
        user, chat = c.UserRef("discord", str(person.id)), c.ChatRef("discord", str(channel.id))
        return c.Origin(
            update, user, person.name, chat, f"club {table} · #friends", locale="en-US", reachable=True, ephemeral=True
        )

    async def connected(self, seconds: float) -> None:
        identified = self._sim.gateway.identifies
        async with asyncio.timeout(seconds):
            await self._sim.wait_for(lambda: self._sim.gateway.identifies > identified and self._sim.gateway.connected)

    def calls(self) -> int:
        return len(self._sim.calls)

    def methods(self, since: int) -> Counter[str]:
        return Counter(f"{call.method} {route(call.path)}" for call in self._sim.calls[since:])

    def shown(self, since: int) -> tuple[set[int], set[tuple[int, int]]]:
        written = {self._channel_of(call.path) for call in self._sim.calls[since:] if self._writes(call)}
        channels = self._sim.world.channels
        readers = {channels[channel].recipient_id for channel in written if channel in channels}
        return (
            {self._table_of[channel] for channel in written if channel in self._table_of},
            {self._seat_of[reader] for reader in readers if reader in self._seat_of},
        )

    @staticmethod
    def _writes(call: Any) -> bool:
        return call.kind in {"create", "edit"} and call.status < 300

    @staticmethod
    def _channel_of(path: str) -> int:
        found = _CHANNEL.match(path)
        return int(found[1]) if found is not None else 0

    def rings(self, since: int) -> list[Ring]:
        channels = self._sim.world.channels
        found = []
        for call in self._sim.calls[since:]:
            if call.kind != "create" or call.status >= 300 or (call.body.get("flags") or 0) & _SILENT:
                continue
            channel = channels.get(self._channel_of(call.path))
            if channel is not None and channel.recipient_id in self._seat_of:
                found.append(Ring(*self._seat_of[channel.recipient_id], self._began + call.at))
        return found

    def turns(self) -> list[Turn]:
        inboxes: dict[int, list[DiscordMessage]] = defaultdict(list)
        for message in self._sim.world.messages.values():
            if not message.deleted and message.channel.recipient_id is not None and message.author is None:
                inboxes[message.channel.recipient_id].append(message)
        found: dict[int, Turn] = {}
        for person, inbox in inboxes.items():
            table, seat = self._seat_of[person]
            panel = next((message for message in reversed(inbox) if _is_panel(message)), None)
            buttons = on_discord.offers(panel) if panel is not None else []
            if buttons:
                found[table] = Turn(table, seat, panel, tuple(buttons[:_CHOICES]))
        return list(found.values())

    async def press(self, turn: Turn, dice: random.Random) -> Press:
        person = self._people[turn.table][turn.seat]
        button = dice.choice(turn.buttons)
        handle = await person.press_id(turn.message, button.custom_id or "", wait=False)
        return _Interaction(turn, handle.interaction, self._began)

    def faults(self) -> list[str]:
        return [str(violation) for violation in self._sim.violations]


class _Interaction(Press):
    """A press whose acknowledgement the simulator notes by itself."""

    def __init__(self, turn: Turn, interaction: Any, began: float) -> None:
        self.turn = turn
        self._interaction, self._began = interaction, began

    @property
    def answered(self) -> float | None:  # type: ignore[override]  # looked up, where the other kind is told
        at = self._interaction.acknowledged_at
        return None if at is None else self._began + at


def _is_panel(message: DiscordMessage) -> bool:
    return any((said := on_discord.meaning(button)) is not None and said.source == "h" for button in message.buttons)


# -- tables in the middle of a round, before the program under measurement is started


class _Nobody:
    """A platform on which nothing is shown."""

    needs_start = False

    def __init__(self, platform: str) -> None:
        self.platform = platform

    def show_table(self, update: PublicUpdate) -> None:
        """Nobody looks."""

    def let_go(self, table: int) -> None:
        """There is no other worker."""

    def show_standings(self, update: StandingsUpdate) -> None:
        """Nobody looks."""

    def show_hand(self, update: PrivateUpdate) -> None:
        """Nobody looks."""

    def tell(self, user: c.UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """Nobody listens."""

    def announce(self, target: PostTarget, body: PostBody, language: str) -> None:
        """Nobody reads it."""

    def amend(self, target: AnswerTarget, message: str, reply: Reply, instead: Notice | None) -> None:
        """Nobody reads it."""

    def is_busy(self, chat: object) -> bool:
        return False

    def look_for(self, user: c.UserRef, chat: c.ChatRef, group: str) -> None:
        """Nobody leaves."""


async def seat_everybody(crowd: Crowd, database: Path | str) -> None:
    """Put all tables of a crowd into a database (a file or an address), each some moves into its first round."""
    store = await open_store(f"sqlite+aiosqlite:///{database}" if isinstance(database, Path) else database)
    settings = SessionSettings(turn_seconds=_TURN_SECONDS, ai_delay=0.0)
    manager = SessionManager(store, SystemClock(), InlineThinker(), settings)
    manager.add_frontend(_Nobody(crowd.platform))
    await manager.start()

    async def seat(table: int) -> None:
        for number, (who, command) in enumerate(_OPENING):
            reply = await manager.handle(crowd.origin(table, who, f"seed {table}.{number}"), command)
            assert reply.ok, reply
        home = crowd.origin(table, 0, "").chat
        assert home is not None
        (opened,) = manager.session.tables.shown_in(home)
        for number in range(_MOVES):
            book = opened.book
            if not book.awaited:
                break  # a round can be over after so few moves
            who = book.awaited[0].seat
            options = list(book.game.suggest(book.play.state, who))
            action = next((option for option in options if isinstance(option, Bid)), options[0])
            move = c.PlayText(action_text(action), opened.id, sure=True)
            reply = await manager.handle(crowd.origin(table, who, f"move {table}.{number}"), move)
            # Where nobody can beat a play, the passes come by themselves, perhaps just before this move.
            assert reply.ok or book is not opened.book, reply

    for first in range(0, crowd.tables, _AT_ONCE):
        await asyncio.gather(*map(seat, range(first, min(first + _AT_ONCE, crowd.tables))))
    await manager.stop()
    await store.close()
