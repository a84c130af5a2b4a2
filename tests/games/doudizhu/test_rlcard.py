"""Combinations, comparisons and legal plays against RLCard, an engine that we did not write.

RLCard has no shuttles, so everything runs without them. Where the two differ, the rule sheet has ruled (section
12), and the difference is asserted here: nothing else may differ.
"""

import fcntl
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from games.base.actions import Play
from games.base.cards import RANKS, Cards, full_pack, sort_cards
from games.contract import Deal
from games.doudizhu import GAME
from games.doudizhu.combos import best_reading, legal_plays, readings
from games.doudizhu.kinds import ComboRules, Kind, Reading, beats
from games.doudizhu.state import Playing, State
from games.kit.counts import pack
from tests.games.doudizhu.test_combos import as_text

try:
    # RLCard unpacks its tables when it is first imported: several test processes at once would stumble over each other.
    with Path(tempfile.gettempdir(), "paiju-tests-unpack-rlcard.lock").open("w") as _lock:
        fcntl.flock(_lock, fcntl.LOCK_EX)
        import rlcard.games.doudizhu.utils as theirs
        from rlcard.games.doudizhu import Judger
except ImportError:
    pytest.skip(
        "RLCard is not installed: Dou Dizhu is NOT checked against a foreign engine (pip install '.[test]')",
        allow_module_level=True,
    )

RULES = ComboRules(shuttles=False)
THEIR_RANKS = "3456789TJQKA2BR"
KINDS = {"trio_solo": "trio_single", "four_two_solo": "four_two_singles", "four_two_pair": "four_two_pairs"}


def their_text(play: int) -> str:
    return as_text(play).translate(str.maketrans(RANKS, THEIR_RANKS))


def our_counts(cards: str) -> int:
    return sum(1 << 4 * THEIR_RANKS.index(rank) for rank in cards)


def our_kind(their_kind: str) -> str:
    """``trio_solo_chain_4`` is our ``airplane_small``, and so on."""
    if match := re.fullmatch(r"(solo|pair|trio|trio_solo|trio_pair)_chain_\d+", their_kind):
        names = {"solo": "chain", "pair": "pair_chain", "trio": "airplane"}
        names |= {"trio_solo": "airplane_small", "trio_pair": "airplane_large"}
        return names[match[1]]
    return KINDS.get(their_kind, their_kind)


def has_a_trio_next_to_the_body(play: int) -> bool:
    """The one thing RLCard does not know: an airplane with small wings that could be cut elsewhere."""
    return any(
        found.kind is Kind.AIRPLANE_SMALL
        and any(0 <= rank <= 11 and play >> 4 * rank & 7 == 3 for rank in (found.top + 1, found.top - found.size // 4))
        for found in readings(play, RULES)
    )


def hands(number: int, seed: int) -> Iterator[tuple[Cards, ...]]:
    """Three dealt hands, the first one with the kitty."""
    rng = random.Random(seed)
    cards = list(full_pack())
    for _ in range(number):
        rng.shuffle(cards)
        yield sort_cards(cards[:20]), sort_cards(cards[20:37]), sort_cards(cards[37:])


def their_leads(hand: int) -> set[int]:
    return {our_counts(cards) for cards in Judger.playable_cards_from_hand(their_text(hand))}


def their_answers(hand: int, standing: int) -> set[int]:
    player = SimpleNamespace(current_hand=[SimpleNamespace(rank=rank) for rank in their_text(hand)])
    plays = theirs.get_gt_cards(player, SimpleNamespace(played_cards=their_text(standing)))
    return {our_counts(cards) for cards in plays if cards != "pass"}


def test_all_combinations_are_theirs_and_374_airplanes() -> None:
    ours = {play for play in legal_plays(pack(full_pack()), None, RULES) if len(as_text(play)) <= 20}
    known = {our_counts(cards) for cards in theirs.CARD_TYPE[0]}
    assert len(known) == 27_471
    assert known <= ours
    assert len(ours - known) == 374
    assert all(has_a_trio_next_to_the_body(play) for play in ours - known)


def test_combinations_have_the_same_kind_and_size() -> None:
    seen: Counter[str] = Counter()
    for cards, kinds in theirs.CARD_TYPE[0].items():
        found = readings(our_counts(cards), RULES)
        assert our_kind(kinds[0][0]) == found[0].kind, cards
        assert found[0].size == len(cards)
        if len(kinds) > 1:  # they list further readings where an airplane can be cut in several ways
            assert {our_kind(kind) for kind, _ in kinds} <= {reading.kind for reading in found}, cards
        seen[found[0].kind] += 1
    assert sum(seen.values()) == 27_471
    assert set(seen) == {kind for kind in Kind if not kind.startswith("shuttle")}


def test_their_weights_order_plays_as_ours_do() -> None:
    rng = random.Random(3)
    table = theirs.CARD_TYPE[0]
    by_kind: dict[str, list[tuple[int, Reading]]] = {}
    for cards, kinds in table.items():
        found = readings(our_counts(cards), RULES)
        if len(kinds) == len(found) == 1:
            by_kind.setdefault(kinds[0][0], []).append((int(kinds[0][1]), found[0]))
    for plays in by_kind.values():
        for _ in range(300):
            (weight, one), (other_weight, other) = rng.choice(plays), rng.choice(plays)
            assert beats(one, other) == (weight > other_weight)


def test_leads_of_thousands_of_hands_are_theirs() -> None:
    rng = random.Random(4)
    for dealt in hands(400, seed=5):
        for hand in map(pack, dealt):
            cards = [rank for rank in range(15) for _ in range(hand >> 4 * rank & 7)]
            kept = rng.sample(cards, rng.randint(1, len(cards)))
            for held in (hand, sum(1 << 4 * rank for rank in kept)):
                ours, known = set(legal_plays(held, None, RULES)), their_leads(held)
                assert known <= ours
                assert all(has_a_trio_next_to_the_body(play) for play in ours - known)


def test_answers_in_random_rounds_are_theirs() -> None:
    rng = random.Random(6)
    positions = different = 0
    options = GAME.option_set.complete({})
    for dealt in hands(120, seed=7):
        state: State = GAME.start(options, Deal(dealt, keys={"landlord": 0}), {}).state
        last = 0
        while isinstance(state, Playing):
            legal = list(GAME.legal(state, state.turn))
            if state.standing is not None:
                positions += 1
                ours = {pack(action.cards) for action in legal if isinstance(action, Play)}
                different += _differ(pack(state.hands[state.turn]), last, state.standing.reading, ours)
            action = rng.choice(legal)
            last = pack(action.cards) if isinstance(action, Play) else last
            state = GAME.apply(state, state.turn, action).state
    assert positions > 3_000
    assert different <= positions // 100


def _differ(hand: int, standing: int, reading: Reading, ours: set[int]) -> bool:
    """Whether the two disagree about a position; then it must be about a ruling of the sheet."""
    if has_a_trio_next_to_the_body(standing):
        return True  # they have no such play, or read it their way
    known = their_answers(hand, standing)
    if ours == known:
        return False
    assert known <= ours
    for play in ours - known:
        answer = best_reading(play, reading, RULES)
        assert answer is not None
        assert has_a_trio_next_to_the_body(play)
    return True


def test_an_airplane_with_a_trio_as_wings_answers_with_us_only() -> None:
    """The sheet's sixth example."""
    standing, hand = our_counts("444555666379"), our_counts("777888999TTT")
    to_beat = readings(standing, RULES)[0]
    assert set(legal_plays(hand, to_beat, RULES)) - their_answers(hand, standing) == {hand}
