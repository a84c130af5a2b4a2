"""A whole round of each game, and into the next one, in one place: the panel of the private chat, or the one inside the group."""

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.session.port import commands as c
from tests.frontends.discord import house as on_discord
from tests.frontends.telegram import house as on_telegram
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

HAND = re.compile(r"Your \d+ cards?: (.+)")
Pressable = list[tuple[c.Command, Any]]  # What the buttons of a message mean, with the buttons


class Place(ABC):
    """One person with AI players. ``here``: they want their hand in the group."""

    sim: Any

    def __init__(self, here: bool) -> None:
        self.here = here

    @abstractmethod
    async def deals(self, game: str) -> None:
        """Open a table in the group, fill it, and deal."""

    @abstractmethod
    def own(self) -> list[Any]:
        """The messages that this person alone sees in the place of their choice."""

    @abstractmethod
    def elsewhere(self) -> list[Any]:
        """Those in the other place, and what everybody sees."""

    @abstractmethod
    def states(self, message: Any) -> list[str]:
        """All that a message has ever shown."""

    @abstractmethod
    def meant(self, message: Any) -> Pressable: ...

    @abstractmethod
    async def press(self, message: Any, button: Any) -> None: ...

    def panel(self) -> tuple[Any, Pressable]:
        """The newest message that shows the hand, or what became of it."""
        for message in reversed(self.own()):
            found = self.meant(message)
            if any(isinstance(command, c.Offer | c.Away | c.Ready) for command, _ in found):
                return message, found
        return None, []


class OnTelegram(Place):
    def __init__(self, sim: TelegramSim, here: bool) -> None:
        super().__init__(here)
        self.sim, self.person = sim, sim.user("player 1", started=True)
        self.group = sim.group("friends", [self.person])

    async def deals(self, game: str) -> None:
        await self.person.starts()
        await self.person.says(self.person, f"/prefer hand {'here' if self.here else 'private'}")
        await self.person.says(self.group, f"/new {game}", old_client=True)
        lobby = await self.sim.wait_for(lambda: self.sim.find(self.group, "player 1"))
        await self.person.press(lobby, "Start with AI")
        if self.here:
            board = await self.sim.wait_for(
                lambda: next((one for one in reversed(self.sim.messages(self.group)) if one.button("My hand")), None)
            )
            await self.person.press(board, "My hand")

    def own(self) -> list[Any]:
        return list(self.sim.here(self.group, self.person) if self.here else self.person.inbox)

    def elsewhere(self) -> list[Any]:
        return [*self.sim.messages(self.group), *(self.person.chat.messages if self.here else self.group.ephemerals)]

    def states(self, message: Any) -> list[str]:
        return [state.text for state in message.history]

    def meant(self, message: Any) -> Pressable:
        return [(said, one) for one in message.buttons if (said := on_telegram.command_of(one)) is not None]

    async def press(self, message: Any, button: Any) -> None:
        await self.person.press(message, button)


class OnDiscord(Place):
    def __init__(self, sim: DiscordSim, here: bool) -> None:
        super().__init__(here)
        self.sim, self.person = sim, sim.user("player 1")
        self.channel = sim.guild(members=[self.person]).channel("friends")

    async def deals(self, game: str) -> None:
        await self.person.slash(self.channel, "prefer", name="hand", value="here" if self.here else "private")
        await self.person.slash(self.channel, "new", game=game)
        lobby = await self.sim.wait_for(
            lambda: next((one for one in self.channel.messages if one.has_button("Start with AI")), None)
        )
        await self.person.press(lobby, "Start with AI")

    def own(self) -> list[Any]:
        return [one for one in (self.person.ephemerals if self.here else self.person.inbox) if not one.deleted]

    def elsewhere(self) -> list[Any]:
        others = [one for one in self.sim.world.messages.values() if not one.ephemeral and one.channel is self.channel]
        return others + list(self.person.inbox if self.here else self.person.ephemerals)

    def states(self, message: Any) -> list[str]:
        return ["\n".join(state.texts()) for state in message.versions]

    def meant(self, message: Any) -> Pressable:
        return [(said.command, one) for one in message.buttons if (said := on_discord.meaning(one)) is not None]

    async def press(self, message: Any, button: Any) -> None:
        await self.person.press(message, button.custom_id)


@asynccontextmanager
async def a_place(platform: str, here: bool, folder: Path) -> AsyncIterator[Place]:
    if platform == "telegram":
        async with TelegramSim(ephemeral=True) as telegram, on_telegram.open_house(telegram, folder):
            yield OnTelegram(telegram, here)
        assert telegram.violations == []
        return
    async with DiscordSim() as discord, on_discord.House(discord, folder):
        yield OnDiscord(discord, here)
    assert discord.violations == []


@pytest.mark.parametrize(
    ("game", "platform", "here"),
    [
        ("doudizhu", "telegram", True), ("guandan", "discord", True), ("gouji", "telegram", False),
        ("gongzhu", "discord", False), ("liujiatong", "discord", True), ("gandengyan", "telegram", True),
    ],
)  # fmt: skip
async def test_a_whole_round_is_played_in_one_place(game: str, platform: str, here: bool, tmp_path: Path) -> None:
    async with a_place(platform, here, tmp_path) as place:
        await place.deals(game)
        answered = ""

        def asked() -> tuple[Any, Any] | None:
            """The message to press on, and what ends the round soonest: the longest play, else whatever is offered."""
            message, found = place.panel()
            ready = next((button for command, button in found if isinstance(command, c.Ready)), None)
            offers = [
                (said, button) for said, button in found if isinstance(said, c.Offer) and said.decision != answered
            ]
            if ready is None and not offers:
                return None
            return message, ready or max(offers, key=lambda one: (not passes(one[1]), len(label(one[1]))))[1]

        for _ in range(150):
            message, button = await place.sim.wait_for(asked)
            command = next(said for said, one in place.meant(message) if one == button)
            await place.press(message, button)
            if isinstance(command, c.Ready):
                break
            assert isinstance(command, c.Offer)
            answered = command.decision
        await place.sim.wait_for(lambda: any("Round 2" in place.states(one)[-1] for one in place.own()))
        states = [state for message in place.own() for state in place.states(message)]
        watched = {state for state in states if "Waiting for" in state and "Your turn" not in state}
        assert len(watched) > 3, "the play of the others goes on in the same place"
        hands = {found[1] for state in states if (found := HAND.search(state))}
        told = "\n".join(state for one in place.elsewhere() for state in place.states(one) if "is over" not in state)
        assert len(hands) > 3
        assert not [hand for hand in hands if len(hand) > 12 and hand in told], "and the hand is nowhere else"


def label(button: Any) -> str:
    return str(getattr(button, "text", "") or getattr(button, "label", ""))


def passes(button: Any) -> bool:
    return any(word in label(button) for word in ("Pass", "Don't", "No ", "nothing"))
