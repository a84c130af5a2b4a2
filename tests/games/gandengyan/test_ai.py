"""The AI players of Gan Deng Yan: legal everywhere, repeatable, from the view alone, and sensible."""

from typing import Any

import pytest

from games.base.actions import Pass, Play
from games.base.cards import ranks_text
from games.base.notation import place, read, read_cards
from games.contract import Deal, Json
from games.gandengyan import GAME
from games.simulate import SeededDice
from tests.cases import each

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
