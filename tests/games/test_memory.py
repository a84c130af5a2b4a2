"""What is still out: for every seat and for who only watches, exactly what lies where they cannot see."""

from collections import Counter
from itertools import islice
from random import Random

from games import GAMES
from games.base.cards import Card
from games.contract import Carry
from games.kit.memory import laid_cards, still_out
from games.simulate import SeededDice
from tests.cases import each
from tests.seeds import seeds

FREE = {
    "gouji": {
        "revolt_try": True, "counter_burn": True, "buy_fours": True, "decline_tribute": True, "two_revolts": "allow",
    },
}  # fmt: skip
"""House rules under which cards go more ways than usual."""


@each("seed", seeds(2, 24))
@each("game", GAMES)
def test_what_is_out_is_what_the_viewer_cannot_see(game: str, seed: int) -> None:
    rules, chance, dice = GAMES[game], Random(seed), SeededDice(seed)
    players, options = rules.seats[0], rules.option_set.complete(FREE.get(game, {}))
    pack, deeds = rules.pack(options, players), 0
    carry: Carry = {}
    for _ in range(2):  # the second begins with what the first one owes: tributes, levels, the winner's lead
        state = rules.start(options, rules.deal(options, players, carry, dice), carry).state
        while (result := rules.result(state)) is None:
            viewer = [None, *range(players)][deeds % (players + 1)]
            view, hands = rules.view(state, viewer), rules.hands(state)
            out, others = Counter(still_out(view, pack)), Counter[Card]()
            for seat, hand in enumerate(hands):
                others += Counter(hand) if seat != viewer else Counter()
            assert not others - out, "what somebody else holds is out"
            assert (out - others).total() == sum(pile.count for pile in view.piles if pile.cards is None)
            assert Counter(laid_cards(view.acts)) + out + Counter(view.hand or ()) == Counter(pack)
            seat = chance.choice(rules.awaited(state)).seat
            state = rules.apply(state, seat, chance.choice(list(islice(rules.suggest(state, seat), 12)))).state
            deeds += 1
        carry = result.carry
