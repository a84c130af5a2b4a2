"""Guandan on Telegram, with buttons alone: single cards by suit, readings of wild cards, tributes in secret, a match."""

import pytest

from bot.session.port import commands as c
from tests.frontends.guandan import FLUSH, PAYS, stacked
from tests.frontends.guandan import SEED as SEED
from tests.simulators.telegram import Button, Message, Person, TelegramSim

from .foursome import Foursome, asked
from .house import House, command_of, moves, panel_of

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


@pytest.fixture
def four(sim: TelegramSim) -> Foursome:
    people = [sim.user(f"player {number}", started=True) for number in (1, 2, 3, 4)]
    return Foursome(sim, sim.group("friends", people), people)


def named(card: str) -> str:
    """A card as people read it: ``Ah`` → ``♥A``."""
    return SUITS[card[1]] + card[0]


def of_kind(panel: Message, kind: type) -> list[Button]:
    return [button for button in panel.buttons if isinstance(command_of(button), kind)]


async def tap(four: Foursome, person: Person, label: str, kind: type) -> Message:
    """Press the button of that kind whose label holds this text; the panel after it has changed."""
    panel = panel_of(person)
    assert panel is not None
    button = next(one for one in of_kind(panel, kind) if label in one.text)
    before = panel.content
    answer = await person.press(panel, button)
    assert not answer.show_alert, str(answer)
    await four.sim.wait_for(lambda: panel.content != before or panel.deleted)
    return panel


async def test_a_straight_flush_is_picked_card_by_card_out_of_its_suit(
    sim: TelegramSim, house: House, four: Foursome
) -> None:
    await four.sit_down()
    leader = four.people[0]
    panel = await tap(four, leader, "♠", c.Arrange)
    assert of_kind(panel, c.Pick) == []
    for card in FLUSH.split():
        await tap(four, leader, named(card), c.PickCard)
    assert "straight flush" in panel.text
    assert not any("straight flush" in message.text for message in sim.messages(four.group))
    await tap(four, leader, "4", c.PlayPicked)
    await sim.wait_for(lambda: "straight flush" in four.table_message().text)


async def test_what_a_wild_card_stands_for_is_chosen_by_a_button(
    sim: TelegramSim, house: House, four: Foursome
) -> None:
    """J J K K and the wild card are three kings by default, and three jacks if one says so."""
    await four.sit_down()
    leader = four.people[0]
    for rank in ("J", "J", "K", "K"):
        await tap(four, leader, rank, c.Pick)
    await tap(four, leader, "♥", c.Arrange)
    panel = await tap(four, leader, "♥2", c.PickCard)
    play = next(iter(of_kind(panel, c.PlayPicked)))
    assert "KKK" in play.text
    jacks = next(button for button in moves(panel) if "JJJ" in button.text)
    await four.answers(leader, panel, jacks)
    await sim.wait_for(lambda: "JJJ" in four.table_message().text)
    table = house.manager.session.tables[1].book
    assert table.game.facts(table.play.state)["standing"] == {
        "seat": 0, "cards": "Jc Jc Kh Kd 2h", "kind": "full_house", "rank": "J", "as": "J J J K K",
    }  # fmt: skip


async def test_two_tributes_are_hidden_until_both_are_named_and_then_seen_by_all(
    sim: TelegramSim, house: House, four: Foursome
) -> None:
    watcher = sim.user("watcher")
    four.group.joins(watcher)
    await four.sit_down()
    await four.plays_round()
    await four.ready()
    await sim.wait_for(lambda: {four.seat(person) for person, _ in four.to_act()} == {1, 3})
    for seat, verb_told in ((1, False), (3, True)):
        person = four.people[seat]
        card = named(PAYS[seat][1])
        others = [*(one for one in four.people if one is not person), watcher]
        seen = {one: set(one.sees()) for one in others}
        panel = panel_of(person)
        assert panel is not None
        await four.answers(person, panel, next(button for button in moves(panel) if card in button.text))
        await sim.wait_for(lambda person=person: not asked(panel_of(person)))  # type: ignore[misc] # bound now
        await settled(house)
        for one in others:
            told = [text for text in set(one.sees()) - seen[one] if card in text]
            assert bool(told) == verb_told, (one, told)
    assert named(PAYS[1][1]) in "\n".join(watcher.sees())
    await sim.wait_for(lambda: {four.seat(person) for person, _ in four.to_act()} == {0, 2})


async def settled(house: House) -> None:
    await house.frontend._outbox.drained()


async def test_somebody_sits_in_for_a_missing_friend_and_the_seat_goes_back_after_the_round(
    sim: TelegramSim, house: House, four: Foursome
) -> None:
    guest = sim.user("guest", started=True)
    four.group.joins(guest)
    await guest.starts()
    await four.sit_down()
    await four.plays_round()
    host, owner = four.people[0], four.people[3]
    await guest.says(four.group, "/join 4")
    question = await sim.wait_for(lambda: sim.find(host, "guest would like to play"))
    await host.press(question, "Let them play")
    await sim.wait_for(lambda: question.deleted)
    four.people[3] = guest
    await host.says(four.group, "/deal")
    await sim.wait_for(lambda: {four.seat(person) for person, _ in four.to_act()} == {1, 3})
    await settled(house)
    seen = set(owner.sees())
    await four.plays_round()
    assert not any("Your 27 cards" in text for text in set(owner.sees()) - seen)
    await sim.wait_for(lambda: sim.find(guest, "its owner's again"))
    await settled(house)
    assert panel_of(guest) is None, "nothing of that hand is left where it does not belong any more"
    four.people[3] = owner
    await host.says(four.group, "/deal")
    while not any(person is owner for person, _ in await sim.wait_for(four.to_act)):
        assert await four.one_move()
    assert await four.one_move()


async def test_the_widest_hand_keeps_to_what_a_message_can_hold(sim: TelegramSim, house: House, four: Foursome) -> None:
    house.manager.session.dice = stacked
    await four.sit_down()
    leader = four.people[0]
    for sign in "♠♥♦♣":
        panel = await tap(four, leader, sign, c.Arrange)
        cards = [button.text for button in of_kind(panel, c.PickCard)]
        assert any("♥2" in label for label in cards), "wild cards belong to every suit"
        for label in cards:
            await tap(four, leader, label, c.PickCard)
    assert all(len(button.data or "") <= 64 for state in panel.history for button in state.buttons)
