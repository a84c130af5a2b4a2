"""A fast round and the rules play the same rounds."""

import random
from typing import Any

import pytest

from games.base.actions import Do, Pass, Play
from games.base.cards import RANKS, Card, Cards, Rank, full_pack, sort_cards
from games.base.events import Passed, Played
from games.contract import Deal, Json
from games.guandan import GAME
from games.guandan.fast_round import PASS, FastRound
from games.guandan.options import house_rules

OPTIONS: list[dict[str, Any]] = [
    {}, {"play_out": True}, {"wind": "next"}, {"play_out": True, "wind": "next", "flush_over": 4},
    {"flush_over": 6, "joker_full_house": False}, {"wild_with_jokers": True},
]  # fmt: skip
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


def begun(
    options: dict[str, Any], rng: random.Random, *, endgame: bool = False, after_a_round: bool = False
) -> tuple[Any, FastRound]:
    """The same round on both engines, before anybody has done anything."""
    complete = GAME.option_set.complete(options)
    rules = house_rules(complete)
    level = Rank(RANKS.index(rng.choice(LEVELS)))
    hands = deal(rng, level, endgame=endgame)
    if after_a_round:
        places = rng.sample(range(4), 4)
        if not all(hands):
            hands = tuple(hand or (Card(52),) for hand in hands)
            hands = tuple(hands) if sum(hand.count(Card(52)) for hand in hands) <= 2 else deal(rng, level)
        keys: dict[str, Json] = {"level": RANKS[level]}
        keys |= {"phase": "tribute"} if rules.tribute else {"leader": places[0]}
        carry: dict[str, Json] = {"places": list[Json](places)}
        fast = FastRound.dealt(hands, rules, level, places_before=tuple(places))
        return GAME.start(complete, Deal(hands, keys=keys), carry), fast
    leader = rng.choice([seat for seat in range(4) if hands[seat]])
    step = GAME.start(complete, Deal(hands, keys={"level": RANKS[level], "leader": leader}), {})
    return step, FastRound.dealt(hands, rules, level, leader=leader)


def play_both(
    options: dict[str, Any], rng: random.Random, *, endgame: bool = False, after_a_round: bool = False
) -> tuple[int, int]:
    """One random round on both engines, everything compared on the way; the automatic passes and plays."""
    step, fast = begun(options, rng, endgame=endgame, after_a_round=after_a_round)
    passes = plays = 0
    while True:
        passes += sum(isinstance(event, Passed) and event.auto for event in step.events)
        plays += sum(isinstance(event, Played) and event.auto for event in step.events)
        state = step.state
        facts = GAME.facts(state)
        assert facts["counts"] == fast.sizes
        assert facts["finished"] == fast.finished
        assert GAME.hands(state) == tuple(map(fast.held, range(4)))
        acts = GAME.view(state, None).acts
        assert [(act.seat, act.verb, act.cards, act.kind) for act in acts] == [
            (seat, verb, cards, reading.kind.value if reading else "") for seat, verb, cards, reading in fast.deeds
        ]
        awaited = GAME.awaited(state)
        assert [waiting.seat for waiting in awaited] == fast.asked()
        assert bool(awaited) is not fast.is_over
        if not awaited:
            assert facts["places"] == list(fast.places())
            assert facts["points"] == list(fast.points())
            return passes, plays
        waiting = rng.choice(awaited)
        if waiting.why in ("tribute", "return"):
            assert waiting.why == fast.phase
            cards = [action.cards[0] for action in GAME.legal(state, waiting.seat) if isinstance(action, Do)]
            assert cards == [*fast.givable(waiting.seat)]
            card = rng.choice(cards)
            step = GAME.apply(state, waiting.seat, Do(waiting.why, (card,)))
            fast.step(card, waiting.seat)
            continue
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
    automatic = [play_both(options, rng, endgame=True) for _ in range(40)]
    assert sum(passes for passes, _ in automatic) > 20
    assert sum(plays for _, plays in automatic) > 2


@pytest.mark.parametrize("options", [*OPTIONS, {"return_max": "any", "tie_to_first": "left"}], ids=str)
def test_exchanges_of_few_cards_are_the_same_on_both(options: dict[str, Any]) -> None:
    """Few ranks, so that tributes are equal, all high, or resisted."""
    rng = random.Random(f"few {options}")
    for _ in range(15):
        play_both(options, rng, endgame=True, after_a_round=True)
