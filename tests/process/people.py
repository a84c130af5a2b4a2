"""People on all frontends of one running program, with one pair of hands: they give commands, press what they are shown, follow
links, and hear what comes of it."""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

import aiohttp

from bot.frontends.discord.outgoing.markup import pressed
from bot.session.port import commands as c
from bot.session.port.buttons import decode
from bot.session.port.commands.record import Typed, records
from tests.frontends.discord.house import meaning
from tests.frontends.web.house import Visitor
from tests.patience import ENOUGH, Patience
from tests.process.program import Program
from tests.simulators.discord import DiscordSim, Handle, VirtualChannel, VirtualUser
from tests.simulators.discord import Message as Posted
from tests.simulators.telegram import Group, Message, Person, TelegramSim

__all__ = ["Answer", "OnDiscord", "OnTelegram", "OnThePage", "Someone", "Spot", "Town", "Unanswered", "Widget"]

T = TypeVar("T")
_ANSWER: Final = 3.0  # Seconds of the program's own time that an answer may take
_REST: Final = 0.15  # So much of it after an answer, and nothing else belongs to that
_BUTTONS: Final = frozenset({"advance", "data", "hint", "pass"})  # Under which names the page is sent buttons
_DEFERRED: Final = 5


class Unanswered(AssertionError):
    """What somebody did, or waited for, had no answer."""


@dataclass(frozen=True)
class Spot:
    """Where somebody gives commands."""

    kind: str
    where: Any = None
    topic: int | None = None


@dataclass(frozen=True)
class Widget:
    """A button, an entry of a menu or a link, as somebody is shown it. ``command``: ``None`` for a link."""

    label: str
    command: c.Command | None
    url: str = ""
    message: Any = None
    data: str = ""


@dataclass(frozen=True)
class Answer:
    """What came of a deed. ``refused``: so says the platform's own form (an alert; ``ok: false``)."""

    texts: tuple[str, ...] = ()
    refused: bool = False
    shown: tuple[Widget, ...] = ()

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


class Town:
    """The program and all who use it."""

    def __init__(self, telegram: TelegramSim, discord: DiscordSim, running: Program, folder: Path) -> None:
        self.telegram, self.discord, self.running = telegram, discord, running
        self._database = sqlite3.connect(f"file:{folder / 'paiju.db'}?mode=ro", uri=True)
        self._patience = Patience()
        self._moment = asyncio.Event()
        self._clock = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        while True:
            await self._patience.look()
            self._moment.set()
            self._moment = asyncio.Event()

    async def close(self) -> None:
        self._clock.cancel()
        await asyncio.gather(self._clock, return_exceptions=True)
        self._database.close()

    async def until(self, holds: Callable[[], T | None], what: str, seconds: float = ENOUGH) -> T:
        """Wait until this holds, as long as the program gets on."""
        began = self._patience.passed
        while not (found := holds()):
            if self._patience.passed - began > seconds:
                raise Unanswered(f"{what}: nothing for {seconds:g} s")
            await self._moment.wait()
        return found

    async def rests(self, seen: Callable[[], object]) -> None:
        """Wait until nothing more comes."""
        last, since = seen(), self._patience.passed
        while self._patience.passed - since < _REST:
            await self._moment.wait()
            if (now := seen()) != last:
                last, since = now, self._patience.passed

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._database.execute(query, values).fetchall()

    def tables_of(self, name: str) -> dict[int, str]:
        """The tables at which somebody sits, and how they are, the newest last."""
        query = """SELECT t.id, t.state FROM tables t JOIN seats s ON s."table" = t.id JOIN users u ON s."user" = u.id
            WHERE u.name = ? AND t.state != 'closed' AND NOT t.parked ORDER BY t.id"""
        return dict(self.rows(query, name))


