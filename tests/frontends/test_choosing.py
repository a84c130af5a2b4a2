"""How many deeds of a person it takes to play what they have in mind, on each platform."""

from typing import Final

import pytest

from bot.session.port import commands as c
from games.base.cards import Cards
from games.base.notation import read_exact
from tests.frontends.stage import OnDiscord, Stage

HAND: Final = "3s 4s 5s 6s 7s 9s 9h Js Jh Jd Qs Qh Ks Kh As 2s 2h"


class Dealt:
    """Dice that deal these 17 cards to seat 0, which may bid first."""

    def shuffled(self, cards: Cards) -> Cards:
        mine = read_exact(HAND)
        rest = [card for card in cards if card not in mine]
        return tuple(card for at, own in enumerate(mine) for card in (own, *rest[2 * at : 2 * at + 2])) + tuple(
            rest[34:]
        )

    def below(self, limit: int) -> int:
        return 0


@pytest.mark.parametrize(
    ("ranks", "name", "on_telegram", "on_discord"),
    [
        (("3", "4", "5", "6", "7"), "straight 3–7", 6, 2),
        (("9 9",), "pair 9", 3, 2),
        (("J J J", "Q Q"), "trio with a pair JJJ+QQ", 6, 2),
    ],
)
async def test_a_combination_is_picked_in_one_go_or_offered_once_a_card_of_it_is(
    stage: Stage, ranks: tuple[str, ...], name: str, on_telegram: int, on_discord: int
) -> None:
    stage.house.manager.session.dice = lambda table, round_number: Dealt()
    await stage.deals(1)
    person, panel = stage.asked()
    await stage.people[person - 1].press(panel, "Bid 3")
    await stage.rests()
    person, panel = stage.asked()
    first = ranks[-1].split()[0]
    await stage.picks(person, panel, first)
    await stage.rests()
    assert any(label == name for label in labels(panel)[1:]), "one tap, and the second plays it"
    await stage.presses(person, panel, c.Clear)
    await stage.rests()
    deeds = 1 + await stage.picks(person, panel, *ranks)
    await stage.rests()
    assert name in labels(panel)[0], "what is picked is named on the first button"
    assert deeds == (on_discord if isinstance(stage, OnDiscord) else on_telegram)
    await stage.presses(person, panel, c.PlayPicked)
    await stage.sim.wait_for(lambda: (turn := stage.turn()) is not None and turn[0] != person)


def labels(panel: object) -> list[str]:
    return [getattr(one, "text", "") or getattr(one, "label", "") for one in panel.buttons]  # type: ignore[attr-defined]


@pytest.mark.parametrize("stage", ["discord"], indirect=True)
async def test_cards_are_typed_into_a_form_of_the_panel(stage: Stage) -> None:
    stage.house.manager.session.dice = lambda table, round_number: Dealt()
    await stage.deals(1)
    person, panel = stage.asked()
    me = stage.people[person - 1]
    assert not panel.has_button("⌨ Type"), "there is nothing to type while bids are asked for"
    await me.press(panel, "Bid 3")
    await stage.rests()
    before = panel.text
    opened = await me.press(panel, "⌨ Type")
    assert opened.interaction.form["title"] == "Play by typing"
    for words, told in (
        ("34568", "You do not hold 8."),
        ("  ", "Something is missing."),
        ("/nonsense", "I cannot read"),
    ):
        refused = await me.fill(await me.press(panel, "⌨ Type"), words)
        assert told in refused.text
        assert refused.response is not panel
    assert panel.text == before
    played = await me.fill(opened, "34567")
    assert played.response is panel, "nothing more is said: the panel goes on"
    await stage.sim.wait_for(lambda: (turn := stage.turn()) is not None and turn[0] != person)
    assert "straight 3-4-5-6-7" in "\n".join(message.text for message in stage.shown())
    again = await me.fill(opened, "99")
    assert "not your turn" in again.text.lower()
