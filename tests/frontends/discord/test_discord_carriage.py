"""An interaction that one worker hears is answered by the worker that has the table, which never saw the guild."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.frontends.discord.frontend import Division
from bot.session.manager import SessionManager
from bot.session.port.commands import Command, Origin, ShowHelp
from bot.session.port.commands.record import Elsewhere
from bot.session.port.protocols import Carried
from bot.session.port.replies import Reply
from bot.session.port.updates import Completion, PlayWords, Verbs
from tests.frontends.discord.house import (
    House,
    act,
    deal,
    offers,
    over,
    panel_of,
    play_out,
    seat_all,
    seat_and_deal,
    turn_of,
)
from tests.simulators.discord import DiscordSim, Handle, VirtualChannel, VirtualUser
from tests.simulators.discord.interactions import ACKNOWLEDGE_SECONDS, UPDATE


class Hearing(SessionManager):
    """A worker without tables, whose every table is another's; what needs none it does itself."""

    has_tables = False
    handled: tuple[Command, ...] = ()

    async def handle(self, origin: Origin, command: Command) -> Reply:
        self.handled += (command,)
        if not self.has_tables and not isinstance(command, ShowHelp):
            raise Elsewhere(1, "owner")
        return await super().handle(origin, command)

    async def completions(
        self, origin: Origin, text: str, table: int | None, words: PlayWords = lambda *_: ()
    ) -> list[Completion]:
        raise Elsewhere(1, "owner")

    async def verbs(self, origin: Origin, table: int | None) -> Verbs | None:
        raise Elsewhere(1, "owner")


class Road:
    """Between two workers: what goes over it is text."""

    def __init__(self) -> None:
        self.to: House | None = None
        self.open = asyncio.Event()
        self.open.set()
        self.ends = Carried.DONE
        self.raws: list[dict[str, Any]] = []
        self.patience: list[float] = []

    def is_elsewhere(self, table: int) -> bool:
        return table == 1

    async def carry(self, platform: str, raw: Mapping[str, Any], table: int, *, seconds: float = 2.0) -> Carried:
        text = json.dumps(raw)
        self.raws.append(json.loads(text))
        self.patience.append(seconds)
        await self.open.wait()
        if self.ends is Carried.DONE:
            assert self.to is not None
            assert platform == "discord"
            assert await self.to.frontend.take_carried(json.loads(text))
        return self.ends


class NoLeases:
    """All is another's."""

    async def take(self, name: str) -> bool:
        return False

    def sure(self, name: str) -> bool:
        return False

    async def release(self, name: str) -> None: ...


@pytest.fixture
def road() -> Road:
    return Road()


@pytest.fixture
async def owner(sim: DiscordSim, tmp_path: Path, road: Road) -> AsyncIterator[House]:
    """Has the tables, and no shard."""
    (tmp_path / "owner").mkdir()
    async with House(sim, tmp_path / "owner", division=Division(leases=NoLeases())) as owner:
        road.to = owner
        yield owner


@pytest.fixture
async def hearer(sim: DiscordSim, tmp_path: Path, road: Road, owner: House) -> AsyncIterator[House]:
    """Has all shards, and no table."""
    (tmp_path / "hearer").mkdir()
    async with House(sim, tmp_path / "hearer", carrier=road, manager=Hearing) as hearer:
        yield hearer


def heard_by(house: House) -> tuple[Command, ...]:
    assert isinstance(house.manager, Hearing)
    return house.manager.handled


def is_acknowledged(handle: Handle) -> bool:
    return handle.interaction.acknowledged_at is not None


def followed_up(sim: DiscordSim, calls: int) -> bool:
    """Whether an answer was sent to an interaction that was acknowledged before."""
    return any(call.path.startswith("/webhooks/") and call.status == 200 for call in sim.calls[calls:])


@pytest.fixture
def channel(sim: DiscordSim, people: list[VirtualUser]) -> VirtualChannel:
    return sim.guild("Tea house", members=people).channel("friends")


