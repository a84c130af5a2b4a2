"""First evenings of people who have never seen the bot, in the program as it ships, at the platforms' rates: what they tap until
the first card lies on the table, which chats they need, how often it rings, what it costs."""

import asyncio
import sqlite3
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from bot.session.port import commands as c
from games.base.actions import Play
from games.base.notation import read_action
from tests.frontends.discord.house import meaning
from tests.frontends.telegram.house import YOUR_TURN, command_of
from tests.process.conftest import Starter, tokens
from tests.process.secrecy import LEFT, moments, ways
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process

COMPANIES: Final = (
    ("three strangers", 3, "doudizhu"), ("one alone", 1, "doudizhu"), ("a family of six", 6, "liujiatong")
)  # fmt: skip

_PLAYS: Final = 4  # So many plays of people are looked at, the first card among them
_HELD: Final = 9  # A hand of fewer cards looks like a play, or like some cards of a hand at another table


class Evening(ABC):
    """Some people in one group, which lets the bot in; they press what they are shown, and nothing is typed."""

    def __init__(self, sim: Any, people: list[Any]) -> None:
        self.sim, self.people, self.taps, self._away = sim, people, 0, set[int]()

    @abstractmethod
    def public(self) -> list[Any]:
        """What stands in the group for everybody."""

    @abstractmethod
    def own(self, person: Any) -> list[Any]:
        """What one of them is shown alone, the newest first."""

    @abstractmethod
    def buttons(self, message: Any) -> Iterator[tuple[Any, c.Command | None]]:
        """The buttons of a message with what they do; ``None``: a link."""

    @abstractmethod
    async def push(self, person: Any, message: Any, button: Any) -> None: ...

    @abstractmethod
    def cost(self) -> int:
        """How many calls that count were made for this group and its people."""

    async def finds(self, kind: type[c.Command], **wanted: Any) -> tuple[Any, Any]:
        """The newest message in the group with a button that does this, or that leads to it."""

        def look() -> tuple[Any, Any] | None:
            for message in reversed(self.public()):
                for button, command in self.buttons(message):
                    if command is None and kind is c.Join and button.url and "start=" in button.url:
                        return message, button
                    if isinstance(command, kind) and all(getattr(command, k) == v for k, v in wanted.items()):
                        return message, button
            return None

        found: tuple[Any, Any] = await self.sim.wait_for(look)
        return found

    async def taps_on(self, person: Any, kind: type[c.Command], **wanted: Any) -> None:
        message, button = await self.finds(kind, **wanted)
        await self.taps_there(person, message, button)

    async def taps_there(self, person: Any, message: Any, button: Any) -> None:
        link = getattr(button, "url", None)
        self.taps += 2 if link else 1  # a link, and Start where it leads
        if link or message not in [*self.public(), *self.beside(person)]:
            self._away.add(person.id)
        await self.push(person, message, button)

    def beside(self, person: Any) -> list[Any]:
        """What one of them is shown alone in the group."""
        return [message for message in self.own(person) if message not in person.inbox]

    def asked(self) -> tuple[Any, Any, Any] | None:
        """Who is asked for something, where, and what would answer it."""
        for person in self.people:
            for message in self.own(person):
                moves = [b for b, command in self.buttons(message) if isinstance(command, c.Offer)]
                if moves and any(sign in message.text for sign in YOUR_TURN):
                    return person, message, moves[0]
        return None

    @property
    def chats(self) -> int:
        """How many of them had to go to a private chat."""
        return len(self._away)

    @property
    def rings(self) -> int:
        return sum(len(person.notifications) for person in self.people)


class TelegramEvening(Evening):
    def __init__(self, sim: TelegramSim, name: str, number: int, language: str) -> None:
        super().__init__(sim, [sim.user(f"{name} {n}", language) for n in range(1, number + 1)])
        self.group = sim.group(name, self.people, supergroup=True)
        self.group.bot_status = "left"
        self.group.adds_bot(self.people[0])

    def public(self) -> list[Any]:
        return list(self.sim.messages(self.group))

    def own(self, person: Any) -> list[Any]:
        return [*reversed(self.sim.here(self.group, person)), *reversed(person.inbox)]

    def buttons(self, message: Any) -> Iterator[tuple[Any, c.Command | None]]:
        return ((button, command_of(button)) for button in message.buttons)

    async def push(self, person: Any, message: Any, button: Any) -> None:
        link = button.url or (await person.press(message, button)).url
        if link:  # an answer that leads to Start takes one tap more
            self.taps += not button.url
            self._away.add(person.id)
            await person.follows(link)

    def cost(self) -> int:
        chats = {self.group.id, *(person.id for person in self.people)}
        return sum(call.is_message and call.parameters.get("chat_id") in chats for call in self.sim.calls)


