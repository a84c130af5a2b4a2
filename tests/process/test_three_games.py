"""Gong Zhu, Liu Jia Tong and Gan Deng Yan through the real program, killed in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontends.telegram.foursome import Foursome
from tests.frontends.telegram.house import moves
from tests.process.conftest import Starter
from tests.process.evening import Evening, no_hand_was_logged, rows_of
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process

SEED = 3


def seated(telegram: TelegramSim, game: str, number: int) -> Foursome:
    people = [telegram.user(f"player {n}", started=True) for n in range(1, number + 1)]
    return Foursome(telegram, telegram.group("friends", people), people, game=game)


async def leave_nothing_behind(evening: Evening, folder: Path) -> None:
    assert await evening.running.stop() == 0
    no_hand_was_logged([*evening.said, *evening.running.output, *evening.running.errors], folder)


async def test_gong_zhu_goes_on_through_power_cuts_while_cards_are_exposed_and_played(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    evening = await Evening(telegram, program, tmp_path, SEED).start()
    four = seated(telegram, "Gong Zhu", 4)
    await four.sit_down("Standard")
    await telegram.wait_for(lambda: len(four.to_act()) == 4)
    for person, panel in four.to_act()[:2]:
        await four.answers(person, panel, moves(panel)[-1])
    await evening.power_cut()
    await telegram.wait_for(lambda: [four.seat(person) for person, _ in four.to_act()] == [2, 3])
    assert "exposes" not in four.table_message().text
    for person, panel in four.to_act():
        await four.answers(person, panel, moves(panel)[0])
    for _ in range(2):
        for _ in range(9):
            assert await four.one_move()
        await evening.power_cut()
    await four.plays_round()
    lines = [line for (line,) in rows_of(tmp_path, "SELECT line FROM actions ORDER BY match, seq")]
    assert sum(line.startswith("play ") for line in lines) == 48, "the last trick plays itself"
    assert telegram.unanswered == 0
    await leave_nothing_behind(evening, tmp_path)


async def test_liu_jia_tong_goes_on_through_power_cuts(telegram: TelegramSim, program: Starter, tmp_path: Path) -> None:
    evening = await Evening(telegram, program, tmp_path, SEED).start()
    six = seated(telegram, "Liu Jia Tong", 6)
    await six.sit_down("Standard")
    for _ in range(2):
        for _ in range(9):
            assert await six.one_move()
        await evening.power_cut()
    assert await six.one_move()
    assert telegram.unanswered == 0
    await leave_nothing_behind(evening, tmp_path)


async def test_gan_deng_yan_goes_on_through_power_cuts_and_with_a_fifth_player(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    evening = await Evening(telegram, program, tmp_path, SEED).start()
    four = seated(telegram, "Gan Deng Yan", 4)
    await four.sit_down("Standard")
    for _ in range(6):
        assert await four.one_move()
    await evening.power_cut()
    await four.plays_round()
    fifth = telegram.user("player 5", started=True)
    four.group.joins(fifth)
    await fifth.starts()
    await fifth.says(four.group, "/join")
    await telegram.wait_for(lambda: "match of 5" in four.table_message().text)
    await evening.power_cut()
    four.people.append(fifth)
    await four.people[0].says(four.group, "/deal")
    await telegram.wait_for(lambda: four.to_act() and "player 5" in four.table_message().text)
    await four.plays_round()
    await telegram.wait_for(lambda: "At this table so far" in four.table_message().text)
    assert [row for (row,) in rows_of(tmp_path, "SELECT players FROM tables")] == [5]
    assert telegram.unanswered == 0
    await leave_nothing_behind(evening, tmp_path)
