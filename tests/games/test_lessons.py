"""Every lesson is what the rules say: positions that exist, answers that are right exactly where the engine accepts them."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.present.screens.lesson import term_pieces, without_terms
from bot.present.words.text import LANGUAGES, catalogue
from games import GAMES
from games.base.actions import Action, action_text
from games.base.notation import read, read_step
from games.compare import action_key
from games.contract import Game
from games.kit.history import LAID
from games.lesson import Lesson, LessonStep, answered, judge, lesson_of, moment, read_lesson, right_answers
from games.scenario import ScenarioError
from tests.cases import all_hold, each

RULES = Path(__file__).parents[2] / "docs" / "rules"
LONGEST = 280  # Signs of a step's text that a phone shows without scrolling; Chinese says the same in half as many
LESSONS: dict[str, Lesson] = {key: lesson for key in GAMES if (lesson := lesson_of(key)) is not None}


def key_of(game: Game[Any], action: Action) -> tuple[str, str]:
    return type(action).__name__, action_key(action, game.suited)


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_has_eight_to_sixteen_steps_and_asks_for_something_in_most_of_them(key: str) -> None:
    every = LESSONS[key].steps
    steps = [step for step in every if not step.check]
    assert 8 <= len(steps) <= 16
    assert [step.check for step in every] == [False] * len(steps) + [True] * (len(every) - len(steps)), (
        "a check ends it"
    )
    assert len(every) - len(steps) in (0, 6)
    assert sum(step.asked is not None for step in steps) * 3 >= len(steps) * 2


@pytest.mark.parametrize("key", LESSONS)
def test_the_right_answers_are_exactly_what_the_engine_accepts(key: str) -> None:
    lesson, game = LESSONS[key], GAMES[key]

    def check(step: LessonStep) -> None:
        state = moment(lesson, step).state
        waited = [one.seat for one in game.awaited(state)]
        if step.asked is None:
            return
        assert step.seat in waited, f"it is the turn of {waited}"
        right = right_answers(lesson, step)
        assert right, "nothing is right"
        if step.asked.right:
            named = {key_of(game, game.read(state, step.seat, read(text))) for text in step.asked.right}
            assert {key_of(game, one) for one in right} == named
        for action in right:
            assert judge(lesson, step, action_text(action)).outcome == "right"
        for action in game.legal(state, step.seat):
            wanted = "right" if key_of(game, action) in {key_of(game, one) for one in right} else "other"
            assert judge(lesson, step, action_text(action)).outcome == wanted, action_text(action)

    all_hold([(step.key, step) for step in lesson.steps], check)


@pytest.mark.parametrize("key", LESSONS)
def test_wrong_answers_are_refused_by_the_rule_that_is_named(key: str) -> None:
    lesson = LESSONS[key]

    def check(step: LessonStep) -> None:
        for wrong in step.asked.wrong if step.asked is not None else ():
            found = judge(lesson, step, wrong.does)
            assert (found.outcome, getattr(found.error, "rule", "")) == (
                "refused" if wrong.rule else "other",
                wrong.rule,
            )
            assert found.says == wrong.says

    all_hold([(step.key, step) for step in lesson.steps], check)


@pytest.mark.parametrize("key", LESSONS)
def test_every_right_answer_leads_to_the_table_that_the_step_speaks_of(key: str) -> None:
    """Whichever is given, the same seats are asked afterwards, and each deed that follows is one that somebody could do."""
    lesson, game = LESSONS[key], GAMES[key]

    def check(step: LessonStep) -> None:
        ends, done = set(), set[int]()
        for action in right_answers(lesson, step):
            state = game.apply(moment(lesson, step).state, step.seat, action).state
            for number, text in enumerate(step.after):
                seat, said = read_step(text)
                if seat not in [one.seat for one in game.awaited(state)]:
                    break
                state = game.apply(state, seat, game.read(state, seat, read(said))).state
                done.add(number)
            ends.add((game.view(state, step.seat).phase, tuple(one.seat for one in game.awaited(state))))
        assert len(ends) <= 1, ends
        assert len(done) == len(step.after), "what follows is never asked for"

    all_hold([(step.key, step) for step in lesson.steps], check)


@pytest.mark.parametrize("key", LESSONS)
def test_what_is_said_of_a_right_answer_is_how_the_table_then_stands(key: str) -> None:
    """Numbers of cards in hand (``20 cards``), whichever of the right answers is given."""
    lesson, game = LESSONS[key], GAMES[key]

    def check(step: LessonStep) -> None:
        for language in LANGUAGES:
            said = without_terms(catalogue(language).get(f"lesson.{key}.{step.key}.right", ""))
            for number in re.findall(r"(\d+) (?:cards|张(?!底))", said):
                for action in right_answers(lesson, step):
                    view = game.view(answered(lesson, step, action).state, step.seat)
                    assert int(number) == view.seats[step.seat].count, (language, action_text(action))

    all_hold([(step.key, step) for step in lesson.steps], check)


PLACES = {"上家": -1, "下家": 1, "对头": 3, "对面": 2}
"""So many seats on from one's own: opposites are a matter of six players, partners of four."""