class Someone(ABC):
    """One person with an account of one platform. ``spots``: where they are, the first one with the table."""

    platform: str
    spots: tuple[Spot, ...]

    def __init__(self, town: Town, name: str) -> None:
        self.town, self.name = town, name

    @abstractmethod
    async def give(self, spot: Spot, typed: Typed, given: Mapping[str, Any]) -> Answer:
        """Give a command with these arguments there, and wait for what comes."""

    @abstractmethod
    async def _push(self, widget: Widget) -> Answer:
        """Press a button."""

    @abstractmethod
    async def _follow(self, url: str) -> Answer:
        """Open a link; ``AssertionError`` if it leads nowhere."""

    @abstractmethod
    def shown(self) -> Iterator[Widget]:
        """Everything that this person could press now, the newest first."""

    async def says(self, spot: Spot, name: str, **given: Any) -> Answer:
        typed = next(one for record in records() for one in record.typed if one.name == name)
        return await self.give(spot, typed, given)

    async def press(self, widget: Widget) -> Answer:
        """Press what is shown, or follow it."""
        return await (self._push(widget) if widget.command is not None or widget.data else self._follow(widget.url))

    def still_shows(self, widget: Widget) -> bool:
        if widget.message is None:
            table = getattr(widget.command, "table", None)
            return table is None or table in self.town.tables_of(self.name)
        return any(one.message is widget.message and one.data == widget.data for one in self.shown())

    def moves(self, table: int) -> list[Widget]:
        """What one may do now at a table, as one message offers it."""
        offers = [w for w in self.shown() if isinstance(w.command, c.Offer) and w.command.table == table]
        return [one for one in offers if one.message is offers[0].message]

    async def opens(self, spot: Spot, game: str, **rules: str) -> int:
        before = self.town.tables_of(self.name)
        answer = await self._open(spot, game, rules)
        anew = next((w for w in answer.shown if isinstance(w.command, c.NewTable) and w.command.fresh), None)
        if anew is not None:
            answer = await self.press(anew)
        return await self.town.until(
            lambda: next((t for t in self.town.tables_of(self.name) if t not in before), None),
            f"/new {game} in {spot.kind} ({answer.text[:200]})",
        )

    async def accepts(self, code: str) -> None:
        await self.says(self.spots[0], "join", invitation=code)

    async def _open(self, spot: Spot, game: str, rules: Mapping[str, str]) -> Answer:
        options = " ".join(f"{name}={value}" for name, value in rules.items())
        return await self.says(spot, "new", game=game, **({"options": options} if options else {}))


class OnTelegram(Someone):
    """In a group or a topic of one, and in the private chat."""

    platform = "telegram"

    def __init__(self, town: Town, person: Person, group: Group, topic: int | None = None) -> None:
        super().__init__(town, person.name)
        self._person, self._group = person, group
        self._visible: list[Message] = []
        self._looked = [0, 0]
        self.spots = (Spot("topic" if topic else "group", group, topic), Spot("private", person.chat))

    def _seen(self) -> list[Message]:
        for number, chat in enumerate((self._group, self._person.chat)):
            self._visible += [m for m in islice(chat.messages, self._looked[number], None) if m.from_bot]
            self._looked[number] = len(chat.messages)
        return self._visible

    def _marks(self) -> dict[int, tuple[int, bool]]:
        return {id(m): (len(m.history), m.deleted) for m in self._seen()}

    def _answer(self, marks: Mapping[int, tuple[int, bool]], said: str = "", *, refused: bool = False) -> Answer:
        new = [m for m in self._seen() if not m.deleted and marks.get(id(m)) != (len(m.history), False)]
        texts = ((said,) if said else ()) + tuple(m.text for m in new)
        return Answer(texts, refused, tuple(w for m in new for w in self._widgets(m)))

    async def give(self, spot: Spot, typed: Typed, given: Mapping[str, Any]) -> Answer:
        return await self._say(spot, _line(typed, given))

    async def _say(self, spot: Spot, line: str) -> Answer:
        marks = self._marks()
        await self._person.says(spot.where, line, topic=spot.topic)
        await self.town.until(lambda: self._marks() != marks, line, _ANSWER)
        await self.town.rests(self._marks)
        return self._answer(marks)

    async def _push(self, widget: Widget) -> Answer:
        marks = self._marks()
        button = next(b for b in widget.message.buttons if b.data == widget.data)
        answered = self._person.presses(widget.message, button)
        await self.town.until(answered.done, f"the button {widget.label!r}", _ANSWER)
        await self.town.rests(self._marks)
        return self._answer(marks, str(answered.result()), refused=answered.result().show_alert)

    async def _follow(self, url: str) -> Answer:
        marks, bot = self._marks(), f"https://t.me/{self.town.telegram.username}"
        if url.startswith(f"{bot}?start="):
            await self._person.follows(url)
        elif url.startswith(f"{bot}?startgroup="):
            await self._person.brings(url, self._group)
        else:
            here = f"https://t.me/c/{abs(self._group.id) % 10**12:010}/"
            assert url.startswith((here, "https://t.me/share/url?", bot)), f"where does {url} lead?"
            return Answer()
        await self.town.until(lambda: self._marks() != marks, url, _ANSWER)
        await self.town.rests(self._marks)
        return self._answer(marks)

    @staticmethod
    def _widgets(message: Message) -> Iterator[Widget]:
        for button in message.buttons:
            if button.web_app is None:
                yield Widget(button.text, decode(button.data or ""), button.url or "", message, button.data or "")
        for link in message.content.links:
            yield Widget(link, None, link, message)

    def shown(self) -> Iterator[Widget]:
        for message in reversed(self._seen()):
            if not message.deleted:
                yield from self._widgets(message)


