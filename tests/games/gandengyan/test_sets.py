"""Readings and comparison against the naive enumerator, under every house rule that touches them."""

from itertools import product
from random import Random
from typing import Any

import pytest

from games.base.cards import RANKS, Cards, ranks_text, sort_cards
from games.base.notation import place, read_cards
from games.base.options import Options
from games.gandengyan import GAME
from games.gandengyan.kinds import Reading, beats, readings, stands_for
from games.gandengyan.options import house_rules
from games.kit.counts import pack
from tests.games.gandengyan import naive
from tests.strategies import choices

HOUSES = tuple(
    dict(zip(("packs", "trio", "rocket"), values, strict=True))
    for values in product((1, 2), ("bomb", "set"), ("top", "trio"))
)


def cards_of(letters: str, options: Options) -> Cards:
    """Cards of these ranks, suits as the pack has them."""
    (cards,) = place([read_cards(" ".join(letters))], GAME.pack(options, 4))
    return sort_cards(cards)


def letters_of(cards: Cards) -> str:
    return naive.ascending(ranks_text(cards).replace(" ", ""))


def small_hand(random: Random, size: int, packs: int) -> str:
    """A hand of neighbours, twos and jokers: as much as can be in which cards mean several things."""
    low = random.randrange(11)
    near = [RANKS[rank] for rank in range(low, min(low + random.choice((2, 3, 5)), 12))]
    pool = (near * 4 + ["2"] * random.choice((0, 2, 4)) + ["x", "X"] * random.choice((0, 1, 1))) * packs
    return naive.ascending("".join(random.sample(pool, min(size, len(pool)))))


def meanings(letters: str, options: Options) -> list[tuple[Reading, tuple[str, str]]]:
    """The room's readings of some cards, with what they are in the words of the definition."""
    counts = pack(cards_of(letters, options))
    found = []
    for reading in readings(counts, house_rules(options).combos):
        meant = "".join(RANKS[rank] for rank in stands_for(reading, counts))
        found.append((reading, (reading.kind.value, "xX" if reading.kind.value == "rocket" else meant)))
    return found


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_cards_mean_what_the_definition_says_the_strongest_first(house: dict[str, Any]) -> None:
    random, options = Random(f"meanings {house}"), GAME.option_set.complete(house)
    looked_at: set[str] = set()
    for _ in range(120):
        looked_at |= set(choices(small_hand(random, 7, house["packs"])))
    assert len(looked_at) > 1000
    for letters in looked_at:
        assert [meant for _, meant in meanings(letters, options)] == list(naive.readings(letters, options)), letters


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_what_beats_what_is_as_the_definition_says(house: dict[str, Any]) -> None:
    random, options = Random(f"beats {house}"), GAME.option_set.complete(house)
    rules = house_rules(options).combos
    known: dict[tuple[str, str], Reading] = {}
    for _ in range(60):
        for letters in choices(small_hand(random, 6, house["packs"])):
            known |= {meant: reading for reading, meant in meanings(letters, options)}
    wanted = {"solo", "pair", "chain", "pair_chain", "bomb", "rocket"}
    assert {kind for kind, _ in known} == wanted | ({"trio"} if house["trio"] == "set" else set())
    for new, old in product(known, known):
        assert beats(known[new], known[old], rules) == naive.beats(new, old, options), (new, old)


def cards_in(state: Any, seat: int, letters: str) -> Cards:
    """Cards of these ranks out of a hand."""
    hand, taken = list(GAME.hands(state)[seat]), []
    for rank in letters:
        taken.append(next(card for card in hand if ranks_text((card,)) == rank))
        hand.remove(taken[-1])
    return sort_cards(taken)
