"""The native core plays from any position as the rules do, and plays tables to their end as Python does, to the last bit."""

from itertools import product
from random import Random
from typing import Any

import pytest

from games.base.cards import cards_text, sort_cards
from games.contract import Deal
from games.gongzhu import GAME
from games.gongzhu.ai.bits import BIT, POINT_BITS
from games.gongzhu.ai.policy import table_of, worlds
from games.gongzhu.ai.search import ends_in_python
from games.gongzhu.cards import PACK, POINT_CARDS, SPECIALS
from games.gongzhu.native import CORE, Begun, Dealt, played_out
from games.simulate import SeededDice
from tests.native import SideBySide
from tests.strategies import random_options

pytestmark = pytest.mark.skipif(CORE is None, reason="no native core: it was NOT compared with the rules")


def position(random: Random, options: Any) -> Deal:
    """An end game, with anything exposed; often one seat has most of what counts, or all but a card that it holds."""
    pack, size = random.sample(PACK, 52), random.choice((8, 5, 3, 2))
    one = random.randrange(4) if random.random() < 0.7 else None
    if one is not None and random.random() < 0.5:
        pack.sort(key=lambda card: card in POINT_CARDS)
        pack[one * size] = pack.pop()
    taken: list[list[Any]] = [[], [], [], []]
    for card in pack[4 * size :]:
        taken[random.randrange(4) if one is None or card not in POINT_CARDS else one].append(card)
    for cards in taken:
        if set(POINT_CARDS) <= set(cards):  # a round that has ended is no position
            cards.remove(random.choice(POINT_CARDS))
    exposed = [card for card in SPECIALS if random.random() < 0.5]
    return Deal(
        tuple(sort_cards(pack[seat * size : seat * size + size]) for seat in range(4)),
        keys={
            "phase": "expose" if options["expose_rounds"] and len(exposed) < 4 and random.random() < 0.5 else "play",
            "leader": random.randrange(4),
            "exposed": cards_text(exposed),
            "taken": [cards_text(cards) for cards in taken],
            "led": " ".join(suit for suit in "shdc" if random.random() < 0.5),
        },
    )


def test_late_positions_are_the_same_by_core_and_rules() -> None:
    for queen, sweep, teams in product((False, True), repeat=3):
        options = GAME.option_set.complete({"diamond_queen": queen, "all_cards_win": sweep, "teams": teams})
        random = Random(str(options))
        for number in range(20):
            assert SideBySide(GAME, options, 4, random).play(number, position(random, options), doors=0.2)


def counted(points: list[int], taken: list[int]) -> tuple[list[int], list[int]]:
    """Where nothing counts any more the core stops, and cards by rule of thumb are played on in Python."""
    return points, [cards & POINT_BITS for cards in taken]


def test_tables_end_alike_by_core_and_in_python() -> None:
    random, compared = Random(1), 0
    for number in range(5):
        options = random_options(GAME, random)
        state = GAME.start(options, GAME.deal(options, 4, {}, SeededDice(number)), {}).state
        while awaited := GAME.awaited(state):
            seat = random.choice(awaited).seat
            table = table_of(GAME.view(state, seat))
            drawn = [[random.random() for _ in range(53)] for _ in range(2)]
            leader = random.randrange(4) if table.leader is None else table.leader
            dealt = [Dealt(leader, *one) for one in zip(worlds(table, random, 2), drawn, strict=True)]
            asking = awaited[0].why == "expose"
            places = [-1] if asking else [place for place in range(52) if BIT[place] & table.hand]
            begun = [Begun(place, table.exposed, table.waiting, random.getrandbits(16)) for place in places]
            for by_odds in (False, True) if random.random() < 0.3 else ():
                now = (table.seat, table.trick, table.taken, table.bonus)
                told = played_out(table.rules, now, begun, dealt, by_odds=by_odds)
                wanted = list(ends_in_python(table, begun, dealt, by_odds=by_odds))
                assert told is not None
                assert [counted(*end) for end in told] == [counted(*end) for end in wanted]
                compared += len(told)
            state = GAME.apply(state, seat, random.choice(list(GAME.legal(state, seat)))).state
    assert compared > 400


def test_what_no_round_can_be_is_refused() -> None:
    assert CORE is not None
    rules = CORE.Rules((1, 0, 0, 0, 0))
    with pytest.raises(ValueError, match="no cards"):
        CORE.Round(rules, [1, *[0] * 14, *[-1] * 8, *[0] * 10])
    with pytest.raises(ValueError, match="cannot be answered"):
        rules.answer([1, 2, 3])
