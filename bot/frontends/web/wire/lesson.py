"""Lessons for the page: the choice of games, and a step as a table with a hand, which the page draws as any other."""

from dataclasses import replace

from bot.frontends.web.wire.hand import hand_json
from bot.frontends.web.wire.shapes import LessonJson, LessonLineJson, PieceJson
from bot.frontends.web.wire.table import table_json
from bot.frontends.web.wire.values import addressed, bare, to_you
from bot.present.screens.elements import game_title
from bot.present.screens.lesson import (
    as_seen,
    is_done,
    lesson_text,
    outcome_text,
    place_in_lesson,
    steps_done,
    tally,
    term_pieces,
    told_events,
)
from bot.present.words.text import say
from bot.session.port.commands import ChatRef
from bot.session.port.replies import LessonCard, LessonList
from bot.session.port.updates import PublicUpdate

__all__ = ["lesson_json", "lessons_json"]


def lessons_json(body: LessonList, language: str) -> list[LessonLineJson]:
    return [
        {
            "game": game,
            "name": game_title(game, language),
            "about": say(language, f"game_line.{game}"),
            "done": done,
            "steps": steps,
            "progress": bare(steps_done(done, steps, language)),
        }
        for game, done, steps in body.lessons
    ]


def lesson_json(card: LessonCard, language: str) -> LessonJson:
    """A step: what is said of it, and its position as table and hand."""
    seen = as_seen(card, language)
    public = PublicUpdate(seen.table, ChatRef("", ""), language, card.players, card.view)
    called = addressed(card.players, card.players[seen.seat], language)
    hand = hand_json(seen, "", language)
    if hand["panel"] is not None and card.verb not in ("", "play"):
        word = bare(say(language, f"verb.{card.verb}", card.game))
        hand["panel"]["play_word"] = word[:1].upper() + word[1:]
    return {
        "game": card.game,
        "name": game_title(card.game, language),
        "step": card.step,
        "steps": card.steps,
        "done": card.done,
        "rule": card.rule,
        "place": place_in_lesson(card, language),
        "text": _paragraphs(lesson_text(card, "text", language)),
        "ask": _pieces(lesson_text(card, "ask", language)) if card.asked else [],
        "outcome": card.outcome,
        "told": _paragraphs(bare(outcome_text(card, language))) if card.outcome else [],
        "events": [to_you(bare(text)) for text in told_events(replace(card, players=called), language)],
        "tally": bare(tally(card, language)),
        "ready": is_done(card),
        "table": table_json(public, "", (seen.user,), language),
        "hand": hand,
        "verb": card.verb,
    }


def _paragraphs(text: str) -> list[list[PieceJson]]:
    return [_pieces(row) for row in text.split("\n") if row]


def _pieces(text: str) -> list[PieceJson]:
    """A text in pieces: what is marked has the code of its term, what stands between ``**`` is strong."""
    found: list[PieceJson] = []
    for words, term in term_pieces(text):
        for number, part in enumerate(words.split("**")):
            if part:
                found.append({"text": part, "term": term, "strong": bool(number % 2)})
    return found
