"""A fast round and the rules play the same rounds."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.base.actions import Pass, Play
from games.base.cards import RANKS, Cards, Rank, full_pack, sort_cards
from games.base.events import Passed, Played
from games.contract import Deal
from games.guandan import GAME
from games.guandan.fast_round import PASS, FastRound, play_randomly
from games.guandan.options import house_rules

OPTIONS: list[dict[str, Any]] = [
    {},
    {"play_out": True},
    {"wind": "next"},
    {"play_out": True, "wind": "next", "flush_over": 4},
    {"flush_over": 6, "joker_full_house": False},
    {"wild_with_jokers": True},
]
LEVELS = "23456789TJQKA"


def deal(rng: random.Random, level: Rank, *, endgame: bool = False) -> tuple[Cards, ...]:
    """Four hands; in an endgame few ranks and both wild cards, so that much can be answered."""
    cards = list(full_pack(2))
    rng.shuffle(cards)
    if endgame:
        ranks = {(level + step) % 13 for step in range(4)}
        cards = [card for card in cards if card >= 52 or card >> 2 in ranks]
        sizes = [rng.randint(0 if seat else 1, len(cards) // 4) for seat in range(4)]
        return tuple(sort_cards([cards.pop() for _ in range(size)]) for size in sizes)
    return tuple(sort_cards(cards[seat::4]) for seat in range(4))


def play_both(options: dict[str, Any], rng: random.Random, *, endgame: bool = False) -> tuple[int, int]:
    """One random round on both engines, everything compared on the way; the automatic passes and plays."""
    complete = GAME.option_set.complete(options)
    rules = house_rules(complete)
    level = Rank(RANKS.index(rng.choice(LEVELS)))
    hands = deal(rng, level, endgame=endgame)
    leader = rng.choice([seat for seat in range(4) if hands[seat]])
    step = GAME.start(complete, Deal(hands, keys={"level": RANKS[level], "leader": leader}), {})
    fast = FastRound(
        hands, leader, rules.combos(level), play_out=rules.play_out, wind_to_partner=rules.wind == "partner"
    )
    passes = plays = 0
    while True:
        passes += sum(isinstance(event, Passed) and event.auto for event in step.events)
        plays += sum(isinstance(event, Played) and event.auto for event in step.events)
        state = step.state
        facts = GAME.facts(state)
        assert facts["counts"] == fast.sizes
        assert facts["finished"] == fast.finished
        awaited = GAME.awaited(state)
        assert bool(awaited) is not fast.is_over
        if not awaited:
            assert facts["places"] == list(fast.places())
            return passes, plays
        (waiting,) = awaited
        assert (waiting.seat, waiting.why) == (fast.turn, "follow" if fast.standing else "lead")
        standing = facts["standing"]
        if fast.standing is not None:
            assert isinstance(standing, dict)
            assert (standing["seat"], standing["kind"], standing["rank"]) == (
                fast.standing_seat, fast.standing.kind.value, RANKS[fast.standing.rank],
            )  # fmt: skip
        actions = list(GAME.legal(state, waiting.seat))
        choices = fast.legal()
        assert [action.cards if isinstance(action, Play) else () for action in actions] == [*map(fast.cards, choices)]
        assert len(set(choices)) == len(choices)
        at = rng.randrange(len(actions))
        assert isinstance(actions[at], Pass) is (choices[at] == PASS)
        step = GAME.apply(state, waiting.seat, actions[at])
        fast.step(choices[at])


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_rounds_are_the_same_on_both(options: dict[str, Any]) -> None:
    rng = random.Random(f"rounds {options}")
    for _ in range(4):
        play_both(options, rng)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_endgames_with_their_automatic_passes_and_winds_are_the_same_on_both(options: dict[str, Any]) -> None:
    rng = random.Random(f"endgames {options}")
    automatic = [play_both(options, rng, endgame=True) for _ in range(60)]
    assert sum(passes for passes, _ in automatic) > 20
    assert sum(plays for _, plays in automatic) > 3


def test_a_random_round_ends_with_everybody_placed() -> None:
    rng = random.Random(5)
    level = Rank(4)
    for _ in range(20):
        round_ = FastRound(deal(rng, level), rng.randrange(4), house_rules(GAME.option_set.complete({})).combos(level))
        assert play_randomly(round_, rng.random) > 20
        assert sorted(round_.places()) == [0, 1, 2, 3]
