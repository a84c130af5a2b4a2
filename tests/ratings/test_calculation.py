"""What one round changes about ratings."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.ratings import START, after_round, is_kept, keys_of, point_of, rate, rated_round, season_of
from storage.themes.ratings import RatingKey
from storage.themes.results import ResultRow
from tests.ratings.rows import NOVEMBER, round_of


def stepped(rows: list[ResultRow]) -> dict[tuple[int, str, str], tuple[float, float, int, int]]:
    contest = rated_round(rows, "on")
    assert contest is not None
    return {
        (row.scope, row.season, row.player): (row.mu, row.sigma, row.rounds, row.won)
        for row in after_round(contest, {})
    }


def test_a_round_counts_here_and_everywhere_in_its_month_and_for_all_time() -> None:
    after = stepped(round_of([1, 2], won=[True, False], chat=9))
    assert set(after) == {(s, m, p) for s in (0, 9) for m in ("", "2026-11") for p in ("u1", "u2")}
    assert {after[key][0] > 25 for key in after if key[2] == "u1"} == {True}
    assert {after[key][2:] for key in after if key[2] == "u1"} == {(1, 1)}
    assert {after[key][2:] for key in after if key[2] == "u2"} == {(1, 0)}


def test_seasons_are_months_of_utc() -> None:
    assert season_of(NOVEMBER) == "2026-11"
    assert [season_of(at) for at in (1_796_083_199.9, 1_796_083_200.0)] == ["2026-11", "2026-12"]


def test_months_do_not_touch_each_other_and_a_group_has_no_number_of_its_own() -> None:
    contest = rated_round(round_of([1, 2], won=[True, False], chat=9), "on")
    assert contest is not None
    known = {row.key: replace(row, mu=40.0) for row in after_round(contest, {}) if row.scope == 0 and not row.season}
    after = {row.key: row for row in after_round(contest, known)}
    assert after[RatingKey("guandan", "people", 0, "", "u1")].mu > 40.0
    assert after[RatingKey("guandan", "people", 0, "2026-11", "u1")].mu < 30.0
    here, everywhere = (after[RatingKey("guandan", "people", scope, "", "u1")] for scope in (9, 0))
    assert (here.rounds, everywhere.rounds) == (1, 2)
    assert here.mu == everywhere.mu


def test_a_level_with_several_seats_moves_by_their_mean() -> None:
    rows = round_of([1, "easy", "easy", "easy"], points=[-1, 9, 4, -14], won=[False, True, False, False])
    after = stepped(rows)
    expected = rate([[START]] * 4, [2, 0, 1, 3])
    mus = [expected[seat][0].mu for seat in (1, 2, 3)]
    assert after[0, "", "ai:easy"][0] == sum(mus) / 3
    assert after[0, "", "ai:easy"][2:] == (3, 1)
    assert after[0, "", "u1"][0] == expected[0][0].mu


def test_the_order_of_keys_is_that_of_seats() -> None:
    contest = rated_round(round_of([7, "easy", "easy"], chat=3), "on")
    assert contest is not None
    assert [key.player for key in keys_of(contest)] == ["u7", "ai:easy"] * 4


@pytest.mark.parametrize(("rounds", "most"), [(64, 64), (128, 128), (256, 192), (10_000, 640)])
def test_a_course_grows_ever_more_slowly_and_begins_complete(rounds: int, most: int) -> None:
    kept = [number for number in range(1, rounds + 1) if is_kept(number)]
    assert kept[:64] == list(range(1, min(rounds, 64) + 1))
    assert len(kept) <= most
    gaps = [after - before for before, after in pairwise(kept)]
    assert max(gaps, default=1) <= max(1, rounds // 64)


def test_points_are_of_persons_for_all_time() -> None:
    contest = rated_round(round_of([1, "easy"], won=[True, False]), "on")
    assert contest is not None
    points = [point_of(row) for row in after_round(contest, {})]
    assert {(point.scope, point.player) for point in points if point is not None} == {(0, "u1")}
