"""What the table offers: the clock's action, and what picked cards are."""

from collections import Counter
from random import Random

import pytest

from games.base.actions import Pass, Play
from games.base.cards import sort_cards
from games.liujiatong import GAME
from games.simulate import SeededDice
from tests.games.liujiatong import naive
from tests.games.liujiatong.test_round import lively, short_deal
from tests.games.liujiatong.test_umpire import text


@pytest.mark.parametrize("seed", range(3))
def test_a_round_played_by_the_clock_alone_comes_to_an_end_and_breaks_no_bomb_before_it_must(seed: int) -> None:
    options = GAME.option_set.complete({})
    state = GAME.start(options, GAME.deal(options, 6, {}, SeededDice(f"clock {seed}")), {}).state
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        action = GAME.fallback(state, seat)
        GAME.check(state, seat, action)
        if awaited[0].why == "follow":
            assert action == Pass()
        else:
            assert isinstance(action, Play)
            assert text(action.cards) == lowest(text(GAME.hands(state)[seat]))
        state = GAME.apply(state, seat, action).state


def lowest(hand: str) -> str:
    """The sheet's "when time runs out": the lowest single that breaks no bomb, else the lowest card."""
    counts = Counter(hand)
    free = [card for card in hand if counts[card] <= 3]
    return min(free or hand, key=naive.ORDER.index)


def test_picked_cards_are_recognised_with_every_other_reading_that_would_count() -> None:
    random = Random("picked")
    options = GAME.option_set.complete({})
    several = 0
    for seed in range(40):
        state = GAME.start(options, short_deal(random, 9), {}).state
        for _ in range(2):
            if not GAME.awaited(state):
                break
            seat = GAME.awaited(state)[0].seat
            standing = GAME.view(state, None).standing
            old = None if standing is None else naive.kind_of(text(standing.reading or standing.cards))
            hand = GAME.hands(state)[seat]
            for _ in range(25):
                cards = sort_cards(random.sample(hand, random.randint(1, len(hand))))
                possible = [one for one in naive.readings(text(cards)) if old is None or naive.beats(one, old)]
                seen = GAME.recognise(state, seat, cards)
                assert seen.legal is bool(possible), (seed, text(cards), old)
                if seen.legal:
                    first = naive.kind_of(text(cards)) if old is None else naive.answer(text(cards), old)
                    assert first
                    assert (seen.kind, seen.rank) == (first.kind, first.top)
                    named = {(kind, rank) for _, kind, rank in seen.others} | {(seen.kind, seen.rank)}
                    assert named == {(one.kind, one.top) for one in possible}
                    for action, _, _ in seen.others:
                        GAME.check(state, seat, action)
                    several += len(named) > 1
            state = GAME.apply(state, seat, lively(random, state, seat)).state
    assert several > 10
