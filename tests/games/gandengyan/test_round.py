"""How cards are dealt in Gan Deng Yan, what is shown at the end, and what is done when time runs out."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.base.actions import Action, Pass, Play
from games.base.cards import Cards, rank_of, sort_cards
from games.base.errors import NotationError
from games.base.options import Options
from games.contract import Deal
from games.gandengyan import GAME
from games.simulate import SeededDice
from tests.cases import each
from tests.seeds import seeds
from tests.strategies import random_options


def house(random: Random) -> Options:
    return random_options(GAME, random, cap=(0, 5, 20), deals=(0, 1, 3), target=(0, 10, 60))


def short_deal(random: Random, options: Options, players: int) -> Deal:
    """A few cards each out of a few neighbouring ranks, twos and jokers, with a short stock; sometimes next to nothing but
    jokers, so that leaders get stuck."""
    pack = list(GAME.pack(options, players))
    if random.random() < 0.15:
        jokers = [card for card in pack if rank_of(card) > 12]
        pool = jokers + random.sample([card for card in pack if rank_of(card) < 13], players)
        return Deal(tuple(sort_cards([card]) for card in random.sample(pool[: max(players, len(jokers))], players)))
    low = random.randrange(9)
    wide = 2 if players < 4 else 4
    pool = [card for card in pack if low <= rank_of(card) <= low + wide or rank_of(card) > 11]
    random.shuffle(pool)
    most = (len(pool) - 2) // players
    hands = [sort_cards([pool.pop() for _ in range(random.randint(1, min(6, most)))]) for _ in range(players)]
    return Deal(tuple(hands), stock=tuple(pool[: random.choice((0, 0, 1, 4, 10))]))


def lively(random: Random, state: Any, seat: int) -> Action:
    """A legal action, plays more often than passes; sometimes in one of the other readings."""
    actions = list(islice(GAME.legal(state, seat), 400))
    plays = [action for action in actions if isinstance(action, Play)]
    action = random.choice(plays if plays and random.random() < 0.6 else actions)
    if isinstance(action, Play) and random.random() < 0.3:
        others = [other for other, _, _ in GAME.recognise(state, seat, action.cards).others]
        return random.choice([action, *others])
    return action


class Known:
    """Dice whose shuffle is written down, and whose numbers are given."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.order: Cards = ()

    def shuffled(self, cards: Cards) -> Cards:
        self.order = SeededDice(self.number).shuffled(cards)
        return self.order

    def below(self, limit: int) -> int:
        return self.number % limit


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_cards_go_round_from_the_banker_who_gets_the_next_one_too(players: int) -> None:
    dice = Known(3)
    deal = GAME.deal(GAME.option_set.complete({}), players, {}, dice)
    banker, order = 3 % players, dice.order
    for seat in range(players):
        at = (seat - banker) % players
        mine = [order[place] for place in range(at, 5 * players, players)]
        mine += [order[5 * players]] if seat == banker else []
        assert sorted(deal.hands[seat]) == sorted(mine)
    assert deal.stock == order[5 * players + 1 :]


def test_hands_are_shown_after_a_round_with_a_winner_and_not_after_a_void_one() -> None:
    options = GAME.option_set.complete({})
    state = GAME.start(options, Deal((_cards(0), _cards(8, 12))), {}).state
    step = GAME.apply(state, 0, Play(_cards(0)))
    assert [event.code for event in step.events].count("hand_shown") == 1
    assert GAME.view(step.state, None).seats[1].shown == _cards(8, 12)
    state = GAME.start(options, Deal((_cards(52), _cards(53))), {}).state
    state = GAME.apply(state, 0, Pass()).state
    step = GAME.apply(state, 1, Pass())
    assert "hand_shown" not in [event.code for event in step.events]
    assert all(not seat.shown for seat in GAME.view(step.state, 0).seats)


def _cards(*numbers: int) -> Cards:
    return sort_cards([card for card in GAME.pack(GAME.option_set.complete({}), 4) if card in numbers])


@each("seed", seeds(20, 120))
def test_when_time_runs_out_the_harmless_thing_is_done(seed: int) -> None:
    """Following a pass; leading the lowest solo that breaks no bomb, else the lowest card, the rocket, or the pass."""
    random = Random(f"time {seed}")
    options = house(random)
    deal = short_deal(random, options, 3)
    state = GAME.start(options, deal, {}).state
    least = 4 if options["trio"] == "set" else 3
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        hand, action = GAME.hands(state)[seat], GAME.fallback(state, seat)
        GAME.check(state, seat, action)
        natural = Counter(rank_of(card) for card in hand if card < 52)
        if awaited[0].why == "follow":
            assert action == Pass()
        elif natural:
            whole = [rank for rank, count in natural.items() if count < least]
            assert isinstance(action, Play)
            assert [rank_of(card) for card in action.cards] == [min(whole or natural)]
        elif len(hand) == 1:
            assert action == Pass()
        else:
            assert isinstance(action, Play)
            assert action.cards == hand[:2]
        state = GAME.apply(state, seat, action if random.random() < 0.7 else lively(random, state, seat)).state


@each(
    ("hands", "keys", "carry"),
    [
        ((_cards(0), _cards(4), _cards(8)), {"plays": [1, 1]}, {}),
        ((_cards(0), _cards(4)), {"plays": [-1, 0]}, {}),
        ((_cards(0), _cards(4)), {"banker": 2}, {}),
        ((_cards(0), _cards(4)), {"leader": -1}, {}),
        ((_cards(0), _cards(4)), {"multiplier": 0}, {}),
        ((_cards(0), _cards(4)), {"multiplier": 1.5}, {}),
        ((_cards(0), _cards(4)), {"landlord": 0}, {}),
        ((_cards(0), _cards(4)), {"phase": "over"}, {}),
        ((_cards(0), _cards(4)), {}, {"scores": [1, 2, 3]}),
        ((_cards(0), ()), {}, {}),
        ((_cards(0), _cards(0)), {}, {}),
        ((_cards(0),), {}, {}),
        (tuple(_cards(card) for card in range(7)), {}, {}),
    ],
)
def test_a_position_that_cannot_be_is_refused(hands: tuple[Cards, ...], keys: Any, carry: Any) -> None:
    with pytest.raises(NotationError):
        GAME.start(GAME.option_set.complete({}), Deal(hands, keys=keys), carry)
