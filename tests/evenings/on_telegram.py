"""Evenings on Telegram: the shipped frontend against the simulated platform."""

import re
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest

from bot.frontends.telegram.frontend import TelegramFrontend
from bot.session.port import commands as c
from bot.session.port.buttons import decode
from tests.evenings.house import Bot
from tests.evenings.paper import Sight, buttons
from tests.evenings.quiet import Quiet
from tests.evenings.stage import GROUP, Choice, Key, Stage
from tests.frontends.telegram.storytime import StoryClock
from tests.simulators import kinds
from tests.simulators.telegram import Group, Message, Person, TelegramSim
from tests.simulators.telegram import sim as sim_module
from tests.simulators.telegram import world as world_module


class OnTelegram(Stage):
    """Nobody has started the bot before the evening does."""

    def __init__(self, story: Quiet, language: str, sim: TelegramSim) -> None:
        super().__init__(story, language)
        self._sim = sim
        self._persons = {name: sim.user(name, language) for name in self.people}
        self._group: Group = sim.group("牌友" if language == "zh" else "friends", self._persons.values())
        self._group.owner = self._persons[self.people[0]].id
        self._rang: dict[int, list[str]] = {}
        self._told: list[tuple[str, str]] = []
        self.paper.names += [(re.compile(r"https?://\S+"), "↗")]

    async def starts(self, person: str) -> None:
        self.paper.did(person, "presses Start in the private chat")
        await self._persons[person].starts()
        await self.story.rests()

    async def sends(self, person: str, name: str, alone: bool, given: dict[str, object]) -> None:
        words = " ".join(["/" + name, *(str(value) for value in given.values())])
        await self._says(person, words, alone)

    async def _says(self, person: str, text: str, alone: bool) -> None:
        somebody = self._persons[person]
        await somebody.says(somebody if alone else self._group, text)
        await self.story.rests()

    async def talks(self, person: str, text: str, *, alone: bool = False) -> None:
        self.paper.did(person, f"writes {text}{' in private' if alone else ' to the bot'}")
        await self._says(person, text if alone else f"@{self._sim.username} {text}", alone)

    async def loses_group(self) -> None:
        self.paper.did(self.people[0], "throws the bot out of the group")
        self._group.removes_bot(self._persons[self.people[0]])
        await self.story.rests()

    async def chooses(self, person: str, choice: Choice) -> bool:
        somebody = self._persons[person]
        alone = reversed(self._sim.here(self._group, somebody))
        for message in [*alone, *reversed(self._sim.messages(somebody)), *reversed(self._sim.messages(self._group))]:
            chosen = choice(_keys(message))
            if chosen is not None:
                await self._press(person, somebody, message, chosen)
                return True
        return False

    async def _press(self, person: str, somebody: Person, message: Message, key: Key) -> None:
        self.paper.did(person, f"presses [{key.label}]")
        answer = somebody.presses(message, next(one for one in message.buttons if one.data == key.data))
        await self.story.rests()
        if answer.done() and (text := answer.result()):
            self.paper.heard(person, f"{text}{' (box)' if text.show_alert else ''}")
        elif answer.done() and (url := answer.result().url):  # clients that show a text drop the url
            await somebody.follows(url)
            await self.story.rests()

    def panel(self, person: str) -> list[c.Command]:
        somebody = self._persons[person]
        alone = [
            one
            for one in self._sim.here(self._group, somebody)
            if not any(isinstance(key.means, c.TurnPlayed) for key in _keys(one))
        ]
        for message in [*reversed(alone), *reversed(self._sim.messages(somebody))]:
            found = [key.means for key in _keys(message)]
            if any(isinstance(one, c.MyHand | c.Offer | c.Ready | c.Hint) for one in found):
                return found
        return []

    def sights(self) -> Iterable[Sight]:
        for name, somebody in self._persons.items():
            for message in somebody.notifications:
                self._rang.setdefault(id(message), [])
                if name not in self._rang[id(message)]:
                    self._rang[id(message)].append(name)
        chats: list[tuple[str, Group | Person]] = [(GROUP, self._group), *self._persons.items()]
        for place, chat in chats:
            for message in self._sim.messages(chat):
                rings = tuple(self._rang.get(id(message), ()))
                yield Sight(id(message), place, _lines(message), rings)
        for name, somebody in self._persons.items():
            for message in self._sim.here(self._group, somebody):
                yield Sight(id(message), f"{GROUP}, {name} alone", _lines(message), ())


def _keys(message: Message) -> list[Key]:
    meant = ((one.text, one.data, decode(one.data)) for one in message.buttons if one.data)
    return [Key(label, command, data) for label, data, command in meant if command is not None]


def _lines(message: Message) -> tuple[str, ...]:
    content = message.content
    lines = ["[picture]"] if content.photo or content.animation else []
    lines += [f"[file {content.document[0]}]"] if content.document else []
    lines += content.text.split("\n") if content.text else []
    lines += [
        buttons(f"{one.text} ↗" if one.url or one.web_app else one.text for one in row) for row in content.keyboard
    ]
    return tuple(lines)


@asynccontextmanager
async def telegram(story: Quiet, language: str, patch: pytest.MonkeyPatch) -> AsyncIterator[OnTelegram]:
    outside = StoryClock(story)
    now = SimpleNamespace(time=outside.now, monotonic=time.monotonic)
    patch.setattr(sim_module, "time", now)
    patch.setattr(world_module, "time", now)
    async with TelegramSim(ephemeral=True) as sim:
        frontend = TelegramFrontend(sim.token, clock=outside, base_url=sim.base_url, timeout=120.0)
        async with Bot(story, frontend):
            story.heard = lambda: not sim.updates.unconfirmed
            stage = OnTelegram(story, language, sim)
            await story.rests()
            yield stage
            await story.rests()
            assert sim.violations == []
            assert kinds.untried("telegram", kinds.of_telegram(sim.calls)) == set()