def _line(typed: Typed, given: Mapping[str, Any]) -> str:
    """How somebody types it: switches by their name, the table with its sign."""
    arguments = [*typed.arguments, *(argument for form in typed.forms for argument in form.arguments)]
    kinds = {argument.name: argument.kind for argument in arguments}
    form = given.get("form", "")
    words = [form] if form in ("start", "end") else []
    words += [
        name
        if kinds.get(name) == "switch"
        else {"table": "#{}", "players": "players={}", "rounds": "rounds={}"}.get(name, "{}").format(value)
        for name, value in given.items()
        if name != "form"
    ]
    return " ".join([f"/{typed.name}", *words])


class OnDiscord(Someone):
    """In a channel of a server, in the private chat, and in a server where only they have installed the bot."""

    platform = "discord"

    def __init__(self, town: Town, person: VirtualUser, channel: VirtualChannel, foreign: VirtualChannel) -> None:
        super().__init__(town, person.name)
        self._person = person
        self._visible: list[Posted] = []
        self._looked = 0
        self.spots = (Spot("channel", channel), Spot("dm", person.dm), Spot("install", foreign))

    def _seen(self) -> list[Posted]:
        world = self.town.discord.world
        for message in islice(world.messages.values(), self._looked, None):
            self._looked += 1
            if message.author is None and world.can_see(self._person.id, message):
                self._visible.append(message)
        return self._visible

    def _marks(self) -> dict[int, tuple[int, bool]]:
        return {m.id: (len(m.versions), m.deleted) for m in self._seen()}

    async def give(self, spot: Spot, typed: Typed, given: Mapping[str, Any]) -> Answer:
        marks = self._marks()
        said = {name: value for name, value in given.items() if name != "form"}
        handle = await self._person.slash(
            spot.where, f"{typed.name} {given.get('form', '')}".strip(), wait=False, **said
        )
        return await self._answer(handle, marks, f"/{typed.name} {dict(given)}")

    async def _answer(self, handle: Handle, marks: Mapping[int, tuple[int, bool]], what: str) -> Answer:
        item = handle.interaction

        def answered() -> bool:
            waits = item.callback_type == _DEFERRED and item.original is not None and item.original.thinking
            return item.acknowledged_at is not None and not (waits and item.original and not item.original.deleted)

        await self.town.until(answered, what, _ANSWER)
        await self.town.rests(self._marks)
        new = [m for m in self._seen() if not m.deleted and marks.get(m.id) != (len(m.versions), False)]
        texts = dict.fromkeys(text for text in (handle.text, *(m.text for m in new)) if text)
        return Answer(tuple(texts), shown=tuple(w for m in new for w in self._widgets(m)))

    async def _push(self, widget: Widget) -> Answer:
        marks = self._marks()
        if widget.data.startswith("choice "):
            handle = await self._person.select(widget.message, widget.data.removeprefix("choice "), wait=False)
        else:
            handle = await self._person.press_id(widget.message, widget.data, wait=False)
        return await self._answer(handle, marks, f"the button {widget.label!r}")

    async def _follow(self, url: str) -> Answer:
        world, last = self.town.discord.world, url.rpartition("/")[2]
        known = last.isdigit() and (int(last) in world.messages or int(last) in world.channels)
        assert known, f"where does {url} lead?"
        return Answer()

    @staticmethod
    def _widgets(message: Posted) -> Iterator[Widget]:
        for button in message.buttons:
            if not button.disabled:
                said = meaning(button)
                yield Widget(
                    button.label, said.command if said else None, button.url or "", message, button.custom_id or ""
                )
        for select in message.selects:
            for label, value in select.options:
                said = pressed({"custom_id": select.custom_id, "values": [value]})
                yield Widget(label, said.command if said else None, "", message, f"choice {value}")

    def shown(self) -> Iterator[Widget]:
        for message in reversed(self._seen()):
            if not message.deleted:
                yield from self._widgets(message)