class DiscordEvening(Evening):
    def __init__(self, sim: DiscordSim, name: str, number: int, language: str) -> None:
        locale = {"zh": "zh-CN"}.get(language, "en-US")
        people = [sim.user(f"{name} {n}", locale=locale) for n in range(1, number + 1)]
        super().__init__(sim, people)
        guild = sim.guild(name, members=people, has_bot=False)
        self.channel = guild.channel("general")
        guild.adds_bot()

    def public(self) -> list[Any]:
        return self.channel.messages

    def own(self, person: Any) -> list[Any]:
        return [*reversed(person.ephemerals), *reversed(person.inbox)]

    def buttons(self, message: Any) -> Iterator[tuple[Any, c.Command | None]]:
        return ((b, said.command) for b in message.buttons if (said := meaning(b)) is not None and not b.disabled)

    async def push(self, person: Any, message: Any, button: Any) -> None:
        await person.press_id(message, button.custom_id)

    def cost(self) -> int:
        chats = {str(self.channel.id), *(str(person.dm.id) for person in self.people)}
        counted = (call for call in self.sim.calls if call.method in {"POST", "PATCH", "DELETE"})
        return sum(not chats.isdisjoint(call.path.split("/")) and "messages" in call.path for call in counted)


class Line(NamedTuple):
    """One evening: what was tapped until the cards were dealt and until the first lay on the table, who had to go to a private
    chat, what rang and was called until some plays later."""

    what: str
    language: str
    dealt: int
    first: int
    chats: int
    rings: int
    calls: int
    actions: int


async def spend(evening: Evening, what: str, language: str, game: str, rows: Callable[..., list[Any]]) -> Line:
    """From the greeting to the first card, and some plays more."""
    host, *others = evening.people
    await evening.taps_on(host, c.NewTable, game=game)
    for person in others:
        await evening.taps_on(person, c.Join)
    await evening.taps_on(host, c.DealCards, **({} if others else {"fill": True}))
    dealt, first, plays = evening.taps, 0, 0

    def actions() -> list[str]:
        query = """SELECT line FROM actions a JOIN matches m ON m.id = a.match JOIN seats s ON s."table" = m."table"
            JOIN users u ON u.id = s.user WHERE u.name = ? ORDER BY a.round, a.seq"""
        return [line for (line,) in rows(query, host.name)]

    while plays < _PLAYS:
        person, message, button = await evening.sim.wait_for(evening.asked)
        shown = message.text
        await evening.taps_there(person, message, button)
        await evening.sim.wait_for(lambda message=message, shown=shown: message.deleted or message.text != shown)
        if not first and any(isinstance(read_action(line), Play) for line in actions()):
            first = evening.taps
        plays += bool(first)
    return Line(what, language, dealt, first, evening.chats, evening.rings, evening.cost(), len(actions()))


def assert_secret(people: list[Any], rows: Callable[..., list[Any]]) -> None:
    """Nobody has ever been sent the hand of another, in any of its spellings, but for what a result shows of everybody."""
    for match, number in rows("SELECT match, round FROM rounds"):
        query = """SELECT s.seat, u.name FROM seats s JOIN users u ON u.id = s.user JOIN matches m ON m."table" = s."table"
            WHERE m.id = ?"""
        names = dict(rows(query, match))
        hands = {(seat, hand) for moment in moments(rows, match, number) for seat, hand in enumerate(moment)}
        for person in people:
            lines = [line for text in person.sees() for line in text.splitlines()]
            seen = "\n".join(line for line in lines if not any(one in line for one in LEFT))
            others = [hand for seat, hand in hands if names.get(seat) != person.name and len(hand) >= _HELD]
            assert not [hand for hand in others if any(way in seen for way in ways(hand))]


@pytest.mark.parametrize("where", ["telegram", "telegram, older server", "discord"])
async def test_the_first_card_comes_after_few_taps_and_nobody_has_to_leave_the_group(
    where: str, program: Starter, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with AsyncExitStack() as stack:
        sim: Any = DiscordSim() if where == "discord" else TelegramSim(ephemeral=where == "telegram", pace=1.0)
        await stack.enter_async_context(sim)
        kind, settings = (DiscordEvening, tokens(discord=sim)) if where == "discord" else (TelegramEvening, tokens(sim))
        running = await program(**settings, OUTBOX_PACE="1", AI_DELAY_SECONDS="1").start()
        if where == "discord":
            await sim.wait_until_ready()
        database = sqlite3.connect(f"file:{tmp_path / 'paiju.db'}?mode=ro", uri=True)
        stack.callback(database.close)

        def rows(query: str, *values: object) -> list[Any]:
            return database.execute(query, values).fetchall()

        evenings = [
            (kind(sim, f"{what} {language}", number, language), what, language, game)
            for what, number, game in COMPANIES
            for language in ("en", "zh")
        ]
        lines = await asyncio.gather(*(spend(*evening, rows) for evening in evenings))
        people = [person for evening, *_ in evenings for person in evening.people]
        assert_secret(people, rows)
        assert await running.stop() == 0
        with capsys.disabled():
            sys.stdout.write(f"\n{where:17} | lang | dealt | first | chats | rings | calls | actions\n")
            for line in lines:
                sys.stdout.write(" | ".join((f"{line[0]:17}", *(f"{one:>5}" for one in line[1:]))) + "\n")
        alone = [line for line in lines if line.what == "one alone"]
        if where == "telegram, older server":
            assert [line.chats for line in lines] == [number for _, number, _ in COMPANIES for _ in range(2)]
        else:
            assert not any(line.chats for line in lines)
            assert all(line.first <= 8 for line in lines)
            assert all(line.first <= 4 for line in alone)
        assert sim.violations == []
