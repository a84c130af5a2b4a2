"""What learns in C plays as Python does: the same cards by rule of thumb, odds and ends; and a lesson leads to a file."""

import ctypes
import shutil
from copy import deepcopy
from random import Random

import pytest

from arena.lessons.gongzhu.learning import begin, compiled, learn, learned
from games.gongzhu import GAME
from games.gongzhu.ai.odds import SHARPNESS, SIZE, Odds, standings
from games.gongzhu.ai.player import different
from games.gongzhu.ai.policy import Table, follow, lead, play_out, roles_of, throw_off, worths
from games.gongzhu.fast_round import BIT, SUIT_BITS, FastRound, score
from games.gongzhu.options import HouseRules, house_rules
from games.simulate import SeededDice

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
PACK = 52
USUAL: dict[str, bool] = {}
ODD = {"swap_jack_queen": True, "diamond_queen": True}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return compiled(tmp_path_factory.mktemp("learning"))


class Position:
    """A decision in a round, and what both are told of it."""

    def __init__(self, round_: FastRound, rules: HouseRules, void: list[int]) -> None:
        self.round, self.rules, self.void = round_, rules, void
        self.hand = round_.hands[round_.turn]
        self.others = sum(round_.hands) - self.hand
        self.free = sum(BIT[place] for place in round_.legal())
        self.worth = worths(round_.exposed, roles_of(rules))
        self.pot = sum(self.worth[place] for place in round_.trick)
        self.follows = bool(round_.trick) and bool(self.free & SUIT_BITS[round_.trick[0]])
        numbers = [*round_.hands, *round_.taken, *void, round_.exposed, round_.waiting]
        self.cards = (ctypes.c_uint64 * 14)(*numbers)
        self.table = (ctypes.c_int * 5)(round_.leader or 0, *round_.trick)
        self.laid = len(round_.trick)

    def by_rule(self) -> int:
        roles, standing = roles_of(self.rules), self.round.standing
        if standing is None:
            return lead(self.free, self.hand, self.others, roles)
        if not self.follows:
            return throw_off(self.free, self.others, roles)
        return follow(self.free, standing[1], self.laid == 3, self.pot, self.others, roles)

    def gone(self) -> int:
        return sum(
            1 << 4 * suit + one for suit in range(4) for one in range(4) if self.void[one] & SUIT_BITS[13 * suit]
        )

    def chances(self, odds: Odds) -> dict[int, float]:
        round_, seat = self.round, self.round.turn
        taken, now, pile = round_.taken[seat], standings(round_.taken)[seat], sum(BIT[place] for place in round_.trick)
        if round_.standing is None:
            places, sums = odds.leads(self.free, self.hand, self.others, taken, now, self.gone() & ~(0x1111 << seat))
        elif self.follows:
            suit = SUIT_BITS[round_.trick[0]]
            later = sum(1 for step in range(1, 4 - self.laid) if self.void[(seat + step) % 4] & suit)
            best = round_.standing[1]
            places, sums = odds.follows(
                self.free, self.hand, self.others, pile, taken, now, best, self.laid, self.pot, later
            )
        else:
            places, sums = odds.throws(self.hand, self.others, pile, taken, now, self.laid, self.pot)
        return {place: one - before for place, one, before in zip(places, sums, [0.0, *sums], strict=False)}

    def different(self) -> list[int]:
        round_, seat = self.round, self.round.turn
        return different(
            list(round_.legal()),
            Table(seat, self.rules, self.hand, round_.leader, tuple(round_.trick), (), (), 0, 0, self.others, (), (), (), ()),
        )  # fmt: skip

    def ended(self, odds: Odds | None, draws: list[float]) -> list[int]:
        round_, hands, taken, bonus = self.round, list(self.round.hands), list(self.round.taken), [0] * 4
        leader, trick = round_.leader or 0, tuple(round_.trick)
        if odds is None:
            play_out(hands, taken, bonus, leader, trick, round_.waiting, self.worth, roles_of(self.rules))
        else:
            odds.play_out(hands, taken, bonus, leader, trick, round_.waiting, self.gone(), draws)
        points = [score(cards, round_.exposed, swapped=self.rules.swap_jack_queen) for cards in taken]
        return [one + more * self.rules.diamond_queen for one, more in zip(points, bonus, strict=True)]


def positions(seed: int, rules: HouseRules) -> list[Position]:
    random = Random(seed)
    hands = GAME.deal(GAME.option_set.complete({}), 4, {}, SeededDice(seed)).hands
    round_, void, found = FastRound.dealt(hands, rules, seed % 4), [0] * 4, []
    while round_.deciding:
        round_.step(random.choice(round_.legal()))
    while not round_.is_over:
        place = random.choice(round_.legal())
        if len(round_.legal()) > 1:
            found.append(Position(deepcopy(round_), rules, list(void)))
        led = SUIT_BITS[round_.trick[0] if round_.trick else place]
        if not BIT[place] & led or BIT[place] & round_.waiting & led:
            void[round_.turn] |= led
        round_.step(place)
    return found


@pytest.mark.parametrize("options", [USUAL, ODD])
def test_both_play_alike(library: ctypes.CDLL, options: dict[str, bool]) -> None:
    rules = house_rules(GAME.option_set.complete(options))
    random, compared = Random(1), 0
    begin(library, 1, rules)
    weights = [random.uniform(-0.3, 0.3) for _ in range(SIZE)]
    library.read_weights((ctypes.c_float * SIZE)(*weights))
    library.use_weights()
    factors = [2.718281828459045 ** (SHARPNESS * weight) for weight in weights]
    for seed in range(4):
        found = positions(seed, rules)
        odds = Odds(factors, found[0].round.exposed, rules)
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
