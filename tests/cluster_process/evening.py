"""Friends in groups on both platforms: every game at a table, two tables in one group, people who sit at two."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeVar

from bot.session.port import commands as c
from games import GAMES
from soak.crowd import OnDiscord, OnTelegram, Player, Seen
from tests.patience import patience
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

__all__ = ["Evening"]

T = TypeVar("T")
MATCHES = {
    "doudizhu": "deals=50", "guandan": "rounds=50", "gouji": "", "gongzhu": "", "liujiatong": "", "gandengyan": "",
}  # fmt: skip
_SECONDS = 60.0
_LOOK = 0.05


@dataclass(slots=True)
class Evening:
    """Everybody. ``groups``: who is in which group; the first of each opens its tables."""

    people: list[Player] = field(default_factory=list)
    groups: list[list[Player]] = field(default_factory=list)

    @classmethod
    async def gather(cls, telegram: TelegramSim, discord: DiscordSim, groups: int = 3, size: int = 2) -> Self:
        """So many groups on each platform, of so many people each, who speak both languages."""
        evening = cls()
        for number in range(groups):
            people = [
                telegram.user(f"t{number}.{at}", started=True, language=("en", "zh-hans")[at % 2]) for at in range(size)
            ]
            place = telegram.group(f"friends {number}", people)
            for person in people:
                await person.starts()
            evening.groups.append([OnTelegram(telegram, person, place) for person in people])
        for number in range(groups):
            crowd = [discord.user(f"d{number}.{at}", locale=("en-US", "zh-CN")[at % 2]) for at in range(size)]
            channel = discord.guild(f"club {number}", members=crowd).channel("friends")
            evening.groups.append([OnDiscord(discord, person, channel) for person in crowd])
        evening.people = [player for group in evening.groups for player in group]
        return evening

    async def begin(self, second_tables: bool = True) -> int:
        """Deal at a table of another game in each group, and at a second one in the first group of each platform, where
        the same people sit; how many tables there are."""
        games = list(GAMES)
        await asyncio.gather(*(_begin(group, games[number % len(games)]) for number, group in enumerate(self.groups)))
        if not second_tables:
            return len(self.groups)
        half = len(self.groups) // 2
        await asyncio.gather(_begin(self.groups[0], games[-1]), _begin(self.groups[half], games[0]))
        return len(self.groups) + 2

    async def play_on(self, presses: int) -> None:
        """Wait until people have pressed so many times more."""
        made = len(self.waits()) + presses
        async with patience():
            while len(self.waits()) < made:  # noqa: ASYNC110 # two platforms, each with events of its own
                await asyncio.sleep(_LOOK)

    async def all_answered(self) -> None:
        async with patience():
            while None in self.waits():  # noqa: ASYNC110 # as above
                await asyncio.sleep(_LOOK)

    def waits(self) -> list[float | None]:
        """Seconds until each press of everybody was answered; ``None`` as long as it is not."""
        return [waited for player in self.people for waited in player.waits()]


async def _begin(group: Sequence[Player], game: str) -> None:
    """Open a table, sit down in twos, let AI players take what is free, and deal."""
    host = group[0]
    before = {getattr(button.command, "table", None) for button in host.buttons()}

    def lobby(kind: type[c.Command]) -> Callable[[Player], Seen | None]:
        def find(player: Player) -> Seen | None:
            return next(
                (
                    button
                    for button in player.buttons()
                    if isinstance(button.command, kind) and getattr(button.command, "table", None) not in before
                ),
                None,
            )

        return find

    await host.command("new", f"{game} {MATCHES[game]}".strip())
    for player in group[1:2]:
        await player.press(await _until(lobby(c.Join), player))
    await host.press(await _until(lobby(c.DealCards), host))


async def _until(find: Callable[[Player], T | None], player: Player) -> T:
    async with patience():
        while (found := find(player)) is None:  # noqa: ASYNC110 # two platforms, each with events of its own
            await asyncio.sleep(_LOOK)
    return found
