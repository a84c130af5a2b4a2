"""Combinations against what the second engine takes every set of cards for, the sheet's counts, the laws of beating."""

import functools
import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.base.cards import RANKS, Card, Rank, full_pack, make_card, rank_of
from games.doudizhu.combos import best_reading, can_beat, legal_plays, readings
from games.doudizhu.kinds import ComboRules, Kind, Reading, beats, holds
from games.kit.counts import as_ranks, pack, size_of, take
from tests.cases import each
from tests.games.doudizhu.oracle_engine import Meaning, is_better, meanings
from tests.strategies import choices

RULES = ComboRules()
ALL_RULES = [ComboRules(*choice) for choice in product((0, 1, 2), (True, False), (True, False))]
PACK = full_pack()


def counts(text: str) -> int:
    return sum(1 << 4 * RANKS.index(rank) for rank in text.replace(" ", ""))


def as_text(play: int) -> str:
    """The ranks as text without suits: ``77X``."""
    return "".join(RANKS[rank] for rank in as_ranks(play))


def reading(kind: str, top: str, size: int) -> Reading:
    return Reading(Kind(kind), Rank(RANKS.index(top)), size)


def meant(found: Reading) -> Meaning:
    return str(found.kind), int(found.top), found.size, 0


def all_meanings(cards: str, rules: ComboRules) -> list[Meaning]:
    """All that these cards can be to the second engine, what a leader means first (DZ-18)."""
    jokers = ("none", "one", "both")[rules.joker_kickers]
    house = {"joker_kickers": jokers, "equal_kickers": rules.equal_kickers, "shuttles": rules.shuttles}
    found = sorted(meanings(list(cards), house), key=lambda one: (one[3], -one[1]))
    return [(kind, top, size, 0) for kind, top, size, _ in found]


def legal(hand: str, standing: Reading | None, rules: ComboRules) -> set[str]:
    """Every set of cards of a hand that may be played, by rank."""
    return {
        cards
        for cards in choices(hand)
        for meaning in all_meanings(cards, rules)
        if standing is None or is_better(meaning, meant(standing))
    }


def hands(*, most: int, ranks: str = RANKS) -> st.SearchStrategy[str]:
    """Hands of up to so many cards out of one pack, over some of the ranks."""
    cards = [rank for rank in ranks for _ in range(1 if rank in "xX" else 4)]
    return st.lists(st.sampled_from(range(len(cards))), min_size=1, max_size=most, unique=True).map(
        lambda chosen: "".join(cards[index] for index in sorted(chosen))
    )


few_ranks = st.sampled_from(["3456", "6789TJ", "JQKA2", "789TJQKA", "QKA2xX", "345xX"])
small_hands = st.one_of(hands(most=8), few_ranks.flatmap(lambda ranks: hands(most=10, ranks=ranks)))
some_rules = st.sampled_from(ALL_RULES)


@pytest.mark.parametrize(("shuttles", "expected"), [(True, 41_300), (False, 27_845)])
def test_so_many_combinations_of_up_to_twenty_cards_exist(shuttles: bool, expected: int) -> None:
    plays = [play for play in legal_plays(pack(PACK), None, ComboRules(shuttles=shuttles)) if size_of(play) <= 20]
    assert len(plays) == len(set(plays)) == expected


def test_the_richest_known_hand_has_519_leads() -> None:
    plays = list(legal_plays(counts("3456777888999TTTJQKA"), None, RULES))
    assert len(plays) == len(set(plays)) == 519


@each(
    ("hand", "standing", "expected"),
    [
        ("3", None, 1), ("xX", None, 3), ("3333", None, 4), ("34567", None, 6), ("334455", None, 7),
        ("333444", None, 11), ("3334445", None, 14), ("8888xX35", None, 18), ("33334444", None, 16),
        ("789TJQKA2xX", ("solo", "9", 1), 9), ("4444xX", ("solo", "3", 1), 5), ("4444xX", ("bomb", "5", 4), 1),
        ("4444xX", ("rocket", "X", 2), 0), ("777888999TTT", None, 57),
        ("777888999TTT", ("airplane_small", "6", 12), 1), ("789TJQKA", ("chain", "7", 5), 4),
    ],
)  # fmt: skip
def test_so_many_plays_are_legal(hand: str, standing: tuple[str, str, int] | None, expected: int) -> None:
    to_beat = None if standing is None else reading(*standing)
    assert len(legal(hand, to_beat, RULES)) == expected
    assert len(list(legal_plays(counts(hand), to_beat, RULES))) == expected


@given(small_hands, some_rules)
def test_cards_read_as_the_sheet_says(cards: str, rules: ComboRules) -> None:
    found = readings(counts(cards), rules)
    expected = all_meanings(cards, rules)
    assert {meant(one) for one in found} == set(expected)
    assert len(found) == len(expected)
    if found:
        assert meant(found[0]) == expected[0]


