"""Decisions judged in every game: the strongest player finds nothing better than what it does, and grades follow losses."""

from typing import Any

import pytest

from bot.reviews import Decision, Review, decisions_of, expected_points, judged
from games import GAMES
from games.base.notation import read_action
from games.contract import Game, Judge
from games.record import RoundRecord
from games.scenario import usual_players
from games.simulate import SeededDice, play_match

SEARCHING = {"gongzhu"}
"""Games in which the strongest player draws tables to think of: asked again it may think otherwise."""
EVERY = {"gongzhu": 12, "gouji": 6, "liujiatong": 6}


def rounds(game: Game[Any], levels: list[str], number: int) -> list[RoundRecord]:
    """Rounds that follow one another: tributes and the like begin with the second."""
    run = play_match(game, game.option_set.complete({}), levels, SeededDice(7), rounds=number)
    return [one.record for one in run.rounds]


@pytest.fixture(params=tuple(GAMES))
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return GAMES[request.param]


def some(game: Game[Any], record: RoundRecord) -> list[Decision]:
    options = game.option_set.complete({})
    steps = decisions_of(game.key, options, record)[:: EVERY.get(game.key, 3)]
    found = [judged(game.key, options, record, step) for step in steps]
    assert None not in found, "somebody can say what every action is worth"
    return [one for one in found if one is not None]


def test_what_is_judged_is_what_was_done(game: Game[Any]) -> None:
    levels = ["easy" if seat % 2 else "normal" for seat in range(usual_players(game))]
    judgement: list[Decision] = []
    assert isinstance(game, Judge)
    for record in rounds(game, levels, 2):
        for one in some(game, record):
            seat, text = record.actions[one.step - 1]
            assert (one.seat, one.done) == (seat, text)
            assert one.lost == pytest.approx(max(one.best_points - one.points, 0.0))
            read_action(one.best)
            judgement.append(one)
            if one.grade in ("mistake", "blunder"):
                assert one.lost >= 2 * one.error, "what could be noise is no mistake"
            if one.grade == "blunder":
                assert one.lost - one.error > 0.2 * game.stake, "however the estimates are off"
    by_loss = sorted(judgement, key=lambda one: one.lost)
    assert by_loss[0].grade == "best"
    review = Review(tuple(judgement), (0.0,) * len(levels), game.stake)
    assert Review.read(review.written()) == review
    costly = [one.lost for one in review.moments]
    others = [one.lost for one in judgement if one.grade in ("mistake", "blunder") and one not in review.moments]
    assert max(others, default=0.0) <= min(costly, default=0.0)


@pytest.mark.parametrize("key", sorted(GAMES.keys() - SEARCHING))
def test_the_strongest_player_is_always_best(key: str) -> None:
    game = GAMES[key]
    (record,) = rounds(game, ["strong"] * usual_players(game), 1)
    assert {one.grade for one in some(game, record)} == {"best"}


def test_a_deal_is_worth_the_same_each_time_it_is_asked() -> None:
    game = GAMES["gandengyan"]
    options = game.option_set.complete({})
    (record,) = rounds(game, ["easy"] * 4, 1)
    assert expected_points("gandengyan", options, record, 1) == expected_points("gandengyan", options, record, 1)
    assert sum(expected_points("gandengyan", options, record, 0)) == 0
