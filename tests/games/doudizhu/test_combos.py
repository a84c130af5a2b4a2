"""Combinations against a naive oracle, the counts of the rule sheet, and the laws of beating."""

import functools
import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.base.cards import RANKS, Card, Rank, full_pack, make_card, rank_of
from games.doudizhu.combos import (
    ComboRules,
    Kind,
    Reading,
    as_text,
    beats,
    best_reading,
    can_beat,
    holds,
    legal_plays,
    pack,
    readings,
    size_of,
    take,
)  # fmt: skip
from tests.cases import each
from tests.games.doudizhu import naive

RULES = ComboRules()
ALL_RULES = [ComboRules(*choice) for choice in product((0, 1, 2), (True, False), (True, False))]
PACK = full_pack()


def counts(text: str) -> int:
    return sum(1 << 4 * RANKS.index(rank) for rank in text.replace(" ", ""))


def reading(kind: str, top: str, size: int) -> Reading:
    return Reading(Kind(kind), Rank(RANKS.index(top)), size)


def as_naive(found: Reading) -> naive.Naive:
    return str(found.kind), RANKS[found.top], found.size


def keywords(rules: ComboRules) -> dict[str, int | bool]:
    return {"joker_kickers": rules.joker_kickers, "equal_kickers": rules.equal_kickers, "shuttles": rules.shuttles}


def hands(*, most: int, ranks: str = RANKS) -> st.SearchStrategy[str]:
    """Hands of up to so many cards out of one pack, over some of the ranks."""
    cards = [rank for rank in ranks for _ in range(1 if rank in "xX" else 4)]
    return st.lists(st.sampled_from(range(len(cards))), min_size=1, max_size=most, unique=True).map(
        lambda chosen: "".join(cards[index] for index in sorted(chosen))
    )


few_ranks = st.sampled_from(["3456", "6789TJ", "JQKA2", "789TJQKA", "QKA2xX", "345xX"])
small_hands = st.one_of(hands(most=8), few_ranks.flatmap(lambda ranks: hands(most=10, ranks=ranks)))
some_rules = st.sampled_from(ALL_RULES)


# -- the sheet's own figures --------------------------------------------------------------------------------


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
def test_so_many_plays_are_legal(hand: str, standing: naive.Naive | None, expected: int) -> None:
    to_beat = None if standing is None else reading(*standing)
    assert len(naive.legal(hand, standing)) == expected
    assert len(list(legal_plays(counts(hand), to_beat, RULES))) == expected


# -- against the oracle -------------------------------------------------------------------------------------


@given(small_hands, some_rules)
def test_cards_read_as_the_sheet_says(cards: str, rules: ComboRules) -> None:
    found = readings(counts(cards), rules)
    expected = naive.readings(cards, **keywords(rules))  # type: ignore[arg-type]  # keywords of one mixed type
    assert {as_naive(one) for one in found} == expected
    assert len(found) == len(expected)
    if found:
        assert as_naive(found[0]) == naive.default_reading(expected)


@given(st.data(), some_rules)
def test_long_combinations_read_as_the_sheet_says(data: st.DataObject, rules: ComboRules) -> None:
    kind = data.draw(st.sampled_from([kind for kind in naive.KINDS if "_" in kind or kind in ("airplane", "shuttle")]))
    body = data.draw(st.sampled_from([body for body in naive.BODIES[kind] if len(body) <= 16]))
    others = [rank for rank in RANKS if rank not in body for _ in range(1 if rank in "xX" else 4)]
    kickers = data.draw(st.lists(st.sampled_from(range(len(others))), max_size=20 - len(body), unique=True))
    cards = "".join(sorted(body + "".join(others[index] for index in kickers), key=RANKS.index))
    expected = naive.readings(cards, **keywords(rules))  # type: ignore[arg-type]  # keywords of one mixed type
    assert {as_naive(one) for one in readings(counts(cards), rules)} == expected


@settings(max_examples=60)
@given(small_hands, some_rules)
def test_leads_are_exactly_the_combinations_in_the_hand(hand: str, rules: ComboRules) -> None:
    plays = [as_text(play) for play in legal_plays(counts(hand), None, rules)]
    assert len(plays) == len(set(plays))
    assert set(plays) == naive.legal(hand, None, **keywords(rules))


@settings(max_examples=60)
@given(small_hands, small_hands, some_rules, st.randoms(use_true_random=False))
def test_answers_are_exactly_what_beats_the_standing_play(
    hand: str, other: str, rules: ComboRules, rng: random.Random
) -> None:
    play = rng.choice([play for play in legal_plays(counts(other), None, rules) if size_of(play) <= len(hand)])
    for standing in readings(play, rules):
        plays = [as_text(answer) for answer in legal_plays(counts(hand), standing, rules)]
        assert len(plays) == len(set(plays))
        assert set(plays) == naive.legal(hand, as_naive(standing), **keywords(rules))
        assert can_beat(counts(hand), standing, rules) == bool(plays)


@given(st.sets(st.sampled_from(PACK), min_size=17, max_size=20), some_rules)
def test_every_listed_play_of_a_full_hand_is_accepted(cards: set[Card], rules: ComboRules) -> None:
    hand = pack(cards)
    plays = list(legal_plays(hand, None, rules))
    assert len(plays) == len(set(plays))
    for play in plays:
        assert holds(hand, play)
        assert best_reading(play, None, rules) is not None
        chosen = take(tuple(cards), play)
        assert pack(chosen) == play
        assert set(chosen) <= cards


# -- the two readings of airplanes --------------------------------------------------------------------------


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


# -- laws of beating ----------------------------------------------------------------------------------------


@functools.cache
def all_readings() -> list[Reading]:
    """Every reading of every play of the pack, made when a test first draws one and not while tests are collected."""
    plays = (play for play in legal_plays(pack(PACK), None, RULES) if size_of(play) <= 20)
    return sorted({found for play in plays for found in readings(play, RULES)}, key=as_naive)


some_readings = st.deferred(lambda: st.sampled_from(all_readings()))


@given(some_readings, some_readings, some_readings)
def test_beating_is_irreflexive_asymmetric_and_transitive(one: Reading, two: Reading, three: Reading) -> None:
    assert not beats(one, one)
    assert not (beats(one, two) and beats(two, one))
    if beats(one, two) and beats(two, three):
        assert beats(one, three)
    assert beats(one, two) == naive.beats(as_naive(one), as_naive(two))


@given(some_readings)
def test_only_the_rocket_is_never_beaten(one: Reading) -> None:
    rocket = reading("rocket", "X", 2)
    assert beats(rocket, one) == (one != rocket)
    assert not beats(one, rocket)


# -- cards and counts ---------------------------------------------------------------------------------------


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
