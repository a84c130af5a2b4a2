"""Queries about cards: what they are, what beats what, which plays there are (section 11 of the rule sheet)."""

from typing import Any

import pytest

from games.base.errors import NotationError, OptionError
from games.guandan import GAME
from tests.cases import each


def plays(asked: dict[str, Any]) -> list[list[str]]:
    found = GAME.query(asked)
    assert isinstance(found, list)
    return sorted(sorted(str(play).split()) for play in found)


def test_open_cards_of_a_hand_make_no_flush_however_many_there_are() -> None:
    hand = " ".join(rank for rank in "34567" for _ in range(4))
    found = plays({"hand": hand, "to_beat": "K K K K K"})
    assert found == [["pass"]]
    assert ["3", "4", "5", "6", "7"] in plays({"hand": hand, "to_beat": None})


def test_exact_cards_of_a_hand_make_a_flush() -> None:
    assert plays({"hand": "3s 4s 5s 6s 7s 8", "to_beat": "K K K K K"}) == [["3", "4", "5", "6", "7"], ["pass"]]
    assert plays({"hand": "3s 4s 6s 7s 2h", "to_beat": "K K K K K"}) == [["2", "3", "4", "6", "7"], ["pass"]]


def test_a_play_appears_once_however_many_readings_it_has() -> None:
    found = plays({"hand": "4s 4d 5s 5d 2h 2h", "to_beat": None})
    assert found.count(["2", "2", "4", "4", "5", "5"]) == 1
    assert found == sorted(map(list, {tuple(play) for play in found}))


@each(
    "asked",
    [
        {}, {"kind_of": "7s", "beats": ["7s", "8s"]}, {"kind_of": 7}, {"kind_of": "7z"},
        {"kind_of": "7s", "level": "x"}, {"kind_of": "7s", "level": 2},
        {"kind_of": "7s", "options": {"nonsense": 1}}, {"kind_of": "7s", "options": []},
        {"kind_of": "7s", "b_as": "7s"}, {"beats": "7s"}, {"beats": ["7s"]}, {"beats": ["7s", "2h"], "b_as": "8s"},
        {"beats": ["7s", "2h"], "b_as": 8}, {"hand": "7s", "to_beat": "3 4"},
        {"hand": "7s", "to_beat": None, "b_as": "7"}, {"hand": "7s 7s 7s", "to_beat": None},
    ],
)  # fmt: skip
def test_a_query_that_cannot_be_understood_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises((NotationError, OptionError)):
        GAME.query(asked)
