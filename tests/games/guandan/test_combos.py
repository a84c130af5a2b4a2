"""Combinations and wild cards against a naive enumerator that follows the sheet word by word."""

from itertools import combinations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.base.cards import RANKS, Cards, Rank, card_text, cards_text, full_pack, rank_of, sort_cards
from games.base.notation import read_cards, read_exact
from games.guandan.combinations.kinds import ComboRules, Kind, Reading, beats, strength
from games.guandan.combinations.readings import fitting, in_force, meaning, readings
from games.guandan.combinations.templates import legal_plays, moves
from tests.cases import each
from tests.games.guandan import naive
from tests.seeds import seeds

PACK = full_pack(2)
LEVELS = "23456789TJQKA"
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"flush_over": 4},
    {"flush_over": 6},
    {"joker_full_house": False},
    {"wild_with_jokers": True},
)


def rules_of(level: str, **house: Any) -> tuple[ComboRules, naive.Rules]:
    return ComboRules(Rank(RANKS.index(level)), **house), naive.Rules(level, **house)


def ours(cards: Cards, rules: ComboRules) -> list[tuple[str, str]]:
    return [(reading.kind.value, RANKS[reading.rank]) for reading in readings(cards, rules)]


def texts(cards: Cards) -> list[str]:
    return [card_text(card) for card in cards]


def hand_of(random: Random, rules: ComboRules, size: int, wilds: int) -> Cards:
    """A hand from a few neighbouring ranks, so that it holds combinations, with so many wild cards."""
    start = random.randrange(13)
    near = {(start + step) % 13 for step in range(random.randint(2, 6))}
    suits = random.choice([(0, 1, 2, 3), (0, 1), (2,)])
    pool = [card for card in PACK if card < 52 and card >> 2 in near and card & 3 in suits and card != rules.wild]
    pool += [card for card in PACK if card >= 52] * (random.random() < 0.3)
    pool += random.sample(PACK, 8)
    pool = [card for card in pool if card != rules.wild]
    random.shuffle(pool)
    kept: list[Any] = []
    for card in pool:
        if len(kept) < size - wilds and kept.count(card) < 2:
            kept.append(card)
    return sort_cards([*kept, *[rules.wild] * wilds])


@each("wilds", [0, 1, 2])
@each("seed", seeds(5, 24))
def test_every_set_of_cards_is_read_as_the_sheet_reads_it(wilds: int, seed: int) -> None:
    random = Random(f"{seed}/{wilds}")
    rules, sheet = rules_of(random.choice(LEVELS), **random.choice(HOUSES))
    hand = hand_of(random, rules, 7 if wilds == 2 else 8, wilds)
    for cards in {chosen for size in range(1, len(hand) + 1) for chosen in combinations(hand, size)}:
        expected = naive.strongest_first(naive.readings(texts(cards), sheet), len(cards), sheet)
        assert ours(cards, rules) == expected, cards_text(cards)


@each("wilds", [0, 1, 2])
@each("seed", seeds(6, 30))
def test_legal_plays_are_those_of_a_naive_search(wilds: int, seed: int) -> None:
    random = Random(f"legal {seed}/{wilds}")
    rules, sheet = rules_of(random.choice(LEVELS), **random.choice(HOUSES))
    hand = hand_of(random, rules, 8, wilds)
    standings: list[Reading | None] = [None]
    other = hand_of(random, rules, 9, random.randrange(2))
    standings += random.sample([move.reading for move in moves(other, None, rules)], 6)
    for standing in standings:
        beaten = None if standing is None else ((standing.kind.value, RANKS[standing.rank]), standing.size)
        expected = naive.legal(texts(hand), beaten, sheet)
        found = {
            " ".join(sorted(RANKS[rank_of(card)] for card in cards)): cards
            for cards in legal_plays(hand, standing, rules)
        }
        listed = [tuple(map(rank_of, cards)) for cards in legal_plays(hand, standing, rules)]
        assert len(listed) == len(set(listed)), "a play by rank stands in the list once"
        assert set(found) == set(expected), (cards_text(hand), standing)
        for ranks, cards in found.items():
            assert texts(cards) in [
                sorted(one, key=lambda t: texts(hand).index(t)) for one in expected[ranks]
            ] or sorted(texts(cards)) in [sorted(one) for one in expected[ranks]]


