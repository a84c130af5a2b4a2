"""The native core takes short and late rounds as the rules do, under any house rules and with any number of players."""

from random import Random

import pytest

from games.gandengyan import GAME
from games.gandengyan.native import CORE
from tests.cases import each
from tests.games.gandengyan.test_round import house, short_deal
from tests.native import SideBySide
from tests.seeds import seeds

pytestmark = pytest.mark.skipif(CORE is None, reason="no native core: it was NOT compared with the rules")


@each("seed", seeds(40, 3000))
def test_short_rounds_are_the_same_by_core_and_rules(seed: int) -> None:
    """Stocks that run out, leaders with a lone joker, rounds that nobody can play on."""
    random = Random(f"fast {seed}")
    players, options = random.choice((2, 3, 4, 5, 6)), house(random)
    assert SideBySide(GAME, options, players, random).play(seed, short_deal(random, options, players), doors=0.1)
