"""Three friends at a table of Dou Dizhu: the same deeds on each platform with chats."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.frontends.discord.outgoing.markup import COMMANDS
from bot.frontends.telegram.incoming import translation
from bot.frontends.web import ChatHosts
from bot.session.port import commands as c
from bot.session.port.page import PagePlace
from tests.frontends.discord import house as on_discord
from tests.frontends.telegram import house as on_telegram
from tests.frontends.web.doors import PUBLIC, Guest, init_data, page_beside
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

__all__ = ["GROUP", "OnDiscord", "OnTelegram", "Stage", "as_mini_app", "stages"]

GROUP = 0  # Where all three are together; their private chats are 1, 2 and 3


class Stage(ABC):
    """``house``: the bot, which can be started again on the same store."""

    house: on_telegram.House | on_discord.House
    sim: Any
    people: list[Any]

    @abstractmethod
    async def deals(self, deals: int) -> None:
        """Open a table for so many rounds, all three sit down, and the first is dealt."""

    @abstractmethod
    async def acts(self) -> bool:
        """Whoever is asked acts; false where the match is over."""

    @abstractmethod
    def turn(self) -> tuple[int, Any] | None:
        """Who is asked, and the panel that asks."""

    @abstractmethod
    async def presses(self, person: int, message: Any, kind: type[c.Command]) -> None:
        """Press the first button that means such a command."""

    @abstractmethod
    async def picks(self, person: int, message: Any, *entries: str) -> int:
        """Pick the ranks of these texts (``7``, ``7 7``; without any the lowest card), each as quickly as it goes here; how many
        deeds that took."""

    @abstractmethod
    def offers(self, message: Any, label: str) -> bool:
        """Whether there is such a button on it."""

    @abstractmethod
    def written(self, since: int) -> list[tuple[str, int]]:
        """What was written by the calls since then: ``new``, ``edit`` or ``gone``, and where."""

    @abstractmethod
    def shown(self) -> list[Any]:
        """The messages of the group."""

    @abstractmethod
    def page(self) -> AbstractAsyncContextManager[Guest]:
        """The page beside this platform, opened inside it by the first person."""

    async def restarts(self) -> int:
        """The bot is ended and started again; how many calls there had been."""
        before = len(self.sim.calls)
        await self.house.stop()
        await self.house.start()
        return before

    async def rests(self) -> None:
        await self.house.rests()

    async def in_play(self, deals: int = 2) -> None:
        """Some moves into the first round, everything shown."""
        await self.deals(deals)
        for _ in range(3):
            await self.acts()
        await self.sim.wait_for(self.turn)
        await self.rests()

    def asked(self) -> tuple[int, Any]:
        turn = self.turn()
        assert turn is not None
        return turn


class OnTelegram(Stage):
    def __init__(self, sim: TelegramSim, house: on_telegram.House) -> None:
        self.sim, self.house = sim, house
        self.people = [sim.user(name, started=True) for name in ("ann", "ben", "cem")]
        self._table = on_telegram.Table(sim, sim.group("friends", self.people), self.people, seed=5)

    async def deals(self, deals: int) -> None:
        for person in self.people:
            await person.starts()
        lobby = await self._table.opens(f"/new doudizhu deals={deals}")
        await self.people[0].press(lobby, "Start")

    async def acts(self) -> bool:
        return await self._table.one_move()

    def turn(self) -> tuple[int, Any] | None:
        turn = self._table.to_act()
        return None if turn is None else (self.people.index(turn[0]) + 1, turn[1])

    async def presses(self, person: int, message: Any, kind: type[c.Command]) -> None:
        meant = (button for button in message.buttons if isinstance(on_telegram.command_of(button), kind))
        await self.people[person - 1].press(message, next(meant))

    async def picks(self, person: int, message: Any, *entries: str) -> int:
        taps = [rank for entry in entries for rank in entry.split()]
        for rank in taps or [""]:
            counters = [one for one in message.buttons if isinstance(on_telegram.command_of(one), c.Pick)]
            button = next(one for one in counters if not rank or one.text.split()[0] == rank)
            await self.people[person - 1].press(message, button)
        return len(taps)

    def offers(self, message: Any, label: str) -> bool:
        return message.button(label) is not None

    def written(self, since: int) -> list[tuple[str, int]]:
        kinds = {"send": "new", "edit": "edit", "dele": "gone"}
        places = {self._table.group.id: GROUP, **{one.id: at for at, one in enumerate(self.people, start=1)}}
        calls = self.sim.calls[since:]
        return [(kinds[call.method[:4]], places[call.chat]) for call in calls if call.chat and call.method[:4] in kinds]

    def shown(self) -> list[Any]:
        return list(self.sim.messages(self._table.group))

    def page(self) -> AbstractAsyncContextManager[Guest]:
        return as_mini_app(self.house, self.people[0].id, self.sim.token)


class OnDiscord(Stage):
    def __init__(self, sim: DiscordSim, house: on_discord.House) -> None:
        self.sim, self.house = sim, house
        self.people = [sim.user(f"player {number}") for number in (1, 2, 3)]
        self._channel = sim.guild(members=self.people).channel("friends")

    async def deals(self, deals: int) -> None:
        for person in self.people:
            await person.slash(self._channel, "prefer", name="hand", value="private")
        await on_discord.seat_all(self.sim, self.people, self._channel, f"deals={deals}")
        await on_discord.deal(self.sim, self.people, self._channel)

    async def acts(self) -> bool:
        return await on_discord.act(self.sim, self.people)

    def turn(self) -> tuple[int, Any] | None:
        turn = on_discord.turn_of(self.people)
        return None if turn is None else (self.people.index(turn[0]) + 1, turn[1])

    async def presses(self, person: int, message: Any, kind: type[c.Command]) -> None:
        meant = ((button, on_discord.meaning(button)) for button in message.buttons)
        button = next(one for one, said in meant if said is not None and isinstance(said.command, kind))
        await self.people[person - 1].press(message, button.custom_id or "")

    async def picks(self, person: int, message: Any, *entries: str) -> int:
        await self.people[person - 1].select(message, *(entries or (message.selects[0].options[0][0],)))
        return 1

    def offers(self, message: Any, label: str) -> bool:
        return bool(message.has_button(label))

    def written(self, since: int) -> list[tuple[str, int]]:
        kinds = {"POST": "new", "PATCH": "edit", "DELETE": "gone"}
        places = {str(self._channel.id): GROUP, **{str(one.dm.id): at for at, one in enumerate(self.people, start=1)}}
        calls = [call for call in self.sim.calls[since:] if "/messages" in call.path and call.method in kinds]
        return [(kinds[call.method], places[call.path.split("/channels/")[1].split("/")[0]]) for call in calls]

    def shown(self) -> list[Any]:
        return [message for message in self._channel.messages if not message.deleted]

    def page(self) -> AbstractAsyncContextManager[Guest]:
        hosts = ChatHosts(
            PagePlace(PUBLIC, activity=True),
            discord_secret=self.sim.oauth.secret,
            discord_api=self.sim.base_url,
            discord_app=lambda: self.sim.world.bot.id,
        )
        code = self.sim.oauth.code(self.people[0].account)
        return page_beside(self.house.manager, hosts, "/api/discord/session", code=code)


def as_mini_app(
    house: on_telegram.House | on_discord.House, person: int, token: str
) -> AbstractAsyncContextManager[Guest]:
    """The page, opened by somebody inside Telegram."""
    hosts = ChatHosts(PagePlace(PUBLIC), (token,))
    return page_beside(house.manager, hosts, "/api/telegram/session", init_data=init_data(person, token=token))


@asynccontextmanager
async def stages(platform: str, folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """The bot on one platform, before anybody has said a word."""
    if platform == "telegram":
        patch.setattr(translation, "ANSWER_WITHIN", 60.0)
        async with TelegramSim() as telegram, on_telegram.open_house(telegram, folder) as house:
            yield OnTelegram(telegram, house)
        assert telegram.violations == []
        return
    patch.setattr(Route, "BASE", Route.BASE)
    patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    async with DiscordSim() as discord:
        async with on_discord.House(discord, folder) as started:
            yield OnDiscord(discord, started)
        COMMANDS.clear()
        assert discord.violations == []
