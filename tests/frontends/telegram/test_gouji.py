"""Gou Ji on Telegram with six people and buttons alone: declarations in private, duels, burns, tributes, a restart."""

import pytest

from bot.session.port import commands as c
from tests.simulators.telegram import Person, TelegramSim

from .foursome import Foursome
from .house import House, command_of, moves, panel_of

SEED = 3  # Under it the first rounds have duels, openings and burn offers


@pytest.fixture
def six(sim: TelegramSim) -> Foursome:
    people = [sim.user(f"player {number}", started=True) for number in range(1, 7)]
    return Foursome(sim, sim.group("friends", people), people, game="Gou Ji")


async def declares(six: Foursome, person: Person, word: str) -> None:
    """Answer the question of the declarations with this button."""
    panel = await six.sim.wait_for(lambda: next((shown for one, shown in six.to_act() if one is person), None))
    await six.answers(person, panel, next(button for button in moves(panel) if word in button.text))


async def test_declarations_are_hidden_and_a_restart_asks_nobody_twice(
    sim: TelegramSim, house: House, six: Foursome
) -> None:
    await six.sit_down("Evening")
    await sim.wait_for(lambda: len(six.to_act()) == 6)
    for at in (0, 3, 5):
        await declares(six, six.people[at], "Challenge" if at == 0 else "No declaration")
    await sim.wait_for(lambda: "3 of 6 have answered" in six.table_message().text)
    assert "challenge" not in six.table_message().text.lower().replace("challenges", "")
    await house.restart()
    await sim.wait_for(lambda: {six.seat(person) for person, _ in six.to_act()} == {1, 2, 4})
    for at in (1, 2, 4):
        await declares(six, six.people[at], "No declaration")
    await sim.wait_for(lambda: [six.seat(person) for person, _ in six.to_act()] == [3])
    await sim.wait_for(lambda: "Challenge: player 1" in six.table_message().text)
    await declares(six, six.people[3], "Don't challenge")
    await sim.wait_for(lambda: "to lead" in six.table_message().text)
    assert "player 1 · 🎴36 — 📣 challenges" in six.table_message().text
    assert six.refusals == []


async def test_a_panel_of_36_cards_has_a_button_for_every_rank_and_hangs_wild_cards_with_one_tap(
    sim: TelegramSim, house: House, six: Foursome
) -> None:
    await six.sit_down("Quick")
    ((person, panel),) = await sim.wait_for(six.to_act)
    hand = house.manager.session.tables[1].book.game.hands(house.manager.session.tables[1].book.play.state)[
        six.seat(person)
    ]
    assert len(hand) == 36
    ranks = {card >> 2 if card < 52 else card - 39 for card in hand}
    picks = [button for button in panel.buttons if isinstance(command_of(button), c.Pick)]
    assert len(picks) == len(ranks)
    hung = [button for button in picks if button.text.startswith("＋")]
    assert len(hung) == sum(rank >= 12 for rank in ranks) > 0
    assert len(panel.buttons) <= 25
    before = panel.content
    await person.press(panel, hung[0])
    await sim.wait_for(lambda: panel.content != before)
    shown = panel_of(person)
    assert shown is not None
    assert "🤺" in shown.text
    assert any(isinstance(command_of(button), c.PlayPicked) for button in shown.buttons)
