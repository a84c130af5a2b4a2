"""A lesson for the page: the step with its position, what may be tapped, and what became of an answer."""

from __future__ import annotations

from bot.frontends.web.wire.shapes import LessonJson, LessonLineJson, PieceJson, TermJson
from bot.frontends.web.wire.table import view_json
from bot.frontends.web.wire.values import bare, bare_name, cards_json
from bot.present.presentation import presentation_of
from bot.present.screens.elements import game_title
from bot.present.screens.lesson import (
    answer_label,
    lesson_text,
    outcome_text,
    steps_done,
    term_pieces,
    term_words,
    told_events,
)
from bot.present.words.catalogue import say
from bot.session.port.replies import LessonCard, LessonList
from games.base.actions import action_text
from games.base.cards import RANKS, suit_of
from games.lesson import lesson_of

__all__ = ["lesson_json", "lessons_json", "terms_json"]


def lessons_json(body: LessonList, language: str) -> list[LessonLineJson]:
    """The lessons there are, and how far the reader has come."""
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
    """A step of a lesson."""
    view, seat = card.view, card.view.viewer or 0
    return {
        "game": card.game,
        "name": game_title(card.game, language),
        "step": card.step,
        "steps": card.steps,
        "done": card.done,
        "rule": card.rule,
        "text": _paragraphs(lesson_text(card, "text", language)),
        "ask": _pieces(lesson_text(card, "ask", language)) if card.asked else [],
        "asked": card.asked,
        "outcome": card.outcome,
        "given": card.given,
        "told": _paragraphs(bare(outcome_text(card, language))) if card.outcome else [],
        "events": [bare(text) for text in told_events(card, language)],
        "seat": seat,
        "names": [bare_name(card.players, one.seat, language) for one in view.seats],
        "view": view_json(view, card.players, language),
        "over": view.phase == "over",
        "hand": {
            "cards": cards_json(view.hand or ()),
            "suited": presentation_of(card.game).suited,
            "suits_matter": presentation_of(card.game).suited or any(suit_of(one) is not None for one in view.wild),
            "order": [RANKS[rank] for rank in view.order],
            "high": None if view.high is None else RANKS[view.high],
            "wild": cards_json(view.wild),
        },
        "verb": card.verb,
        "verb_word": bare(say(language, "web.hand.play" if card.verb == "play" else f"verb.{card.verb}", card.game))
        if card.verb
        else "",
        "words": [
            {"text": action_text(offer.action), "label": bare(answer_label(card, offer, language))}
            for offer in card.words
        ],
        "last": card.first_round is not None,
    }


def terms_json(game: str, language: str) -> list[TermJson]:
    """The words of a game that can be looked up, each in all the forms in which the table may say it."""
    lesson = lesson_of(game)
    return [
        {"code": code, "words": list(term_words(game, code, language))} for code in (lesson.terms if lesson else ())
    ]


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
