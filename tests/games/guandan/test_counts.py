"""How many combinations there are at all, and how counts are packed."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base.cards import RANKS, Card, Rank, full_pack, rank_of
from games.guandan.combinations.kinds import ComboRules, Kind, at_least, rank_items, ranks_in
from games.guandan.combinations.templates import Held
from games.kit.counts import pack

PACK = full_pack(2)


def existing(rules: ComboRules, wilds: int) -> Counter[str]:
    """How many different sets of ranks each kind has, with so many wild cards, when one holds both packs."""
    sets = {
        (template.reading.kind.value, template.ranks)
        for template in Held(PACK, rules).templates(None)
        if template.wilds == wilds
    }
    return Counter(kind for kind, _ in sets)


@pytest.mark.parametrize("level", "26TA")
def test_without_wild_cards_there_are_as_many_as_one_can_count_by_hand(level: str) -> None:
    assert existing(ComboRules(Rank(RANKS.index(level))), 0) == {
        "single": 15,
        "pair": 15,
        "triple": 13,
        "tube": 12,  # A 2 3 to Q K A
        "plate": 13,  # A 2 to K A
        "full_house": 13 * (12 + 2),
        "straight": 10,  # A 2 3 4 5 to T J Q K A
        "bomb": 12 * 5 + 3,  # four to eight of a rank, of the level up to six
        "straight_flush": 9,
        "royal_flush": 1,
        "joker_bomb": 1,
    }


def test_without_pairs_of_jokers_there_are_fewer_full_houses() -> None:
    assert existing(ComboRules(Rank(3), joker_full_house=False), 0)["full_house"] == 13 * 12


def test_with_wild_cards_the_largest_bomb_has_ten_cards() -> None:
    sizes = {
        template.reading.size
        for template in Held(PACK, ComboRules(Rank(3))).templates(None)
        if template.reading.kind is Kind.BOMB
    }
    assert sizes == set(range(4, 11))


@pytest.mark.parametrize("wilds", [1, 2])
def test_wild_cards_beside_jokers_only_add_full_houses(wilds: int) -> None:
    apart = existing(ComboRules(Rank(3)), wilds)
    together = existing(ComboRules(Rank(3), wild_with_jokers=True), wilds)
    more = together - apart
    assert set(more) == {"full_house"}
    # Two jokers, and two cards of a rank with a wild one, or one card with both; three level cards are there already.
    assert more["full_house"] == 2 * 12


@given(st.lists(st.sampled_from(PACK), max_size=27).filter(lambda cards: max(Counter(cards).values(), default=0) <= 2))
def test_packed_counts_say_how_many_of_each_rank(cards: list[Card]) -> None:
    counts, by_rank = pack(cards), Counter(map(rank_of, cards))
    assert dict(rank_items[counts]) == by_rank
    assert list(ranks_in(counts)) == sorted(map(rank_of, cards))
    for least, mask in enumerate(at_least(counts)):
        assert mask == sum(1 << 4 * rank for rank in range(15) if by_rank[Rank(rank)] >= least)
