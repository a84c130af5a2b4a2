"""The program as it ships, lived in: every command in every place and at every moment, every kind of button and link, and a round
of every game between people on different frontends."""

import asyncio
import re
from collections.abc import AsyncIterator
from itertools import count, cycle, permutations
from pathlib import Path
from typing import Any, Final

import pytest

from bot.frontends.discord.outgoing.emojis import NAMED
from bot.session.port import commands as c
from games import GAMES
from tests.frontends.web.house import Visitor
from tests.process.conftest import Starter, tokens
from tests.process.people import OnDiscord, OnTelegram, OnThePage, Someone, Spot, Town
from tests.process.promises import MOMENTS, Promises, Situation, ways
from tests.seeds import ALL
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process

_KINDS: Final = {
    "group": "telegram", "topic": "telegram", "private": "telegram",
    "channel": "discord", "dm": "discord", "install": "discord", "room": "web",
}  # fmt: skip
_HOMES: Final = frozenset({"group", "channel", "room"})
"""Where every moment is looked at; in other places two of them, other ones in each, and in the long run all."""
_COMPLAINT: Final = re.compile(r"\[(?:warning|error|critical)|Traceback|Error\b")
_SLOW: Final = "[discord.gateway]"
"""What the client library of Discord says when this machine has kept its heart from beating."""


class Scene:
    """Somebody in one place, whose table there is to be as a moment wants it; another of theirs is over and stays.
    Commands with more than they need are given at one moment each, which ``turn`` shifts; in the long run at all."""

    def __init__(
        self, town: Town, promises: Promises, someone: Someone, spot: Spot, moment: str, game: str, turn: int
    ) -> None:
        self._turn = turn + MOMENTS.index(moment)
        self._town, self._promises, self._someone, self._spot = town, promises, someone, spot
        self._moment, self._game = moment, game
        self._table = self._over = 0
        self._id = "M1.1"

    async def play(self) -> None:
        """Give every command, and press what is shown and was not pressed yet."""
        if self._moment != "nothing":
            self._over = await self._made("over")
            self._id = self._round()
        number = 0
        for typed in self._promises.offered(self._someone):
            known = {"cards": "3", "id": self._id, "as": "3"}
            for way, given in enumerate(ways(typed, self._game, known)):
                number += way > 0
                if way and (number - self._turn) % len(MOMENTS) and not ALL:
                    continue
                await self._ready()
                await self._promises.give(self._someone, self._spot, typed, self._situation(typed.name, given))
        await self._ready()
        for widget in list(self._someone.shown()):
            await self._promises.press(self._someone, widget, self._situation())

    def _situation(self, name: str = "", given: Any = None) -> Situation:
        return Situation(self._game, self._spot.kind, self._moment, name, given or {})

    def _round(self) -> str:
        found = self._town.rows(
            'SELECT match FROM rounds r JOIN matches m ON r.match = m.id WHERE m."table" = ?', self._over
        )
        return f"M{found[0][0]}.1" if found else "M1.1"

    async def _ready(self) -> None:
        """See to it that all is as it should be."""
        sits = self._town.tables_of(self._someone.name)
        for table in sits.keys() - {self._table}:
            if table != self._over or sits[table] != "over":  # its last message may have offered another match
                await self._close(table)
        if self._moment == "nothing":
            return
        if sits.get(self._table) != self._moment:
            if self._table in sits:
                await self._close(self._table)
            self._table = await self._made(self._moment)
        if isinstance(self._someone, OnThePage):
            await self._someone.watch(self._table)

    async def _made(self, moment: str) -> int:
        someone, spot, game = self._someone, self._spot, "gandengyan" if moment in {"between", "over"} else self._game
        rules = (
            {"deals": "1"} if moment == "over" and "deals" in {o.name for o in GAMES[game].option_set.options} else {}
        )
        table = await someone.opens(spot, game, **rules)
        await someone.says(spot, "ai", table=table)
        if moment == "lobby":
            await someone.says(spot, "extend", table=table)  # else a full table is dealt by itself after some seconds
            return table
        if moment != "playing":
            await someone.says(spot, "away", table=table)
        now: list[str] = []
        while moment not in now:  # a round of Gan Deng Yan may end before somebody's first turn
            await someone.says(spot, "deal", table=table)
            now = await self._town.until(
                lambda: [s for s in (moment, "between") if self._town.tables_of(someone.name).get(table) == s],
                f"{game} in {spot.kind} until {moment}",
            )
        if moment != "playing":
            await someone.says(spot, "back", table=table)
        return table

    async def _close(self, table: int) -> None:
        spot = self._someone.spots[-2:][0] if len(self._someone.spots) > 2 else self._someone.spots[-1]
        for name in ("end", "end", "leave"):
            if table in self._town.tables_of(self._someone.name):
                await self._someone.says(spot, name, table=table)


