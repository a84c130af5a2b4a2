"""Virtual players who do what crowds do: mostly play, often press what is old, sometimes leave, return, or end it all."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, Protocol

from bot.frontends.discord.outgoing.markup import TABLE, pressed
from bot.frontends.telegram.incoming.translation import ANSWER_WITHIN
from bot.session.port import buttons as codec
from bot.session.port import commands as c
from games import GAMES
from tests.frontends.discord.house import meaning
from tests.simulators.discord import DiscordSim, Handle, NotAnsweredError, VirtualChannel, VirtualUser
from tests.simulators.discord.interactions import DEFER_UPDATE
from tests.simulators.discord.world import Interaction, Select
from tests.simulators.telegram import Group, Person, TelegramSim
from tests.simulators.telegram.world import Button, CallbackAnswer

__all__ = ["OnDiscord", "OnTelegram", "Player", "Pressed", "play_calmly", "play_wildly"]

_PATIENCE_SECONDS = 4.0
_WORDS_SECONDS = 0.5
_OLD = 40
_LOOKED_AT = 60  # So many of the latest private messages: who sits at many tables has a panel for each


@dataclass(frozen=True, slots=True)
class Seen:
    """A button on somebody's screen, or a choice of these ``values`` from a list. ``message`` is the simulator's."""

    message: Any
    ident: str
    command: c.Command
    values: tuple[str, ...] = ()


@dataclass(slots=True)
class Pressed:
    """A button that somebody pressed, and what the platform let them know of it."""

    platform: str
    update: str
    """The platform's id of the press."""
    account: str
    command: c.Command
    told: bool = False
    """Whether they have read that it was done."""


class Player(Protocol):
    """A person with eyes and fingers, whatever the platform."""

    name: str
    account: tuple[str, str]
    """Platform and id there."""
    deeds: Counter[str]
    pressed: list[Pressed]

    def buttons(self) -> Sequence[Seen]:
        """All buttons that this person could press now, private ones last."""
        ...

    async def press(self, button: Seen) -> None:
        """Press, and wait a while for the answer."""
        ...

    async def command(self, name: str, text: str = "") -> None:
        """Say ``/name text`` in the group."""
        ...

    async def ask(self, command: c.Command, seconds: float) -> str | None:
        """Press a button with this command, wherever it stands; what was said in answer, ``None`` if nothing in time."""
        ...

    def sees(self) -> Sequence[str]:
        """All words that were ever before this person's eyes; what is new comes last."""
        ...

    def waits(self) -> Sequence[float | None]:
        """Seconds until each press was answered; ``None`` as long as it is not."""
        ...


class OnTelegram:
    """A member of a Telegram group."""

    def __init__(self, sim: TelegramSim, person: Person, group: Group) -> None:
        self._sim, self.person, self._group = sim, person, group
        self._waits: list[float | None] = []
        self.name = person.name
        self.account = ("telegram", str(person.id))
        self.deeds: Counter[str] = Counter()
        self.pressed: list[Pressed] = []

    def buttons(self) -> Sequence[Seen]:
        here = self._sim.here(self._group, self.person)[-_LOOKED_AT:]
        messages = [*self._sim.messages(self._group)[-8:], *here, *self.person.inbox[-_LOOKED_AT:]]
        return [
            Seen(message.frozen(), button.data, command)
            for message in messages
            for button in message.buttons
            if button.data and (command := codec.decode(button.data))
        ]

    async def press(self, button: Seen) -> None:
        found = next(item for item in button.message.buttons if item.data == button.ident)
        await self._answered(button.message, found, button.command, _PATIENCE_SECONDS)

    async def ask(self, command: c.Command, seconds: float) -> str | None:
        """A late answer is empty, and the words come as a message."""
        found, began, known = Button("", codec.encode(command)), time.monotonic(), len(self.person.chat.messages)
        said = await self._answered(self.person.inbox[-1], found, command, seconds)
        if said is None or time.monotonic() - began < ANSWER_WITHIN:
            return said
        await asyncio.sleep(_WORDS_SECONDS)
        return "\n".join(message.text for message in self.person.chat.messages[known:])

    def sees(self) -> Sequence[str]:
        return self.person.sees()

    def waits(self) -> Sequence[float | None]:
        return self._waits

    async def _answered(self, message: Any, button: Button, command: c.Command, seconds: float) -> str | None:
        number = len(self._sim.updates.sent)
        answered = self.person.presses(message, button)
        update = str(self._sim.updates.sent[number]["update_id"])
        press = Pressed("telegram", update, str(self.person.id), command)
        self.pressed.append(press)
        self._waits.append(None)
        place, began = len(self._waits) - 1, time.monotonic()

        def note(answer: asyncio.Future[CallbackAnswer]) -> None:
            if not answer.cancelled():
                self._waits[place] = time.monotonic() - began
                said = answer.result()
                press.told = bool(said) and not said.show_alert and said.url is None

        answered.add_done_callback(note)
        await asyncio.wait({answered}, timeout=seconds)
        if not answered.done():
            self.deeds["presses without an answer"] += 1
            return None
        return answered.result().url or str(answered.result())

    async def command(self, name: str, text: str = "") -> None:
        await self.person.says(self._group, f"/{name} {text}".strip())


