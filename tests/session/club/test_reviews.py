"""/review: how far it is, what it says, that it is remembered, and who may ask."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.present.reports.reviews import review_screen, score_words
from bot.present.screens.screen import plain_text
from bot.reviews import Review, decisions_of
from bot.session.host.reviewer import Progress, Reviewer
from bot.session.port import commands as c
from bot.session.port.buttons import decode, encode
from bot.session.port.protocols import AnswerTarget, Delivered
from bot.session.port.replies import ReviewCard
from bot.session.state.dealing import read_deal
from games import GAMES
from games.base.options import Options
from games.contract import Judge
from games.record import RoundRecord
from games.scenario import usual_players
from games.simulate import SeededDice, chooser, play_round
from storage.api import Store
from tests.memory import MemoryStore
from tests.patience import patient
from tests.session.club.test_replays import one_round
from tests.session.workers import Crew
from tests.session.world import GROUP, OTHER_GROUP, World, code

GAME = "gandengyan"


async def asked(world: World, id: str, step: int | None = None) -> ReviewCard:
    """Ask until the round has been judged."""
    progress = (0, 0)
    for _ in range(200):
        body = await world.shown(ReviewCard, "ann", c.AskReview(id, step))
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
        row = await unit.matches.round(match, 1)
        kept = await unit.reviews.get(match, 1)
    assert row is not None
    assert kept is not None
    options = GAMES[GAME].option_set.complete({})
    steps = decisions_of(GAME, options, RoundRecord(read_deal(row.deal), {}, tuple(lines)))
    assert [one.step for one in review.decisions] == list(steps), "every decision, and nothing that was forced"
    assert all(lines[one.step - 1] == (one.seat, one.done) for one in review.decisions)
    assert all(one.lost == pytest.approx(one.best_worth - one.worth) for one in review.decisions)
    grades = {one.grade for one in review.decisions}
    assert "best" in grades
    assert grades & {"mistake", "blunder"}, "easy players err"
    assert len(review.moments) >= 1
    assert review.fortune.result == tuple(card.replay.points)
    assert 0 <= review.score(0).accuracy <= 1
    for seat in range(4):
        parts = [
            float(part.replace("−", "-"))
            for part in re.findall(r"[+−]?[\d.]+", score_words(card, review, seat, "en")[1])
        ]
        dealt, _, own, rest, result = parts
        assert dealt + own + rest == pytest.approx(result) == card.replay.points[seat]
    for points, said in ((-0.04, " 0 "), (0.04, " 0 "), (-0.06, "−0.1 "), (-12.3, "−12 ")):
        one = replace(review.decisions[0], worth=points, best=review.decisions[0].done, lost=0.0)
        words = plain_text(review_screen(ReviewCard(card.replay, replace(review, decisions=(one,)), 0), "en"))
        assert said in words, words

    world = await world.restarted()
    again = await world.shown(ReviewCard, "ann", c.AskReview(f"M{match}.1"))
    assert again.review == review, "at once"


def few(game: str, options: Options, record: RoundRecord) -> tuple[int, ...]:
    return decisions_of(game, options, record)[:6]


async def test_every_game_is_judged_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the program that ships: all that is asked and answered crosses, whatever the house rules."""
    monkeypatch.setattr("bot.session.host.reviewer.decisions_of", few)
    judge, kept = Reviewer(apart=True), list[Review]()

    async def keep(review: Review) -> None:
        kept.append(review)

    for number, (name, game) in enumerate(GAMES.items(), start=1):
        options = game.option_set.complete(game.presets[-1].options)
        deal = game.deal(options, usual_players(game), {}, SeededDice(number))
        easy = [chooser(game, "easy", SeededDice(number))] * len(deal.hands)
        record = play_round(game, options, deal, {}, easy, SeededDice(number)).record
        progress = judge.start((number, 1), name, options, record, keep, lambda _: None)
        await progress.over.wait()
        assert not progress.failed, name
        assert len(kept) == number
        assert len(kept[-1].fortune.deal) == len(deal.hands)
    assert all(one.decisions for one in kept)
    await judge.close()


async def test_one_decision_after_the_other_in_both_languages(world: World) -> None:
    match = await one_round(world, GAME)
    card = await asked(world, f"M{match}.1")
    assert card.review is not None
    first, last = card.review.decisions[0].step, card.review.decisions[-1].step
    for language in ("en", "zh"):
        reply = await world.shown(ReviewCard, "ann", c.AskReview(f"M{match}.1", first))
        pressed = [button for row in review_screen(reply, language).rows for button in row]
        assert len({encode(button.command) for button in pressed if button.command}) == len(pressed)
        for button in pressed:
            assert button.command is not None
            assert decode(encode(button.command)) == button.command
        for at, one in enumerate(card.review.decisions):
            screen = review_screen(replace(card, at=at), language)
            stands = card.replay.frames[one.step - 1].view.standing
            assert ({"en": "To beat (", "zh": "要管的牌（"}[language] in plain_text(screen)) == (stands is not None)
            keys = {button.key for button in screen.rows[0]}
            assert keys == {"back_costly", "back", "forward", "costly"}
        fine = tuple(replace(one, lost=0.0) for one in card.review.decisions)
        screen = review_screen(replace(card, review=replace(card.review, decisions=fine), at=0), language)
        assert {button.key for button in screen.rows[0]} == {"back", "forward"}, "there is no mistake to go to"
    reply = await world.shown(ReviewCard, "ann", c.AskReview(f"M{match}.1", 10_000))
    assert reply.at == len(card.review.decisions) - 1
    assert card.review.decisions[reply.at].step == last