async def test_a_match_is_played_through_a_worker_that_has_no_table(
    sim: DiscordSim, owner: House, hearer: House, road: Road, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    by_commands = len(heard_by(hearer))
    for _ in range(3):
        await act(sim, people)
    assert len(heard_by(hearer)) == by_commands, "a button names its table: nothing is worked out before it is carried"
    person, _ = await sim.wait_for(lambda: turn_of(people))
    assert await person.autocomplete(channel, "play", cards="")
    assert "state: playing" in (await people[0].slash(channel, "table", plain=True)).text
    assert "/new" in (await people[0].slash(channel, "help")).text
    assert isinstance(heard_by(hearer)[-1], ShowHelp)
    await play_out(sim, people)
    await owner.quiet()
    assert over(people)
    assert owner.frontend.shards == []
    assert owner.frontend.connected
    async with owner.manager.session.store.begin() as unit:
        chat = await unit.chats.find("discord", str(channel.id), "")
    assert chat is not None
    assert (chat.title, chat.group_title) == ("Tea house · #friends", "Tea house"), "the hearer adds what it knows"
    assert hearer.manager.session.tables == {}
    assert [call for call in sim.calls if call.status >= 400 and "/emojis" not in call.path] == []
    assert len({raw["id"] for raw in road.raws}) == len(road.raws)


async def test_a_play_typed_in_the_private_chat_is_brought_to_the_worker_that_has_the_table(
    sim: DiscordSim, owner: House, hearer: House, road: Road, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    person, _ = await sim.wait_for(lambda: turn_of(people))
    await person.talks(person.dm, "bid 3")
    await sim.wait_for(lambda: any("You bid 3" in message.text for message in person.inbox))
    road.ends = Carried.UNREACHED
    await person.talks(person.dm, "bid 3")
    await sim.wait_for(lambda: any("cannot be reached" in message.text for message in person.inbox))


async def test_discord_hears_in_time_that_an_answer_comes_even_where_the_way_is_long(
    sim: DiscordSim,
    owner: House,
    hearer: House,
    road: Road,
    people: list[VirtualUser],
    channel: VirtualChannel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    # From here on only: whoever is told early that an answer comes may say the next thing before the first is done.
    monkeypatch.setattr("bot.frontends.discord.incoming.intake._PATIENCE", 0.05)
    person, panel = await sim.wait_for(lambda: turn_of(people))
    deeds: tuple[Callable[[], Awaitable[Handle]], ...] = (
        lambda: people[0].slash(channel, "hand", wait=False),
        lambda: people[1].press(table, "hand", wait=False),
        lambda: person.press(panel, offers(panel)[0].custom_id or "", wait=False),
    )
    for deed in deeds:
        road.open.clear()
        handle = await deed()
        await sim.wait_for(partial(is_acknowledged, handle))
        calls = len(sim.calls)
        road.open.set()
        await handle.wait()
        await sim.wait_for(partial(followed_up, sim, calls))
    assert "hand" in people[0].ephemerals[-1].text.lower()
    assert panel_of(person) is not None
    await owner.quiet()
    late = [call for call in sim.calls if call.status >= 400 and call.body.get("type") == UPDATE]
    assert late, "the owner tried to answer the press itself"
    assert not any(call.files for call in late), "the picture is there: none is sent anew because the answer came late"


async def test_a_table_that_nobody_can_reach_is_said_to_the_person_alone(
    sim: DiscordSim, owner: House, hearer: House, road: Road, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    table = await seat_all(sim, people, channel)
    state = await sim.wait_for(lambda: table.text if "All seats are taken" in table.text else None)
    road.ends = Carried.UNREACHED
    for said in (await people[0].slash(channel, "deal"), await people[0].press(table, "Leave")):
        assert said.ephemeral
        assert "cannot be reached" in said.text
    assert await people[0].autocomplete(channel, "play", cards="7") == []
    assert table.text == state
    # The table has come here meanwhile: it is handled here (and this worker knows of none).
    road.ends = Carried.HERE
    Hearing.has_tables = True
    try:
        assert "no table" in (await people[0].slash(channel, "deal")).text.lower()
    finally:
        Hearing.has_tables = False


async def test_nothing_is_carried_on_twice(
    sim: DiscordSim, owner: House, hearer: House, road: Road, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await people[0].slash(channel, "new", game="doudizhu")
    raw = road.raws[-1]
    calls = len(sim.calls)
    with pytest.raises(Elsewhere):
        await hearer.frontend.take_carried({**raw, "id": str(int(raw["id"]) + 1)})
    assert await owner.frontend.take_carried(raw), "the same again is done already"
    await owner.quiet()
    assert not [call for call in sim.calls[calls:] if call.path.startswith(("/interactions", "/webhooks"))]
    assert len(owner.manager.session.tables) == 1


async def test_a_worker_that_stops_takes_nothing_more_that_it_could_not_answer(
    owner: House, hearer: House, road: Road, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await people[0].slash(channel, "new", game="doudizhu")
    raw = {**road.raws[-1], "id": str(int(road.raws[-1]["id"]) + 1)}
    await owner.frontend.stop()
    assert not await owner.frontend.take_carried(raw), "whoever has the table then answers it"
    assert len(owner.manager.session.tables) == 1, "nor was a second table opened"


async def test_a_press_waits_longer_for_its_table_than_choices_for_words_do(
    owner: House, hearer: House, road: Road, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await people[0].slash(channel, "new", game="doudizhu")
    await people[0].autocomplete(channel, "play", cards="7")
    press, choices = road.patience[0], road.patience[-1]
    assert choices < ACKNOWLEDGE_SECONDS < press, "choices cannot be put off, a press can"
