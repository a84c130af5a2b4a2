"""Whole matches through the real program: both platforms at once, and killed in the middle as by a power cut."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.present.words.text import grouped
from games.base.notation import read_exact
from tests.frontends.discord import house as on_discord
from tests.frontends.telegram import house as on_telegram
from tests.patience import patient
from tests.process.conftest import Starter, tokens
from tests.process.program import Program
from tests.seeds import ALL
from tests.simulators.discord import DiscordSim, VirtualUser
from tests.simulators.telegram import Person, TelegramSim

pytestmark = pytest.mark.process
KILLS = {1, 4, 11, 18} if ALL else {2, 13}
"""Before which deeds the program is killed: in the bidding and in the play."""


def _rows(database: Path, query: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        rows = connection.execute(query).fetchall()
    connection.close()
    return rows


def _log(database: Path) -> list[tuple[Any, ...]]:
    return _rows(database, "SELECT match, seq, round, seat, line FROM actions ORDER BY match, seq")


def _strangers_hands_seen(database: Path, seen: list[str], own_seat: int) -> list[str]:
    """Whole hands of other seats, as they were dealt, that stand in what this person saw, in any way they are shown."""
    everything = "\n".join(seen)
    found = []
    for (deal,) in _rows(database, "SELECT deal FROM rounds"):
        for seat, text in enumerate(json.loads(deal)["hands"]):
            if seat == own_seat:
                continue
            cards = read_exact(text)
            shown = {text, *(grouped(cards, language) for language in ("en", "zh"))}
            found += [way for way in shown if way in everything]
    return found


async def _friends_on_telegram(sim: TelegramSim, seed: int = 1) -> on_telegram.Table:
    people = [
        sim.user(f"player {number}", started=True, language=("en", "zh-hans", "en")[number - 1]) for number in (1, 2, 3)
    ]
    for person in people:
        await person.starts()
    return on_telegram.Table(sim, sim.group("friends", people), people, seed=seed)


async def test_a_match_on_telegram_survives_being_killed_again_and_again(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    running = await program(**tokens(telegram), TURN_SECONDS="0").start()
    table = await _friends_on_telegram(telegram)
    lobby = await table.opens("/new doudizhu deals=1")
    await table.people[0].press(lobby, "Start")
    for move in range(400):
        if move in KILLS:
            await telegram.wait_for(lambda: table.to_act() or table.over())
            before = _log(tmp_path / "paiju.db")
            await running.kill()
            running = await program(**tokens(telegram), TURN_SECONDS="0").start()
            assert _log(tmp_path / "paiju.db")[: len(before)] == before
        if not await table.one_move():
            break
    assert table.over()
    assert telegram.unanswered == 0
    for seat, person in enumerate(table.people):
        assert not _strangers_hands_seen(tmp_path / "paiju.db", person.sees(), seat)
    results = _rows(tmp_path / "paiju.db", "SELECT points FROM results WHERE round > 0")
    assert len(results) == 3
    assert sum(points for (points,) in results) == 0


async def test_a_match_on_discord_survives_being_killed_again_and_again(
    discord: DiscordSim, program: Starter, tmp_path: Path
) -> None:
    running = await program(**tokens(discord=discord), TURN_SECONDS="0").start()
    await discord.wait_until_ready()
    people = [discord.user("player 1"), discord.user("player 2", locale="zh-CN"), discord.user("player 3")]
    channel = discord.guild(members=people).channel("friends")
    await on_discord.seat_all(discord, people, channel)
    await on_discord.deal(discord, people, channel)
    for move in range(400):
        if move in KILLS and not on_discord.over(people):
            before = _log(tmp_path / "paiju.db")
            await running.kill()
            running = await program(**tokens(discord=discord), TURN_SECONDS="0").start()
            await discord.wait_until_ready()
            assert _log(tmp_path / "paiju.db")[: len(before)] == before
        if not await on_discord.act(discord, people):
            break
    assert on_discord.over(people)
    for seat, person in enumerate(people):
        assert not _strangers_hands_seen(tmp_path / "paiju.db", person.sees(), seat)


async def test_both_platforms_play_at_the_same_time_in_one_process(
    telegram: TelegramSim, discord: DiscordSim, program: Starter, tmp_path: Path
) -> None:
    running = await program(**tokens(telegram, discord), TURN_SECONDS="0").start()
    await discord.wait_until_ready()

    async def telegram_match() -> None:
        table = await _friends_on_telegram(telegram, seed=5)
        lobby = await table.opens("/new doudizhu deals=1")
        await table.people[0].press(lobby, "Start")
        await table.plays_out()

    async def discord_match() -> None:
        people: list[VirtualUser] = [discord.user(f"guest {number}") for number in (1, 2, 3)]
        channel = discord.guild(members=people).channel("friends")
        await on_discord.seat_all(discord, people, channel)
        await on_discord.deal(discord, people, channel)
        await on_discord.play_out(discord, people)

    await asyncio.gather(telegram_match(), discord_match())
    assert len(_rows(tmp_path / "paiju.db", "SELECT id FROM matches WHERE status = 'over'")) == 2
    assert await running.stop() == 0
    assert not [line for line in running.errors if "Traceback" in line or "[error" in line]


async def test_one_person_plays_against_ai_players_and_looks_at_the_results(
    telegram: TelegramSim, program: Starter
) -> None:
    await program(**tokens(telegram), TURN_SECONDS="0").start()
    alone: Person = telegram.user("player 1", started=True)
    await alone.starts()
    group = telegram.group("friends", members=[alone])
    table = on_telegram.Table(telegram, group, [alone], seed=2)
    await alone.says(group, "/new doudizhu deals=1")
    await telegram.wait_for(lambda: telegram.find(group, "player 1"))
    await alone.says(group, "/ai")
    await telegram.wait_for(lambda: "free" not in table.table_message().text)
    await alone.says(group, "/deal")
    await telegram.wait_for(table.to_act)
    await table.plays_out()
    for command, says in (
        ("/leaderboard", "friends · all time"),
        ("/stats", "📊 player 1"),
        ("/history", "M1"),
    ):
        await alone.says(group, command)
        await telegram.wait_for(partial(telegram.find, group, says))


async def test_nothing_of_the_program_outlives_it_when_it_is_killed(telegram: TelegramSim, program: Starter) -> None:
    """The reader of its output sees the end only when every process that holds it has gone, AI players included."""
    running = await program(**tokens(telegram), TURN_SECONDS="0").start()
    alone = telegram.user("player 1", started=True)
    await alone.starts()
    group = telegram.group("friends", members=[alone])
    await alone.says(group, "/new doudizhu first_bidder=random")
    await telegram.wait_for(lambda: telegram.find(group, "player 1"))
    await alone.says(group, "/ai")
    await alone.says(group, "/away")
    await alone.says(group, "/deal")
    await telegram.wait_for(lambda: telegram.find(group, "Stake"))
    await patient(running.kill())


async def test_an_exported_round_is_a_scenario_that_check_accepts(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    running: Program = await program(**tokens(telegram), TURN_SECONDS="0").start()
    table = await _friends_on_telegram(telegram, seed=9)
    lobby = await table.opens("/new doudizhu deals=1")
    await table.people[0].press(lobby, "Start")
    await telegram.wait_for(table.to_act)
    early = program("export", "M1")
    assert await early.finish() == 1, "an unfinished round is a secret"
    await table.plays_out()
    exported = program("export", "M1")
    assert await exported.finish() == 0, exported.errors
    (tmp_path / "m1.json").write_text("\n".join(exported.output), encoding="utf-8")
    check = program("check", str(tmp_path / "m1.json"))
    assert await check.finish() == 0
    assert check.output[-1] == "1 passed, 0 failed"
    replay = program("replay", str(tmp_path / "m1.json"))
    assert await replay.finish() == 0
    assert running.running