async def test_who_may_not_ask_and_what_cannot_be_judged(world: World) -> None:
    match = await one_round(world, GAME)
    assert code(await world.do("gus", c.AskReview(f"M{match}.1"), chat=OTHER_GROUP)) == "unknown_id"
    assert code(await world.do("ann", c.AskReview("M999.1"))) == "unknown_id"
    assert code(await world.do("ann", c.AskReview(f"M{match}.1", what="cancel"))) == "review_cancelled"
    await world.shown(ReviewCard, "ann", c.AskReview(f"M{match}.1"))
    await world.do("ann", c.DealCards(1))
    assert code(await world.do("ann", c.AskReview(f"M{match}.2"))) == "replay_secret"


async def waiting(world: World, match: int, name: str, message: str, **more: Any) -> Progress:
    """Ask, and have the answer arrive as this message."""
    reply = await world.do(name, c.AskReview(f"M{match}.1"), **more)
    assert isinstance(reply.body, ReviewCard)
    assert reply.body.review is None
    chat = None if more.get("private") else GROUP
    target = AnswerTarget(c.UserRef("chat", name), chat, reply.body.replay.id, reply.language)
    world.manager.report(Delivered(target, message))
    await world.settle()
    progress = world.manager.session.reviewer.progress((match, 1))
    assert progress is not None
    return progress


async def over(world: World, progress: Progress) -> None:
    await patient(progress.over.wait())
    await world.settle()


async def pending(world: World) -> list[str]:
    async with world.store.begin() as unit:
        return [row.message for row in await unit.reviews.pending()]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits with the answer."""
    monkeypatch.setattr("bot.session.club.reviews._WAIT", 0.0)


@pytest.mark.usefixtures("at_once")
async def test_the_answer_goes_on_by_itself_in_a_few_edits(world: World) -> None:
    match = await one_round(world, GAME)
    progress = await waiting(world, match, "ann", "m1")
    assert await pending(world) == ["m1"]
    await over(world, progress)
    shown = [reply.body for message, reply in world.chat.amended if message == "m1"]
    assert all(isinstance(body, ReviewCard) for body in shown)
    told = [body.progress for body in shown[:-1] if isinstance(body, ReviewCard) and body.review is None]
    assert told == sorted(set(told))
    assert 1 <= len(told) == len(shown) - 1 <= 3
    assert isinstance(shown[-1], ReviewCard)
    assert shown[-1].review is not None
    assert await pending(world) == []


@pytest.mark.usefixtures("at_once")
async def test_one_message_stops_while_another_goes_on(world: World) -> None:
    match = await one_round(world, GAME)
    progress = await waiting(world, match, "ann", "m1")
    await waiting(world, match, "ann", "m2", private=True)
    assert code(await world.do("ann", c.AskReview(f"M{match}.1", what="cancel"), message="m1")) == "review_cancelled"
    assert await pending(world) == ["m2"]
    await over(world, progress)
    last = dict(world.chat.amended)
    assert code(last["m1"]) == "review_cancelled"
    assert isinstance(last["m2"].body, ReviewCard)
    assert last["m2"].body.review is not None


@pytest.mark.usefixtures("at_once")
async def test_after_a_restart_what_was_asked_for_is_begun_anew(world: World) -> None:
    match = await one_round(world, GAME)
    await waiting(world, match, "ann", "m1")
    world = await world.restarted()
    progress = world.manager.session.reviewer.progress((match, 1))
    assert progress is not None
    await over(world, progress)
    message, reply = world.chat.amended[-1]
    assert message == "m1"
    assert isinstance(reply.body, ReviewCard)
    assert reply.body.review is not None
    assert await pending(world) == []


@pytest.mark.usefixtures("at_once")
async def test_what_a_worker_that_died_was_judging_another_takes_up() -> None:
    crew = await Crew(MemoryStore(), workers="ab").begin()
    table = await crew.seated("a", "ann")
    for command in (c.Away(table), c.DealCards(table)):
        assert (await crew.do("a", "ann", command)).ok
    while crew.worlds["a"].book(table).playing:
        await crew.advance(2.0)
    await waiting(crew.worlds["b"], crew.worlds["a"].book(table).row.match, "ann", "m1")
    await crew.worlds["b"].kill()
    del crew.worlds["b"]
    key = (crew.worlds["a"].book(table).row.match, 1)
    await crew.advance(120.0)
    assert crew.worlds["a"].manager.session.reviewer.progress(key) is None, "it may be only slow"
    await crew.advance(120.0)
    progress = crew.worlds["a"].manager.session.reviewer.progress(key)
    assert progress is not None
    await over(crew.worlds["a"], progress)
    message, reply = crew.worlds["a"].chat.amended[-1]
    assert message == "m1"
    assert isinstance(reply.body, ReviewCard)
    assert reply.body.review is not None
    await crew.stop()


@pytest.mark.usefixtures("at_once")
async def test_who_is_forgotten_waits_for_nothing(world: World) -> None:
    match = await one_round(world, GAME)
    progress = await waiting(world, match, "ann", "m1")
    await world.end("ann")
    await world.do("ann", c.Leave())
    assert code(await world.do("ann", c.Forget(sure=True))) == "forgotten"
    assert await pending(world) == []
    await over(world, progress)
    assert [reply for _, reply in world.chat.amended if isinstance(reply.body, ReviewCard) and reply.body.review] == []


def test_games_without_a_strong_player_have_no_judge() -> None:
    for game in GAMES.values():
        assert isinstance(game, Judge) == ("strong" in game.levels)
