"""Gou Ji through the real program, killed while declarations are half answered and tributes half settled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontends.telegram.foursome import Foursome
from tests.frontends.telegram.house import moves
from tests.process.conftest import Starter
from tests.process.evening import Evening, no_hand_was_logged, nobody_saw_the_hands_of_others, rows_of
from tests.seeds import ALL
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process

SEED = 3


async def test_six_play_on_through_power_cuts_in_declarations_tributes_and_play(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    evening = await Evening(telegram, program, tmp_path, SEED).start()
    people = [telegram.user(f"player {number}", started=True) for number in range(1, 7)]
    six = Foursome(telegram, telegram.group("friends", people), people, game="Gou Ji")
    await six.sit_down("Evening")

    # Three have answered, three have not: nobody is asked twice, and nothing of it is told.
    await telegram.wait_for(lambda: len(six.to_act()) == 6)
    for person, panel in six.to_act()[:3]:
        await six.answers(person, panel, next(one for one in moves(panel) if "No declaration" in one.text))
    await evening.power_cut()
    await telegram.wait_for(lambda: [six.seat(person) for person, _ in six.to_act()] == [3, 4, 5])
    assert "hallenged" not in six.table_message().text
    for person, panel in six.to_act():
        await six.answers(person, panel, next(one for one in moves(panel) if "No declaration" in one.text))

    # In the middle of the play.
    for _ in range(2 if ALL else 1):
        for _ in range(15):
            assert await six.one_move()
        await evening.power_cut()
    await six.plays_round()

    # Between rounds, and in the chain of tributes.
    await evening.power_cut()
    await six.ready()
    await telegram.wait_for(lambda: len(six.to_act()) == 1)
    assert "tribute" in six.table_message().text
    await evening.power_cut()
    assert await six.one_move()
    await evening.power_cut()
    for _ in range(20):
        assert await six.one_move()

    assert telegram.unanswered == 0
    lines = rows_of(tmp_path, "SELECT line FROM actions ORDER BY match, seq")
    assert sum(line.startswith("return ") for (line,) in lines) > 1
    nobody_saw_the_hands_of_others(six)
    assert await evening.running.stop() == 0
    no_hand_was_logged([*evening.said, *evening.running.output, *evening.running.errors], tmp_path)
