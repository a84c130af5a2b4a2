"""/learn: a game taught on real positions; how far somebody has come stays with the person."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.session.club.members.preferences import LESSON_LINK
from bot.session.host.request import Direct, Refused, write
from bot.session.host.session import Session
from bot.session.people.directory import Person
from bot.session.play.opening import LEVEL
from bot.session.port import commands as c
from bot.session.port.replies import LessonCard, LessonCheck, LessonList, TermCard
from bot.session.port.updates import Notice, Offered, Player
from games import GAMES, find_game
from games.base.actions import Action, Do, Play, action_text
from games.base.cards import ranks_text
from games.base.errors import IllegalAction, NotationError
from games.contract import Game
from games.lesson import Lesson, LessonStep, Verdict, answers_in, card_verb, judge, lesson_of, moment

__all__ = ["HANDLERS", "explain", "join_progress", "learn"]

_PROGRESS: Final = "lessons"  # Among the preferences of a person: steps done by game
_CHECKS: Final = "lesson_checks"  # And by game, which questions of the last check were answered rightly at first


async def learn(
    session: Session, origin: c.Origin, person: Person, command: c.Learn
) -> LessonCard | LessonList | Notice:
    """Show a step of a lesson, or judge an answer to it; in a group only the way to where lessons are given."""
    game = find_game(command.game) if command.game else None
    if command.game and game is None:
        raise Refused("unknown_game", name=command.game, games=", ".join(GAMES))
    if origin.chat is not None and not origin.ephemeral:
        return Notice("learn_private", start_link=f"{LESSON_LINK}{'' if game is None else game.key}")
    if game is None:
        return LessonList(tuple(_progress_in(key, person) for key in GAMES if lesson_of(key) is not None))
    lesson = lesson_of(game.key)
    if lesson is None:
        raise Refused("no_lesson", game=game.key)
    return await _step(session, person, game, lesson, command)


async def explain(session: Session, origin: c.Origin, person: Person, command: c.Explain) -> TermCard:
    lesson = lesson_of(command.game) if command.game in GAMES else None
    rule = None if lesson is None else lesson.terms.get(command.term)
    if rule is None:
        raise Refused("unknown_term")
    return TermCard(command.game, command.term, rule)


# -- progress
def _progress_in(game: str, person: Person) -> tuple[str, int, int]:
    lesson = lesson_of(game)
    steps = 0 if lesson is None else len(lesson.steps)
    return game, min(_done(person, game), steps), steps


def _done(person: Person, game: str) -> int:
    done: Mapping[str, int] = person.prefs.get(_PROGRESS, {})
    return done.get(game, 0)


def _noted(person: Person, lesson: Lesson, number: int, verdict: Verdict | None) -> Person:
    """The person with what is known after a step was shown or answered: how far they are, if that is further than before, and
    of each question of the check what was said first. The first question begins a check anew once all were answered."""
    game, step = lesson.game, lesson.steps[number - 1]
    prefs = dict(person.prefs)
    right = verdict is not None and verdict.outcome == "right"
    if (step.asked is None or right or (step.check and verdict is not None)) and number > _done(person, game):
        prefs[_PROGRESS] = {**prefs.get(_PROGRESS, {}), game: number}
    if step.check:
        known = prefs.get(_CHECKS, {}).get(game, {})
        questions = [str(at) for at, one in enumerate(lesson.steps, 1) if one.check]
        if str(number) == questions[0] and len(known) == len(questions):
            known = {}
        if verdict is not None:
            known = {str(number): right, **known}
        prefs[_CHECKS] = {**prefs.get(_CHECKS, {}), game: known}
    return person if prefs == person.prefs else replace(person, prefs=prefs)


def join_progress(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """The preferences that hold the progress of two who become one: of each lesson what the further one has done."""
    mine, other = ours.get(_PROGRESS, {}), theirs.get(_PROGRESS, {})
    both = {game: max(mine.get(game, 0), other.get(game, 0)) for game in {*mine, *other}}
    checks = {**theirs.get(_CHECKS, {}), **ours.get(_CHECKS, {})}
    return {key: value for key, value in ((_PROGRESS, both), (_CHECKS, checks)) if value}


# -- a step
async def _step(session: Session, person: Person, game: Game[Any], lesson: Lesson, command: c.Learn) -> LessonCard:
    steps = len(lesson.steps)
    number = command.step or min(_done(person, game.key) + 1, steps)
    number = max(1, min(number, steps))
    step = lesson.steps[number - 1]
    verdict: Verdict | None = None
    if command.answer and step.asked is not None:
        verdict = judge(lesson, step, command.answer.replace("_", " "))
    noted = _noted(person, lesson, number, verdict)
    if noted is not person:
        await write(session, noted)
    return _card(game, lesson, step, number, noted, verdict)


def _card(
    game: Game[Any], lesson: Lesson, step: LessonStep, number: int, person: Person, verdict: Verdict | None
) -> LessonCard:
    key, at = game.key, moment(lesson, step)
    after = None if verdict is None else verdict.after
    view = game.view(at.state if after is None else after.state, step.seat)
    offered = tuple(
        Offered(action, c.Learn(key, number, _short(action, suited=game.suited or bool(view.wild))), kind, rank)
        for action, kind, rank in answers_in(lesson, step)
    )
    players = tuple(
        Player(seat.seat, "person", person.name, person.ref)
        if seat.seat == step.seat
        else Player(seat.seat, "ai", level=LEVEL)
        for seat in view.seats
    )
    return LessonCard(
        key,
        number,
        len(lesson.steps),
        _done(person, key),
        step.key,
        step.rule,
        view,
        players,
        asked=step.asked is not None,
        answers=offered,
        words=tuple(one for one in offered if not _has_cards(one.action)),
        verb=card_verb(lesson, step),
        outcome="" if verdict is None else verdict.outcome,
        says="" if verdict is None else verdict.says,
        refusal=None if verdict is None else _reason(verdict, key),
        events=() if after is None else tuple(one for one in after.events if one.audience is None),
        first_round=c.FirstRound(key) if number == len(lesson.steps) else None,
        check=_check(lesson, number, person) if step.check else None,
    )


def _check(lesson: Lesson, number: int, person: Person) -> LessonCheck:
    questions = [at for at, step in enumerate(lesson.steps, 1) if step.check]
    known = person.prefs.get(_CHECKS, {}).get(lesson.game, {})
    return LessonCheck(questions.index(number) + 1, len(questions), sum(known.values()))


def _reason(verdict: Verdict, game: str) -> Notice | None:
    """Return why the rules refuse an answer, in the words in which a table says it."""
    match verdict.error:
        case IllegalAction(code=code, rule=rule, data=data):
            return Notice(f"refusal.{code}", {**data, "rule": rule, "game": game})
        case NotationError(part=part, example=example):
            return Notice("unreadable_play", {"part": part[:40], "example": example})
        case _:
            return None


def _short(action: Action, *, suited: bool) -> str:
    """An answer in as few signs as say it: by rank where suits do not matter."""
    text = action_text(action)
    if _has_cards(action) and isinstance(action, Play | Do) and not suited:
        verb, reading = text.split(" ", 1)[0], text.partition(" as ")[2]
        text = f"{verb} {ranks_text(action.cards)}" + (f" as {reading}" if reading else "")
    return text.replace(" ", "_")


def _has_cards(action: Action) -> bool:
    return isinstance(action, Play | Do) and bool(action.cards)


HANDLERS: Final = (Direct(c.Learn, learn), Direct(c.Explain, explain))
