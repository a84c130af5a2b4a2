"""Three workers for a long evening: crowds who do anything, and two hundred faults of servers, lines and workers."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from soak.crowd import play_calmly, play_wildly
from soak.evidence import check_lines, playing
from soak.written import Written
from tests.cluster_process.evening import Evening
from tests.cluster_process.house import House
from tests.cluster_process.trouble import FAULTS, Trouble
from tests.cluster_process.watch import Watch, flaws
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

LEAST_FAULTS = int(os.environ.get("SOAK_FAULTS", "200"))
CALM_SECONDS = 60.0
"""In which every table must go on after all trouble has ended."""
PAUSE_SECONDS = 0.7
AN_EVENING = 25
"""So many faults come on one evening; then everybody begins anew, as crowds open more and more tables and end few."""
LONG_SECONDS = 10.0
"""Who waited longer is told of."""
LONGEST_WAIT_SECONDS = 3.0
"""Nobody waits longer for an answer while workers are restarted."""
WITHOUT_REDIS_SECONDS = 60.0
LONGEST_ANSWER_SECONDS = 2.0
LONGEST_TAKE_UP_SECONDS = 4.0
"""Until every table is answered, once three killed workers are up again, which takes another six on a machine of their own."""
REFUSED = "Too Many Requests"


@pytest.mark.timeout(60 * LEAST_FAULTS + 600)
@pytest.mark.parametrize("webhook", [False, True], ids=["polling", "webhook"])
async def test_two_hundred_faults_under_crowds_lose_and_double_nothing(webhook: bool, seed: int) -> None:
    dice = Random(seed)
    for first in range(0, LEAST_FAULTS, AN_EVENING):
        await _an_evening(webhook, dice, min(AN_EVENING, LEAST_FAULTS - first))


async def _an_evening(webhook: bool, dice: Random, faults: int) -> None:
    turn_seconds = dice.choice(["0", "8"])
    async with TelegramSim() as telegram, DiscordSim() as discord:
        discord.gateway.recommended = discord.gateway.at_once = 2
        async with House(telegram, discord, webhook=webhook, TURN_SECONDS=turn_seconds) as house:
            evening = await Evening.gather(telegram, discord, size=3)
            await evening.begin()
            watch, trouble = Watch(house, evening.people), Trouble(house, dice)
            await _break_everything(evening, watch, trouble, dice, faults)
            await _calm(house, evening, dice)
            assert await house.stop_workers() == [0, 0, 0]
            seen = await watch.check()
            written = await house.written()
            deeds: Counter[str] = sum((player.deeds for player in evening.people), Counter())
            kinds = Counter(struck.partition(" (")[0] for struck in trouble.struck)
            print(f"{dict(kinds)}; answered after {watch.slowest:.1f} s at the latest; {dict(seen)}; {dict(deeds)}")
            for line in sorted({line.split("Z", 1)[-1] for line in house.lines() if "[error" in line}):
                print(line)  # the host would read these
            assert [flaw for flaw in telegram.violations if "query is too old" not in flaw] == []
            assert flaws(discord) == []
            check_lines(house.lines(), written, [telegram.token, discord.token])
            assert house.survivors == 0, "processes went on after their worker had been killed"


async def _break_everything(evening: Evening, watch: Watch, trouble: Trouble, dice: Random, faults: int) -> None:
    """One fault or two at a time while everybody plays, until it is enough."""
    async with asyncio.TaskGroup() as tasks:
        players = [
            tasks.create_task(play_wildly(player, Random(dice.random()), float("inf"), pause=PAUSE_SECONDS))
            for player in evening.people
        ]
        try:
            while len(trouble.struck) < faults:
                await asyncio.sleep(dice.uniform(0.0, 2.0))
                names = dice.sample(list(FAULTS), dice.choice([1, 1, 2]))
                await trouble.strike_together(names)
                print(f"{len(trouble.struck)}: {', '.join(trouble.struck[-len(names) :])}", end="; ", flush=True)
                took = await watch.all_answered()
                seen = await watch.check()
                print(f"answered after {took:.1f} s; {seen['actions']} actions", flush=True)
                if took > LONG_SECONDS:
                    print("  asked in vain:", *watch.in_vain[-3:], sep="\n    ", flush=True)
            await trouble.all_back()
        finally:
            await _call_off(players)


async def _call_off(players: Sequence[asyncio.Task[None]]) -> None:
    """Let everybody stop playing."""
    playing_on = set(players)
    while playing_on:  # a cancelled wait may just have come to its end, and then the player goes on
        for one in playing_on:
            one.cancel()
        _, playing_on = await asyncio.wait(playing_on, timeout=1.0)


async def _calm(house: House, evening: Evening, dice: Random) -> None:
    """Let everybody play on: something must happen in every match where somebody is waited for."""
    before, enough = playing(await house.written()), asyncio.Event()
    loop = asyncio.get_running_loop()
    until, stuck = loop.time() + CALM_SECONDS, list(before)
    async with asyncio.TaskGroup() as tasks:
        for player in evening.people:
            tasks.create_task(play_calmly(player, Random(dice.random()), enough))
        while stuck and loop.time() < until:
            await asyncio.sleep(0.5)
            now = playing(await house.written())
            stuck = [match for match, lines in before.items() if now.get(match) == lines]
        if stuck:
            _tell(stuck, await house.written(), evening)
        enough.set()
    assert not stuck, f"matches that nobody could go on with: {stuck}"


def _tell(stuck: Sequence[int], written: Written, evening: Evening) -> None:
    """Print what the database knows of the tables of these matches, and what its people could press."""
    for table in (row for row in written.tables if row["match"] in stuck):
        print(dict(table))
        for seat in (row for row in written.seats if row["table"] == table["id"]):
            print("  ", dict(seat) | {"beside": bool(seat["beside"])})
            player = next((one for one in evening.people if one.account == (seat["platform"], seat["external"])), None)
            for button in player.buttons() if player else ():
                if getattr(button.command, "table", None) == table["id"]:
                    print("    ", button.command)


@pytest.mark.parametrize("webhook", [False, True], ids=["polling", "webhook"])
async def test_no_press_waits_long_while_all_workers_are_restarted(webhook: bool, seed: int) -> None:
    """As for an upgrade: each of the three is ended and started, one after the other, while everybody presses."""
    dice = Random(seed)
    async with TelegramSim() as telegram, DiscordSim() as discord, House(telegram, discord, webhook=webhook) as house:
        evening = await Evening.gather(telegram, discord)
        await evening.begin()
        watch, enough = Watch(house, evening.people), asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            for player in evening.people:
                tasks.create_task(play_calmly(player, Random(dice.random()), enough, PAUSE_SECONDS))
            await house.restart_in_turn(lambda: evening.play_on(40))
            enough.set()
        await evening.all_answered()
        assert await house.stop_workers() == [0, 0, 0]
        waits = _told_waits(evening, await watch.check())
        assert waits[-1] <= LONGEST_WAIT_SECONDS


@pytest.mark.parametrize("webhook", [False, True], ids=["polling", "webhook"])
async def test_a_minute_without_redis_keeps_nobody_waiting(webhook: bool, seed: int) -> None:
    """It answers nothing for half of it, and is gone for the other half."""
    dice = Random(seed)
    async with TelegramSim() as telegram, DiscordSim() as discord, House(telegram, discord, webhook=webhook) as house:
        evening = await Evening.gather(telegram, discord)
        await evening.begin()
        watch, enough = Watch(house, evening.people), asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            for player in evening.people:
                tasks.create_task(play_calmly(player, Random(dice.random()), enough, PAUSE_SECONDS))
            await evening.play_on(40)
            begun = [len(player.waits()) for player in evening.people]
            house.redis.freeze()
            await asyncio.sleep(WITHOUT_REDIS_SECONDS / 2)
            house.redis.kill()
            await asyncio.sleep(WITHOUT_REDIS_SECONDS / 2)
            house.redis.start()
            await evening.play_on(40)
            enough.set()
        await evening.all_answered()
        assert await house.stop_workers() == [0, 0, 0]
        _told_waits(evening, await watch.check())
        waits = [
            waited or 0.0 for player, at in zip(evening.people, begun, strict=True) for waited in player.waits()[at:]
        ]
        print(f"{len(waits)} presses since Redis stopped, longest {max(waits):.2f} s")
        assert max(waits) <= LONGEST_ANSWER_SECONDS


def _told_waits(evening: Evening, seen: Counter[str]) -> list[float]:
    waits = sorted(waited for waited in evening.waits() if waited is not None)
    print(f"{len(waits)} presses, p99 {waits[len(waits) * 99 // 100]:.2f} s, longest {waits[-1]:.2f} s; {dict(seen)}")
    assert seen["presses lost"] == 0
    return waits


async def test_all_killed_and_started_again_answer_everybody_soon(seed: int) -> None:
    dice = Random(seed)
    async with TelegramSim() as telegram, DiscordSim() as discord, House(telegram, discord) as house:
        evening = await Evening.gather(telegram, discord)
        await evening.begin()
        watch, enough, loop = Watch(house, evening.people), asyncio.Event(), asyncio.get_running_loop()
        async with asyncio.TaskGroup() as tasks:
            for player in evening.people:
                tasks.create_task(play_calmly(player, Random(dice.random()), enough, PAUSE_SECONDS))
            await evening.play_on(40)
            await asyncio.gather(*(worker.kill() for worker in house.workers))
            began = loop.time()
            await asyncio.gather(*(worker.start() for worker in house.workers))
            up = loop.time() - began
            await watch.all_answered()
            print(f"all three are up after {up:.1f} s, and all tables answer after {loop.time() - began:.1f} s")
            assert loop.time() - began - up <= LONGEST_TAKE_UP_SECONDS
            enough.set()
        await watch.check()


async def test_all_workers_together_keep_the_limits_of_a_token(seconds: float, seed: int) -> None:
    """At the published limits, a third of the time without Redis: the platforms count what all workers send, and have nothing
    to refuse."""
    dice = Random(seed)
    async with (
        TelegramSim(pace=1.0) as telegram,
        DiscordSim(rate_factor=1.0) as discord,
        House(telegram, discord, OUTBOX_PACE="1") as house,
    ):
        evening = await Evening.gather(telegram, discord)
        await evening.begin()
        enough = asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            for player in evening.people:
                tasks.create_task(play_calmly(player, Random(dice.random()), enough))
            third = min(seconds, 120.0) / 3
            await asyncio.sleep(third)
            house.redis.kill()
            await asyncio.sleep(third)
            house.redis.start()
            await asyncio.sleep(third)
            enough.set()
        assert await house.stop_workers() == [0, 0, 0]
        refused = [call for call in telegram.calls if REFUSED in (call.error or "")]
        print(f"{len(telegram.calls)} and {len(discord.calls)} calls")
        assert len([call for call in telegram.calls if call.is_message]) > 30
        assert not refused, f"{len(refused)} of {len(telegram.calls)} calls were too many"
        assert discord.rates.exceeded == 0