@each("seed", seeds(12, 60))
def test_a_reading_that_is_named_in_full_is_the_one_in_force(seed: int) -> None:
    random = Random(f"named {seed}")
    rules, _ = rules_of(random.choice(LEVELS), **random.choice(HOUSES))
    hand = hand_of(random, rules, 10, random.randint(1, 2))
    for move in moves(hand, None, rules):
        named = read_cards(meaning(move.cards, move.reading, rules))
        assert in_force(move.cards, None, rules, named) == move.reading, (cards_text(move.cards), move)
        found = in_force(move.cards, None, rules, None if move.named is None else read_cards(move.named))
        assert found == move.reading


def test_a_move_says_its_reading_only_where_it_would_be_taken_otherwise() -> None:
    rules, _ = rules_of("2")
    hand = sort_cards(read_exact("5s 6s 7s 8s 2h"))
    named = {
        (move.reading.kind, RANKS[move.reading.rank]): move.named
        for move in moves(hand, None, rules)
        if len(move.cards) == 5
    }
    assert named[Kind.STRAIGHT_FLUSH, "9"] is None
    assert named[Kind.STRAIGHT_FLUSH, "8"] == "4 5 6 7 8"
    assert named[Kind.STRAIGHT, "9"] == "5s 6s 7s 8s 9h"


def test_what_cannot_be_made_of_the_cards_fits_no_declaration() -> None:
    rules, _ = rules_of("2")
    cards = sort_cards(read_exact("5s 6s 7s 8s 2h"))
    assert fitting(cards, read_cards("5s 6s 7s 8s 9d Td"), rules) == ()
    assert fitting(cards, read_cards("5s 6s 7s 8s 3d"), rules) == ()
    assert fitting(cards, read_cards("5h 6s 7s 8s 9s"), rules) == ()
    assert fitting(cards, read_cards("x 6s 7s 8s 5s"), rules) == ()
    assert [(one.kind, RANKS[one.rank]) for one in fitting(cards, read_cards("5 6 7 8 9"), rules)] == [
        (Kind.STRAIGHT_FLUSH, "9"),
        (Kind.STRAIGHT, "9"),
    ]
    plain = sort_cards(read_exact("5s 5d"))
    assert fitting(plain, read_cards("5 5"), rules)
    assert fitting(plain, read_cards("5s 5c"), rules) == ()


READINGS = [
    Reading(kind, Rank(rank), size)
    for kind, sizes in {
        Kind.SINGLE: (1,), Kind.PAIR: (2,), Kind.TRIPLE: (3,), Kind.TUBE: (6,), Kind.PLATE: (6,), Kind.FULL_HOUSE: (5,),
        Kind.STRAIGHT: (5,), Kind.BOMB: range(4, 11), Kind.STRAIGHT_FLUSH: (5,), Kind.ROYAL_FLUSH: (5,), Kind.JOKER_BOMB: (4,),
    }.items()
    for size in sizes
    for rank in range(13)
]  # fmt: skip


@given(st.sampled_from(READINGS), st.sampled_from(READINGS), st.sampled_from(READINGS), st.sampled_from(LEVELS),
       st.sampled_from(HOUSES))  # fmt: skip
def test_beating_is_never_mutual_and_carries_over(
    one: Reading, two: Reading, three: Reading, level: str, house: dict[str, Any]
) -> None:
    rules, _ = rules_of(level, **house)
    assert not beats(one, one, rules)
    assert not (beats(one, two, rules) and beats(two, one, rules))
    if beats(one, two, rules) and beats(two, three, rules):
        assert beats(one, three, rules)


@given(st.sampled_from(LEVELS), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_readings_are_totally_ordered_and_the_order_of_cards_means_nothing(level: str, seed: int) -> None:
    rules, _ = rules_of(level)
    random = Random(seed)
    hand = random.sample(PACK, 27)
    for move in random.sample(list(moves(sort_cards(hand), None, rules)), 8):
        cards = list(move.cards)
        random.shuffle(cards)
        found = readings(tuple(cards), rules)
        assert found == readings(move.cards, rules)
        keys = [strength(reading, rules) for reading in found]
        assert keys == sorted(keys, reverse=True)
        assert len(set(keys)) == len(keys), "no two readings of the same cards are equally strong"