class OnThePage(Someone):
    """At the page, which shows one table."""

    platform = "web"
    spots = (Spot("room"),)

    def __init__(self, town: Town, visitor: Visitor, name: str) -> None:
        super().__init__(town, name)
        self._visitor = visitor
        self._asked = 0
        self._rooms: dict[int, str] = {}
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while True:
            try:
                await self._visitor.wait(lambda _: False)
            except TimeoutError:
                continue

    async def leave(self) -> None:
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)
        await self._visitor.__aexit__()

    async def watch(self, table: int) -> None:
        shown = self._visitor.latest("table")
        if shown is None or shown["table"]["id"] != table:
            began = len(self._visitor.heard)
            await self._visitor.send_raw({"t": "watch", "room": self._rooms[table]})
            await self.town.until(
                lambda: "table" in {m["t"] for m in self._visitor.heard[began:]}, f"to look at #{table}"
            )

    async def give(self, spot: Spot, typed: Typed, given: Mapping[str, Any]) -> Answer:
        return await self.ask(typed.name, **given)

    async def accepts(self, code: str) -> None:
        answer = await self.ask("accept", code=code)
        assert not answer.refused, answer.text
        table = int(code.partition("-")[0])
        self._rooms[table] = next(m["room"] for m in reversed(self._visitor.heard) if m["t"] == "ack" and "room" in m)
        await self.watch(table)

    async def _open(self, spot: Spot, game: str, rules: Mapping[str, str]) -> Answer:
        return await self.ask("new", game=game, options=dict(rules))

    async def opens(self, spot: Spot, game: str, **rules: str) -> int:
        table = await super().opens(spot, game, **rules)
        self._rooms[table] = next(m["room"] for m in reversed(self._visitor.heard) if m["t"] == "ack" and "room" in m)
        return table

    async def ask(self, t: str, **fields: Any) -> Answer:
        self._asked += 1
        heard, began, key = self._visitor.heard, len(self._visitor.heard), f"ask-{self._asked}"
        await self._visitor.send_raw({"t": t, "id": key, **fields})
        answer = await self.town.until(
            lambda: next((m for m in heard[began:] if m["t"] == "ack" and m["id"] == key), None),
            f"{t} {fields}",
            _ANSWER,
        )
        if answer.get("room") and "table" in fields:
            self._rooms[fields["table"]] = answer["room"]
        await self.town.rests(lambda: len(heard))
        told = [m for m in heard[began:] if m["t"] in {"ack", "error", "note"}]
        return Answer(tuple(map(str, told)), not answer["ok"], tuple(w for m in told for w in _pressable(m)))

    async def _push(self, widget: Widget) -> Answer:
        return await self.ask("press", data=widget.data)

    async def _follow(self, url: str) -> Answer:
        assert url.startswith(("/", "https://")), f"where does {url} lead?"
        if url.startswith("/"):
            async with aiohttp.ClientSession() as web, web.get(self.town.running.page + url) as page:
                assert page.status == 200, url
        return Answer()

    def shown(self) -> Iterator[Widget]:
        for t in ("hand", "table"):
            if (found := self._visitor.latest(t)) is not None:
                yield from _pressable(found)


def _pressable(message: Any) -> Iterator[Widget]:
    """All that can be pressed in a message of the page."""
    if isinstance(message, list):
        for one in message:
            yield from _pressable(one)
    if isinstance(message, dict):
        for key, value in message.items():
            if key in _BUTTONS and isinstance(value, str) and (command := decode(value)) is not None:
                yield Widget(str(message.get("label") or key), command, data=value)
            elif key == "url" and value:
                yield Widget(str(message.get("label")), None, str(value))
            else:
                yield from _pressable(value)
