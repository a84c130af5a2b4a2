"""Sets and comparison against the umpire's, card by card, under every combination of the options that touch them."""

from itertools import product
from random import Random
from typing import Any

import pytest

from games.base.cards import RANKS, Cards, make_card, ranks_text, sort_cards
from games.base.options import Options
from games.gouji import GAME
from games.gouji.kinds import beats, is_gouji, kind_of, makeup_of, unbeatable
from games.gouji.options import house_rules
from games.gouji.sets import answers, leads
from tests.cases import each
from tests.games.gouji import umpire_sets
from tests.strategies import choices

HOUSES = tuple(
    GAME.option_set.complete(
        dict(
            zip(
                ("joker_gouji", "two_gouji", "open_with_twos", "joker_compare", "two_big_kill_one"), values, strict=True
            )
        )
    )
    for values in product(
        ("any", "threshold"), ("threshold", "any"), (False, True), ("cover", "each_card"), ("off", "pair", "on")
    )
)


def cards_of(text: str) -> Cards:
    return tuple(make_card(RANKS.index(rank), at % 4) for at, rank in enumerate(text))


def sets_in(hand: str) -> list[str]:
    return [cards for cards in choices(hand) if umpire_sets.kind(cards, HOUSES[0]) is not None]


def rules_of(options: Any) -> Any:
    return house_rules(GAME.option_set.complete(options)).sets


def small_hand(random: Random, size: int) -> str:
    """A hand rich in twos, jokers and cards near each other."""
    ranks = random.sample("3456789TJQKA", 3)
    pool = ranks * 3 + list("222xxXX")
    return "".join(sorted(random.sample(pool, size), key=umpire_sets.RANKS.index))


def by_rank(found: Any) -> list[str]:
    return ["".join(ranks_text(sort_cards(cards)).split()) for _, cards in found]


@each("options", HOUSES)
def test_kinds_and_comparison_are_those_of_the_definition(options: Options) -> None:
    random, rules = Random(repr(options)), rules_of(options)
    sets = {cards for _ in range(12) for cards in sets_in(small_hand(random, 6))}
    made = {cards: makeup_of(cards_of(cards)) for cards in sets}
    for cards, found in made.items():
        assert found is not None
        assert kind_of(found, rules).value == umpire_sets.kind(cards, options), cards
        assert is_gouji(found, rules) == (umpire_sets.kind(cards, options) in ("open", "gouji"))
    for one, other in random.sample([*product(sets, sets)], 400):
        first, second = made[one], made[other]
        assert first is not None
        assert second is not None
        assert beats(first, second, rules) == umpire_sets.tops(one, other, options), (one, other)


@each("options", HOUSES)
def test_legal_lists_are_complete_and_hold_every_set_once(options: Options) -> None:
    random, rules = Random(f"lists {options!r}"), rules_of(options)
    for _ in range(12):
        hand = small_hand(random, 8)
        led = by_rank(leads(cards_of(hand)))
        assert len(led) == len(set(led))
        assert set(led) == {cards for cards in sets_in(hand) if cards[0] != "3" or len(cards) == len(hand)}, hand
        against = random.choice(sets_in(small_hand(random, 5)))
        standing = makeup_of(cards_of(against))
        assert standing is not None
        found = by_rank(answers(cards_of(hand), standing, rules))
        assert len(found) == len(set(found))
        assert set(found) == {cards for cards in sets_in(hand) if umpire_sets.tops(cards, against, options)}, hand


@each("options", HOUSES)
def test_what_is_called_unbeatable_is_beaten_by_nothing_and_everything_else_by_something(
    options: Options,
) -> None:
    rules = rules_of(options)
    amounts = product("59A", range(4), range(3), range(3), range(5))
    everything = [f"{rank * count}{'2' * twos}{'x' * small}{'X' * big}" for rank, count, twos, small, big in amounts]
    made = [makeup_of(cards_of(cards)) for cards in dict.fromkeys(everything) if 0 < len(cards) <= 5]
    known = [one for one in made if one is not None]
    for standing in known:
        # The pack has four big jokers in all.
        beating = [one for one in known if one.big + standing.big <= 4 and beats(one, standing, rules)]
        if unbeatable(standing, rules):
            assert not beating
        elif standing.big and standing.size <= 2:
            assert beating


@pytest.mark.parametrize(
    ("natural", "twos", "small", "big"), [(14, 14, 4, 4), (10, 3, 1, 2), (20, 0, 0, 0), (5, 6, 4, 0)]
)
def test_the_number_of_leads_is_the_product_that_it_should_be(natural: int, twos: int, small: int, big: int) -> None:
    hand = cards_of("".join("4567"[at % 4] for at in range(natural)) + "2" * twos + "x" * small + "X" * big)
    assert len(list(leads(sort_cards(hand)))) == (natural + 1) * (twos + 1) * (small + 1) * (big + 1) - 1
