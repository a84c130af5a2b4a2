"""/review: how far it is, what it says, that it is remembered, and who may ask."""

from __future__ import annotations

import pytest

from bot.present.reports.reviews import review_screen
from bot.reviews.judgement import decisions_of
from bot.session.port import commands as c
from bot.session.port.buttons import decode, encode
from bot.session.port.replies import ReviewCard
from bot.session.state.columns import read_deal
from games import GAMES
from games.contract import Judge
from games.record import RoundRecord
from storage.api import Store
from tests.session.test_replays import one_round
from tests.session.world import OTHER_GROUP, World, code

GAME = "gandengyan"


async def asked(world: World, id: str, step: int | None = None) -> ReviewCard:
    """Ask until the round has been judged."""
    progress = (0, 0)
    for _ in range(200):
        body = (await world.do("ann", c.Review(id, step))).body
        assert isinstance(body, ReviewCard)
        if body.review is not None:
            return body
        assert body.progress >= progress
        progress = body.progress
        assert progress[0] <= progress[1]
    raise AssertionError("it is never done")


async def test_a_round_is_judged_once_and_remembered(store: Store) -> None:
    world = await World(store).start()
    match = await one_round(world, GAME)
    card = await asked(world, f"M{match}.1")
    review = card.review
    assert review is not None
    deal, lines = card.replay.hands, [(frame.seat or 0, frame.text) for frame in card.replay.frames[1:]]
    assert len(deal) == 4
    async with store.begin() as unit:
        row = await unit.round(match, 1)
        kept = await unit.review(match, 1)
    assert row is not None
    assert kept is not None
    options = GAMES[GAME].option_set.complete({})
    steps = decisions_of(GAME, options, RoundRecord(read_deal(row.deal), {}, tuple(lines)))
    assert [one.step for one in review.decisions] == list(steps), "every decision, and nothing that was forced"
    assert all(lines[one.step - 1] == (one.seat, one.done) for one in review.decisions)
    assert all(one.lost == pytest.approx(one.best_points - one.points) for one in review.decisions)
    assert {one.grade for one in review.decisions} >= {"best", "blunder"}, "easy players err"
    assert len(review.moments) >= 1
    assert len(review.expected) == 4
    assert 0 <= review.score(0).accuracy <= 1

    world = await world.restarted()
    again = (await world.do("ann", c.Review(f"M{match}.1"))).body
    assert isinstance(again, ReviewCard)
    assert again.review == review, "at once"
    await world.stop()


async def test_one_decision_after_the_other_in_both_languages(store: Store) -> None:
    world = await World(store).start()
    match = await one_round(world, GAME)
    card = await asked(world, f"M{match}.1")
    assert card.review is not None
    first, last = card.review.decisions[0].step, card.review.decisions[-1].step
    for language in ("en", "zh"):
        reply = await world.do("ann", c.Review(f"M{match}.1", first))
        assert isinstance(reply.body, ReviewCard)
        pressed = [button for row in review_screen(reply.body, language).rows for button in row]
        assert len({encode(button.command) for button in pressed if button.command}) == len(pressed)
        for button in pressed:
            assert button.command is not None
            assert decode(encode(button.command)) == button.command
    reply = await world.do("ann", c.Review(f"M{match}.1", 10_000))
    assert isinstance(reply.body, ReviewCard)
    assert reply.body.at == len(card.review.decisions) - 1
    assert card.review.decisions[reply.body.at].step == last
    await world.stop()


async def test_who_may_not_ask_and_what_cannot_be_judged(store: Store) -> None:
    world = await World(store).start()
    match = await one_round(world, GAME)
    assert code(await world.do("gus", c.Review(f"M{match}.1"), chat=OTHER_GROUP)) == "unknown_id"
    assert code(await world.do("ann", c.Review("M999.1"))) == "unknown_id"
    assert code(await world.do("ann", c.Review(f"M{match}.1", what="cancel"))) == "review_cancelled"
    body = (await world.do("ann", c.Review(f"M{match}.1"))).body
    assert isinstance(body, ReviewCard)
    await world.do("ann", c.Deal(1))
    assert code(await world.do("ann", c.Review(f"M{match}.2"))) == "replay_secret"
    await world.stop()


def test_games_without_a_strong_player_have_no_judge() -> None:
    for game in GAMES.values():
        assert isinstance(game, Judge) == ("strong" in game.levels)
