"""People in one channel who play in slash commands alone, with what is completed for them."""

import json
from typing import Any

from tests.simulators.discord import DiscordSim, Handle, VirtualUser

__all__ = ["Typists"]


class Typists:
    """So many people of a server of their own."""

    def __init__(self, sim: DiscordSim, number: int, game: str) -> None:
        self.game = game
        self.people = [sim.user(f"player {n}") for n in range(1, number + 1)]
        self.channel = sim.guild(members=self.people).channel("friends")

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

    async def one_move(self) -> bool:
        waiting = json.loads((await self.facts())["to_act"])
        if waiting:
            await self.plays(self.people[waiting[0]])
        return bool(waiting)

    async def plays(self, person: VirtualUser) -> Handle:
        """Take the completion of most cards of what may be played, and pass where there is none."""
        offered = [cards for _, cards in await person.autocomplete(self.channel, "play", cards="")]
        if not offered:
            return await person.slash(self.channel, "pass")
        played = await person.slash(self.channel, "play", cards=max(offered, key=len))
        assert played.text.startswith("Played: "), played.text
        return played

    async def plays_out(self, most: int = 40) -> None:
        for _ in range(most):
            while await self.one_move():
                pass
            if (await self.facts())["state"] == "over":
                return
            await self.people[0].slash(self.channel, "deal")
        raise AssertionError("the match does not end")
