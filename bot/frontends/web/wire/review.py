"""A judged round as the page's JSON: marks on the timeline of its replay, and everybody's accuracy."""

from __future__ import annotations

from bot.frontends.web.wire.replay import replay_json
from bot.frontends.web.wire.shapes import MarkJson, ReplayJson, ReviewJson
from bot.frontends.web.wire.values import bare
from bot.present.reports.reviews import decision_words, score_words
from bot.present.words.catalogue import say
from bot.reviews import Review
from bot.session.port.replies import ReviewCard

__all__ = ["review_json"]


def review_json(card: ReviewCard, language: str) -> tuple[ReviewJson, ReplayJson | None]:
    """How far the review is (``done`` of ``total``); once it is there, its ``marks`` by step in order, and the round."""
    if card.review is None:
        done, total = card.progress
        return {"id": card.replay.id, "done": done, "total": total}, None
    step = 0 if card.at is None else card.review.decisions[card.at].step
    return {
        "id": card.replay.id,
        "scores": [
            [bare(words) for words in score_words(card, card.review, player.seat, language)]
            for player in card.replay.players
        ],
        "marks": [_mark(card, card.review, place, language) for place in range(len(card.review.decisions))],
        "moments": [one.step for one in card.review.moments],
    }, {**replay_json(card.replay, language), "step": step}


def _mark(card: ReviewCard, review: Review, place: int, language: str) -> MarkJson:
    one = review.decisions[place]
    return {
        "step": one.step,
        "grade": one.grade,
        "title": bare(say(language, f"review.grade.{one.grade}")),
        "words": [bare(words) for words in decision_words(card, one, language)],
    }
