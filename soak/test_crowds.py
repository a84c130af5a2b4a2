"""Crowds at many tables on both platforms at once, while the program is killed and the platforms have bad days."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

from soak.crowd import OnDiscord, OnTelegram, Player, play_calmly, play_wildly
from soak.evidence import check_lines, check_presses, check_written, dealt_hands, finished_rounds, playing, shown_hands
from soak.house import House
from soak.written import Written, in_file
from tests.cluster_process.watch import flaws
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim
from tests.simulators.telegram.faults import Kind

MATCHES = ("doudizhu deals=2", "guandan rounds=2", "guandan rounds=1 start_level=K")
"""One group plays each of them on each platform, as long as nobody opens another table."""
PEOPLE = 5
"""In each group: one more than there are seats."""
CALM_SECONDS = 60.0
"""In which every table must go on after all trouble has ended."""


async def test_crowds_kills_and_bad_days_break_nothing(tmp_path: Path, seconds: float, seed: int) -> None:
    dice = Random(seed)
    async with TelegramSim(ephemeral=dice.random() < 0.5) as telegram, DiscordSim() as discord:
        house = House(tmp_path, telegram, discord, turn_seconds=dice.choice([0, 3]))
        await house.start()
        try:
            people = [*await _telegram_crowd(telegram), *_discord_crowd(discord)]
            for player, match in zip(people[::PEOPLE], MATCHES * 2, strict=True):
                await player.command("new", match)
            await _trouble(house, telegram, discord, people, dice, seconds)
            stuck = await _calm(house, people, dice)
            assert await house.program.stop() == 0
        finally:
            await house.program.kill()
        deeds: Counter[str] = sum((player.deeds for player in people), Counter())
        written = in_file(house.database)
        seen = check_written(written) + check_presses(written, [press for player in people for press in player.pressed])
        print(f"{house.kills} kills; {dict(deeds)}; {dict(seen)}")  # what the run was worth
        for line in sorted({line.split("Z", 1)[-1] for line in house.lines() if "[error" in line}):
            print(line)  # the host would read these
        assert not stuck, f"matches that nobody could go on with: {stuck}"
        assert seen["rounds over"] > 0, "the crowd did not finish a single round"
        # Answering a press a second time is refused, and right where the update came a second time.
        assert [flaw for flaw in telegram.violations if "query is too old" not in flaw] == []
        assert flaws(discord) == []
        check_lines(house.lines(), written, [telegram.token, discord.token])
        _check_secrecy(written, telegram, discord)
        assert house.survivors == 0, "processes went on after the program had been killed"


async def _telegram_crowd(sim: TelegramSim) -> list[Player]:
    players: list[Player] = []
    for number in range(len(MATCHES)):
        people = [sim.user(f"t{number}.{at}", started=True, language=("en", "zh-hans")[at % 2]) for at in range(PEOPLE)]
        group = sim.group(f"friends {number}", people)
        for person in people:
            await person.starts()
        players += [OnTelegram(sim, person, group) for person in people]
    return players


def _discord_crowd(sim: DiscordSim) -> list[Player]:
    players: list[Player] = []
    for number in range(len(MATCHES)):
        people = [sim.user(f"d{number}.{at}", locale=("en-US", "zh-CN")[at % 2]) for at in range(PEOPLE)]
        people[-1].account.dms_closed = number % 2 == 1
        channel = sim.guild(members=people).channel("friends")
        players += [OnDiscord(sim, person, channel) for person in people]
    return players


# -- trouble ------------------------------------------------------------------------------------------------


async def _trouble(
    house: House, telegram: TelegramSim, discord: DiscordSim, people: list[Player], dice: Random, seconds: float
) -> None:
    until = asyncio.get_running_loop().time() + seconds
    async with asyncio.TaskGroup() as tasks:
        for player in people:
            tasks.create_task(play_wildly(player, Random(dice.random()), until, house.up))
        tasks.create_task(_bad_days(telegram, discord, Random(dice.random()), until))
        tasks.create_task(_kills(house, Random(dice.random()), until, seconds))


async def _kills(house: House, dice: Random, until: float, seconds: float) -> None:
    """Power cuts at any moment, about ten in a long run."""
    loop = asyncio.get_running_loop()
    while (pause := max(15.0, seconds / 10) * dice.uniform(0.3, 1.7)) < until - loop.time():
        await asyncio.sleep(pause)
        await house.cut_power()
        await house.start()


_FAULTS: tuple[Kind, ...] = ("flood", "server_error", "bad_gateway", "drop", "lost_answer")
_STRUCK = ("sendMessage", "sendPhoto", "editMessageText", "deleteMessage", "answerCallbackQuery")
_MOST_FAULTS = 8
"""Waiting at once, so that they do not heap up while nobody is there to meet them."""


async def _bad_days(telegram: TelegramSim, discord: DiscordSim, dice: Random, until: float) -> None:
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        await asyncio.sleep(dice.uniform(0.1, 1.0))
        match dice.randrange(9):
            case 0:
                telegram.updates.duplicate_next(dice.randint(1, 3))
            case 1:
                telegram.updates.redeliver(dice.randint(1, 5))
            case 2 | 3:
                if telegram.faults.pending < _MOST_FAULTS:
                    telegram.faults.next(dice.choice(_FAULTS), dice.choice(_STRUCK), count=dice.randint(1, 3))
            case 4:
                discord.faults.duplicate_next(dice.randint(1, 3))
            case 5 | 6:
                verb, status = dice.choice(["POST", "PATCH", "DELETE"]), dice.choice([429, 500, 502, 503])
                discord.faults.fail_next(verb, "^/channels/", times=dice.randint(1, 3), status=status)
            case 7:
                discord.faults.delay_next(dice.uniform(0.0, 1.5))
            case 8 if dice.random() < 0.3:
                await discord.drop_gateway()


# -- afterwards ---------------------------------------------------------------------------------------------


async def _calm(house: House, people: list[Player], dice: Random) -> list[int]:
    """Let everybody play on; the matches in which nothing happened although somebody was waited for."""
    before, enough = playing(in_file(house.database)), asyncio.Event()
    loop = asyncio.get_running_loop()
    until = loop.time() + CALM_SECONDS
    stuck = list(before)
    async with asyncio.TaskGroup() as tasks:
        for player in people:
            tasks.create_task(play_calmly(player, Random(dice.random()), enough))
        while (stuck or not finished_rounds(in_file(house.database))) and loop.time() < until:
            await asyncio.sleep(0.5)
            now = playing(in_file(house.database))
            stuck = [match for match, lines in before.items() if now.get(match) == lines]
        enough.set()
    print(f"calm after {loop.time() - until + CALM_SECONDS:.0f} s; {len(before)} matches were in play, {stuck} stuck")
    return stuck


def _check_secrecy(written: Written, telegram: TelegramSim, discord: DiscordSim) -> None:
    """No group ever saw a whole dealt hand."""
    hands = list(dealt_hands(written))
    for chat in telegram.chats.values():
        if chat.is_group:
            said = "\n".join(content.text for message in chat.messages for content in message.history)
            assert not shown_hands(hands, said), f"a hand in {chat.title}"
    public = [message for message in discord.world.messages.values() if not message.ephemeral]
    said = "\n".join(
        text
        for message in public
        if not message.channel.is_private
        for version in message.versions
        for text in version.texts()
    )
    assert not shown_hands(hands, said), "a hand in a channel"