@pytest.mark.parametrize("key", LESSONS)
def test_who_has_laid_cards_sits_where_the_text_says(key: str) -> None:
    lesson, game = LESSONS[key], GAMES[key]

    def check(step: LessonStep) -> None:
        view = game.view(moment(lesson, step).state, step.seat)
        laid = {act.seat for act in view.acts if act.verb in LAID}
        for part in ("text", "ask"):
            said = without_terms(catalogue("zh").get(f"lesson.{key}.{step.key}.{part}", ""))
            for word in re.findall(f"({'|'.join(PLACES)})(?:的搭档)?领?出(?:了| \\d|[红黑方梅])", said):
                assert (step.seat + PLACES[word]) % len(view.seats) in laid, (part, word, laid)

    all_hold([(step.key, step) for step in lesson.steps], check)


@pytest.mark.parametrize("key", LESSONS)
def test_rules_and_terms_are_those_of_the_sheet(key: str) -> None:
    numbers = set(re.findall(r"(?:\*\*|\| )([A-Z]{2}-[0-9]+[a-z]?)", (RULES / f"{key}.md").read_text(encoding="utf-8")))
    named = {step.rule for step in LESSONS[key].steps} | set(LESSONS[key].terms.values())
    assert named <= numbers, named - numbers


@each("language", LANGUAGES)
@each("key", LESSONS)
def test_every_step_is_told_in_every_language_and_nothing_else(key: str, language: str) -> None:
    texts, lesson = catalogue(language), LESSONS[key]
    needed = set()
    for step in lesson.steps:
        parts = {"text"} if step.asked is None else {"text", "ask", "right", *(one.says for one in step.asked.wrong)}
        needed |= {f"lesson.{key}.{step.key}.{part}" for part in parts}
    needed |= {f"term.{key}.{term}.{part}" for term in lesson.terms for part in ("word", "line")}
    told = {code for code in texts if code.startswith((f"lesson.{key}.", f"term.{key}."))}
    assert {code for code in told if not code.endswith(".also")} == needed
    marked: set[str] = set()
    for code in needed:
        assert len(without_terms(texts[code])) <= LONGEST, (code, len(without_terms(texts[code])))
        marked |= {term for _, term in term_pieces(texts[code]) if term}
    assert marked == set(lesson.terms), "a term that no text marks, or a mark without a term"


BROKEN = {
    "no position": 'positions = {}\n[[steps]]\nkey = "one"\nposition = "nowhere"\nrule = "X-1"',
    "unknown key": "colour = 1",
    "no key": '[positions.a]\nhands = []\n[[steps]]\nposition = "a"\nrule = "X-1"',
    "another form": "steps = [1]",
    "no TOML": "steps = [",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_lesson_that_cannot_be_understood_says_why(text: str) -> None:
    with pytest.raises(ScenarioError):
        read_lesson("doudizhu", text)