class Pair:
    """Two people on different frontends at a table with AI players; the first has opened it."""

    def __init__(self, town: Town, promises: Promises, game: str, *people: Someone) -> None:
        self._town, self._promises, self._game, self._people = town, promises, game, people

    async def play(self) -> None:
        """A round from the invitation to the result; at each moment both press every kind of thing that they are shown."""
        host, guest = self._people
        place = host.spots[0]
        self._table = await host.opens(place, self._game)
        invitation = (await host.says(place, "invite", table=self._table)).text
        code = re.search(rf"\b{self._table}-[0-9A-Z]{{8}}\b", invitation)
        assert code is not None, invitation
        await guest.accepts(code[0])
        await self._look_around("lobby")
        await host.says(place, "ai", table=self._table)
        await host.says(place, "deal", table=self._table)
        await self._town.until(lambda: self._state() == "playing", f"the deal of {self._game}")
        looked = False
        while self._state() == "playing":
            await self._town.until(lambda: self._asked() or self._state() != "playing", f"a question at {self._game}")
            for person in self._asked():
                if not looked:
                    looked = True
                    await self._look_around("playing")
                if moves := person.moves(self._table):
                    await self._promises.press(person, moves[0], self._situation(person, "playing"), again=True)
        await self._look_around("between")

    def _state(self) -> str:
        return self._town.tables_of(self._people[0].name)[self._table]

    def _asked(self) -> list[Someone]:
        return [person for person in self._people if person.moves(self._table)]

    def _situation(self, person: Someone, moment: str) -> Situation:
        return Situation(self._game, person.spots[0].kind, moment)

    async def _look_around(self, moment: str) -> None:
        for person in self._people:
            for widget in list(person.shown()):
                if getattr(widget.command, "table", None) in {None, self._table}:
                    await self._promises.press(person, widget, self._situation(person, moment))


class _Page:
    def __init__(self, address: str) -> None:
        self.address = address


class House:
    """The program, and how people come to it."""

    def __init__(self, telegram: TelegramSim, discord: DiscordSim, town: Town) -> None:
        self.telegram, self.discord, self.town = telegram, discord, town
        self._visitors: list[OnThePage] = []

    async def somebody(self, kind: str, name: str, *, chinese: bool = False) -> Someone:
        """A person at that kind of place."""
        match _KINDS[kind]:
            case "telegram":
                person = self.telegram.user(name, "zh-hans" if chinese else "en", started=True)
                await person.starts()
                group = self.telegram.group(f"group of {name}", [person], supergroup=True, forum=kind == "topic")
                if kind == "group":
                    group.promotes(person)
                return OnTelegram(self.town, person, group, group.topic("games") if kind == "topic" else None)
            case "discord":
                user = self.discord.user(name, locale="zh-CN" if chinese else "en-US")
                home = self.discord.guild(
                    f"server of {name}", members=[user], managers=(user,) if kind == "channel" else ()
                )
                foreign = self.discord.guild("another server", members=[user], has_bot=False)
                return OnDiscord(self.town, user, home.channel("friends"), foreign.channel("talk"))
            case _:
                visitor: Any = Visitor(_Page(self.town.running.page), name, "zh" if chinese else "en")  # type: ignore[arg-type]
                await visitor.take_token()
                await visitor.connect()
                self._visitors.append(OnThePage(self.town, visitor, name))
                return self._visitors[-1]

    async def close(self) -> None:
        for visitor in self._visitors:
            await visitor.leave()
        await self.town.close()
        assert await self.town.running.stop() == 0


@pytest.fixture
async def house(
    telegram: TelegramSim, discord: DiscordSim, program: Starter, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[House]:
    discord.world.emojis = dict(enumerate(NAMED, 10**18))
    running = await program(**tokens(telegram, discord), **getattr(request, "param", {})).start()
    await discord.wait_until_ready()
    house = House(telegram, discord, Town(telegram, discord, running, tmp_path))
    yield house
    await house.close()
    said = [*running.output, *running.errors]
    assert not [line for line in said if _COMPLAINT.search(line) and _SLOW not in line]


async def test_every_command_and_button_is_answered_in_every_place_and_at_every_moment(house: House) -> None:
    promises, games = Promises(), cycle(GAMES)
    scenes: list[Scene] = []
    for number, kind in enumerate(_KINDS):
        for at, moment in enumerate(MOMENTS):
            if kind not in _HOMES and (at - number) % len(MOMENTS) > 1 and not ALL:
                continue
            someone = await house.somebody(kind, f"player {len(scenes) + 1}", chinese=bool(len(scenes) % 2))
            spot = next(spot for spot in someone.spots if spot.kind == kind)
            scenes.append(Scene(house.town, promises, someone, spot, moment, next(games), number))
    await asyncio.gather(*(scene.play() for scene in scenes))
    assert not promises.broken, "\n".join(promises.broken)
    assert promises.deeds > (2000 if ALL else 1300)
    assert len(promises.pressed) > (500 if ALL else 400)


@pytest.mark.parametrize("house", [{"AI_DELAY_SECONDS": "1", "OUTBOX_PACE": "1"} if ALL else {}], indirect=True)
async def test_a_round_of_every_game_is_played_between_frontends(house: House) -> None:
    kept = (c.Leave, c.End, c.Away, c.GoAway, c.Kick, c.Forget, c.NewTable, c.FirstRound, c.DealCards, c.Ready)
    promises = Promises(*kept)
    pairs, number = cycle(permutations(("group", "channel", "room"), 2)), count(1)
    tables: list[Pair] = []
    for game in GAMES:
        chinese = bool(len(tables) % 2)
        people = [await house.somebody(kind, f"player {next(number)}", chinese=chinese) for kind in next(pairs)]
        tables.append(Pair(house.town, promises, game, *people))
    await asyncio.gather(*(table.play() for table in tables))
    assert not promises.broken, "\n".join(promises.broken)
