"""A command that is added here, in this file alone: its record, what carries it out, its texts. Everything else finds it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.frontends.web.wire.messages import PageRequest, read_message
from bot.present.words import text as catalogue
from bot.session.handlers import HANDLERS
from bot.session.host.request import Answer, Change, Refused, Request
from bot.session.port import commands as c
from bot.session.port.buttons import decode, encode
from bot.session.port.commands import record
from bot.session.port.commands.record import TABLE, Argument, Command, Typed, command
from bot.session.port.grammar import read_line
from bot.session.port.replies import Menu, MenuEntry, PlainLines
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from storage.api import UnitOfWork
from tests.frontends.discord.house import House
from tests.frontends.telegram.house import open_house
from tests.memory import MemoryStore
from tests.session.world import World, code
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "command.wave.name": "wave",
        "command.wave.discord": "Wave to everybody at the table",
        "command.wave.telegram": "Wave: /wave hello",
        "argument.words": "What to call out",
    },
    "zh": {
        "command.wave.name": "挥手",
        "command.wave.discord": "向同桌挥手",
        "command.wave.telegram": "挥手：/wave 你好",
        "argument.words": "喊些什么",
    },
    "zh_tw": {"command.wave.name": "揮手", "command.wave.discord": "向同桌揮手", "argument.words": "喊些什麼"},
}


async def wave(request: Request, draft: Book, unit: UnitOfWork, command: Any) -> Answer:
    """Somebody at the table waves; without words there is a choice."""
    request.seat(draft)
    if not command.words:
        entry = MenuEntry("Hello!", type(command)(draft.id, "hello"), literal=True)
        raise Refused.with_body(Menu(Notice("which_table"), (entry,)))
    return Answer(PlainLines((f"{request.person.name} waves: {command.words}",)))


@pytest.fixture(autouse=True)
def waving(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Any]]:
    """The command, for as long as a test runs."""

    @command(
        "W",
        Typed(
            "wave",
            ("挥手",),
            menu=325,
            arguments=(Argument("words"), TABLE),
            read=lambda words: Wave(words.table, words.rest()),
        ),
        private=True,
    )
    class Wave(Command):
        """Wave to everybody at the table."""

        table: int | None = None
        words: str = ""

    monkeypatch.setitem(HANDLERS, Wave, Change(Wave, wave))
    told = catalogue.catalogue
    monkeypatch.setattr(catalogue, "catalogue", lambda language: {**told(language), **TEXTS[language]})
    addresses = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY  # class attributes of the library
    yield Wave
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = addresses
    del record._BUTTONS["W"], record._NAMES["wave"], record._NAMES["挥手"]
    decode.cache_clear()


async def test_it_is_typed_pressed_and_carried_out_for_who_sits_there(waving: type[Any]) -> None:
    assert read_line("/wave hello there #3") == read_line("挥手 #3 hello there") == waving(3, "hello there")
    assert decode(encode(waving(3, "hello"))) == waving(3, "hello")
    page = json.dumps({"t": "wave", "id": "abc-1", "table": 3, "words": "hello"})
    assert read_message(page) == PageRequest("abc-1", waving(3, "hello"))
    world = await World(MemoryStore()).start()
    await world.do("ann", c.NewTable("doudizhu"))
    said = await world.do("ann", waving(words="hello"))
    assert (said.body, said.private) == (PlainLines(("Ann waves: hello",)), True)
    assert code(await world.do("bob", waving(words="hello"))) == "not_seated"
    await world.stop()


async def test_it_stands_in_telegrams_menu_and_is_answered_there(tmp_path: Path) -> None:
    async with TelegramSim() as sim, open_house(sim, tmp_path):
        ann = sim.user("player 1", started=True)
        await sim.wait_for(lambda: ("default", "zh") in sim.commands)
        for language in ("", "zh"):
            listed = {entry["command"]: entry["description"] for entry in sim.commands["default", language]}
            assert listed["wave"] == TEXTS[language or "en"]["command.wave.telegram"]
        await ann.starts()
        await ann.says(ann, "/new doudizhu")
        await ann.says(ann, "/wave hello there")
        await sim.wait_for(lambda: any("waves: hello there" in message.text for message in ann.inbox))
        await ann.says(ann, "/挥手")
        choice = await sim.wait_for(lambda: next((m for m in ann.inbox if m.button("Hello!")), None))
        await ann.press(choice, "Hello!")
        await sim.wait_for(lambda: any(message.text.endswith("waves: hello") for message in ann.inbox))
    assert sim.violations == []


async def test_it_is_a_slash_command_of_discord_and_is_answered_there(tmp_path: Path) -> None:
    async with DiscordSim() as sim:
        ann = sim.user("player 1")
        async with House(sim, tmp_path) as house:
            told = sim.commands["wave"]
            assert told["description"] == TEXTS["en"]["command.wave.discord"]
            assert told["name_localizations"] == {"zh-CN": "挥手", "zh-TW": "揮手"}
            assert [option["name"] for option in told["options"]] == ["words", "table"]
            await ann.slash(ann.dm, "new", game="doudizhu")
            answer = await ann.slash(ann.dm, "wave", words="hello there")
            assert "waves: hello there" in answer.text
            choice = await ann.slash(ann.dm, "wave")
            pressed = await ann.press(await choice.message(), "Hello!")
            await sim.wait_for(lambda: "waves: hello" in pressed.text)
            await house.quiet()
        assert sim.violations == []
