"""Gou Ji on Discord with buttons: 36 cards in one panel, declarations by a press that nobody else sees."""

from bot.session.port.commands import Offer
from tests.frontends.discord.house import House, meaning, offers, panel_of, texts
from tests.simulators.discord import DiscordSim, Message, VirtualUser

SEED = 3
MOST_BUTTONS = 25


def question(panel: Message | None) -> str:
    """The decision that the panel's buttons answer, "" if none."""
    found = [said.command for button in offers(panel) if (said := meaning(button))] if panel is not None else []
    return next((command.decision for command in found if isinstance(command, Offer)), "")


def asked(people: list[VirtualUser], answered: dict[int, str]) -> list[VirtualUser]:
    """Who is asked something that they have not answered yet."""
    return [one for one in people if (what := question(panel_of(one))) and answered.get(one.id) != what]


async def test_hands_of_36_cards_fit_their_panels_and_declarations_are_nobody_elses_business(
    sim: DiscordSim, house: House
) -> None:
    people = [sim.user(f"player {number}") for number in range(1, 7)]
    channel = sim.guild(members=people).channel("friends")
    answered: dict[int, str] = {}
    await people[0].slash(channel, "new", game="gouji", preset="evening")
    for person in people[1:]:
        await person.slash(channel, "join")
    await people[0].slash(channel, "deal")
    await sim.wait_for(lambda: len(asked(people, answered)) == 6)

    for number, person in enumerate(people):
        panel = panel_of(person)
        assert panel is not None
        assert len(panel.buttons) <= MOST_BUTTONS
        word = "Challenge" if number == 0 else "No declaration"
        button = next(one for one in offers(panel) if word in (one.label or ""))
        answered[person.id] = question(panel)
        await person.press(panel, button.custom_id or "")
        await house.quiet()
        assert ("Challenge: player 1" in texts(channel)) == (number == 5), "shown when all have answered"

    picked = False
    for _ in range(12):
        await sim.wait_for(lambda: asked(people, answered))
        person = asked(people, answered)[0]
        panel = panel_of(person)
        assert panel is not None
        assert len(panel.buttons) <= MOST_BUTTONS
        hung = [value for one in panel.selects for label, value in one.options if label.startswith("＋")]
        if hung and not picked:
            picked = True
            before = panel.text
            await person.select(panel, hung[0])
            await house.quiet()
            panel = panel_of(person)
            assert panel is not None
            assert panel.text != before
        answered[person.id] = question(panel)
        await person.press(panel, offers(panel)[0].custom_id or "")
        await house.quiet()
    assert not any(item.refusals for item in sim.world.interactions.values())
    assert picked, "who leads hangs a wild card with one press"
    assert "Your 36 cards" not in texts(channel)
