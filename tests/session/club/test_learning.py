"""/learn: a lesson step by step, kindly corrected, and what somebody has learnt stays with them."""

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.present.words.plays import event_text
from bot.session.port import commands as c
from bot.session.port.buttons import fits
from bot.session.port.grammar import read_command
from bot.session.port.replies import LessonCard, LessonList, Reply, TermCard
from bot.session.port.updates import Notice
from games import GAMES
from games.base.actions import action_text
from games.lesson import Lesson, answers_in, lesson_of, right_answers
from tests.memory import MemoryStore
from tests.session.club.test_linking import DISCORD, TELEGRAM, joined, on, two_platforms
from tests.session.world import World, code

LESSONS: dict[str, Lesson] = {key: lesson for key in GAMES if (lesson := lesson_of(key)) is not None}


def card_of(reply: Reply) -> LessonCard:
    assert isinstance(reply.body, LessonCard), reply
    return reply.body


def progress(reply: Reply) -> dict[str, int]:
    assert isinstance(reply.body, LessonList), reply
    return {game: done for game, done, _ in reply.body.lessons}


async def learn(world: World, name: str, *what: object) -> LessonCard:
    return card_of(await world.do(name, c.Learn(*what), private=True))  # type: ignore[arg-type] # as typed in a test


def words(card: LessonCard, language: str) -> str:
    screen = render.reply(Reply(language, ok=True, body=card))
    assert screen is not None
    return plain_text(screen)


@pytest.mark.parametrize("key", LESSONS)
async def test_every_answer_fits_on_a_button_and_leads_on_and_can_be_told(key: str, world: World) -> None:
    lesson = LESSONS[key]
    for number, step in enumerate(lesson.steps, 1):
        card = await learn(world, "ann", key, number)
        assert len(card.answers) == len(answers_in(lesson, step))
        right = {action_text(one) for one in right_answers(lesson, step)}
        for language in ("en", "zh"):
            assert words(card, language)
        for offer in card.answers:
            assert fits(offer.command), offer.command
            given = card_of(await world.do("ann", offer.command, private=True))
            assert (given.outcome == "right") is (action_text(offer.action) in right)
            for language in ("en", "zh"):
                said = words(given, language)
                assert all(event_text(key, event, "", given.players, language) in said for event in given.events), said
    assert progress(await world.do("ann", c.Learn(), private=True))[key] == len(lesson.steps)
    for term in lesson.terms:
        told = await world.do("ann", c.Explain(key, term), private=True)
        assert isinstance(told.body, TermCard)
        screen = render.reply(told)
        assert screen is not None
        assert len(plain_text(screen)) > 60


async def test_a_wrong_answer_is_explained_and_a_right_one_shows_what_happens(world: World) -> None:
    wrong = await learn(world, "ann", "doudizhu", 3, "play_9_9")
    assert (wrong.outcome, wrong.says, wrong.done) == ("refused", "two", 0)
    assert "A pair, however high" in words(wrong, "en")
    unforeseen = await learn(world, "ann", "doudizhu", 3, "play_5")
    assert unforeseen.refusal is not None
    assert unforeseen.refusal.data["rule"] == "DZ-20"
    assert "🤔" in words(unforeseen, "zh")
    for nonsense in ("play_Z", "fly", "play_5_5_5_5_5_5", "_"):
        assert (await learn(world, "ann", "doudizhu", 3, nonsense)).outcome == "refused"
    right = await learn(world, "ann", "doudizhu", 3, "play_9")
    assert (right.outcome, right.done) == ("right", 3)
    assert right.view.hand is not None
    assert len(right.view.hand) == 8
    assert right.view.awaited[0].seat == 0


async def test_a_check_counts_what_was_said_first_and_tells_it_at_the_end(world: World) -> None:
    lesson = LESSONS["gouji"]
    questions = [number for number, step in enumerate(lesson.steps, 1) if step.check]

    async def check(wrong: set[int]) -> str:
        shown = ""
        for number in questions:
            asked = lesson.steps[number - 1].asked
            assert asked is not None
            shown = words(await learn(world, "ann", "gouji", number), "en")
            assert f"question {questions.index(number) + 1} of 6" in shown
            assert "The check:" not in shown
            answers = [asked.wrong[0].does] if number in wrong else []
            for answer in (*answers, asked.right[0]):
                card = await learn(world, "ann", "gouji", number, answer.replace(" ", "_"))
                shown = words(card, "en")
                assert ("🤔" in shown) is (answer != asked.right[0])
        return shown

    assert "4 of 6 right at first" in await check(set(questions[1:3]))
    world = await world.restarted()
    assert "all 6 right at first" in await check(set()), "the first question begins a new check"
    last = await learn(world, "ann", "gouji", questions[0])
    assert last.check is not None
    assert last.check.right == 0
    asked = lesson.steps[-1].asked
    assert asked is not None
    over = words(await learn(world, "ben", "gouji", questions[-1], asked.wrong[0].does), "zh")
    assert "0/6" in over, "a wrong answer to the last question ends it as well"


