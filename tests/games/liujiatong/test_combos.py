"""Kinds, readings and comparison against the naive enumerator, over thousands of small hands."""

from itertools import product
from random import Random
from typing import Any

import pytest

from games.liujiatong import GAME
from tests.games.liujiatong import naive
from tests.games.liujiatong.naive import NATURAL, ORDER, Reading
from tests.seeds import seeds
from tests.strategies import choices

_PLACES = "A23456789TJQKA"


def small_hand(random: Random, size: int) -> str:
    """Ranks near each other, a few of a kind, jokers now and then: what runs, flights and bombs are made of."""
    at, wide = random.randrange(13), random.choice((2, 3, 4, 5))
    near = [_PLACES[(at + step) % 14] for step in range(wide)]
    pool = near * random.choice((2, 3, 5)) + random.choices(NATURAL, k=2)
    pool += list("xxxxXXXX")[: random.choice((0, 0, 1, 2, 3, 8))]
    return naive.in_order("".join(random.sample(pool, min(size, len(pool)))))


def spaced(cards: str) -> str:
    return " ".join(cards)


def joined(cards: str) -> str:
    return cards if cards == "pass" else naive.in_order(cards.replace(" ", ""))


def asked(**query: Any) -> Any:
    return GAME.query(query)


def some_sets(random: Random, number: int, size: int) -> list[str]:
    """Choices of cards that are combinations, out of many hands."""
    found: list[str] = []
    while len(found) < number:
        among = sorted(naive.leads(small_hand(random, size)))
        found += random.sample(among, min(6, len(among)))
    return found


@pytest.mark.parametrize("block", seeds(1, 12))
def test_cards_are_called_what_the_definition_calls_them(block: int) -> None:
    random = Random(f"kinds {block}")
    for _ in range(25):
        for cards in choices(small_hand(random, 7)):
            made = naive.kind_of(cards)
            assert asked(kind_of=spaced(cards)) == (made and made.kind), cards


@pytest.mark.parametrize("block", seeds(1, 8))
def test_long_plays_are_called_what_the_definition_calls_them(block: int) -> None:
    """Chains and flights of up to 30 cards, whole and with a card or two replaced by jokers or by anything."""
    random = Random(f"long {block}")
    seen = set()
    for _ in range(250):
        size = random.choice((8, 9, 10, 12, 14, 15, 15, 18, 20, 20, 22, 24, 25, 26, 30))
        meant = random.choice([made for made, _ in naive.known(size) if made.kind != "bomb"])
        cards = list(meant.ranks)
        for _ in range(random.choice((0, 0, 1, 2, 3, 4))):
            cards[random.randrange(size)] = random.choice("xxxXX5")
        text = naive.in_order("".join(cards))
        made = naive.kind_of(text)
        assert asked(kind_of=spaced(text)) == (made and made.kind), text
        seen.add(made and made.kind)
        if made is not None:
            for reading in random.sample(naive.readings(text), min(3, len(naive.readings(text)))):
                assert asked(kind_of=spaced(text), **{"as": spaced(reading.ranks)}) == reading.kind, (text, reading)
    assert seen >= {"pair_chain", "triple_chain", "flight", None}


@pytest.mark.parametrize("block", seeds(1, 8))
def test_as_names_every_reading_and_nothing_else(block: int) -> None:
    random = Random(f"as {block}")
    for cards in some_sets(random, 120, 8):
        possible = {made.ranks: made for made in naive.readings(cards)}
        # What one reading is, moved by a card, is mostly none; so is a reading of other cards.
        others = [cards]
        for ranks in random.sample(sorted(possible), min(4, len(possible))):
            at = random.randrange(len(ranks))
            others += [ranks, ranks[:at] + random.choice(ORDER) + ranks[at + 1 :], ranks[1:]]
        for ranks in others:
            made = naive.read_as(cards, ranks) if ranks else None
            if ranks:
                mixed = spaced("".join(random.sample(ranks, len(ranks))))
                assert asked(kind_of=spaced(cards), **{"as": mixed}) == (made and made.kind), (cards, ranks)


@pytest.mark.parametrize("block", seeds(1, 8))
def test_what_beats_what_is_what_the_definition_says(block: int) -> None:
    random = Random(f"beats {block}")
    sets = some_sets(random, 60, random.choice((5, 6, 8)))
    sets += [
        "x",
        "X",
        "xx",
        "XX",
        "xxx",
        "XXX",
        "xxxx",
        "XXXX",
        "xxXXX",
        "xxxXX",
        "2" * 8,
        "3" * 9,
        "2" * 9,
        "33333xXXX",
    ]
    for new, old in random.sample([*product(sets, sets)], 1500):
        standing = naive.kind_of(old)
        assert standing
        wanted = naive.answer(new, standing) is not None
        assert asked(beats=[spaced(new), spaced(old)]) is wanted, (new, old)


@pytest.mark.parametrize("block", seeds(1, 8))
def test_a_named_reading_beats_only_by_itself(block: int) -> None:
    random = Random(f"beats as {block}")
    wild = [cards for cards in some_sets(random, 150, 7) if len(naive.readings(cards)) > 1]
    for new in wild:
        old: Reading = random.choice(naive.readings(random.choice(wild)))
        standing = naive.kind_of(old.ranks)
        assert standing
        for made in random.sample(naive.readings(new), min(3, len(naive.readings(new)))):
            wanted = naive.beats(made, standing)
            answer = asked(beats=[spaced(new), spaced(old.ranks)], **{"as": spaced(made.ranks)})
            assert answer is wanted, (new, made, old)


def test_ten_card_flights_with_jokers_are_listed_with_every_place_a_joker_can_take() -> None:
    hand = "33344455667xX"
    found = {joined(play) for play in asked(hand=spaced(hand), to_beat=None)}
    assert found == naive.leads(hand)
    flights = {cards for cards in found if (made := naive.kind_of(cards)) and made.kind == "flight"}
    assert len(flights) > 10
