"""Plays that are tried on drawn hands win where they do if ``normal`` plays on, and what may not be known does not count."""

import random
from dataclasses import replace

import pytest

from games.base.actions import Pass, Play
from games.base.cards import full_pack, sort_cards
from games.contract import Deal
from games.doudizhu import GAME
from games.doudizhu.ai import strong
from games.doudizhu.ai.choice import Situation
from games.doudizhu.ai.player import normal, situation
from games.doudizhu.ai.strong import estimates, times_won
from games.doudizhu.native import CORE
from games.doudizhu.options import house_rules
from games.doudizhu.state import Over, Playing, State
from games.kit.counts import pack, take
from games.simulate import SeededDice

OPTIONS = GAME.option_set.complete({"shuttles": False})
HOUSE = house_rules(OPTIONS)
needs_core = pytest.mark.skipif(CORE is None, reason="no native core: nothing was tried on drawn hands")


def seen_openly(state: Playing) -> Situation:
    """What the seat to act knows where everybody knows the landlord's hand, and so what all hold."""
    hands = [pack(hand) for hand in state.hands]
    unseen = sum(hands) - hands[state.turn]
    known = hands[0] if state.turn else 0
    return replace(situation(GAME.view(state, state.turn)), unseen=unseen, known=known)


def landlord_wins(state: State) -> bool:
    """Play on as ``normal`` does."""
    while isinstance(state, Playing):
        play = normal(state.turn == 0).choose(seen_openly(state))
        state = GAME.apply(state, state.turn, Play(take(state.hands[state.turn], play)) if play else Pass()).state
    assert isinstance(state, Over)
    return state.points[0] > 0


@needs_core
def test_all_play_on_as_normal_does() -> None:
    rng, compared = random.Random(4), list[int]()
    for _ in range(25):
        cards = rng.sample([card for card in full_pack() if card >= 16], 24)
        hands = sort_cards(cards[:9]), sort_cards(cards[9:17]), sort_cards(cards[17:])
        state = GAME.start(OPTIONS, Deal(hands, keys={"landlord": 0, "leader": 1}), {}).state
        assert isinstance(state, Playing)
        actions = [action for action in GAME.legal(state, 1) if isinstance(action, Play)][:12]
        won = times_won(seen_openly(state), 0, [pack(action.cards) for action in actions], HOUSE, rng, 2)
        assert won == tuple(2 * (not landlord_wins(GAME.apply(state, 1, action).state)) for action in actions)
        compared += won
    assert 40 < compared.count(2) < len(compared) - 40


@needs_core
def test_hidden_hands_are_all_tried() -> None:
    """One of two others holds the ace that beats a king; only if that is the landlord the king loses."""
    others = [card for card in full_pack() if card < 8 or card >= 44]
    unseen, king, low = pack(others[:3]) + pack(others[8:9]), 1 << 40, 1
    seen = Situation(
        hand=king + low, seat=1, landlord=0, sizes=(2, 2, 2), unseen=unseen, standing=None, standing_seat=1
    )
    won = times_won(seen, 0, [king, low], HOUSE, random.Random(1), 50)
    assert won is not None
    assert 10 < won[0] < 40


def test_without_a_core_the_networks_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strong, "played_on", lambda *_: None)
    dealt = GAME.deal(OPTIONS, 3, {}, SeededDice("alone"))
    hands = sort_cards((*dealt.hands[0], *dealt.stock)), *dealt.hands[1:]
    state = GAME.start(OPTIONS, Deal(hands, keys={"landlord": 0, "leader": 0}), {}).state
    view = GAME.view(state, 0)
    told = estimates(view, SeededDice(1), 1.0, None)
    assert len(told) > 1
    assert told[0].action == strong.chosen(view)
