"""Queries about cards: what they are, what beats what, which plays there are (section 11 of the rule sheet)."""

from typing import Any

import pytest

from games.base.errors import NotationError, OptionError
from games.guandan.scenario import query
from tests.cases import each


@each(
    ("level", "cards", "kind"),
    [
        ("2", "4 5 6 7 8", "straight"),  # cards without suit are of mixed suits
        ("2", "4s 5s 6s 7s 8", "straight"),
        ("2", "4 5 6 7 8s", "straight"),
        ("2", "4s 5s 6s 7s 2h", "straight_flush"),
        ("2", "4 5 6 2h 2h", "straight"),
        ("2", "4s 5 6s 2h 2h", "straight"),
        ("8", "8 7 7 7", None),  # and never wild
        ("8", "8h 7 7 7", "bomb"),
        ("8", "8 8", "pair"),
        ("8", "8 8h", "pair"),
        ("2", "4s 4d 5s 5d 2h 2h", "plate"),
        ("2", "T J Q K A", "straight"),
        ("2", "Th Jh Qh 2h 2h", "royal_flush"),
        ("2", "K K K 2h 2h", "bomb"),
        ("2", "9 9 9 9 9 9 9 9 2h 2h", "bomb"),
        ("2", "9 9 9 9 9 9 9 9 9", None),
        ("8", "7s 7d 8h x x", None),
        ("8", "8s 8d 8h x x", "full_house"),
    ],
)
def test_cards_are_what_the_sheet_says(level: str, cards: str, kind: str | None) -> None:
    assert query({"level": level, "kind_of": cards}) == kind


@each(
    ("asked", "answer"),
    [
        ({"level": "8", "beats": ["8h 8s", "As Ad"]}, True),
        ({"level": "8", "beats": ["8h Ks", "As Ad"]}, False),
        ({"level": "5", "beats": ["5h 7s 8s 9s Ts", "6s 7d 8c 9c Ts"]}, True),
        ({"beats": ["2h 2h 5 6 7", "4 5 6 7 8"]}, True),
        ({"beats": ["5 6 7 8 9", "4s 5s 6s 7s 2h"]}, False),  # the strongest reading stands
        ({"beats": ["5 6 7 8 9", "4s 5s 6s 7s 2h"], "b_as": "4s 5s 6s 7s 8d"}, True),
        ({"beats": ["5 6 7 8 9", "4s 5s 6s 7s 2h"], "b_as": "4 5 6 7 8"}, False),
        ({"beats": ["7 7 7 8 8 8", "4s 4d 5s 5d 2h 2h"], "b_as": "4 4 5 5 6 6"}, False),
        ({"beats": ["5 5 6 6 7 7", "4s 4d 5s 5d 2h 2h"], "b_as": "4 4 5 5 6 6"}, True),
        ({"beats": ["3 4", "3"]}, False),
        ({"beats": ["9 9 9 9 9 9", "4s 5s 6s 7s 8s"]}, True),
        ({"beats": ["9 9 9 9 9", "4s 5s 6s 7s 8s"]}, False),
        ({"options": {"flush_over": 4}, "beats": ["9 9 9 9 9", "4s 5s 6s 7s 8s"]}, True),
    ],
)
def test_one_play_beats_another_if_some_reading_does(asked: dict[str, Any], answer: bool) -> None:
    assert query(asked) is answer


def plays(asked: dict[str, Any]) -> list[list[str]]:
    found = query(asked)
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
        query(asked)