@given(st.data(), some_rules)
def test_long_combinations_read_as_the_sheet_says(data: st.DataObject, rules: ComboRules) -> None:
    shapes = [(3, 1), (4, 1), *((2, n) for n in range(3, 9)), *((3, n) for n in range(2, 6)), (4, 2), (4, 3), (4, 4)]
    each_of, length = data.draw(st.sampled_from(shapes))
    low = data.draw(st.integers(0, 12 - length + (length == 1)))
    body = "".join(rank * each_of for rank in RANKS[low : low + length])
    others = [rank for rank in RANKS if rank not in body for _ in range(1 if rank in "xX" else 4)]
    kickers = data.draw(st.lists(st.sampled_from(range(len(others))), max_size=20 - len(body), unique=True))
    cards = "".join(sorted(body + "".join(others[index] for index in kickers), key=RANKS.index))
    assert {meant(one) for one in readings(counts(cards), rules)} == set(all_meanings(cards, rules))


@settings(max_examples=60)
@given(small_hands, some_rules)
def test_leads_are_exactly_the_combinations_in_the_hand(hand: str, rules: ComboRules) -> None:
    plays = [as_text(play) for play in legal_plays(counts(hand), None, rules)]
    assert len(plays) == len(set(plays))
    assert set(plays) == legal(hand, None, rules)


@settings(max_examples=60)
@given(small_hands, small_hands, some_rules, st.randoms(use_true_random=False))
def test_answers_are_exactly_what_beats_the_standing_play(
    hand: str, other: str, rules: ComboRules, rng: random.Random
) -> None:
    play = rng.choice([play for play in legal_plays(counts(other), None, rules) if size_of(play) <= len(hand)])
    for standing in readings(play, rules):
        plays = [as_text(answer) for answer in legal_plays(counts(hand), standing, rules)]
        assert len(plays) == len(set(plays))
        assert set(plays) == legal(hand, standing, rules)
        assert can_beat(counts(hand), standing, rules) == bool(plays)


def test_four_consecutive_trios_are_an_airplane_when_led() -> None:
    cards = counts("333444555666")
    assert readings(cards, RULES) == (
        reading("airplane", "6", 12),
        reading("airplane_small", "6", 12),
        reading("airplane_small", "5", 12),
    )
    assert readings(cards, ComboRules(equal_kickers=False)) == (reading("airplane", "6", 12),)


def test_four_consecutive_trios_follow_as_whatever_beats() -> None:
    cards = counts("777888999TTT")
    assert best_reading(cards, reading("airplane_small", "6", 12), RULES) == reading("airplane_small", "T", 12)
    assert best_reading(cards, reading("airplane_small", "9", 12), RULES) == reading("airplane_small", "T", 12)
    assert best_reading(cards, reading("airplane_small", "T", 12), RULES) is None
    assert best_reading(cards, reading("airplane", "8", 12), RULES) == reading("airplane", "T", 12)


def test_a_reading_can_be_asked_for() -> None:
    cards = counts("333444555666")
    assert best_reading(cards, None, RULES, Kind.AIRPLANE_SMALL) == reading("airplane_small", "6", 12)
    assert best_reading(cards, None, RULES, Kind.SHUTTLE) is None
    assert best_reading(cards, reading("airplane", "5", 12), RULES, Kind.AIRPLANE_SMALL) is None


@functools.cache
def all_readings() -> list[Reading]:
    """Every reading of every play of the pack, made when a test first draws one and not while tests are collected."""
    plays = (play for play in legal_plays(pack(PACK), None, RULES) if size_of(play) <= 20)
    return sorted({found for play in plays for found in readings(play, RULES)}, key=meant)


some_readings = st.deferred(lambda: st.sampled_from(all_readings()))


@given(some_readings, some_readings, some_readings)
def test_beating_is_irreflexive_asymmetric_and_transitive(one: Reading, two: Reading, three: Reading) -> None:
    assert not beats(one, one)
    assert not (beats(one, two) and beats(two, one))
    if beats(one, two) and beats(two, three):
        assert beats(one, three)
    assert beats(one, two) == is_better(meant(one), meant(two))


@given(some_readings)
def test_only_the_rocket_is_never_beaten(one: Reading) -> None:
    rocket = reading("rocket", "X", 2)
    assert beats(rocket, one) == (one != rocket)
    assert not beats(one, rocket)


@given(st.sets(st.sampled_from(PACK), min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_the_order_of_cards_never_matters(cards: set[Card], rng: random.Random) -> None:
    shuffled = rng.sample(sorted(cards), len(cards))
    assert pack(shuffled) == pack(cards)
    assert size_of(pack(cards)) == len(cards)
    assert take(shuffled, pack(cards)) == tuple(sorted(cards))


def test_a_play_by_rank_takes_the_first_suits() -> None:
    hand = tuple(make_card(4, suit) for suit in (3, 1, 2))
    assert list(take(hand, counts("77"))) == [make_card(4, 1), make_card(4, 2)]
    assert all(rank_of(card) == 4 for card in hand)


def test_a_play_that_is_not_held_cannot_be_taken() -> None:
    hand = (make_card(4, 0),)
    assert not holds(pack(hand), counts("77"))
    with pytest.raises(ValueError, match="does not hold"):
        take(hand, counts("77"))
