"""Decisions judged in every game: what was lost is graded beside its error, from what the seat may know alone; luck adds up."""

from typing import Any

import pytest

from bot.reviews import Decision, Review, decisions_of, fortune_of, judged
from games import GAMES
from games.base.actions import Bid, verb_of
from games.base.cards import sort_cards
from games.base.notation import read_action
from games.contract import Game
from games.judging import weighed
from games.record import RoundRecord
from games.scenario import usual_players
from games.simulate import SeededDice, play_match

EVERY = {"gongzhu": 12, "gouji": 12, "liujiatong": 12}


def rounds(game: Game[Any], levels: list[str], number: int) -> list[RoundRecord]:
    """Rounds that follow one another: tributes and the like begin with the second."""
    run = play_match(game, game.option_set.complete({}), levels, SeededDice(7), rounds=number)
    return [one.record for one in run.rounds if not one.result.void]


@pytest.fixture(params=tuple(GAMES))
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return GAMES[request.param]


def some(game: Game[Any], record: RoundRecord) -> list[Decision]:
    options = game.option_set.complete({})
    steps = decisions_of(game.key, options, record)[:: EVERY.get(game.key, 4)]
    return [judged(game.key, options, record, step) for step in steps]


def test_what_is_judged_is_what_was_done(game: Game[Any]) -> None:
    levels = ["easy" if seat % 2 else "normal" for seat in range(usual_players(game))]
    options, judgement = game.option_set.complete({}), list[Decision]()
    record = rounds(game, levels, 2)[-1]
    for one in some(game, record):
        seat, text = record.actions[one.step - 1]
        assert (one.seat, one.done) == (seat, text)
        assert one.lost == pytest.approx(one.best_worth - one.worth, abs=1e-6)
        read_action(one.best)
        judgement.append(one)
        if one.grade in ("mistake", "blunder"):
            assert one.lost >= one.error, "what could be noise is no mistake"
    assert min(judgement, key=lambda one: one.lost).grade == "best"
    fortune = fortune_of(game.key, options, record)
    assert all(error >= 0 for error in fortune.error)
    review = Review(tuple(judgement), fortune)
    assert Review.read(review.written()) == review
    costly = [one.share for one in review.moments]
    others = [one.share for one in judgement if one.grade in ("mistake", "blunder") and one not in review.moments]
    assert max(others, default=0.0) <= min(costly, default=0.0)


def test_a_judgement_rests_on_what_the_seat_may_know(game: Game[Any]) -> None:
    """Two states that a seat cannot tell apart are judged alike."""
    options = game.option_set.complete({})
    here = game.start(options, game.deal(options, usual_players(game), {}, SeededDice(3)), {}).state
    while game.phase(here) != "play":
        awaited = game.awaited(here)[0]
        here = game.apply(
            here, awaited.seat, Bid(3) if game.key == "doudizhu" else game.fallback(here, awaited.seat)
        ).state
    seat = game.awaited(here)[0].seat
    door: Any = game
    hands = list(game.hands(here))
    one, other = [at for at in range(len(hands)) if at != seat][:2]
    mixed, size = sort_cards((*hands[one], *hands[other])), len(hands[one])
    if game.key == "doudizhu":  # the kitty is known to be the landlord's, who leads
        assert not door.known(here)[one]
    hands[one], hands[other] = mixed[:size], mixed[size:]
    told = [
        weighed(game, state, seat, "seed", game.fallback(state, seat)).worths
        for state in (here, door.holding(here, hands))
    ]
    assert told[0] == told[1]
    assert verb_of(told[0][0].action) == "play"


def test_promises_rise_with_what_is_judged(game: Game[Any]) -> None:
    door: Any = game
    told = [door.promise(tenth / 10) for tenth in range(-1, 12)]
    assert told == sorted(told)
    assert (told[1], told[-2], len({*told})) == (0, 1, 11)