class OnDiscord:
    """A member of a Discord channel."""

    def __init__(self, sim: DiscordSim, person: VirtualUser, channel: VirtualChannel) -> None:
        self._sim, self.person, self._channel = sim, person, channel
        self._interactions: list[Interaction] = []
        self.name = person.name
        self.account = ("discord", str(person.id))
        self.deeds: Counter[str] = Counter()
        self.pressed: list[Pressed] = []

    def buttons(self) -> Sequence[Seen]:
        messages = [
            *self._channel.messages[-8:],
            *self.person.ephemerals[-_LOOKED_AT:],
            *self.person.inbox[-_LOOKED_AT:],
        ]
        seen = [
            Seen(message, button.custom_id, said.command)
            for message in messages
            for button in message.buttons
            if button.custom_id and not button.disabled and (said := meaning(button)) is not None
        ]
        chosen = [
            Seen(message, menu.custom_id, said.command, values)
            for message in messages
            for menu in message.selects
            for values in _choices(menu)
            if (said := pressed({"custom_id": menu.custom_id, "values": values})) is not None
        ]
        return chosen + seen

    async def press(self, button: Seen) -> None:
        handle = await self.person.press_id(button.message, button.ident, *button.values, wait=False)
        self._note(handle, button.command)
        await self._answered(handle)

    async def ask(self, command: c.Command, seconds: float) -> str | None:
        """As under a table's message; where the answer was put off, it has half of the time again."""
        handle = await self.person.press_id(self._channel.messages[-1], f"{TABLE}:{codec.encode(command)}", wait=False)
        self._note(handle, command)
        item = handle.interaction
        with suppress(NotAnsweredError, AssertionError, TimeoutError):
            async with asyncio.timeout(seconds):
                await handle.wait()
            if item.callback_type == DEFER_UPDATE:
                async with asyncio.timeout(seconds / 2):
                    await self._sim.wait_for(lambda: item.messages)
            return said_of(item)
        return None

    def sees(self) -> Sequence[str]:
        world = self._sim.world
        shown = [
            (version.at, text)
            for message in world.messages.values()
            if world.can_see(self.person.id, message)
            for version in message.versions
            for text in version.texts()
        ]
        return [text for _, text in sorted(shown, key=lambda pair: pair[0])]

    def waits(self) -> Sequence[float | None]:
        return [
            None if one.acknowledged_at is None else one.acknowledged_at - one.created_at for one in self._interactions
        ]

    def _note(self, handle: Handle, command: c.Command) -> None:
        self._interactions.append(handle.interaction)
        self.pressed.append(Pressed("discord", str(handle.interaction.id), str(self.person.id), command))

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
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await handle.wait()
        except (NotAnsweredError, TimeoutError):
            self.deeds["presses without an answer"] += 1


def _choices(menu: Select) -> Iterator[tuple[str, ...]]:
    """Some ways to choose from a list: each entry alone; where several may be chosen two neighbours, and all of them."""
    values = [value for _, value in menu.options]
    yield from ((value,) for value in values)
    if menu.most > 1:
        yield from (pair for pair in pairwise(values))
        yield tuple(values[: menu.most])


def said_of(interaction: Interaction) -> str:
    """All words of the messages that answered."""
    return "\n".join(message.text for message in interaction.messages)


_MOVES = (c.Offer,)
_WAITING = (c.Ready, c.DealCards, c.Join, c.MyHand, c.Back)
_ASKS = (c.Hint,)  # Where cards are to be picked, as for a tribute, no action is offered whole until one is asked for
_PANEL = (
    c.Pick,
    c.PickCard,
    c.Choose,
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


async def play_wildly(
    player: Player, dice: Random, until: float, up: asyncio.Event | None = None, pause: float = 0.0
) -> None:
    """Act like anybody in a crowd until this moment of the loop's clock; with a ``pause`` between two deeds.

    While the program is not ``up`` most people wait; some try all the same.
    """
    loop = asyncio.get_running_loop()
    old: deque[Seen] = deque(maxlen=_OLD)
    while loop.time() < until:
        if up is not None and not up.is_set() and dice.random() < 0.9:
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
        await asyncio.sleep(pause * dice.uniform(0.5, 1.5))


async def play_calmly(player: Player, dice: Random, enough: asyncio.Event, pause: float = 0.0) -> None:
    """Only what moves the game on, until it is enough; with a ``pause`` between two deeds."""
    while not enough.is_set():
        await _sensible(player, list(player.buttons()), dice)
        await asyncio.sleep(pause * dice.uniform(0.5, 1.5))


async def _sensible(player: Player, buttons: list[Seen], dice: Random) -> None:
    if offers := _of(buttons, _MOVES):
        await _do(player, "moves", player.press(dice.choice(offers)))
    elif (waiting := _of(buttons, _WAITING)) and dice.random() < 0.25:
        await _do(player, "presses", player.press(dice.choice(waiting[-4:])))
    elif (asks := _of(buttons, _ASKS)) and dice.random() < 0.25:
        await _do(player, "presses", player.press(dice.choice(asks)))
    else:
        await asyncio.sleep(0.05 + 0.1 * dice.random())


def _of(buttons: list[Seen], kinds: tuple[type[Any], ...]) -> list[Seen]:
    return [button for button in buttons if isinstance(button.command, kinds)]


async def _do(player: Player, what: str, deed: Any) -> None:
    player.deeds[what] += 1
    await deed
