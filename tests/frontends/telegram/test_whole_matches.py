"""Gong Zhu, Liu Jia Tong and Gan Deng Yan on Telegram with buttons alone, with restarts on the way, to the end of a match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.seeds import ALL
from tests.simulators.telegram import TelegramSim

from .foursome import Foursome
from .house import House, moves, open_house

SEED = 3


@pytest.fixture
async def house(sim: TelegramSim, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(sim, tmp_path, seed=SEED) as opened:
        yield opened


def seated(sim: TelegramSim, game: str, number: int) -> Foursome:
    people = [sim.user(f"player {n}", started=True) for n in range(1, number + 1)]
    return Foursome(sim, sim.group("friends", people), people, game=game)


def only_too_late(table: Foursome) -> bool:
    return all("That question is over" in str(answer) for answer in table.refusals)


async def test_four_play_gong_zhu_and_the_next_round_is_dealt(sim: TelegramSim, house: House) -> None:
    four = seated(sim, "Gong Zhu", 4)
    await four.sit_down("Partners")
    asked = await sim.wait_for(lambda: four.to_act() if len(four.to_act()) == 4 else None)
    for person, panel in asked[:2]:
        exposing = [button for button in moves(panel) if "expose" in button.text]
        await four.answers(person, panel, (exposing or moves(panel))[-1])
    await house.restart()
    await sim.wait_for(lambda: [four.seat(person) for person, _ in four.to_act()] == [2, 3])
    assert "exposes" not in four.table_message().text
    for person, panel in four.to_act():
        await four.answers(person, panel, moves(panel)[0])
    ((person, panel),) = await sim.wait_for(four.to_act)
    assert len(moves(panel)) > 8, "every card that may be led has a button"
    assert panel.button("Pass") is None
    for _ in range(20):
        assert await four.one_move()
    await sim.wait_for(lambda: "Tricks so far" in four.table_message().text and "took" in four.table_message().text)
    await house.restart()
    await four.plays_round()
    if ALL:
        await four.plays_out()
        await sim.wait_for(lambda: "The pig of this match" in four.table_message().text)
    else:
        await four.ready()
    assert only_too_late(four)
    assert sim.violations == []


async def test_six_play_liu_jia_tong_to_a_target(sim: TelegramSim, house: House) -> None:
    six = seated(sim, "Liu Jia Tong", 6)
    await six.sit_down("To 1000", target="150" if ALL else "60")
    for _ in range(12):
        assert await six.one_move()
    await sim.wait_for(lambda: "🔵 " in six.table_message().text and "pot" in six.table_message().text)
    await house.restart()
    await six.plays_out()
    await sim.wait_for(lambda: "The match is over" in six.table_message().text)
    assert only_too_late(six)
    assert sim.violations == []


async def test_a_lively_group_grows_in_the_middle_of_gan_deng_yan(sim: TelegramSim, house: House) -> None:
    four = seated(sim, "Gan Deng Yan", 4)
    await four.sit_down("All draw", deals="2")
    await four.plays_round()
    await house.restart()
    await four.ready()
    await four.plays_round()
    fifth = sim.user("player 5", started=True)
    four.group.joins(fifth)
    await fifth.starts()
    await fifth.says(four.group, "/join")
    await sim.wait_for(lambda: "match of 5" in four.table_message().text)
    four.people.append(fifth)
    await four.people[0].says(four.group, "/deal")
    await sim.wait_for(lambda: four.to_act() and "player 5" in four.table_message().text)
    await four.plays_round()
    await sim.wait_for(lambda: "At this table so far" in four.table_message().text)
    await four.ready()
    await four.plays_out()
    await sim.wait_for(lambda: "The match is over" in four.table_message().text)
    assert only_too_late(four)
    assert sim.violations == []