async def test_what_is_learnt_survives_a_restart_and_goes_with_its_person(world: World) -> None:
    await learn(world, "ann", "doudizhu", 2, "bid_3")
    await learn(world, "ann", "doudizhu", 1)  # read again: nothing is lost
    assert (await learn(world, "ann", "doudizhu")).step == 3
    world = await world.restarted()
    assert (await learn(world, "ann", "doudizhu")).step == 3
    assert (await learn(world, "ben", "doudizhu")).step == 1
    assert code(await world.do("ann", c.Forget(sure=True), private=True)) == "forgotten"
    assert progress(await world.do("ann", c.Learn(), private=True))["doudizhu"] == 0


async def test_accounts_that_become_one_keep_the_further_progress() -> None:
    world = await two_platforms(MemoryStore())
    other = next(key for key in LESSONS if key != "doudizhu") if len(LESSONS) > 1 else "doudizhu"
    await on(world, TELEGRAM, "ann", c.Learn("doudizhu", 5, "play_3_4_5_6_7"), private=True)
    await on(world, DISCORD, "dan", c.Learn("doudizhu", 1), private=True)
    await on(world, DISCORD, "dan", c.Learn(other, 1), private=True)
    await on(world, DISCORD, "dan", c.Learn("gouji", 17, "play_J_J_2"), private=True)
    await joined(world)
    both = progress(await on(world, DISCORD, "dan", c.Learn(), private=True))
    assert both == progress(await on(world, TELEGRAM, "ann", c.Learn(), private=True))
    assert both["doudizhu"] == 5
    check = (
        await on(world, TELEGRAM, "ann", c.Learn("gouji", len(LESSONS["gouji"].steps), "play_A"), private=True)
    ).body
    assert isinstance(check, LessonCard)
    assert check.check is not None
    assert check.check.right == 2, "both have answered one question rightly"
    assert both[other] >= 1
    await world.stop()


async def test_a_group_is_led_to_the_private_chat_in_one_line(world: World) -> None:
    told = await world.shown(Notice, "ann", c.Learn("doudizhu"))
    assert (told.code, told.start_link) == ("learn_private", "learn-doudizhu")
    started = await world.do("ann", c.Started("learn-doudizhu"), private=True)
    assert card_of(started).step == 1
    alone = await world.do("ann", c.Learn("doudizhu"), ephemeral=True)  # a platform that shows it to one person there
    assert card_of(alone).step == 2  # the first was read a moment ago


async def test_a_lesson_ends_with_a_first_round_against_easy_players(world: World) -> None:
    last = await learn(world, "ann", "doudizhu", 12)
    assert last.first_round == c.FirstRound("doudizhu")
    home = c.ChatRef(world.chat.platform, "ann")
    told = await world.do("ann", last.first_round, private=True, home=home)
    assert code(told) == "first_round_dealt"
    book = world.book()
    assert book.playing
    assert [held.ai for _, held in sorted(book.seats.items())] == [None, "easy", "easy"]
    assert (book.terms.clock, book.terms.ratings) == (0, "off")  # no hurry, and nothing at stake
    assert {update.alert for update in world.chat.hands} == {False}, "who has just pressed looks"


async def test_it_is_typed_in_both_languages_and_says_what_there_is() -> None:
    assert read_command("learn", "") == c.Learn()
    assert read_command("学牌", "斗地主") == c.Learn("斗地主")
    assert read_command("learn", "doudizhu 4") == c.Learn("doudizhu", 4)
    assert read_command("教程", "3") == c.Learn("", 3)


async def test_what_is_not_there_is_said_kindly(world: World) -> None:
    assert code(await world.do("ann", c.Learn("whist"), private=True)) == "unknown_game"
    assert code(await world.do("ann", c.Explain("doudizhu", "trump"), private=True)) == "unknown_term"
    assert (await learn(world, "ann", "doudizhu", 99)).step == 12
