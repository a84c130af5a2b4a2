"""Who played against whom, from stored rows alone."""

from dataclasses import replace

import pytest

from bot.ratings import RatedRound, rated_round
from tests.ratings.rows import landlord_round, round_of


def players(contest: RatedRound | None) -> list[list[str]]:
    assert contest is not None
    return [[entrant.player for entrant in side] for side in contest.sides]


def test_a_landlord_has_the_role_for_a_companion() -> None:
    contest = rated_round(landlord_round([4, 5, 6], 1, wins=True), "on")
    assert players(contest) == [["u4", "u6"], ["u5", "role:landlord"]]
    assert contest is not None
    assert contest.ranks == (1, 0)
    assert contest.board == "people"


def test_teams_are_those_of_the_same_side_in_whatever_seats() -> None:
    contest = rated_round(round_of([1, 2, 3, 4, 5, 6], sides=[0, 1] * 3, won=[False, True] * 3), "on")
    assert players(contest) == [["u1", "u3", "u5"], ["u2", "u4", "u6"]]
    assert contest is not None
    assert contest.ranks == (1, 0)


def test_a_drawn_round_of_teams_ties_unless_points_tell_them_apart() -> None:
    drawn = round_of([1, 2, 3, 4], sides=[0, 1, 0, 1])
    contest = rated_round(drawn, "on")
    assert contest is not None
    assert contest.ranks == (0, 0)
    contest = rated_round([replace(row, points=row.seat % 2) for row in drawn], "on")
    assert contest is not None
    assert contest.ranks == (1, 0)


def test_who_won_counts_before_points_where_there_are_two_sides() -> None:
    contest = rated_round(round_of([1, 2], won=[True, False], points=[0, 5]), "on")
    assert contest is not None
    assert contest.ranks == (0, 1)


@pytest.mark.parametrize(
    ("points", "places", "ranks"),
    [
        ((-10, 30, -10, -10), None, (1, 0, 1, 1)),
        ((5, 1, 0, -6), (4, 3, 2, 1), (3, 2, 1, 0)),
        ((5, 1, 0, -6), (1, None, 2, 3), (0, 1, 2, 3)),
    ],
)
def test_each_for_themselves_is_ranked_by_places_else_by_points(
    points: tuple[int, ...], places: tuple[int | None, ...] | None, ranks: tuple[int, ...]
) -> None:
    contest = rated_round(round_of([1, 2, 3, 4], points=points, places=places, won=[True, False, False, False]), "on")
    assert contest is not None
    assert contest.ranks == ranks


def test_rounds_with_ai_players_are_rated_apart_or_not_at_all() -> None:
    rows = round_of([1, "easy", 2, "easy"], sides=[0, 1, 0, 1], won=[True, False, True, False])
    contest = rated_round(rows, "on")
    assert contest is not None
    assert contest.board == "ai"
    assert players(contest) == [["u1", "u2"], ["ai:easy", "ai:easy"]]
    assert rated_round(rows, "people") is None
    assert rated_round(rows, "off") is None
    assert rated_round(round_of([1, 2]), "people") is not None
    assert rated_round(round_of([1, 2]), "off") is None


def test_nobody_is_rated_against_themselves() -> None:
    assert rated_round(round_of([1, 1, 2]), "on") is None
    assert rated_round(round_of(["easy", "normal"]), "on") is None
    assert rated_round(round_of([1, 2], sides=[0, 0]), "on") is None
