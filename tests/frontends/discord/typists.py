"""People in one channel who play in slash commands alone, with what is completed for them."""

import json
from abc import ABC, abstractmethod
from typing import Any, Self

from tests.simulators.discord import DiscordSim, Handle, VirtualChannel, VirtualUser

__all__ = ["Typists"]


class Typists(ABC):
    """``game``: what they play; ``moves``: how."""

    game: str

    def __init__(self, channel: VirtualChannel, people: list[VirtualUser]) -> None:
        self.channel, self.people = channel, people

    @classmethod
    def seated(cls, sim: DiscordSim, number: int) -> Self:
        people = [sim.user(f"player {n}") for n in range(1, number + 1)]
        return cls(sim.guild(members=people).channel("friends"), people)

    async def sit_down(self, **rules: Any) -> None:
        host = self.people[0]
        await host.slash(self.channel, "new", game=self.game, **rules)
        for person in self.people[1:]:
            await person.slash(self.channel, "join")
        await host.slash(self.channel, "deal")

    async def facts(self) -> dict[str, str]:
        """What /table plain says."""
        said = (await self.people[0].slash(self.channel, "table", plain=True)).text.replace("\\", "")
        return dict(line.split(": ", 1) for line in said.split("\n") if ": " in line)

    async def hand(self, person: VirtualUser) -> list[str]:
        said = (await person.slash(self.channel, "hand", plain=True)).text
        return said.partition(":")[2].split()

    async def one_move(self) -> bool:
        facts = await self.facts()
        waiting = json.loads(facts["to_act"])
        if waiting:
            await self.moves(waiting[0], self.people[waiting[0]], facts)
        return bool(waiting)

    @abstractmethod
    async def moves(self, seat: int, person: VirtualUser, facts: dict[str, str]) -> None: ...

    async def plays(self, person: VirtualUser, *, longest: bool = False) -> Handle:
        """Take the first completion (or the one of most cards) of what may be played, and pass where there is none."""
        offered = [cards for _, cards in await person.autocomplete(self.channel, "play", cards="")]
        if not offered:
            return await person.slash(self.channel, "pass")
        played = await person.slash(self.channel, "play", cards=max(offered, key=len) if longest else offered[0])
        assert played.text.startswith("Played: "), played.text
        return played

    async def plays_round(self) -> None:
        while await self.one_move():
            pass

    async def plays_out(self, most: int = 40) -> None:
        for _ in range(most):
            await self.plays_round()
            if (await self.facts())["state"] == "over":
                return
            await self.people[0].slash(self.channel, "deal")
        raise AssertionError("the match does not end")
