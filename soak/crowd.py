"""Virtual players who do what crowds do: mostly play, often press what is old, sometimes leave, return, or end it all."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from bot.session.port import buttons as codec
from bot.session.port import commands as c
from games import GAMES
from tests.frontends.discord.house import meaning
from tests.simulators.discord import DiscordSim, Handle, NotAnsweredError, VirtualChannel, VirtualUser
from tests.simulators.telegram import Group, Person, TelegramSim

__all__ = ["OnDiscord", "OnTelegram", "Player", "play_calmly", "play_wildly"]

_PATIENCE_SECONDS = 4.0
_OLD = 40


@dataclass(frozen=True, slots=True)
class Seen:
    """A button on somebody's screen. ``message`` is the simulator's."""

    message: Any
    ident: str
    command: c.Command


class Player(Protocol):
    """A person with eyes and fingers, whatever the platform."""

    name: str
    deeds: Counter[str]

    def buttons(self) -> Sequence[Seen]:
        """All buttons that this person could press now, private ones last."""
        ...

    async def press(self, button: Seen) -> None:
        """Press, and wait a while for the answer."""
        ...

    async def command(self, name: str, text: str = "") -> None:
        """Say ``/name text`` in the group."""
        ...


class OnTelegram:
    """A member of a Telegram group."""

    def __init__(self, sim: TelegramSim, person: Person, group: Group) -> None:
        self._sim, self.person, self._group = sim, person, group
        self.name = person.name
        self.deeds: Counter[str] = Counter()

    def buttons(self) -> Sequence[Seen]:
        messages = [*self._sim.messages(self._group)[-8:], *self.person.inbox[-16:]]
        return [
            Seen(message.frozen(), button.data, command)
            for message in messages
            for button in message.buttons
            if button.data and (command := codec.decode(button.data))
        ]

    async def press(self, button: Seen) -> None:
        found = next(item for item in button.message.buttons if item.data == button.ident)
        answered = self.person.presses(button.message, found)
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await answered
                return
        self.deeds["presses without an answer"] += 1

    async def command(self, name: str, text: str = "") -> None:
        await self.person.says(self._group, f"/{name} {text}".strip())


class OnDiscord:
    """A member of a Discord channel."""

    def __init__(self, sim: DiscordSim, person: VirtualUser, channel: VirtualChannel) -> None:
        self._sim, self.person, self._channel = sim, person, channel
        self.name = person.name
        self.deeds: Counter[str] = Counter()

    def buttons(self) -> Sequence[Seen]:
        messages = [*self._channel.messages[-8:], *self.person.ephemerals[-3:], *self.person.inbox[-16:]]
        return [
            Seen(message, button.custom_id, said.command)
            for message in messages
            for button in message.buttons
            if button.custom_id and not button.disabled and (said := meaning(button)) is not None
        ]

    async def press(self, button: Seen) -> None:
        await self._answered(await self.person.press_id(button.message, button.ident, wait=False))

    async def command(self, name: str, text: str = "") -> None:
        given: dict[str, Any] = {}
        if name == "new":
            game, _, options = text.partition(" ")
            given = {"game": game, "options": options}
        elif text:
            given = {"cards": text}
        await self._answered(await self.person.slash(self._channel, name, wait=False, **given))

    async def _answered(self, handle: Handle) -> None:
        try:
            await handle.wait(_PATIENCE_SECONDS)
        except NotAnsweredError:
            self.deeds["presses without an answer"] += 1


_MOVES = (c.Offer,)
_WAITING = (c.Ready, c.Deal, c.Join, c.FillAi, c.MyHand, c.Back)
_PANEL = (
    c.Pick,
    c.PickCard,
    c.Arrange,
    c.Clear,
    c.PlayPicked,
    c.Hint,
    c.AdvancePass,
    c.MyHand,
    c.ShowTable,
    c.Vote,
    c.Back,
)
_COMMANDS = (
    ("hand", ""), ("table", ""), ("hint", ""), ("autopass", ""), ("leaderboard", ""), ("stats", ""), ("history", ""),
    ("away", ""), ("back", ""), ("back", ""), ("join", ""), ("join", ""), ("leave", ""), ("end", ""), ("deal", ""),
    ("ai", ""), ("play", "3"), ("play", "nonsense"), ("play", "345678"), *(("new", game) for game in GAMES),
)  # fmt: skip


async def play_wildly(player: Player, dice: Random, until: float, up: asyncio.Event) -> None:
    """Act like anybody in a crowd until this moment of the loop's clock.

    While the program is not ``up`` most people wait; some try all the same.
    """
    loop = asyncio.get_running_loop()
    old: deque[Seen] = deque(maxlen=_OLD)
    while loop.time() < until:
        if not up.is_set() and dice.random() < 0.9:
            await up.wait()
        buttons = list(player.buttons())
        old.extend(dice.sample(buttons, min(2, len(buttons))))
        chance = dice.random()
        if chance < 0.06 and old:
            await _do(player, "stale presses", player.press(dice.choice(old)))
        elif chance < 0.11:
            name, text = dice.choice(_COMMANDS)
            await _do(player, "commands", player.command(name, text))
        elif chance < 0.20 and (extra := _of(buttons, _PANEL)):
            await _do(player, "presses", player.press(dice.choice(extra)))
        elif chance < 0.23 and (offers := _of(buttons, _MOVES)):
            button = dice.choice(offers)
            await _do(player, "double taps", asyncio.gather(player.press(button), player.press(button)))
        else:
            await _sensible(player, buttons, dice)


async def play_calmly(player: Player, dice: Random, enough: asyncio.Event) -> None:
    """Only what moves the game on, until it is enough."""
    while not enough.is_set():
        await _sensible(player, list(player.buttons()), dice)


async def _sensible(player: Player, buttons: list[Seen], dice: Random) -> None:
    if offers := _of(buttons, _MOVES):
        await _do(player, "moves", player.press(dice.choice(offers[-6:])))
    elif (waiting := _of(buttons, _WAITING)) and dice.random() < 0.25:
        await _do(player, "presses", player.press(dice.choice(waiting[-4:])))
    else:
        await asyncio.sleep(0.05 + 0.1 * dice.random())


def _of(buttons: list[Seen], kinds: tuple[type[Any], ...]) -> list[Seen]:
    return [button for button in buttons if isinstance(button.command, kinds)]


async def _do(player: Player, what: str, deed: Any) -> None:
    player.deeds[what] += 1
    await deed
