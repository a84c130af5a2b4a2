"""A Guandan match through the real program, which is killed at the worst moments: while cards are named in secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.present.words.text import card_word
from games.base.notation import read_exact
from tests.frontends.guandan import PAYS, SEED
from tests.frontends.telegram.foursome import Foursome
from tests.frontends.telegram.house import moves, panel_of
from tests.process.conftest import Starter
from tests.process.evening import Evening, no_hand_was_logged, nobody_saw_the_hands_of_others, rows_of
from tests.simulators.telegram import Person, TelegramSim

pytestmark = pytest.mark.process


def _word(card: str) -> str:
    return card_word(read_exact(card)[0], "en")


async def _names(four: Foursome, seat: int, wanted: str = "") -> None:
    """This seat names a card (its first choice) with a button of its panel."""
    person = four.people[seat]
    await four.sim.wait_for(lambda: any(one is person for one, _ in four.to_act()))
    panel = panel_of(person)
    assert panel is not None
    await four.answers(person, panel, next(button for button in moves(panel) if wanted in button.text))


def _news(people: list[Person], seen: dict[Person, set[str]]) -> str:
    return "\n".join(text for person in people for text in set(person.sees()) - seen[person])


async def test_a_match_survives_power_cuts_between_tribute_and_return_with_cards_named_in_secret(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    evening = await Evening(telegram, program, tmp_path, SEED).start()
    people = [telegram.user(f"player {number}", started=True) for number in (1, 2, 3, 4)]
    four = Foursome(telegram, telegram.group("friends", people), people)
    await four.sit_down(rounds="2")
    await four.plays_round()

    # Between two rounds.
    await evening.power_cut()
    await four.ready()

    # One tribute is named, the other is not: nobody learns of it, not even by the restart.
    await telegram.wait_for(lambda: len(four.to_act()) == 2)
    seen = {person: set(person.sees()) for person in people}
    await _names(four, 1, _word(PAYS[1][1]))
    await evening.power_cut()
    await telegram.wait_for(lambda: [four.seat(person) for person, _ in four.to_act()] == [3])
    others = [person for person in people if person is not people[1]]
    assert _word(PAYS[1][1]) not in _news(others, seen)
    await _names(four, 3)
    await telegram.wait_for(lambda: _word(PAYS[1][1]) in four.table_message().text)

    # Between tribute and return, and with one of two returns named.
    await evening.power_cut()
    await telegram.wait_for(lambda: {four.seat(person) for person, _ in four.to_act()} == {0, 2})
    await _names(four, 0)
    await evening.power_cut()
    await telegram.wait_for(lambda: [four.seat(person) for person, _ in four.to_act()] == [2])
    await _names(four, 2)

    # In the middle of a trick.
    for _ in range(7):
        assert await four.one_move()
    await evening.power_cut()
    await four.plays_round()
    assert four.over()

    assert four.refusals == []
    assert telegram.unanswered == 0
    assert rows_of(tmp_path, "SELECT status FROM matches") == [("over",)]
    points = [points for (points,) in rows_of(tmp_path, "SELECT points FROM results WHERE round > 0")]
    assert len(points) == 8
    assert sum(points) == 0
    nobody_saw_the_hands_of_others(four)
    assert await evening.running.stop() == 0
    no_hand_was_logged([*evening.said, *evening.running.output, *evening.running.errors], tmp_path)
