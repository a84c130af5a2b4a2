"""The pure part of tournaments: who meets whom, who sits where, what a deal is worth, who leads."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.cluster.packing import pack, unpack
from bot.tournaments import (
    Pairing,
    Score,
    Shape,
    Tables,
    TournamentTable,
    entries_needed,
    finished_deals,
    match_points,
    meetings,
    pair,
    seating,
    standings,
    usual_deals,
    usual_stages,
)  # fmt: skip

SHAPES = [Shape(3), Shape(4), Shape(4, 2), Shape(6), Shape(6, 3), Shape(2), Shape(5)]


@given(st.sampled_from(SHAPES), st.integers(1, 40), st.integers(0, 40))
def test_ai_players_fill_up_whole_tables(shape: Shape, entries: int, players: int) -> None:
    filled = entries_needed(shape, entries, players)
    assert filled % shape.sides == 0
    assert filled >= max(entries, 2 * shape.sides)
    assert filled * shape.members >= players
    assert filled == 2 * shape.sides or (filled - shape.sides) < max(entries, players / shape.members)
    assert 1 <= usual_stages(shape, filled) <= 12
    assert usual_deals(shape) >= 2


@given(st.sampled_from(SHAPES), st.integers(2, 4), st.integers(1, 4), st.integers())
def test_every_entry_sits_at_one_table_of_each_stage(shape: Shape, count: int, stages: int, seed: int) -> None:
    chance, entries = Random(seed), list(range(count * shape.sides))
    before: list[Tables] = []
    for _ in range(stages):
        tables = pair(chance.sample(entries, len(entries)), shape.sides, before, stages, chance)
        assert sorted(entry for table in tables for entry in table) == entries
        assert {len(table) for table in tables} == {shape.sides}
        before.append(tables)


@given(st.integers(2, 12), st.integers())
def test_all_against_all_lets_each_meet_each_once(half: int, seed: int) -> None:
    chance, entries = Random(seed), list(range(2 * half))
    before: list[Tables] = []
    for _ in range(2 * half - 1):
        before.append(pair(chance.sample(entries, len(entries)), 2, before, 2 * half - 1, chance))
    met = meetings(table for stage in before for table in stage)
    assert met == {frozenset(two): 1 for two in combinations(entries, 2)}


@given(st.integers(3, 12), st.integers())
def test_swiss_pairs_do_not_meet_twice_while_that_can_be(half: int, seed: int) -> None:
    """Whoever has met fewer than half of the others can always be given somebody new."""
    chance, entries = Random(seed), list(range(2 * half))
    before: list[Tables] = []
    for _ in range(half):
        before.append(pair(chance.sample(entries, len(entries)), 2, before, half, chance))
    assert max(meetings(table for stage in before for table in stage).values()) == 1


def test_swiss_lets_neighbours_meet() -> None:
    ranked = list(range(8))
    tables = pair(ranked, 2, [], 3, Random(1))
    assert sorted(sorted(table) for table in tables) == [[0, 1], [2, 3], [4, 5], [6, 7]]


@given(st.integers())
def test_nobody_meets_again_in_the_second_stage_of_three_at_a_table(seed: int) -> None:
    chance, entries = Random(seed), list(range(12))
    first = pair(entries, 3, [], 3, chance)
    second = pair(chance.sample(entries, 12), 3, [first], 3, chance)
    assert max(meetings([*first, *second]).values()) == 1


@given(st.sampled_from(SHAPES), st.data())
def test_everybody_has_every_place_equally_often(shape: Shape, data: st.DataObject) -> None:
    """Whoever the cards make the first to be asked: each entry is that once in as many deals as there are entries."""
    asked_first, seats_held = Counter[int](), Counter[tuple[int, int]]()
    for deal in range(shape.sides):
        first = data.draw(st.integers(0, shape.seats - 1))
        held = seating(deal, first, shape)
        assert sorted(held) == list(range(shape.seats))
        asked_first[held[first] // shape.members] += 1
        for seat, player in enumerate(held):
            seats_held[player // shape.members, (seat - first) % shape.sides] += 1
    assert set(asked_first.values()) == {1}
    assert set(seats_held.values()) == {shape.members}


def test_partners_sit_opposite_each_other() -> None:
    assert seating(0, 0, Shape(4, 2)) == [0, 2, 1, 3]
    assert seating(1, 0, Shape(4, 2)) == [2, 0, 3, 1]
    assert [player // 3 for player in seating(0, 3, Shape(6, 3))] == [1, 0, 1, 0, 1, 0]


@given(st.sampled_from(SHAPES), st.data())
def test_a_contest_takes_everybody_along(shape: Shape, data: st.DataObject) -> None:
    contest = TournamentTable(1, 1, 1, 1, 3, shape.members, tuple(range(shape.seats)), (0,) * shape.seats)
    names = [f"p{player}" for player in contest.sat]
    for number in range(1, 4):
        contest, origins = contest.moved(number, data.draw(st.integers(0, shape.seats - 1)))
        names = [names[seat] for seat in origins]
        assert names == [f"p{player}" for player in contest.sat]
        assert unpack(pack(contest)) == contest, "a table of a tournament is shown at any worker's page"
    by_seat = [player // shape.members for player in contest.sat]
    assert contest.scored(by_seat).totals == tuple(by_seat)
    assert contest.points(by_seat) == tuple(position * shape.members for position in range(shape.sides))


@given(st.sampled_from(SHAPES), st.integers(0, 5), st.data())
def test_match_points_are_the_same_in_sum_and_know_no_luck(shape: Shape, deal: int, data: st.DataObject) -> None:
    """Good cards help nobody: what a place is worth to everybody who has it changes nothing."""
    count = data.draw(st.integers(2, 5))
    points = st.lists(st.integers(-50, 50), min_size=shape.sides, max_size=shape.sides)
    tables = {number: data.draw(points) for number in range(count)}
    gained = match_points(deal, tables, shape)
    assert sum(sum(row) for row in gained.values()) == shape.sides * count * (count - 1)
    luck = data.draw(points)
    shifted = {
        number: [got + luck[(position + deal) % shape.sides] for position, got in enumerate(row)]
        for number, row in tables.items()
    }
    assert match_points(deal, shifted, shape) == gained


def test_a_deal_counts_when_every_table_has_finished_it() -> None:
    shape = Shape(2)
    pairings = [Pairing(1, 1, (0, 1), 1, 2), Pairing(1, 2, (2, 3), 1, 2)]
    early = [Score(1, 1, 1, (5, -5)), Score(1, 1, 2, (1, -1)), Score(1, 2, 1, (3, -3))]
    assert finished_deals(pairings, early) == {1}
    table = standings(range(4), pairings, early, shape)
    assert {one.entry: one.share for one in table} == {0: 1, 3: 1, 1: 0, 2: 0}
    assert {one.deals for one in table} == {1}


def test_stronger_opponents_decide_between_equals() -> None:
    shape = Shape(2)
    pairings = [Pairing(1, 1, (0, 1), 1, 1), Pairing(1, 2, (2, 3), 1, 1),
                Pairing(2, 1, (0, 2), 2, 1), Pairing(2, 2, (3, 1), 2, 1)]  # fmt: skip
    scores = [Score(1, 1, 1, (2, -2)), Score(1, 2, 1, (0, 0)), Score(2, 1, 2, (1, -1)), Score(2, 2, 2, (0, 0))]
    table = standings(range(4), pairings, scores, shape)
    assert table[0].entry == 0
    assert [one.place for one in table] == sorted(one.place for one in table)
    assert sum((one.share or Fraction(0)) for one in table) == 2


def test_nothing_is_known_before_the_first_deal() -> None:
    table = standings(range(6), [], [], Shape(3))
    assert {(one.place, one.share, one.deals) for one in table} == {(1, None, 0)}
