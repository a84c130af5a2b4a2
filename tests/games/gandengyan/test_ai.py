"""The AI players of Gan Deng Yan: legal everywhere, repeatable, from the view alone, and sensible."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from games.base.actions import Pass, Play
from games.base.cards import RANKS, Cards, ranks_text, sort_cards
from games.base.notation import place, read, read_cards
from games.base.options import Preset
from games.contract import Deal, Json, Judge
from games.gandengyan import GAME
from games.gandengyan.ai.deeds import Deeds
from games.gandengyan.ai.features import Scene
from games.gandengyan.combos import pack, with_small_jokers
from games.gandengyan.fast_round import FastRound
from games.gandengyan.options import house_rules
from games.simulate import SeededDice, chooser
from tests.cases import each
from tests.games.gandengyan.test_round import house, lively, short_deal
from tests.seeds import seeds
from tests.twins import moments

STANDARD = GAME.option_set.complete({})


def position(*hands: str, stock: str = "", options: dict[str, Json] | None = None, **keys: Json) -> Any:
    """A position in play; suits do not matter."""
    rules = GAME.option_set.complete(options or {})
    *cards, rest = place([read_cards(hand) for hand in (*hands, stock)], GAME.pack(rules, len(hands)))
    return GAME.start(rules, Deal(tuple(cards), rest, keys), {}).state


def after(state: Any, *said: str) -> Any:
    for entry in said:
        seat, _, text = entry.partition(": ")
        state = GAME.apply(state, int(seat), GAME.read(state, int(seat), read(text))).state
    return state


def thought(state: Any, level: str = "normal") -> str:
    """What a level does, by rank."""
    seat = GAME.awaited(state)[0].seat
    action = GAME.think(GAME.view(state, seat), level, SeededDice(1))
    GAME.check(state, seat, action)
    return f"play {ranks_text(action.cards)}" if isinstance(action, Play) else "pass"


@each("level", GAME.levels)
@each("seed", seeds(10, 60))
def test_every_answer_is_legal_and_repeats_under_any_house_rules(level: str, seed: int) -> None:
    random = Random(f"{level}{seed}")
    options, players = house(random), random.choice((2, 3, 4, 5, 6))
    deal = short_deal(random, options, players) if seed % 3 else GAME.deal(options, players, {}, SeededDice(seed))
    state = GAME.start(options, deal, {}).state
    asked = 0
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        view = GAME.view(state, seat)
        if asked % 2 == 0:
            action = GAME.think(view, level, SeededDice(asked))
            GAME.check(state, seat, action)
            assert GAME.think(pickle.loads(pickle.dumps(view)), level, SeededDice(asked)) == action
        else:
            action = lively(random, state, seat)
        state = GAME.apply(state, seat, action).state
        asked += 1


@each("level", GAME.levels)
@each("seed", range(6))
def test_an_answer_rests_on_the_view_alone(level: str, seed: int) -> None:
    """Hidden cards that change places among the others and the stock change no answer."""
    deal = GAME.deal(STANDARD, 4, {}, SeededDice(seed))
    banker = int(str(deal.keys["banker"]))
    hidden = [card for seat, hand in enumerate(deal.hands) if seat != banker for card in hand] + list(deal.stock)
    Random(seed).shuffle(hidden)
    hands: list[Cards] = []
    for seat, hand in enumerate(deal.hands):
        hands.append(hand if seat == banker else sort_cards([hidden.pop() for _ in hand]))
    here = GAME.start(STANDARD, deal, {}).state
    elsewhere = GAME.start(STANDARD, Deal(tuple(hands), tuple(hidden), deal.keys), {}).state
    assert thought(here, level) == thought(elsewhere, level)


@each("level", GAME.levels)
@each("hand", ["9 9", "7 8 9", "7 8 x", "5 5 5", "x X", "4 4 5 5", "2 X", "K"])
def test_it_goes_out_when_it_can(level: str, hand: str) -> None:
    state = position(hand, "3 4 5 6 7", "8 9 T J Q", stock="3 K")
    assert thought(state, level) == f"play {hand}"


@pytest.mark.parametrize("level", GAME.levels)
def test_it_goes_out_by_following_when_it_can(level: str) -> None:
    state = after(position("4 5 6 K K", "5 6 x", "3 3 8 9"), "0: play 4 5 6")
    assert GAME.awaited(state)[0].seat == 1
    assert thought(state, level) == "play 5 6 x"


@pytest.mark.parametrize("level", GAME.levels)
def test_a_stuck_leader_passes(level: str) -> None:
    assert thought(position("X", "5 6", "7 8"), level) == "pass"


@pytest.mark.parametrize("level", GAME.levels)
def test_with_nothing_that_follows_it_passes(level: str) -> None:
    state = after(position("4 9 9", "6 7 K", "8 9 T"), "0: play 4")
    assert thought(state, level) == "pass"


def test_it_stops_whoever_has_one_card_left_with_the_bomb() -> None:
    """The next lead would end the round."""
    state = after(position("4 4 9", "8 8 8 3 6 7", "6 6 7 7 T"), "0: play 4 4")
    assert thought(state) == "play 8 8 8"


@pytest.mark.parametrize("seed", seeds(8, 80))
def test_estimates_name_what_may_be_done_best_first_and_what_was_asked(seed: int) -> None:
    """Under any house rules, with an action that might not be among the sensible ones; strong plays one of them."""
    random = Random(f"estimates {seed}")
    options, players = house(random), random.choice((2, 3, 4, 5, 6))
    state = GAME.start(options, GAME.deal(options, players, {}, SeededDice(seed)), {}).state
    for _ in range(40):
        awaited = GAME.awaited(state)
        if not awaited:
            return
        seat = awaited[0].seat
        view, asked = GAME.view(state, seat), lively(random, state, seat)
        assert isinstance(GAME, Judge)
        found = GAME.estimate(view, SeededDice(0), extra=asked)
        assert asked in [entry.action for entry in found]
        assert [entry.points for entry in found] == sorted((entry.points for entry in found), reverse=True)
        for entry in found:
            GAME.check(state, seat, entry.action)
        assert all(entry.error >= 0 for entry in found)
        chosen = GAME.think(view, "strong", SeededDice(0))
        assert chosen in [entry.action for entry in GAME.estimate(view, SeededDice(0))]
        state = GAME.apply(state, seat, asked).state


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.key)
def test_what_a_player_sees_is_the_same_in_the_rules_and_in_a_fast_round(preset: Preset) -> None:
    """What a value was learned from is what it is asked about: all fields, at any moment of rounds that AI players play."""
    options = GAME.option_set.complete(dict(preset.options))
    whole = sum(with_small_jokers(pack([card])) for card in GAME.pack(options, 4))
    for seed in range(6):
        deal = GAME.deal(options, 4, {}, SeededDice(seed))
        stock = [with_small_jokers(pack([card])) for card in reversed(deal.stock)]
        hands = [with_small_jokers(pack(hand)) for hand in deal.hands]
        round_, deeds = FastRound(hands, stock, house_rules(options), int(str(deal.keys["banker"]))), Deeds(4)
        for state, seat, action in moments(GAME, options, deal, {}, f"scenes {seed}"):
            assert Scene.of_view(GAME.view(state, seat)) == Scene.of_round(round_, deeds, whole)
            play = with_small_jokers(pack(action.cards)) if isinstance(action, Play) else 0
            meaning = None
            if isinstance(action, Play):
                played = GAME.apply(state, seat, action).state.history.acts()
                act = next(act for act in reversed(played) if act.verb == "play")
                found = round_.tables.meanings(play)
                meaning = next(
                    one for one in found if (one.reading.kind.value, RANKS[one.reading.top]) == (act.kind, act.rank)
                )
            stood, before = round_.standing, len(round_.stock)
            round_.step(play, meaning)
            if meaning is not None:
                deeds.played(seat, meaning.reading.kind, meaning.reading.top, play)
            elif stood is not None:
                deeds.passed(seat)
            for step in range(before - len(round_.stock)):
                deeds.drew((round_.turn + step) % 4)


def test_it_breaks_no_bomb_to_lead_a_single_card() -> None:
    state = position("7 7 7 4 9", "3 5 6 8 J", "3 5 6 8 T", "3 5 9 J K", stock="Q Q K")
    assert thought(state) != "play 7"


@pytest.mark.parametrize("level", GAME.levels)
def test_every_hand_of_a_full_game_is_played_to_the_end(level: str) -> None:
    for players in GAME.seats:
        dice = SeededDice(f"{level} {players}")
        options = GAME.option_set.complete({"draw": "all", "packs": 2})
        state = GAME.start(options, GAME.deal(options, players, {}, dice), {}).state
        player = chooser(GAME, level, dice)
        steps = 0
        while awaited := GAME.awaited(state):
            state = GAME.apply(state, awaited[0].seat, player(GAME, state, awaited[0].seat)).state
            steps += 1
            assert steps < 2000


@pytest.mark.parametrize(("level", "least"), [("strong", 200), ("normal", 180), ("easy", 60)])
def test_it_wins_from_three_random_players(level: str, least: int) -> None:
    """So many points over 50 rounds; the seat goes round, the deals are pinned."""
    won = 0
    for number in range(50):
        dice = SeededDice(f"arena {number}")
        state = GAME.start(STANDARD, GAME.deal(STANDARD, 4, {}, dice), {}).state
        ours, theirs = (chooser(GAME, name, dice) for name in (level, "random"))
        mine = number % 4
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            state = GAME.apply(state, seat, (ours if seat == mine else theirs)(GAME, state, seat)).state
        result = GAME.result(state)
        assert result is not None
        won += result.points[mine]
    assert won >= least


def test_normal_wins_from_three_easy_ones() -> None:
    won = 0
    for number in range(150):
        dice = SeededDice(f"levels {number}")
        state = GAME.start(STANDARD, GAME.deal(STANDARD, 4, {}, dice), {}).state
        ours, theirs = (chooser(GAME, name, dice) for name in ("normal", "easy"))
        mine = number % 4
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            state = GAME.apply(state, seat, (ours if seat == mine else theirs)(GAME, state, seat)).state
        result = GAME.result(state)
        assert result is not None
        won += result.points[mine]
    assert won > 0


def test_a_hint_is_the_smallest_sensible_answer() -> None:
    state = after(position("4 9 9 J", "5 2 8 8 8", "8 9 T"), "0: play 4")
    first = next(iter(GAME.suggest(state, 1)))
    assert isinstance(first, Play)
    assert ranks_text(first.cards) == "5"
    state = after(position("4 9 9 J", "6 7 K", "8 9 T"), "0: play 4")
    assert list(GAME.suggest(state, 1)) == [Pass()]
