"""A fast round and the rules play the same rounds."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from games.base.actions import Do, Pass, Play
from games.base.cards import RANKS, Card, Cards, Rank, full_pack, sort_cards
from games.base.events import Passed, Played
from games.base.options import Preset
from games.contract import Deal, Json
from games.guandan import GAME
from games.guandan.fast_round import PASS, FastRound, play_randomly
from games.guandan.options import house_rules
from games.guandan.play import reading_of, to_beat
from games.guandan.state import Playing
from games.simulate import SeededDice
from tests.twins import fields_of, moments

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
        if rng.random() < 0.02:
            fast = doubled(fast, choices[at])
        fast.step(choices[at])


def doubled(fast: FastRound, choice: int) -> FastRound:
    """A copy, after the original has gone on for itself; or the same middle of a play, set up anew."""
    other = fast.copy()
    fast.step(choice)
    return other


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


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.key)
def test_rounds_with_tributes_are_the_same_on_both(preset: Preset) -> None:
    rng = random.Random(f"tributes {preset.key}")
    for _ in range(2):
        play_both(dict(preset.options), rng, after_a_round=True)


@pytest.mark.parametrize("options", [*OPTIONS, {"return_max": "any", "tie_to_first": "left"}], ids=str)
def test_exchanges_of_few_cards_are_the_same_on_both(options: dict[str, Any]) -> None:
    """Few ranks, so that tributes are equal, all high, or resisted."""
    rng = random.Random(f"few {options}")
    for _ in range(15):
        play_both(options, rng, endgame=True, after_a_round=True)


def test_a_play_goes_on_from_its_middle() -> None:
    """Hands, turn, standing play and places are all that the rest of a play depends on."""
    rng = random.Random(7)
    house, level = house_rules(GAME.option_set.complete({})), Rank(4)
    for _ in range(4):
        whole = FastRound.dealt(deal(rng, level), house, level)
        for _ in range(40):
            whole.step(rng.choice(whole.legal()))
        middle = FastRound.resumed(
            [whole.held(seat) for seat in range(4)], house, level,
            turn=whole.turn, standing=whole.standing, standing_seat=whole.standing_seat, finished=whole.finished,
        )  # fmt: skip
        while not whole.is_over:
            assert whole.legal() == middle.legal()
            play = rng.choice(whole.legal())
            whole.step(play)
            middle.step(play)
        assert middle.points() == whole.points()


def test_a_random_round_ends_with_everybody_placed() -> None:
    rng = random.Random(5)
    level = Rank(4)
    for _ in range(20):
        round_ = FastRound(deal(rng, level), rng.randrange(4), house_rules(GAME.option_set.complete({})).combos(level))
        assert play_randomly(round_, rng.random) > 20
        assert sorted(round_.places()) == [0, 1, 2, 3]


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.key)
def test_a_round_resumed_at_any_moment_is_the_same_in_all_fields(preset: Preset) -> None:
    options = GAME.option_set.complete(dict(preset.options))
    rules = house_rules(options)
    for number in range(3):
        places = (2, 1, 0, 3) if number else None
        carry: dict[str, Json] = {} if places is None else {"places": list[Json](places), "round": 1}
        dealt = GAME.deal(options, 4, carry, SeededDice(f"doors/{number}"))
        state = GAME.start(options, dealt, carry).state
        leader = getattr(state, "turn", 0)
        first = FastRound.dealt(dealt.hands, rules, state.setting.level, leader=leader, places_before=places)
        for state, seat, action in moments(GAME, options, dealt, carry, f"doors/{preset.key}/{number}"):
            if isinstance(state, Playing):
                standing = state.standing
                second = FastRound.resumed(
                    state.hands, rules, state.setting.level, turn=state.turn,
                    standing=None if standing is None else standing.reading,
                    standing_seat=0 if standing is None else standing.seat, finished=state.finished,
                    deeds=first.deeds, holders=state.holders,
                    moved=[(one.verb, one.seat, cast("int", one.to), cast("Card", one.card)) for one in state.moved],
                )  # fmt: skip
                assert fields_of(second) == fields_of(first)
            match action:
                case Do(_, (card,)):
                    first.step(card, seat)
                case Play(cards, named):
                    first.lay(sort_cards(cards), reading_of(cards, to_beat(state), first.rules, named))
                case _:
                    first.step(PASS)
        assert first.is_over
