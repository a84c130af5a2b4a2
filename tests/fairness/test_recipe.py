"""The recipe by itself: as published, as written a second time, without bias, and bound by its promise."""

import math
from collections import Counter
from itertools import pairwise, permutations

import pytest

from bot.session.state.dealing import FairDice, chain, clean_word, commitment_of, forgotten_word, lot_of, new_root
from games import GAMES
from games.base.cards import Card, card_text, full_pack
from tests.cases import each
from tests.fairness.by_hand import Numbers, promise
from tests.fairness.fair_world import PAGE, published

WORDS: list[list[str]] = [[], ["88"], ["dragon", "88"], ["手气", "dragon", "dragon", " "], ["sha256:" + "ab" * 32]]
SECRET = "5f" * 32


def secret_of(number: int) -> str:
    return f"{number:064x}"


@each("words", WORDS)
@each("number", [1, 2, 31])
def test_three_ways_to_compute_a_deal_agree(number: int, words: list[str]) -> None:
    page = published()
    ours = FairDice(12, number, SECRET, words)
    below = page["dice"](12, number, SECRET, words)
    by_hand = Numbers(12, number, SECRET, words)
    pack = full_pack(2)
    texts = [card_text(card) for card in pack]
    shuffled = [card_text(card) for card in ours.shuffled(pack)]
    assert shuffled == page["shuffled"](below, list(texts))
    assert shuffled == [texts[at] for at in by_hand.permutation(len(texts))]
    for limit in (1, 2, 3, 6, 7, 54, 2**33, 2**63 + 1, 3 * 2**62):
        assert ours.below(limit) == below(limit) == by_hand.below(limit)
    assert page["commitment"](12, number, SECRET) == commitment_of(12, number, SECRET) == promise(12, number, SECRET)


def test_the_recipe_on_the_page_has_ten_lines() -> None:
    text = PAGE.read_text(encoding="utf-8")
    block = next(part for part in text.split("```python\n") if part.startswith("def dice"))
    assert sum(bool(line.strip()) for line in block.split("```")[0].splitlines()) == 10


def test_the_page_knows_the_pack_and_the_deal_of_every_game() -> None:
    page = published()
    assert page["pack"]() == [card_text(card) for card in full_pack()]
    assert page["pack"](4) == [card_text(card) for card in full_pack(4)]
    assert page["pack"](jokers=False) == [card_text(card) for card in full_pack(jokers=False)]
    assert [game for game in GAMES if game not in page] == []


def test_everything_that_goes_in_changes_the_deal() -> None:
    pack = full_pack()
    deals = {
        FairDice(table, number, secret, words).shuffled(pack)
        for table in (1, 2)
        for number in (1, 2)
        for secret in (SECRET, "0" * 64)
        for words in ([], ["a"], ["b"], ["a", "b"], ["a", "a"])
    }
    assert len(deals) == 2 * 2 * 2 * 5
    assert FairDice(1, 1, SECRET, ["a", "b"]).shuffled(pack) == FairDice(1, 1, SECRET, ["b", "a"]).shuffled(pack)


def test_a_forgotten_word_leaves_the_deal_as_it_was() -> None:
    pack = full_pack()
    words = ["dragon", "88"]
    kept = [forgotten_word(words[0]), words[1]]
    assert words[0] not in kept[0]
    assert FairDice(1, 1, SECRET, kept).shuffled(pack) == FairDice(1, 1, SECRET, words).shuffled(pack)
    assert forgotten_word(kept[0]) == kept[0]
    assert lot_of(kept[0]) == lot_of(words[0])


def test_one_promise_binds_the_deals_after_it() -> None:
    root = new_root()
    secrets = [chain(7, number, root, 9 - number) for number in range(3, 10)]
    assert secrets[-1] == root
    for number, (secret, after) in enumerate(pairwise(secrets), start=3):
        assert commitment_of(7, number + 1, after) == secret
    assert len({commitment_of(7, 3, secrets[0]), *secrets}) == 8
    assert new_root() != root


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("  dragon   88 ", "dragon 88"), ("a\n\tb\x00c\u202ed", "a bcd"), ("`code`", "code"), ("é", "é"),
        ("手" * 60, "手" * 40), ("\u200b\u200d", ""), ("sha256:" + "0" * 64, ""),
    ],
)  # fmt: skip
def test_a_word_counts_as_it_is_shown(typed: str, word: str) -> None:
    assert clean_word(typed) == word


def too_far(counts: Counter[int], expected: dict[int, float]) -> float:
    """How many standard deviations chi square lies above what chance gives (Wilson and Hilferty)."""
    chi = sum((counts[key] - mean) ** 2 / mean for key, mean in expected.items())
    freedom = len(expected) - 1
    spread = math.sqrt(2 / (9 * freedom))
    return (math.cbrt(chi / freedom) - (1 - 2 / (9 * freedom))) / spread


def test_every_order_of_a_small_pack_comes_equally_often() -> None:
    rounds = 24_000
    index = {order: at for at, order in enumerate(permutations((Card(0), Card(1), Card(2), Card(3))))}
    pack = tuple(map(Card, range(4)))
    counts = Counter(index[FairDice(1, 1, secret_of(at), []).shuffled(pack)] for at in range(rounds))
    assert too_far(counts, dict.fromkeys(range(24), rounds / 24)) < 4


def test_every_card_comes_to_every_place_equally_often() -> None:
    rounds = 3000
    pack = full_pack()
    counts: Counter[int] = Counter()
    follows: Counter[int] = Counter()
    for at in range(rounds):
        order = FairDice(2, at, SECRET, ["luck"]).shuffled(pack)
        counts.update(card * 54 + place for place, card in enumerate(order))
        follows.update((two - one) % 54 for one, two in pairwise(order))
    assert too_far(counts, dict.fromkeys(range(54 * 54), rounds / 54)) < 4
    assert too_far(follows, dict.fromkeys(range(1, 54), float(rounds))) < 4


@pytest.mark.parametrize("limit", [2, 3, 5, 6, 54])
def test_what_is_drawn_besides_is_as_even(limit: int) -> None:
    rounds = 500 * limit
    dice = FairDice(3, 1, SECRET, ["a word"])
    counts = Counter(dice.below(limit) for _ in range(rounds))
    assert too_far(counts, dict.fromkeys(range(limit), rounds / limit)) < 4


def test_numbers_of_an_incomplete_span_are_drawn_again() -> None:
    """Without that, the lower half would come twice as often for this limit."""
    limit = 3 * 2**62
    dice = FairDice(4, 1, SECRET, [])
    low = sum(dice.below(limit) < 2**62 for _ in range(3000))
    assert abs(low - 1000) < 150


def test_the_statistics_would_notice_a_crooked_shuffle() -> None:
    """A shuffle that swaps each place with any place is known to be uneven."""
    rounds, counts = 24_000, Counter[int]()
    index = {order: at for at, order in enumerate(permutations(range(4)))}
    for at in range(rounds):
        dice, order = FairDice(1, 1, secret_of(at), []), list(range(4))
        for place in range(4):
            pick = dice.below(4)
            order[place], order[pick] = order[pick], order[place]
        counts[index[tuple(order)]] += 1
    assert too_far(counts, dict.fromkeys(range(24), rounds / 24)) > 8
