"""Evenings on Discord: the shipped frontend against the simulated platform."""

import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.frontends.discord.frontend import DiscordFrontend
from bot.frontends.discord.outgoing.markup import pressed
from bot.session.port import commands as c
from tests.evenings.house import Bot
from tests.evenings.paper import Sight, buttons
from tests.evenings.quiet import Quiet
from tests.evenings.stage import GROUP, Choice, Key, Stage
from tests.frontends.discord.house import meaning
from tests.frontends.telegram.storytime import StoryClock
from tests.simulators import kinds
from tests.simulators.discord import DiscordSim, Message
from tests.simulators.discord.world import Version, walk_components

JSON = dict[str, Any]
_ROW, _BUTTON, _SELECT, _TEXT, _GALLERY, _FILE = 1, 2, 3, 10, 12, 13


class OnDiscord(Stage):
    """A server with one channel."""

    def __init__(self, story: Quiet, language: str, sim: DiscordSim) -> None:
        super().__init__(story, language)
        self._sim = sim
        locale = "zh-CN" if language == "zh" else "en-US"
        self._persons = {name: sim.user(name, locale=locale) for name in self.people}
        self._read: dict[int, tuple[Version, tuple[str, ...]]] = {}
        members = list(self._persons.values())
        guild = sim.guild(
            "牌友" if language == "zh" else "friends", members=members, admins=(members[0],), locale=locale
        )
        self._channel = guild.channel("牌桌" if language == "zh" else "cards")
        self.paper.names += [
            *((re.compile(f"<@!?{one.id}>"), f"@{name}") for name, one in self._persons.items()),
            (re.compile(f"<#{self._channel.id}>"), f"#{self._channel.raw.name}"),
            (re.compile(r"</([^:>]+):\d+>"), r"</\1>"),
            (re.compile(r"<t:(\d+):(\w)>"), lambda found: f"⟨{int(found[1]) - story.wall} s :{found[2]}⟩"),
            (re.compile(r"https?://[^\s)\]]+"), "↗"),
        ]

    async def sends(self, person: str, name: str, alone: bool, given: dict[str, object]) -> None:
        somebody = self._persons[person]
        where = somebody.dm if alone else self._channel
        if name == "tournament":
            name = "tournament open" if given else "tournament standings"
        await somebody.slash(where, name, wait=False, **given)
        await self.story.rests()

    async def talks(self, person: str, text: str, *, alone: bool = False) -> None:
        self.paper.did(person, f"writes {text}{' in private' if alone else ' to the bot'}")
        somebody = self._persons[person]
        bot = f"<@{self._sim.world.bot.id}>"
        await somebody.talks(somebody.dm if alone else self._channel, text if alone else f"{bot} {text}")
        await self.story.rests()

    async def loses_group(self) -> None:
        self.paper.did(self.people[0], "deletes the channel")
        self._channel.is_deleted()
        await self.story.rests()

    async def chooses(self, person: str, choice: Choice) -> bool:
        somebody = self._persons[person]
        for message in [*reversed(somebody.ephemerals), *reversed(somebody.inbox), *reversed(self._channel.messages)]:
            chosen = choice(_keys(message)) if message.author is None else None
            if chosen is not None:
                self.paper.did(person, f"{'chooses' if chosen.value else 'presses'} [{chosen.label}]")
                if chosen.value:
                    await somebody.select(message, chosen.value, menu=chosen.data, wait=False)
                else:
                    await somebody.press_id(message, chosen.data, wait=False)
                await self.story.rests()
                return True
        return False

    def panel(self, person: str) -> list[c.Command]:
        somebody = self._persons[person]
        for message in reversed([*somebody.inbox, *somebody.ephemerals]):
            keys = _keys(message)
            if any(key.data.startswith("h") for key in keys):
                return [key.means for key in keys]
        return []

    def sights(self) -> Iterable[Sight]:
        names = {one.id: name for name, one in self._persons.items()}
        messages = list(self._sim.world.messages.values())

        def place(message: Message) -> str:
            together = message.channel.guild_id is not None
            if message.visible_to is None:
                return GROUP if together else names[message.channel.recipient_id or 0]
            return names[message.visible_to] + (f" alone in the {GROUP}" if together else "")

        found: dict[str, list[Sight]] = {GROUP: []}
        for message in messages:
            if message.author is None and not message.deleted:
                rings = tuple(sorted(names[one] for one in message.notified if one in names))
                if self._read.get(message.id, (None,))[0] is not message.current:
                    self._read[message.id] = message.current, _lines(message)
                lines = self._read[message.id][1]
                found.setdefault(place(message), []).append(Sight(message.id, place(message), lines, rings))
        for name in sorted(found, key=lambda one: (one != GROUP, one)):
            yield from found[name]


def _keys(message: Message) -> list[Key]:
    found = []
    for button in message.buttons:
        said = meaning(button)
        if said is not None and not button.disabled:
            found.append(Key(button.label, said.command, button.custom_id or ""))
    for menu in message.selects:
        for label, value in menu.options:
            said = pressed({"custom_id": menu.custom_id, "values": [value]})
            if said is not None:
                found.append(Key(label, said.command, menu.custom_id, value))
    return found


def _lines(message: Message) -> tuple[str, ...]:
    version = message.current
    if version.thinking:
        return ("(thinking)",)
    lines = version.content.split("\n") if version.content else []
    for component in walk_components(list(version.components)):
        lines += _shown(component)
    said = {line.replace("*", "") for line in lines}
    return tuple("[picture]" if line.removeprefix("[picture: ")[:-1] in said else line for line in lines)


def _shown(component: JSON) -> list[str]:
    kind = component["type"]
    if kind == _TEXT:
        return list(str(component["content"]).split("\n"))
    if kind == _GALLERY:
        return [f"[picture: {item.get('description') or ''}]" for item in component["items"]]
    if kind == _FILE:
        return ["[file]"]
    if kind == _ROW and component["components"][0]["type"] == _BUTTON:
        return [buttons(_label(one) for one in component["components"])]
    if kind == _SELECT:
        options = " | ".join(
            " — ".join(part for part in (one["label"], one.get("description")) if part) for one in component["options"]
        )
        return [f"[▾ {component.get('placeholder') or ''}: {options}]"]
    return []


def _label(button: JSON) -> str:
    text = " ".join(part for part in ((button.get("emoji") or {}).get("name"), button.get("label")) if part)
    return f"{text}{' ↗' if button.get('url') else ''}{' (off)' if button.get('disabled') else ''}"


@asynccontextmanager
async def discord(story: Quiet, language: str, patch: pytest.MonkeyPatch) -> AsyncIterator[OnDiscord]:
    outside = StoryClock(story)
    sim = DiscordSim()
    patch.setattr(sim.world.clock, "now", outside.monotonic)
    patch.setattr(sim.world.clock, "wall", outside.now)
    async with sim:
        frontend = DiscordFrontend(sim.token, clock=outside, api_base_url=sim.base_url)
        async with Bot(story, frontend):
            clients = frontend._client.shards

            def heard() -> bool:
                answered = all(one.acknowledged_at is not None for one in sim.world.interactions.values())
                sessions = {session.shard: session.seq for session in sim.gateway.sessions}
                return answered and all(clients[shard].ws.sequence == seq for shard, seq in sessions.items())

            story.heard = heard
            stage = OnDiscord(story, language, sim)
            await story.rests()
            yield stage
            await story.rests()
            assert sim.violations == []
            assert kinds.untried("discord", kinds.of_discord(sim.calls)) == set()
