"""Reception: no close of the gateway and no event makes the bot deaf, and nobody's burst keeps another waiting."""

from collections.abc import AsyncIterator

import pytest
import structlog

from bot.frontends.discord.frontend import DiscordFrontend
from bot.session.port.protocols import MOST_WAITING
from tests.frontends.discord.test_discord_answers import Scripted
from tests.frontends.turned import Numbers, Turned
from tests.patience import patient
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser, together


@pytest.fixture
def manager() -> Scripted:
    return Scripted()


@pytest.fixture
def clock() -> Turned:
    return Turned()


@pytest.fixture
def numbers() -> Numbers:
    return Numbers()


@pytest.fixture
async def frontend(
    sim: DiscordSim, clock: Turned, manager: Scripted, numbers: Numbers
) -> AsyncIterator[DiscordFrontend]:
    frontend = DiscordFrontend(sim.token, clock=clock, api_base_url=sim.base_url, pace=1000.0, meter=numbers)
    await frontend.start(manager)
    await patient(frontend.wait_connected())
    yield frontend
    await frontend.stop()


@pytest.fixture
def alice(sim: DiscordSim) -> VirtualUser:
    return sim.user("player 1")


@pytest.fixture
def bob(sim: DiscordSim) -> VirtualUser:
    return sim.user("player 2")


@pytest.fixture
def channel(sim: DiscordSim, alice: VirtualUser, bob: VirtualUser) -> VirtualChannel:
    return sim.guild(members=[alice, bob]).channel("friends")


@pytest.mark.parametrize(("code", "advice"), [(4004, "DISCORD_TOKEN"), (4011, "too many servers"), (4014, "intent")])
async def test_a_gateway_that_closed_for_good_is_tried_again_and_the_host_is_told_what_to_do(
    sim: DiscordSim,
    frontend: DiscordFrontend,
    clock: Turned,
    alice: VirtualUser,
    channel: VirtualChannel,
    code: int,
    advice: str,
) -> None:
    with structlog.testing.capture_logs() as logs:
        await sim.drop_gateway(code)
        over = await clock.pause()
        assert not frontend.connected
    (deaf,) = [entry for entry in logs if entry["event"] == "discord_hears_nothing"]
    assert advice in deaf["advice"]
    over.set()
    await patient(frontend.wait_connected())
    assert (await alice.slash(channel, "deal")).text


async def test_a_token_that_is_not_known_any_more_is_asked_for_ever_more_slowly(
    sim: DiscordSim,
    frontend: DiscordFrontend,
    clock: Turned,
    alice: VirtualUser,
    channel: VirtualChannel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with structlog.testing.capture_logs() as logs, monkeypatch.context() as changed:
        changed.setattr(sim.rest, "_token", "another")
        await sim.drop_gateway(4004)
        for _ in range(3):
            (await clock.pause()).set()
        over = await clock.pause()
    assert clock.pauses == [5, 10, 20, 40]
    assert len([entry for entry in logs if entry["event"] == "discord_hears_nothing"]) == 2
    assert not frontend.connected
    over.set()
    await patient(frontend.wait_connected())
    assert (await alice.slash(channel, "deal")).text


async def test_interactions_with_missing_fields_are_passed_over_and_the_connection_stays(
    sim: DiscordSim, frontend: DiscordFrontend, numbers: Numbers, alice: VirtualUser, channel: VirtualChannel
) -> None:
    whole = {
        "id": "7", "application_id": str(sim.world.bot.id), "type": 2, "token": "t", "version": 1,
        "attachment_size_limit": 1, "entitlements": [], "data": {"id": "1", "name": "play", "type": 1},
    }  # fmt: skip
    halves = [{name: whole[name] for name in whole if name != missing} for missing in whole]
    for number, half in enumerate(halves):
        await sim.gateway.dispatch("INTERACTION_CREATE", half | ({"id": str(number + 1)} if "id" in half else {}))
    assert (await alice.slash(channel, "deal")).text
    assert frontend.connected
    assert sim.gateway.identifies == 1
    assert numbers.counted["unreadable"] >= 6


async def test_somebody_who_presses_without_end_keeps_nobody_waiting_and_is_told(
    sim: DiscordSim,
    frontend: DiscordFrontend,
    manager: Scripted,
    numbers: Numbers,
    alice: VirtualUser,
    bob: VirtualUser,
    channel: VirtualChannel,
) -> None:
    manager.gate.clear()
    handles = [await alice.slash(channel, "deal", wait=False) for _ in range(30)]
    late = await together(*(handle.wait() for handle in handles[MOST_WAITING + 1 :]))
    assert all("Slower" in handle.text for handle in late)
    assert all(handle.ephemeral for handle in late)
    one = await bob.slash(channel, "help", wait=False)
    await sim.wait_for(lambda: len(manager.heard) == MOST_WAITING + 2)
    assert numbers.counted["hurried"] == 29 - MOST_WAITING
    manager.gate.set()
    await together(*(handle.wait() for handle in [*handles[: MOST_WAITING + 1], one]))
    assert "Slower" not in (await alice.slash(channel, "deal")).text
