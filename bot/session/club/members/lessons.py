"""/learn: a game taught on real positions; how far somebody has come stays with the person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.session.club.members.preferences import LESSON_LINK
from bot.session.host.request import Direct, Refused, write
from bot.session.host.session import Session
from bot.session.people.directory import Person
from bot.session.play.opening import LEVEL
from bot.session.port import commands as c
from bot.session.port.replies import LessonCard, LessonList, TermCard
from bot.session.port.updates import Notice, Offered, Player
from games import GAMES, find_game
from games.base.actions import Action, Do, Play, action_text
from games.base.cards import ranks_text
from games.base.errors import IllegalAction, NotationError
from games.contract import Game
from games.lesson import Lesson, LessonStep, Verdict, answers_in, card_verb, judge, lesson_of, moment

__all__ = ["HANDLERS", "explain", "join_progress", "learn"]

_PROGRESS: Final = "lessons"  # Among the preferences of a person: steps done by game


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


async def _note(session: Session, person: Person, game: str, done: int) -> Person:
    """Remember that so many steps are done, if it is more than before."""
    if done <= _done(person, game):
        return person
    known = dict(person.prefs.get(_PROGRESS, {}))
    person = replace(person, prefs={**person.prefs, _PROGRESS: {**known, game: done}})
    await write(session, person)
    return person


def join_progress(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """The preference that holds the progress of two who become one: of each lesson what the further one has done."""
    mine, other = ours.get(_PROGRESS, {}), theirs.get(_PROGRESS, {})
    both = {game: max(mine.get(game, 0), other.get(game, 0)) for game in {*mine, *other}}
    return {_PROGRESS: both} if both else {}


# -- a step
async def _step(session: Session, person: Person, game: Game[Any], lesson: Lesson, command: c.Learn) -> LessonCard:
    steps = len(lesson.steps)
    number = command.step or min(_done(person, game.key) + 1, steps)
    number = max(1, min(number, steps))
    step = lesson.steps[number - 1]
    verdict: Verdict | None = None
    if command.answer and step.asked is not None:
        verdict = judge(lesson, step, command.answer.replace("_", " "))
    if step.asked is None or (verdict is not None and verdict.outcome == "right"):
        person = await _note(session, person, game.key, number)
    return _card(game, lesson, step, number, person, verdict, command.answer)


def _card(
    game: Game[Any], lesson: Lesson, step: LessonStep, number: int, person: Person, verdict: Verdict | None, given: str
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
        given=given.replace("_", " "),
        refusal=None if verdict is None else _reason(verdict, key),
        events=() if after is None else tuple(one for one in after.events if one.audience is None),
        first_round=c.FirstRound(key) if number == len(lesson.steps) else None,
    )


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
