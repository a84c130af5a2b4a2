"""What ``strong`` reckons with: splits of a hand, the plays it weighs, and what it says they are worth."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.base.actions import Action, Do, Play
from games.base.cards import RANKS, Cards, Rank, full_pack, sort_cards
from games.base.notation import read_exact
from games.contract import Judge
from games.guandan import GAME
from games.guandan.ai import strong
from games.guandan.ai.scene import choices, group_cards
from games.guandan.ai.sight import OWN, SHARED
from games.guandan.ai.split import splits
from games.guandan.combinations.kinds import ComboRules, Kind, beats
from games.guandan.combinations.readings import readings
from games.guandan.combinations.selection import Hand
from games.kit.network import network
from games.simulate import SeededDice
from tests.cases import each

STANDARD = GAME.option_set.complete({})


def dealt(random: Random, least: int = 1) -> tuple[Cards, ComboRules]:
    cards = random.sample(full_pack(2), random.randint(least, 27))
    return sort_cards(cards), ComboRules(Rank(random.randrange(13)))


@pytest.mark.parametrize("seed", range(6))
def test_a_split_takes_every_card_once_and_each_group_is_a_combination(seed: int) -> None:
    random = Random(seed)
    for _ in range(25):
        cards, rules = dealt(random)
        hand = Hand(cards, rules)
        split = splits(rules)[hand.counted]
        groups = group_cards(hand, split)
        assert Counter(card for group in groups for card in group) == Counter(cards)
        for group, taken in zip(split.groups, groups, strict=True):
            assert group.reading in readings(taken, rules)
            assert group.wilds == taken.count(rules.wild)


@each(
    ("held", "level", "expected"),
    [
        ("4s 4d 5s 5d 6s 7s 8s Jc", "2", (Kind.STRAIGHT_FLUSH, "4s 5s 6s 7s 8s")),
        ("4s 5s 6s 8s 2h", "2", (Kind.STRAIGHT_FLUSH, "2h 4s 5s 6s 8s")),
        ("As 2d 3c 4s 5d", "9", (Kind.STRAIGHT, "3c 4s 5d As 2d")),
        ("5s 5d 5c 6s 6d 6h", "2", (Kind.PLATE, "5s 5d 5c 6h 6s 6d")),
    ],
)
def test_a_split_keeps_together_what_is_worth_it(held: str, level: str, expected: tuple[Kind, str]) -> None:
    """A flush among pairs, completed by a wild card; the ace below the two; two triples in one plate."""
    rules = ComboRules(Rank(RANKS.index(level)))
    hand = Hand(read_exact(held), rules)
    split = splits(rules)[hand.counted]
    kind, cards = expected
    found = [
        group.reading.kind
        for group, taken in zip(split.groups, group_cards(hand, split), strict=True)
        if sorted(taken) == sorted(read_exact(cards))
    ]
    assert found == [kind]


@pytest.mark.parametrize("seed", range(6))
def test_every_play_weighed_is_one_of_the_hand_that_beats_what_stands(seed: int) -> None:
    random = Random(seed)
    found = 0
    for _ in range(25):
        cards, rules = dealt(random)
        hand = Hand(cards, rules)
        other = Hand(*dealt(random)[:1], rules)
        led = choices(other, None, splits(rules)[other.counted], rules)
        for standing in (None, random.choice(led).reading):
            for choice in choices(hand, standing, splits(rules)[hand.counted], rules):
                assert choice.reading in readings(choice.cards, rules)
                assert standing is None or beats(choice.reading, standing, rules)
                left = Counter(cards) - Counter(choice.cards)
                assert left.total() == len(cards) - len(choice.cards)
                assert Counter(card for held in choice.left.by_rank for card in held) == left
                found += 1
    assert found > 200


def test_the_network_takes_what_is_seen() -> None:
    assert network("games.guandan.ai", "strong").sizes[0] == SHARED + OWN


@pytest.mark.parametrize("seed", range(3))
def test_what_actions_are_worth_is_said_for_each_and_the_best_is_what_strong_plays(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(GAME, Judge)
    if seed == 2:  # by the network alone, as without a native core
        monkeypatch.setattr(strong, "played_on", lambda *_: None)
    random, dice = Random(seed), SeededDice(seed)
    carry: dict[str, Any] = {"places": random.sample(range(4), 4)}
    state = GAME.start(STANDARD, GAME.deal(STANDARD, 4, carry, SeededDice(seed)), carry).state
    asked = 0
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        legal = list(GAME.legal(state, seat))
        extra = random.choice(legal)
        if asked % 5 == 0:
            view = GAME.view(state, seat)
            found = GAME.estimate(view, dice, extra=extra)
            assert found[0].action == GAME.think(view, "strong", dice)
            assert found[0].worth == max(one.worth for one in found)
            assert meant(extra) in {meant(one.action) for one in found}
            for one in found:
                GAME.check(state, seat, one.action)
                assert 0 <= one.worth <= 1
        state = GAME.apply(state, seat, extra).state
        asked += 1


def meant(action: Action) -> Any:
    return action.cards if isinstance(action, Play | Do) else action
