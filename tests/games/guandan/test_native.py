"""The native core takes late rounds as the rules do: few ranks and both wild cards, so that much can be answered, in more than
one reading; tributes of few cards; matches that end."""

from random import Random

import pytest

from games.base.cards import RANKS, Cards, full_pack, sort_cards
from games.contract import Deal, Json
from games.guandan import GAME
from games.guandan.native import CORE
from tests.cases import each
from tests.native import SideBySide
from tests.seeds import seeds
from tests.strategies import random_options

pytestmark = pytest.mark.skipif(CORE is None, reason="no native core: it was NOT compared with the rules")


def few(random: Random, level: int, least: int) -> tuple[Cards, ...]:
    """Four hands of few ranks, one of them perhaps long."""
    ranks = {(level + step) % 13 for step in range(random.randint(4, 6))}
    cards = [card for card in full_pack(2) if card >= 52 or card >> 2 in ranks]
    random.shuffle(cards)
    sizes, long = [random.randint(least or 1, 6) for _ in range(4)], random.randrange(4)
    sizes[long] = random.randint(2, 18)
    if not least:
        sizes[(long + random.randrange(1, 4)) % 4] = random.randrange(2)
    return tuple(sort_cards([cards.pop() for _ in range(size)]) for size in sizes)


@each("seed", seeds(120, 20_000))
def test_late_rounds_are_the_same_by_core_and_rules(seed: int) -> None:
    random = Random(f"late {seed}")
    options = {**random_options(GAME, random), "rounds": random.choice((0, 3))}
    level, follows = random.randrange(13), random.random() < 0.5
    table = SideBySide(GAME, options, 4, random)
    hands = few(random, level, 2 * follows)
    keys: dict[str, Json] = {"level": RANKS[level]}
    if follows:
        places = random.sample(range(4), 4)
        keys |= {"phase": "tribute"} if options["tribute"] else {"leader": places[0]}
        table.carry = {
            "places": list[Json](places), "levels": random.choices("TKAAA2", k=2), "tries": random.choices(range(3), k=2),
            "round": random.randrange(3),
        }  # fmt: skip
    else:
        keys["leader"] = random.choice(
            [seat for seat in range(4) if len(hands[seat]) > 1]
        )  # nothing happens by itself yet
    assert table.play(seed, Deal(hands, keys=keys), doors=0.1)
