"""Answers within three seconds, each once, in the right place, whatever the manager does."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.frontends.discord.frontend import DiscordFrontend
from bot.frontends.discord.incoming import answers
from bot.frontends.discord.incoming.slash import payload
from bot.session.port.commands import (
    Command,
    Hint,
    Join,
    MyHand,
    NewTable,
    Origin,
    PlayText,
    ShowHelp,
    ShowRules,
    TableSettings,
)
from bot.session.port.protocols import Gone
from bot.session.port.replies import Audience, HelpCard, Menu, MenuEntry, Placement, Reply
from bot.session.port.updates import Completion, Notice, PlayWords
from games.base.cards import Card
from tests.frontends.discord.clocks import SimClock
from tests.frontends.telegram.stage import Notebook
from tests.patience import patient
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser, together
from tests.simulators.discord.interactions import ACKNOWLEDGE_SECONDS


class Scripted(Notebook):
    """A manager that says what a test tells it to say, when the test says so."""

    def __init__(self) -> None:
        super().__init__(lambda origin, command: Reply("en", True, Notice("closed")))
        self.gate = asyncio.Event()
        self.gate.set()

    async def handle(self, origin: Origin, command: Command) -> Reply:
        self.heard.append((origin, command))
        await self.gate.wait()
        return self.answer(origin, command)

    async def completions(self, origin: Origin, text: str, table: int | None, words: PlayWords) -> list[Completion]:
        await self.gate.wait()
        return [Completion(str(number), "doudizhu", (Card(number),), "solo", "7") for number in range(40)]


@pytest.fixture
def manager() -> Scripted:
    return Scripted()


@pytest.fixture
async def frontend(sim: DiscordSim, sim_clock: SimClock, manager: Scripted) -> AsyncIterator[DiscordFrontend]:
    frontend = DiscordFrontend(sim.token, clock=sim_clock, api_base_url=sim.base_url, pace=1000.0)
    await frontend.start(manager)
    await patient(frontend.wait_connected())
    yield frontend
    await frontend.stop()


@pytest.fixture
def alice(sim: DiscordSim) -> VirtualUser:
    return sim.user("player 1", locale="zh-CN")


@pytest.fixture
def channel(sim: DiscordSim, alice: VirtualUser) -> VirtualChannel:
    return sim.guild(members=[alice]).channel("friends")


pytestmark = pytest.mark.usefixtures("frontend")


async def test_a_slow_answer_is_announced_in_time_and_then_given(
    sim: DiscordSim, manager: Scripted, alice: VirtualUser, channel: VirtualChannel
) -> None:
    manager.gate.clear()
    handle = await alice.slash(channel, "deal", wait=False)
    await sim.wait_for(lambda: handle.interaction.acknowledged_at is not None)
    assert answers._PATIENCE + 1 < ACKNOWLEDGE_SECONDS, "with a second to spare for the way"
    assert handle.response is None
    manager.gate.set()
    await handle.wait()
    assert handle.ephemeral
    assert handle.text


async def test_an_error_in_the_manager_is_told_in_one_sentence(
    manager: Scripted, alice: VirtualUser, channel: VirtualChannel
) -> None:
    def broken(origin: Origin, command: Command) -> Reply:
        raise RuntimeError("3s 3h 4d")

    manager.answer = broken
    handle = await alice.slash(channel, "deal")
    assert handle.ephemeral
    assert handle.text
    assert "3s" not in handle.text


@pytest.mark.parametrize(
    ("name", "options", "command"),
    [
        (
            "new",
            {"game": "doudizhu", "options": "deals=1 spring=3"},
            NewTable("doudizhu", "", {"deals": "1", "spring": "3"}),
        ),
        ("join", {"seat": 2}, Join(None, 1)),
        ("play", {"cards": "7 7", "as_": "pair", "table": 12}, PlayText("play 7 7 as pair", 12)),
        ("bid", {"amount": 2}, PlayText("bid 2")),
        ("settings", {"name": "spring", "value": "3"}, TableSettings(None, "spring", "3")),
        ("hand", {"plain": True}, MyHand(None, True)),
    ],
)
async def test_a_slash_command_reaches_the_manager_as_a_command(
    manager: Scripted, alice: VirtualUser, channel: VirtualChannel, name: str, options: dict[str, Any], command: Command
) -> None:
    handle = await alice.slash(channel, name, **options)
    origin, heard = manager.heard[0]
    assert heard == command
    assert origin.update == str(handle.interaction.id)
    assert (origin.user.platform, origin.user.external) == ("discord", str(alice.id))
    assert origin.chat is not None
    assert origin.chat.external == str(channel.id)
    assert (origin.ephemeral, origin.admin, origin.locale) == (True, False, "zh-CN")


async def test_a_private_chat_has_no_group_and_proves_reachability(manager: Scripted, alice: VirtualUser) -> None:
    await alice.slash(alice.dm, "hint")
    origin, heard = manager.heard[0]
    assert heard == Hint()
    assert origin.chat is None
    assert origin.reachable is True


async def test_a_choice_is_replaced_by_what_follows_it(
    manager: Scripted, alice: VirtualUser, channel: VirtualChannel
) -> None:
    manager.answer = lambda origin, command: Reply(
        "en", True, Menu(Notice("which_game"), (MenuEntry("Rules", ShowRules("doudizhu"), literal=True),))
    )
    menu = (await alice.slash(channel, "help")).response
    assert menu is not None
    manager.answer = lambda origin, command: Reply("en", True, Notice("closed"))
    await alice.press(menu, "Rules")
    assert manager.heard[-1][1] == ShowRules("doudizhu")
    assert alice.ephemerals == [menu]
    assert len(menu.versions) == 2


async def test_where_there_is_nothing_to_say_nothing_is_left(
    sim: DiscordSim, manager: Scripted, alice: VirtualUser, channel: VirtualChannel
) -> None:
    manager.answer = lambda origin, command: Reply("en", True)
    handle = await alice.slash(channel, "table")
    await sim.wait_for(lambda: handle.interaction.original is not None and handle.interaction.original.deleted)
    assert alice.ephemerals == []


async def test_at_most_25_completions_are_offered(alice: VirtualUser, channel: VirtualChannel) -> None:
    assert len(await alice.autocomplete(channel, "play", cards="7")) == 25


def test_every_option_is_chosen_or_completed_where_something_can_be_offered() -> None:
    free = {"invitation", "word", "code", "text", "seat", "players", "count", "minutes", "rounds"}
    forms = [one for command in payload() for one in (command, *command["options"]) if "options" in one]
    bare = {
        option["name"]
        for form in forms
        for option in form["options"]
        if option["type"] in (3, 4) and not (option.get("choices") or option.get("autocomplete"))
    }
    assert bare <= free


async def test_slow_completions_are_left_out_in_time(
    manager: Scripted, alice: VirtualUser, channel: VirtualChannel
) -> None:
    manager.gate.clear()
    assert await alice.autocomplete(channel, "play", cards="7") == []


async def test_what_is_written_in_the_private_chat_is_read_and_always_answered(
    sim: DiscordSim, manager: Scripted, alice: VirtualUser, channel: VirtualChannel
) -> None:
    def answer(origin: Origin, command: Command) -> Reply:
        talk = Reply("zh", True, HelpCard("private", ("new_private", "rules")))
        return talk if isinstance(command, ShowHelp) else Reply("zh", False, Notice("not_seated_anywhere"))

    manager.answer = answer
    said = ("7", "你会什么？", "规则 斗地主")
    for text in said:
        await alice.talks(alice.dm, text)
    await alice.talks(channel, "7")
    await sim.wait_for(lambda: sum(message.author is None for message in alice.inbox) == len(said))
    shown = [message for message in alice.inbox if message.author is None]
    assert sorted(("指令" in message.text, len(message.buttons)) for message in shown)[1:] == [(True, 2), (True, 2)]
    asked = [command for _, command in manager.heard]
    assert sorted(map(repr, asked)) == sorted(
        map(repr, [PlayText("7"), ShowHelp(), PlayText("你会什么？"), ShowHelp(), ShowRules("斗地主")])
    )
    origin = manager.heard[0][0]
    assert (origin.chat, origin.reachable) == (None, True)
    assert {origin.locale for origin, command in manager.heard if command == PlayText("你会什么？")} == {"zh"}
    assert sim.gateway.intents == 1 | 1 << 9 | 1 << 12, "servers and messages: no privileged one"


async def test_whoever_mentions_the_bot_in_a_server_is_told_what_works_there(
    sim: DiscordSim, manager: Scripted, alice: VirtualUser, channel: VirtualChannel
) -> None:
    manager.answer = lambda origin, command: Reply(
        "en", True, HelpCard("group", ("new", "rules")), None, Audience.TABLE, Placement.BELOW
    )
    await alice.talks(channel, "what a nice day")
    for text in ("how do we begin?", "hello?"):
        await alice.talks(channel, f"<@{sim.world.bot.id}> {text}")
    shown = await sim.wait_for(lambda: [m for m in channel.messages if m.author is None])
    assert "/new" in shown[0].text
    assert (await alice.slash(channel, "help")).text
    assert len([m for m in channel.messages if m.author is None and "/new" in m.text and not m.ephemeral]) == 1
    origin = manager.heard[0][0]
    assert origin.chat is not None
    assert origin.group


async def test_the_same_event_twice_is_carried_out_once(
    sim: DiscordSim, manager: Scripted, alice: VirtualUser, channel: VirtualChannel
) -> None:
    sim.faults.duplicate_next()
    await alice.slash(channel, "deal")
    await alice.slash(channel, "help")
    assert len(manager.heard) == 2
    assert all(call.status < 400 for call in sim.calls if "/emojis" not in call.path)


async def test_answers_go_out_in_the_order_of_the_deeds(alice: VirtualUser, channel: VirtualChannel) -> None:
    handles = [await alice.slash(channel, "deal", wait=False) for _ in range(8)]
    await together(*(handle.wait() for handle in handles))
    times = [handle.interaction.acknowledged_at or 0.0 for handle in handles]
    assert times == sorted(times)


async def test_an_answer_that_came_too_late_harms_nobody(
    sim: DiscordSim, alice: VirtualUser, channel: VirtualChannel
) -> None:
    sim.faults.fail_next("POST", r"/callback$", code=10062)
    await alice.slash(channel, "deal", wait=False)
    await sim.wait_for(lambda: [call for call in sim.calls if call.status == 404])
    assert (await alice.slash(channel, "help")).text


async def test_a_button_of_another_version_leads_to_help(alice: VirtualUser, channel: VirtualChannel) -> None:
    message = (await alice.slash(channel, "help")).response
    assert message is not None
    handle = await alice.press_id(message, "old-version:whatever")
    assert handle.text


async def test_a_deleted_channel_is_reported(
    sim: DiscordSim, manager: Scripted, alice: VirtualUser, channel: VirtualChannel
) -> None:
    body = {"id": str(channel.id), "type": 0, "guild_id": str(channel.raw.guild_id), "name": "friends", "position": 0}
    sim.announce("CHANNEL_DELETE", body)
    await alice.slash(channel, "help")
    assert [outcome for outcome in manager.outcomes if isinstance(outcome, Gone)]


async def test_a_discord_that_is_not_there_at_the_start_is_found_when_it_comes(
    manager: Scripted, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setattr("bot.frontends.discord.frontend._FIRST_PAUSE", 0.05)
    late = DiscordSim(port=unused_tcp_port)
    base = f"http://127.0.0.1:{unused_tcp_port}/api/v10"
    frontend = DiscordFrontend(late.token, clock=SimClock(late), api_base_url=base, pace=1000.0)
    await frontend.start(manager)
    assert not frontend.connected
    async with late:
        assert late.base_url == base
        await patient(frontend.wait_connected())
        await frontend.stop()
