"""The deals on which the Guandan tests of the platforms rest."""

from __future__ import annotations

from bot.session.state.dealing import seeded_dice
from games import GAMES
from games.base.cards import card_text
from games.contract import Carry
from tests.frontends.guandan import FLUSH, PAYS, SEED


def test_the_seed_still_deals_what_the_matches_on_the_platforms_need() -> None:
    game, dice = GAMES["guandan"], seeded_dice(SEED)
    options = game.option_set.complete({})
    first = game.start(options, game.deal(options, 4, {}, dice(1, 1)), {}).state
    held = [card_text(card) for card in game.hands(first)[0]]
    assert [waited.seat for waited in game.awaited(first)] == [0]
    assert set(FLUSH.split()) <= set(held)
    assert "2h" in held
    for number, levels, phase in ((2, ("5", "2"), "tribute"), (3, ("8", "2"), "play"), (4, ("J", "2"), "tribute")):
        carry: Carry = {
            "levels": levels,
            "tries": (0, 0),
            "scores": (0, 0, 0, 0),
            "places": (0, 2, 1, 3),
            "round": number - 1,
        }
        state = game.start(options, game.deal(options, 4, carry, dice(1, number)), carry).state
        assert game.phase(state) == phase
        if number == 2:
            for seat, cards in PAYS.items():
                assert {action_card(action) for action in game.legal(state, seat)} == set(cards)


def action_card(action: object) -> str:
    return card_text(action.cards[0])  # type: ignore[attr-defined]  # a tribute
