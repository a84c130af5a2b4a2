"""The AI players of Gan Deng Yan: legal everywhere, repeatable, from the view alone, and sensible."""

from typing import Any

import pytest

from games.base.actions import Pass, Play
from games.base.cards import RANKS, ranks_text
from games.base.notation import place, read, read_cards
from games.base.options import Preset
from games.contract import Deal, Json
from games.gandengyan import GAME
from games.gandengyan.ai.scene import Deeds, Scene
from games.gandengyan.fast_round import FastRound
from games.gandengyan.kinds import with_small_jokers
from games.gandengyan.options import house_rules
from games.kit.counts import pack
from games.simulate import SeededDice
from tests.cases import each
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
    seat = GAME.awaited(state)[0].seat
    action = GAME.think(GAME.view(state, seat), level, SeededDice(1))
    GAME.check(state, seat, action)
    return f"play {ranks_text(action.cards)}" if isinstance(action, Play) else "pass"


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


def test_it_stops_whoever_has_one_card_left_with_the_bomb() -> None:
    """The next lead would end the round."""
    state = after(position("4 4 9", "8 8 8 3 6 7", "6 6 7 7 T"), "0: play 4 4")
    assert thought(state) == "play 8 8 8"


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


def test_a_hint_is_the_smallest_sensible_answer() -> None:
    state = after(position("4 9 9 J", "5 2 8 8 8", "8 9 T"), "0: play 4")
    first = next(iter(GAME.suggest(state, 1)))
    assert isinstance(first, Play)
    assert ranks_text(first.cards) == "5"
    state = after(position("4 9 9 J", "6 7 K", "8 9 T"), "0: play 4")
    assert list(GAME.suggest(state, 1)) == [Pass()]
