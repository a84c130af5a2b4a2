"""What learns in C plays as Python does: the same cards by rule of thumb, odds and ends; and a lesson leads to a file."""

import ctypes
import shutil
from random import Random

import pytest

from arena.lessons.gongzhu.learning import begin, compiled, learn, learned
from games.base.actions import Play
from games.base.options import Options
from games.gongzhu import GAME
from games.gongzhu.ai.bits import BIT, PLACE_OF, SUIT_BITS, bits_of, score
from games.gongzhu.ai.odds import SHARPNESS, SIZE, Odds, standings
from games.gongzhu.ai.player import different
from games.gongzhu.ai.policy import Table, follow, lead, play_out, roles_of, throw_off, worths
from games.gongzhu.cards import legal_cards, winning
from games.gongzhu.options import HouseRules, house_rules
from games.gongzhu.state import Playing
from games.simulate import SeededDice

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
PACK = 52
USUAL: dict[str, bool] = {}
ODD = {"swap_jack_queen": True, "diamond_queen": True}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return compiled(tmp_path_factory.mktemp("learning"))


class Position:
    """A decision in a round, and what both are told of it; cards as bits."""

    def __init__(self, state: Playing, rules: HouseRules, void: list[int]) -> None:
        self.rules, self.void, self.seat, self.leader = rules, void, state.turn, state.leader
        self.hands, self.taken = [bits_of(hand) for hand in state.hands], [bits_of(cards) for cards in state.taken]
        self.trick = tuple(PLACE_OF[card] for card in state.trick)
        self.exposed = bits_of(state.exposed)
        self.waiting = bits_of([card for card in state.exposed if not state.led >> (card & 3) & 1])
        self.hand = self.hands[self.seat]
        self.others = sum(self.hands) - self.hand
        led = state.trick[0] & 3 if state.trick else None
        self.legal = sorted(
            map(PLACE_OF.__getitem__, legal_cards(state.hands[self.seat], led, state.exposed, state.led))
        )
        self.free = sum(BIT[place] for place in self.legal)
        self.worth = worths(self.exposed, roles_of(rules))
        self.pot = sum(self.worth[place] for place in self.trick)
        self.best = PLACE_OF[state.trick[winning(state.trick)]] if self.trick else -1
        self.follows = bool(self.trick) and bool(self.free & SUIT_BITS[self.trick[0]])
        self.cards = (ctypes.c_uint64 * 14)(*self.hands, *self.taken, *void, self.exposed, self.waiting)
        self.table = (ctypes.c_int * 5)(self.leader, *self.trick)
        self.laid = len(self.trick)

    def by_rule(self) -> int:
        roles = roles_of(self.rules)
        if not self.trick:
            return lead(self.free, self.hand, self.others, roles)
        if not self.follows:
            return throw_off(self.free, self.others, roles)
        return follow(self.free, self.best, self.laid == 3, self.pot, self.others, roles)

    def gone(self) -> int:
        return sum(
            1 << 4 * suit + one for suit in range(4) for one in range(4) if self.void[one] & SUIT_BITS[13 * suit]
        )

    def chances(self, odds: Odds) -> dict[int, float]:
        seat, now, pile = self.seat, standings(self.taken)[self.seat], sum(BIT[place] for place in self.trick)
        taken = self.taken[seat]
        if not self.trick:
            places, sums = odds.leads(self.free, self.hand, self.others, taken, now, self.gone() & ~(0x1111 << seat))
        elif self.follows:
            suit = SUIT_BITS[self.trick[0]]
            later = sum(1 for step in range(1, 4 - self.laid) if self.void[(seat + step) % 4] & suit)
            places, sums = odds.follows(
                self.free, self.hand, self.others, pile, taken, now, self.best, self.laid, self.pot, later
            )
        else:
            places, sums = odds.throws(self.hand, self.others, pile, taken, now, self.laid, self.pot)
        return {place: one - before for place, one, before in zip(places, sums, [0.0, *sums], strict=False)}

    def different(self) -> list[int]:
        table = Table(
            self.seat, self.rules, self.hand, self.leader, self.trick, (), (), 0, 0, self.others, (), (), (), ()
        )
        return different(list(self.legal), table)

    def ended(self, odds: Odds | None, draws: list[float]) -> list[int]:
        hands, taken, bonus = list(self.hands), list(self.taken), [0] * 4
        if odds is None:
            play_out(hands, taken, bonus, self.leader, self.trick, self.waiting, self.worth, roles_of(self.rules))
        else:
            odds.play_out(hands, taken, bonus, self.leader, self.trick, self.waiting, self.gone(), draws)
        points = [score(cards, self.exposed, swapped=self.rules.swap_jack_queen) for cards in taken]
        return [one + more * self.rules.diamond_queen for one, more in zip(points, bonus, strict=True)]


def positions(seed: int, options: Options) -> list[Position]:
    random, rules = Random(seed), house_rules(options)
    state = GAME.start(options, GAME.deal(options, 4, {}, SeededDice(seed)), {"pig": seed % 4}).state
    void, found = [0] * 4, list[Position]()
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        legal = list(GAME.legal(state, seat))
        action = random.choice(legal)
        if isinstance(state, Playing) and isinstance(action, Play):
            place = PLACE_OF[action.cards[0]]
            one = Position(state, rules, list(void))
            if len(legal) > 1:
                found.append(one)
            led = SUIT_BITS[one.trick[0] if one.trick else place]
            if not BIT[place] & led or BIT[place] & one.waiting & led:
                void[seat] |= led
        state = GAME.apply(state, seat, action).state
    return found


@pytest.mark.parametrize("options", [USUAL, ODD])
def test_both_play_alike(library: ctypes.CDLL, options: dict[str, bool]) -> None:
    complete = GAME.option_set.complete(options)
    rules = house_rules(complete)
    random, compared = Random(1), 0
    begin(library, 1, rules)
    weights = [random.uniform(-0.3, 0.3) for _ in range(SIZE)]
    library.read_weights((ctypes.c_float * SIZE)(*weights))
    library.use_weights()
    factors = [2.718281828459045 ** (SHARPNESS * weight) for weight in weights]
    for seed in range(4):
        found = positions(seed, complete)
        odds = Odds(factors, found[0].exposed, rules)
        for one in found:
            told = (ctypes.c_double * PACK)()
            assert library.look(one.cards, one.table, one.laid, told) == one.by_rule()
            wanted = one.chances(odds)
            assert [place for place in range(PACK) if told[place]] == list(wanted)
            ratio = sum(told) / sum(wanted.values())
            assert [told[place] / ratio for place in wanted] == pytest.approx(list(wanted.values()), rel=1e-5)
            draws = [random.random() for _ in range(PACK)]
            for by in (odds, None):
                points, weighed = (ctypes.c_int * 4)(), (ctypes.c_int * 13)()
                given = (ctypes.c_double * PACK)(*draws)
                number = library.ended(one.cards, one.table, one.laid, int(by is not None), given, points, weighed)
                assert list(points) == one.ended(by, draws)
                assert weighed[:number] == one.different()
            compared += 1
    assert compared > 80


def test_a_lesson_leads_to_a_file(library: ctypes.CDLL) -> None:
    found = learn(1, 1, 2)
    assert list(found) == ["odds", "odds_swapped"]
    assert all(network.sizes == (SIZE, 1) and any(network.layers[0][0][0]) for network in found.values())
    assert learned(library, 1, 1, 2, swapped=True).layers == found["odds_swapped"].layers
