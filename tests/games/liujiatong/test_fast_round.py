"""A fast round and the rules play the same rounds."""

import random
from typing import Any

import pytest

from games.base.actions import Pass, Play
from games.base.cards import Cards, full_pack, sort_cards
from games.contract import Deal
from games.liujiatong import GAME
from games.liujiatong.fast_round import PASS, FastRound
from games.liujiatong.state import Over, Playing
from games.liujiatong.tables import packed


def deal(rng: random.Random, *, endgame: bool) -> tuple[Cards, ...]:
    """Six hands; in an endgame few ranks and many jokers, so that much can be answered."""
    cards = list(full_pack(4))
    rng.shuffle(cards)
    if not endgame:
        return tuple(sort_cards(cards[seat::6]) for seat in range(6))
    low = rng.randrange(9)
    cards = [card for card in cards if card >= 52 or card >> 2 in range(low, low + 5)]
    sizes = [rng.randint(0 if seat > 1 else 1, 13) for seat in range(6)]
    return tuple(sort_cards([cards.pop() for _ in range(size)]) for size in sizes)


def play_both(rng: random.Random, options: dict[str, Any], *, endgame: bool) -> int:
    """Play one random round on both engines, everything compared on the way; return how many deeds went by themselves."""
    complete = GAME.option_set.complete(options)
    hands = deal(rng, endgame=endgame)
    leader = rng.choice([seat for seat in range(6) if hands[seat]])
    state = GAME.start(complete, Deal(hands, keys={"leader": leader}), {}).state
    fast = FastRound([*map(packed, hands)], leader, leftover=options.get("leftover") == "out_side")
    while True:
        acts = state.history.acts()
        assert [(act.seat, packed(act.cards), act.auto) for act in acts] == fast.deeds
        assert [packed(hand) for hand in state.hands] == fast.hands
        assert (state.finished, state.taken, state.trick) == (tuple(fast.finished), tuple(fast.taken), fast.trick)
        if isinstance(state, Over):
            assert fast.is_over
            result = GAME.result(state)
            assert result is not None
            assert (result.points, state.round_winner) == (fast.points(), fast.round_winner())
            assert state.leftover == fast.leftover()
            return sum(act.auto for act in acts)
        assert isinstance(state, Playing)
        assert (state.turn, state.pot) == (fast.turn, fast.pot)
        if state.standing is not None:
            assert (state.standing.seat, state.standing.reading) == (fast.standing_seat, fast.standing)
        actions = {packed(act.cards) if isinstance(act, Play) else PASS: act for act in GAME.legal(state, state.turn)}
        choices = fast.legal()
        assert sorted(actions) == sorted(choices)
        assert len(choices) == len(set(choices))
        choice = rng.choice(choices)
        action = actions[choice]
        assert isinstance(action, Pass) is (choice == PASS)
        state = GAME.apply(state, state.turn, action).state
        fast.step(choice)


@pytest.mark.parametrize("options", [{}, {"leftover": "out_side"}])
def test_whole_rounds_are_the_same(options: dict[str, Any]) -> None:
    rng = random.Random(7)
    for _ in range(4):
        play_both(rng, options, endgame=False)


def test_endgames_with_jokers_are_the_same() -> None:
    rng = random.Random(8)
    assert sum(play_both(rng, {}, endgame=True) for _ in range(25)) > 100
